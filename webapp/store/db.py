"""The database: one `db` for the app, and the one way to write to it.

SQLite is the default and has a single writer, so the writers of a process queue on one lock taken
before BEGIN IMMEDIATE; under gevent that lets streams go on while somebody waits (a busy timeout
would wait inside C and freeze them). PostgreSQL locks the table's row, and only those who write to the same
table queue here for it, without a connection. Whoever reads sees one moment of the database in both.
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

from webapp.store.deadline import Busy, left, limit_requests
from webapp.store.one_at_a_time import OneAtATime, acquired
from webapp.store.private import make_file

PATIENCE = 5.0  # seconds a writer waits for another process before it says so
PAUSE = 0.02  # seconds between two tries
LOCKED = ("locked", "busy", "lock timeout", "statement timeout", "deadlock")
"""In what SQLite and PostgreSQL say."""
AWAY = OperationalError, InterfaceError, PendingRollbackError
"""What comes of a database that does not answer, or is locked."""
UNAVAILABLE = Busy, Spent, *AWAY
"""That, and whatever else may be there in a moment."""
WRITER = "tableside.writer"  # where a session finds the connection that writes


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
"""Whether the transaction that begins here is going to write."""
_writers = threading.Lock()
_writers_at = OneAtATime()


class Full(Exception):
    """The disk is full; nothing was written."""


def open_database(app: Flask, size: int = 5, overflow: int = 5, wait: float = 2) -> None:
    """Tie the database to the app by so many connections, and set what SQLite must promise.

    It keeps `size` of them open and `overflow` more while they are needed; beyond that whoever wants one
    waits so many seconds.
    """
    options = {"pool_size": size, "max_overflow": overflow, "pool_timeout": wait}
    options |= _options(app.config["SQLALCHEMY_DATABASE_URI"])
    app.config.setdefault("SQLALCHEMY_ENGINE_OPTIONS", options)
    limit_requests(app)
    db.init_app(app)
    with app.app_context():
        keep_promises(db.engine)


def keep_promises(engine: Engine) -> None:
    """Set what SQLite must promise on every connection that this engine will open.

    How a transaction begins is told to the dialect: an engine with a listener would ask it of each statement.
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
    """A database that was started anew has hung up on all, so each connection is tried before it is used.

    What rows hold, keys and names among it, stays out of errors and so out of the log.
    """
    options: dict[str, Any] = {"hide_parameters": True}
    return options if address.startswith("sqlite") else options | {"pool_pre_ping": True}


def _make_private(_dialect: Any, _record: Any, words: list[Any], _named: Any) -> None:
    """Make the file of a new database, and so its log, before SQLite makes it for all to read."""
    if words and not words[0].startswith((":memory:", "file:")):
        with suppress(OSError):  # SQLite says it better
            make_file(Path(words[0]))


def _set_up_sqlite(connection: SqliteConnection, _record: Any) -> None:
    connection.isolation_level = None  # BEGIN is ours to say
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=50"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(dbapi_connection: Any) -> None:
    dbapi_connection.driver_connection.execute("BEGIN IMMEDIATE" if _writes.get() else "BEGIN")


def _begin_postgres(dbapi_connection: Any) -> None:
    from webapp.store import postgres  # only where it is used

    postgres.begin(dbapi_connection.driver_connection, _writes.get())


@contextmanager
def writing(table_id: str | None = None) -> Iterator[Connection]:
    """One write transaction, at one table if it is said which: committed at the end, rolled back whole on any
    error. What is given is its connection, over which the session goes as well; before and afterwards the
    session holds nothing.

    Raises Busy when somebody else keeps the database or the table, Full when the disk is.
    """
    session = db.session()
    session.close()  # a read before us must not pin an old snapshot, nor keep a connection meanwhile
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
    """Meanwhile the session goes over this connection; nothing is left of what was not committed."""
    session.info[WRITER] = connection
    try:
        yield
    finally:
        del session.info[WRITER]
        session.close()
        connection.rollback()


def _turn(table_id: str | None) -> AbstractContextManager[Any]:
    """What a writer holds while others of this process wait: a table that is stuck holds up no other."""
    if db.engine.dialect.name == "sqlite":
        return acquired(_writers, PATIENCE)
    return nullcontext() if table_id is None else _writers_at.at(table_id, PATIENCE)


def _begin(connection: Connection) -> None:
    """Open the transaction, trying again while another process writes."""
    deadline = time.monotonic() + left(PATIENCE)
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
    """Whether a database that answers is kept by somebody else for too long, not away."""
    return isinstance(error, Busy | Spent) or (isinstance(error, OperationalError) and _is_locked(error))


def _is_locked(error: OperationalError) -> bool:
    return any(word in str(error.orig) for word in LOCKED)


def _in_words(error: OperationalError) -> Exception:
    if _is_locked(error):
        return Busy()
    said = str(error.orig)
    if "full" in said or "No space" in said:
        return Full()
    return error
