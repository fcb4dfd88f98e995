"""Maps drawn from what joins what: places in columns by how far they are, lines between them.

Numbers are units of the drawing; templates print them into SVG.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

Key = TypeVar("Key", int, str)


@dataclass(frozen=True)
class Spot(Generic[Key]):
    """Where one place is drawn: its middle, and whether its name has more room above it."""

    key: Key
    x: int
    y: int
    above: bool = False


@dataclass(frozen=True)
class Line(Generic[Key]):
    """A way between two places, and where its label stands."""

    one: Spot[Key]
    other: Spot[Key]

    @property
    def x(self) -> int:
        return (self.one.x + self.other.x) // 2

    @property
    def y(self) -> int:
        return (self.one.y + self.other.y) // 2


@dataclass(frozen=True)
class Drawing(Generic[Key]):
    """A map: how large it is, where everything is."""

    width: int
    height: int
    spots: tuple[Spot[Key], ...]
    lines: tuple[Line[Key], ...]

    def spot(self, key: Key) -> Spot[Key]:
        return next(spot for spot in self.spots if spot.key == key)


def drawn(keys: Sequence[Key], joins: Iterable[tuple[Key, Key]], across: int, down: int) -> Drawing[Key]:
    """Lay places out: each column holds those as many steps from the first, `across` and `down` apart."""
    pairs = [pair for pair in joins if pair[0] in keys and pair[1] in keys]
    columns = _columns(keys, _neighbours(keys, pairs))
    tallest = max((len(column) for column in columns), default=1)
    spots = tuple(
        Spot(key, across * at + across // 2, _down(row, len(column), tallest, down), _above(at, row, column))
        for at, column in enumerate(columns)
        for row, key in enumerate(column)
    )
    placed = {spot.key: spot for spot in spots}
    lines = tuple(Line(placed[one], placed[other]) for one, other in pairs)
    return Drawing(across * max(len(columns), 1), down * tallest, spots, lines)


def _above(at: int, row: int, column: Sequence[object]) -> bool:
    """Whether a name stands above its place: the upper half of a column, or every other single one."""
    return row < len(column) // 2 if len(column) > 1 else at % 2 == 1


def _down(row: int, rows: int, tallest: int, down: int) -> int:
    """A column that is shorter than the tallest stands in the middle."""
    return down * row + down // 2 + down * (tallest - rows) // 2


def _neighbours(keys: Sequence[Key], pairs: Iterable[tuple[Key, Key]]) -> Mapping[Key, list[Key]]:
    found: dict[Key, list[Key]] = {key: [] for key in keys}
    for one, other in pairs:
        found[one].append(other)
        found[other].append(one)
    return found


def _columns(keys: Sequence[Key], near: Mapping[Key, list[Key]]) -> list[list[Key]]:
    """Places by their distance from the first one; what no way leads to starts a column of its own."""
    columns: list[list[Key]] = []
    seen: set[Key] = set()
    for key in sorted(keys, key=lambda each: len(near[each])):
        if key in seen:
            continue
        wave, at = [key], len(columns)
        while wave:
            seen.update(wave)
            columns.append(wave)
            wave = list(dict.fromkeys(n for each in wave for n in near[each] if n not in seen))
        if len(columns) - at == 1 and not near[key] and at:
            columns[at - 1].extend(columns.pop())
    return columns
