"""Where every audience of a table stands now, read once for all who are woken by the same change."""

import time

from webapp.live.bus import LocalBus
from webapp.store.board import Board
from webapp.store.db import db
from webapp.store.one_at_a_time import OneAtATime
from webapp.table.revisions import Revisions

FRESH = 1.0  # seconds a reading serves heartbeats; a published change ends it at once


class RevisionCache:
    """The newest revisions of each table that somebody watches."""

    def __init__(self, bus: LocalBus) -> None:
        self.bus = bus
        self._reading = OneAtATime()

    def of(self, table_id: str) -> Revisions | None:
        """The revisions now, or None when the table is gone. Needs an app context."""
        known = self.at_hand(table_id)
        if known is not None:
            return known
        with self._reading.at(table_id):  # who is woken with others waits for the one reading that serves all
            return self.at_hand(table_id) or self._read(table_id)

    def at_hand(self, table_id: str) -> Revisions | None:
        """The revisions now, if a command has just left them behind or somebody has just read them."""
        heard = self.bus.heard(table_id)
        return heard.revisions if heard.known > time.monotonic() - FRESH else None

    def _read(self, table_id: str) -> Revisions | None:
        generation, taken = self.bus.heard(table_id).generation, time.monotonic()
        revisions = read(table_id)
        self.bus.learn(table_id, generation, revisions, taken)
        return revisions


def read(table_id: str) -> Revisions | None:
    """In a new transaction: one that began before may see less than was heard of."""
    db.session.remove()
    board = Board.load(table_id)
    return Revisions.of(board) if board is not None else None
