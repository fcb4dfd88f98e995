"""How long anything waits for the database: each wait has an end, and a request one for all of its waits.

Migrations, the command line and child processes take the time they need (`unhurried`).
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from flask import Flask, g, has_app_context

REQUEST = 6.5  # seconds that one request waits for the database; its answer must be out within ten
PATIENCE = 5.0  # seconds that a writer waits for another process
PING = 2.0  # seconds to check that a connection is alive
LEAST = 0.2  # seconds for a final statement, such as a rollback
ENDS = "tableside_ends"
_unhurried: ContextVar[bool] = ContextVar("unhurried", default=False)


class Busy(Exception):
    """The database, a table or a drawing is locked for too long."""


def limit_requests(app: Flask) -> None:
    """Count the time of each request from when its body is here."""
    app.before_request(_begin)
    app.teardown_request(_end)


def _begin() -> None:
    setattr(g, ENDS, time.monotonic() + REQUEST)


def _end(_error: BaseException | None) -> None:
    g.pop(ENDS, None)


def has_time_left() -> bool:
    """Return whether anything may still be started."""
    return time_left(LEAST * 2) > LEAST


def time_left(most: float) -> float:
    """Return `most` seconds, or the rest of the request's time if that is less."""
    ends = g.get(ENDS) if has_app_context() else None
    return most if ends is None else min(most, max(ends - time.monotonic(), LEAST))


def lift_limits() -> None:
    """Lift the limits for all that follows here: a command, or a child process."""
    _unhurried.set(True)


@contextmanager
def limits_lifted() -> Iterator[None]:
    """Lift the limits for a while."""
    before = _unhurried.set(True)
    try:
        yield
    finally:
        _unhurried.reset(before)


def is_unlimited() -> bool:
    """Return whether no limits hold here."""
    return _unhurried.get()
