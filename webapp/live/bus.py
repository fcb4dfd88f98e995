"""Who watches which table, how it stands, and how they are woken.

A viewer is a cursor and a bell: nothing is queued for it, so a slow phone costs nothing and skips
what is out of date. How a table stands is told with each change, or read once for all who ask.
"""

import threading
import time
from collections import defaultdict
from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from webapp.store.board import Board
from webapp.store.db import db
from webapp.store.one_at_a_time import OneAtATime
from webapp.table.revisions import Revisions

FRESH = 1.0  # seconds a reading serves heartbeats; a published change ends it at once
B = TypeVar("B", bound="Bell")


class Bell:
    """Rung when something may have changed; its owner then compares revisions.

    Those who wait at the same `place` miss the same: one of them is rung, and `serves` all others there.
    """

    def __init__(self) -> None:
        self._event = threading.Event()
        self.closed = False
        self.place: Hashable = None
        self.serves = False

    def ring(self) -> None:
        self._event.set()

    def close(self) -> None:
        """The server stops: the stream ends instead of waiting on."""
        self.closed = True
        self._event.set()

    def wait(self, seconds: float) -> bool:
        """Wait to be rung; False when the time ran out."""
        rung = self._event.wait(seconds)
        self._event.clear()
        return rung


@dataclass(frozen=True)
class Heard:
    """When this process heard of the last change of a table, and its revisions since, as that change left
    them or as they were read at `known`."""

    at: float = 0.0
    revisions: Revisions | None = None
    known: float = 0.0


NOTHING = Heard()


class LocalBus:
    """The engine for one process: nobody else changes a table, so what a change leaves is the newest."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._bells: dict[str, dict[Bell, bool]] = defaultdict(dict)
        self._heard: dict[str, Heard] = {}
        self._reading = OneAtATime()

    def publish(self, table_id: str, revisions: Revisions | None = None) -> None:
        """Ring the bells of this table, one of each place; revisions that are given save them a reading."""
        with self._lock:
            before = self._heard.get(table_id, NOTHING)
            if revisions and before.revisions and revisions.epoch != before.revisions.epoch:
                revisions = None  # which of them is the later one, the database knows
            elif revisions and before.revisions and revisions.is_before(before.revisions):
                revisions = before.revisions  # two commands at once: the second was quicker here
            told = revisions if table_id in self._bells else None
            now = time.monotonic()
            self._heard[table_id] = Heard(now, told, now)
        served: set[Hashable] = set()
        for bell in self._of(table_id):
            if bell.place is None:
                bell.ring()
            elif bell.place not in served:
                served.add(bell.place)
                bell.serves = True
                bell.ring()

    def at(self, table_id: str, place: Hashable) -> list[Any]:
        """Those who wait at a place."""
        with self._lock:
            return [bell for bell in self._bells.get(table_id, ()) if bell.place == place]

    def hand_on(self, table_id: str, place: Hashable) -> None:
        """Somebody else serves those who wait at a place."""
        for bell in self.at(table_id, place)[:1]:
            bell.serves = True
            bell.ring()

    def heard(self, table_id: str) -> Heard:
        """What this process knows of this table's changes."""
        return self._heard.get(table_id, NOTHING)

    def revisions(self, table_id: str) -> Revisions | None:
        """Those of a table now, or None when it is gone. Needs an app context."""
        known = self.at_hand(table_id)
        if known is not None:
            return known
        with self._reading.at(table_id):  # who is woken with others waits for the one reading that serves all
            return self.at_hand(table_id) or self._learn(table_id)

    def at_hand(self, table_id: str) -> Revisions | None:
        """The same, if a command has just left them behind or somebody has just read them."""
        heard = self.heard(table_id)
        return heard.revisions if heard.known > time.monotonic() - FRESH else None

    def _learn(self, table_id: str) -> Revisions | None:
        """A reading serves all, unless there was another change meanwhile."""
        before, taken = self.heard(table_id), time.monotonic()
        revisions = read(table_id)
        with self._lock:
            if self.heard(table_id) is before:
                self._heard[table_id] = replace(before, revisions=revisions, known=taken)
        return revisions

    def ring_all(self) -> None:
        """Everybody looks again: something may have been missed, and what was read just before be older."""
        with self._lock:
            for table_id, heard in self._heard.items():
                self._heard[table_id] = replace(heard, revisions=None)
            bells = [bell for group in self._bells.values() for bell in group]
        for bell in bells:
            bell.ring()

    def subscribe(self, table_id: str, bell: B, later: bool = False) -> B:
        """The bell of one stream; `later` ones are rung after all others."""
        with self._lock:
            self._bells[table_id][bell] = later
        return bell

    def leave(self, table_id: str, bell: Bell) -> None:
        with self._lock:
            self._bells[table_id].pop(bell, None)
            if not self._bells[table_id]:
                del self._bells[table_id]

    def watching(self, table_id: str | None = None) -> int:
        """How many streams are open, at one table or in all."""
        with self._lock:
            if table_id is not None:
                return len(self._bells.get(table_id, ()))
            return sum(len(bells) for bells in self._bells.values())

    def close(self) -> None:
        """End every stream: the server stops."""
        with self._lock:
            bells = [bell for group in self._bells.values() for bell in group]
        for bell in bells:
            bell.close()

    def answers(self) -> bool:
        """Whether the bus works (`/healthz`)."""
        return True

    def _of(self, table_id: str) -> list[Bell]:
        with self._lock:
            bells = self._bells.get(table_id, {})
            return sorted(bells, key=bells.__getitem__)


def read(table_id: str) -> Revisions | None:
    """In a new transaction: one that began before may see less than was heard of."""
    db.session.remove()
    board = Board.load(table_id)
    return Revisions.of(board) if board is not None else None
