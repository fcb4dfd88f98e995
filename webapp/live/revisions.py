"""Where every audience of a table stands now, read once for all who are woken by the same change."""

import threading
import time
from typing import Any
from weakref import WeakValueDictionary

from sqlalchemy import select

from webapp.live.bus import LocalBus
from webapp.store.db import db
from webapp.store.models import Key, Seat, Table
from webapp.table.revisions import Revisions, counters

FRESH = 1.0  # seconds a reading serves heartbeats; a published change ends it at once


class RevisionCache:
    """The newest revisions of each table that somebody watches."""

    def __init__(self, bus: LocalBus) -> None:
        self.bus = bus
        self._lock = threading.Lock()
        self._turns: WeakValueDictionary[str, Any] = WeakValueDictionary()

    def of(self, table_id: str) -> Revisions | None:
        """The revisions now, or None when the table is gone. Needs an app context."""
        return self.at_hand(table_id) or self._read_once(table_id)

    def at_hand(self, table_id: str) -> Revisions | None:
        """The revisions now, if a command has just left them behind or somebody has just read them."""
        heard = self.bus.heard(table_id)
        return heard.revisions if heard.known > time.monotonic() - FRESH else None

    def _read_once(self, table_id: str) -> Revisions | None:
        """Whoever is woken with others waits for the one reading that serves them all."""
        with self._lock:
            turn = self._turns.setdefault(table_id, threading.Lock())
        with turn:
            return self.at_hand(table_id) or self._read(table_id)

    def _read(self, table_id: str) -> Revisions | None:
        generation, taken = self.bus.heard(table_id).generation, time.monotonic()
        revisions = read(table_id)
        self.bus.learn(table_id, generation, revisions, taken)
        return revisions


def read(table_id: str) -> Revisions | None:
    """Three short queries, in a new transaction: one that began before may see less than was heard of."""
    db.session.remove()
    table = db.session.scalar(select(Table).where(Table.id == table_id))
    if table is None:
        return None
    open_keys = select(Key.id).where(Key.table_id == table_id, Key.revoked.is_(False))
    taken = select(Seat.id, Seat.secret, Seat.revision).where(
        Seat.table_id == table_id, Seat.removed.is_(False)
    )
    keys = frozenset(db.session.scalars(open_keys))
    seats = {id: (secret, revision) for id, secret, revision in db.session.execute(taken)}
    return Revisions(table.id, table.epoch, counters(table), keys, seats)
