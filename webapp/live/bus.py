"""Who watches which table, how it stands, and how they are woken.

A viewer is a cursor and a bell: nothing is queued for it, so a slow phone costs nothing and skips
what is out of date. How a table stands is told with each change, or read once for all who ask.
"""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from webapp.store.board import Board
from webapp.store.db import db
from webapp.store.one_at_a_time import OneAtATime
from webapp.table.history import NO_TIP, Tip, begin_anew, tip_of
from webapp.table.revisions import Revisions

log = logging.getLogger(__name__)
FRESH = 1.0  # seconds a reading serves heartbeats; a published change ends it at once


class Bell:
    """Rung when something may have changed; its owner then compares revisions."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self.closed = False

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
class LastChange:
    """When this process heard of the last change of a table, and its revisions since, as that change left
    them or as they were read at `known`."""

    at: float = 0.0
    revisions: Revisions | None = None
    known: float = 0.0


NOTHING = LastChange()


class LocalBus:
    """The engine for one process: nobody else changes a table, so what a change leaves is the newest.

    `tell` is what is done for those who watch a table that has changed.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._bells: dict[str, dict[Any, bool]] = {}
        self._heard: dict[str, LastChange] = {}
        self._reading = OneAtATime()
        self._tips: dict[str, tuple[str, Tip]] = {}  # epoch and newest entry, of tables that are watched
        self.tell: Callable[[str], None] = self.ring

    def publish(self, table_id: str, revisions: Revisions | None = None) -> None:
        """Tell all who watch this table; revisions that are given save them a reading."""
        with self._lock:
            before, now = self.heard(table_id).revisions, time.monotonic()
            if revisions and not self._follows(revisions):
                revisions = None  # the database says which is the later, and whether it fell back
            if revisions and before:
                revisions = revisions.later(before)  # two commands at once: the second was quicker here
            self._heard[table_id] = LastChange(now, revisions if table_id in self._bells else None, now)
        self.tell(table_id)

    def hint(self, table_id: str) -> None:
        """Let all who watch this table look at the database: somebody says that it changed."""
        with self._lock:
            self._heard[table_id] = LastChange(time.monotonic())
        self.tell(table_id)

    def knows(self, table_id: str) -> bool:
        """Whether anything is known of this table here, or anybody watches it."""
        return table_id in self._heard or table_id in self._bells

    def heard(self, table_id: str) -> LastChange:
        """What this process knows of this table's changes."""
        return self._heard.get(table_id, NOTHING)

    def revisions(self, table_id: str) -> Revisions | None:
        """Those of a table now, or None when it is gone. Needs an app context."""
        known = self.at_hand(table_id)
        if known is not None:
            return known
        with self._reading.at(table_id):  # who is woken with others waits for the one reading that serves all
            return self.at_hand(table_id) or self._learn(table_id)

    def read_anew(self, table_id: str) -> Revisions | None:
        """The same from the database, whatever is at hand."""
        with self._reading.at(table_id):
            return self._learn(table_id)

    def at_hand(self, table_id: str) -> Revisions | None:
        """The same, if a command has just left them behind or somebody has just read them."""
        heard = self.heard(table_id)
        return heard.revisions if heard.known > time.monotonic() - FRESH else None

    def _learn(self, table_id: str) -> Revisions | None:
        """A reading serves all, unless there was another change meanwhile."""
        with self._lock:
            before, taken = self._heard.setdefault(table_id, LastChange()), time.monotonic()
            epoch, seen = self._tips.get(table_id, ("", NO_TIP))
        revisions = read(table_id, epoch, seen)
        with self._lock:
            if revisions is not None and table_id in self._bells:
                self._tips[table_id] = revisions.epoch, revisions.tip
            if self.heard(table_id) is before:
                self._heard[table_id] = replace(before, revisions=revisions, known=taken)
        return revisions

    def _follows(self, revisions: Revisions) -> bool:
        """Whether a change comes after all that was seen of its table; note it then."""
        epoch, seen = self._tips.get(revisions.table, (revisions.epoch, NO_TIP))
        if epoch == revisions.epoch and revisions.tip != NO_TIP and revisions.tip[0] <= seen[0]:
            return False
        if revisions.table in self._bells:
            self._tips[revisions.table] = revisions.epoch, revisions.tip
        return True

    def ring_all(self) -> None:
        """Everybody looks again: something may have been missed, and what was read just before be older."""
        with self._lock:
            self._heard.clear()
        for table_id in tuple(self._bells):
            self.ring(table_id)

    def ring(self, table_id: str) -> None:
        for bell in self.of(table_id):
            bell.ring()

    def of(self, table_id: str) -> list[Any]:
        """The bells of a table, the later ones last."""
        with self._lock:
            bells = self._bells.get(table_id, {})
            return sorted(bells, key=bells.__getitem__)

    def subscribe(self, table_id: str, bell: Bell, later: bool = False) -> None:
        """The bell of one stream; `later` ones come after all others."""
        with self._lock:
            self._bells.setdefault(table_id, {})[bell] = later

    def leave(self, table_id: str, bell: Bell) -> None:
        with self._lock:
            bells = self._bells.get(table_id, {})
            bells.pop(bell, None)
            if not bells:
                self._bells.pop(table_id, None)
                self._tips.pop(table_id, None)

    def watching(self, table_id: str) -> int:
        """How many streams are open at a table."""
        return len(self._bells.get(table_id, ()))

    def close(self) -> None:
        """End every stream: the server stops."""
        for table_id in tuple(self._bells):
            for bell in self.of(table_id):
                bell.close()

    def answers(self) -> bool:
        """Whether the bus works (`/healthz`)."""
        return True


def read(table_id: str, epoch: str = "", seen: Tip = NO_TIP) -> Revisions | None:
    """In a new transaction: one that began before may see less than was heard of.

    Where the journal no longer holds what was `seen` in this epoch, the table gets a new one.
    """
    db.session.remove()
    board = Board.load(table_id)
    if board is None:
        return None
    same = board.table.epoch == epoch
    tip = tip_of(table_id, board.table.entries, seen if same else NO_TIP)
    if tip is not None:
        return replace(Revisions.of(board), tip=tip)
    log.warning("The database fell back, or is another one: a table begins a new epoch.")
    begin_anew(table_id, epoch)
    return read(table_id)
