"""Hide and seek: the number that finds someone Hidden.

Source: Layer 2, "Hide"; Layer 3, the Obscure tag and the example at its end.
"""

from dataclasses import dataclass
from typing import Annotated

from webapp.rules.guard import Within
from webapp.rules.resonance.numbers import Level, Stat

OBSCURE_BASE = 10


@dataclass(frozen=True, slots=True)
class Hiding:
    """Someone Hidden, and the number a searcher must beat; players see only that they are hidden."""

    tn: int
    conditions: tuple[str, ...] = ("hidden",)


def hide(total: Annotated[int, Within(-100, 1000)], *, in_cover: bool = False) -> Hiding:
    """Take the Hide action: the result of the Effort Roll is the number to find you.

    In cover if there is any. `total` is SR + Level + Stat. Source: Layer 2, 4.4.
    """
    return Hiding(max(0, total), ("hidden", "cover") if in_cover else ("hidden",))


def obscure(level: Level, stat: Stat) -> Hiding:
    """Spend an Obscure tag as an action: Hidden at 10 + Level + Stat, without a roll."""
    return Hiding(OBSCURE_BASE + level + stat)
