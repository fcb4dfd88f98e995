"""Compare a roll with its number: an Effort Roll's Target Number, or a target's Resistance.

Source: Layer 1, "Depleting Clocks"; Layer 2, "Effort".
"""

from dataclasses import dataclass
from typing import Annotated

from webapp.games.resonance.rules import book
from webapp.games.resonance.rules.numbers import Bonus, Level, Stat, Target
from webapp.games.resonance.rules.standard_roll import StandardRoll
from webapp.rules.annotations import Within
from webapp.rules.codec import AnyCase
from webapp.rules.ruleset import Rung


@dataclass(frozen=True, slots=True)
class RollComparison:
    """A roll compared with a number: its total, whether it beats the number, and by how much.

    `by` is total less number (0 or below when it fails), and never above 0 on a Miss.
    """

    roll: StandardRoll
    bonus: int
    against: int

    @property
    def total(self) -> int:
        """The total: SR + Level + Stat, and any bonus from allies or Enhance."""
        return self.roll.sr + self.bonus

    @property
    def success(self) -> bool:
        """Whether the total is strictly higher than the number, without a Miss. Reading B4.6: a tie fails."""
        return self.total > self.against and not self.roll.miss

    @property
    def by(self) -> int:
        """The total less the number, negative if below it; at most 0 on a Miss."""
        over = self.total - self.against
        return min(over, 0) if self.roll.miss else over

    @property
    def ended(self) -> str:
        """The result against its number, in words."""
        if self.roll.miss:
            return "a Miss"
        return f"success by {self.by}" if self.success else "not enough"

    def __str__(self) -> str:
        """Describe the result: "7 and 7, then 4 and 9: SR 18 + 5 = 23"; a bonus of 0 is left out."""
        pairs = ", then ".join(f"{main} and {lucky}" for main, lucky in self.roll.pairs)
        daze = f" (Daze {self.roll.daze})" if self.roll.daze else ""
        return f"{pairs}: SR {self.roll.sr}{daze}{self._added}"

    @property
    def _added(self) -> str:
        if not self.bonus:
            return ""
        sign = "+" if self.bonus > 0 else "−"
        return f" {sign} {abs(self.bonus)} = {self.total}".replace("= -", "= −")


def achieve(
    roll: StandardRoll, level: Level, stat: Stat, against: Target, *, bonus: Bonus = 0
) -> RollComparison:
    """Compare SR + Level + Stat with a Target Number or, for an effect, the target's Resistance.

    The clock, or the Value, falls by the margin. `against` is the Resistance after Weaken, Ready
    and Resist; `bonus` is what allies and Enhance add. Source: Layer 1, 2.1.1; Layer 2, 5.3.
    """
    return RollComparison(roll, level + stat + bonus, against)


def resistance_now(resistance: Target, *, weaken: int = 0) -> int:
    """Return the number that an effect must beat: Resistance less Weaken tags, never below 0."""
    return max(0, resistance - weaken)


class Critical(AnyCase):
    """A choice that a Critical offers."""

    EDGE = "edge"
    POINT = "point"
    SURFACE = "surface"
    RESTORE = "restore"
    VALUE_LOSS = "value_loss"


def critical_options(roll: StandardRoll, *, called_shot_hit: bool = False) -> tuple[Critical, ...]:
    """Return the choices of a Critical: all five after a double or a Called Shot that hits someone.

    Without either, and on a Miss, there are none. Source: Layer 1, 1.4 and 1.6; Layer 2, 4.3.
    """
    earned = (roll.critical or called_shot_hit) and not roll.miss
    return tuple(Critical) if earned else ()


def critical_tag(option: Critical) -> str:
    """Return the status tag that this choice gives the target ("weaken", "blight", "daze"), or ""."""
    row = next(row for row in book.rows("critical") if row["key"] == option)
    return str(row["tag"])


def loss_of(by: int, critical: Critical | None = None) -> int:
    """Return how much of a Value the target loses: the margin, doubled if a Critical is spent on Value loss.

    Resistance is subtracted before the doubling.
    """
    return by * (2 if critical == Critical.VALUE_LOSS else 1)


def ladder() -> tuple[Rung, ...]:
    """Return the six Target Numbers, 3 Trivial to 18 Heroic, with usual lengths of their task clocks."""
    length = "task clock of {} segments"
    return tuple(Rung(row["value"], row["name"], length.format(row["clock"])) for row in book.rows("tn"))


OBSCURE_BASE = 10


@dataclass(frozen=True, slots=True)
class Hiding:
    """A Hidden character: the number that a searcher must beat (only the GM sees it), and the conditions."""

    tn: int
    conditions: tuple[str, ...] = ("hidden",)


def hide(total: Annotated[int, Within(-100, 1000)], *, in_cover: bool = False) -> Hiding:
    """Return the result of a Hide: the total of its Effort Roll is the number to beat.

    `total` is SR + Level + Stat; the number is at least 0. Source: Layer 2, 4.4.
    """
    return Hiding(max(0, total), ("hidden", "cover") if in_cover else ("hidden",))


def obscure(level: Level, stat: Stat) -> Hiding:
    """Return the result of spending an Obscure tag: Hidden at 10 + Level + Stat, without a roll."""
    return Hiding(OBSCURE_BASE + level + stat)
