"""Track the viewers and the counters of each table, and wake the viewers.

A viewer is a cursor and a subscriber: nothing is queued for it, so a slow phone costs nothing and skips
outdated states. A table's counters come with each change, or are read once for all waiting viewers.
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
from webapp.table.fallback_detection import NO_TIP, Tip, renew_epoch, tip_of
from webapp.table.revisions import Revisions

log = logging.getLogger(__name__)
FRESH = 1.0  # seconds a read serves heartbeats; a published change ends it


class Subscriber:
    """Notified when something may have changed; its owner then compares revisions."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self.closed = False

    def notify(self) -> None:
        self._event.set()

    def close(self) -> None:
        """End the stream, when the server stops."""
        self.closed = True
        self._event.set()

    def wait(self, seconds: float) -> bool:
        """Wait for a notification; return False if the time ran out."""
        rung = self._event.wait(seconds)
        self._event.clear()
        return rung


@dataclass(frozen=True)
class LastChange:
    """The time when this process learned of a table's last change, and the table's revisions.

    The revisions are from that change, or were read at the time `known`.
    """

    at: float = 0.0
    revisions: Revisions | None = None
    known: float = 0.0


NOTHING = LastChange()


class LocalBus:
    """The bus of a single process, in which the last change always has the newest revisions.

    `broadcast` is called for a table that has changed.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._subscribers: dict[str, dict[Any, bool]] = {}
        self._heard: dict[str, LastChange] = {}
        self._reading = NamedLocks()
        self._tips: dict[str, tuple[str, Tip]] = {}  # epoch and newest entry of watched tables
        self.broadcast: Callable[[str], None] = self.notify

    def publish(self, table_id: str, revisions: Revisions | None = None) -> None:
        """Notify all viewers of this table; given revisions save them a query."""
        with self._lock:
            before, now = self.heard(table_id).revisions, time.monotonic()
            if revisions and not self._follows(revisions):
                revisions = None  # the database then decides which is newer
            if revisions and before:
                revisions = revisions.later(before)  # simultaneous commands may publish in reverse
            self._heard[table_id] = LastChange(now, revisions if table_id in self._subscribers else None, now)
        self.broadcast(table_id)

    def mark_stale(self, table_id: str) -> None:
        """Make this table's viewers query the database, after another process reported a change."""
        with self._lock:
            self._heard[table_id] = LastChange(time.monotonic())
        self.broadcast(table_id)

    def knows(self, table_id: str) -> bool:
        """Return whether this process knows this table's state or has viewers of it."""
        return table_id in self._heard or table_id in self._subscribers

    def heard(self, table_id: str) -> LastChange:
        """Return this process's knowledge of this table's last change."""
        return self._heard.get(table_id, NOTHING)

    def revisions(self, table_id: str) -> Revisions | None:
        """Return a table's current revisions, or None if it was removed. Needs an app context."""
        known = self.at_hand(table_id)
        if known is not None:
            return known
        with self._reading.at(table_id):  # one read serves all viewers who wake together
            return self.at_hand(table_id) or self._learn(table_id)

    def read_anew(self, table_id: str) -> Revisions | None:
        """Return a table's revisions from the database, bypassing the cache."""
        with self._reading.at(table_id):
            return self._learn(table_id)

    def at_hand(self, table_id: str) -> Revisions | None:
        """Return a table's revisions if a command just published or a stream just read them, else None."""
        heard = self.heard(table_id)
        return heard.revisions if heard.known > time.monotonic() - FRESH else None

    def _learn(self, table_id: str) -> Revisions | None:
        """Read the revisions for all viewers; they are not cached if another change came in the meantime."""
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
        """Return whether a change directly follows the last one seen of its table; record it if so.

        Otherwise other processes have written in between, or the database fell back and was written again.
        """
        epoch, seen = self._tips.get(revisions.table, (revisions.epoch, NO_TIP))
        if epoch == revisions.epoch and NO_TIP not in (seen, revisions.tip) and revisions.after != seen:
            return False
        if revisions.table in self._subscribers:
            self._tips[revisions.table] = revisions.epoch, revisions.tip
        return True

    def notify_all(self) -> None:
        """Make every viewer query again: a change may have been missed, and cached reads may be older."""
        with self._lock:
            self._heard.clear()
        for table_id in tuple(self._subscribers):
            self.notify(table_id)

    def notify(self, table_id: str) -> None:
        for subscriber in self.of(table_id):
            subscriber.notify()

    def of(self, table_id: str) -> list[Any]:
        """Return the subscribers of a table, the `later` ones last."""
        with self._lock:
            subscribers = self._subscribers.get(table_id, {})
            return sorted(subscribers, key=subscribers.__getitem__)

    def subscribe(self, table_id: str, subscriber: Subscriber, later: bool = False) -> None:
        """Add one stream's subscriber; `later` ones come after all others."""
        with self._lock:
            self._subscribers.setdefault(table_id, {})[subscriber] = later

    def leave(self, table_id: str, subscriber: Subscriber) -> None:
        with self._lock:
            subscribers = self._subscribers.get(table_id, {})
            subscribers.pop(subscriber, None)
            if not subscribers:
                self._subscribers.pop(table_id, None)
                self._tips.pop(table_id, None)

    def watching(self, table_id: str) -> int:
        """Return how many streams are open at a table."""
        return len(self._subscribers.get(table_id, ()))

    def close(self) -> None:
        """End every stream, when the server stops."""
        for table_id in tuple(self._subscribers):
            for subscriber in self.of(table_id):
                subscriber.close()

    def answers(self) -> bool:
        """Return whether the bus works (`/healthz`)."""
        return True


def read_revisions(table_id: str, epoch: str = "", seen: Tip = NO_TIP) -> Revisions | None:
    """Read a table's revisions in a new transaction, since an older one may not see the change.

    If the journal no longer has the entry `seen` in this epoch, the table gets a new epoch.
    """
    db.session.remove()
    state = TableState.load(table_id)
    if state is None:
        return None
    same = state.table.epoch == epoch
    tip = tip_of(table_id, state.table.entries, seen if same else NO_TIP)
    if tip is not None:
        return replace(Revisions.of(state), tip=tip)
    log.warning("The database was rolled back or replaced: a table begins a new epoch.")
    renew_epoch(table_id, epoch)
    return read_revisions(table_id)
