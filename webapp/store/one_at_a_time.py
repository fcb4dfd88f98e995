"""A lock for each name: who does the same thing waits, though not without end; who does another does not."""

import threading
from collections.abc import Hashable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any
from weakref import WeakValueDictionary

from webapp.store.deadline import Busy, left

PATIENCE = 8.0  # seconds; whoever is before us has their own deadlines


class OneAtATime:
    """The locks that somebody holds or waits for; the others are forgotten."""

    def __init__(self) -> None:
        self._finding = threading.Lock()
        self._locks: WeakValueDictionary[Hashable, Any] = WeakValueDictionary()

    def at(self, name: Hashable, patience: float = PATIENCE) -> AbstractContextManager[None]:
        """The lock of this name; entering it raises Busy after so many seconds."""
        with self._finding:
            found = self._locks.setdefault(name, threading.Lock())
        return acquired(found, patience)


@contextmanager
def acquired(lock: Any, patience: float = PATIENCE) -> Iterator[None]:
    """Hold a lock; Busy where somebody else keeps it until the seconds, or those of the request, are over."""
    if not lock.acquire(timeout=left(patience)):
        raise Busy
    try:
        yield
    finally:
        lock.release()
