"""What the panels of several pages have in common: the clocks, and the lists that forms choose from."""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import TypeVar

from webapp.screens.absent import ABSENT
from webapp.screens.clock_groups import ClockGroup, standing_apart
from webapp.screens.panel import Make, Option, Panel, panel
from webapp.screens.views import (
    CharacterView,
    InPlay,
    Rumour,
    SceneView,
    SeatView,
    ShownCharacter,
    ShownClock,
    TableView,
    ZoneView,
)

Named = ShownClock | ShownCharacter | ZoneView | SceneView | SeatView
V = TypeVar("V", bound=InPlay)
SCENE = (("here", "this scene"), ("", "the whole table"))
"""Where a form puts things, beside the scenes by name."""


def clock_panels(
    view: TableView,
    frame: str,
    clocks: tuple[ShownClock, ...] | None = None,
    groups: tuple[ClockGroup, ...] | None = None,
    each: str = "clock",
) -> Iterator[Make]:
    """The frame of the clocks, and each clock as a panel within it."""
    clocks = standing_apart(view) if clocks is None else clocks
    shape = tuple((clock.id, type(clock).__name__, getattr(clock, "opposes", None)) for clock in clocks)
    heads = tuple((group.name, group.start) for group in groups or ())
    elsewhere = not clocks and any(clock.here for clock in view.clocks)  # all of them within something else
    yield lambda: panel(
        "clocks",
        ClockGroup("clocks", None, clocks, 0) if groups is None else groups,
        template=frame,
        key=(shape, view.spotlight, heads, elsewhere),
    )
    yield lambda: each_clock(view, clocks, each)


def each_clock(view: TableView, clocks: tuple[ShownClock, ...], template: str = "clock") -> Iterator[Make]:
    for clock in clocks:
        yield partial(_clock, clock, view, template)


def _clock(clock: ShownClock, view: TableView, template: str) -> Panel:
    key = (clock, _partners(clock, view))
    return panel(f"clock-{clock.id}", clock, template=template, key=key, within="clocks")


def _partners(clock: ShownClock, view: TableView) -> tuple[str, ...]:
    """The names of the clocks this one races and follows, where they are known."""
    partners = {getattr(clock, "opposes", None), getattr(clock, "follows", None)} - {None, ABSENT}
    if not partners:
        return ()
    return tuple(words for id, words in named(view.clocks) if id in partners)


def here(things: Iterable[V]) -> tuple[V, ...]:
    return tuple(thing for thing in things if thing.here)


def named(things: Iterable[Named]) -> tuple[Option, ...]:
    """Things to choose from: those whose name this audience knows."""
    return tuple((thing.id, thing.name) for thing in things if not isinstance(thing, Rumour))


def names(view: TableView) -> tuple[Option, ...]:
    """What other panels print of characters: a rename must reach them."""
    return tuple((each.id, each.name) for each in view.people)


def free(view: TableView) -> list[CharacterView]:
    """The players' characters that nobody holds."""
    held = {seat.character for seat in view.seats}
    return [each for each in view.people if each.kind == "pc" and each.id not in held]
