"""The terminal command `try-game`: play a game again that was set aside because it stopped the server."""

import click

from webapp.cli.context import SettingsCommand, refuse
from webapp.rules.errors import nearest
from webapp.rules.plugins import installed_games
from webapp.settings import Settings
from webapp.store.game_records import GameRecords


@click.command("try-game", cls=SettingsCommand)
@click.argument("name")
def try_game(name: str) -> None:
    """Forget what a game did to the server, so that it is played again from the next start on.

    A game that has stopped the server three times is set aside. An upgraded game is tried by itself.
    """
    if name not in installed_games():
        refuse(f"No game {name!r} is installed.{nearest(name, installed_games())}", status=2)
    GameRecords(Settings.from_environment().folder).forget(name)
    click.echo(f"{name} is tried again. If the server is running, restart it.")
