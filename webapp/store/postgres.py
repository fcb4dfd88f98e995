"""Connections to PostgreSQL with a deadline for every answer.

The kernel notices a silently lost connection (keepalives), and the server ends a slow statement
(`statement_timeout`). Both fail if a proxy still acknowledges packets, so the client has a deadline for each
answer too. After the deadline the connection is closed, and the pool opens a new one. psycopg does the
waiting, so this works with threads and with greenlets.
"""

from typing import Any, TypeVar

import psycopg
from psycopg import IsolationLevel
from psycopg.abc import PQGen
from sqlalchemy import Engine, event

from webapp.store.database_deadline import PING, has_time_left, is_unlimited, time_left

RV = TypeVar("RV")
ANSWER = 6.0  # seconds for the answer to a statement
STATEMENT = 5.5  # seconds after which the server ends a statement
IDLE = 60.0  # seconds after which the server ends an idle transaction
LINK = {
    "connect_timeout": 2,
    "keepalives": 1,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 2,
    "tcp_user_timeout": 8000,
}
"""libpq's settings: waits in seconds, `tcp_user_timeout` in milliseconds; the address overrides them."""


class NoAnswer(psycopg.OperationalError):
    """Raised when PostgreSQL did not answer in time, or a request has no time left to connect to it."""


class Connection(psycopg.Connection[Any]):
    """A connection with a deadline for every answer."""

    answer = ANSWER

    def wait(self, gen: PQGen[RV], interval: float = 0.1, timeout: float | None = None) -> RV:
        if timeout is None and not is_unlimited():
            timeout = time_left(self.answer)
        try:
            return super().wait(gen, interval, timeout)
        except psycopg.errors._WaitTimeout as error:
            self.pgconn.finish()
            raise NoAnswer(f"PostgreSQL gave no answer within {timeout:.1f} s") from error


def set_up(engine: Engine, lock_seconds: float) -> None:
    """Make an engine open only connections that have deadlines."""
    dialect: Any = engine.dialect
    ping = dialect.do_ping

    def connect(_dialect: Any, _record: Any, words: Any, named: dict[str, Any]) -> Connection:
        if not has_time_left():
            raise NoAnswer("The request timed out before it connected to PostgreSQL")
        return Connection.connect(*words, **LINK | named)

    def do_ping(connection: Connection) -> bool:
        connection.answer = PING
        try:
            return bool(ping(connection))
        finally:
            connection.answer = ANSWER

    def limit(connection: Connection, _record: Any) -> None:
        limits = {"lock_timeout": lock_seconds}
        if not is_unlimited():
            limits |= {"statement_timeout": STATEMENT, "idle_in_transaction_session_timeout": IDLE}
        connection.autocommit = True
        for name, seconds in limits.items():
            connection.execute(f"SET {name} = {int(seconds * 1000)}")
        connection.autocommit = False

    event.listen(engine, "do_connect", connect)
    event.listen(engine, "connect", limit)
    dialect.do_ping = do_ping


def begin(connection: Connection, writes: bool) -> None:
    """Set a new transaction's isolation: a reader sees one moment, a writer the latest commits."""
    level = IsolationLevel.READ_COMMITTED if writes else IsolationLevel.REPEATABLE_READ
    connection.isolation_level = level
