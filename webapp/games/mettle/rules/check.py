"""A Check: roll a pool of d6, add up the low faces for Score, count the high ones for Edge.

```python
>>> rattled = resolve(Check(pool=6, difficulty=3, discard=Discard.LOWEST), [2, 2, 4, 5, 5, 6])
>>> rattled.kept, rattled.score, rattled.edge, rattled.success
((4, 5, 5, 6), 0, 4, False)

```
Source: Scenes, "Actions"; Engine, "Success & Failure", "Twists" and "Check Modifiers".
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Self, TypeAlias

from webapp.games.api import Modifier, RuleError, cut
from webapp.games.mettle.rules.argument_checks import MOST, Count, Pool, one_of
from webapp.games.mettle.rules.book_tables import quality_of
from webapp.games.mettle.rules.check_burdens import (
    ALLOWED_MODIFIERS,
    SIGHT,
    Burden,
    Discard,
    burden_of,
    discarded_faces,
    merge_discards,
)
from webapp.rules import dice as floor
from webapp.rules.codec import ensure_limits, load_known, member
from webapp.rules.dice import number

FACES = 6
HIGHEST_SCORING_FACE = 3
PILED_UP = 2 * MOST
"""The largest amount of one modifier of a Check; wounds and poison may exceed what a GM may add."""
FallenOrSource: TypeAlias = Any
"""A source of dice (`Loaded(3, 4)`, `random.Random(7)`), or the faces that a person rolled (`[3, 4]`)."""


@dataclass(frozen=True, slots=True)
class Check:
    """A Check before its roll: a pool of 0 to 60 dice against a Difficulty of 0 or more.

    `sources` are the modifiers: bonus dice, added Difficulty, and the effects of statuses. Effects
    apply to it by its `action` ("attack") and `words` ("POISE"). `sight` is "needed", "partly" or
    "none"; `hearing` is whether the task needs hearing.
    """

    pool: Pool
    difficulty: Count
    discard: Discard | None = None
    sources: tuple[Modifier, ...] = ()
    action: str = ""
    words: str = ""
    sight: str = "partly"
    hearing: bool = False

    def __post_init__(self) -> None:
        ensure_limits(self)
        if self.discard is not None:
            object.__setattr__(self, "discard", member(Discard, self.discard, "discard"))
        object.__setattr__(self, "sources", tuple(self.sources))
        for place, source in enumerate(self.sources):
            number(source.amount, source.name, field=f"sources[{place}].amount", low=-PILED_UP, high=PILED_UP)
            if source.modifier not in ALLOWED_MODIFIERS:
                raise RuleError(
                    f"{source.name}: a Check takes no “{source.modifier}”; use “dice” or “difficulty”.",
                    field=f"sources[{place}].modifier",
                    value=str(source.modifier),
                )
        one_of(self.sight, SIGHT, "level of sight", field="sight")

    @property
    def ready(self) -> "Check":
        """The Check as it is rolled, with its modifiers applied to pool, Difficulty and discard.

        Bonuses add dice. The Difficulty may rise and fall, but not below 0. Only negative Mettle
        takes dice away (down to 0, reading C4.21). Fatigue sets a least Difficulty (reading C4.19).
        """
        if not self.sources:
            return self
        held = Burden(self.sources)
        return replace(
            self,
            pool=max(0, self.pool + held.dice),
            difficulty=max(0, self.difficulty + held.difficulty, held.minimum),
            discard=merge_discards((self.discard, held.discard)),
            sources=(),
        )

    def burden(self, around: Iterable[Any] = ()) -> Burden:
        """Return the combined effect of these things on the Check."""
        return burden_of(around, self.action, self.words, sight=self.sight, hearing=self.hearing)

    def under(self, around: Iterable[Any]) -> "Check":
        """Return the Check with the modifiers, but not the blocks, of these statuses, tags and conditions."""
        return replace(self, sources=self.sources + self.burden(around).sources)

    @property
    def automatic(self) -> bool:
        """Whether the Check always succeeds, at Difficulty 0; the dice then only decide the Edge."""
        return self.difficulty == 0

    @property
    def impossible(self) -> bool:
        """Whether no roll can succeed: the Difficulty is above three times the pool."""
        return self.difficulty > HIGHEST_SCORING_FACE * self.pool

    @property
    def may_be_assumed(self) -> bool:
        """Whether success may be assumed: the pool is above the Difficulty, and no dice are discarded."""
        return self.discard is None and self.pool > self.difficulty


@dataclass(frozen=True, slots=True, repr=False)
class Result:
    """A Check's outcome: dice kept and discarded in the order they fell, Score, Edge, success.

    `str()` describes it: "Score 8 against Difficulty 4, 2 Edge: a success, Great." `real` is whether a person
    rolled the dice. `twist` holds the rerolled dice, None without a Twist; they come last in `kept`.
    """

    check: Check
    kept: tuple[int, ...]
    discarded: tuple[int, ...]
    real: bool = False
    twist: tuple[int, ...] | None = None

    @property
    def score(self) -> int:
        """The faces of the kept dice from 1 to 3, added up."""
        return sum(scoring(self.kept))

    @property
    def edge(self) -> int:
        """The number of kept dice that show 4 to 6."""
        return len(self.kept) - len(scoring(self.kept))

    @property
    def success(self) -> bool:
        """Whether the Score reaches the Difficulty; equal is enough (reading C4.5)."""
        return self.score >= self.check.difficulty

    @property
    def quality(self) -> str | None:
        """The name of a success by its Edge, such as "Great"; None on a failure."""
        return quality_of(self.edge) if self.success else None

    @property
    def key(self) -> str:
        """The outcome as programs name it: "success" or "failure"."""
        return "success" if self.success else "failure"

    @property
    def label(self) -> str:
        """The result's name at the table: "Great", "Failure"."""
        return self.quality or "Failure"

    @property
    def sentences(self) -> tuple[str, ...]:
        """The roll in one sentence, as a tuple of one; every game's result has `sentences`."""
        return (str(self),)

    @property
    def may_twist(self) -> bool:
        """Whether a Twist may be offered: after a failure with Edge that has not been twisted yet."""
        return not self.success and self.edge > 0 and self.twist is None

    def __repr__(self) -> str:
        return cut(f"<{self}>")

    def __str__(self) -> str:
        gone = f" (discarded {', '.join(map(str, self.discarded))})" if self.discarded else ""
        rolled = f"Score {self.score}{gone} against Difficulty {self.check.difficulty}, {self.edge} Edge"
        if self.success:
            return f"{rolled}: a success{f', {self.quality}' if self.edge else ''}."
        return f"{rolled}: a failure{'; a Twist may be offered' if self.may_twist else ''}."


@dataclass(frozen=True, slots=True)
class KnownOutcome:
    """A Check's outcome as a table stores it, or the part of it that an audience may know.

    `score` is None if there was no roll.
    """

    kept: tuple[int, ...] = ()
    score: int | None = None
    edge: int = 0
    difficulty: int = 0
    may_twist: bool = False

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Self:
        """Read the data of a stored result, or what an audience may know of it."""
        return load_known(cls, data)

    @property
    def result(self) -> Result:
        """The stored dice as a `Result` of the rules."""
        return Result(Check(len(self.kept), self.difficulty), self.kept, ())


def roll(check: Check, source: object = None) -> Result:
    """Roll a Check and return its result; for dice that were rolled already, use `resolve`.

    `source` rolls the dice: `Loaded(3, 4)`, `random.Random(7)` or a function `(count, faces)`.
    Without it the dice are fair.
    """
    return resolve(check, floor.dice_from(source))


def resolve(check: Check, dice: FallenOrSource) -> Result:
    """Return a Check's result, from the dice that a person rolled or from a source of dice.

    Raises RuleError unless there are exactly as many dice as the pool has.
    """
    ready = check.ready
    rolled = cast(dice, ready.pool)
    away = discarded_faces(rolled.dice, ready.discard)
    return Result(
        ready,
        kept=tuple(face for face in rolled.dice if face not in away),
        discarded=tuple(face for face in rolled.dice if face in away),
        real=rolled.real,
    )


def twist(result: Result, dice: FallenOrSource = floor.fair) -> Result:
    """Return the result after a Twist: Score dice stay, and all Edge dice are rerolled.

    Nothing is discarded a second time (reading C4.1). Raises RuleError on a success, without Edge,
    or after another Twist.
    """
    _twistable(result)
    again = cast(dice, result.edge)
    kept_dice = scoring(result.kept) + again.dice
    return replace(result, kept=kept_dice, twist=again.dice, real=result.real or again.real)


def cast(dice: FallenOrSource, count: int, faces: int = FACES) -> floor.Rolled:
    """Roll this many dice from a source, or accept as many that a person rolled."""
    if callable(dice) or isinstance(dice, Random):
        return floor.roll(floor.dice_from(dice), count, faces)
    return floor.given(dice, count=count, faces=faces)


def scoring(dice: Sequence[int]) -> tuple[int, ...]:
    """Return the dice that make the Score: those showing 1, 2 or 3."""
    return tuple(face for face in dice if face <= HIGHEST_SCORING_FACE)


def _twistable(result: Result) -> None:
    if result.success:
        raise RuleError("Only a failed Check can take a Twist.", field="twist_dice", value=result.kept)
    if result.twist is not None:
        raise RuleError("A Check can take only one Twist.", field="twist_dice", value=result.twist)
    if not result.edge:
        raise RuleError("A Twist needs Edge dice to reroll.", field="twist_dice", value=result.kept)
