"""A game that was written for the names of the release before is played for one release more."""

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from webapp.games.freeform.rules import Freeform
from webapp.rules.check import ContextItem
from webapp.rules.check_hooks import CheckRequest, Play
from webapp.rules.deprecated_names import MODULES, OldHook
from webapp.rules.effects import Effect, ModifierKind
from webapp.rules.errors import RuleError
from webapp.rules.plugins import deprecations
from webapp.rules.ruleset import Ruleset, rulesets
from webapp.state.game_hooks import CheckContext, _EarlierContext
from webapp.store.table_state import RENAMED, TableState
from webapp.table.actor import Actor
from webapp.table.command import CommandResult, GameCommand
from webapp.table.game_hooks import GameTable, game_table
from webapp.views.game_hooks import GameScreens, game_screens

NAMES = {
    "webapp.rules.check": {
        "Source": "Modifier",
        "Held": "ContextItem",
        "Dial": "ClockRef",
        "Proposed": "ProposalLine",
    },
    "webapp.rules.effects": {"Modifier": "ModifierKind"},
    "webapp.rules.game_files": {"sheets": "load_reference", "check_form": "load_check_form"},
    "webapp.rules.outcome_line": {"joined": "join_sentences"},
    "webapp.rules.check_hooks": {"AskedFor": "CheckRequest"},
    "webapp.store.models": {"Piece": "GameDocument"},
    "webapp.store.table_state": {"Board": "TableState"},
    "webapp.table.command": {"Report": "CommandResult"},
    "webapp.views.panel": {"Make": "PanelFactory"},
}


@pytest.mark.parametrize("module", NAMES)
def test_an_old_name_gives_what_it_named_and_says_the_new_one(module: str) -> None:
    found = import_module(module)
    for old, new in NAMES[module].items():
        with pytest.warns(DeprecationWarning, match=f"{module}.{new}"):
            assert getattr(found, old) is getattr(found, new)


@pytest.mark.parametrize("old", MODULES)
def test_an_old_module_is_the_one_of_today(old: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, old, raising=False)
    today = import_module(MODULES[old])
    with pytest.warns(DeprecationWarning, match=MODULES[old]):
        assert import_module(old) is today
    assert today.__spec__ is not None
    assert today.__spec__.name == MODULES[old]


def test_what_lies_in_an_old_package_is_not_loaded_twice() -> None:
    with pytest.warns(DeprecationWarning, match=r"webapp\.views\.game_hooks"):
        old = import_module("webapp.screens.games")
    assert old is import_module("webapp.views.game_hooks")
    sys.modules.pop("webapp.screens.games")


def test_a_name_that_never_was_is_still_missing() -> None:
    with pytest.raises(AttributeError, match="Sauce"):
        import_module("webapp.rules.check").Sauce  # noqa: B018


def test_a_command_of_a_game_may_still_call_its_work_play() -> None:
    with pytest.warns(DeprecationWarning, match=r"Wave.play is now GameCommand.execute"):

        class Wave(GameCommand):
            def play(self, state: TableState, actor: Actor) -> CommandResult:
                return CommandResult("waves", payload={"hands": 2})

    assert Wave.execute is Wave.play
    assert CommandResult("waves", payload={"hands": 2}).result == {"hands": 2}


def test_a_game_may_still_say_by_the_old_name_what_changes_ratings() -> None:
    with pytest.warns(DeprecationWarning, match=r"Grow.rates is now GameCommand.changes_ratings"):

        class Grow(GameCommand):
            def rates(self, state: TableState) -> bool:
                return not super().rates(state)  # type: ignore[misc]

    nothing: Any = None
    assert Grow().changes_ratings(nothing)
    with pytest.warns(DeprecationWarning, match=r"Stern.rates is now Ruleset.is_rating"):

        class Stern(Freeform):
            def rates(self, key: str, was: object, now: object) -> bool:
                return key == "Will" or bool(super().rates(key, was, now))  # type: ignore[misc]

    assert Stern().is_rating("Will", 1, 2)
    assert Stern().is_rating("Wits", 1, 2) == Freeform().is_rating("Wits", 1, 2)


def test_a_catalogue_is_still_asked_by_its_old_name() -> None:
    book = Freeform().catalogue
    with pytest.warns(DeprecationWarning, match=r"Catalogue.named is now Catalogue.find_or_none"):
        assert book.named("nothing of this name") is None  # type: ignore[attr-defined]


@pytest.mark.parametrize("old", RENAMED)
def test_a_game_may_still_ask_the_table_by_an_old_name(old: str) -> None:
    with pytest.warns(DeprecationWarning, match=f"TableState.{RENAMED[old]};"):
        assert getattr(TableState, old) is getattr(TableState, RENAMED[old])


def test_a_hook_may_be_said_by_its_old_name_and_ask_the_house_by_it() -> None:
    with pytest.warns(DeprecationWarning, match=r"Shelf.begun is now GameTable.scene_from_library") as said:

        class Shelf(GameTable):
            def begun(self, kind: str, data: Any, clocks: Any, people: Any) -> Any:
                return data if kind == "light" else super().begun(kind, data, clocks, people)  # type: ignore[misc]

    assert Shelf().scene_from_library("light", {"steady": True}, {}, {}) == {"steady": True}
    with pytest.raises(RuleError, match="cannot contain the kind “lamp”"):
        Shelf().scene_from_library("lamp", {}, {}, {})
    assert _place(said) == (__file__, _line("def begun"))


def test_the_house_is_asked_for_what_a_game_of_its_own_says() -> None:
    """By the old name as by the new one, whether the class in between says it by the one or the other."""
    with pytest.warns(DeprecationWarning, match="assess"):

        class Walk(Freeform):
            def assess(self, check: Any, around: Any = ()) -> Any:
                return super().assess(check, around)  # type: ignore[misc]

    slick = ContextItem("Slick", "tag", (Effect("running", ModifierKind.BLOCKS),))
    check = Walk().called(CheckRequest("running"), {})
    said = ("Slick: not possible now.",)
    assert Walk().modifiers_for(check, [slick]).blocked == said
    assert Freeform().assess(check, [slick]).blocked == said  # type: ignore[attr-defined]


def test_what_bears_on_a_check_may_still_be_said_in_the_views() -> None:
    """For one release; it belongs to the table now, beside commands."""
    with pytest.warns(DeprecationWarning, match="Shop.around is now GameTable.around") as said:

        class Shop(GameScreens):
            def around(self, state: Any, check: Any, asked: Any) -> Any:
                return "asked there"

    assert _place(said) == (__file__, _line("def around"))
    context = _EarlierContext(Shop(), CheckContext())
    nothing: Any = None
    assert context.around(nothing, nothing, nothing) == "asked there"
    assert list(context.standing(nothing, nothing, nothing)) == []


def test_each_hook_that_was_renamed_is_one_of_today() -> None:
    for base in (Ruleset, Play, GameTable, GameScreens):
        hooks = {name: hook.new for name, hook in vars(base).items() if isinstance(hook, OldHook)}
        assert hooks
        assert {new for new in hooks.values() if new not in vars(base)} == set()


@pytest.mark.parametrize("game", rulesets())
def test_the_games_of_the_house_use_no_old_name(game: str) -> None:
    game_table(game), game_screens(game)
    assert deprecations(game) == ()


def _line(words: str) -> int:
    text = Path(__file__).read_text(encoding="utf-8")
    return text.count("\n", 0, text.index(f"            {words}")) + 1


def _place(said: pytest.WarningsRecorder) -> tuple[str, int]:
    """Return the file and line that an old name is reported in; compiling a file may warn of other things."""
    of_name = next(each for each in said if "is now" in str(each.message))
    return of_name.filename, of_name.lineno
