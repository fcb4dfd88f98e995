"""What opens in the GM's inspector and is on no page before: its panels are made and drawn when asked for."""

from collections.abc import Iterator

from markupsafe import Markup

from webapp.rules.ruleset import played
from webapp.screens.clock_groups import clock_options
from webapp.screens.draw import Seen, draw_apart
from webapp.screens.foe_numbers import CHOICES, Telling
from webapp.screens.games import game_screens
from webapp.screens.moves import EVERYWHERE, TIME, MoveForm
from webapp.screens.panel import Make, Panel, panel, pick
from webapp.screens.panels import collected
from webapp.screens.panels_shared import here, named
from webapp.screens.views import TableView

CHOOSE = ("", "choose who gets a condition")
GUEST = ("", "without a seat")
SCENE = (("here", "this scene"), ("", "the whole table"))


def moves(view: TableView) -> tuple[MoveForm, ...]:
    """All that this table's GM may open; what its game adds stands first."""
    dice = TIME if played(view.ruleset).check_form else ()
    return (*game_screens(view.ruleset).moves, *dice, *EVERYWHERE)


class Sheets(dict[str, Markup]):
    """The panels of what is opened, by id: each is drawn when a template asks for it."""

    def __init__(self, seen: Seen) -> None:
        super().__init__()
        self._seen = seen
        self._panels: dict[str, Panel] = collected([lambda: gm_sheets(seen.view)])

    def __missing__(self, id: str) -> Markup:
        return draw_apart(self._panels[id], self._seen)


def gm_sheets(view: TableView) -> Iterator[Make]:
    yield lambda: panel("scenes", view.scenes)
    yield lambda: panel("zones", view.zones)
    yield lambda: panel("seats", view.seats, template="gm-seats")
    yield lambda: panel("links", view.keys, template="gm-links")
    yield lambda: panel("library", view.saved)
    yield lambda: panel("table-name", view.name)
    yield lambda: panel("odds-told", bool(_settings(view).get("show_odds")))
    yield lambda: panel("foes-told", {"chosen": str(Telling.by(_settings(view))), "choices": CHOICES})
    yield lambda: panel("many-scenes", named(view.scenes))
    yield lambda: pick("event", "clock", clock_options(view, here(view.clocks)), required=True)
    yield lambda: pick("zone", "scene", [*SCENE, *named(view.scenes)])
    yield lambda: pick("beside", "seat", [GUEST, *named(view.seats)])
    yield lambda: pick("library", "character", [CHOOSE, *named(view.cast)])
    yield lambda: game_screens(view.ruleset).gm_sheets(view)


def _settings(view: TableView) -> dict[str, object]:
    return view.settings if isinstance(view.settings, dict) else {}
