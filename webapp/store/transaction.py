"""Run the server's write transactions: lock, BEGIN, then COMMIT or ROLLBACK.

Only this module commits what a running server writes. A snapshot's session joins the transaction, so its own
commit writes nothing. Upgrades, restores and transfers commit on connections of their own.
SQLite has a single writer, so the writers of a process queue for one lock before BEGIN IMMEDIATE; under
gevent, streams continue meanwhile (a busy timeout would wait inside C and freeze them). PostgreSQL locks the
table's row; here only writers of the same table queue for it, without holding a connection.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from flask_sqlalchemy.session import Session
from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError

from webapp.store import database_deadline
from webapp.store.database_deadline import Busy
from webapp.store.database_file import ensure_in_place
from webapp.store.db import WRITER, db, is_locked, will_write
from webapp.store.named_locks import NamedLocks, hold_lock

PAUSE = 0.02  # seconds between two tries
_writers = threading.Lock()
_writers_of_table = NamedLocks()


class DiskFull(Exception):
    """Raised when the disk is full; nothing was written."""


@contextmanager
def write_transaction(table_id: str | None = None) -> Iterator[Connection]:
    """Run one write transaction: commit it at the end, or roll it back on any error.

    Yields its connection, which the session uses too; before and afterwards the session holds no connection.
    With PostgreSQL and a `table_id`, only writers of the same table wait for one another.
    Raises Busy if the database or the table stays locked, DiskFull if the disk is full, Misplaced if the
    database is no longer where it was opened.
    """
    session = db.session()
    session.close()  # an earlier read must not pin an old snapshot or a connection
    ensure_in_place(db.engine)
    try:
        with _writers_lock(table_id), db.engine.connect() as connection, _lend_to(session, connection):
            _begin(connection)
            yield connection
            session.flush()
            connection.commit()
    except OperationalError as error:
        raise _busy_or_full(error) from error


@contextmanager
def _lend_to(session: Session, connection: Connection) -> Iterator[None]:
    """Let the session use this connection inside a `with` block; discard uncommitted changes."""
    session.info[WRITER] = connection
    try:
        yield
    finally:
        del session.info[WRITER]
        session.close()
        connection.rollback()


def _writers_lock(table_id: str | None) -> AbstractContextManager[object]:
    """Return the lock that this process's writers wait for: one for SQLite, one per table for PostgreSQL."""
    if db.engine.dialect.name == "sqlite":
        return hold_lock(_writers, database_deadline.PATIENCE)
    return nullcontext() if table_id is None else _writers_of_table.at(table_id, database_deadline.PATIENCE)


def _begin(connection: Connection) -> None:
    """Begin the transaction, trying again while another process writes."""
    end = time.monotonic() + database_deadline.time_left(database_deadline.PATIENCE)
    while True:
        before = will_write.set(True)
        try:
            connection.begin()
            return
        except OperationalError as error:
            if not is_locked(error) or time.monotonic() > end:
                raise
        finally:
            will_write.reset(before)
        time.sleep(PAUSE)


def _busy_or_full(error: OperationalError) -> Exception:
    """Return DiskFull or Busy if that is why a write failed, else the error itself."""
    if is_locked(error):
        return Busy()
    message = str(error.orig)
    if "full" in message or "No space" in message:
        return DiskFull()
    return error
