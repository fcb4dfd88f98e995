"""Deadlines for waiting on the database: one for each wait, and one for all waits of a request.

Migrations, the command line and child processes have no deadlines (`limits_lifted`).
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from flask import Flask, g, has_app_context

REQUEST = 6.5  # seconds that one request waits for the database; its answer must be sent within ten
PATIENCE = 5.0  # seconds that a writer waits for another process
PING = 2.0  # seconds to check that a connection is alive
LEAST = 0.2  # seconds for a final statement, such as a rollback
ENDS = "tableside_ends"
_unlimited: ContextVar[bool] = ContextVar("unlimited", default=False)


class Busy(Exception):
    """Raised when the database, a table or a rendering stays locked for too long."""


def limit_requests(app: Flask) -> None:
    """Make the app start a deadline for each request, once its body has arrived."""
    app.before_request(_begin)
    app.teardown_request(_end)


def _begin() -> None:
    setattr(g, ENDS, time.monotonic() + REQUEST)


def _end(_error: BaseException | None) -> None:
    g.pop(ENDS, None)


def has_time_left() -> bool:
    """Return whether the request has enough time left to start another database operation."""
    return time_left(LEAST * 2) > LEAST


def time_left(most: float) -> float:
    """Return `most`, or the seconds left until the request's deadline if they are fewer (at least 0.2)."""
    ends = g.get(ENDS) if has_app_context() else None
    return most if ends is None else min(most, max(ends - time.monotonic(), LEAST))


def lift_limits() -> None:
    """Lift the deadlines for the rest of this context, such as a terminal command or a child process."""
    _unlimited.set(True)


@contextmanager
def limits_lifted() -> Iterator[None]:
    """Lift the deadlines inside a `with` block."""
    before = _unlimited.set(True)
    try:
        yield
    finally:
        _unlimited.reset(before)


def is_unlimited() -> bool:
    """Return whether the deadlines are lifted in this context."""
    return _unlimited.get()
