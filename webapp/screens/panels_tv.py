"""The panels of the TV: all there is in its order; what does not fit takes turns by the page's own script."""

from collections.abc import Iterator
from typing import NamedTuple

from webapp.screens.check_views import CheckView
from webapp.screens.checks import OPEN
from webapp.screens.clock_groups import paired
from webapp.screens.games import game_screens
from webapp.screens.panel import Make, panel
from webapp.screens.panels_shared import each_clock, here
from webapp.screens.views import ShownCharacter, ShownClock, ShownTag, TableView

IN_A_ROW = 4
"""So many clocks or tags share one line."""


class Shape(NamedTuple):
    """`form` is idle, spot, one, row, grid, words (no clocks) or stage (the game's own map or race has the
    screen, clocks stand small beside it); `side` puts tags and people in a column; `clocks` is how many stand
    in the list, and not in the spotlight."""

    form: str
    side: bool
    clocks: int


class Order(NamedTuple):
    """The clocks by their place in the list: the one in the spotlight, and the rest, rivals side by side."""

    spot: int | None
    rest: tuple[int, ...]


class Tags(NamedTuple):
    """The tags, and whether they are more than one line holds."""

    all: tuple[ShownTag, ...]
    many: bool


def tv_panels(view: TableView) -> Iterator[Make]:
    """The TV, its form by how much there is; whom something ails stands first."""
    clocks, tags = here(view.clocks), here(view.tags)
    order = _order(clocks, view)
    told_below = game_screens(view.ruleset).told_below(view)
    cast = () if told_below else tuple(sorted(view.cast, key=lambda who: not _ails(who)))
    yield lambda: panel("title", view.name)
    yield lambda: panel("bar", (view.name, view.paused, view.paused_by, view.active()), template="tv-bar")
    yield lambda: panel("checks", _under_way(view), template="tv-checks")
    yield lambda: panel("join", view.join_code, key=(view.join_code,), template="tv-join")
    yield lambda: panel("layout", _shape(view, order, len(tags), cast), template="tv-layout")
    yield lambda: panel("turn", view.turn, key=(view.turn,), template="tv-turn")
    yield lambda: panel("tags", Tags(tags, len(tags) > IN_A_ROW), template="tv-tags")
    shape = tuple((clock.id, type(clock).__name__) for clock in clocks)
    yield lambda: panel("clocks", order, key=(shape, order), template="tv-clocks")
    yield lambda: each_clock(view, clocks)
    yield lambda: panel("cast", cast, template="tv-cast")


def _order(clocks: tuple[ShownClock, ...], view: TableView) -> Order:
    spot = next((place for place, clock in enumerate(clocks) if clock.id == view.spotlight), None)
    return Order(spot, tuple(place for pair in paired(clocks) for place in pair if place != spot))


def _ails(who: ShownCharacter) -> bool:
    return bool(getattr(who, "conditions", ()))


def _shape(view: TableView, order: Order, tags: int, cast: tuple[ShownCharacter, ...]) -> Shape:
    """Many clocks leave room beside them, few a broad foot below; three and four want the whole width."""
    clocks = len(order.rest) + (order.spot is not None)
    form = _form(clocks, tags, order, game_screens(view.ruleset).stage(view))
    few = clocks in (1, 2) and tags > IN_A_ROW and form not in ("spot", "stage")
    many = form == "grid" and (tags > 0 or any(map(_ails, cast)))
    return Shape(form, few or many, len(order.rest))


def _form(clocks: int, tags: int, order: Order, staged: bool) -> str:
    if order.spot is not None:
        return "spot" if order.rest else "one"
    if staged:
        return "stage"
    if not clocks:
        return "words" if tags else "idle"
    return "one" if clocks == 1 else "row" if clocks <= IN_A_ROW else "grid"


def _under_way(view: TableView) -> tuple[CheckView, ...]:
    """The two newest checks under way, newest first, then what came of the last two that were settled.

    An older one may come out after a newer one; the screen remembers which outcomes it has told.
    """
    open_now = [each for each in view.checks if each.state in OPEN]
    settled = [each for each in view.checks if each.state not in OPEN]
    came_out = [each for each in settled[-2:] if each.state == "resolved"]
    return (*open_now[:-3:-1], *reversed(came_out))
