"""What opens in the GM's inspector and is on no page before: one menu names it all, and each is
made and drawn when it is asked for."""

from collections.abc import Iterator

from markupsafe import Markup

from webapp.rules.ruleset import played
from webapp.screens.clock_groups import clock_options
from webapp.screens.draw import Seen, draw_apart
from webapp.screens.foe_numbers import CHOICES, Telling
from webapp.screens.games import game_screens
from webapp.screens.panel import Make, MoveForm, Panel, panel, pick
from webapp.screens.panels import collected
from webapp.screens.panels_shared import SCENE, here, named
from webapp.screens.views import TableView

CHOOSE = ("", "choose who gets a condition")
GUEST = ("", "without a seat")


def _move(key: str, name: str, about: str) -> MoveForm:
    return MoveForm(key, name, about, f"moves/{key}.html")


TIME = (
    _move("time", "Time passes", "what ticks by itself moves on"),
    _move("event", "Something happens", "tick a clock with a reason"),
)
"""Those of games with checks."""
EVERYWHERE = (
    _move("scenes", "Scenes and zones", "prepare, play, end, copy"),
    _move("library", "Library", "what is kept to use again; packs"),
    _move("people", "People and links", "seats, links, QR codes, the join code"),
    _move("arrange", "Arrange", "several at once, or in another order"),
    _move("table", "This table", "its name, export, look, remove"),
    _move("keys", "Keyboard shortcuts", "what each key does"),
)
PREVIEW = _move("preview", "What others see", "a player, a seat, the TV")
"""Opened beside the table, by a key of its own."""


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
    yield lambda: panel("secret-checks", bool(_settings(view).get("secret_checks")))
    yield lambda: panel("foes-told", {"chosen": str(Telling.by(_settings(view))), "choices": CHOICES})
    yield lambda: panel("many-scenes", named(view.scenes))
    yield lambda: pick("event", "clock", clock_options(view, here(view.clocks)), required=True)
    yield lambda: pick("zone", "scene", [*SCENE, *named(view.scenes)])
    yield lambda: pick("beside", "seat", [GUEST, *named(view.seats)])
    yield lambda: pick("library", "character", [CHOOSE, *named(view.cast)])
    yield lambda: game_screens(view.ruleset).gm_sheets(view)


def _settings(view: TableView) -> dict[str, object]:
    return view.settings if isinstance(view.settings, dict) else {}
