"""The light on every screen: who carries it, and how long it will burn."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from webapp.state.visibility import Visibility
from webapp.store.table_state import TableState
from webapp.views.game_hooks import GameScreens
from webapp.views.panel import Panel, PanelFactory, game_panel
from webapp.views.view_types import CharacterView, ClockView, TableView


class Light(NamedTuple):
    carried: str
    left: int


class LanternScreens(GameScreens):
    """What Lantern adds to the screens."""

    def shown(self, piece: Any, state: TableState, visibility: Visibility) -> Mapping[str, Any]:
        return dict(piece.data)

    def gm_panels(self, view: TableView) -> Iterable[PanelFactory]:
        yield lambda: _light(view)

    player_panels = tv_panels = gm_panels


def _light(view: TableView) -> Panel:
    carrier = next((each.character for each in view.pieces if each.kind == "light"), None)
    names = {who.id: who.name for who in view.cast if isinstance(who, CharacterView)}
    oil = [each for each in view.clocks if isinstance(each, ClockView) and each.kind == "oil"]
    left = sum(each.segments - each.filled for each in oil)
    return game_panel("light", Light(names.get(carrier, "Nobody"), left), of="lantern/light")


SCREENS = LanternScreens()
