"""A check's outcome against each of its targets, in words and as JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from webapp.games.api import DiceGroup, DieFace, Fact, ResultCard, RuleError, cut
from webapp.games.resonance.rules import standard_roll
from webapp.games.resonance.rules.check import Check
from webapp.games.resonance.rules.conditions import Kind
from webapp.games.resonance.rules.standard_roll import (
    Critical,
    Mode,
    Pair,
    RollComparison,
    counting,
    critical_options,
)
from webapp.rules.codec import load_known
from webapp.rules.dice import dice_from, whole

LABELS: Mapping[str, str] = {"success": "Success", "failure": "Failure", "miss": "Miss"}


@dataclass(frozen=True, slots=True, repr=False)
class Outcome:
    """The dice compared with the first target's number, and with every other target's, by id."""

    check: Check
    achieved: RollComparison
    others: tuple[tuple[int, RollComparison], ...] = ()

    @property
    def success(self) -> bool:
        """Whether the roll succeeded against any target."""
        return any(comparison.success for comparison in (self.achieved, *(other for _, other in self.others)))

    @property
    def key(self) -> str:
        """The outcome's key, one of `LABELS`."""
        return "success" if self.success else "miss" if self.achieved.roll.miss else "failure"

    @property
    def super_critical(self) -> bool:
        """Whether the roll also takes 1 off a Situation Clock: a Super Critical that is no Miss."""
        return self.achieved.roll.super_critical and not self.achieved.roll.miss

    @property
    def label(self) -> str:
        """The outcome's name, in a few words: "Critical success", "Failure with a Critical"."""
        if self.key == "miss" or not self.achieved.roll.critical:
            return LABELS[self.key]
        how = "Super Critical" if self.achieved.roll.super_critical else "Critical"
        return f"{how} success" if self.success else f"{LABELS[self.key]} with a {how}"

    @property
    def sentence(self) -> str:
        """The roll in a sentence: "7 and 7, then 4 and 9: SR 18 + 5 = 23 against 14: success by 9.".

        Hidden numbers are left out; so are the dice of a Hide, which would give its number away.
        """
        came, kind = self.achieved, self.check.kind
        if kind is Kind.HIDE:
            return "Out of sight." if came.success else "Still in sight."
        if kind is Kind.SEARCH:
            return f"{came}: {'found' if came.success else 'not found'}."
        if self.check.veiled:
            return f"{came}: {'a Miss' if came.roll.miss else 'success' if came.success else 'not enough'}."
        return f"{came} against {came.against}: {came.ended}."

    @property
    def sentences(self) -> tuple[str, ...]:
        """The roll in one sentence, as a tuple of one; every game's outcome has `sentences`."""
        return (self.sentence,)

    @property
    def options(self) -> tuple[Critical, ...]:
        """The choices of a Critical for its player."""
        hit = self.check.called_shot and self.achieved.success
        return critical_options(self.achieved.roll, called_shot_hit=hit)

    def __repr__(self) -> str:
        return cut(f"<{self}>")

    def __str__(self) -> str:
        """Describe the outcome: "Success. 9 and 3: SR 9 + 1 = 10 against 9: success by 1."."""
        return f"{self.label}. {self.sentence}"

    def as_dict(self) -> dict[str, Any]:
        """Return the outcome as JSON: dice, SR, the result against each target, a Critical's choices."""
        came = self.achieved
        others = [
            {
                "id": id,
                **_facing(comparison),
                "says": f"{comparison.total} against {comparison.against}: {comparison.ended}.",
            }
            for id, comparison in self.others
        ]
        return {
            **({"others": others} if others else {}),
            "roll": {"dice": [list(pair) for pair in came.roll.pairs], "real": came.roll.real},
            "sr": came.roll.sr,
            "daze": came.roll.daze,
            "critical": came.roll.critical,
            "super_critical": self.super_critical,
            "miss": came.roll.miss,
            "bonus": came.bonus,
            **_facing(came),
            "options": [str(option) for option in self.options],
            **({"veiled": True} if self.check.keeps_number else {}),
        }


def _facing(came: RollComparison) -> dict[str, Any]:
    numbers = {"total": came.total, "against": came.against, "success": came.success, "by": came.by}
    return {"mode": str(came.roll.mode), **numbers}


@dataclass(frozen=True, slots=True)
class KnownOutcome:
    """A check's outcome as a table stores it (`Outcome.as_dict`), as far as an audience may know it.

    `sr` is None if there was no roll. `picked` is the choice of a Critical.
    """

    roll: Mapping[str, Any] = field(default_factory=dict)
    mode: Mode = Mode.NORMAL
    sr: int | None = None
    daze: int = 0
    bonus: int = 0
    total: int = 0
    against: int = 0
    by: int = 0
    super_critical: bool = False
    options: tuple[str, ...] = ()
    picked: str = ""
    veiled: bool = False
    others: tuple[Mapping[str, Any], ...] = ()

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Self:
        """Read the data of a stored result, or what an audience may know of it."""
        return load_known(cls, data)

    @property
    def pairs(self) -> tuple[standard_roll.Pair, ...]:
        """The dice as they fell, each pair as (Main, Lucky)."""
        return tuple((main, lucky) for main, lucky in self.roll.get("dice", ()))

    @property
    def achieved(self) -> RollComparison:
        """The dice, compared with the first target's number."""
        rolled = standard_roll.StandardRoll(self.pairs, self.mode, self.daze)
        return RollComparison(rolled, self.bonus, self.against)

    @property
    def struck(self) -> tuple[tuple[int, int], ...]:
        """The other targets that were affected, by id, each with the margin."""
        return tuple((other["id"], other["by"]) for other in self.others if other["success"])


def roll(check: Check, source: object = None) -> Outcome:
    """Roll a check and return its outcome; for dice that were rolled already, use `resolve`.

    `source` rolls the dice: `Loaded(9, 3)`, `random.Random(7)` or a function `(count, faces)`.
    Without it the dice are fair.
    """
    return _outcome(check, standard_roll.roll(dice_from(source), check.settled.mode))


def resolve(check: Check, dice: Sequence[Any]) -> Outcome:
    """Return the outcome of dice that a person rolled, as pairs or as a flat list.

    Pairs are [[main, lucky], ...], the flat list is [main, lucky, ...]. Raises RuleError (field
    "dice") for an odd number of dice, a wrong face, or a roll that ends too early or too late.
    """
    return _outcome(check, standard_roll.given(_paired(dice), check.settled.mode))


def _outcome(check: Check, rolled: standard_roll.StandardRoll) -> Outcome:
    return Outcome(check, check.achieved(rolled), check.against_each(rolled))


def _paired(dice: Sequence[Any]) -> Sequence[Any]:
    """Return dice that were typed one after the other as pairs of Main and Lucky."""
    if not dice or not all(map(whole, dice)):
        return dice
    if len(dice) % 2:
        raise RuleError("The dice come in pairs: the Main die, then the Lucky die.", field="dice")
    return [list(dice[place : place + 2]) for place in range(0, len(dice), 2)]


SIDES = 10


def result_card(data: Mapping[str, Any], sentences: tuple[str, ...]) -> ResultCard:
    """Return the card: each pair as a group with what a double adds, an unusual mode, total and margin.

    `data` is the stored result, as far as an audience may know it. Without the numbers of the roll the card
    has dice and sentences alone; with them, the sentence that adds them up is left out.
    """
    came = KnownOutcome.of(data)
    mode = Mode(came.mode)
    pairs = [_pair(pair, mode) for pair in came.pairs]
    if pairs and mode is not Mode.NORMAL:
        pairs.append(DiceGroup(note=str(mode).capitalize()))
    if came.sr is None or "bonus" not in data:
        return ResultCard(tuple(pairs), (), sentences)
    told = "against" in data and not came.veiled
    facts = [Fact("Total", came.total, f"against {came.against}" if told else "")]
    if told and not data.get("miss"):
        facts.append(Fact("margin", f"{came.by:+d}" if came.by else "0"))
    added_up = sentences[:1] and came.pairs and sentences[0].startswith("{} and {}".format(*came.pairs[0]))
    rolled = Fact("SR", came.sr, f"after Daze {came.daze}" if came.daze else "")
    return ResultCard(tuple(pairs), tuple(facts), sentences[1:] if added_up else sentences, (rolled,))


def _pair(pair: Pair, mode: Mode) -> DiceGroup:
    main, lucky = pair
    solid = counting(pair, mode)
    faces = (
        DieFace(main, "main" if solid == "lucky" else "main counts", SIDES),
        DieFace(lucky, "lucky" if solid == "main" else "lucky counts", SIDES),
    )
    double = main == lucky
    more = ", a double" if double else ", which counts" if solid == "lucky" else ""
    says = f"Main {main}, Lucky {lucky}{more}"
    return DiceGroup(faces, note=f"double +{main + lucky}" if double else "", says=says)
