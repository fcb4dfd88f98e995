"""Locks by name, with a limit on waiting; work under different names runs in parallel."""

import threading
from collections.abc import Hashable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any
from weakref import WeakValueDictionary

from webapp.store.database_deadline import Busy, time_left

PATIENCE = 8.0  # seconds; longer than the deadline of a holder's request


class NamedLocks:
    """The named locks that are held or waited for; unused ones are dropped."""

    def __init__(self) -> None:
        self._finding = threading.Lock()
        self._locks: WeakValueDictionary[Hashable, Any] = WeakValueDictionary()

    def at(self, name: Hashable, patience: float = PATIENCE) -> AbstractContextManager[None]:
        """Return a context that holds the lock of this name; entering may raise Busy, as `hold_lock` does."""
        with self._finding:
            found = self._locks.setdefault(name, threading.Lock())
        return hold_lock(found, patience)


@contextmanager
def hold_lock(lock: Any, patience: float = PATIENCE) -> Iterator[None]:
    """Hold a lock; raise Busy if it stays locked for `patience` seconds or until the request's deadline."""
    if not lock.acquire(timeout=time_left(patience)):
        raise Busy
    try:
        yield
    finally:
        lock.release()
