"""Add up the effects of the roller's statuses, and of tags and conditions, on a Check.

The effects are data of the catalogue. Source: Scenes, "Status"; Characters, "Taking Damage";
Engine, "Check Modifiers".
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from webapp.games.api import ContextItem, Effect, Modifier, ModifierKind, RuleError, named_by, own_modifier
from webapp.games.mettle.rules.argument_checks import MOST, one_of
from webapp.rules.codec import AnyCase
from webapp.rules.dice import number
from webapp.rules.errors import shown

SIGHT = ("needed", "partly", "none")
DISCARD = own_modifier("mettle.discard", signed=True)
"""The modifier that discards the highest dice of a roll; the lowest if its amount is below 0."""
MINIMUM = own_modifier("mettle.minimum")
"""The modifier that sets the lowest Difficulty of a Check."""
NUMBERS = frozenset({ModifierKind.DIFFICULTY, ModifierKind.DICE, MINIMUM})
ALLOWED_MODIFIERS = NUMBERS | {DISCARD, ModifierKind.NOTE}
"""The kinds of modifier that a Check of this game may have."""
Bearing = tuple[ContextItem, Effect]


class Discard(AnyCase):
    """Which dice of a roll are discarded: the lowest (Rattled), the highest (Shaken), or both."""

    LOWEST = "lowest"
    HIGHEST = "highest"
    BOTH = "both"


def discard_of(amount: int) -> Discard:
    """Return which dice an amount of `DISCARD` discards: the highest if it is above 0, else the lowest."""
    return Discard.HIGHEST if amount > 0 else Discard.LOWEST


def merge_discards(discards: Iterable[Discard | None]) -> Discard | None:
    """Merge discards into one: lowest and highest together become both; None if nothing is discarded."""
    found = {discard for discard in discards if discard}
    return Discard.BOTH if len(found) > 1 else next(iter(found), None)


def discarded_faces(dice: tuple[int, ...], discard: Discard | None) -> frozenset[int]:
    """Return the faces whose dice are all discarded: the lowest, the highest, both or none (reading C4.1)."""
    if discard is None or not dice:
        return frozenset()
    ends = {Discard.LOWEST: (min(dice),), Discard.HIGHEST: (max(dice),), Discard.BOTH: (min(dice), max(dice))}
    return frozenset(ends[discard])


@dataclass(frozen=True, slots=True)
class Burden:
    """The combined effect of several modifiers on one Check; `blocked` has the sentences that forbid it."""

    sources: tuple[Modifier, ...] = ()
    blocked: tuple[str, ...] = ()

    @property
    def difficulty(self) -> int:
        """The number added to the Difficulty; a negative one makes the Check easier."""
        return sum(self._amounts(ModifierKind.DIFFICULTY))

    @property
    def dice(self) -> int:
        """Bonus dice, minus the dice that negative Mettle takes."""
        return sum(self._amounts(ModifierKind.DICE))

    @property
    def minimum(self) -> int:
        """The lowest Difficulty that the Check may have; 0 if nothing sets one."""
        return max(self._amounts(MINIMUM), default=0)

    @property
    def discard(self) -> Discard | None:
        """The dice that are discarded; None if no modifier discards any."""
        return merge_discards(map(discard_of, self._amounts(DISCARD)))

    def _amounts(self, modifier: ModifierKind) -> list[int]:
        return [source.amount for source in self.sources if source.modifier is modifier]


def burden_of(around: Iterable[Any], *words: str, sight: str = "partly", hearing: bool = False) -> Burden:
    """Return the combined effect of these things on a Check named by `words` ("attack", "POISE").

    `sight` says whether the task needs sight ("needed", "partly", "none"), `hearing` whether it
    needs hearing. Blinded blocks "needed", adds 4 to "partly" and does not affect "none"; if
    darkness or something else hinders sight too, only the worst hindrance counts. `data["count"]` is
    a thing's count, 1 by default. A status is replaced by its `held` item.
    """
    one_of(sight, SIGHT, "level of sight", field="sight")
    near = [getattr(value, "held", value) for value in around]
    for thing in near:
        if not isinstance(thing, ContextItem):
            raise RuleError(f"{shown(thing)} affects no Check.", field="around", value=thing)
    said = (*words, *(("sight",) if sight == "needed" else ()), *(("hearing",) if hearing else ()))
    touching = [thing for thing in near if sight != "none" or thing.data.get("sense") != "sight"]
    bearing = [(thing, effect) for thing in touching for effect in thing.effects if named_by(effect, *said)]
    return Burden(_sources(_greatest_of_sight(bearing)), _blocked(bearing, said))


def _greatest_of_sight(bearing: Sequence[Bearing]) -> list[Bearing]:
    """Return the effects, with only the worst hindrance to sight if the roller is Blinded."""
    sight = [pair for pair in bearing if _hinders_eyes(*pair)]
    if not any(thing.name == "Blinded" for thing, _ in sight):
        return list(bearing)
    worst = max(sight, key=lambda pair: pair[1].amount * effect_count(pair[0]))
    return [pair for pair in bearing if pair is worst or not _hinders_eyes(*pair)]


def _hinders_eyes(thing: ContextItem, effect: Effect) -> bool:
    return thing.data.get("sense") == "sight" and effect.modifier is ModifierKind.DIFFICULTY


def effect_count(thing: ContextItem) -> int:
    """Return how often a thing's effects count: once, or as often as its count, up to its maximum."""
    if not thing.data.get("counts"):
        return 1
    count = number(thing.data.get("count", 1), f"The count of “{thing.name}”", field="count")
    return min(count, int(thing.data.get("most", MOST)))


def _sources(bearing: Iterable[Bearing]) -> tuple[Modifier, ...]:
    listed = [
        Modifier(
            thing.name,
            effect.modifier,
            effect.amount * (effect_count(thing) if effect.modifier in NUMBERS else 1),
            effect.note,
        )
        for thing, effect in bearing
        if effect.modifier in ALLOWED_MODIFIERS
    ]
    return tuple(source for source in listed if source.amount)


def _blocked(bearing: Iterable[Bearing], said: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(
        f"{thing.name}: {effect.note.rstrip('.') or 'not possible now'}."
        for thing, effect in bearing
        if effect.modifier is ModifierKind.BLOCKS and not _left_open(thing, said)
    )


def _left_open(thing: ContextItem, said: tuple[str, ...]) -> bool:
    """Return whether a thing that blocks everything else allows this: the Fallen may Heal themselves."""
    unless = thing.data.get("unless")
    return bool(unless) and named_by(Effect(str(unless), ModifierKind.NOTE), *said)
