"""Resonance on the screens: values and tag pools, situations and races, the turn order."""

from collections.abc import Mapping

from webapp.games.resonance.screens import checks, nested_clocks, panels
from webapp.games.resonance.screens.characters import VALUES
from webapp.games.resonance.screens.meters import courses
from webapp.games.resonance.screens.roll_facts import around, standing
from webapp.games.resonance.screens.shown import SHOWN, values_in_words
from webapp.rules.resonance.asked import Asked
from webapp.screens.games import GameScreens, words_of
from webapp.screens.views import TableView
from webapp.screens.visibility import Visibility
from webapp.store.board import Board
from webapp.store.models import Piece

OWN_NUMBERS = frozenset(
    {"roll", "mode", "daze", "sr", "bonus", "total", "counting", "critical", "super_critical", "miss"}
    | {"success", "options", "picked", "spent", "happened", "level", "stat", "sp", "ep"}
)
"""Of a roll at a foe: what the dice and the roller's own sheet say."""


class ResonanceScreens(GameScreens[Asked]):
    """What Resonance adds to the screens."""

    moves, proposable, untold = words_of("resonance", "webapp.games.resonance")
    lasting = frozenset({"situation", "threat"})
    own_numbers = OWN_NUMBERS
    foes_numbers = frozenset({"total"})

    standing = staticmethod(standing)
    around = staticmethod(around)
    courses = staticmethod(courses)
    told = staticmethod(checks.told)
    to_its_own = staticmethod(checks.to_its_own)
    turn = staticmethod(panels.turn)
    nested = staticmethod(nested_clocks.nested)
    on_the_desk = staticmethod(panels.boosts_at_checks)
    beyond_checks = staticmethod(nested_clocks.around_parts)
    gm_panels = staticmethod(panels.gm)
    gm_sheets = staticmethod(panels.sheets)
    on_somebody = staticmethod(panels.on_somebody)
    player_panels = staticmethod(panels.player)
    seat_panels = staticmethod(panels.seat)
    tv_panels = staticmethod(panels.tv)

    def of_a_foe(
        self, piece: Piece, shown: Mapping[str, object], in_words: bool
    ) -> Mapping[str, object] | None:
        """Values in a word each or not at all; of a pool the tags, which everybody sees change."""
        if piece.kind == VALUES:
            return values_in_words(piece) if in_words else None
        return {"tags": shown["tags"]} if "tags" in shown else {}

    def shown(self, piece: Piece, board: Board, visibility: Visibility) -> Mapping[str, object]:
        """Values with their numbers, pools with their tags, and what else its kind has."""
        return SHOWN[piece.kind](piece, visibility)

    def masked(self, piece: Piece, board: Board, visibility: Visibility) -> Mapping[str, object]:
        """Of masked values a word each."""
        return values_in_words(piece) if piece.kind == VALUES else {}

    def stage(self, view: TableView) -> bool:
        """A Situation has the middle of the TV."""
        return bool(nested_clocks.nests(view))

    def told_below(self, view: TableView) -> bool:
        """Those with values or a pool."""
        return bool(panels.across(view).holders)


SCREENS = ResonanceScreens()
