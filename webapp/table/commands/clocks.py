"""Clocks: dials that fill or drain, race and follow one another."""

from webapp.rules.clocks import Clock as ClockValue
from webapp.rules.clocks import Direction, Ticked
from webapp.rules.errors import RuleError
from webapp.rules.ruleset import played
from webapp.screens.audience import Role
from webapp.screens.visibility import Visibility
from webapp.store.board import Board
from webapp.store.models import Clock, Condition
from webapp.table.actor import Actor
from webapp.table.command import (
    PLAYERS_TOO,
    Command,
    Given,
    Report,
    command,
    ensure_references,
    find,
    refuse_crowd,
)
from webapp.table.commands.edits import Edit, told
from webapp.table.consequences import follow_up, personal_kind
from webapp.table.fields import (
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
from webapp.table.outcomes import waits
from webapp.table.refusals import Crowded, Forbidden, Invalid, Refused
from webapp.table.things import ClockFields, editing

DIAL = ("segments", "filled", "direction")
"""What makes one value together."""
MOST_OWN = 6


@command("clock.add")
class AddClock(ClockFields, Command):
    """Start a clock of 1 to 100 segments; a fill clock starts empty, a drain clock full."""

    kind: ClockKind | None = None
    scene: SceneId | None = None
    opposes: Id | None = optional("the clock it races")
    follows: Id | None = optional("the clock that must be complete before this one moves")
    owner: Id | None = optional("the seat that may tick it")
    character: CharacterId | None = None
    condition: ConditionId | None = None
    visibility: VisibilityLevel | None = None

    def take(self, board: Board, actor: Actor) -> Report:
        refuse_crowd(board, Clock)
        ensure_references(board, self.given(), actor)
        own = {
            "value": _value(self.segments, self.filled, self.direction),
            "kind": self.kind or played(board.table.ruleset).clock_kind_for("progress"),
            "scene": self.scene if "scene" in self.model_fields_set else board.table.active_scene,
            "visibility": self.visibility or ("secret" if self.owner else "shown"),
        }
        clock = board.add(Clock(**(self.model_dump(exclude={*DIAL, "condition"}) | own)))
        _race(board, clock)
        if self.condition is not None:
            find(board, Condition, self.condition, actor).clock = clock.id
        account = told(clock, f"clock of {clock.segments} started")
        account.masked = f"{clock.name}: clock started"
        return account


@command("clock.edit")
@editing(AddClock, without=("condition",))
class EditClock(Edit):
    """Change a clock; a smaller dial cuts off what no longer fits."""

    of = Clock
    required = ("name", "kind", "visibility")

    clock: ClockId

    def change(self, board: Board, row: Clock, given: Given) -> list[str]:
        itself = [field for field in ("opposes", "follows") if given.get(field) == row.id]
        if itself:
            raise Invalid("A clock cannot oppose or follow itself.", {itself[0]: "the clock itself"})
        changed = [*self._redraw(row, given), *super().change(board, row, given)]
        if "opposes" in changed:
            row.race = None
            _race(board, row)
        return changed

    def _redraw(self, clock: Clock, given: Given) -> list[str]:
        """Size, filling and direction make one dial: take them out of `given` and set them together."""
        asked = {name: given.pop(name) for name in DIAL if name in given}
        if not asked:
            return []
        if None in asked.values():
            raise Invalid(
                "A clock needs its segments, filling and direction.", dict.fromkeys(asked, "not empty")
            )
        segments = asked.get("segments", clock.segments)
        before = clock.value
        filled = asked.get("filled", before.resized(segments).filled)
        clock.value = _value(segments, filled, asked.get("direction", clock.direction))
        return [name for name in asked if getattr(before, name) != getattr(clock.value, name)]


@command("clock.remove")
class RemoveClock(Command):
    """Take a clock off the table."""

    clock: ClockId

    def take(self, board: Board, actor: Actor) -> Report:
        clock = find(board, Clock, self.clock, actor)
        clock.removed = True
        for other in board.here(Clock):
            other.opposes = None if other.opposes == clock.id else other.opposes
            other.follows = None if other.follows == clock.id else other.follows
        return told(clock, "clock removed")


@command("clock.tick", roles=PLAYERS_TOO)
class TickClock(Command):
    """Move a clock towards completion (negative takes back); it stops at the ends."""

    clock: ClockId
    by: Steps = 1
    because: Because | None = None

    def take(self, board: Board, actor: Actor) -> Report:
        clock = find(board, Clock, self.clock, actor)
        _ensure_owner(clock, actor)
        _ensure_turn(board, clock, self.by, actor)
        return move(board, clock, clock.value.tick(self.by), self.because, actor)


@command("clock.set")
class SetClock(Command):
    """Draw exactly this many segments full."""

    clock: ClockId
    filled: Filled
    because: Because | None = None

    def take(self, board: Board, actor: Actor) -> Report:
        clock = find(board, Clock, self.clock, actor)
        try:
            ticked = clock.value.set(self.filled)
        except RuleError as error:
            raise Invalid(str(error), {"filled": str(error)}) from error
        return move(board, clock, ticked, self.because, actor)


def move(board: Board, clock: Clock, ticked: Ticked, because: str | None, actor: Actor) -> Report:
    """Put the moved dial on the table and tell of it: by how much, where it stands, what that decides.

    Who knows the clock by a word alone hears of it when the word changes.
    """
    word, clock.value = clock.value.word, ticked.clock
    account = told(clock, _movement(clock, ticked), because)
    account.masked = f"{clock.name}: {ticked.clock.word}" if ticked.clock.word != word else None
    account.result = {
        "clock": clock.id,
        "filled": clock.filled,
        "segments": clock.segments,
        "completed": ticked.completed,
        "surplus": ticked.surplus,
    }
    return follow_up(board, clock, ticked, account, actor)


def _movement(clock: Clock, ticked: Ticked) -> str:
    stands = f"{clock.filled} of {clock.segments}"
    sentence = f"{ticked.applied:+d}, now {stands}" if ticked.applied else f"stays at {stands}"
    if ticked.completed:
        sentence += ". It is complete!" if clock.direction == Direction.FILL else ". It has run out!"
    return sentence + (f" ({ticked.surplus} did not fit)" if ticked.surplus else "")


def _value(segments: int, filled: int | None, direction: str) -> ClockValue:
    try:
        return ClockValue.new(segments, filled, Direction(direction))
    except RuleError as error:
        raise Invalid(str(error), {error.field or "segments": str(error)}) from error


def _race(board: Board, clock: Clock) -> None:
    """Opposing goes both ways, and a clock races one other."""
    pair = {clock.id, clock.opposes} - {None}
    for other in board.here(Clock):
        if other.id == clock.opposes:
            other.opposes = clock.id
        elif other.id != clock.id and other.opposes in pair:
            other.opposes = other.race = None


def _ensure_owner(clock: Clock, actor: Actor) -> None:
    if actor.role is not Role.GM and (clock.owner is None or clock.owner != actor.seat):
        raise Forbidden("Only the GM moves this clock. You can propose a tick.")


def _ensure_turn(board: Board, clock: Clock, by: int, actor: Actor) -> None:
    """A clock that follows another waits until that one is complete."""
    if by > 0 and waits(board, clock):
        leader = board.all(Clock)[clock.follows or 0]
        known = Visibility(board, actor.audience).names(leader)
        named = f"“{leader.name}”" if known else "another clock"
        raise Refused(f"“{clock.name}” follows {named}, which is not complete yet.")


# ---- a clock of one's own -------------------------------------------------------------------------


@command("clock.own", roles=frozenset({Role.PLAYER}))
class OwnClock(Command):
    """Start a clock of one's own; nobody but its seat and the GM knows of it."""

    name: Name
    segments: Segments = 4

    def take(self, board: Board, actor: Actor) -> Report:
        if actor.seat is None:
            raise Forbidden("Take a seat first, so that the clock is yours.")
        if sum(clock.owner == actor.seat for clock in board.here(Clock)) >= MOST_OWN:
            raise Crowded(f"You have {MOST_OWN} clocks of your own. Put one away before you start another.")
        refuse_crowd(board, Clock)
        clock = board.add(
            Clock(
                name=self.name,
                value=ClockValue.new(self.segments),
                kind=personal_kind(board),
                scene=None,
                owner=actor.seat,
                visibility="secret",
            )
        )
        return told(clock, f"own clock of {clock.segments} started")


@command("clock.drop", roles=frozenset({Role.PLAYER}))
class DropClock(Command):
    """Put a clock of one's own away; the GM can bring it back by undo."""

    clock: ClockId

    def take(self, board: Board, actor: Actor) -> Report:
        clock = find(board, Clock, self.clock, actor)
        if actor.seat is None or clock.owner != actor.seat:
            raise Forbidden("This clock is not yours. Only the GM takes it off the table.")
        clock.removed = True
        return told(clock, "put away")
