"""How many tags of a pool the TV has room for, so that what does not fit is said and never cut off."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

WIDE = 32.0
"""The TV between its safe borders, in twentieths of its height."""
GAP, FEW, MOST_HOLDERS, MOST_BESIDE = 0.8, 4, 6, 2
SHAPE, LETTER, BETWEEN, MORE = 1.5, 0.56, 0.4, 1.8


@dataclass(frozen=True)
class Shown:
    """The tags that are shown, how many are not, and what ails somebody that has room beside the name."""

    tags: tuple[Mapping[str, object], ...]
    more: int
    ails: tuple[str, ...] = ()


def fitting(tags: Sequence[Mapping[str, object]], holders: int, ails: Sequence[str] = ()) -> Shown:
    """The first tags of a pool, as many as stand beside those of so many holders.

    Up to three holders have two lines each, four have one, more have none. Of four there is no room
    beside a name: what ails them leads their tags.
    """
    if ails and holders == FEW:
        return fitting([*({"name": name, "kind": "ails"} for name in ails), *tags], holders)
    shown = _first(tags, holders)
    return replace(shown, ails=tuple(ails))


def _first(tags: Sequence[Mapping[str, object]], holders: int) -> Shown:
    rows = 2 if holders < FEW else 1 if holders == FEW else 0
    columns = holders if holders < FEW else 2
    wide = (WIDE - GAP * (columns - 1)) / columns
    if _fits(tags, rows, wide, 0):
        return Shown(tuple(tags), 0)
    count = max((n for n in range(len(tags)) if _fits(tags[:n], rows, wide, MORE)), default=0)
    return Shown(tuple(tags[:count]), len(tags) - count)


def _fits(tags: Sequence[Mapping[str, Any]], rows: int, wide: float, kept: float) -> bool:
    """Whether these stand on so many lines, with room kept on the last one."""
    line, left = 1, wide
    for tag in tags:
        needs = SHAPE + LETTER * len(tag["name"]) + BETWEEN
        if needs > left:
            line, left = line + 1, wide
        left -= needs
    return line <= rows and (line < rows or left >= kept) if tags else rows > 0 or not kept
