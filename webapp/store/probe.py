"""Probe whether the database answers, over a connection outside the pool that requests use."""

import threading
import time

from sqlalchemy import Engine, NullPool, QueuePool, create_engine, text
from sqlalchemy.exc import SQLAlchemyError

from webapp.store.database_deadline import PING, Busy
from webapp.store.database_file import Misplaced, database_file
from webapp.store.db import configure_connections
from webapp.store.named_locks import hold_lock

FRESH = 1.0  # seconds for which an answer is cached


class Probe:
    """Probes a database with one query at a time, and caches the answer for one second."""

    def __init__(self, engine: Engine) -> None:
        self._lock, self._known, self._at = threading.Lock(), False, 0.0
        if engine.dialect.name == "sqlite":
            self._engine = create_engine(engine.url, poolclass=NullPool)
        else:
            self._engine = create_engine(
                engine.url, poolclass=QueuePool, pool_size=1, max_overflow=0, pool_pre_ping=True
            )
        configure_connections(self._engine, database_file(engine))

    def answers(self) -> bool:
        """Return whether the database answers; also False if an earlier probe still waits after 4 seconds."""
        try:
            with hold_lock(self._lock, PING * 2):
                if not self._known or time.monotonic() - self._at > FRESH:
                    self._known, self._at = self._ask(), time.monotonic()
                return self._known
        except Busy:
            return False

    def size(self) -> int:
        """Return the size in bytes of a PostgreSQL database; 0 if it does not answer."""
        try:
            with self._engine.connect() as connection:
                return int(connection.scalar(text("SELECT pg_database_size(current_database())")) or 0)
        except SQLAlchemyError:
            return 0

    def _ask(self) -> bool:
        try:
            with self._engine.connect() as connection:
                return bool(connection.scalar(text("SELECT 1")) == 1)
        except (SQLAlchemyError, Misplaced):
            return False
