"""Find and load the installed games by their entry points.

    [project.entry-points."tableside.games"]
    lantern = "lantern_game.game:Game"

The name is the game's key; the value is its class, as described in `webapp/games/README.md`. A game that
cannot be loaded is disabled with the reason, and the others still work.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

from webapp.rules import forked
from webapp.rules.game import GameDefinition, ensure_playable_here

GROUP = "tableside.games"
FIRST = "freeform"
"""The game that is listed first, and the default of a new table."""
KEY = re.compile(r"[a-z][a-z0-9]{1,29}")
OWN = "webapp.games."
NOT_HERE = "Tableside's own games were not found. In a checkout, run “make run” to install the games."

LOADING = " while it is loaded"

log = logging.getLogger(__name__)

_set_aside: dict[str, str] = {}
_told: dict[str, str] = {}


@cache
def installed_games() -> Mapping[str, EntryPoint]:
    """Return the entry point of every installed game by key, including broken games.

    If two games have the same key, one included in Tableside wins.
    """
    games: dict[str, EntryPoint] = {}
    for entry_point in sorted(entry_points(group=GROUP), key=lambda value: not value.value.startswith(OWN)):
        if games.setdefault(entry_point.name, entry_point).value != entry_point.value:
            log.error(
                "%s is skipped: %s has a game with the same key.",
                label_of_game(entry_point),
                label_of_game(games[entry_point.name]),
            )
    if FIRST not in games:
        raise RuntimeError(NOT_HERE)
    return dict(sorted(games.items(), key=lambda value: (value[0] != FIRST, value[0])))


def outside_games() -> Mapping[str, EntryPoint]:
    """Return the installed games that are not part of Tableside."""
    return {key: value for key, value in installed_games().items() if not value.value.startswith(OWN)}


def label_of_game(game: EntryPoint) -> str:
    """Return a game's name for operators: its distribution with its version, and its key."""
    return f"{game.dist.name} {game.dist.version} ({game.name})" if game.dist else game.name


def set_aside(key: str, why: str, told: str = "") -> None:
    """Disable this game until the next start, with the reason in the log; its tables become read-only.

    `told` is what its tables say of the game instead of that it is not here.
    """
    if key not in _set_aside:
        _set_aside[key] = why = why.rstrip(".")
        _told[key] = told
        log.error("The game %s cannot be played: %s", label_of_game(installed_games()[key]), why)


def leave_out(keys: Iterable[str]) -> None:
    """Disable games without a word: another process has named them, or they are not wanted in this one."""
    _set_aside.update(dict.fromkeys(keys, "it is left out here"))


def is_set_aside(key: str) -> bool:
    """Return whether the game is disabled until the next start."""
    return key in _set_aside


def why_absent(key: str) -> str:
    """Return why a game is not played here, as its tables say it after "a game"."""
    if is_set_aside(key) and key in installed_games():
        return _told.get(key) or "that is set aside here because it cannot be loaded"
    return "that is not installed here"


def broken() -> Mapping[str, str]:
    """Return the disabled games by key, with the reason for each."""
    return dict(_set_aside)


def load_game(key: str) -> GameDefinition | None:
    """Return the game with this key; None if it is absent or disabled.

    A game that fails to load is disabled, and the result is None. A game from outside is loaded in a child
    process first, because while it is imported it may end the program, loop for ever or crash.
    """
    entry_point = installed_games().get(key)
    if entry_point is None or is_set_aside(key):
        return None
    why = _why_unreadable(key)
    if why:
        set_aside(key, why)
        return None
    return read_game(key)


@cache
def _why_unreadable(key: str) -> str:
    """Return why a game's definition cannot be loaded; "" if it can be."""
    if key in outside_games():
        why = try_to_load(lambda: _reason_against(key))
        if why:
            return why
    return _reason_against(key)


def try_to_load(work: Callable[[], str]) -> str:
    """Return what `work`, which loads a game, returns in a child process, or how the child ended."""
    try:
        why: str = forked.run_forked(work, forked.SECONDS)
    except forked.Ended as ended:
        return f"{ended}{LOADING}"
    return why


def cannot_be_imported(key: str) -> bool:
    """Return whether a game ended the child that loaded it, so that it must not be imported again."""
    return broken().get(key, "").endswith(LOADING)


def _reason_against(key: str) -> str:
    try:
        game = read_game(key)
        tuple(
            getattr(game.rules, "check_form", ())
        )  # every game's fields are in commands that all games share
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a game may raise anything while it is imported, even SystemExit
        return reason(error)
    return ""


@cache
def read_game(key: str) -> GameDefinition:
    """Load the game with this key, even if disabled; raise an error with the reason if it is unplayable."""
    if not KEY.fullmatch(key):
        raise ValueError("its key must be 2 to 30 lowercase letters and digits, starting with a letter")
    entry_point = installed_games()[key]
    kind = entry_point.load()
    made = kind() if isinstance(kind, type) else kind
    if not isinstance(made, GameDefinition):
        raise TypeError(f"{entry_point.value} is not a webapp.games.api.GameDefinition")
    ensure_playable_here(made)
    return made


def package_of(entry_point: EntryPoint) -> str:
    """Return the name of a game's package."""
    module, _, name = entry_point.value.partition(":")
    return module.rpartition(".")[0] or module if name else module


def game_folders() -> Mapping[str, Path]:
    """Return the folder of each installed game whose package is found, without importing any game."""
    packages = {key: package_of(value).split(".") for key, value in installed_games().items()}
    specs = {key: find_spec(first) for key, (first, *_) in packages.items()}
    return {
        key: Path(spec.origin).parent.joinpath(*packages[key][1:])
        for key, spec in specs.items()
        if spec is not None and spec.origin is not None
    }


def folder(key: str) -> Path:
    """Return the folder of an installed game, which has its templates, style sheet and data files."""
    return Path(str(files(package_of(installed_games()[key]))))


def reason(error: BaseException) -> str:
    """Describe an error for the operator, without a full stop."""
    said = str(error).rstrip(".")
    if isinstance(error, SystemExit):
        said = "it ends the program while it is loaded"
    elif isinstance(error, MemoryError):
        said = "it needs too much memory"
    return f"{said} ({type(error).__name__})" if said else type(error).__name__
