"""Open the database: one `db` for the app, with the settings that each connection needs.

SQLite is the default; PostgreSQL is supported too. In both, a reader sees the database as of one moment. A
running server writes only through `store/transaction.py`.
"""

from contextlib import suppress
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

from webapp.store import database_deadline
from webapp.store.database_deadline import Busy, limit_requests
from webapp.store.database_file import DatabaseFile, Misplaced, database_file, set_database_file
from webapp.store.file_permissions import make_file

LOCKED = ("locked", "busy", "lock timeout", "statement timeout", "deadlock")
"""Words in the messages of SQLite and PostgreSQL about locks."""
AWAY = OperationalError, InterfaceError, PendingRollbackError
"""The errors of a database that is unreachable or locked."""
UNAVAILABLE = Busy, Spent, Misplaced, *AWAY
"""The errors of a database that cannot answer a request now."""
WRITER = "tableside.writer"  # the key of a session's writing connection


class Base(DeclarativeBase):
    """The base of all rows. Constraints have names, so that later migrations can change them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


class _Session(Session):
    """The session of a request; in a write transaction it uses the writer's connection."""

    def get_bind(self, *asked: Any, **named: Any) -> Engine | Connection:
        return self.info.get(WRITER) or super().get_bind(*asked, **named)


db = SQLAlchemy(model_class=Base, disable_autonaming=True, session_options={"class_": _Session})
if TYPE_CHECKING:
    Model = Base
else:
    Model = db.Model
will_write: ContextVar[bool] = ContextVar("will_write", default=False)
"""Whether the transaction that begins now will write."""


def open_database(
    app: Flask, size: int = 5, overflow: int = 5, wait: float = 2, *, shared: bool = False
) -> None:
    """Connect the app to the database through a pool, with the settings that connections need.

    The pool keeps `size` connections open and `overflow` more under load; beyond that a request waits up to
    `wait` seconds for a connection. `shared` says that other processes serve the same tables.
    """
    options = {"pool_size": size, "max_overflow": overflow, "pool_timeout": wait}
    options |= _options(app.config["SQLALCHEMY_DATABASE_URI"])
    app.config.setdefault("SQLALCHEMY_ENGINE_OPTIONS", options)
    limit_requests(app)
    db.init_app(app)
    with app.app_context():
        configure_connections(db.engine)
        if (file := database_file(db.engine)) is not None:
            file.shared = shared


def configure_connections(engine: Engine, file: DatabaseFile | None = None) -> None:
    """Set up every connection of this engine as its database, SQLite or PostgreSQL, requires.

    `file` is that of another engine for the same database; without it the engine gets its own. The dialect is
    changed to begin transactions, because an engine listener would run for each statement.
    """
    is_sqlite = engine.dialect.name == "sqlite"
    engine.dialect.do_begin = _begin_sqlite if is_sqlite else _begin_postgres  # type: ignore[method-assign]
    if is_sqlite:
        _watch_file(engine, file)
        event.listen(engine, "do_connect", _make_private)
        event.listen(engine, "connect", _set_up_sqlite)
        return
    from webapp.store import postgres  # only where it is used

    postgres.set_up(engine, database_deadline.PATIENCE)


def _options(address: str) -> dict[str, Any]:
    """Return the engine's options for a database address.

    A restarted PostgreSQL has closed all connections, so each is tested before use. Parameters, which may be
    tokens and names, are kept out of errors and so out of the log.
    """
    options: dict[str, Any] = {"hide_parameters": True}
    return options if address.startswith("sqlite") else options | {"pool_pre_ping": True}


def _watch_file(engine: Engine, file: DatabaseFile | None) -> None:
    """Refuse new connections while the file is not where the first connection opened it."""
    path = engine.url.database
    if not path or path.startswith((":memory:", "file:")):
        return
    watched = file or DatabaseFile(engine, Path(path))
    set_database_file(engine, watched)
    event.listen(engine, "do_connect", lambda *_: watched.ensure_in_place(opening=file is None))
    event.listen(engine, "connect", lambda *_: watched.note_opened())


def _make_private(_dialect: Any, _record: Any, words: list[Any], _named: Any) -> None:
    """Create a new database's file as private, because SQLite would create it readable by everyone."""
    if words and not words[0].startswith((":memory:", "file:")):
        with suppress(OSError):  # SQLite's own error is clearer
            make_file(Path(words[0]))


def _set_up_sqlite(connection: SqliteConnection, _record: Any) -> None:
    connection.isolation_level = None  # this module sends BEGIN
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=50"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(dbapi_connection: Any) -> None:
    dbapi_connection.driver_connection.execute("BEGIN IMMEDIATE" if will_write.get() else "BEGIN")


def _begin_postgres(dbapi_connection: Any) -> None:
    from webapp.store import postgres  # only where it is used

    postgres.begin(dbapi_connection.driver_connection, will_write.get())


def is_locked(error: Exception) -> bool:
    """Return whether an error means a lock or a wait for a connection, rather than a lost database."""
    return isinstance(error, Busy | Spent) or (isinstance(error, OperationalError) and _is_locked(error))


def lacks_tables(error: Exception) -> bool:
    """Return whether the error means that nothing has created the tables of this SQLite database yet."""
    return isinstance(error, OperationalError) and "no such table" in str(error.orig)


def _is_locked(error: OperationalError) -> bool:
    return any(word in str(error.orig) for word in LOCKED)
