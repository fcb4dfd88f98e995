"""A game's hooks for the screens: its documents, its panels and its words.

A game's definition names its hooks in `views`; a game without hooks adds nothing.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Generic, NamedTuple

from webapp.rules import toml_tables
from webapp.rules.check_form import RequestT
from webapp.rules.game_parts import GameParts
from webapp.rules.playable_games import rulesets
from webapp.rules.plugins import folder
from webapp.state.visibility import Visibility
from webapp.store.models import Check, GameDocument
from webapp.store.table_state import TableState
from webapp.views.absent import ABSENT, Maybe
from webapp.views.check_views import CheckView
from webapp.views.graphs import History
from webapp.views.panel import GmAction, PanelFactory
from webapp.views.session_record import Record
from webapp.views.view_types import CharacterView, TableView, Turn


class ModifierLabel(NamedTuple):
    """The label of a game's own kind of modifier: its name in choices, and its effect for an amount."""

    name: str
    says: Callable[[int], str]


class GameWords(NamedTuple):
    """A game's words for the screens: menu entries, proposals, and what the recap leaves out."""

    gm_actions: tuple[GmAction, ...]
    proposal_labels: Mapping[str, str]
    hidden_from_recap: frozenset[str]


ACTION = {"key": str, "name": str, "about": str}


def words_of(key: str, package: str) -> GameWords:
    """Return a game's words, read from its package's `words.toml`, with the full names of its commands.

    The file may have rows `[[gm_action]]`, a table `[proposal_labels]` and a list `hidden_from_recap`.
    """
    words = toml_tables.read(package, "words.toml")
    actions = toml_tables.rows(package, "words.toml", "gm_action", ACTION) if "gm_action" in words else []
    return GameWords(
        tuple(GmAction(**row, template=f"games/{key}/moves/{row['key']}.html") for row in actions),
        {f"{key}.{name}": said for name, said in words.get("proposal_labels", {}).items()},
        frozenset(f"{key}.{name}" for name in words.get("hidden_from_recap", ())),
    )


class GameScreens(Generic[RequestT]):
    """A game's hooks for the screens, with defaults for a game without documents of its own.

    A game overrides the hooks that it needs.
    """

    proposal_labels: Mapping[str, str] = {}
    """The game's commands that may be proposed, with their sentences (see `PROPOSABLE`)."""

    hidden_from_recap: frozenset[str] = frozenset()
    """The game's commands whose sentences the recap leaves out; it still lists the clocks that they move.

    Of events, the kinds say what the recap tells (`recap` in `events.toml`).
    """
    lasting: frozenset[str] = frozenset()
    """The kinds of clock whose graphs are shown even after the clocks were removed."""

    def serialize_for(
        self, piece: GameDocument, state: TableState, visibility: Visibility
    ) -> Mapping[str, object]:
        """Return a document as plain JSON, without values that this audience may not know."""
        return {}

    def serialize_masked_for(
        self, piece: GameDocument, state: TableState, visibility: Visibility
    ) -> Mapping[str, object]:
        """Return the values of a masked document that this audience may know, as plain JSON."""
        return {}

    modifier_labels: Mapping[str, ModifierLabel] = {}
    """The labels of modifiers that only this game has (`own_modifier`), by key: the name in choices, and the
    effect of an amount."""

    own_numbers: frozenset[str] = frozenset()
    """Names of numbers that stay visible in a roll against a foe with hidden numbers, because they reveal
    nothing about the foe."""

    foes_numbers: frozenset[str] = frozenset()
    """The names of the numbers that stay visible when a foe with hidden numbers rolls, such as a total to
    beat."""

    def of_a_foe(
        self, piece: GameDocument, shown: Mapping[str, object], in_words: bool
    ) -> Mapping[str, object] | None:
        """Return a foe's document (`shown`) with its numbers hidden, or given `in_words`.

        None hides the whole document.
        """
        return {}

    def turn(self, view: TableView) -> Maybe[Turn]:
        """Return the current turn; ABSENT in a game without turns."""
        return ABSENT

    def nested(self, view: TableView) -> frozenset[int]:
        """Return the ids of the clocks that the game draws inside its own panels, so that lists omit them."""
        return frozenset()

    def tv_place(self, view: TableView) -> str:
        """Return where the TV shows the game's `tv.html`: "strip", "side" or "stage".

        The strip is three lines at the foot, the side a column beside the clocks, the stage the middle of the
        screen with small clocks at its right and four tags below. The page sets place and size. A clock in
        the spotlight takes the middle; a game on the stage then gets the strip.
        """
        return "strip"

    def told_below(self, view: TableView) -> bool:
        """Return whether the game itself lists the characters at the foot of the TV."""
        return False

    cast_documents: frozenset[str] = frozenset()
    """The kinds of document that the game's `cast-numbers.html` prints: the cast is sent again when one of
    them changes. If a game with that template names none, all documents of characters count."""

    gm_actions: tuple[GmAction, ...] = ()
    """The game's entries of the GM's menu, besides those of every game."""

    draws_zones = False
    """Whether the game has its own panel of zones on the GM's page; the shared panel then leaves them out."""

    def gm_panels(self, view: TableView) -> Iterable[PanelFactory]:
        """Yield the game's panels for the GM's page, with ids that no other panel has."""
        return ()

    def gm_sheets(self, view: TableView) -> Iterable[PanelFactory]:
        """Yield the inspector panels of the game's menu entries, made when an entry is opened."""
        return ()

    def on_somebody(self, view: TableView, who: CharacterView) -> object:
        """Return the value that the game's `somebody.html` prints in a character's inspector."""
        return None

    def on_own_sheet(self, view: TableView, who: CharacterView) -> object:
        """Return the value that the game's `own-sheet.html` prints on a player's own sheet."""
        return None

    def player_panels(self, view: TableView) -> Iterable[PanelFactory]:
        """Yield the game's panels for every player's page."""
        return ()

    def seat_panels(self, view: TableView, seat: int) -> Iterable[PanelFactory]:
        """Yield the game's panels for this seat's page."""
        return ()

    def tv_panels(self, view: TableView) -> Iterable[PanelFactory]:
        """Yield the game's panels for the TV."""
        return ()

    def histories(self, record: Record) -> Iterable[History]:
        """Yield the histories of the game's own numbers over the session, for the figures."""
        return ()

    def list_pending(self, view: TableView) -> Iterable[tuple[str, str]]:
        """Yield the game's own requests to the GM, each with its words and the element's id on the page."""
        return ()

    def on_the_desk(self, view: TableView) -> object:
        """Return extra values for the game's part of the GM's check form."""
        return ()

    def beyond_checks(self, view: TableView) -> frozenset[int]:
        """Return the ids of clocks that the game's rules move by other means than checks.

        Checks cannot be aimed at them.
        """
        return frozenset()

    def redact_check(self, view: CheckView, check: Check, visibility: Visibility) -> CheckView:
        """Return a check as this audience may see it; a game may hide numbers here."""
        return view

    def reveal_check_to_roller(self, view: CheckView, check: Check) -> CheckView:
        """Return a check as its roller's seat sees it; a game may add what others do not see."""
        return view


SCREENS: GameParts[GameScreens] = GameParts(GameScreens())


def game_screens(ruleset: str) -> GameScreens:
    """Return this game's hooks for the screens."""
    return SCREENS.of(ruleset)


@cache
def own_template(game: str, name: str) -> str:
    """Return the path of the game's own template of this name; "" if it has none."""
    own = game in rulesets() and (folder(game) / "templates" / name).is_file()
    return f"games/{game}/{name}" if own else ""


def result_template(game: str) -> str:
    """Return the path of the template for a check's result: the game's `result.html`, or the shared one."""
    return own_template(game, "result.html") or "parts/result.html"


def own_way(modifier: str) -> ModifierLabel | None:
    """Return the label of a modifier that only one game has; None for any other."""
    game, named, _ = modifier.partition(".")
    return game_screens(game).modifier_labels.get(modifier) if named else None
