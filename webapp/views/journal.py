"""The journal as one audience may read it.

An audience reads a line only if it could see the change when it was made and may see everything that the line
names now. An audience that knows only a clock's word reads the line's masked words.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Select, exists, or_, select

from webapp.rules.events import load_event
from webapp.state.audience import Audience, Role
from webapp.state.entry_words import CLOCK_MOVES, lowest_level
from webapp.state.guests import counted, guests_of, guests_on
from webapp.state.makers import link_of
from webapp.state.outcome_lines import stored_line
from webapp.state.reader import NAMED, Reader
from webapp.state.visibility import Visibility
from webapp.store.db import db
from webapp.store.models import Entry, Seat, SeatNotification
from webapp.store.table_state import TableState
from webapp.views.absent import ABSENT
from webapp.views.safe_rendering import render_safely
from webapp.views.view_types import STEP, LineView, view_of

NEWEST = 50
AT_FIRST = {Role.GM: 6, Role.PLAYER: 6}
"""How many lines a page shows at first; older lines are loaded on request."""
MOST_SEARCHED = 500
"""The most entries that one request for lines searches, if few of them may be shown."""
MOST_READ = 400
MOST_TOLD = 12
FEW_LINES = 3
"""How many changes of guests on one link are told one by one in that summary."""
MASKED_STATE = re.compile(": (empty|filling|nearly full|full)(?=;|$)")
"""Matches the part of a line that says in a word where a masked clock stands."""
STANDS = re.compile(r": (?:[+-]\d+, now|stays at) (\d+ of \d+)")
"""Matches the part of a journal line that says how a clock moved and where it stands."""
ON_THE_WAY = ("check.edit", "check.ask")
"""Commands on a check before its roll, which the summary of missed changes leaves out."""


@dataclass(frozen=True)
class JournalPage:
    """Some journal lines, newest first; `earlier` is the id before which older lines continue, if any."""

    lines: list[LineView]
    earlier: int | None


def journal_lines(
    state: TableState, audience: Audience, before: int | None = None, limit: int = NEWEST
) -> list[LineView]:
    """Return journal lines, newest first; with `before`, only lines older than the entry with this id."""
    return journal_page(state, audience, before, limit).lines


def journal_page(
    state: TableState, audience: Audience, before: int | None = None, limit: int = NEWEST
) -> JournalPage:
    """Return journal lines, newest first, and the id to continue from, if there are older lines.

    More entries are read in place of hidden ones, until there are `limit` lines or 500 have been searched.
    """
    query = entries_for(state.table.id, audience)
    if before is not None:
        last = state.entry(before)
        query = query.where(Entry.serial < (last.serial if last else 0))
    lines: list[LineView] = []
    read, batch, reader = 0, limit, Reader(state, audience)
    while len(lines) < limit and read < MOST_SEARCHED:
        entries = state.entries(query.limit(batch))
        reader.prepare(entries)
        lines += [
            journal_line
            for entry in entries
            if (journal_line := line_for(entry, state, audience, reader)) is not None
        ]
        if len(entries) < batch:
            return JournalPage(lines[:limit], lines[limit - 1].id if len(lines) > limit else None)
        query = query.where(Entry.serial < entries[-1].serial)
        read, batch = read + batch, NEWEST
    return JournalPage(lines[:limit], lines[limit - 1].id if len(lines) >= limit else entries[-1].id)


def entries_for(table_id: str, audience: Audience) -> Select[Entry]:
    """Select the entries that changed something for this audience, newest first."""
    query = select(Entry).where(Entry.table_id == table_id).order_by(Entry.serial.desc())
    if audience.role is Role.GM:
        return query
    if audience.role is Role.TV:
        return query.where(Entry.for_tv)
    if audience.seat is None:
        return query.where(Entry.for_player)
    seats = (
        SeatNotification.table_id == table_id,
        SeatNotification.seat == audience.seat,
        SeatNotification.serial == Entry.serial,
    )
    return query.where(or_(Entry.for_player, exists().where(*seats)))


def is_entry_for(table_id: str, audience: Audience, id: int) -> bool:
    """Return whether the entry with this id changed something for this audience."""
    return db.session.scalar(entries_for(table_id, audience).where(Entry.id == id)) is not None


def is_readable(entry: Entry, state: TableState, audience: Audience) -> bool:
    """Return whether this audience's journal has a line for this entry."""
    heard = audience.role is Role.GM or entry.for_player
    if not heard and audience.seat is not None:
        heard = state.session.get(SeatNotification, (state.table.id, audience.seat, entry.serial)) is not None
    return heard and line_for(entry, state, audience) is not None


def line_for(
    entry: Entry, state: TableState, audience: Audience, reader: Reader | None = None
) -> LineView | None:
    """Return an entry as a line for this audience; None if it may not read it or rendering fails."""
    return render_safely(
        "A line of the journal", lambda: strict_line(entry, state, audience, reader), lambda: None
    )


def strict_line(
    entry: Entry, state: TableState, audience: Audience, reader: Reader | None = None
) -> LineView | None:
    """Return an entry as a line for this audience, or None; raise the error if rendering fails."""
    reader = reader or Reader(state, audience)
    words, whole = _words(entry, reader)
    if words is None:
        return None
    gm = audience.role is Role.GM
    command = entry.command if gm else _known_command(entry, reader.visibility)
    return view_of(
        LineView,
        entry,
        who=_who(entry, reader),
        summary=words,
        command=command,
        because=_cause_for(entry, reader.visibility) if whole else reader.because(entry.events),
        run=entry.parts[0].get("run") if entry.parts and STEP.search(words) else None,
        undone=entry.undone_by is not None,
        undoable=(entry.undoable and entry.undone_by is None and entry.undoes is None) if gm else ABSENT,
    )


def _who(entry: Entry, reader: Reader) -> str:
    """Return who did it: where the line is about their own seat, by the name that it has there."""
    own = ["seat", entry.seat]
    is_about_it = any(own in facts for facts in entry.events)
    named = reader.name(("seat", entry.seat)) if entry.seat and is_about_it else None
    return named or entry.who


def _known_command(entry: Entry, visibility: Visibility) -> str:
    """Return an entry's command for this audience, or another one that conceals a hidden check.

    Only an entry with parts gets another one: `clock.tick` if all parts that the audience may read are about
    clocks, else `proposal.accept`.
    """
    if not entry.parts or not is_of_a_hidden_check(entry, visibility):
        return str(entry.command)
    known = [part for part in entry.parts if lowest_level(visibility, part["about"]) in NAMED]
    ticks = all(kind == "clock" for part in known for kind, _ in part["about"][:1])
    return "clock.tick" if ticks else "proposal.accept"


def is_of_a_hidden_check(entry: Entry, visibility: Visibility) -> bool:
    """Return whether an entry is about a check that this audience may not know of."""
    return lowest_level(visibility, [thing for thing in entry.about if thing[0] == "check"]) != "shown"


def _words(entry: Entry, reader: Reader) -> tuple[str | None, bool]:
    """Return the words that this audience may read, or None, and whether it may read the reason too."""
    if entry.events:
        return _words_of_events(entry, reader)
    return stored_line(reader, entry)


def _words_of_events(entry: Entry, reader: Reader) -> tuple[str | None, bool]:
    """Return the words of an entry's events; the reason is for whoever knows all that the command named."""
    events = list(map(load_event, entry.events))
    words = reader.line(events)
    if not entry.because or lowest_level(reader.visibility, entry.about) != "shown":
        return words, False
    return words, any(reader.level_of(event) == "shown" for event in events)


def _cause_for(entry: Entry, visibility: Visibility) -> str | None:
    """Return an entry's reason; None if it has none, or has a number hidden from this audience."""
    if not entry.because:
        return entry.because
    about = [*entry.about, *(thing for part in entry.parts for thing in part["about"])]
    return None if visibility.has_foe_numbers(entry.because, about) else entry.because


# ---- changes missed while a phone slept -----------------------------------------------------------


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
    counts: dict[str, tuple[str, int]] = {}
    crowds = _crowds(entries, state, audience)
    made: dict[str, list[Entry]] = {}
    for entry in entries:
        words = line_for(entry, state, audience)
        own = entry.seat is not None and entry.seat == audience.seat
        if words is None or own or entry.command in ON_THE_WAY:
            continue
        if entry.id in crowds:
            who = crowds[entry.id]
            counts.pop(who, None)
            made.setdefault(who, []).append(entry)
            counts[who] = f"{who}: {_amount(made[who])}", 1
            continue
        about = str(entry.about) if entry.command in CLOCK_MOVES else str(entry.id)
        _, times = counts.pop(about, ("", 0))
        counts[about] = words.summary, times + 1
    return [_said(summary, times) for summary, times in counts.values()]


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
    seats = len({id for entry in entries if entry.command == "seat.claim" for _, id in entry.about})
    others = sum(entry.command != "seat.claim" for entry in entries)
    return counted({"change": others, "seat": seats})


def _said(summary: str, times: int) -> str:
    if times == 1:
        return summary
    said, found = STANDS.subn(rf": now \1, after {times} moves", summary, count=1)
    if not found:
        said, found = MASKED_STATE.subn(rf"\g<0>, after {times} moves", summary, count=1)
    return said if found else f"{summary}, after {times} moves"
