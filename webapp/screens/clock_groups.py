"""Clocks under headings of the table's own: long-term ones, factions, this scene."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from zlib import crc32

from webapp.screens.games import game_screens
from webapp.screens.views import ShownClock, TableView, Thing

OFFERED = ("This scene", "Long-term", "Factions")


@dataclass(frozen=True)
class ClockGroup:
    """Clocks under one heading, or those without one; `start` counts the clocks that stand before it."""

    id: str
    name: str | None
    clocks: tuple[ShownClock, ...]
    start: int

    @property
    def pairs(self) -> tuple[tuple[int, ...], ...]:
        """The places of its clocks in their order; two that race are one."""
        return paired(self.clocks)


def standing_apart(view: TableView) -> tuple[ShownClock, ...]:
    """The clocks in play that no game draws inside something of its own."""
    nested = game_screens(view.ruleset).nested(view)
    return tuple(clock for clock in view.clocks if clock.here and clock.id not in nested)


def grouped(clocks: Sequence[ShownClock]) -> tuple[ClockGroup, ...]:
    """The clocks without a group, then each group where its first clock stands."""
    names = sorted(dict.fromkeys(map(_group, clocks)), key=lambda name: name is not None)
    groups: list[ClockGroup] = []
    start = 0
    for name in names:
        held = tuple(clock for clock in clocks if _group(clock) == name)
        groups.append(ClockGroup(_id(name), name, held, start))
        start += len(held)
    return tuple(groups)


def paired(clocks: Sequence[ShownClock]) -> tuple[tuple[int, ...], ...]:
    """The places of clocks in their order, each with that of the clock it races where that one is known."""
    left = {clock.id: place for place, clock in enumerate(clocks)}
    races = {clock.id: raced for clock in clocks if (raced := getattr(clock, "opposes", None))}
    pairs: list[tuple[int, ...]] = []
    for clock in clocks:
        if clock.id in left:
            here = left.pop(clock.id)
            back = (id for id, raced in races.items() if raced == clock.id)
            rival = next((id for id in (races.get(clock.id), *back) if id in left), None)
            pairs.append((here,) if rival is None else (here, left.pop(rival)))
    return tuple(pairs)


def group_names(clocks: Iterable[ShownClock]) -> tuple[str, ...]:
    """What a form offers: the usual groups, then those of this table."""
    own = map(_group, clocks)
    return tuple(dict.fromkeys([*OFFERED, *(name for name in own if name)]))


def moved(things: Sequence[Thing], id: int, by: int) -> list[int] | None:
    """All ids in the order they have once this one went one place up (-1) or down (1) in its group.

    None where it stands at that end already; what is not in play now keeps its place.
    """
    ids = [each.id for each in things]
    here = next(each for each in things if each.id == id)
    beside = [each.id for each in things if _together(each, here)]
    place = beside.index(id) + by
    if not 0 <= place < len(beside):
        return None
    one, other = ids.index(id), ids.index(beside[place])
    ids[one], ids[other] = ids[other], ids[one]
    return ids


def _group(clock: object) -> str | None:
    return getattr(clock, "group", None)


def _together(one: object, other: object) -> bool:
    same_group = _group(one) == _group(other)
    return same_group and getattr(one, "here", True) == getattr(other, "here", True)


def _id(name: str | None) -> str:
    """A name for the page's element that any words may stand behind."""
    return "group" if name is None else f"group-{crc32(name.encode()):08x}"
