"""The panels of the TV. If not all items fit, the page's script shows them in turn."""

from collections.abc import Iterator
from typing import NamedTuple

from webapp.state.house_events import TablePaused
from webapp.views.absent import Maybe
from webapp.views.check_views import CheckView
from webapp.views.clock_groups import pair_clocks
from webapp.views.game_screens import game_screens
from webapp.views.moment_views import MomentView
from webapp.views.panel import PanelFactory, panel
from webapp.views.panels_shared import each_clock, moments_panel, things_here
from webapp.views.view_types import ShownCharacter, ShownClock, ShownTag, TableView

IN_A_ROW = 4
"""The most clocks or tags on one line."""
TOLD = 4
"""The most moments: two side by side, and two that wait."""


class TvLayout(NamedTuple):
    """The TV's layout; `form` is idle, spot, one, row, grid, words or stage.

    The form `words` has no clocks: it shows the scene's name, its tags and characters. On the `stage` the
    game's own map or race fills the screen, with small clocks beside it. `side` says that tags and characters
    are in a column at the side, `clocks` is the number of clocks in the list, without the one in the
    spotlight, and `place` is where the game's own panels are. `theme` is dark or light, and `sound` says
    whether the TV makes sounds, as the GM has set them.
    """

    form: str
    side: bool
    clocks: int
    place: str = "strip"
    theme: str = "dark"
    sound: bool = False


class TvClockOrder(NamedTuple):
    """The positions of the clocks: of the one in the spotlight, and of the others with rivals adjacent."""

    spot: int | None
    rest: tuple[int, ...]


class TvTags(NamedTuple):
    """The tags, and whether they need more than one line."""

    all: tuple[ShownTag, ...]
    many: bool


class CheckUnderWay(NamedTuple):
    """A check that is to be rolled; `roller` is the player who holds the dice, "" if nobody does yet."""

    check: CheckView
    roller: str


class JoinPrompt(NamedTuple):
    """The join code, and whether every player character is on a seat that is taken."""

    code: Maybe[str | None]
    taken: bool


def tv_panels(view: TableView) -> Iterator[PanelFactory]:
    """Yield the TV's panels, laid out for the number of things.

    Characters with conditions come first.
    """
    clocks, tags = things_here(view.clocks), things_here(view.tags)
    order = _order(clocks, view)
    told_below = game_screens(view.ruleset).told_below(view)
    cast = () if told_below else tuple(sorted(view.cast, key=lambda who: not _ails(who)))
    yield lambda: panel("title", view.name)
    yield lambda: panel("bar", (view.name, view.paused, view.paused_by, view.active()), template="tv-bar")
    yield lambda: panel("checks", _under_way(view), template="tv-checks")
    yield lambda: moments_panel(view, "tv-moments", view.checks, moments=_told(view))
    yield lambda: panel("join", JoinPrompt(view.join_code, _all_are_taken(view)), template="tv-join")
    yield lambda: panel("layout", _shape(view, order, len(tags), cast), template="tv-layout")
    yield lambda: panel("turn", view.turn, key=(view.turn,), template="tv-turn")
    yield lambda: panel("tags", TvTags(tags, len(tags) > IN_A_ROW), template="tv-tags")
    shape = tuple((clock.id, type(clock).__name__) for clock in clocks)
    yield lambda: panel("clocks", order, key=(shape, order), template="tv-clocks")
    yield lambda: each_clock(view, clocks)
    yield lambda: panel("cast", cast, template="tv-cast")


def _order(clocks: tuple[ShownClock, ...], view: TableView) -> TvClockOrder:
    spot = next((place for place, clock in enumerate(clocks) if clock.id == view.spotlight), None)
    return TvClockOrder(spot, tuple(place for pair in pair_clocks(clocks) for place in pair if place != spot))


def _all_are_taken(view: TableView) -> bool:
    characters = {who.id for who in view.cast if getattr(who, "kind", "") == "pc"}
    return bool(characters) and characters <= {seat.character for seat in view.seats if seat.taken}


def _ails(who: ShownCharacter) -> bool:
    return bool(getattr(who, "conditions", ()))


def _shape(view: TableView, order: TvClockOrder, tags: int, cast: tuple[ShownCharacter, ...]) -> TvLayout:
    """Return the layout for these clocks, tags and characters.

    Tags and characters are in a column at the side if there are one or two clocks and more than four tags,
    or a grid of clocks and any tags or conditions. They are not if the game uses the side, or in the forms
    spot and stage.
    """
    clocks = len(order.rest) + (order.spot is not None)
    description = tags + (len(cast) if view.active() else 0)
    place = game_screens(view.ruleset).tv_place(view)
    form = _form(clocks, description, order, place == "stage")
    few = clocks in (1, 2) and tags > IN_A_ROW and form not in ("spot", "stage")
    many = form == "grid" and (tags > 0 or any(map(_ails, cast)))
    on_stage = place == "stage" and form != "stage"
    side = (few or many) and place != "side"
    where = "strip" if on_stage else place
    return TvLayout(form, side, len(order.rest), where, view.tv_theme, view.tv_sound)


def _form(clocks: int, description: int, order: TvClockOrder, staged: bool) -> str:
    if order.spot is not None:
        return "spot" if order.rest else "one"
    if staged:
        return "stage"
    if not clocks:
        return "words" if description else "idle"
    return "one" if clocks == 1 else "row" if clocks <= IN_A_ROW else "grid"


def _under_way(view: TableView) -> tuple[CheckUnderWay, ...]:
    """Return the two newest checks that are to be rolled, newest first."""
    called = [check for check in view.checks if check.state == "called"][:-3:-1]
    players = {
        seat.character: seat.name for seat in view.seats if seat.character and seat.id not in view.newcomers
    }
    return tuple(
        CheckUnderWay(each, players.get(each.character, "") if each.ready else "") for each in called
    )


def _told(view: TableView) -> tuple[MomentView, ...]:
    """Return the newest moments without pauses, which lie over the whole screen themselves."""
    return tuple(moment for moment in view.moments if moment.kind != TablePaused.kind)[:TOLD]
