"""The terminal command `new-game`: write a package with a playable game, to start a game of your own."""

import keyword
import shlex
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from string import Template

import click

from webapp.cli.context import AuthorsCommand, refuse
from webapp.rules.plugins import KEY, installed_games
from webapp.store.command_line import command_to_type, interpreter

SCAFFOLD = files("webapp.cli") / "scaffold"


@click.command("new-game", cls=AuthorsCommand)
@click.argument("name")
@click.option(
    "--to", type=click.Path(path_type=Path), help="the folder to create; default: NAME in the current folder"
)
def new_game(name: str, to: Path | None) -> None:
    """Write the files of a new game, which can be played once it is installed.

    NAME is its key: 2 to 30 lowercase letters and digits, starting with a letter. The package has rules, a
    check, a kind of clock, a command, a panel, templates, and tests of all of them.
    """
    if not KEY.fullmatch(name) or keyword.iskeyword(name):
        said = "write 2 to 30 lowercase letters and digits, starting with a letter, and not a Python keyword"
        refuse(f"{name!r} cannot be a game's name: {said}.", status=2)
    if name in installed_games():
        refuse(f"The game {name} is already installed. Choose another name.", status=2)
    folder = to or Path(name)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        refuse(f"{folder} already exists. Name another folder with --to.", status=2)
    number = write_game(name, folder)
    click.echo(f"{folder} now has the game {name} ({number} files). Install, check and play it with:\n")
    for line in (_installs(folder), command_to_type(f"check-game {name}"), command_to_type("serve")):
        click.echo(f"  {line}")
    click.echo(f"\nIts rules are in {folder / f'{name}_game' / 'rules.py'}, its tests in {folder / 'tests'}.")


def _installs(folder: Path) -> str:
    """Return the command that installs the game, without a download if the build tools are present."""
    built_here = " --no-build-isolation" if find_spec("hatchling") and find_spec("editables") else ""
    return f"{shlex.quote(interpreter())} -m pip install{built_here} -e {shlex.quote(str(folder))}"


def write_game(key: str, folder: Path) -> int:
    """Write the files of a new game into this folder; return the number of files."""
    names = {"key": key, "title": key.capitalize()}
    number = 0
    for place, file in _sources(SCAFFOLD, Path()):
        to = folder / str(place.with_suffix("")).replace("package", f"{key}_game", 1)
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_text(Template(file.read_text(encoding="utf-8")).substitute(names), encoding="utf-8")
        number += 1
    return number


def _sources(folder: Traversable, at: Path) -> Iterator[tuple[Path, Traversable]]:
    for entry in sorted(folder.iterdir(), key=lambda value: value.name):
        if entry.is_dir():
            yield from _sources(entry, at / entry.name)
        elif entry.name.endswith(".txt"):
            yield at / entry.name, entry
