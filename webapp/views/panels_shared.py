"""Panels shared by several pages: the clocks and the choices in forms."""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import NamedTuple, TypeVar

from webapp.views.absent import ABSENT, Maybe
from webapp.views.check_views import CheckView
from webapp.views.clock_groups import ClockGroup, freestanding_clocks
from webapp.views.game_screens import game_screens
from webapp.views.moment_views import MomentView, StageView
from webapp.views.panel import Option, Panel, PanelFactory, panel
from webapp.views.view_types import (
    CharacterView,
    ClockView,
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
"""A form's choices of a place that come before the named scenes."""


def clock_panels(
    view: TableView,
    frame: str,
    clocks: tuple[ShownClock, ...] | None = None,
    groups: tuple[ClockGroup, ...] | None = None,
    template: str = "clock",
    more: int = 0,
) -> Iterator[PanelFactory]:
    """Yield the frame of the clocks, and each clock as a panel within it; `more` clocks are not shown."""
    clocks = freestanding_clocks(view) if clocks is None else clocks
    shape = tuple((clock.id, type(clock).__name__, getattr(clock, "opposes", None)) for clock in clocks)
    heads = tuple((group.name, group.start) for group in groups or ())
    elsewhere = not clocks and any(clock.here for clock in view.clocks)  # inside other panels
    yield lambda: panel(
        "clocks",
        ClockGroup("clocks", None, clocks, 0) if groups is None else (groups, more),
        template=frame,
        key=(shape, view.spotlight, heads, elsewhere, more),
    )
    yield lambda: each_clock(view, clocks, template)


def each_clock(
    view: TableView, clocks: tuple[ShownClock, ...], template: str = "clock"
) -> Iterator[PanelFactory]:
    for clock in clocks:
        yield partial(_clock, clock, view, template)


def _clock(clock: ShownClock, view: TableView, template: str) -> Panel:
    noted = view.notes_about("clock", clock.id)
    key = (clock, _partners(clock, view), noted, view.number_of("clock", clock.id))
    return panel(f"clock-{clock.id}", clock, template=template, key=key, within="clocks")


def _partners(clock: ShownClock, view: TableView) -> tuple[str, ...]:
    """Return the known names of the clocks that this one races and follows."""
    partners = {getattr(clock, "opposes", None), getattr(clock, "follows", None)} - {None, ABSENT}
    if not partners:
        return ()
    return tuple(words for id, words in name_options(view.clocks) if id in partners)


class Moments(NamedTuple):
    """What just happened: the moments, newest first, and by id the checks and clocks that they show.

    `me` is the character of the seat that looks, if there is one.
    """

    all: tuple[MomentView, ...]
    checks: Mapping[int, CheckView]
    clocks: Mapping[int, ClockView]
    me: Maybe[int | None] = None

    def staged(self, moment: MomentView) -> list[tuple[StageView, ClockView | None]]:
        """Return what this moment shows alone, each with the clock that it is about while that is full."""
        shown = [(stage, self._clock(stage)) for stage in moment.stages]
        return [(stage, clock) for stage, clock in shown if clock or stage.kind != "clock.moved"]

    def _clock(self, stage: StageView) -> ClockView | None:
        clock = self.clocks.get(stage.thing[1]) if stage.thing and stage.kind == "clock.moved" else None
        return clock if clock and clock.complete else None


def moments_panel(
    view: TableView,
    template: str,
    checks: Iterable[CheckView],
    me: Maybe[int | None] = None,
    moments: tuple[MomentView, ...] | None = None,
) -> Panel:
    """Return the panel of what just happened; a clock is shown where its own moment has the stage."""
    moments = view.moments if moments is None else moments
    shown = {moment.check for moment in moments}
    staged = {stage.thing for moment in moments for stage in moment.stages if stage.thing}
    full = {id for kind, id in staged if kind == "clock"}
    rolled = {check.id: check for check in checks if check.id in shown}
    clocks = {clock.id: clock for clock in view.clocks if isinstance(clock, ClockView) and clock.id in full}
    return panel("moments", Moments(moments, rolled, clocks, me), template=template)


def things_here(things: Iterable[V]) -> tuple[V, ...]:
    """Return the things of the scene in play, and those of no scene."""
    return tuple(thing for thing in things if thing.here)


def name_options(things: Iterable[Named]) -> tuple[Option, ...]:
    """Return the things whose names this audience knows, as choices."""
    return tuple((thing.id, thing.name) for thing in things if not isinstance(thing, Rumour))


def character_names(view: TableView) -> tuple[Option, ...]:
    """Return (id, name) of each character known in full; panels that print names use this in their key."""
    return tuple((character.id, character.name) for character in view.people)


def free_characters(view: TableView) -> list[CharacterView]:
    """Return the players' characters that no seat holds."""
    held = {seat.character for seat in view.seats}
    return [character for character in view.people if character.kind == "pc" and character.id not in held]


def workable_clocks(view: TableView) -> Iterator[ClockView]:
    """Return an iterator over the incomplete clocks in play, known in full, that a check may aim at."""
    beyond = game_screens(view.ruleset).beyond_checks(view)
    clocks = (clock for clock in things_here(view.clocks) if isinstance(clock, ClockView))
    return (clock for clock in clocks if not clock.complete and clock.id not in beyond)
