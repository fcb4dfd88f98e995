"""Which dice a status takes away before they are counted."""

from collections.abc import Iterable
from enum import StrEnum


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
