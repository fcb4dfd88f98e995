"""Tell which game's code failed or is running, and keep a game's `sys.exit` from ending the server."""

import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import FrameType
from typing import NamedTuple

from webapp.rules.plugins import game_folders, installed_games, label_of_game


class GameFault(Exception):
    """Raised in place of a game's SystemExit, or of another exception that is no `Exception`."""


class Place(NamedTuple):
    """A line of a game's code."""

    game: str
    file: str
    line: int

    @property
    def where(self) -> str:
        """The file's folder, its name and the line: "lantern_game/views.py:12"."""
        file = Path(self.file)
        return f"{file.parent.name}/{file.name}:{self.line}"

    @property
    def name(self) -> str:
        """The game as the beginning of a sentence: "The game Lantern"."""
        return f"The game {label_of_game(installed_games()[self.game])}"

    def __str__(self) -> str:
        return f"the{self.name[3:]} at {self.where}"


@contextmanager
def tamed() -> Iterator[None]:
    """Raise GameFault instead of a game's SystemExit or other exception that would end the server.

    Timeouts and the end of a greenlet, which are not of a game's making, still pass.
    """
    try:
        yield
    except Exception:
        raise
    except BaseException as error:
        if is_fault(error):
            raise GameFault(type(error).__name__) from error
        raise


def is_fault(error: BaseException) -> bool:
    """Return whether an error is one that code at a table made, and not a timeout or a stop from outside."""
    if isinstance(error, Exception | SystemExit):
        return True
    frames = traceback.extract_tb(error.__traceback__)
    return bool(frames) and game_of_file(frames[-1].filename) is not None


def failed_in(error: BaseException) -> str:
    """Return " (in the game … at …)" for an error from a game's code, to append; "" for any other."""
    place = place_of(error)
    return f" (in {place})" if place else ""


def place_of(error: BaseException) -> Place | None:
    """Return the deepest line of a game's code in an error's traceback, or in that of its cause."""
    frames = traceback.extract_tb(error.__traceback__)
    for frame in reversed(frames):
        game = game_of_file(frame.filename)
        if game is not None:
            return Place(game, frame.filename, frame.lineno or 0)
    return place_of(error.__cause__) if error.__cause__ else None


def hook_in(frame: FrameType | None) -> FrameType | None:
    """Return the outermost frame of a game's code on a stack: the hook that was called."""
    found = None
    while frame is not None:
        if game_of_file(frame.f_code.co_filename) is not None:
            found = frame
        frame = frame.f_back
    return found


def place_in(frame: FrameType) -> Place | None:
    """Return the innermost line of a game's code on a stack, with the game whose hook was called."""
    hook = hook_in(frame)
    inner: FrameType | None = frame
    while inner is not None and game_of_file(inner.f_code.co_filename) is None:
        inner = inner.f_back
    if hook is None or inner is None:
        return None
    template = inner.f_globals.get("__jinja_template__")
    line = template.get_corresponding_lineno(inner.f_lineno) if template is not None else inner.f_lineno
    return Place(game_of_file(hook.f_code.co_filename) or "", inner.f_code.co_filename, line)


@cache
def game_of_file(file: str) -> str | None:
    """Return the key of the game that a file of code or a template belongs to, or None."""
    return next((game for folder, game in _folders() if file.startswith(folder)), None)


@cache
def _folders() -> tuple[tuple[str, str], ...]:
    return tuple((f"{folder}/", game) for game, folder in game_folders().items())
