"""Every game's own screens and commands load, say what they should, and keep to their names."""

import pytest

from tests.house.reading import ROOT
from webapp.rules.ruleset import INSTALLED
from webapp.screens.games import GameScreens, game_screens, game_sentences
from webapp.screens.sentences import PROPOSABLE
from webapp.table.command import GameCommand
from webapp.table.commands import commands
from webapp.table.games import GameTable, game_table


@pytest.mark.parametrize("game", INSTALLED)
def test_what_a_game_adds_loads(game: str) -> None:
    assert isinstance(game_screens(game), GameScreens)
    assert isinstance(game_table(game), GameTable)


def test_only_installed_games_have_a_room() -> None:
    rooms = {path.name for path in (ROOT / "webapp" / "games").iterdir() if (path / "__init__.py").exists()}
    assert rooms == set(INSTALLED)


def test_a_command_named_after_a_game_is_that_games_and_no_other_is() -> None:
    for name, command in commands().items():
        assert issubclass(command, GameCommand) == (name.partition(".")[0] in INSTALLED), name


def test_what_a_game_lets_people_propose_are_its_own_commands() -> None:
    for name in game_sentences():
        assert name in commands()
        assert name.partition(".")[0] in INSTALLED
        assert name not in PROPOSABLE
