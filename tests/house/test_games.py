"""Every game's own screens and commands load, say what they should, and keep to their names."""

import ast
import re
import tomllib
from collections.abc import Iterator

import pytest

from tests.house.reading import ROOT, WEBAPP, kept_in_git, named, tree, written_imports
from webapp.games.api import PUBLIC_MODULES
from webapp.rules.playable_games import rulesets
from webapp.rules.plugins import broken, installed_games, load_game
from webapp.state.proposal_sentences import PROPOSABLE, game_sentences
from webapp.table.command import GameCommand
from webapp.table.commands import commands
from webapp.table.game_table import GameTable, game_table
from webapp.views.game_screens import GameScreens, game_screens
from webapp.views.panel import wrong_panel_ids


@pytest.mark.parametrize("game", rulesets())
def test_what_a_game_adds_loads(game: str) -> None:
    assert isinstance(game_screens(game), GameScreens)
    assert isinstance(game_table(game), GameTable)


def test_only_installed_games_have_a_room() -> None:
    rooms = {path.name for path in (ROOT / "webapp" / "games").iterdir() if (path / "__init__.py").exists()}
    assert rooms == set(rulesets())


def test_a_command_named_after_a_game_is_that_games_and_no_other_is() -> None:
    for name, command in commands().items():
        assert issubclass(command, GameCommand) == (name.partition(".")[0] in rulesets()), name


def test_what_a_game_lets_people_propose_are_its_own_commands() -> None:
    for name in game_sentences():
        assert name in commands()
        assert name.partition(".")[0] in rulesets()
        assert name not in PROPOSABLE


@pytest.mark.parametrize("game", rulesets())
def test_the_panels_of_a_game_are_named_after_it_or_as_it_says(game: str) -> None:
    definition = load_game(game)
    assert definition is not None
    assert [wrong.id for wrong in wrong_panel_ids(game, definition)] == []


NAMES = re.compile(r"mettle|razorweave|resonance", re.IGNORECASE)
MAY_SAY = re.compile(r"Source: .*|Razorweave ch\. 9")
"""Where in a book something stands."""
MAY_NAME = {
    "templates/pages/credits.html",
    "webapp/api/commands.toml",  # the table of its examples
    "webapp/rules/__init__.py",  # the old way to import them
    "webapp/table/demo.py",
}


def test_a_game_stands_in_its_package_and_nowhere_else() -> None:
    """But for its credits, the packs that are shipped, and the table to try."""
    rooms = [WEBAPP / "games" / game for game in rulesets()]
    files = [
        each for each in kept_in_git() if each.suffix in (".py", ".html", ".css", ".js", ".toml", ".svg")
    ]
    shared = [each for each in files if each.relative_to(ROOT).parts[0] in ("webapp", "templates", "static")]
    for file in shared:
        if not any(room in file.parents for room in rooms) and named(file) not in MAY_NAME:
            found = NAMES.search(MAY_SAY.sub("", file.read_text(encoding="utf-8")))
            assert found is None, f"{named(file)} names {found and found[0]}"


def test_the_games_that_are_found_are_those_that_the_project_lists() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    listed = project["entry-points"]["tableside.games"]
    assert {key: each.value for key, each in installed_games().items()} == listed, "install anew: make test"
    assert broken() == {}


def past_the_door(game: str, code: ast.Module) -> Iterator[str]:
    """What a file of a game imports of the app, but for its own package, the door and what is public."""
    own, may = f"webapp.games.{game}", {"webapp.games.api", *PUBLIC_MODULES}
    for module, name in written_imports(code):
        if module not in may and f"{module}.{name}" not in may and not f"{module}.".startswith(f"{own}."):
            yield f"{module}.{name}"


@pytest.mark.parametrize("game", rulesets())
def test_an_included_game_imports_what_the_author_of_any_game_may(game: str) -> None:
    files = sorted((WEBAPP / "games" / game).rglob("*.py"))
    found = [f"{named(file)}: {name}" for file in files for name in past_the_door(game, tree(file))]
    assert found == [], "import it from webapp.games.api, which may get it with a docstring; or write it anew"


@pytest.mark.parametrize(
    ("planted", "seen"),
    [
        ("from webapp.table.command import find", ["webapp.table.command.find"]),
        ("import webapp.services", ["webapp.services."]),
        ("from webapp.games.mettle.rules import odds", ["webapp.games.mettle.rules.odds"]),
        ("from webapp.rules import names", ["webapp.rules.names"]),
        ("from webapp.games.api import find\nfrom webapp.games.freeform.rules import RULESET", []),
        ("from webapp.rules import dice as floor\nfrom webapp.rules.dice import fair", []),
    ],
)
def test_a_planted_import_past_the_door_is_seen(planted: str, seen: list[str]) -> None:
    assert [*past_the_door("freeform", ast.parse(planted))] == seen
