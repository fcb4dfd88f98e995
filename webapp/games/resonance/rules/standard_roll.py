"""The Standard Roll and the number it must beat: a Target Number, or a target's Resistance.

It has two ten-sided dice, a Main and a Lucky one, and doubles explode. Source: Layer 1, "The Standard
Roll" and "Depleting Clocks"; Layer 2, "Effort".
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

from webapp.games.api import Dice, Modifier, ModifierKind, RuleError, Rung
from webapp.games.resonance.rules import book
from webapp.games.resonance.rules.numbers import LEAST_STAT, MOST_LEVEL, MOST_STAT, Bonus, Level, Stat, Target
from webapp.rules import dice as floor
from webapp.rules.codec import AnyCase, Within, member
from webapp.rules.errors import ensure_within

FACES = 10
MOST_PAIRS = 30  # 60 dice: fair dice do not double that often
SUPER = 31
MOST_DAZE = 5

Pair = tuple[int, int]


class Mode(AnyCase):
    """How the last pair is read: its Main die, the higher die, or the lower die."""

    NORMAL = "normal"
    ADVANTAGE = "advantage"
    DISADVANTAGE = "disadvantage"


@dataclass(frozen=True, slots=True)
class ModeDecision:
    """The mode of a roll, and every named source that affected it, for screens to list."""

    mode: Mode
    advantages: tuple[Modifier, ...] = ()
    disadvantages: tuple[Modifier, ...] = ()


def decide_mode(sources: Iterable[Modifier]) -> ModeDecision:
    """Return a roll's mode and its modifiers: Advantage, Disadvantage, or normal with both or neither.

    How many there are of each does not matter (reading B4.8). Other modifiers are left out.
    """
    listed = tuple(sources)
    helping = tuple(source for source in listed if source.modifier is ModifierKind.ADVANTAGE)
    hindering = tuple(source for source in listed if source.modifier is ModifierKind.DISADVANTAGE)
    if bool(helping) == bool(hindering):
        return ModeDecision(Mode.NORMAL, helping, hindering)
    return ModeDecision(Mode.ADVANTAGE if helping else Mode.DISADVANTAGE, helping, hindering)


@dataclass(frozen=True, slots=True)
class StandardRoll:
    """The dice as they fell, doubles first, and their result.

    `pairs` are (Main, Lucky); `daze` is the number of Daze tags, which lower the SR, never below 0
    (reading B4.10).
    """

    pairs: tuple[Pair, ...]
    mode: Mode = Mode.NORMAL
    daze: int = 0
    real: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "mode", member(Mode, self.mode, "mode"))

    @property
    def rolled_sr(self) -> int:
        """All doubles added up, plus the last pair read by its mode, before any Daze."""
        *doubles, last = self.pairs
        return sum(main + lucky for main, lucky in doubles) + read(last, self.mode)

    @property
    def sr(self) -> int:
        """The Standard Roll (SR): the total of the dice, less Daze, never below 0."""
        return max(0, self.rolled_sr - self.daze)

    @property
    def critical(self) -> bool:
        """Whether a double fell."""
        return len(self.pairs) > 1

    @property
    def super_critical(self) -> bool:
        """Whether the SR is 31 or more, which also takes 1 off the Situation Clock unless it is a Miss."""
        return self.sr >= SUPER

    @property
    def miss(self) -> bool:
        """Whether the roll is a Miss, which always fails: with Disadvantage, a 1 in the first pair."""
        return self.mode is Mode.DISADVANTAGE and min(self.pairs[0]) == 1

    def dazed(self, count: Annotated[int, Within(0, MOST_DAZE)]) -> "StandardRoll":
        """Return the same roll with `count` Daze tags on it."""
        ensure_within("count", count, 0, MOST_DAZE)
        return replace(self, daze=count)


def counting(pair: Pair, mode: Mode) -> str:
    """Return which die of a pair counts: "both" of a double, else the "main" or the "lucky" one."""
    main, lucky = pair
    if main == lucky:
        return "both"
    return "main" if read(pair, mode) == main else "lucky"


def read(pair: Pair, mode: Mode) -> int:
    """Return the number of a pair that is no double: its Main die, or the higher or lower of the two."""
    main, lucky = pair
    if mode is Mode.ADVANTAGE:
        return max(main, lucky)
    return min(main, lucky) if mode is Mode.DISADVANTAGE else main


def roll(source: Dice, mode: Mode = Mode.NORMAL) -> StandardRoll:
    """Roll 2d10 from the given source, and again as long as doubles fall.

    Raises RuleError after 30 doubles in a row, which fair dice do not roll.
    """
    pairs: list[Pair] = []
    while not pairs or _double(pairs[-1]):
        if len(pairs) == MOST_PAIRS:
            raise RuleError(f"{MOST_PAIRS} doubles in a row: these dice are not fair.", field="dice")
        main, lucky = floor.roll(source, 2, FACES).dice
        pairs.append((main, lucky))
    return StandardRoll(tuple(pairs), mode)


def given(pairs: Any, mode: Mode = Mode.NORMAL) -> StandardRoll:
    """Return the roll of dice that a person rolled: [[main, lucky], ...]; all pairs but the last are doubles.

    Raises RuleError (field "dice") for faces outside 1 to 10, or a chain that ends too early or
    continues too long.
    """
    if isinstance(pairs, (str, bytes)) or not isinstance(pairs, Sequence) or not pairs:
        raise RuleError("Dice must be pairs [[main, lucky], ...].", field="dice", value=pairs)
    if len(pairs) > MOST_PAIRS:
        raise RuleError(
            f"A roll has at most {2 * MOST_PAIRS} dice, not {2 * len(pairs)}.", field="dice", value=len(pairs)
        )
    chain = tuple(_pair(pair, place) for place, pair in enumerate(pairs, start=1))
    _chained(chain)
    return StandardRoll(chain, mode, real=True)


def _pair(pair: Sequence[int], place: int) -> Pair:
    try:
        main, lucky = floor.given(pair, count=2, faces=FACES).dice
    except RuleError as wrong:
        raise RuleError(f"Pair {place}: {wrong.message}", field="dice", value=pair) from None
    return (main, lucky)


def _chained(chain: tuple[Pair, ...]) -> None:
    for place, pair in enumerate(chain[:-1], start=1):
        if not _double(pair):
            what = f"Pair {place} ({pair[0]}, {pair[1]})"
            why = f"{what} is not a double, so the roll ends there: leave out the rest."
            raise RuleError(why, field="dice", value=chain)
    if _double(chain[-1]):
        raise RuleError(
            f"The last pair is a double of {chain[-1][0]}s: roll once more.", field="dice", value=chain
        )


def _double(pair: Pair) -> bool:
    return pair[0] == pair[1]


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
    ensure_within("total", total, -100, 1000)
    return Hiding(max(0, total), ("hidden", "cover") if in_cover else ("hidden",))


def obscure(level: Level, stat: Stat) -> Hiding:
    """Return the result of spending an Obscure tag: Hidden at 10 + Level + Stat, without a roll."""
    ensure_within("level", level, 0, MOST_LEVEL)
    ensure_within("stat", stat, LEAST_STAT, MOST_STAT)
    return Hiding(OBSCURE_BASE + level + stat)
