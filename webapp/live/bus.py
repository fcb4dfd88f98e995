"""Who watches which table, and how they are woken.

A viewer is a cursor and a bell: nothing is queued for it, so a slow phone costs nothing and skips
what is out of date. The bus between processes is an engine behind `publish` and `listen`.
"""

import threading
import time
from collections import defaultdict
from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from webapp.table.revisions import Revisions

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
    """How many changes of a table this process has heard of, when the last one was, and its revisions since,
    as that change left them or as they were read at `known`."""

    generation: int = 0
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
            self._heard[table_id] = Heard(before.generation + 1, now, told, now)
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

    def learn(self, table_id: str, generation: int, revisions: Revisions | None, known: float) -> None:
        """A reading serves all, unless there was another change meanwhile."""
        with self._lock:
            heard = self._heard.get(table_id, NOTHING)
            if heard.generation == generation:
                self._heard[table_id] = replace(heard, revisions=revisions, known=known)

    def ring_all(self) -> None:
        """Everybody looks again: something may have been missed, and what was read just before be older."""
        with self._lock:
            for table_id, heard in self._heard.items():
                self._heard[table_id] = replace(heard, generation=heard.generation + 1, revisions=None)
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
