"""The terminal command `check-game`: find a game's mistakes, with file, line and likely correction."""

import tempfile
from dataclasses import replace

import click

from webapp.cli.context import AuthorsCommand, refuse
from webapp.cli.game_faults import written_faults
from webapp.cli.game_source import Fault, GameSource
from webapp.cli.game_trial import collect_errors, play_scene
from webapp.rules.errors import nearest
from webapp.rules.plugins import installed_games
from webapp.rules.ruleset import rulesets
from webapp.settings import Settings
from webapp.start import make_app


@click.command("check-game", cls=AuthorsCommand)
@click.argument("name")
def check_game(name: str) -> None:
    """Look for mistakes in an installed game, and play a scene of it.

    This command imports all of the game's code and reads its templates, words and examples. If they have no
    mistakes, it rolls up to 40 checks to see each likely outcome, tries the game's commands, and draws the
    pages of the GM, the players and the TV. It uses a temporary folder. Your tables are not touched.
    """
    if name not in installed_games():
        others = (
            nearest(name, installed_games()) or f" Installed games: {', '.join(sorted(installed_games()))}."
        )
        refuse(f"No game {name!r} is installed.{others}", status=2)
    faults = faults_of(name)
    for fault in faults:
        click.echo(str(fault))
    if faults:
        refuse(f"{len(faults)} {'fault' if len(faults) == 1 else 'faults'} in {name}.")
    click.echo(f"{name}: nothing is wrong.")


def faults_of(key: str) -> list[Fault]:
    """Return every fault of a game; a scene is played only if its files have none."""
    with tempfile.TemporaryDirectory() as folder:
        with collect_errors():
            app = make_app(
                replace(Settings(), instance=folder, announce="off", bind="127.0.0.1", limits="off")
            )
        source = GameSource(key, app)
        written = written_faults(source)
        return written if written or key not in rulesets() else play_scene(key, app, source)
