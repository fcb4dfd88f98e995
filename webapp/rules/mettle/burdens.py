"""What all that stands around a Check does to it: statuses of whoever acts, tags and conditions of the table.

What each one does is data, its effects; here they are added up.
Source: Scenes, "Status"; Characters, "Taking Damage"; Engine, "Check Modifiers".
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from webapp.rules.check import Held, Source
from webapp.rules.dice import number
from webapp.rules.effects import Effect, Modifier, named_by
from webapp.rules.errors import RuleError, shown
from webapp.rules.mettle.needs import MOST, one_of

SIGHT = ("needed", "partly", "none")
NUMBERS = frozenset({Modifier.DIFFICULTY, Modifier.DICE, Modifier.METTLE_MINIMUM})
SAID = NUMBERS | {Modifier.METTLE_DISCARD, Modifier.NOTE}
"""What a source may do to a Check of this game."""
Bearing = tuple[Held, Effect]


class Discard(StrEnum):
    """Rattled takes the lowest dice away, Shaken the highest, both at once both ends."""

    LOWEST = "lowest"
    HIGHEST = "highest"
    BOTH = "both"


def joined(discards: Iterable[Discard | None]) -> Discard | None:
    """Put discards together: lowest and highest at once take both ends."""
    found = {discard for discard in discards if discard}
    return Discard.BOTH if len(found) > 1 else next(iter(found), None)


def gone(dice: tuple[int, ...], discard: Discard | None) -> frozenset[int]:
    """The faces that are taken away: every die equal to the lowest, or highest, face goes (reading C4.1)."""
    if discard is None or not dice:
        return frozenset()
    ends = {Discard.LOWEST: (min(dice),), Discard.HIGHEST: (max(dice),), Discard.BOTH: (min(dice), max(dice))}
    return frozenset(ends[discard])


@dataclass(frozen=True, slots=True)
class Burden:
    """What several sources together do to one Check, and why it cannot be tried at all (`blocked`)."""

    sources: tuple[Source, ...] = ()
    blocked: tuple[str, ...] = ()

    @property
    def difficulty(self) -> int:
        """What is added to the Difficulty; below 0 makes it easier."""
        return sum(self._amounts(Modifier.DIFFICULTY))

    @property
    def dice(self) -> int:
        """Bonus dice, less those that negative Mettle takes."""
        return sum(self._amounts(Modifier.DICE))

    @property
    def minimum(self) -> int:
        """The least Difficulty that is left, 0 if nothing sets one."""
        return max(self._amounts(Modifier.METTLE_MINIMUM), default=0)

    @property
    def discard(self) -> Discard | None:
        """The dice that go: above 0 the highest, below 0 the lowest."""
        amounts = self._amounts(Modifier.METTLE_DISCARD)
        return joined(Discard.HIGHEST if amount > 0 else Discard.LOWEST for amount in amounts)

    def _amounts(self, modifier: Modifier) -> list[int]:
        return [source.amount for source in self.sources if source.modifier is modifier]


def burden_of(around: Iterable[Any], *words: str, sight: str = "partly", hearing: bool = False) -> Burden:
    """Add up what all these do to a Check named by `words` ("attack", "POISE", "rally" ...).

    `sight` is "needed", "partly" or "none", `hearing` whether the task needs ears: Blinded blocks the first,
    adds 4 to the second and leaves the third alone. `data["count"]` is how many a thing counts, 1 if unsaid.
    A status stands for what it holds.
    """
    one_of(sight, SIGHT, "need of sight", field="sight")
    near = [getattr(each, "held", each) for each in around]
    for thing in near:
        if not isinstance(thing, Held):
            raise RuleError(f"{shown(thing)} bears on no Check.", field="around", value=thing)
    said = (*words, *(("sight",) if sight == "needed" else ()), *(("hearing",) if hearing else ()))
    touching = [thing for thing in near if sight != "none" or thing.data.get("sense") != "sight"]
    bearing = [(thing, effect) for thing in touching for effect in thing.effects if named_by(effect, *said)]
    return Burden(_sources(bearing), _blocked(bearing, said))


def times(thing: Held) -> int:
    """How often the effects of a thing hold: once, or for each that it counts, up to what can pile up."""
    if not thing.data.get("counts"):
        return 1
    count = number(thing.data.get("count", 1), f"What {thing.name} counts", field="count")
    return min(count, int(thing.data.get("most", MOST)))


def _sources(bearing: Iterable[Bearing]) -> tuple[Source, ...]:
    listed = [
        Source(
            thing.name,
            effect.modifier,
            effect.amount * (times(thing) if effect.modifier in NUMBERS else 1),
            effect.note,
        )
        for thing, effect in bearing
        if effect.modifier in SAID
    ]
    return tuple(source for source in listed if source.amount)


def _blocked(bearing: Iterable[Bearing], said: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(
        f"{thing.name}: {effect.note}"
        for thing, effect in bearing
        if effect.modifier is Modifier.BLOCKS and not _left_open(thing, said)
    )


def _left_open(thing: Held, said: tuple[str, ...]) -> bool:
    """Whether a thing that forbids all else leaves this open: the Fallen may still Heal themselves."""
    unless = thing.data.get("unless")
    return bool(unless) and named_by(Effect(str(unless), Modifier.NOTE), *said)
