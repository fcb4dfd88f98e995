"""Barriers, puzzles and social challenges: what an Effort Roll is made against.

Source: Layer 2, "Environmental Challenges" and "Effort".
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from webapp.rules.clocks import Clock, Direction
from webapp.rules.errors import RuleError
from webapp.rules.resonance import book
from webapp.rules.resonance.achieved import Achieved
from webapp.rules.resonance.numbers import level as a_level
from webapp.rules.resonance.numbers import target
from webapp.rules.resonance.standard import Mode

BARRIER_BASE = 10


@dataclass(frozen=True, slots=True)
class Barrier:
    """Something that must be worn down or broken through: a Target Number and a task clock that drains."""

    tn: int
    clock: Clock

    @classmethod
    def new(cls, tn: int, length: int) -> Barrier:
        """Set up a Barrier with a task clock of this length; a length of 1 is a plain yes or no."""
        return cls(target(tn, "tn"), Clock.new(length, direction=Direction.DRAIN))

    @property
    def resolved(self) -> bool:
        """Whether it is broken."""
        return self.clock.complete

    def attempt(self, achieved: Achieved) -> Attempted:
        """Make an Effort Roll at it: its clock falls by what the roll has above the TN.

        RuleError if the roll was made against another number, or nothing is left to do.
        """
        _fits(achieved, self.tn, self.resolved)
        ticked = self.clock.tick(achieved.progress)
        return Attempted(
            replace(self, clock=ticked.clock),
            achieved.success,
            ticked.applied,
            ticked.surplus,
            ticked.completed,
        )


@dataclass(frozen=True, slots=True)
class Puzzle:
    """Something to think through: the players find a plan, one decisive Effort Roll confirms it."""

    tn: int
    resolved: bool = False

    def attempt(self, achieved: Achieved) -> Attempted:
        """Make the decisive Effort Roll: beating the TN solves it at once, whatever the margin."""
        _fits(achieved, self.tn, self.resolved)
        return Attempted(
            replace(self, resolved=achieved.success),
            achieved.success,
            int(achieved.success),
            0,
            achieved.success,
        )


@dataclass(frozen=True, slots=True)
class Attempted:
    """A challenge after an Effort Roll: what came off its clock, what was left over, whether it is done."""

    challenge: Barrier | Puzzle
    success: bool
    progress: int
    surplus: int
    resolved: bool


def barrier_tn(level: int) -> int:
    """The usual Target Number of a Barrier: 10 + its level. Source: Layer 2, 2.1.1."""
    return BARRIER_BASE + a_level(level)


def task_clock(tn_name: str) -> tuple[int, int]:
    """How long a task clock usually is for a difficulty by name: (5, 7) for Average. A hint, not a limit."""
    for row in book.rows("tn"):
        if row["name"].casefold() == tn_name.strip().casefold():
            return (int(row["clock_low"]), int(row["clock_high"]))
    raise RuleError(f"There is no difficulty {tn_name!r}.", field="difficulty", value=tn_name)


@dataclass(frozen=True, slots=True)
class Social:
    """A social challenge as it stands before the first word: the Barrier it is, and how it is rolled."""

    barrier: Barrier
    mode: Mode


def social(trust: str, tension: str, faction: str = "neutral") -> Social:
    """Talk someone round: trust gives the TN, tension the clock, the faction Advantage or Disadvantage.

    Trusting 5, neutral 8, doubting 12; calm 3, neutral 5, tense 10; ally, neutral, enemy. Layer 2, 5.4.
    """
    barrier = Barrier.new(
        int(_row("trust", trust, "tn")),
        int(_row("tension", tension, "clock")),
    )
    return Social(barrier, Mode(_row("faction", faction, "mode")))


def _row(table: str, name: str, column: str) -> str:
    rows = {str(row["key"]): row for row in book.rows(table)}
    if name not in rows:
        raise RuleError(f"{table} is one of {', '.join(rows)}; not {name!r}.", field=table, value=name)
    return str(rows[name][column])


def _fits(achieved: Achieved, tn: int, resolved: bool) -> None:
    if resolved:
        raise RuleError("This challenge is already resolved.", field="challenge")
    if achieved.against != tn:
        raise RuleError(
            f"This challenge has Target Number {tn}; the roll was made against {achieved.against}.",
            field="tn",
            value=achieved.against,
        )
