"""Resonance on the screens: values and tag pools, situations and races, the turn order."""

from collections.abc import Iterable, Iterator, Mapping

from webapp.games.resonance.screens import panels, standing, telling
from webapp.games.resonance.screens.courses import courses
from webapp.games.resonance.screens.moves import MOVES
from webapp.games.resonance.screens.reading import VALUES
from webapp.games.resonance.screens.shown import SHOWN, values_in_words
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

TURNS = ("turn", "act", "react", "pass", "focus", "join", "leave")
UNTOLD = (
    *(f"round.{name}" for name in TURNS),
    "value.set",
    "pool.edit",
    "situation.edit",
    "situation.remove",
)
"""Turns that pass, and what is written down or put away."""


OWN_NUMBERS = frozenset(
    {"roll", "mode", "daze", "sr", "bonus", "total", "counting", "critical", "super_critical", "miss"}
    | {"success", "options", "picked", "spent", "happened", "level", "stat", "sp", "ep"}
)
"""Of a roll at a foe: what the dice and the roller's own sheet say."""


class ResonanceScreens(GameScreens):
    """What Resonance adds to the screens."""

    proposable: Mapping[str, str] = {
        "resonance.value.lose": "{character} loses {amount} {value}",
        "resonance.value.gain": "{character} gets back {amount} {value}",
        "resonance.value.restore": "{character}: {value} restored",
        "resonance.pool.add": "{count} {tag} for {character}",
        "resonance.round.react": "{character} resists",
        "resonance.round.seize": "{character} seizes priority",
        "resonance.hide": "{character} is hidden, found by more than {tn}",
        "resonance.found": "{character} is found",
    }

    untold = frozenset(f"resonance.{name}" for name in UNTOLD)
    lasting = frozenset({"situation", "threat"})
    moves = MOVES
    own_numbers = OWN_NUMBERS
    foes_numbers = frozenset({"total"})

    def of_a_foe(
        self, piece: Piece, shown: Mapping[str, object], in_words: bool
    ) -> Mapping[str, object] | None:
        """Values in a word each or not at all; of a pool the tags, which everybody sees change."""
        if piece.kind == VALUES:
            return values_in_words(piece) if in_words else None
        return {"tags": shown["tags"]} if "tags" in shown else {}

    def shown(self, piece: Piece, board: Board, visibility: Visibility) -> Mapping[str, object]:
        """Values with their numbers, pools with their tags, and what else its kind has."""
        found: Mapping[str, object] = SHOWN[piece.kind](piece, board, visibility)
        return found

    def masked(self, piece: Piece, board: Board, visibility: Visibility) -> Mapping[str, object]:
        """Of masked values a word each."""
        return values_in_words(piece) if piece.kind == VALUES else {}

    def standing(self, board: Board, check: Check) -> Iterator[tuple[Thing, Held, bool]]:
        """Tags and conditions of both sides."""
        yield from standing.standing(board, check)

    def around(self, board: Board, check: Check) -> Mapping[str, object]:
        """Daze, Weaken, Resistance, and where somebody hides."""
        return standing.around(board, check)

    def courses(self, record: Record) -> Iterable[Course]:
        """HP over time."""
        return courses(record)

    def told(self, view: CheckView, check: Check, visibility: Visibility) -> CheckView:
        """A search keeps its number."""
        return telling.told(view, check, visibility, telling.rolled_or_bare(check, visibility.board))

    def to_its_own(self, view: CheckView, check: Check) -> CheckView:
        """Whoever hides hears their number."""
        return telling.to_its_own(view, check)

    def turn(self, view: TableView) -> Maybe[Turn]:
        """Who has priority, who comes next, which round."""
        return panels.turn(view)

    def nested(self, view: TableView) -> frozenset[int]:
        """A Situation holds its clocks."""
        return panels.nested(view)

    def on_the_desk(self, view: TableView) -> object:
        """The boosts that both sides may spend before the dice fall."""
        return panels.boosts_at_checks(view)

    def beyond_checks(self, view: TableView) -> frozenset[int]:
        """Scene, Situation and Threat Clocks: what is dealt with moves them."""
        return panels.around_parts(view)

    def stage(self, view: TableView) -> bool:
        """A Situation has the middle of the TV."""
        return bool(panels.nests(view))

    def told_below(self, view: TableView) -> int:
        """Those with values or a pool."""
        return len(panels.across(view)[0])

    def gm_panels(self, view: TableView) -> Iterable[Make]:
        """The party with its values and pools."""
        return panels.gm(view)

    def gm_sheets(self, view: TableView) -> Iterable[Make]:
        """The levels of a Race, and what the moves choose from."""
        return panels.sheets(view)

    def on_somebody(self, view: TableView, who: CharacterView) -> object:
        """Values, tag pool, hiding place, what a turn would bring back."""
        return panels.on_somebody(view, who)

    def player_panels(self, view: TableView) -> Iterable[Make]:
        """The party as players know it."""
        return panels.player(view)

    def seat_panels(self, view: TableView, seat: int) -> Iterable[Make]:
        """My values, my pool, my boosts."""
        return panels.seat(view, seat)

    def tv_panels(self, view: TableView) -> Iterable[Make]:
        """The party, small."""
        return panels.tv(view)


SCREENS = ResonanceScreens()
