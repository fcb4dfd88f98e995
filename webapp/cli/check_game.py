"""The terminal command `check-game`: find a game's mistakes, with file, line and likely correction."""

import tempfile
from collections.abc import Callable, Iterator
from dataclasses import astuple, replace

import click

from webapp.cli.code_faults import class_faults, hook_faults, import_faults, part_faults
from webapp.cli.context import AuthorsCommand, refuse
from webapp.cli.data_faults import (
    catalogue_faults,
    event_faults,
    example_faults,
    form_faults,
    mark_faults,
    word_faults,
)
from webapp.cli.game_source import Fault, GameSource
from webapp.cli.game_trial import collect_errors, play_scene
from webapp.cli.template_faults import (
    attribute_faults,
    name_faults,
    panel_faults,
    panel_id_faults,
    pressed_faults,
    template_faults,
    unread_faults,
)
from webapp.rules.errors import nearest
from webapp.rules.forked import Ended, run_forked
from webapp.rules.game_faults import is_fault
from webapp.rules.playable_games import rulesets
from webapp.rules.plugins import broken, cannot_be_imported, installed_games
from webapp.settings import Settings
from webapp.start import make_app

SCENE, FILES = 300, 60
"""Seconds for a game to be examined and played, and for its files alone."""
Search = Callable[[GameSource], Iterator[Fault]]
SEARCHES: tuple[Search, ...] = (
    import_faults,
    class_faults,
    part_faults,
    catalogue_faults,
    event_faults,
    form_faults,
    template_faults,
    name_faults,
    panel_id_faults,
    mark_faults,
    hook_faults,
)
LAST: tuple[Search, ...] = (
    word_faults,
    example_faults,
    unread_faults,
    pressed_faults,
    panel_faults,
    attribute_faults,
)
"""The searches that need all code imported and all templates parsed."""


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
        return in_child(source, SCENE, lambda: _play_if_whole(source))


def _play_if_whole(source: GameSource) -> list[Fault]:
    written = written_faults(source)
    if written or source.key not in rulesets():
        return written
    return play_scene(source.key, source.app, source)


def in_child(source: GameSource, seconds: int, search: Callable[[], list[Fault]]) -> list[Fault]:
    """Return the faults that a search finds in a child process, which the game may end or block."""
    if cannot_be_imported(source.key):
        return [_unplayable(broken()[source.key])]
    try:
        return [Fault(*found) for found in run_forked(lambda: [astuple(each) for each in search()], seconds)]
    except Ended as ended:
        return [_unplayable(broken().get(source.key) or f"{ended} while it is examined")]


def _unplayable(why: str) -> Fault:
    return Fault("game.py", 0, f"the game cannot be played: {why}.")


def written_faults(source: GameSource) -> list[Fault]:
    """Return every fault of a game's files, sorted by file and line."""
    found: set[Fault] = set()
    for search in SEARCHES:
        found |= _found_by(search, source)
    for search in () if found else LAST:
        found |= _found_by(search, source)
    if not found and source.key not in rulesets():
        found.add(_unplayable(broken().get(source.key, "it was not found")))
    return sorted(found)


def _found_by(search: Search, source: GameSource) -> set[Fault]:
    """Return the faults that a search finds; if the search itself fails, that is a fault too."""
    found: set[Fault] = set()
    try:
        found.update(search(source))
    except BaseException as error:
        if not is_fault(error):
            raise
        found.add(source.fault(error))
    return found
