"""Who watches which table, and how they are woken.

A viewer is a cursor and a bell: nothing is queued for it, so a slow phone costs nothing and skips
what is out of date. The bus between processes is an engine behind `publish` and `listen`.
"""

import threading
from collections import defaultdict
from contextlib import suppress


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


class LocalBus:
    """The engine for one process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._bells: dict[str, set[Bell]] = defaultdict(set)
        self._generations: dict[str, int] = defaultdict(int)

    def publish(self, table_id: str) -> None:
        """Ring every bell of this table."""
        with self._lock:
            self._generations[table_id] += 1
        for bell in self._of(table_id):
            bell.ring()

    def generation(self, table_id: str) -> int:
        """How many changes of this table this process has heard of; readings are shared until the next."""
        with self._lock:
            return self._generations.get(table_id, 0)

    def subscribe(self, table_id: str) -> Bell:
        bell = Bell()
        with self._lock:
            self._bells[table_id].add(bell)
        return bell

    def leave(self, table_id: str, bell: Bell) -> None:
        with self._lock, suppress(KeyError):
            self._bells[table_id].discard(bell)
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
            return list(self._bells.get(table_id, ()))
