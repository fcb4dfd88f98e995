"""Commands for clocks: dials that fill or drain, race and follow one another."""

from pydantic import Field

from webapp.rules.clocks import Clock as ClockValue
from webapp.rules.clocks import Direction, TickResult
from webapp.rules.errors import RuleError
from webapp.state.audience import Role
from webapp.state.guests import newcomers
from webapp.state.house_events import ThingAdded, ThingRemoved
from webapp.state.visibility import Visibility
from webapp.store.models import Clock, Condition, ref_of
from webapp.store.table_state import TableState
from webapp.table.actor import PLAYERS_TOO, Actor, ensure_no_gm_fields
from webapp.table.command import (
    Command,
    CommandResult,
    Given,
    command,
    ensure_references,
    ensure_room_for,
    find,
)
from webapp.table.commands.edits import Edit, told_of
from webapp.table.commands.proposals import MakeProposal
from webapp.table.consequences import own_clock_kind
from webapp.table.fields import (
    SIGHT,
    Because,
    CharacterId,
    ClockId,
    ClockKind,
    ConditionId,
    Filled,
    Id,
    Name,
    SceneId,
    Segments,
    Steps,
    VisibilityLevel,
    optional,
)
from webapp.table.moving_clocks import (
    DIAL,
    add_consequences,
    ensure_turn,
    move_clock,
    place_clock,
    settle_races,
    start_race,
)
from webapp.table.player_settings import ASK, players_clocks_of
from webapp.table.refusals import Forbidden, Invalid, TableFull
from webapp.table.shares import OWN_CLOCKS
from webapp.table.thing_fields import ClockFields, editing

PLAYERS_FIELDS = frozenset({"name", "segments", "direction"})


@command("clock.add", roles=PLAYERS_TOO)
class AddClock(ClockFields, Command):
    """Start a clock of 1 to 100 segments; a fill clock starts empty, a drain clock full.

    A player may set only name, segments and direction, and every seat may tick the player's clock. A player's
    command becomes a proposal unless the table's setting `players_clocks` is "free" and the seat is known: it
    is one of the table's first four, or a GM let it stay.
    """

    kind: ClockKind | None = optional(
        "the key of one of the game's kinds of clock; "
        "default for a new clock: progress, or the game's first kind"
    )
    scene: SceneId | None = None
    opposes: Id | None = optional("the clock that this clock races")
    follows: Id | None = optional("the clock that must be complete before this clock moves")
    owner: Id | None = optional("the seat that may tick the clock")
    shared: bool = Field(default=False, description="whether every seat may tick the clock")
    character: CharacterId | None = optional("the character that the clock belongs to")
    condition: ConditionId | None = optional("the condition that the clock belongs to")
    visibility: VisibilityLevel | None = optional(
        f"{SIGHT}; default for a new clock: shown, or secret for a clock with an owner"
    )

    def for_player(self, state: TableState, actor: Actor) -> Command:
        """Return the command for a clock shared by all seats, or a proposal if the table wants one."""
        if actor.seat is None:
            raise Forbidden("Take a seat first; then you can start a clock.")
        ensure_no_gm_fields(self.model_fields_set - PLAYERS_FIELDS)
        wanted = self.model_copy(update={"shared": True})
        wanted.model_fields_set.add("shared")
        if players_clocks_of(state.table) == ASK or actor.seat in newcomers(state):
            return MakeProposal(command=wanted.worth_asking(state))
        return wanted

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        ensure_room_for(state, Clock, actor.audience)
        ensure_references(state, self.given(), actor)
        own = {
            "value": _value(self.segments, self.filled, self.direction),
            "kind": self.kind or state.rules.catalogue.clock_kind_for("progress"),
            "scene": self.scene if "scene" in self.model_fields_set else state.table.active_scene,
            "visibility": self.visibility or ("secret" if self.owner else "shown"),
        }
        clock = state.add(Clock(**(self.model_dump(exclude={*DIAL, "condition"}) | own)))
        start_race(state, clock)
        if self.condition is not None:
            find(state, Condition, self.condition, actor).clock = clock.id
        return told_of(clock, ThingAdded(ref_of(clock), of=clock.segments))


@command("clock.edit")
@editing(AddClock, without=("condition",))
class EditClock(Edit):
    """Change a clock; if it gets fewer segments, filled segments that no longer fit are lost."""

    of = Clock
    required = ("name", "kind", "visibility", "shared")

    clock: ClockId

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        clock = find(state, Clock, self.clock, actor)
        before = clock.value
        result = super().execute(state, actor)
        if clock.value.nearer_than(before):
            ensure_turn(state, clock, actor)
        return add_consequences(state, clock, TickResult.between(before, clock.value), result, actor)

    def change(self, state: TableState, row: Clock, given: Given) -> list[str]:
        itself = [field for field in ("opposes", "follows") if given.get(field) == row.id]
        if itself:
            raise Invalid("A clock cannot race or follow itself.", {itself[0]: "the clock itself"})
        before, after = row.value, self._redrawn(row, given)
        changed = super().change(state, row, given)
        if "opposes" in changed:
            start_race(state, row)
        elif "kind" in changed:
            settle_races(state, [row])
        if after != before:
            place_clock(state, row, after)
        return [*(name for name in DIAL if getattr(before, name) != getattr(after, name)), *changed]

    def _redrawn(self, clock: Clock, given: Given) -> ClockValue:
        """Remove size, filling and direction from `given`; return the value that they make together."""
        asked = {name: given.pop(name) for name in DIAL if name in given}
        if None in asked.values():
            raise Invalid(
                "A clock's segments, filled segments and direction cannot be empty.",
                dict.fromkeys(asked, "not empty"),
            )
        segments = asked.get("segments", clock.segments)
        if not asked:
            return clock.value
        filled = asked.get("filled", clock.value.resized(segments).filled)
        return _value(segments, filled, asked.get("direction", clock.direction))


@command("clock.remove")
class RemoveClock(Command):
    """Remove a clock from the table."""

    clock: ClockId

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        clock = find(state, Clock, self.clock, actor)
        clock.removed = True
        for other in state.find_all(Clock):
            other.opposes = None if other.opposes == clock.id else other.opposes
            other.follows = None if other.follows == clock.id else other.follows
        return told_of(clock, ThingRemoved(ref_of(clock)))


@command("clock.tick", roles=PLAYERS_TOO)
class TickClock(Command):
    """Move a clock towards completion, or back if `by` is negative; the clock stops at the ends.

    A player may move the clocks of their own seat and those that every seat may tick.
    """

    clock: ClockId
    by: Steps = 1
    because: Because | None = None

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        clock = find(state, Clock, self.clock, actor)
        _ensure_may_tick(state, clock, actor)
        if self.by > 0:
            ensure_turn(state, clock, actor)
        return move_clock(state, clock, clock.value.tick(self.by), self.because, actor)


@command("clock.set")
class SetClock(Command):
    """Set how many segments of a clock are full."""

    clock: ClockId
    filled: Filled
    because: Because | None = None

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        clock = find(state, Clock, self.clock, actor)
        try:
            ticked = clock.value.set(self.filled)
        except RuleError as error:
            raise Invalid(str(error), {"filled": str(error)}) from error
        if ticked.applied > 0:
            ensure_turn(state, clock, actor)
        return move_clock(state, clock, ticked, self.because, actor)


def _value(segments: int, filled: int | None, direction: str) -> ClockValue:
    try:
        return ClockValue.new(segments, filled, Direction(direction))
    except RuleError as error:
        raise Invalid(str(error), {error.field or "segments": str(error)}) from error


def _ensure_may_tick(state: TableState, clock: Clock, actor: Actor) -> None:
    """Refuse an actor who is not the GM, the clock's owner, or a seat that sees a shared clock in full."""
    if actor.role is Role.GM or (actor.seat is not None and clock.owner == actor.seat):
        return
    if actor.seat is None:
        raise Forbidden("Take a seat first; then you can tick a clock, or propose a tick.")
    if not clock.shared or Visibility(state, actor.audience).level(clock) != "shown":
        raise Forbidden("You cannot move this clock, but you can propose a tick.")


# ---- a player's own clock -------------------------------------------------------------------------


@command("clock.own", roles=frozenset({Role.PLAYER}))
class OwnClock(Command):
    """Start a clock of your own; only your seat and the GM see it."""

    name: Name
    segments: Segments = 4

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        if actor.seat is None:
            raise Forbidden("Take a seat first; your clock belongs to your seat.")
        if sum(clock.owner == actor.seat for clock in state.find_all(Clock)) >= OWN_CLOCKS:
            raise TableFull(f"You can have at most {OWN_CLOCKS} clocks of your own. Remove one first.")
        ensure_room_for(state, Clock, actor.audience)
        clock = state.add(
            Clock(
                name=self.name,
                value=ClockValue.new(self.segments),
                kind=own_clock_kind(state),
                scene=None,
                owner=actor.seat,
                visibility="secret",
            )
        )
        return told_of(clock, ThingAdded(ref_of(clock), own=True, of=clock.segments))


@command("clock.drop", roles=frozenset({Role.PLAYER}))
class DropClock(Command):
    """Remove a clock of your own; the GM can restore it with undo."""

    clock: ClockId

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        clock = find(state, Clock, self.clock, actor)
        if actor.seat is None or clock.owner != actor.seat:
            raise Forbidden("This clock is not yours. Ask the GM to remove it.")
        clock.removed = True
        return told_of(clock, ThingRemoved(ref_of(clock), own=True))
