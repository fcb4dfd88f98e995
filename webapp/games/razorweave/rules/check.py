"""A check: four dice kept, the character's numbers, and the DC to reach."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from webapp.games.api import CheckRequest, Modifier, ModifierKind, cut, given
from webapp.games.api import roll as roll_dice
from webapp.games.razorweave.rules.edge_and_burden import (
    KEPT_DICE,
    Level,
    ModifierSum,
    ensure_counted,
    level_row,
    weigh,
)
from webapp.games.razorweave.rules.ladder import Dc, off_ladder
from webapp.games.razorweave.rules.tiers import Tier, margin_text, tier_of, tier_row
from webapp.rules.codec import AnyCase, Longest, Within, ensure_limits, load_sent
from webapp.rules.dice import Rolled, dice_from

FACES = 6
MOST_BONUS = 20
Bonus = Annotated[int, Within(-MOST_BONUS, MOST_BONUS)]


@dataclass(frozen=True, slots=True)
class Check:
    """A check before its roll: the DC, the numbers that the character adds, and the modifiers.

    `attribute` is the rating, `skill` the bonus of a fitting skill (usually 1: reading A4.14),
    `other` any other bonus, each from -20 to 20. Intent, approach and the two names decide which effects
    apply; they change no number. Source: ch. 8, "The Core Check Procedure".
    """

    dc: Dc
    attribute: Bonus = 0
    skill: Bonus = 0
    other: Bonus = 0
    sources: tuple[Modifier, ...] = ()
    attribute_name: str = ""
    skill_name: str = ""
    intent: str = ""
    approach: str = ""

    def __post_init__(self) -> None:
        ensure_limits(self)
        object.__setattr__(self, "sources", tuple(self.sources))
        weigh(self.sources)

    @property
    def weighed(self) -> ModifierSum:
        """The sum of all modifiers."""
        return weigh(self.sources)

    @property
    def level(self) -> Level:
        """The dice to roll and to keep, by Edge and Burden."""
        return level_row(self.weighed.level)

    @property
    def bonus(self) -> int:
        """The number added to the four kept dice."""
        return self.attribute + self.skill + self.other

    @property
    def final_dc(self) -> int:
        """The DC after all shifts; it may leave the ladder (reading A4.7)."""
        return self.dc + self.weighed.dc_shift

    @property
    def warnings(self) -> tuple[str, ...]:
        """The warning about a final DC that is off the ladder; empty if it is on the ladder."""
        warning = off_ladder(self.final_dc)
        return (warning,) if warning else ()


@dataclass(frozen=True, slots=True, repr=False)
class Outcome:
    """A check after the roll: every die, kept or dropped, the total, the margin and the tier."""

    check: Check
    rolled: Rolled
    kept: tuple[int, ...]
    dropped: tuple[int, ...]
    total: int
    margin: int
    natural_ones: bool
    tier: Tier

    def __repr__(self) -> str:
        return cut(f"<{self}>")

    def __str__(self) -> str:
        """Describe the outcome: "Full success. 3 + 4 + 5 + 6 = 18 against DC 16: margin +2."."""
        return f"{self.tier.label}. {self.sum}"

    @property
    def key(self) -> str:
        """The tier as programs name it: "full_success"."""
        return str(self.tier)

    @property
    def label(self) -> str:
        """The tier as it is said at the table: "Full success"."""
        return self.tier.label

    @property
    def success(self) -> bool:
        """Whether the check is a success; a partial success is one, at a price."""
        return self.tier.succeeds

    @property
    def sentences(self) -> tuple[str, ...]:
        """The roll added up, and the meaning of its tier."""
        return (self.sum, tier_row(self.tier).text)

    @property
    def sum(self) -> str:
        """The roll added up: "3 + 4 + 5 + 6 = 18; 18 + 2 = 20 against DC 16: margin +4."."""
        dropped = f" (dropped {', '.join(map(str, self.dropped))})" if self.dropped else ""
        dice = sum(self.kept)
        shown = f"{' + '.join(map(str, self.kept))} = {dice}{dropped}"
        ones = " Every die shows 1." if self.natural_ones else ""
        bonus, sign = abs(self.check.bonus), "+" if self.check.bonus > 0 else "−"
        added = f"; {dice} {sign} {bonus} = {self.total}".replace("= -", "= −") if bonus else ""
        return f"{shown}{added} against DC {self.check.final_dc}: margin {margin_text(self.margin)}.{ones}"


def roll(check: Check, source: object = None) -> Outcome:
    """Roll a check and return its outcome; for dice that were rolled already, use `resolve`.

    `source` rolls the dice: `Loaded(2, 3, 4, 5)`, `random.Random(7)` or a function `(count,
    faces)`. Without it the dice are fair.
    """
    return outcome_of(check, roll_dice(dice_from(source), check.level.dice, FACES))


def resolve(check: Check, dice: Sequence[Any], *, real: bool = True) -> Outcome:
    """Return the outcome of dice that a person rolled: 4, 5 or 6 of them, as the level says.

    `real` is false for dice that came from a source. Raises RuleError for any other number of dice,
    or a face outside 1 to 6.
    """
    return outcome_of(check, given(dice, count=check.level.dice, faces=FACES, real=real))


def outcome_of(check: Check, rolled: Rolled) -> Outcome:
    """Return the outcome: the total is four kept dice plus the bonus; the margin is the total minus the DC.

    `natural_ones` means that every die rolled shows 1, before any is dropped (reading A4.2).
    """
    kept_dice, dropped = keep_four(rolled.dice, best=check.level.best)
    total = sum(kept_dice) + check.bonus
    margin = total - check.final_dc
    ones = all(die == 1 for die in rolled.dice)
    return Outcome(check, rolled, kept_dice, dropped, total, margin, ones, tier_of(margin, ones))


def keep_four(dice: Sequence[int], *, best: bool) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Split the dice into the best (or worst) four and the dropped ones, both in the order they fell."""
    by_face = sorted(range(len(dice)), key=lambda place: dice[place], reverse=best)
    chosen = set(by_face[:KEPT_DICE])
    kept_dice = tuple(die for place, die in enumerate(dice) if place in chosen)
    return kept_dice, tuple(die for place, die in enumerate(dice) if place not in chosen)


@dataclass(frozen=True, slots=True)
class RazorweaveRequest(CheckRequest):
    """A Razorweave check as requested: the fields of its form (`form.toml`)."""

    attribute: str = ""
    skill: str = ""
    dc: int | None = None
    rating: int | None = None
    skill_bonus: int | None = None
    other: int = 0
    loud: bool = False
    split: bool | None = None
    impact: str = ""


MOST_SHIFT = 20


class SourceWay(AnyCase):
    """The kinds of modifier that a GM or a program may add to a check."""

    EDGE = ModifierKind.EDGE
    BURDEN = ModifierKind.BURDEN
    DC = ModifierKind.DC


@dataclass(frozen=True, slots=True)
class StatedSource:
    """A modifier as it is typed or sent; its amount defaults to 1, for a DC shift to 2."""

    name: Annotated[str, Longest(120)]
    modifier: SourceWay
    amount: Annotated[int, Within(-MOST_SHIFT, MOST_SHIFT)] | None = None
    note: Annotated[str, Longest(300)] = ""


def source_from(raw: Mapping[str, Any], place: int = 0) -> Modifier:
    """Parse a modifier from JSON: `name`, `modifier` (edge, burden or dc), optional `amount` and `note`.

    The amount defaults to 1, for a DC shift to 2. `place` is the modifier's index, for messages.
    Raises RuleError for an invalid modifier.
    """
    said = load_sent(StatedSource, raw, f"sources[{place}]")
    usual = 2 if said.modifier is SourceWay.DC else 1
    amount = usual if said.amount is None else said.amount
    source = Modifier(said.name, ModifierKind(said.modifier), amount, said.note)
    ensure_counted(source, place)
    return source
