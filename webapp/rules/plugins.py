"""The games that are installed: found by their entry points, as other programs find their plugins.

    [project.entry-points."tableside.games"]
    lantern = "lantern_at_the_table"

The name is the game's key; the value is its room, a package as `webapp/games/README.md` describes it. A game
that cannot be loaded is set aside with the reason, and the others are played.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import TYPE_CHECKING, Protocol, TypeVar, cast

if TYPE_CHECKING:
    from webapp.rules.ruleset import Ruleset

GROUP = "tableside.games"
INTERFACE = 2
"""What a room is made for; raised when one made for the number before could no longer be played."""
FIRST = "freeform"
"""The game that is named first and that a table plays if none is chosen."""
KEY = re.compile(r"[a-z][a-z0-9]{1,29}")
OWN = "webapp.games."
NOT_HERE = "Tableside's own games were not found. In a checkout, `make run` installs them."

log = logging.getLogger(__name__)
T = TypeVar("T")


class Game(Protocol):
    """What the house knows of a game: a package that holds this, and if it needs them three modules.

    `screens` has `SCREENS` (`screens.games.GameScreens`), `table` has `TABLE` (`table.games.GameTable`), and
    `patterns` is imported for what it registers.
    """

    __name__: str
    INTERFACE: int
    RULESET: Ruleset


_set_aside: dict[str, str] = {}


@cache
def found() -> Mapping[str, EntryPoint]:
    """Every game that is installed, by its key, broken ones too; of two with the same key the house's own."""
    games: dict[str, EntryPoint] = {}
    for each in sorted(entry_points(group=GROUP), key=lambda each: not each.value.startswith(OWN)):
        if games.setdefault(each.name, each).value != each.value:
            log.error("%s is left out: %s has a game of that key too.", whose(each), whose(games[each.name]))
    if FIRST not in games:
        raise RuntimeError(NOT_HERE)
    return dict(sorted(games.items(), key=lambda each: (each[0] != FIRST, each[0])))


def whose(game: EntryPoint) -> str:
    """A game as an operator knows it: what is installed, and what that calls it."""
    return f"{game.dist.name} {game.dist.version} ({game.name})" if game.dist else game.name


def set_aside(key: str, why: str) -> None:
    """Play this game no more until the next start; its tables rest, and the log says why."""
    if key not in _set_aside:
        _set_aside[key] = why
        log.error("The game %s cannot be played: %s", whose(found()[key]), why)


def is_set_aside(key: str) -> bool:
    """Whether it is played no more until the next start."""
    return key in _set_aside


def broken() -> Mapping[str, str]:
    """The games that were set aside, by key, and what is wrong with each."""
    return dict(_set_aside)


def room(key: str) -> Game | None:
    """The package of a game; None for one that is not here or was set aside."""
    game = found().get(key)
    if game is None or is_set_aside(key):
        return None
    try:
        package = import_module(game.value)
        _ensure_fits(key, package)
    except Exception as error:
        set_aside(key, reason(error))
        return None
    return cast(Game, package)


def part(key: str, name: str) -> ModuleType | None:
    """A part of a game's room (`screens`, `table`, `patterns`) with all its modules; None if it has none."""
    package = room(key)
    if package is None or find_spec(f"{package.__name__}.{name}") is None:
        return None
    try:
        module = import_module(f"{package.__name__}.{name}")
        for each in iter_modules(getattr(module, "__path__", ())):
            import_module(f"{module.__name__}.{each.name}")
        return module
    except Exception as error:
        set_aside(key, reason(error))
        return None


def added(key: str, floor: str, name: str, usual: T) -> T:
    """The value called `name` that a game has for a floor (`screens`, `table`); `usual` if it has none."""
    module = part(key, floor)
    value = usual if module is None else getattr(module, name, None)
    if isinstance(value, type(usual)):
        return value
    set_aside(key, f"{floor}.{name} is not a {type(usual).__name__}")
    return usual


def folder(key: str) -> Path:
    """Where the templates, the style and the explanations of a game that is here lie."""
    return Path(str(files(found()[key].value)))


def _ensure_fits(key: str, package: ModuleType) -> None:
    if not KEY.fullmatch(key):
        raise ValueError("its key has to be 2 to 30 small letters and digits")
    made_for = getattr(package, "INTERFACE", None)
    if made_for != INTERFACE:
        raise ValueError(f"it was made for interface {made_for}, and this Tableside has {INTERFACE}")


def reason(error: Exception) -> str:
    """What went wrong, for who runs the server."""
    return f"{error} ({type(error).__name__})"
