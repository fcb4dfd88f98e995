"""METTLE Core on the screens: its pieces, its panels, what stands around a Check."""

from collections.abc import Mapping

from webapp.games.mettle.screens import panels
from webapp.games.mettle.screens.circumstances import around, standing, told
from webapp.games.mettle.screens.courses import courses
from webapp.games.mettle.screens.map import pieces
from webapp.games.mettle.screens.shown import shown
from webapp.games.mettle.screens.stage import stage_of, turn, tv_panels
from webapp.games.mettle.screens.underway import asks
from webapp.rules.mettle.facts import Asked
from webapp.screens.games import CountWay, GameScreens, words_of
from webapp.screens.views import TableView
from webapp.store.models import Piece

OWN_NUMBERS = frozenset(
    {"score", "edge", "kept", "discarded", "pool", "quality", "success", "may_twist", "twisted", "twist"}
)
"""Of a roll at a foe: all that the roller's own dice say."""


WAYS = {
    "mettle.discard": CountWay(
        "Discards dice (above 0 the highest)",
        lambda amount: f"{'Lowest' if amount < 0 else 'Highest'} dice go",
    ),
    "mettle.minimum": CountWay("Least Difficulty", lambda amount: f"At least Difficulty {amount}"),
}


class MettleScreens(GameScreens[Asked]):
    """Zones as a map, Initiative, hazards, travel, races, time."""

    moves, proposable, untold = words_of("mettle", "webapp.games.mettle")
    ways = WAYS
    own_numbers = OWN_NUMBERS
    draws_zones = True

    shown = staticmethod(shown)
    around = staticmethod(around)
    standing = staticmethod(standing)
    told = staticmethod(told)
    courses = staticmethod(courses)
    turn = staticmethod(turn)
    asks = staticmethod(asks)
    gm_panels = staticmethod(panels.gm_panels)
    gm_sheets = staticmethod(panels.gm_sheets)
    on_somebody = staticmethod(panels.on_somebody)
    player_panels = staticmethod(panels.player_panels)
    seat_panels = staticmethod(panels.seat_panels)
    tv_panels = staticmethod(tv_panels)

    def of_a_foe(self, piece: Piece, shown: Mapping[str, object], in_words: bool) -> Mapping[str, object]:
        """What a foe fights with and what eats at them by name alone; Twists and guards have no numbers."""
        return {} if piece.kind in ("weapon", "affliction", "voucher") else shown

    def on_the_desk(self, view: TableView) -> object:
        """Weapons, and zones to aim at."""
        return tuple(pieces(view, "weapon")), view.zones

    def stage(self, view: TableView) -> bool:
        """A race, a map of zones or a journey has the TV."""
        return bool(stage_of(view))


SCREENS = MettleScreens()
"""What the screens ask of METTLE Core."""
