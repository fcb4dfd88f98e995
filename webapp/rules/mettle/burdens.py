"""What all that stands around a Check does to it: statuses of whoever acts, tags and conditions of the table.

What each one does is data, its effects; here they are added up.
Source: Scenes, "Status"; Characters, "Taking Damage".
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from webapp.rules.check import Held, Source
from webapp.rules.effects import Effect, Modifier, named_by
from webapp.rules.mettle.check import Discard
from webapp.rules.mettle.needs import MOST, number, one_of

SIGHT = ("needed", "partly", "none")
NUMBERS = frozenset({Modifier.DIFFICULTY, Modifier.DICE, Modifier.METTLE_MINIMUM})
SAID = NUMBERS | {Modifier.METTLE_DISCARD, Modifier.NOTE}
Bearing = tuple[Held, Effect]


@dataclass(frozen=True, slots=True)
class Burden:
    """What everything together does to one Check.

    `difficulty` is added, no Check is easier than `minimum`, `dice` (0 or below) come off the pool, `discard`
    is taken away after the roll, `blocked` says why it cannot be tried at all, `sources` names each part.
    """

    difficulty: int = 0
    minimum: int = 0
    dice: int = 0
    discard: Discard | None = None
    blocked: tuple[str, ...] = ()
    sources: tuple[Source, ...] = ()


def burden_of(around: Iterable[Held], *words: str, sight: str = "partly", hearing: bool = False) -> Burden:
    """Add up what all these do to a Check named by `words` ("attack", "POISE", "rally" ...).

    `sight` is "needed", "partly" or "none", `hearing` whether the task needs ears: Blinded blocks the first,
    adds 4 to the second and leaves the third alone. `data["count"]` is how many a thing counts, 1 if unsaid.
    """
    one_of(sight, SIGHT, "need of sight", field="sight")
    said = (*words, *(("sight",) if sight == "needed" else ()), *(("hearing",) if hearing else ()))
    touching = [thing for thing in around if sight != "none" or thing.data.get("sense") != "sight"]
    bearing = [(thing, effect) for thing in touching for effect in thing.effects if named_by(effect, *said)]
    sources = _sources(bearing)
    return Burden(
        difficulty=_sum(sources, Modifier.DIFFICULTY),
        minimum=minimum_of(sources),
        dice=_sum(sources, Modifier.DICE),
        discard=discard_by(sources),
        blocked=_blocked(bearing, said),
        sources=sources,
    )


def times(thing: Held) -> int:
    """How often the effects of a thing hold: once, or for each that it counts, up to what can pile up."""
    if not thing.data.get("counts"):
        return 1
    count = number(thing.data.get("count", 1), f"What {thing.name} counts", field="count")
    return min(count, int(thing.data.get("most", MOST)))


def joined(discards: Iterable[Discard | None]) -> Discard | None:
    """Put discards together: lowest and highest at once take both ends."""
    found = {discard for discard in discards if discard}
    return Discard.BOTH if len(found) > 1 else next(iter(found), None)


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


def bonuses(sources: Iterable[Source]) -> tuple[Source, ...]:
    """The sources that are added to a Check: bonus dice, Difficulty, words."""
    return tuple(each for each in sources if not _is_burden(each))


def with_sources(burden: Burden, sources: Iterable[Source]) -> Burden:
    """A burden with what sources carry that came from statuses: dice lost, discards, a least Difficulty."""
    carried = [each for each in sources if _is_burden(each)]
    return replace(
        burden,
        dice=burden.dice + _sum(carried, Modifier.DICE),
        minimum=max(burden.minimum, minimum_of(carried)),
        discard=joined((burden.discard, discard_by(carried))),
    )


def _is_burden(source: Source) -> bool:
    if source.modifier is Modifier.DICE:
        return source.amount < 0
    return source.modifier in (Modifier.METTLE_DISCARD, Modifier.METTLE_MINIMUM)


def minimum_of(sources: Iterable[Source]) -> int:
    """The least Difficulty that any of these leaves a Check, 0 if none does."""
    return max((each.amount for each in sources if each.modifier is Modifier.METTLE_MINIMUM), default=0)


def _sum(sources: Iterable[Source], modifier: Modifier) -> int:
    return sum(source.amount for source in sources if source.modifier is modifier)


def discard_by(sources: Iterable[Source]) -> Discard | None:
    """The dice that go: above 0 the highest, below 0 the lowest."""
    amounts = [source.amount for source in sources if source.modifier is Modifier.METTLE_DISCARD]
    return joined(Discard.HIGHEST if amount > 0 else Discard.LOWEST for amount in amounts)


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
