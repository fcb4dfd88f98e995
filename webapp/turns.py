"""Whose turn it is: one address that sends a thousand requests at once has a few under way, the rest wait.

All requests of a process take turns by themselves, in the order in which they came; without this, whoever
comes after a thousand others waits for a thousand answers. So the others of an address stand in a line of
its own, and somebody else waits for a few of them at most. A stream holds no turn while it is open.
"""

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from webapp.limits import counted_as

EACH = 3  # requests of one address that are under way
Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


class Turns:
    """Lets the app below answer only so many requests of an address at once."""

    def __init__(self, below: Wsgi) -> None:
        self.below = below
        self._lock = threading.Lock()
        self._lines: dict[str, Line] = {}

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        with self._turn(counted_as(environ.get("REMOTE_ADDR", ""))):
            return self.below(environ, start_response)

    @contextmanager
    def _turn(self, address: str) -> Iterator[None]:
        with self._lock:
            line = self._lines.setdefault(address, Line())
            line.length += 1
        try:
            with line.places:
                yield
        finally:
            with self._lock:
                line.length -= 1
                if not line.length:
                    del self._lines[address]


class Line:
    """Those of one address: how many they are, and the places for those under way."""

    def __init__(self) -> None:
        self.length = 0
        self.places = threading.Semaphore(EACH)
