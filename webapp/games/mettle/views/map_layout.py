"""Lay out maps from joins: places in columns by their distance.

Numbers are units of the drawing, which templates print into SVG.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

Key = TypeVar("Key", int, str)
Columns = list[list[Key]]


@dataclass(frozen=True)
class Spot(Generic[Key]):
    """The middle of a place in a drawing."""

    key: Key
    x: int
    y: int


@dataclass(frozen=True)
class Drawing(Generic[Key]):
    """A map to draw: its size, the spot of each place, and the width for each place's name (`across`)."""

    width: int
    height: int
    across: int
    spots: tuple[Spot[Key], ...]

    def spot(self, key: Key) -> Spot[Key]:
        return next(spot for spot in self.spots if spot.key == key)


def drawn(
    keys: Sequence[Key], joins: Iterable[tuple[Key, Key]], wide: int, high: int, upright: bool = False
) -> Drawing[Key]:
    """Return a drawing of this size, with the places in columns (`in_columns`).

    If `upright`, the columns are drawn as rows, one below the other.
    """
    columns = in_columns(keys, joins)
    if not upright:
        return Drawing(
            wide, high, wide // max(len(columns), 1), tuple(spots_of(columns, wide, high).values())
        )
    turned = [Spot(spot.key, spot.y, spot.x) for spot in spots_of(columns, high, wide).values()]
    return Drawing(wide, high, wide // max((len(column) for column in columns), default=1), tuple(turned))


def spots_of(columns: Columns[Key], wide: int, high: int) -> Mapping[Key, Spot[Key]]:
    """Return the middle of each place; the places of a column share the drawing's height."""
    return {
        key: Spot(key, wide * (2 * at + 1) // (2 * len(columns)), high * (2 * row + 1) // (2 * len(column)))
        for at, column in enumerate(columns)
        for row, key in enumerate(column)
    }


def in_columns(keys: Sequence[Key], joins: Iterable[tuple[Key, Key]]) -> Columns[Key]:
    """Arrange places in columns by the number of steps from the place with the fewest joins.

    Places that are not connected to it are arranged in further columns in the same way, but a place
    without joins is added to the last column.
    """
    near = _neighbours(keys, joins)
    columns: Columns[Key] = []
    seen: set[Key] = set()
    for key in sorted(keys, key=lambda value: len(near[value])):
        if key in seen:
            continue
        wave, at = [key], len(columns)
        while wave:
            seen.update(wave)
            columns.append(wave)
            wave = list(dict.fromkeys(n for value in wave for n in near[value] if n not in seen))
        if len(columns) - at == 1 and not near[key] and at:
            columns[at - 1].extend(columns.pop())
    return columns


def _neighbours(keys: Sequence[Key], joins: Iterable[tuple[Key, Key]]) -> Mapping[Key, list[Key]]:
    found: dict[Key, list[Key]] = {key: [] for key in keys}
    for one, other in joins:
        if one in found and other in found:
            found[one].append(other)
            found[other].append(one)
    return found


TALLEST = 4
"""The most zones in a column; if a column has more, the zones are dealt into columns of equal height."""


def folded(columns: Sequence[Sequence[int]], across: int) -> list[list[int]]:
    """Return the columns unchanged, or their zones dealt into up to `across` columns in the same order.

    They are dealt anew if there are more than `across` columns, or more than `TALLEST` zones in one.
    The new columns have equal heights, but the last one may be shorter.
    """
    if len(columns) <= across and all(len(value) <= TALLEST for value in columns):
        return [list(value) for value in columns]
    keys = [key for column in columns for key in column]
    tall = -(-len(keys) // across)
    return [keys[at : at + tall] for at in range(0, len(keys), tall)]
