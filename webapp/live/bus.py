"""Track the viewers and the revisions of each table, and wake the viewers.

A viewer is a cursor and a subscriber. Nothing is queued for it, so a slow phone uses no memory and skips
outdated states. A table's revisions come with each change, or are read once for all waiting viewers.
"""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from webapp.store.db import db
from webapp.store.named_locks import NamedLocks
from webapp.store.table_state import TableState
from webapp.table.revisions import NO_TIP, Revisions, Tip, renew_epoch, tip_of

log = logging.getLogger(__name__)
FRESH = 1.0  # seconds for which read or published revisions are used


class Subscriber:
    """An event that is set when something may have changed; its owner then compares revisions."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self.closed = False

    def notify(self) -> None:
        self._event.set()

    def close(self) -> None:
        """End the subscriber's stream, when the server stops."""
        self.closed = True
        self._event.set()

    def wait(self, seconds: float) -> bool:
        """Wait up to `seconds` for a notification; return False if none came."""
        rung = self._event.wait(seconds)
        self._event.clear()
        return rung


@dataclass(frozen=True)
class LastChange:
    """When this process learned of a table's last change, and the table's revisions.

    `at` and `known` are in seconds of the monotonic clock. The revisions came with that change, or were read
    at the time `known`.
    """

    at: float = 0.0
    revisions: Revisions | None = None
    known: float = 0.0


NOTHING = LastChange()


class LocalBus:
    """The bus of a single process, which notifies viewers and caches the revisions of their tables.

    `broadcast` is called with the id of each table that has changed.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._subscribers: dict[str, dict[Any, bool]] = {}
        self._heard: dict[str, LastChange] = {}
        self._reading = NamedLocks()
        self._tips: dict[str, tuple[str, Tip]] = {}  # epoch and newest entry of each watched table
        self._closed = False
        self.broadcast: Callable[[str], None] = self.notify

    def publish(self, table_id: str, revisions: Revisions | None = None) -> None:
        """Broadcast a table's change; no query is needed if the revisions follow the last known ones."""
        with self._lock:
            before, now = self.heard(table_id).revisions, time.monotonic()
            if revisions and not self._follows(revisions):
                revisions = None  # they may not be the newest, so the database is read
            if revisions and before:
                revisions = revisions.later(before)  # simultaneous commands may publish in reverse order
            self._heard[table_id] = LastChange(now, revisions if table_id in self._subscribers else None, now)
        self.broadcast(table_id)

    def mark_stale(self, table_id: str) -> None:
        """Make this table's viewers query the database, because another process has reported a change."""
        with self._lock:
            self._heard[table_id] = LastChange(time.monotonic())
        self.broadcast(table_id)

    def knows(self, table_id: str) -> bool:
        """Return whether this process has viewers of this table or has learned of a change to it."""
        return table_id in self._heard or table_id in self._subscribers

    def heard(self, table_id: str) -> LastChange:
        """Return what this process knows about this table's last change; `NOTHING` if it knows of none."""
        return self._heard.get(table_id, NOTHING)

    def revisions(self, table_id: str) -> Revisions | None:
        """Return a table's current revisions; None if it was removed. Needs an app context."""
        known = self.at_hand(table_id)
        if known is not None:
            return known
        with self._reading.at(table_id):  # one read for all viewers who wake together
            return self.at_hand(table_id) or self._learn(table_id)

    def read_anew(self, table_id: str) -> Revisions | None:
        """Return a table's revisions, read anew from the database; None if the table was removed."""
        with self._reading.at(table_id):
            return self._learn(table_id)

    def at_hand(self, table_id: str) -> Revisions | None:
        """Return a table's revisions if they were published or read within the last second, else None."""
        heard = self.heard(table_id)
        return heard.revisions if heard.known > time.monotonic() - FRESH else None

    def _learn(self, table_id: str) -> Revisions | None:
        """Read and return a table's revisions; cache them unless another change has come meanwhile."""
        with self._lock:
            before, taken = self._heard.setdefault(table_id, LastChange()), time.monotonic()
            epoch, seen = self._tips.get(table_id, ("", NO_TIP))
        revisions = read_revisions(table_id, epoch, seen)
        with self._lock:
            if revisions is not None and table_id in self._subscribers:
                self._tips[table_id] = revisions.epoch, revisions.tip
            if self.heard(table_id) is before:
                self._heard[table_id] = replace(before, revisions=revisions, known=taken)
        return revisions

    def _follows(self, revisions: Revisions) -> bool:
        """Return False if a change in the known epoch does not directly follow the last known one, else True.

        If True, the change is recorded for a table with viewers. If False, other processes have written in
        between, or the database went back to an earlier state and was written again.
        """
        epoch, seen = self._tips.get(revisions.table, (revisions.epoch, NO_TIP))
        if epoch == revisions.epoch and NO_TIP not in (seen, revisions.tip) and revisions.after != seen:
            return False
        if revisions.table in self._subscribers:
            self._tips[revisions.table] = revisions.epoch, revisions.tip
        return True

    def notify_all(self) -> None:
        """Make every viewer query again, because a change may have been missed and caches may be outdated."""
        with self._lock:
            self._heard.clear()
        for table_id in tuple(self._subscribers):
            self.notify(table_id)

    def notify(self, table_id: str) -> None:
        for subscriber in self.of(table_id):
            subscriber.notify()

    def of(self, table_id: str) -> list[Any]:
        """Return the subscribers of a table, those subscribed as `later` last."""
        with self._lock:
            subscribers = self._subscribers.get(table_id, {})
            return sorted(subscribers, key=subscribers.__getitem__)

    def subscribe(self, table_id: str, subscriber: Subscriber, later: bool = False) -> None:
        """Add a stream's subscriber; one subscribed as `later` is served after all others."""
        with self._lock:
            self._subscribers.setdefault(table_id, {})[subscriber] = later
        if self._closed:
            subscriber.close()

    def leave(self, table_id: str, subscriber: Subscriber) -> None:
        with self._lock:
            subscribers = self._subscribers.get(table_id, {})
            subscribers.pop(subscriber, None)
            if not subscribers:
                self._subscribers.pop(table_id, None)
                self._tips.pop(table_id, None)

    def watching(self, table_id: str) -> int:
        """Return how many streams of this process are open at a table."""
        return len(self._subscribers.get(table_id, ()))

    def close(self) -> None:
        """End every stream, and those that open later, when the server stops."""
        self._closed = True
        for table_id in tuple(self._subscribers):
            for subscriber in self.of(table_id):
                subscriber.close()

    def answers(self) -> bool:
        """Return whether the bus works, for `/healthz`."""
        return True


def read_revisions(table_id: str, epoch: str = "", seen: Tip = NO_TIP) -> Revisions | None:
    """Read a table's revisions in a new transaction, because an older one may not see the change.

    If the journal no longer has the entry `seen` in this epoch, the table gets a new epoch. Returns None if
    there is no such table.
    """
    db.session.remove()
    state = TableState.load(table_id)
    if state is None:
        return None
    same = state.table.epoch == epoch
    tip = tip_of(table_id, state.table.entries, seen if same else NO_TIP)
    if tip is not None:
        return replace(Revisions.of(state), tip=tip)
    log.warning("The database was rolled back or replaced, so a table begins a new epoch.")
    renew_epoch(table_id, epoch)
    return read_revisions(table_id)
