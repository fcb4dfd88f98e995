"""A Check: roll a pool of d6, add up the low faces for Score, count the high ones for Edge.

```python
>>> rattled = take(Check(pool=6, difficulty=3, discard=Discard.LOWEST), [2, 2, 4, 5, 5, 6])
>>> rattled.kept, rattled.score, rattled.edge, rattled.success
((4, 5, 5, 6), 0, 4, False)

```
Source: Scenes, "Actions"; Engine, "Success & Failure" and "Twists".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from webapp.rules import dice as floor
from webapp.rules.errors import RuleError
from webapp.rules.mettle.needs import MOST, number
from webapp.rules.mettle.tables import quality_of

MOST_DICE = 60
FACES = 6
HIGHEST_SCORING_FACE = 3


class Discard(StrEnum):
    """Which dice a status takes away before counting: Rattled the lowest, Shaken the highest, or both."""

    LOWEST = "lowest"
    HIGHEST = "highest"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class Check:
    """What is about to be rolled: a pool of 0 to 60 dice against a Difficulty of 0 or more.

    Penalties have already been taken off the pool; one that would go below 0 has 0 dice (reading C4.21).
    """

    pool: int
    difficulty: int
    discard: Discard | None = None

    def __post_init__(self) -> None:
        number(self.pool, "The pool", field="pool", high=MOST_DICE)
        number(self.difficulty, "The Difficulty", field="difficulty", high=MOST)
        object.__setattr__(self, "discard", discard_of(self.discard))

    @property
    def automatic(self) -> bool:
        """Difficulty 0 succeeds by itself; the dice only show the Edge."""
        return self.difficulty == 0

    @property
    def impossible(self) -> bool:
        """No roll can reach a Difficulty above three times the pool."""
        return self.difficulty > HIGHEST_SCORING_FACE * self.pool

    @property
    def may_be_assumed(self) -> bool:
        """A pool larger than the Difficulty may be taken as a success without a roll."""
        return self.pool > self.difficulty


@dataclass(frozen=True, slots=True)
class Result:
    """How a Check came out: dice kept and discarded in the order they fell, Score, Edge, success.

    `twist` holds the dice rolled again, None while nobody took a Twist.
    """

    check: Check
    kept: tuple[int, ...]
    discarded: tuple[int, ...]
    real: bool = False
    twist: tuple[int, ...] | None = None

    @property
    def score(self) -> int:
        """The faces from 1 to 3, added up."""
        return sum(scoring(self.kept))

    @property
    def edge(self) -> int:
        """How many dice show 4 to 6."""
        return len(self.kept) - len(scoring(self.kept))

    @property
    def success(self) -> bool:
        """Score reaches the Difficulty; equal is enough (reading C4.5)."""
        return self.score >= self.check.difficulty

    @property
    def quality(self) -> str | None:
        """How good a success was, by its Edge; None on a failure."""
        return quality_of(self.edge) if self.success else None

    @property
    def may_twist(self) -> bool:
        """A failed Check with Edge may be offered one Twist."""
        return not self.success and self.edge > 0 and self.twist is None


def roll(check: Check, source: floor.Dice) -> Result:
    """Roll a Check from a source of dice."""
    return read(check, floor.roll(source, check.pool, FACES))


def take(check: Check, dice: Sequence[int]) -> Result:
    """Read a Check off dice that a person rolled; RuleError unless they are exactly the pool."""
    return read(check, floor.given(dice, count=check.pool, faces=FACES))


def read(check: Check, rolled: floor.Rolled) -> Result:
    """Count a roll: discard what a status takes away, then Score and Edge of the rest."""
    gone = _gone(rolled.dice, check.discard)
    return Result(
        check,
        kept=tuple(face for face in rolled.dice if face not in gone),
        discarded=tuple(face for face in rolled.dice if face in gone),
        real=rolled.real,
    )


def twist(result: Result, dice: floor.Dice | Sequence[int]) -> Result:
    """Take a Twist that player and Guide both accepted: Score dice stay, all Edge dice are rolled once more.

    `dice` is a source or the faces a person rolled. Nothing is discarded a second time (reading C4.1); the
    complication stands whatever comes. RuleError on a success, without Edge, or after another Twist.
    """
    _twistable(result)
    if callable(dice):
        again = floor.roll(dice, result.edge, FACES)
    else:
        again = floor.given(dice, count=result.edge, faces=FACES)
    kept = scoring(result.kept) + again.dice
    return replace(result, kept=kept, twist=again.dice, real=result.real or again.real)


def scoring(dice: Sequence[int]) -> tuple[int, ...]:
    """The dice that make the Score: those showing 1, 2 or 3."""
    return tuple(face for face in dice if face <= HIGHEST_SCORING_FACE)


def discard_of(discard: Discard | str | None) -> Discard | None:
    """Read "lowest", "highest", "both" or nothing; RuleError for anything else."""
    try:
        return None if discard is None else Discard(discard)
    except ValueError:
        raise RuleError(
            f"A Check discards nothing, its lowest or its highest dice, not {discard!r}.",
            field="discard",
            value=discard,
        ) from None


def _gone(dice: tuple[int, ...], discard: Discard | None) -> frozenset[int]:
    """The faces that are taken away: every die equal to the lowest, or highest, face goes (reading C4.1)."""
    if discard is None or not dice:
        return frozenset()
    ends = {Discard.LOWEST: (min(dice),), Discard.HIGHEST: (max(dice),), Discard.BOTH: (min(dice), max(dice))}
    return frozenset(ends[discard])


def _twistable(result: Result) -> None:
    if result.success:
        raise RuleError("Only a failed Check can be twisted.", field="twist_dice", value=result.kept)
    if result.twist is not None:
        raise RuleError("A Check is twisted once.", field="twist_dice", value=result.twist)
    if not result.edge:
        raise RuleError("A Twist needs Edge dice to roll again.", field="twist_dice", value=result.kept)
