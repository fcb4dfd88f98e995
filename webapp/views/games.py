"""What a game adds to the screens beside what all games share: its pieces, its panels, its words.

A game's class names its own in `views`; a game without one adds nothing.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Generic, NamedTuple, TypeVar

from webapp.rules import toml_tables
from webapp.rules.play import RequestT
from webapp.rules.plugins import added, folder
from webapp.rules.renamed import rename_hooks
from webapp.rules.ruleset import rulesets
from webapp.state.visibility import Visibility
from webapp.store.models import Check, GameDocument
from webapp.store.table_state import TableState
from webapp.views.absent import ABSENT, Maybe
from webapp.views.check_views import CheckView
from webapp.views.graphs import Course
from webapp.views.panel import GmAction, PanelFactory
from webapp.views.record import Record
from webapp.views.views import CharacterView, TableView, Turn


class ModifierLabel(NamedTuple):
    """A way to count that only one game has: its name where one is chosen, and what so much of it does."""

    name: str
    says: Callable[[int], str]


class GameWords(NamedTuple):
    """A game's words for the screens: its menu, its proposals, what the recap leaves out."""

    gm_actions: tuple[GmAction, ...]
    proposal_labels: Mapping[str, str]
    hidden_from_recap: frozenset[str]


T = TypeVar("T")
ACTION = {"key": str, "name": str, "about": str}
OLD_WORDS = {"move": "gm_action", "proposable": "proposal_labels", "untold": "hidden_from_recap"}
"""Earlier keys of `words.toml`, for one release."""


def words_of(key: str, package: str) -> GameWords:
    """Return the `words.toml` of a game's package, with its own commands' names completed.

    It has rows `[[gm_action]]`, a table `[proposal_labels]` and a list `hidden_from_recap`, each if needed.
    """
    found = toml_tables.read(package, "words.toml")
    words = new_words(found)
    rows = next((name for name in ("gm_action", "move") if name in found), None)
    actions = toml_tables.rows(package, "words.toml", rows, ACTION) if rows else []
    return GameWords(
        tuple(GmAction(**row, template=f"games/{key}/moves/{row['key']}.html") for row in actions),
        {f"{key}.{name}": said for name, said in words.get("proposal_labels", {}).items()},
        frozenset(f"{key}.{name}" for name in words.get("hidden_from_recap", ())),
    )


def new_words(found: Mapping[str, T]) -> dict[str, T]:
    """Return the entries of a `words.toml`, with earlier keys renamed to today's."""
    return {OLD_WORDS.get(name, name): value for name, value in found.items()}


@rename_hooks(
    {
        "shown": "serialize_for",
        "masked": "serialize_masked_for",
        "told": "redact_check",
        "to_its_own": "reveal_check_to_roller",
        "ways": "modifier_labels",
        "asks": "list_pending",
        "moves": "gm_actions",
        "proposable": "proposal_labels",
        "untold": "hidden_from_recap",
    },
    moved={"standing": "GameTable.standing", "around": "GameTable.around"},
)
class GameScreens(Generic[RequestT]):
    """The hooks of a game without documents of its own.

    A game overrides those that differ.
    """

    proposal_labels: Mapping[str, str] = {}
    """The game's commands that may be proposed, with their sentences (`sentences.PROPOSABLE`)."""

    hidden_from_recap: frozenset[str] = frozenset()
    """The game's commands that the recap leaves out, except the clocks that they move."""
    lasting: frozenset[str] = frozenset()
    """The kinds of clock whose graph is shown even after the game removed them."""

    def serialize_for(
        self, piece: GameDocument, state: TableState, visibility: Visibility
    ) -> Mapping[str, object]:
        """Return a document as plain JSON for this audience, without what it may not know."""
        return {}

    def serialize_masked_for(
        self, piece: GameDocument, state: TableState, visibility: Visibility
    ) -> Mapping[str, object]:
        """Return what an audience may know of a masked document."""
        return {}

    modifier_labels: Mapping[str, ModifierLabel] = {}
    """The labels of modifiers that only this game has (`own_modifier`), by key: what each is called where one
    is chosen, and what so much of it does."""

    own_numbers: frozenset[str] = frozenset()
    """The names of numbers shown of a roll at a foe with hidden numbers: those that reveal nothing of the
    foe."""

    foes_numbers: frozenset[str] = frozenset()
    """The same of a foe's own roll: its total, if somebody has to beat it."""

    def of_a_foe(
        self, piece: GameDocument, shown: Mapping[str, object], in_words: bool
    ) -> Mapping[str, object] | None:
        """Return what remains of a document of a foe whose numbers are hidden, or told `in_words`.

        None if nothing does.
        """
        return {}

    def turn(self, view: TableView) -> Maybe[Turn]:
        """Return whose turn it is, for a game with turns."""
        return ABSENT

    def nested(self, view: TableView) -> frozenset[int]:
        """Return the clocks that the game draws inside something of its own, for lists to leave out."""
        return frozenset()

    def stage(self, view: TableView) -> bool:
        """Return whether the game fills the middle of the TV.

        The TV's `data-form` is then "stage", unless a clock is in the spotlight, and four tags are shown.
        This alone moves nothing: the game's `style.css` does, by `.tv > [data-form="stage"] ~ .tv-game`, and
        the same with `~ .tv-clocks`.
        """
        return False

    def told_below(self, view: TableView) -> bool:
        """Return whether the game lists the characters at the foot of the TV itself."""
        return False

    gm_actions: tuple[GmAction, ...] = ()
    """The game's entries of the GM's menu, besides those of every game."""

    draws_zones = False
    """Whether a panel of the game's own shows the zones on the GM's page."""

    def gm_panels(self, view: TableView) -> Iterable[PanelFactory]:
        """Yield the game's panels for the GM's page, with ids that no other panel has."""
        return ()

    def gm_sheets(self, view: TableView) -> Iterable[PanelFactory]:
        """Yield the panels of its menu's sheets, made when one is opened."""
        return ()

    def on_somebody(self, view: TableView, who: CharacterView) -> object:
        """Return what a character's inspector prints too (`somebody.html` of the game)."""
        return None

    def on_own_sheet(self, view: TableView, who: CharacterView) -> object:
        """Return what a player's own sheet prints too (`own-sheet.html` of the game)."""
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

    def courses(self, record: Record) -> Iterable[Course]:
        """Yield the histories of the game's own numbers over the evening."""
        return ()

    def list_pending(self, view: TableView) -> Iterable[tuple[str, str]]:
        """Yield the game's own requests to the GM: the words, and the element's id on the page."""
        return ()

    def on_the_desk(self, view: TableView) -> object:
        """Return what the game's part of the GM's check form prints beside checks and characters."""
        return ()

    def beyond_checks(self, view: TableView) -> frozenset[int]:
        """Return the clocks that follow from others, so that no check works on them itself."""
        return frozenset()

    def redact_check(self, view: CheckView, check: Check, visibility: Visibility) -> CheckView:
        """Return a check as this audience sees it; a game may hide a number here."""
        return view

    def reveal_check_to_roller(self, view: CheckView, check: Check) -> CheckView:
        """Return a check as its roller's seat sees it, if that is more than others see."""
        return view


@cache
def game_screens(ruleset: str) -> GameScreens:
    """Return what this game adds to the screens."""
    return added(ruleset, "views", GameScreens())


@cache
def own_template(game: str, name: str) -> str:
    """Return the game's own template that replaces the shared one; "" if it has none."""
    own = game in rulesets() and (folder(game) / "templates" / name).is_file()
    return f"games/{game}/{name}" if own else ""


def result_template(game: str) -> str:
    """Return the template that draws a check's result: the game's `result.html`, or that of all games."""
    return own_template(game, "result.html") or "parts/result.html"


def own_way(modifier: str) -> ModifierLabel | None:
    """Return the label of a modifier that only one game has; None for a shared one."""
    game, named, _ = modifier.partition(".")
    return game_screens(game).modifier_labels.get(modifier) if named else None
