"""Streams as tests read them: one that should have ended goes on with heartbeats, and no timeout ends it."""

import time
from collections.abc import Callable, Iterator
from typing import TypeVar

LONG = 60.0  # seconds that a stream of a test may be read on a busy machine
T = TypeVar("T")


def bounded(lines: Iterator[T], within: float = LONG, said: Callable[[], str] = str) -> Iterator[T]:
    """Pass on what a stream brings; fail if it still goes on after so long, and show what `said` returns."""
    deadline = time.monotonic() + within
    for line in lines:
        assert time.monotonic() < deadline, f"the stream goes on after {within:.0f} s: {line!r}\n{said()}"
        yield line
