"""Notice that a SQLite database is no longer where the server opened it, or that its disk became read-only.

An open file outlives its name: after its folder was moved or deleted, SQLite writes on without an error, and
at the stop all of it may be gone. So nothing is written, and nothing new is opened, until it is back. The
same holds for the two files beside it, its write-ahead log and that log's index: the newest changes may be in
the log alone.
"""

import logging
import os
from dataclasses import dataclass
from pathlib import Path
from weakref import WeakKeyDictionary, proxy

from sqlalchemy import Engine, Pool, QueuePool

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Fault:
    """What is wrong with the place of the database, and what the operator can do."""

    key: str
    state: str
    steps: str

    @property
    def sentence(self) -> str:
        """What everyone at a table reads."""
        return f"Nothing can be saved: the server's database {self.state}. Tell whoever runs this server."


MISSING = Fault(
    "missing",
    "is missing",
    "Move its folder back, and the server goes on. If it was deleted, let each GM export their table before "
    "you stop the server.",
)
REPLACED = Fault(
    "replaced",
    "was replaced by another file",
    "Put the file back that the server opened. To use another one, stop the server, then run “restore”.",
)
READ_ONLY = Fault("read-only", "is on a read-only disk", "Make the disk writable, and the server goes on.")
LOG_LOST = Fault(
    "log lost",
    "has lost its -wal or -shm file",
    "What was saved is in the database file. A server of one process goes on by itself within seconds; if "
    "there are several, stop them all, then start them.",
)
FAULTS = {fault.key: fault for fault in (MISSING, REPLACED, READ_ONLY, LOG_LOST)}
BESIDE = ("-wal", "-shm")
"""The ends of the names of the files that SQLite has beside an open database."""


class Misplaced(Exception):
    """Raised when nothing may be written or opened, because of a fault of the database's place."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.sentence)
        self.fault = fault


class DatabaseFile:
    """The file of a SQLite database, as it was when the first connection of an engine opened it.

    Once the engine closed all its connections, it has another pool for the next ones, which may open another
    file.
    """

    def __init__(self, engine: Engine, path: Path) -> None:
        self.engine, self.path = proxy(engine), path
        self.shared = False
        """Whether other processes serve the same tables."""
        self._opened: tuple[int, int] | None = None
        self._beside: dict[str, tuple[int, int]] = {}
        self._pool: Pool | None = None
        self._known: Fault | None = None

    def note_opened(self) -> None:
        """Remember which file the first connection of the engine's pool opened."""
        if self._pool is not self.engine.pool:
            self._opened, self._pool, self._beside = self._found(), self.engine.pool, {}

    def fault(self, *, opening: bool = False) -> Fault | None:
        """Return what is wrong, if anything is; write it into the log when it begins or ends.

        `opening` says that the engine's pool asks before it opens one more connection.
        """
        fault = self._look(opening)
        if fault is LOG_LOST and not opening and self._save_log():
            log.warning("The -wal or -shm file of %s was deleted. Nothing is lost.", self.path)
            fault = None
        if fault != self._known:
            self._known = fault
            if fault is None:
                log.warning("The database %s is in its place again: changes are saved.", self.path)
            else:
                log.error("The database %s %s: nothing is saved. %s", self.path, fault.state, fault.steps)
        return fault

    def ensure_in_place(self, *, opening: bool = False) -> None:
        """Raise Misplaced if something is wrong."""
        fault = self.fault(opening=opening)
        if fault is not None:
            raise Misplaced(fault)

    def _look(self, opening: bool) -> Fault | None:
        if self._pool is not self.engine.pool:
            return None
        try:
            if self._found() != self._opened:
                return REPLACED
            if self._has_lost_log(opening):
                return LOG_LOST
            return READ_ONLY if _is_read_only(self.path) else None
        except OSError:
            return MISSING

    def _found(self, end: str = "") -> tuple[int, int]:
        """Return device and inode of the file that is there now, or of the one beside it."""
        found = os.stat(f"{self.path}{end}")
        return found.st_dev, found.st_ino

    def _has_lost_log(self, opening: bool) -> bool:
        """Return whether a file beside the database is not the one that the open connections have.

        SQLite makes them for the first connection, and removes them with the last one.
        """
        open_now = _counted(self.engine.pool) - opening
        if open_now <= 0:
            self._beside = {}
            return False
        for end in BESIDE:
            try:
                found = self._found(end)
            except FileNotFoundError:
                if end in self._beside:
                    return True
                continue
            if self._beside.setdefault(end, found) != found:
                return True
        return False

    def _save_log(self) -> bool:
        """Copy the log, which the open connections still have, into the database; then close them all.

        The next connection makes a new log. Returns False if something still holds the old one: a request, or
        another process, whose connections would take the new log's index for the old one's. Where somebody
        has written to another log already, nothing is copied over it.
        """
        pool = self.engine.pool
        if not isinstance(pool, QueuePool) or self._is_written_anew():
            return False
        if pool.checkedin():
            connection = self.engine.raw_connection()
            try:
                held, *_ = connection.driver_connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            finally:
                connection.close()
            if held:
                return False
        if self.shared or pool.checkedout():
            return False
        self.engine.dispose()
        return True

    def _is_written_anew(self) -> bool:
        log = Path(f"{self.path}-wal")
        return log.exists() and self._found("-wal") != self._beside.get("-wal") and log.stat().st_size > 0


def _counted(pool: Pool) -> int:
    """Return how many connections a pool has open; 0 for one that keeps none."""
    return pool.checkedin() + pool.checkedout() if isinstance(pool, QueuePool) else 0


def _is_read_only(path: Path) -> bool:
    """Return whether the disk of a file is read-only; False where the system cannot tell."""
    return hasattr(os, "statvfs") and bool(os.statvfs(path).f_flag & os.ST_RDONLY)


_files: WeakKeyDictionary[Engine, DatabaseFile] = WeakKeyDictionary()


def set_database_file(engine: Engine, file: DatabaseFile | None) -> None:
    """Record the file of an engine."""
    if file is not None:
        _files[engine] = file


def database_file(engine: Engine) -> DatabaseFile | None:
    """Return the file of an engine; None for PostgreSQL and for a database in memory."""
    return _files.get(engine)


def fault_of(engine: Engine) -> Fault | None:
    """Return what is wrong with the place of this engine's database, if anything is."""
    file = _files.get(engine)
    return None if file is None else file.fault()


def fault_sentence(engine: Engine) -> str:
    """Return what everyone reads while nothing can be saved; "" while all is well."""
    fault = fault_of(engine)
    return "" if fault is None else fault.sentence


def ensure_in_place(engine: Engine) -> None:
    """Raise Misplaced if nothing may be written to this engine's database."""
    file = _files.get(engine)
    if file is not None:
        file.ensure_in_place()
