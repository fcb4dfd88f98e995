"""Maps drawn from what joins what: places in columns by how far they are, lines between them.

Numbers are units of the drawing; templates print them into SVG.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

Key = TypeVar("Key", int, str)
Columns = list[list[Key]]


@dataclass(frozen=True)
class Spot(Generic[Key]):
    """Where one place is drawn: its middle."""

    key: Key
    x: int
    y: int


@dataclass(frozen=True)
class Drawing(Generic[Key]):
    """A map: how large it is, where everything is, how much room each place has for its name."""

    width: int
    height: int
    across: int
    spots: tuple[Spot[Key], ...]

    def spot(self, key: Key) -> Spot[Key]:
        return next(spot for spot in self.spots if spot.key == key)


def drawn(
    keys: Sequence[Key], joins: Iterable[tuple[Key, Key]], wide: int, high: int, upright: bool = False
) -> Drawing[Key]:
    """Lay places out in a drawing of this size: each column holds those as many steps from the first.

    Upright, the columns are rows, one below the other.
    """
    columns = in_columns(keys, joins)
    if not upright:
        return Drawing(
            wide, high, wide // max(len(columns), 1), tuple(spots_of(columns, wide, high).values())
        )
    turned = [Spot(spot.key, spot.y, spot.x) for spot in spots_of(columns, high, wide).values()]
    return Drawing(wide, high, wide // max((len(each) for each in columns), default=1), tuple(turned))


def spots_of(columns: Columns[Key], wide: int, high: int) -> Mapping[Key, Spot[Key]]:
    """Where each place has its middle; the places of a column share its height."""
    return {
        key: Spot(key, wide * (2 * at + 1) // (2 * len(columns)), high * (2 * row + 1) // (2 * len(column)))
        for at, column in enumerate(columns)
        for row, key in enumerate(column)
    }


def in_columns(keys: Sequence[Key], joins: Iterable[tuple[Key, Key]]) -> Columns[Key]:
    """Places by their distance from the first one; what no way leads to starts a column of its own."""
    near = _neighbours(keys, joins)
    columns: Columns[Key] = []
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


def _neighbours(keys: Sequence[Key], joins: Iterable[tuple[Key, Key]]) -> Mapping[Key, list[Key]]:
    found: dict[Key, list[Key]] = {key: [] for key in keys}
    for one, other in joins:
        if one in found and other in found:
            found[one].append(other)
            found[other].append(one)
    return found


HIGH, WIDE, BESIDE = 14.1, 32.0, 6.6
"""The stage, and what clocks beside it take of its width."""
LINE, OF_PLACES, OF_PEOPLE = 1.32, 0.54, 0.48
"""A line, and a letter of the name of a zone and of somebody in it."""
FRAME, GAP, ASIDE, AROUND, MARKED = 0.8, 0.5, 0.9, 0.9, 2.6
"""A zone's own edge above and below, what is between two, between two columns, at a column's sides; and what
the mark and the Mettle beside a name take."""
TALLEST = 4
"""As many zones stand one below the other before the map is folded into even columns."""


class Letters(NamedTuple):
    """How many letters a line holds of the name of a zone, and of somebody in it."""

    place: int
    person: int


@dataclass(frozen=True)
class Room:
    """A screen with so many columns of zones at most, so wide."""

    across: int
    wide: float

    def lines(self, zones: int) -> int:
        """What a column of so many zones holds of words."""
        return int((HIGH - FRAME * zones - GAP * (zones - 1)) / LINE)

    def letters(self, columns: int) -> Letters:
        """What one line in one of so many columns holds."""
        inner = (self.wide - ASIDE * (columns - 1)) / columns - AROUND
        return Letters(int(inner / OF_PLACES), int((inner - MARKED) / OF_PEOPLE))


def on_tv(clocks: bool) -> Room:
    """The TV: four columns of zones, three where clocks stand beside them."""
    return Room(3, WIDE - BESIDE) if clocks else Room(4, WIDE)


def folded(columns: Sequence[Sequence[int]], across: int) -> list[list[int]]:
    """Columns by distance as they are; too many or too tall, as even columns in the same order."""
    if len(columns) <= across and all(len(each) <= TALLEST for each in columns):
        return [list(each) for each in columns]
    keys = [key for column in columns for key in column]
    tall = -(-len(keys) // across)
    return [keys[at : at + tall] for at in range(0, len(keys), tall)]


def shared_out(heights: Sequence[Sequence[int]], lines: int) -> list[int]:
    """How many of its people each zone of a column shows; whoever is left out is "and 2 more", one line.

    `heights` are the lines each of them takes. Zones are served in turn, as long as there is room.
    """
    shown = [0] * len(heights)
    left = lines - sum(_taken(each, 0) for each in heights)
    served = True
    while served:
        served = False
        for place, each in enumerate(heights):
            more = _taken(each, shown[place] + 1) - _taken(each, shown[place])
            if shown[place] < len(each) and more <= left:
                shown[place], left, served = shown[place] + 1, left - more, True
    return shown


def taken(heights: Sequence[Sequence[int]], shown: Sequence[int]) -> list[int]:
    """The lines that those shown take in each zone."""
    return [_taken(each, count) for each, count in zip(heights, shown, strict=True)]


def _taken(heights: Sequence[int], shown: int) -> int:
    return sum(heights[:shown]) + (shown < len(heights))
