"""Contain failures: a row, line or panel that cannot be rendered leaves the rest of the page intact.

The log gets the place in the code, but no values.
"""

import logging
import traceback
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import TypeVar

from sqlalchemy.exc import SQLAlchemyError

from webapp.rules.plugins import game_folders
from webapp.store.table_state import K, TableState

log = logging.getLogger(__name__)
OURS = ("webapp", "templates")
T = TypeVar("T")
U = TypeVar("U")


def render_safely(what: str, make: Callable[[], T], instead: Callable[[], U]) -> T | U:
    """Return `make()`, or `instead()` if that fails; database errors still propagate."""
    try:
        return make()
    except SQLAlchemyError:
        raise
    except Exception as error:
        lines = (what, type(error).__name__, _where(error))
        log.error("%s could not be shown: %s at %s", *lines, exc_info=_without_values(error))
        return instead()


def render_row(state: TableState, row: K, show: Callable[[K], T]) -> T | None:
    """Return a row's view; if that fails, record the row in the state's `unshown` and return None."""
    what = f"{row.kind_name} {row.id}"
    return render_safely(what, lambda: show(row), lambda: state.unshown.add(what))


def _where(error: Exception) -> str:
    """Return file and line of the deepest frame in a game's code, or else in this program's.

    Returns "an unknown place" if the traceback has neither.
    """
    frames = traceback.extract_tb(error.__traceback__)
    folders = set(game_folders().values())
    games = [frame for frame in frames if folders & set(Path(frame.filename).parents)]
    own = [frame for frame in frames if any(part in OURS for part in Path(frame.filename).parts)]
    if not (deepest := [*own[-1:], *games[-1:]]):
        return "an unknown place"
    file = Path(deepest[-1].filename)
    return (
        f"{file.parent.name}/{file.name}:{deepest[-1].lineno}"
        if games
        else f"{file.name}:{deepest[-1].lineno}"
    )


def _without_values(error: Exception) -> "tuple[type[Exception], Exception, TracebackType | None]":
    """Return an error for the log without its message, which may quote the GM's secrets."""
    kind = type(type(error).__name__, (Exception,), {"original": error})
    return kind, kind("(message not logged)"), error.__traceback__
