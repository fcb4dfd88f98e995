"""A lock for each name: whoever does the same thing waits, and whoever does another does not."""

import threading
from collections.abc import Hashable
from contextlib import AbstractContextManager
from typing import Any
from weakref import WeakValueDictionary


class OneAtATime:
    """The locks that somebody holds or waits for; the others are forgotten."""

    def __init__(self) -> None:
        self._finding = threading.Lock()
        self._locks: WeakValueDictionary[Hashable, Any] = WeakValueDictionary()

    def at(self, name: Hashable) -> AbstractContextManager[Any]:
        """The lock of this name."""
        with self._finding:
            found: AbstractContextManager[Any] = self._locks.setdefault(name, threading.Lock())
            return found
