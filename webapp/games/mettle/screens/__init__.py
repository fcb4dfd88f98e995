"""METTLE Core on the screens: its pieces, its panels, what stands around a Check."""

from collections.abc import Iterable, Iterator, Mapping

from webapp.games.mettle.screens import around, telling
from webapp.games.mettle.screens.asks import asks
from webapp.games.mettle.screens.courses import courses
from webapp.games.mettle.screens.map import pieces
from webapp.games.mettle.screens.moves import MOVES
from webapp.games.mettle.screens.panels import gm_panels, gm_sheets, on_somebody, player_panels, seat_panels
from webapp.games.mettle.screens.shown import shown
from webapp.games.mettle.screens.stage import stage_of, turn, tv_panels
from webapp.games.mettle.screens.words import PROPOSABLE, UNTOLD, WAYS
from webapp.rules.check import Held
from webapp.screens.absent import Maybe
from webapp.screens.check_views import CheckView
from webapp.screens.games import GameScreens
from webapp.screens.meters import Course
from webapp.screens.panel import Make
from webapp.screens.record import Record
from webapp.screens.views import CharacterView, TableView, Turn
from webapp.screens.visibility import Visibility
from webapp.store.board import Board
from webapp.store.models import Check, Piece, Thing

OWN_NUMBERS = frozenset(
    {"score", "edge", "kept", "discarded", "pool", "quality", "success", "may_twist", "twisted", "twist"}
)
"""Of a roll at a foe: all that the roller's own dice say."""


class MettleScreens(GameScreens):
    """Zones as a map, Initiative, hazards, travel, races, time."""

    ways = WAYS
    proposable = PROPOSABLE
    untold = UNTOLD
    moves = MOVES
    own_numbers = OWN_NUMBERS
    draws_zones = True

    def of_a_foe(self, piece: Piece, shown: Mapping[str, object], in_words: bool) -> Mapping[str, object]:
        """What a foe fights with and what eats at them by name alone; Twists and guards have no numbers."""
        return {} if piece.kind in ("weapon", "affliction", "voucher") else shown

    def shown(self, piece: Piece, board: Board, visibility: Visibility) -> Mapping[str, object]:
        """A piece for this audience."""
        return shown(piece, board, visibility)

    def around(self, board: Board, check: Check) -> Mapping[str, object]:
        """Whom it is aimed at, the weapon, the way, the race."""
        return around.facts(board, check)

    def standing(self, board: Board, check: Check) -> Iterator[tuple[Thing, Held, bool]]:
        """Cover, range, light, the weapon's dice, mud, and whose turn it is."""
        return around.standing(board, check)

    def told(self, view: CheckView, check: Check, visibility: Visibility) -> CheckView:
        """What a hit did, as a sum."""
        return telling.told(view, check, visibility)

    def courses(self, record: Record) -> Iterable[Course]:
        """Everyone's Mettle."""
        return courses(record)

    def turn(self, view: TableView) -> Maybe[Turn]:
        """Who holds Initiative, or passes it; which Round."""
        return turn(view)

    def asks(self, view: TableView) -> Iterable[tuple[str, str]]:
        """A possible Twist, and a Danger where somebody's turn comes."""
        return asks(view)

    def on_the_desk(self, view: TableView) -> object:
        """Weapons, and zones to aim at."""
        return tuple(pieces(view, "weapon")), view.zones

    def stage(self, view: TableView) -> bool:
        """A race, a map of zones or a journey has the TV."""
        return bool(stage_of(view))

    def gm_panels(self, view: TableView) -> Iterable[Make]:
        """The map, the fight, everyone's Mettle, hazards, travel, the race."""
        return gm_panels(view)

    def gm_sheets(self, view: TableView) -> Iterable[Make]:
        """Time, and what the moves choose from."""
        return gm_sheets(view)

    def on_somebody(self, view: TableView, who: CharacterView) -> object:
        """Mettle, Cover, numbers, weapons."""
        return on_somebody(view, who)

    def player_panels(self, view: TableView) -> Iterable[Make]:
        """The map and the fight as players see them."""
        return player_panels(view)

    def seat_panels(self, view: TableView, seat: int) -> Iterable[Make]:
        """My Mettle, what I can do now, my Twist, my vouchers."""
        return seat_panels(view, seat)

    def tv_panels(self, view: TableView) -> Iterable[Make]:
        """The map, Initiative, the race, the journey."""
        return tv_panels(view)


SCREENS = MettleScreens()
"""What the screens ask of METTLE Core."""
