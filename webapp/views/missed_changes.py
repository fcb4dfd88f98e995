"""What an audience missed while a phone slept, in a few sentences."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from webapp.rules.events import Event, Prose, Ref, load_event
from webapp.rules.outcome_line import join_sentences
from webapp.state.audience import Audience, Role
from webapp.state.event_kinds import forms_of
from webapp.state.guests import counted, guests_of, guests_on
from webapp.state.makers import link_of
from webapp.state.outcome_lines import first_thing
from webapp.state.reader import Reader
from webapp.state.seat_events import SeatTaken
from webapp.store.models import Entry, Seat
from webapp.store.table_state import TableState
from webapp.views.journal import entries_for, line_for

MOST_READ = 400
MOST_TOLD = 12
FEW_LINES = 3
"""How many changes of guests on one link are told one by one."""


@dataclass(frozen=True)
class Summary:
    """Sentences about missed changes, oldest first; `more` is the number of earlier ones left out.

    `restored` says that the table was restored since, so the changes are unknown.
    """

    sentences: tuple[str, ...] = ()
    more: int = 0
    restored: bool = False


def missed_since(state: TableState, audience: Audience, last: str, now: str) -> Summary | None:
    """Return what happened after the cursor `last`; None if there is nothing to report.

    The viewer's own changes and changes undone since are left out; a clock that moved several times is
    mentioned once, with its latest value, and so are guests on one link who did much. The newest twelve
    sentences are included. If the table was restored since, the summary says only that.
    """
    epoch, _, seen = last.rpartition("-")
    now_epoch, _, newest = now.rpartition("-")
    if epoch != now_epoch or not seen.isdecimal():
        return Summary(restored=True)
    behind = int(newest) - int(seen)
    if behind <= 0:
        return None
    query = entries_for(state.table.id, audience).limit(min(behind, MOST_READ))
    sentences = _sentences(_standing(state.entries(query)), state, audience)
    more = max(len(sentences) - MOST_TOLD, 0)
    return Summary(tuple(sentences[more:]), more) if sentences else None


def _standing(entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries oldest first, without undone ones and the undos that reversed them."""
    ids = {entry.id for entry in entries}
    return [entry for entry in reversed(entries) if entry.undone_by not in ids and entry.undoes not in ids]


def _sentences(entries: Sequence[Entry], state: TableState, audience: Audience) -> list[str]:
    reader = Reader(state, audience)
    reader.prepare(entries)
    told: dict[object, Told] = {}
    crowds = _crowds(entries, state, audience)
    made: dict[str, list[Entry]] = {}
    for entry in entries:
        line = line_for(entry, reader)
        own = entry.seat is not None and entry.seat == audience.seat
        events = list(_read(entry, reader))
        if line is None or own or (events and not any(forms_of(event).away for event in events)):
            continue
        if entry.id in crowds:
            who = crowds[entry.id]
            made.setdefault(who, []).append(entry)
            told.pop(who, None)
            told[who] = Told(f"{who}: {_amount(made[who])}")
            continue
        newest = events[0] if events and forms_of(events[0]).folded else None
        about: object = (newest.kind, first_thing(newest)) if newest is not None else entry.id
        times = 1
        if about in told and not told[about].more:
            times += told.pop(about).times
        elif about in told:  # with what else happened then, it is told by itself
            told = {entry.id if key == about else key: each for key, each in told.items()}
        told[about] = Told(line.summary, newest, events[1:], times)
    return [_said(each, reader) for each in told.values()]


@dataclass(frozen=True)
class Told:
    """A sentence; of several events of one kind about one thing, the newest and how many there were.

    `more` is what happened beside the newest one.
    """

    summary: str
    newest: Event | None = None
    more: Sequence[Event] = ()
    times: int = 1


def _read(entry: Entry, reader: Reader) -> Iterator[Event]:
    """Yield what happened, as far as this reader may read it."""
    for event in map(reader.load, entry.events):
        if isinstance(event, Event) and not isinstance(event, Prose) and reader.words(event) is not None:
            yield event


def _said(told: Told, reader: Reader) -> str:
    if told.newest is None or told.times == 1:
        return told.summary
    return join_sentences((reader.folded(told.newest, told.times) or told.summary, *reader.said(told.more)))


def _crowds(entries: Sequence[Entry], state: TableState, audience: Audience) -> dict[int, str]:
    """Return by entry which guests did it, of those that did much: for the GM with the name of their link.

    They are the newcomers on a link, those in doubt, and seats that are gone.
    """
    by_link: dict[int, list[int]] = {}
    here = {seat.id for seat in state.find_all(Seat)}
    guests = guests_of(state)
    new = {id for each in guests for id in each.new_of("seat")}
    new |= {seat.id for each in guests for seat in each.seats if not seat.stays}
    for entry in entries:
        link = link_of(entry.device)
        seats = {id for kind, id in entry.about if kind == "seat"} | {entry.seat} - {None}
        if entry.role == Role.PLAYER and link is not None and (seats & new or not seats & here):
            by_link.setdefault(link, []).append(entry.id)
    names = {link.id: guests_on(state, link) for link in state.links()}
    return {
        id: names.get(link, "Guests") if audience.role is Role.GM else "New guests"
        for link, ids in by_link.items()
        if len(ids) > FEW_LINES
        for id in ids
    }


def _amount(entries: Sequence[Entry]) -> str:
    """Return how much guests did: "40 changes and 12 new seats"."""
    seats, others = set[Ref](), 0
    for entry in entries:
        taken = [event.seat for event in map(load_event, entry.events) if isinstance(event, SeatTaken)]
        seats.update(taken)
        others += not taken
    return counted({"change": others, "seat": len(seats)})
