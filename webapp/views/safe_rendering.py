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

from webapp.rules.game_faults import is_fault, place_of
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
    except BaseException as error:
        if not is_fault(error):
            raise
        lines = (what, type(error).__name__, _where(error))
        log.error("%s could not be shown: %s %s", *lines, exc_info=_without_values(error))
        return instead()


def render_row(state: TableState, row: K, show: Callable[[K], T]) -> T | None:
    """Return a row's view; if that fails, record the row in the state's `unshown` and return None."""
    what = f"{row.kind_name} {row.id}"
    return render_safely(what, lambda: show(row), lambda: state.unshown.add(what))


def _where(error: BaseException) -> str:
    """Return file and line of the deepest frame in a game's code, with the game, or else in this program's.

    Returns "at an unknown place" if the traceback has neither.
    """
    place = place_of(error)
    if place is not None:
        return f"in {place}"
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if any(part in OURS for part in Path(frame.filename).parts)]
    return f"at {Path(own[-1].filename).name}:{own[-1].lineno}" if own else "at an unknown place"


def _without_values(error: BaseException) -> "tuple[type[Exception], Exception, TracebackType | None]":
    """Return an error for the log without its message, which may quote the GM's secrets."""
    kind = type(type(error).__name__, (Exception,), {"original": error})
    return kind, kind("(message not logged)"), error.__traceback__
