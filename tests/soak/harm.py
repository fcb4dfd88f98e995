"""What may befall a database: its disk is full, it breaks in the middle of a command, somebody else keeps it.

A request says by a header what befalls it, so that a run can be replayed: `full:3` is a disk on which the
third row of a command finds no room, `broken:9` a connection that breaks at the ninth, or when all is kept.
"""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from flask import has_request_context, request
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

HARM = "Soak-Harm"
WRITES = ("INSERT", "UPDATE", "DELETE")
SAID = {"full": "database or disk is full", "broken": "disk I/O error"}
ANSWERED = {"full": 507, "broken": 503, "locked": 503}
"""What whoever asks is told while it lasts."""


def befall(engines: Any) -> None:
    """From here on requests can be harmed at these engines."""
    for when in ("do_execute", "do_executemany"):
        event.listen(engines, when, _at_a_row)
    event.listen(engines, "commit", _at_the_end)


def _at_a_row(_cursor: Any, statement: str, _parameters: Any, context: Any) -> None:
    kind, left = _harm()
    if kind and statement.startswith(WRITES):
        request.environ["soak.rows"] = left - 1
        if left == 1:
            raise context.dialect.dbapi.OperationalError(SAID[kind])


def _at_the_end(connection: Any) -> None:
    kind, left = _harm()
    if kind and left > 0:
        raise OperationalError("COMMIT", {}, connection.dialect.dbapi.OperationalError(SAID[kind]))


def _harm() -> tuple[str, int]:
    """What befalls this request, and after how many rows more."""
    if not has_request_context() or HARM not in request.headers:
        return "", 0
    kind, _, at = request.headers[HARM].partition(":")
    return kind, request.environ.get("soak.rows", int(at))


@contextmanager
def kept_by_another(address: str, seconds: float) -> Iterator[None]:
    """Another program has the database for so long, or until this is over."""
    if address.startswith("sqlite"):
        other: Any = sqlite3.connect(address.partition("///")[2], check_same_thread=False)
        other.execute("BEGIN IMMEDIATE")
    else:
        other = psycopg.connect(address)
        other.execute("LOCK TABLE tables IN EXCLUSIVE MODE")
    end = threading.Timer(seconds, other.rollback)
    end.start()
    try:
        yield
    finally:
        end.cancel()
        end.join()
        other.close()
