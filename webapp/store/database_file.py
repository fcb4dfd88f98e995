"""Notice that a SQLite database is no longer where the server opened it, or that its disk became read-only.

An open file outlives its name: after its folder was moved or deleted, SQLite writes on without an error, and
at the stop all of it may be gone. So nothing is written, and nothing new is opened, until it is back.
"""

import logging
import os
from dataclasses import dataclass
from pathlib import Path
from weakref import WeakKeyDictionary, proxy

from sqlalchemy import Engine, Pool

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
FAULTS = {fault.key: fault for fault in (MISSING, REPLACED, READ_ONLY)}


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
        self._opened: tuple[int, int] | None = None
        self._pool: Pool | None = None
        self._known: Fault | None = None

    def note_opened(self) -> None:
        """Remember which file the first connection of the engine's pool opened."""
        if self._pool is not self.engine.pool:
            self._opened, self._pool = self._found(), self.engine.pool

    def fault(self) -> Fault | None:
        """Return what is wrong, if anything is; write it into the log when it begins or ends."""
        fault = self._look()
        if fault != self._known:
            self._known = fault
            if fault is None:
                log.warning("The database %s is in its place again: changes are saved.", self.path)
            else:
                log.error("The database %s %s: nothing is saved. %s", self.path, fault.state, fault.steps)
        return fault

    def ensure_in_place(self) -> None:
        """Raise Misplaced if something is wrong."""
        fault = self.fault()
        if fault is not None:
            raise Misplaced(fault)

    def _look(self) -> Fault | None:
        if self._pool is not self.engine.pool:
            return None
        try:
            found = self._found()
            if found != self._opened:
                return REPLACED
            return READ_ONLY if _is_read_only(self.path) else None
        except OSError:
            return MISSING

    def _found(self) -> tuple[int, int]:
        """Return device and inode of the file that is there now."""
        found = os.stat(self.path)
        return found.st_dev, found.st_ino


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
