"""What is wrong with a database file: with its structure, with what stands in it, with the log beside it.

Looking changes nothing: a log that is still beside the file stays, so what is set aside is what was found.
"""

import json
import logging
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from webapp.store.trouble import Unusable
from webapp.store.wal import broken

LOOK = 10.0  # seconds that a look into a file may take before a start goes on without the rest
STEPS = 100_000  # of SQLite's machine between two looks at the time
log = logging.getLogger(__name__)


def damage(file: Path, *, thorough: bool = False) -> str | None:
    """What is wrong with a database file, mostly in SQLite's words; None for a sound one.

    A thorough look takes as long as it takes and reads every index too.
    """
    wal = wal_of(file)
    torn = broken(wal)
    if torn is not None and torn.is_damage:
        return "its write-ahead log is broken before changes that were kept"
    has_changes = wal.exists() and wal.stat().st_size > 0
    return _looked_into(file, "mode=ro" if has_changes else "mode=rw", thorough)


def wal_of(file: Path) -> Path:
    return file.with_name(file.name + "-wal")


def _looked_into(file: Path, mode: str, thorough: bool) -> str | None:
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?{mode}", uri=True)) as connection:
            if not thorough:
                ends = time.monotonic() + LOOK
                connection.set_progress_handler(lambda: time.monotonic() > ends, STEPS)
            return _structure(connection, thorough) or _content(connection)
    except sqlite3.OperationalError as error:
        if "interrupted" in str(error):
            log.warning("%s is large: not all of it was looked at.", file.name)
            return None
        if "locked" in str(error):  # somebody recovers it at this moment, so it is sound
            return None
        if "decode" in str(error):
            return str(error).splitlines()[0]
        raise Unusable(f"The database {file} cannot be opened: {error}.") from error
    except sqlite3.DatabaseError as error:
        return str(error)


def _structure(connection: sqlite3.Connection, thorough: bool) -> str | None:
    check = "integrity_check" if thorough else "quick_check"
    found = connection.execute(f"PRAGMA {check}(3)").fetchall()
    words = "; ".join(str(row[0]) for row in found)
    return None if words == "ok" else words


def _content(connection: sqlite3.Connection) -> str | None:
    """What SQLite does not look at: text that is none, and documents that cannot be read."""
    for table, columns in _columns(connection):
        documents = [place for place, (_, kind) in enumerate(columns) if kind == "JSON"]
        for row in connection.execute(f'SELECT * FROM "{table}"'):  # noqa: S608  (the names are its own)
            try:
                for place in documents:
                    if row[place] is not None:
                        json.loads(row[place])
            except (ValueError, TypeError):
                return f"a row of {table} cannot be read"
            if any(isinstance(value, str) and "\0" in value for value in row):
                return f"a row of {table} holds what nobody wrote"
    return None


def _columns(connection: sqlite3.Connection) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Every table with its columns and their types."""
    tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    for (table,) in tables:
        found = connection.execute("SELECT name, type FROM pragma_table_info(?)", (table,)).fetchall()
        yield table, found
