"""What cannot be drawn costs itself alone: a row, a line, a panel, and never the page around it.

What it holds is not told to the log, only where in our own code it failed.
"""

import logging
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from sqlalchemy.exc import SQLAlchemyError

from webapp.store.board import Board, K

log = logging.getLogger(__name__)
OURS = ("webapp", "templates")
T = TypeVar("T")
U = TypeVar("U")


def surely(what: str, make: Callable[[], T], instead: Callable[[], U]) -> T | U:
    """What `make` gives, or where it fails, what stands `instead` of it; a database that fails still does."""
    try:
        return make()
    except SQLAlchemyError:
        raise
    except Exception as error:
        log.error("%s could not be shown: %s at %s", what, type(error).__name__, _where(error))
        return instead()


def shown(board: Board, row: K, show: Callable[[K], T]) -> T | None:
    """What is shown of a row; of one that cannot be shown the board is told."""
    what = f"{row.kind_name} {row.id}"
    return surely(what, lambda: show(row), lambda: board.unshown.add(what))


def _where(error: Exception) -> str:
    """The last line of our own that it came from."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if any(part in OURS for part in Path(frame.filename).parts)]
    return f"{Path(own[-1].filename).name}:{own[-1].lineno}" if own else "an unknown place"
