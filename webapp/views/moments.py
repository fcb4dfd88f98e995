"""Moments: what happened last that screens tell, made for one audience from the entries in memory.

An entry of the journal is a moment if an event that this audience reads weighs more than a line; a check and
its outcome are one moment, of which the newest stage counts. What was undone is no moment, also once it is
done again. A number that changed since is left out of the words.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any, Protocol

from webapp.rules.event_forms import LINE, TONES, WEIGHTS
from webapp.rules.events import DOCUMENT, Event, Ref
from webapp.rules.outcome_line import MOST_NAMED, join_sentences
from webapp.rules.word_lists import and_list
from webapp.state.audience import Audience, Role
from webapp.state.check_events import CheckDecided, CheckRolled
from webapp.state.house_events import (
    CharacterDied,
    ClockMoved,
    ConditionEnded,
    ConditionGained,
    MovedValue,
    SceneBegan,
    ThingSeen,
    ValueGained,
    ValueLost,
)
from webapp.state.reader import Reader, alike_of
from webapp.store.models import Character, Check
from webapp.store.table_state import TableState
from webapp.views.moment_views import MomentChange, MomentLine, MomentView, StageView
from webapp.views.outcomes import is_ours, moment_line
from webapp.views.safe_rendering import render_safely

MOST = 8
"""How many moments a screen may show."""
TOGETHER = timedelta(minutes=1)
"""How much older than the newest moment another one may be, since none is shown for longer."""
TONE_OF_CHECK = {"half": "mixed"}
STAGE = WEIGHTS[-1]


class RecentEntry(Protocol):
    """What moments need of an entry of the journal (`webapp/table/recent_entries.py`)."""

    id: int
    at: datetime
    events: Sequence[Sequence[Any]]
    undone_by: int | None
    undoable: bool
    undoes: int | None
    heard: frozenset[str] | None
    touched: frozenset[Ref]
    weighs: bool


def moments_of(state: TableState, audience: Audience) -> tuple[MomentView, ...]:
    """Return the newest moments for this audience, newest first."""
    return state.cached(("moments", audience.key, 0), lambda: _newest(state, audience))


def _newest(state: TableState, audience: Audience) -> tuple[MomentView, ...]:
    found: dict[int, MomentView] = {}
    since: set[Ref] = set()
    recent: Sequence[RecentEntry] = state.recent
    undone = {entry.undoes for entry in recent}
    for entry in recent:
        standing = entry.id not in undone and entry.undoes is None
        if standing and entry.weighs and _hears(audience, entry):
            made = _cached_moment(state, audience, entry, frozenset(since))
            if made is not None and found and made.at < next(iter(found.values())).at - TOGETHER:
                break
            if made is not None:
                found.setdefault(made.id, made)
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
    said_once = _without_won_clocks(reader, told)
    heaviest, *_ = alike_of(event for event in said_once if reader.weight(event) == weight)
    below = reader.below(heaviest[0])
    if below:
        heaviest = [event for event in said_once if _is_below(reader, event, heaviest[0].kind, below)]
    others = [event for event in said_once if event not in heaviest]
    said, head = reader.told_together(heaviest), reader.head(heaviest)
    return MomentView(
        id=entry.id,
        entry=entry.id,
        at=entry.at,
        weight=weight,
        tone=_tone(reader, told),
        verdict="",
        head=head or join_sentences(said),
        lines=(*_detail(reader, heaviest if head else (), below), *_lines(reader, others)),
        kind=heaviest[0].kind,
        about=next((ref for _, ref in heaviest[0].refs), None),
        concerns=tuple(_people(reader, told)),
        changes=tuple(_changes(reader, told)),
        undoable=audience.role is Role.GM and entry.undoable,
        stages=_stages(reader, told),
    )


def _is_below(reader: Reader, event: Event, kind: str, below: str) -> bool:
    """Return whether an event is of this kind and says the same below its head."""
    return event.kind == kind and reader.below(event) == below


def _detail(reader: Reader, events: Sequence[Event], below: str | None) -> Iterator[MomentLine]:
    """Yield what stands below the head of these events: one sentence for all, or each in words."""
    if below and events:
        yield MomentLine(below, tuple(_people(reader, events)))
    else:
        yield from _lines(reader, events)


def _lines(reader: Reader, events: Iterable[Event]) -> Iterator[MomentLine]:
    """Yield sentences about these events, without those that a change of a number says already."""
    left = (event for event in events if not _is_change(event) or not any(_changes(reader, [event])))
    for alike in alike_of(left):
        people = tuple(_people(reader, alike))
        for words in reader.told_together(alike):
            yield MomentLine(words, people)


def _check_of(reader: Reader, events: Iterable[Event]) -> Check | None:
    """Return the check whose dice or outcome these events tell or reveal, if this reader may know it."""
    for event in events:
        of_check = isinstance(event, CheckRolled | CheckDecided | ThingSeen)
        row = reader.row(next(ref for _, ref in event.refs)) if of_check else None
        if isinstance(row, Check) and row.result and reader.level((row.kind_name, row.id)) == "shown":
            return row
    return None


def _moment_of_check(reader: Reader, entry: RecentEntry, row: Check, events: Sequence[Event]) -> MomentView:
    outcome = moment_line(reader, row)
    applied = any(isinstance(event, CheckDecided) for event in events)
    besides = [
        event for event in events if not isinstance(event, CheckRolled) and reader.weight(event) != LINE
    ]
    return MomentView(
        id=row.id,
        entry=entry.id,
        at=entry.at,
        weight=STAGE,
        tone=TONE_OF_CHECK.get(outcome.tone, outcome.tone),
        verdict=outcome.verdict,
        head=outcome.brief,
        lines=tuple(_lines(reader, () if applied else besides)),
        kind=CheckDecided.kind if outcome.decided else CheckRolled.kind,
        about=None,
        concerns=tuple(dict.fromkeys((*filter(None, (outcome.roller,)), *outcome.befell))),
        changes=tuple(_changes(reader, events)),
        check=row.id,
        rolls=outcome.rolls,
        means=outcome.means,
        stages=_stages(reader, events),
    )


def _stages(reader: Reader, events: Iterable[Event]) -> tuple[StageView, ...]:
    """Return what of these events has the TV alone, each further full clock after it.

    A check's own dice and outcome do not.
    """
    staged = [event for event in events if reader.weight(event) == STAGE and not _is_of_check(event)]
    alone = _without_won_clocks(reader, staged)
    if not alone:
        return ()
    first = next((event for event in alone if isinstance(event, SceneBegan)), alone[0])
    clocks = [event for event in alone if isinstance(event, ClockMoved) and event is not first]
    others = [event for event in alone if event is not first and event not in clocks]
    return _alone(reader, first, others), *(_alone(reader, clock) for clock in clocks)


def _alone(reader: Reader, first: Event, others: Sequence[Event] = ()) -> StageView:
    thing = _first(first)
    name = (reader.called(thing) if thing else None) or ""
    if not isinstance(first, ClockMoved | SceneBegan | ThingSeen):
        told = [words for words in (reader.head([first]), reader.below(first)) if words]
        words = [*(told or reader.said([first])), *reader.said(others)]
        return StageView(first.kind, thing, name, tuple(words))
    if isinstance(first, ThingSeen):
        seen = (_first(event) for event in (first, *others) if isinstance(event, ThingSeen))
        name = and_list(filter(None, (reader.called(ref) for ref in seen if ref)), MOST_NAMED)
        others = [event for event in others if not isinstance(event, ThingSeen)]
    return StageView(first.kind, thing, name, tuple(reader.said(others)))


def _without_won_clocks(reader: Reader, events: Sequence[Event]) -> Sequence[Event]:
    """Leave out the empty clocks of the party's own work where something good has the stage: that is why."""
    if not any(reader.tone(event) == "good" and reader.weight(event) == STAGE for event in events):
        return events
    kind_of = reader.state.rules.catalogue.clock_kind
    return [
        event
        for event in events
        if not (
            isinstance(event, ClockMoved)
            and event.completed
            and event.drains
            and kind_of(event.clock_kind).role == "progress"
        )
    ]


def _first(event: Event) -> Ref | None:
    """Return the first thing that an event names."""
    return next((ref for _, ref in event.refs), None)


def _is_of_check(event: Event) -> bool:
    thing = _first(event)
    return thing is not None and thing[0] == "check"


def _tone(reader: Reader, events: Iterable[Event]) -> str:
    """Return the tone of what happened together: the gravest one, good or bad for the party."""
    return max((_tone_of(reader, event) for event in events), key=TONES.index)


def _tone_of(reader: Reader, event: Event) -> str:
    """Return the tone of one event; what befalls one of the party is bad for it, and a foe's loss is good."""
    if isinstance(event, ConditionGained | ConditionEnded) and not event.makes:
        return reader.tone(event)
    if not isinstance(event, ConditionGained | ConditionEnded | CharacterDied | ValueLost | ValueGained):
        return reader.tone(event)
    who = reader.row(event.who)
    ours = isinstance(who, Character) and is_ours(reader.state, who)
    return "good" if isinstance(event, ConditionEnded | ValueGained) == ours else "bad"


def _people(reader: Reader, events: Iterable[Event]) -> Iterator[int]:
    """Yield the characters that the events name, and who rolls their checks, as far as this reader may."""
    for ref in dict.fromkeys(ref for event in events for _, ref in event.refs):
        row = reader.row(ref)
        who = row.character if isinstance(row, Check) and reader.level(ref) == "shown" else None
        if isinstance(row, Character):
            yield row.id
        elif who is not None and reader.name(("character", who)) is not None:
            yield who


def _is_change(event: Event) -> bool:
    """Return whether an event says no more than that a number moved."""
    return isinstance(event, MovedValue) or (isinstance(event, ClockMoved) and not event.completed)


def _changes(reader: Reader, events: Iterable[Event]) -> Iterator[MomentChange]:
    """Yield the numbers that the events moved and that this reader may know."""
    for event in events:
        if isinstance(event, MovedValue):
            thing, what = event.who, reader.fact(event, "what") or ""
            by, now, of = event.change, event.now, event.of
        elif isinstance(event, ClockMoved):
            thing, what, by, now, of = event.clock, "", event.by, event.filled, event.of
        else:
            continue
        owners = [ref for ref in (thing, getattr(event, DOCUMENT, None)) if ref is not None]
        if by and all(map(reader.counts, owners)):
            stands = all(map(reader.stands, owners))
            known = (now, of) if stands else (None, None)
            yield MomentChange(thing, reader.called(thing) or "", what, by, *known)
