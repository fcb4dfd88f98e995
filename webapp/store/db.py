"""The database: one `db` for the app, and the only way to write to it.

SQLite is the default and has a single writer, so the writers of a process queue on one lock before BEGIN
IMMEDIATE; under gevent, streams continue meanwhile (a busy timeout would wait inside C and freeze them).
PostgreSQL locks the table's row, and only writers of the same table queue here for it, without a connection.
In both, a reader sees the database as of one moment.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from contextvars import ContextVar
from pathlib import Path
from sqlite3 import Connection as SqliteConnection
from typing import TYPE_CHECKING, Any

from flask import Flask
from flask_sqlalchemy import SQLAlchemy
from flask_sqlalchemy.session import Session
from sqlalchemy import Connection, Engine, MetaData, event
from sqlalchemy.exc import InterfaceError, OperationalError, PendingRollbackError
from sqlalchemy.exc import TimeoutError as Spent
from sqlalchemy.orm import DeclarativeBase

from webapp.store.deadline import Busy, limit_requests, time_left
from webapp.store.named_locks import NamedLocks, hold_lock
from webapp.store.private import make_file

PATIENCE = 5.0  # seconds that a writer waits for another process
PAUSE = 0.02  # seconds between two tries
LOCKED = ("locked", "busy", "lock timeout", "statement timeout", "deadlock")
"""Words in the messages of SQLite and PostgreSQL about locks."""
AWAY = OperationalError, InterfaceError, PendingRollbackError
"""The errors of a database that is unreachable or locked."""
UNAVAILABLE = Busy, Spent, *AWAY
"""Those, and errors that may be over in a moment."""
WRITER = "tableside.writer"  # the key of a session's writing connection


class Base(DeclarativeBase):
    """Every row's base. Constraints have names, so that a later step of `migrations` can change them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


class _Session(Session):
    """The session of a request. While something is written, it asks over the connection of the writer."""

    def get_bind(self, *asked: Any, **named: Any) -> Engine | Connection:
        return self.info.get(WRITER) or super().get_bind(*asked, **named)


db = SQLAlchemy(model_class=Base, disable_autonaming=True, session_options={"class_": _Session})
if TYPE_CHECKING:
    Model = Base
else:
    Model = db.Model
_writes: ContextVar[bool] = ContextVar("writes", default=False)
"""Whether the transaction that begins now will write."""
_writers = threading.Lock()
_writers_at = NamedLocks()


class DiskFull(Exception):
    """The disk is full; nothing was written."""


def open_database(app: Flask, size: int = 5, overflow: int = 5, wait: float = 2) -> None:
    """Connect the app to the database by a pool, and set what SQLite must guarantee.

    The pool keeps `size` connections open and `overflow` more under load; beyond that a request waits up to
    `wait` seconds for one.
    """
    options = {"pool_size": size, "max_overflow": overflow, "pool_timeout": wait}
    options |= _options(app.config["SQLALCHEMY_DATABASE_URI"])
    app.config.setdefault("SQLALCHEMY_ENGINE_OPTIONS", options)
    limit_requests(app)
    db.init_app(app)
    with app.app_context():
        keep_promises(db.engine)


def keep_promises(engine: Engine) -> None:
    """Set what SQLite must guarantee on every connection that this engine opens.

    The dialect is told how to begin a transaction: an engine with a listener would be asked for each
    statement.
    """
    is_sqlite = engine.dialect.name == "sqlite"
    engine.dialect.do_begin = _begin_sqlite if is_sqlite else _begin_postgres  # type: ignore[method-assign]
    if is_sqlite:
        event.listen(engine, "do_connect", _make_private)
        event.listen(engine, "connect", _set_up_sqlite)
        return
    from webapp.store import postgres  # only where it is used

    postgres.set_up(engine, PATIENCE)


def _options(address: str) -> dict[str, Any]:
    """Return the options of the engine.

    A restarted PostgreSQL has closed all connections, so each is tried before use. Parameters, which may be
    keys and names, stay out of errors and so out of the log.
    """
    options: dict[str, Any] = {"hide_parameters": True}
    return options if address.startswith("sqlite") else options | {"pool_pre_ping": True}


def _make_private(_dialect: Any, _record: Any, words: list[Any], _named: Any) -> None:
    """Make the file of a new database, and so its log, before SQLite makes it for all to read."""
    if words and not words[0].startswith((":memory:", "file:")):
        with suppress(OSError):  # SQLite's own error is clearer
            make_file(Path(words[0]))


def _set_up_sqlite(connection: SqliteConnection, _record: Any) -> None:
    connection.isolation_level = None  # this module sends BEGIN
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=50"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(dbapi_connection: Any) -> None:
    dbapi_connection.driver_connection.execute("BEGIN IMMEDIATE" if _writes.get() else "BEGIN")


def _begin_postgres(dbapi_connection: Any) -> None:
    from webapp.store import postgres  # only where it is used

    postgres.begin(dbapi_connection.driver_connection, _writes.get())


@contextmanager
def write_transaction(table_id: str | None = None) -> Iterator[Connection]:
    """Run one write transaction: commit it at the end, or roll it back whole on any error.

    With `table_id` it locks only this table (PostgreSQL). Yields its connection, which the session uses as
    well; before and afterwards the session holds no connection.

    Raises Busy when something else holds the database or the table, Full when the disk is full.
    """
    session = db.session()
    session.close()  # an earlier read must not pin an old snapshot or a connection
    try:
        with _turn(table_id), db.engine.connect() as connection, _joined_by(session, connection):
            _begin(connection)
            yield connection
            session.flush()
            connection.commit()
    except OperationalError as error:
        raise _in_words(error) from error


@contextmanager
def _joined_by(session: Session, connection: Connection) -> Iterator[None]:
    """Let the session use this connection meanwhile; discard what was not committed."""
    session.info[WRITER] = connection
    try:
        yield
    finally:
        del session.info[WRITER]
        session.close()
        connection.rollback()


def _turn(table_id: str | None) -> AbstractContextManager[Any]:
    """Return the lock that other writers of this process wait for; with PostgreSQL, one per table."""
    if db.engine.dialect.name == "sqlite":
        return hold_lock(_writers, PATIENCE)
    return nullcontext() if table_id is None else _writers_at.at(table_id, PATIENCE)


def _begin(connection: Connection) -> None:
    """Open the transaction, trying again while another process writes."""
    deadline = time.monotonic() + time_left(PATIENCE)
    while True:
        before = _writes.set(True)
        try:
            connection.begin()
            return
        except OperationalError as error:
            if not _is_locked(error) or time.monotonic() > deadline:
                raise
        finally:
            _writes.reset(before)
        time.sleep(PAUSE)


def is_locked(error: Exception) -> bool:
    """Return whether the database answers but is locked for too long, rather than away."""
    return isinstance(error, Busy | Spent) or (isinstance(error, OperationalError) and _is_locked(error))


def _is_locked(error: OperationalError) -> bool:
    return any(word in str(error.orig) for word in LOCKED)


def _in_words(error: OperationalError) -> Exception:
    if _is_locked(error):
        return Busy()
    said = str(error.orig)
    if "full" in said or "No space" in said:
        return DiskFull()
    return error
