"""What a game adds to the screens beside what all games share: its pieces, its panels, its words.

A game says so in `webapp/games/<game>/screens`, with a `SCREENS`; a game without one adds nothing.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Generic, NamedTuple

from webapp.rules import tables
from webapp.rules.check import Held
from webapp.rules.play import AskedT
from webapp.rules.plugins import added
from webapp.rules.ruleset import rulesets
from webapp.screens.absent import ABSENT, Maybe
from webapp.screens.check_views import CheckView
from webapp.screens.lines import Course
from webapp.screens.panel import Make, MoveForm
from webapp.screens.record import Record
from webapp.screens.views import CharacterView, TableView, Turn
from webapp.screens.visibility import Visibility
from webapp.store.board import Board
from webapp.store.models import Check, Piece, Thing


class CountWay(NamedTuple):
    """A way to count that only one game has: its name where one is chosen, and what so much of it does."""

    name: str
    says: Callable[[int], str]


class Words(NamedTuple):
    """What a game says on the screens: its GM's moves, what may be proposed, what is left untold."""

    moves: tuple[MoveForm, ...]
    proposable: Mapping[str, str]
    untold: frozenset[str]


def words_of(key: str, package: str) -> Words:
    """The `words.toml` of a game's room, where its own commands go by the rest of their names."""
    found = tables.read(package, "words.toml")
    rows = tables.rows(package, "words.toml", "move", {"key": str, "name": str, "about": str})
    return Words(
        tuple(MoveForm(**row, template=f"games/{key}/moves/{row['key']}.html") for row in rows),
        {f"{key}.{name}": said for name, said in found["proposable"].items()},
        frozenset(f"{key}.{name}" for name in found["untold"]),
    )


class GameScreens(Generic[AskedT]):
    """The answers of a game that keeps nothing of its own; a game says only what is different."""

    proposable: Mapping[str, str] = {}
    """Which of the game's commands may be proposed, and how each is said (`sentences.PROPOSABLE`)."""

    untold: frozenset[str] = frozenset()
    """The game's commands that the story of an evening leaves out, but for the clocks that they move."""
    lasting: frozenset[str] = frozenset()
    """The kinds of clock whose figure is drawn even after the game put them away."""

    def shown(self, piece: Piece, board: Board, visibility: Visibility) -> Mapping[str, object]:
        """A piece as plain JSON values for this audience: what it may not know is absent."""
        return {}

    def masked(self, piece: Piece, board: Board, visibility: Visibility) -> Mapping[str, object]:
        """What is told of a piece that is known by name alone."""
        return {}

    ways: Mapping[str, CountWay] = {}
    """The ways to count that only this game has, by the modifiers that are named after it."""

    own_numbers: frozenset[str] = frozenset()
    """What is told of a roll at a foe whose numbers are not told: the names that say nothing of that foe."""

    foes_numbers: frozenset[str] = frozenset()
    """The same of a foe's own roll: what it came to, where somebody has to beat that."""

    def of_a_foe(
        self, piece: Piece, shown: Mapping[str, object], in_words: bool
    ) -> Mapping[str, object] | None:
        """What is left of a piece of somebody whose numbers are not told, or told `in_words`; None for
        nothing at all."""
        return {}

    def turn(self, view: TableView) -> Maybe[Turn]:
        """Whose turn it is, for a game that takes turns."""
        return ABSENT

    def nested(self, view: TableView) -> frozenset[int]:
        """The clocks that the game draws inside something of its own: the lists of the GM's and the players'
        pages leave them out."""
        return frozenset()

    def stage(self, view: TableView) -> bool:
        """Whether the game draws something that has the middle of the TV; clocks stand beside it."""
        return False

    def told_below(self, view: TableView) -> bool:
        """Whether the game itself tells of people at the foot of the TV, which then lists nobody else."""
        return False

    moves: tuple[MoveForm, ...] = ()
    """What its GM does now and then, beside what every game has."""

    draws_zones = False
    """Whether a panel of the game's own has the zones on the GM's page."""

    def gm_panels(self, view: TableView) -> Iterable[Make]:
        """What the GM's page has more; ids that no other panel has."""
        return ()

    def gm_sheets(self, view: TableView) -> Iterable[Make]:
        """What its moves print and choose from, made when one is opened."""
        return ()

    def on_somebody(self, view: TableView, who: CharacterView) -> object:
        """What the inspector of somebody prints more (`somebody.html` of the game)."""
        return None

    def player_panels(self, view: TableView) -> Iterable[Make]:
        """What every player's page has more."""
        return ()

    def seat_panels(self, view: TableView, seat: int) -> Iterable[Make]:
        """What only this seat's page has more."""
        return ()

    def tv_panels(self, view: TableView) -> Iterable[Make]:
        """What the TV has more."""
        return ()

    def standing(self, board: Board, check: Check, asked: AskedT) -> Iterator[tuple[Thing, Held, bool]]:
        """What this game keeps that may bear on a check: the row, what is weighed, whether it is there for
        sure."""
        yield from ()

    def around(self, board: Board, check: Check, asked: AskedT) -> AskedT:
        """What a check was asked for, with the numbers that stand at the table."""
        return asked

    def courses(self, record: Record) -> Iterable[Course]:
        """What this game counts about somebody, and how it went over the evening."""
        return ()

    def asks(self, view: TableView) -> Iterable[tuple[str, str]]:
        """What of the game's own waits for the GM: in words, and the id of where it stands on the page."""
        return ()

    def on_the_desk(self, view: TableView) -> object:
        """What the game's own part of the GM's desk prints beside checks and characters."""
        return ()

    def beyond_checks(self, view: TableView) -> frozenset[int]:
        """The clocks that follow from others, so that no check works on them itself."""
        return frozenset()

    def told(self, view: CheckView, check: Check, visibility: Visibility) -> CheckView:
        """A check as this audience sees it; here a game keeps a number to itself."""
        return view

    def to_its_own(self, view: CheckView, check: Check) -> CheckView:
        """A check as the seat of whoever rolled it sees it, where that is more than all see."""
        return view


@cache
def game_screens(ruleset: str) -> GameScreens:
    """What this game adds to the screens."""
    return added(ruleset, "screens", "SCREENS", GameScreens())


def own_way(modifier: str) -> CountWay | None:
    """The way to count that a modifier of one game is; None where all games share it."""
    game, named, _ = modifier.partition(".")
    return game_screens(game).ways.get(modifier) if named else None


@cache
def game_sentences() -> Mapping[str, str]:
    """The commands of all games that may be proposed, and how each is said."""
    return {name: said for key in rulesets() for name, said in game_screens(key).proposable.items()}
