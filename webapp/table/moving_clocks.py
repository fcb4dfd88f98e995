"""The one door for a moving clock: only `place_clock` and `restore_clock` change a clock's value.

So the laws of clocks hold on every way: ticks, settings, edits, passing time, the games' own clocks, undo and
redo. `move_clock` also describes the move and adds its consequences.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from webapp.rules.clocks import Clock as ClockValue
from webapp.rules.clocks import Direction, RaceEntry, RaceFinish, TickResult, raced, settled
from webapp.state.audience import Role
from webapp.state.house_events import ClockMoved, RaceSettled
from webapp.state.rule_values import carried_condition
from webapp.state.visibility import Visibility
from webapp.state.waiting_clocks import waits_for_another
from webapp.store.models import Clock, Condition, ref_of
from webapp.store.table_state import TableState
from webapp.table.actor import Actor
from webapp.table.command import CommandResult
from webapp.table.commands.edits import told_of
from webapp.table.proposals import propose
from webapp.table.refusals import Refused

DIAL = ("segments", "filled", "direction")
"""The fields that together make a clock's value."""
FINISH = ("race", "completed_by")
"""The fields that follow from how a clock and its rival have moved."""


# ---- the door -------------------------------------------------------------------------------------


def place_clock(state: TableState, clock: Clock, value: ClockValue) -> TickResult:
    """Give a clock this value and settle its race; return the move."""
    ticked = TickResult.between(clock.value, value)
    rival = rival_of(state, clock)
    mover = _entry(state, clock)
    clock.value = value
    if rival is None:
        _store_finish(clock, mover.moved(value, state.moment))
    else:
        _store_finishes((clock, rival), raced(mover, _entry(state, rival), ticked, state.moment))
    return ticked


def restore_clock(state: TableState, clock: Clock, value: ClockValue, finish: Mapping[str, Any]) -> None:
    """Give a clock the value of an earlier time, with the fields of `FINISH` to restore.

    `settle_races` must follow once all things are restored.
    """
    _store_finish(clock, _entry(state, clock).moved(value, state.moment))
    clock.value = value
    for name, was in finish.items():
        setattr(clock, name, was)


def settle_races(state: TableState, clocks: Iterable[Clock]) -> None:
    """Settle the races of these clocks from how the clocks stand."""
    for clock in clocks:
        rival = None if clock.removed else rival_of(state, clock)
        entry = _entry(state, clock)
        if rival is None:
            _store_finish(clock, entry.moved(clock.value, state.moment))
        else:
            _store_finishes((clock, rival), settled(entry, _entry(state, rival), state.moment))


def start_race(state: TableState, clock: Clock) -> None:
    """Make a race mutual, and end other races of both clocks: a clock races at most one other."""
    pair = {clock.id, clock.opposes} - {None}
    if clock.race is not None:
        clock.race = None
    for other in state.find_all(Clock):
        if other.id == clock.opposes:
            other.opposes, other.race = clock.id, None
        elif other.id != clock.id and other.opposes in pair:
            other.opposes = other.race = None
    settle_races(state, [clock])


def rival_of(state: TableState, clock: Clock) -> Clock | None:
    """Return the clock that this clock races, if it is on the table and races no other."""
    rival = state.find(Clock, clock.opposes)
    return rival if rival is not None and rival.opposes in (None, clock.id) else None


def _entry(state: TableState, row: Clock) -> RaceEntry:
    kind = state.rules.catalogue.clock_kind(row.kind)
    return RaceEntry(row.value, RaceFinish(row.race) if row.race else None, row.completed_by, kind.wins_ties)


def _store_finishes(rows: tuple[Clock, Clock], entries: tuple[RaceEntry, RaceEntry]) -> None:
    for row, entry in zip(rows, entries, strict=True):
        _store_finish(row, entry)


def _store_finish(row: Clock, entry: RaceEntry) -> None:
    came = str(entry.came) if entry.came else None
    if (row.race, row.completed_by) != (came, entry.by):
        row.race, row.completed_by = came, entry.by


def ensure_turn(state: TableState, clock: Clock, actor: Actor) -> None:
    """Refuse to move a clock towards completion while the clock that it follows is not complete."""
    if waits_for_another(state, clock):
        leader = state.require(Clock, clock.follows)
        known = Visibility(state, actor.audience).knows_name(leader)
        named = f"“{leader.name}”" if known else "another clock"
        raise Refused(f"“{clock.name}” follows {named}, which is not complete yet.")


# ---- a move with its words and consequences -------------------------------------------------------


def move_clock(
    state: TableState,
    clock: Clock,
    ticked: TickResult,
    because: str | None = None,
    actor: Actor | None = None,
    why: str = "",
) -> CommandResult:
    """Move a clock; return the change with its consequences, after a sentence of the game that says `why`.

    Audiences that know only the clock's word ("filling") read a sentence only when the word changes. Only a
    GM as the `actor` reads the verdict on a race in the payload.
    """
    word = clock.value.word
    place_clock(state, clock, ticked.clock)
    result = told_of(clock, _moved(clock, ticked, word, why), because)
    result.payload = {
        "clock": clock.id,
        "filled": clock.filled,
        "segments": clock.segments,
        "completed": ticked.completed,
        "surplus": ticked.surplus,
    }
    return add_consequences(state, clock, ticked, result, actor)


def add_consequences(
    state: TableState, clock: Clock, ticked: TickResult, result: CommandResult, actor: Actor | None
) -> CommandResult:
    """Add the consequences of a clock's move to its result; changes to conditions become proposals."""
    rival = rival_of(state, clock)
    if rival is not None and ticked.completed:
        if actor is not None and actor.role is Role.GM:
            result.payload["race"] = {"against": rival.id, "came": clock.race}
        result.events.append(RaceSettled(ref_of(clock), ref_of(rival), str(clock.race)))
    _conditions(state, clock, ticked)
    return result


def _moved(clock: Clock, ticked: TickResult, word: str, why: str) -> ClockMoved:
    """Return a clock's move as an event; `word` was the clock's word before it."""
    return ClockMoved(
        ref_of(clock),
        ticked.applied if clock.direction == Direction.FILL else -ticked.applied,
        clock.filled,
        clock.segments,
        clock.kind,
        drains=clock.direction == Direction.DRAIN,
        surplus=ticked.surplus,
        completed=ticked.completed,
        word=ticked.clock.word if ticked.clock.word != word else None,
        why=why or None,
    )


def _conditions(state: TableState, clock: Clock, ticked: TickResult) -> None:
    """Propose changes to conditions whose own clock moved or whose goal was reached."""
    game, moved = state.rules, clock.id
    for row in state.find_all(Condition):
        if row.clock == moved:
            propose(state, game.clock_full(carried_condition(row), ticked), check=state.acting)
        if row.goal == moved:
            propose(state, game.goal_reached(carried_condition(row), ticked), check=state.acting)
