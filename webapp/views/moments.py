"""Moments: what happened last that screens tell, made for one audience from the entries in memory.

An entry of the journal is a moment if an event that this audience reads weighs more than a line; a check and
its outcome are one moment, of which the newest stage counts. What was undone is no moment, also once it is
done again. A number that changed since is left out of the words.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, Protocol

from webapp.rules.event_forms import LINE, TONES, WEIGHTS
from webapp.rules.events import Event, Ref
from webapp.rules.outcome_line import join_sentences
from webapp.state.audience import Audience, Role
from webapp.state.check_events import CheckDecided, CheckRolled
from webapp.state.event_kinds import forms_of, may_weigh
from webapp.state.house_events import ClockMoved, MovedValue
from webapp.state.reader import Reader
from webapp.store.models import Character, Check
from webapp.store.table_state import TableState
from webapp.views.moment_views import MomentChange, MomentView
from webapp.views.outcomes import moment_line
from webapp.views.safe_rendering import render_safely

MOST = 8
"""How many moments a screen may show."""
TONE_OF_CHECK = {"half": "mixed"}


class RecentEntry(Protocol):
    """What moments need of an entry of the journal (`webapp/table/recent_entries.py`)."""

    id: int
    at: datetime
    events: Sequence[Sequence[Any]]
    undone_by: int | None
    undoes: int | None
    group: int | None
    heard: frozenset[str] | None
    touched: frozenset[Ref]


def moments_of(state: TableState, audience: Audience) -> tuple[MomentView, ...]:
    """Return the newest moments for this audience, newest first."""
    return state.cached(("moments", audience.key, 0), lambda: _newest(state, audience))


def _newest(state: TableState, audience: Audience) -> tuple[MomentView, ...]:
    found: dict[int, MomentView] = {}
    since: set[Ref] = set()
    recent: Sequence[RecentEntry] = state.recent
    undone = {entry.undoes for entry in recent}
    for entry in recent:
        key = entry.group or entry.id
        standing = entry.id not in undone and entry.undoes is None and key not in found
        if standing and any(may_weigh(str(each[0])) for each in entry.events) and _hears(audience, entry):
            made = _cached_moment(state, audience, entry, frozenset(since))
            if made is not None:
                found[key] = made
        since |= entry.touched
        if len(found) == MOST:
            break
    return tuple(found.values())


def _hears(audience: Audience, entry: RecentEntry) -> bool:
    """Return whether an entry was for this audience when it was written; a new one may still be for all."""
    if entry.heard is None or audience.role is Role.GM:
        return True
    own = (str(Role.PLAYER), audience.key) if audience.role is Role.PLAYER else (audience.key,)
    return any(key in entry.heard for key in own)


def _cached_moment(
    state: TableState, audience: Audience, entry: RecentEntry, since: frozenset[Ref]
) -> MomentView | None:
    """Return an entry's moment; things that it names and that changed make it anew."""

    def make() -> MomentView | None:
        what = f"The moment of entry {entry.id}"
        return render_safely(what, lambda: _moment(state, audience, entry, since), lambda: None)

    return state.cached(("moment", audience.key, entry.id), make)


def _moment(
    state: TableState, audience: Audience, entry: RecentEntry, since: Collection[Ref]
) -> MomentView | None:
    reader = Reader(state, audience, since)
    events = [event for stored in entry.events if isinstance(event := reader.load(list(stored)), Event)]
    weighed = [(event, weight) for event in events if (weight := reader.weight(event)) is not None]
    weight = max((weight for _, weight in weighed), key=WEIGHTS.index, default=LINE)
    if weight == LINE:
        return None
    told = [event for event, _ in weighed]
    check = _check_of(reader, told)
    if check is not None:
        return _moment_of_check(reader, entry, check, told)
    heaviest = [event for event, weighs in weighed if weighs == weight]
    others = [event for event in told if event not in heaviest]
    said = reader.said(heaviest)
    return MomentView(
        id=entry.id,
        at=entry.at,
        weight=weight,
        tone=_tone(told),
        verdict="",
        head=join_sentences(said[:1]),
        lines=(*said[1:], *reader.said(others)),
        kind=heaviest[0].kind,
        about=next((ref for _, ref in heaviest[0].refs), None),
        concerns=tuple(_people(reader, told)),
        changes=tuple(_changes(reader, told)),
    )


def _check_of(reader: Reader, events: Iterable[Event]) -> Check | None:
    """Return the check whose dice or outcome these events tell, if this reader may know it."""
    for event in events:
        if isinstance(event, CheckRolled | CheckDecided) and reader.level(event.check) == "shown":
            row = reader.state.find_ever(Check, event.check[1])
            return row if row is not None and row.result else None
    return None


def _moment_of_check(reader: Reader, entry: RecentEntry, row: Check, events: Sequence[Event]) -> MomentView:
    outcome = moment_line(reader, row)
    besides = () if any(isinstance(event, CheckDecided) for event in events) else _besides(reader, events)
    return MomentView(
        id=row.id,
        at=entry.at,
        weight="stage",
        tone=TONE_OF_CHECK.get(outcome.tone, outcome.tone),
        verdict=outcome.verdict,
        head=outcome.brief,
        lines=tuple(besides),
        kind=CheckDecided.kind if outcome.decided else CheckRolled.kind,
        about=None,
        concerns=tuple(dict.fromkeys((*filter(None, (outcome.roller,)), *outcome.befell))),
        changes=tuple(_changes(reader, events)),
        check=row.id,
        rolls=outcome.rolls,
        means=outcome.means,
    )


def _besides(reader: Reader, events: Iterable[Event]) -> list[str]:
    """Return in words what else a roll brought about that weighs more than a line."""
    other = (event for event in events if not isinstance(event, CheckRolled))
    return reader.said(event for event in other if reader.weight(event) != LINE)


def _tone(events: Iterable[Event]) -> str:
    """Return the tone of what happened together: the gravest one."""
    return max((forms_of(event).tone for event in events), key=TONES.index)


def _people(reader: Reader, events: Iterable[Event]) -> Iterator[int]:
    """Yield the characters that the events name, and who rolls their checks, as far as this reader may."""
    for ref in dict.fromkeys(ref for event in events for _, ref in event.refs):
        row = reader.row(ref)
        who = row.character if isinstance(row, Check) and reader.level(ref) == "shown" else None
        if isinstance(row, Character):
            yield row.id
        elif who is not None and reader.name(("character", who)) is not None:
            yield who


def _changes(reader: Reader, events: Iterable[Event]) -> Iterator[MomentChange]:
    """Yield the numbers that the events moved and that this reader may know."""
    for event in events:
        if isinstance(event, MovedValue) and event.by and reader.counts(event.who):
            by = event.by if event.kind == "value.gained" else -event.by
            now, of = (event.now, event.of) if reader.stands(event.who) else (None, None)
            yield MomentChange(event.who, reader.fact(event, "what") or "", by, now, of)
        elif isinstance(event, ClockMoved) and event.by and reader.counts(event.clock):
            now, of = (event.filled, event.of) if reader.stands(event.clock) else (None, None)
            yield MomentChange(event.clock, "", event.by, now, of)
