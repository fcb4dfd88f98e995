"""The panels that open only in the GM's inspector, from the Menu.

All are made when a menu entry is opened; only those that the entry shows are rendered.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from webapp.rules.playable_games import load_ruleset_or_stand_in
from webapp.state.foe_numbers import CHOICES, NumbersDisclosure
from webapp.state.guests import GuestSeat
from webapp.views.clock_groups import clock_options
from webapp.views.game_screens import game_screens
from webapp.views.panel import GmAction, Panel, PanelFactory, panel, pick
from webapp.views.panel_rendering import DrawnProjection, draw_apart
from webapp.views.panels import collect_panels
from webapp.views.panels_shared import SCENE, name_options, things_here
from webapp.views.view_types import SeatView, TableView

CHOOSE = ("", "choose who gets the condition")
GUEST = ("", "without a seat")


def _gm_action(key: str, name: str, about: str) -> GmAction:
    return GmAction(key, name, about, f"moves/{key}.html")


SHEET_EDITING = {"free": "edit freely", "ask": "ask you", "locked": "locked"}
"""How players may change their own characters' sheets, the default first."""
NEW_CLOCKS = {"ask": "ask you", "free": "start freely"}
"""How players start clocks for everyone, the default first."""
NEW_GUESTS = {"free": "may sit down", "ask": "need my yes"}
"""How guests take their first seat, the default first."""
OUTCOMES = {"ask": "ask me", "at_once": "apply at once"}
"""How outcomes without a choice are applied; a table without the setting asks."""
TV_THEMES = {"dark": "dark", "light": "light"}
"""The themes of the TV, the default first."""
TV_SOUND = {"off": "off", "on": "on"}
"""Whether the TV makes sounds, the default first."""
TIME = (
    _gm_action("time", "Time passes", "tick clocks by time, round or day"),
    _gm_action("event", "Tick with a reason", "tick a clock and say why"),
)
"""The menu's entries for games with checks."""
EVERYWHERE = (
    _gm_action("scenes", "Scenes and zones", "prepare, play, end, copy"),
    _gm_action("library", "Library", "saved things to reuse, and packs"),
    _gm_action("notes", "Notes", "GM notes and shared notes"),
    _gm_action("people", "People and links", "seats, links, QR codes, the join code"),
    _gm_action("arrange", "Arrange", "reorder things, or change several at once"),
    _gm_action("table", "This table", "name, settings, export, remove"),
    _gm_action("keys", "Keyboard shortcuts", "what each key does"),
)
PREVIEW = _gm_action("preview", "What others see", "what a player, a seat or the TV sees")
"""The preview, which opens beside the table and has its own button."""


def gm_actions(view: TableView) -> tuple[GmAction, ...]:
    """Return the entries of the GM's menu, the game's own first."""
    dice = TIME if load_ruleset_or_stand_in(view.ruleset).check_form else ()
    return (*game_screens(view.ruleset).gm_actions, *dice, *EVERYWHERE)


class InspectorPanels(dict[str, Markup]):
    """The panels for an open inspector by id; each is rendered when a template uses it."""

    def __init__(self, seen: DrawnProjection) -> None:
        super().__init__()
        self._seen = seen
        self._panels: dict[str, Panel] = collect_panels([lambda: inspector_panels(seen.view)])

    def __missing__(self, id: str) -> Markup:
        return draw_apart(self._panels[id], self._seen)


def inspector_panels(view: TableView) -> Iterator[PanelFactory]:
    yield lambda: panel("scenes", view.scenes)
    yield lambda: panel("zones", view.zones)
    yield lambda: panel("seats", _seats(view), template="gm-seats")
    yield lambda: panel("guests", tuple(guests for guests in view.guests if guests.words or guests.new))
    yield lambda: panel("links", view.keys, template="gm-links")
    yield lambda: panel("library", view.saved)
    yield lambda: panel("table-name", view.name)
    yield lambda: panel("odds-told", bool(_settings(view).get("show_odds")))
    yield lambda: panel("secret-checks", bool(_settings(view).get("secret_checks")))
    yield lambda: panel(
        "foes-told", {"chosen": str(NumbersDisclosure.by(_settings(view))), "choices": CHOICES}
    )
    yield lambda: panel("sheets-set", _chosen(view, "sheets", SHEET_EDITING), template="setting")
    yield lambda: panel("players_clocks-set", _chosen(view, "players_clocks", NEW_CLOCKS), template="setting")
    yield lambda: panel("guests-set", _chosen(view, "guests", NEW_GUESTS), template="setting")
    yield lambda: panel("outcomes-set", _chosen(view, "outcomes", OUTCOMES), template="setting")
    yield lambda: panel("tv_theme-set", _chosen(view, "tv_theme", TV_THEMES), template="setting")
    yield lambda: panel("tv_sound-set", _chosen(view, "tv_sound", TV_SOUND), template="setting")
    yield lambda: panel("many-scenes", name_options(view.scenes))
    yield lambda: pick("event", "clock", clock_options(view, things_here(view.clocks)), required=True)
    yield lambda: pick("zone", "scene", [*SCENE, *name_options(view.scenes)])
    yield lambda: pick("preview", "seat", [GUEST, *name_options(view.seats)])
    yield lambda: pick("library", "character", [CHOOSE, *name_options(view.cast)])
    yield lambda: game_screens(view.ruleset).gm_sheets(view)


SeatRow = tuple[SeatView, GuestSeat | None]
"""A seat, with what it made if that is more than it is likely to need."""


@dataclass(frozen=True)
class Seats:
    """The seats of people known here, and those in doubt."""

    known: tuple[SeatRow, ...]
    doubted: tuple[SeatRow, ...]


def _seats(view: TableView) -> Seats:
    made = {seat.id: seat for guests in view.guests for seat in guests.seats if seat.made or not seat.stays}
    rows = tuple((seat, made.get(seat.id)) for seat in view.seats)
    return Seats(
        tuple((seat, it) for seat, it in rows if it is None or it.stays),
        tuple((seat, it) for seat, it in rows if it is not None and not it.stays),
    )


def _chosen(view: TableView, key: str, choices: dict[str, str]) -> dict[str, object]:
    """Return a setting with its choices; the first choice is the default."""
    return {"key": key, "chosen": _settings(view).get(key, next(iter(choices))), "choices": choices}


def _settings(view: TableView) -> dict[str, object]:
    return view.settings if isinstance(view.settings, dict) else {}
