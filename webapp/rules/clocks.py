"""Clocks: dials of 1 to 100 segments that fill up or drain, race each other and follow one another."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from typing import TypeVar

from webapp.rules.codec import AnyCase
from webapp.rules.dice import whole
from webapp.rules.errors import RuleError, quoted, shown

MOST_SEGMENTS = 100
Name = TypeVar("Name", bound=Hashable)


class Direction(AnyCase):
    """The direction of a clock: a fill clock completes when full, a drain clock when empty."""

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
            why = f"A clock has 1 to {MOST_SEGMENTS} segments, not {shown(self.segments)}."
            raise RuleError(why, field="segments", value=self.segments)
        _drawable(self.filled, self.segments)
        object.__setattr__(self, "direction", _direction(self.direction))

    def __composite_values__(self) -> tuple[int, int, Direction]:
        """Return the values to store, in the order of the constructor."""
        return self.segments, self.filled, self.direction

    @classmethod
    def new(
        cls, segments: int, filled: int | None = None, direction: Direction | str = Direction.FILL
    ) -> "Clock":
        """Return a new clock: by default a fill clock starts empty, a drain clock full."""
        way = _direction(direction)
        start = 0 if way is Direction.FILL else segments
        return cls(segments, start if filled is None else filled, way)

    @property
    def complete(self) -> bool:
        """Whether the clock is complete: a fill clock is full, a drain clock is empty."""
        return self.remaining == 0

    @property
    def remaining(self) -> int:
        """The number of ticks until the clock completes."""
        return self.segments - self.filled if self.direction is Direction.FILL else self.filled

    @property
    def done(self) -> int:
        """The number of ticks that the clock has moved towards completion."""
        return self.segments - self.remaining

    def nearer_than(self, other: "Clock") -> bool:
        """Return whether this state of a clock is nearer to completion than another state of it."""
        if self.complete or other.complete:
            return self.complete and not other.complete
        return self.remaining < other.remaining and self.done > other.done

    @property
    def word(self) -> str:
        """The clock's fullness in a word, for viewers without the numbers; "nearly full" is 3/4 or more."""
        if self.filled == 0:
            return "empty"
        if self.filled == self.segments:
            return "full"
        return "nearly full" if 4 * self.filled >= 3 * self.segments else "filling"

    def tick(self, by: int = 1) -> "TickResult":
        """Move the clock `by` segments towards completion (negative: away from it), up to its ends.

        Returns the moved clock, the applied ticks and the surplus.
        Source: Razorweave ch. 9, "Advancing Clocks".
        """
        if not whole(by):
            raise RuleError(
                f"A clock moves by a whole number of segments, not {shown(by)}.", field="by", value=by
            )
        done = max(min(by, self.remaining), self.remaining - self.segments)
        return self._moved(done, surplus=abs(by - done))

    def set(self, filled: int) -> "TickResult":
        """Set the clock to exactly `filled` segments; raise RuleError outside 0 to `segments`."""
        _drawable(filled, self.segments)
        towards = filled - self.filled
        return self._moved(towards if self.direction is Direction.FILL else -towards, surplus=0)

    def resized(self, segments: int) -> "Clock":
        """Return the clock with another number of segments; filled segments beyond it are cut off."""
        dial = Clock.new(segments, 0, self.direction)
        return replace(dial, filled=min(self.filled, dial.segments))

    def _moved(self, done: int, *, surplus: int) -> "TickResult":
        drawn = self.filled + (done if self.direction is Direction.FILL else -done)
        after = replace(self, filled=drawn)
        return TickResult(
            after, applied=done, surplus=surplus, completed=after.complete and not self.complete
        )


@dataclass(frozen=True, slots=True)
class TickResult:
    """A clock after a tick, and what happened.

    `applied` counts the ticks that fitted (signed, towards completion), `surplus` those that did not (0 or
    more); `completed` is true only for the tick that completed the clock.
    """

    clock: Clock
    applied: int
    surplus: int
    completed: bool

    @classmethod
    def between(cls, before: Clock, after: Clock) -> "TickResult":
        """Return the move from one state of a clock to another, which may also have another size."""
        completed = after.complete and not before.complete
        return cls(after, applied=after.done - before.done, surplus=0, completed=completed)


class RaceFinish(AnyCase):
    """The finish of a clock in a race with the clock it opposes."""

    FIRST = "first"
    SECOND = "second"
    BOTH = "both"


TOGETHER = {
    (RaceFinish.FIRST, RaceFinish.SECOND),
    (RaceFinish.SECOND, RaceFinish.FIRST),
    (RaceFinish.BOTH, RaceFinish.BOTH),
}
"""The finishes that two complete clocks may have against each other."""


@dataclass(frozen=True, slots=True)
class RaceEntry:
    """One of two racing clocks: its finish, once it is complete, and the moment that completed it.

    A moment is a check, or another single act. `wins_ties` is true for a clock that, by its game's book, has
    won if one moment completes both.
    """

    clock: Clock
    came: RaceFinish | None = None
    by: int | None = None
    wins_ties: bool = False

    def moved(self, clock: Clock, moment: int | None) -> "RaceEntry":
        """Return the entry after a move; only a clock that stays complete keeps its finish."""
        if clock.complete and self.clock.complete:
            return replace(self, clock=clock)
        return replace(self, clock=clock, came=None, by=moment if clock.complete else None)


def raced(
    mover: RaceEntry, rival: RaceEntry, ticked: TickResult, moment: int | None
) -> tuple[RaceEntry, RaceEntry]:
    """Return two opposing clocks after a move of one: the first to complete wins, and stays first.

    If one `moment` completes both, in whichever order, the finish is "both" ("partially saved") and the GM
    decides, unless one of them wins ties. If the winner is no longer complete, a rival that is complete has
    won. Source: Razorweave ch. 9, "Opposing Clocks"; reading A4.8 in its MECHANICS.md.
    """
    return settled(mover.moved(ticked.clock, moment), rival, moment)


def settled(mover: RaceEntry, rival: RaceEntry, moment: int | None = None) -> tuple[RaceEntry, RaceEntry]:
    """Return two opposing clocks with the finishes that follow from how they stand.

    Finishes that may stand together stay. If the clocks claim the same place, the one that has not just moved
    keeps it. Of two clocks that were complete before they raced, neither was first, so the GM decides.
    """
    if not (mover.clock.complete and rival.clock.complete):
        return _alone(mover), _alone(rival)
    tied = mover.by is not None and mover.by == rival.by
    if tied and mover.wins_ties != rival.wins_ties:
        return _finished(mover, rival, won=mover.wins_ties)
    if (mover.came, rival.came) in TOGETHER:
        return mover, rival
    if not tied and (rival.came or (moment is not None and moment == mover.by)):
        return _finished(mover, rival, won=False)
    if not tied and mover.came:
        return _finished(mover, rival, won=True)
    return replace(mover, came=RaceFinish.BOTH), replace(rival, came=RaceFinish.BOTH)


def _alone(entry: RaceEntry) -> RaceEntry:
    if entry.clock.complete:
        return replace(entry, came=RaceFinish.FIRST)
    return replace(entry, came=None, by=None)


def _finished(mover: RaceEntry, rival: RaceEntry, *, won: bool) -> tuple[RaceEntry, RaceEntry]:
    first, second = RaceFinish.FIRST, RaceFinish.SECOND
    mine, other = (first, second) if won else (second, first)
    return replace(mover, came=mine), replace(rival, came=other)


def segments_in_words(count: object) -> str:
    """Return a number of segments in words: "1 segment", "6 segments"."""
    return f"{count} segment" if count == 1 else f"{count} segments"


def waits(leader: Clock | None) -> bool:
    """Return whether a clock must wait for `leader`, the clock it follows, to complete; False for None."""
    return leader is not None and not leader.complete


def comes_round(clock: Name, leader: Callable[[Name], Name | None]) -> Name | None:
    """Return the clock at which a chain of followed clocks becomes a circle; None if the chain ends."""
    seen, ahead = {clock}, leader(clock)
    while ahead is not None and ahead not in seen:
        seen.add(ahead)
        ahead = leader(ahead)
    return ahead


def _direction(direction: Direction | str) -> Direction:
    try:
        return Direction(direction)
    except ValueError:
        raise RuleError(
            f"A clock must fill or drain, not {quoted(direction)}.", field="direction", value=direction
        ) from None


def _drawable(filled: int, segments: int) -> None:
    if not whole(filled) or not 0 <= filled <= segments:
        why = (
            f"A clock of {segments_in_words(segments)} can have 0 to {segments} filled, not {shown(filled)}."
        )
        raise RuleError(why, field="filled", value=filled)
