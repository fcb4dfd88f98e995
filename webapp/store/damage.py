"""What is wrong with a database file: with its structure, with what stands in it, with the log beside it.

Looking changes nothing: a log that is still beside the file stays, so what is set aside is what was found.
The log is read before SQLite does: that drops what lies behind a broken place without a word. A power cut
may leave the last change half written; nobody was told that it was kept, so it may go. Whole changes behind
a broken place were kept, and are lost if the log is taken as it is. The file's form is told at
https://www.sqlite.org/fileformat2.html#the_write_ahead_log.
"""

import json
import logging
import sqlite3
import sys
import time
from array import array
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from struct import unpack

from webapp.store.trouble import Unusable

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


# ---- the write-ahead log --------------------------------------------------------------------------


HEADER, FRAME = 32, 24  # bytes
LITTLE, BIG = 0x377F0682, 0x377F0683
WORD = 0xFFFFFFFF


@dataclass(frozen=True)
class Break:
    """Where a log breaks off, and how many whole changes lie behind that place."""

    frame: int
    changes: int

    @property
    def is_damage(self) -> bool:
        """Whether more is lost than the one change that a power cut may leave half written."""
        return self.changes > 1


def broken(file: Path) -> Break | None:
    """Where the log breaks off; None for one that is whole, or empty, or not there.

    One that somebody writes to at this moment looks otherwise the next moment.
    """
    found = _look(file)
    return found if found is not None and _look(file) == found else None


def _look(file: Path) -> Break | None:
    log = file.read_bytes() if file.exists() else b""
    if len(log) < HEADER + FRAME:
        return None
    page = _page_size(log)
    if page is None:
        return Break(0, sys.maxsize)
    frames = [(at, log[at : at + FRAME + page]) for at in range(HEADER, len(log), FRAME + page)]
    good = sum(1 for _ in _good(log, [frame for _, frame in frames]))
    behind = [frame for _, frame in frames[good:] if frame[8:16] == log[16:24]]
    if not behind:
        return None  # what follows is left from before the log began anew
    return Break(good + 1, sum(frame[4:8] != bytes(4) for frame in behind if len(frame) == FRAME + page))


def _page_size(log: bytes) -> int | None:
    """How large its pages are; None where its head is not what was written."""
    magic, _version, page = unpack(">III", log[:12])
    if magic not in (LITTLE, BIG) or _sums(log[:24], magic, (0, 0)) != unpack(">II", log[24:32]):
        return None
    return 65536 if page == 1 else int(page)


def _good(log: bytes, frames: list[bytes]) -> Iterator[bytes]:
    """The frames up to the first that is not as it was written."""
    (magic,), salts, sums = unpack(">I", log[:4]), log[16:24], unpack(">II", log[24:32])
    for frame in frames:
        if len(frame) < FRAME or frame[8:16] != salts:
            return
        sums = _sums(frame[:8] + frame[FRAME:], magic, sums)
        if sums != unpack(">II", frame[16:24]):
            return
        yield frame


def _sums(part: bytes, magic: int, sums: tuple[int, int]) -> tuple[int, int]:
    """SQLite's running sums over another part."""
    words = array("I", part)
    if (sys.byteorder == "little") != (magic == LITTLE):
        words.byteswap()
    one, two = sums
    for first, second in zip(words[::2], words[1::2], strict=True):
        one = (one + first + two) & WORD
        two = (two + second + one) & WORD
    return one, two
