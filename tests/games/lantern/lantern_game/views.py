"""The light on every screen: who carries it, and how long it will burn."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from webapp.games.api import (
    ClockView,
    GameScreens,
    Panel,
    PanelFactory,
    PieceView,
    TableState,
    TableView,
    Visibility,
    game_panel,
)


class Light(NamedTuple):
    """The values that the panel prints: the carrier's name, and the segments of oil that are left."""

    carried: str
    left: int


class LanternScreens(GameScreens):
    """The panels that Lantern adds to the screens."""

    def serialize_for(self, piece: Any, state: TableState, visibility: Visibility) -> Mapping[str, Any]:
        return dict(piece.data)

    def gm_panels(self, view: TableView) -> Iterable[PanelFactory]:
        yield lambda: _light(view)

    player_panels = tv_panels = gm_panels


def _light(view: TableView) -> Panel:
    own = [piece for piece in view.pieces if isinstance(piece, PieceView) and piece.kind == "light"]
    names = [who.name for who in view.people for piece in own if piece.character == who.id]
    oil = [clock for clock in view.clocks if isinstance(clock, ClockView) and clock.kind == "oil"]
    left = sum(clock.segments - clock.filled for clock in oil)
    return game_panel("lantern-light", Light(names[0] if names else "Nobody", left), of="lantern/light")
