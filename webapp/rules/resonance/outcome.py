"""A check after the roll: how it came out against each it was aimed at, in words and as JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from webapp.rules.dice import Dice, whole
from webapp.rules.errors import RuleError
from webapp.rules.play import ReadFromJson
from webapp.rules.resonance import standard
from webapp.rules.resonance.achieved import Achieved, Critical, critical_options
from webapp.rules.resonance.check import Check
from webapp.rules.resonance.conditions import Kind
from webapp.rules.resonance.standard import Mode

LABELS: Mapping[str, str] = {"success": "Success", "failure": "Failure", "miss": "Miss"}


@dataclass(frozen=True, slots=True)
class Outcome:
    """The dice held against whom a check was aimed at first, and against everybody else, by id."""

    check: Check
    achieved: Achieved
    others: tuple[tuple[int, Achieved], ...] = ()

    @property
    def success(self) -> bool:
        """Whether it got through to any of them."""
        return any(each.success for each in (self.achieved, *(other for _, other in self.others)))

    @property
    def key(self) -> str:
        """One of `LABELS`."""
        return "success" if self.success else "miss" if self.achieved.roll.miss else "failure"

    @property
    def super_critical(self) -> bool:
        """Whether it also moves a Situation."""
        return self.achieved.roll.super_critical and not self.achieved.roll.miss

    @property
    def label(self) -> str:
        """How it came out, in a word or two: "Critical success"."""
        if self.key == "miss" or not self.achieved.roll.critical:
            return LABELS[self.key]
        how = "Super Critical" if self.achieved.roll.super_critical else "Critical"
        return f"{how} {LABELS[self.key].lower()}"

    @property
    def sentence(self) -> str:
        """The roll in a sentence: "7 and 7, then 4 and 9: SR 18, with +5 it is 23 against 14: success by 9.".

        The number that finds somebody is not told, nor that of somebody nobody knows; of a Hide not even the
        dice, which give its number away.
        """
        came, kind = self.achieved, self.check.kind
        if kind is Kind.HIDE:
            return "Out of sight." if came.success else "Still in sight."
        if kind is Kind.SEARCH:
            return f"{came}: {'found' if came.success else 'not found'}."
        if self.check.veiled:
            return f"{came}: {'success' if came.success else 'not enough'}."
        return f"{came} against {came.against}: {came.ended}."

    @property
    def options(self) -> tuple[Critical, ...]:
        """What its player may pick."""
        hit = self.check.called_shot and self.achieved.success
        return critical_options(self.achieved.roll, called_shot_hit=hit)

    def __str__(self) -> str:
        """What is said at the table: "Success. 9 and 3: SR 9, with +1 it is 10 against 9: success by 1."."""
        return f"{self.label}. {self.sentence}"

    def as_dict(self) -> dict[str, Any]:
        """Every number behind it, as JSON has it."""
        came = self.achieved
        others = [
            {"id": id, **_facing(each), "says": f"{each.total} against {each.against}: {each.ended}."}
            for id, each in self.others
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


def _facing(came: Achieved) -> dict[str, Any]:
    numbers = {"total": came.total, "against": came.against, "success": came.success, "by": came.by}
    return {"mode": str(came.roll.mode), **numbers}


@dataclass(frozen=True, slots=True)
class Came(ReadFromJson):
    """How a check came out, as a table keeps it (`Outcome.as_dict`) and as far as somebody may know it.

    Nobody rolled where there is no SR. `picked` is the choice of a Critical.
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

    @property
    def pairs(self) -> tuple[standard.Pair, ...]:
        """The dice as they fell."""
        return tuple((main, lucky) for main, lucky in self.roll.get("dice", ()))

    @property
    def achieved(self) -> Achieved:
        """The dice, held against whom the check was aimed at first."""
        rolled = standard.StandardRoll(self.pairs, Mode(self.mode), self.daze)
        return Achieved(rolled, self.bonus, self.against)

    @property
    def struck(self) -> tuple[tuple[int, int], ...]:
        """Whom of the others it got through to, and by how much."""
        return tuple((each["id"], each["by"]) for each in self.others if each["success"])


def roll(check: Check, source: Dice) -> Outcome:
    """Roll a check from a source of dice, as `Loaded(9, 3)`; dice that fell already are for `resolve`."""
    return _outcome(check, standard.roll(source, check.settled.mode))


def resolve(check: Check, dice: Sequence[Any]) -> Outcome:
    """Read the dice that a person rolled: [[main, lucky], ...], or one after the other."""
    return _outcome(check, standard.given(_paired(dice), check.settled.mode))


def _outcome(check: Check, rolled: standard.StandardRoll) -> Outcome:
    return Outcome(check, check.achieved(rolled), check.against_each(rolled))


def _paired(dice: Sequence[Any]) -> Sequence[Any]:
    """Dice that were typed one after the other, as pairs of Main and Lucky."""
    if not dice or not all(map(whole, dice)):
        return dice
    if len(dice) % 2:
        raise RuleError("The dice come in pairs: the Main die, then the Lucky one.", field="dice")
    return [list(dice[place : place + 2]) for place in range(0, len(dice), 2)]
