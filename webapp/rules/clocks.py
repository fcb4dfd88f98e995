"""Clocks: dials of 1 to 100 segments that fill up or drain, race each other and follow one another."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from webapp.rules.dice import whole
from webapp.rules.errors import RuleError

MOST_SEGMENTS = 100


class Direction(StrEnum):
    """Which way a clock goes: a fill clock completes when full, a drain clock when empty."""

    FILL = "fill"
    DRAIN = "drain"


@dataclass(frozen=True, slots=True)
class Clock:
    """A dial as it is drawn: `segments` in all (1 to 100), `filled` of them drawn full.

    Source: Razorweave ch. 9, "What Clocks Are"; Resonance's scene and threat clocks drain.
    """

    segments: int
    filled: int
    direction: Direction = Direction.FILL

    def __post_init__(self) -> None:
        if not whole(self.segments) or not 1 <= self.segments <= MOST_SEGMENTS:
            raise RuleError(
                f"A clock has 1 to {MOST_SEGMENTS} segments, not {self.segments!r}.",
                field="segments",
                value=self.segments,
            )
        _drawable(self.filled, self.segments)
        object.__setattr__(self, "direction", _direction(self.direction))

    def __composite_values__(self) -> tuple[int, int, Direction]:
        """What a store keeps of it, in the order in which it is made."""
        return self.segments, self.filled, self.direction

    @classmethod
    def new(
        cls, segments: int, filled: int | None = None, direction: Direction | str = Direction.FILL
    ) -> Clock:
        """Put a new clock on the table: a fill clock starts empty, a drain clock starts full."""
        way = _direction(direction)
        start = 0 if way is Direction.FILL else segments
        return cls(segments, start if filled is None else filled, way)

    @property
    def complete(self) -> bool:
        """Whether it has run out: a fill clock is full, a drain clock is empty."""
        return self.remaining == 0

    @property
    def remaining(self) -> int:
        """How many ticks are left until it completes."""
        return self.segments - self.filled if self.direction is Direction.FILL else self.filled

    @property
    def word(self) -> str:
        """How full it looks to someone who may not count; nearly full is 3/4 or more."""
        if self.filled == 0:
            return "empty"
        if self.filled == self.segments:
            return "full"
        return "nearly full" if 4 * self.filled >= 3 * self.segments else "filling"

    def tick(self, by: int = 1) -> Ticked:
        """Move the clock `by` segments towards completion (negative takes back); it stops at both ends.

        Says what was really done and what did not fit. Source: Razorweave ch. 9, "Advancing Clocks".
        """
        if not whole(by):
            raise RuleError(f"A clock moves by a whole number of segments, not {by!r}.", field="by", value=by)
        done = max(min(by, self.remaining), self.remaining - self.segments)
        return self._moved(done, surplus=abs(by - done))

    def set(self, filled: int) -> Ticked:
        """Draw exactly `filled` segments full; RuleError outside 0 to `segments`."""
        _drawable(filled, self.segments)
        towards = filled - self.filled
        return self._moved(towards if self.direction is Direction.FILL else -towards, surplus=0)

    def resized(self, segments: int) -> Clock:
        """Give the dial another number of segments; what no longer fits is cut off."""
        dial = Clock.new(segments, 0, self.direction)
        return replace(dial, filled=min(self.filled, dial.segments))

    def _moved(self, done: int, *, surplus: int) -> Ticked:
        drawn = self.filled + (done if self.direction is Direction.FILL else -done)
        after = replace(self, filled=drawn)
        return Ticked(after, applied=done, surplus=surplus, completed=after.complete and not self.complete)


@dataclass(frozen=True, slots=True)
class Ticked:
    """A clock after a move, and what happened.

    `applied` is what was really done (signed, towards completion), `surplus` what did not fit (0 or more),
    `completed` is true only for the very move that completed it.
    """

    clock: Clock
    applied: int
    surplus: int
    completed: bool


class Winner(StrEnum):
    """Who completed first when two clocks oppose each other."""

    NOBODY = "nobody"
    OURS = "ours"
    THEIRS = "theirs"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class Race:
    """Two opposing clocks; whoever completes first decides the outcome, and that is remembered.

    Both completing in one move is a result of its own ("partially saved"): the GM decides.
    Source: Razorweave ch. 9, "Opposing Clocks"; reading A4.8.
    """

    ours: Clock
    theirs: Clock
    winner: Winner = Winner.NOBODY

    def tick(self, ours: int = 0, theirs: int = 0) -> Race:
        """Move both clocks at once, ours before theirs; the first winner stays the winner."""
        after = (self.ours.tick(ours).clock, self.theirs.tick(theirs).clock)
        return Race(*after, winner=self.winner if self.winner is not Winner.NOBODY else first_full(*after))


def first_full(ours: Clock, theirs: Clock) -> Winner:
    """Say which of two opposing clocks is complete now: nobody, ours, theirs or both."""
    if ours.complete:
        return Winner.BOTH if theirs.complete else Winner.OURS
    return Winner.THEIRS if theirs.complete else Winner.NOBODY


def may_start(leader: Clock) -> bool:
    """Whether a clock that follows `leader` may move yet: it waits until the leader is complete."""
    return leader.complete


def carried(leader: Ticked, follower: Clock) -> Ticked:
    """Hand what did not fit in the leader, in the move that completed it, on to the clock that follows it."""
    return follower.tick(leader.surplus if leader.completed else 0)


def _direction(direction: Direction | str) -> Direction:
    try:
        return Direction(direction)
    except ValueError:
        raise RuleError(
            f"A clock fills or drains; {direction!r} is neither.", field="direction", value=direction
        ) from None


def _drawable(filled: int, segments: int) -> None:
    if not whole(filled) or not 0 <= filled <= segments:
        raise RuleError(
            f"A clock of {segments} segments can have 0 to {segments} of them filled, not {filled!r}.",
            field="filled",
            value=filled,
        )
