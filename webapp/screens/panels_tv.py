"""The panels of the TV, laid out by how much there is."""

from collections.abc import Iterator
from typing import NamedTuple

from webapp.screens.check_views import CheckView
from webapp.screens.checks import OPEN
from webapp.screens.panel import Make, panel
from webapp.screens.panels_shared import each_clock, here
from webapp.screens.tv import Layout, Paged, lay_out
from webapp.screens.views import TableView


class Shape(NamedTuple):
    """How the TV is laid out now, and which of its pages it shows."""

    form: str
    side: bool
    long: bool
    wraps: bool
    clocks: bool
    pages: int
    page: int


def tv_panels(view: TableView, page: int = 1) -> Iterator[Make]:
    """The TV, laid out by how much there is."""
    yield lambda: panel("title", view.name)
    yield lambda: panel("bar", (view.name, view.paused, view.paused_by, view.active()), template="tv-bar")
    yield lambda: panel("checks", _under_way(view), template="tv-checks")
    yield lambda: panel("join", view.join_code, key=(view.join_code,), template="tv-join")
    yield lambda: _laid_out(view, lay_out(view), page)


def _laid_out(view: TableView, layout: Layout, page: int) -> Iterator[Make]:
    page = (page - 1) % layout.pages + 1
    shape = Shape(
        layout.form, layout.side, layout.long, layout.wraps, bool(layout.clocks), layout.pages, page
    )
    yield lambda: panel("layout", shape, template="tv-layout")
    yield lambda: panel("turn", layout.turn, key=(layout.turn,), template="tv-turn")
    yield lambda: panel("tags", Paged(layout.tags, page), template="tv-tags")
    yield lambda: _tv_clocks(view, layout, page)
    yield lambda: panel("cast", Paged(layout.cast, page, layout.spare), template="tv-cast")


def _under_way(view: TableView) -> tuple[CheckView, ...]:
    """The two newest checks under way, newest first, then what came of the last two that were settled.

    An older one may come out after a newer one; the screen remembers which outcomes it has told.
    """
    open_now = [each for each in view.checks if each.state in OPEN]
    settled = [each for each in view.checks if each.state not in OPEN]
    came_out = [each for each in settled[-2:] if each.state == "resolved"]
    return (*open_now[:-3:-1], *reversed(came_out))


def _tv_clocks(view: TableView, layout: Layout, page: int) -> Iterator[Make]:
    clocks = here(view.clocks)
    stage = Paged(layout.clocks, page, spot=layout.spot)
    shape = tuple((clock.id, type(clock).__name__) for clock in clocks)
    yield lambda: panel("clocks", stage, key=(shape, stage), template="tv-clocks")
    yield lambda: each_clock(view, clocks)
