"""The rows of the tables in use, kept from one command to the next: most of a command's time was reading.

Every write raises the table's counters, so rows kept at the same counters are those of the database. Only
the command that is about to write gets them, alone; one that fails leaves nothing here.
"""

import threading
from collections import OrderedDict
from typing import Any

from webapp.store.board import Board

KEPT = 100  # tables; a few hundred rows each
Rows = dict[str, dict[int, Any]]
Stamp = tuple[str, int]


class Shelf:
    """Rows by table, the longest unused first."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, tuple[Stamp, Rows]] = OrderedDict()

    def lend(self, board: Board) -> None:
        """Give the board the rows kept of it, unless another process has written since."""
        with self._lock:
            stamp, rows = self._kept.pop(board.table.id, (None, {}))
        if stamp == _stamp(board):
            board.take_over(rows)

    def keep(self, table_id: str, stamp: Stamp, rows: Rows) -> None:
        """Keep the rows of a command, now that it is committed."""
        with self._lock:
            self._kept[table_id] = stamp, rows
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)


def given_up(board: Board) -> tuple[Stamp, Rows]:
    """The rows of a board and where they stand, taken out of the session: its last act before the commit."""
    return _stamp(board), board.give_up()


def _stamp(board: Board) -> Stamp:
    return board.table.epoch, board.table.rev_gm
