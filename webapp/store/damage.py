"""Find damage in a database file: in its structure, its content and its write-ahead log.

The check changes nothing: a log beside the file stays, so that a damaged file is kept as it was found. The
log is read before SQLite opens it, because SQLite silently drops everything after a broken frame. A power cut
may leave the last change half written; that change was never acknowledged, so it may be dropped. Complete
changes after a broken frame were acknowledged and would be lost if SQLite read the log. The file format is
described at https://www.sqlite.org/fileformat2.html#the_write_ahead_log.
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

from webapp.store.unusable import Unusable

INSPECTION_SECONDS = 10.0  # seconds to inspect a file; after that, startup continues without the rest
STEPS = 100_000  # SQLite instructions between two readings of the clock
log = logging.getLogger(__name__)


def find_damage(file: Path, *, thorough: bool = False) -> str | None:
    """Return the damage of a database file, mostly in SQLite's words; None if none is found.

    The check stops after 10 seconds. A `thorough` check has no time limit and also reads every index. Raises
    Unusable if the file cannot be opened.
    """
    wal = wal_of(file)
    torn = find_log_break(wal)
    if torn is not None and torn.is_damage:
        return "its write-ahead log is damaged before the last saved change"
    has_changes = wal.exists() and wal.stat().st_size > 0
    return _looked_into(file, "mode=ro" if has_changes else "mode=rw", thorough)


def wal_of(file: Path) -> Path:
    return file.with_name(file.name + "-wal")


def _looked_into(file: Path, mode: str, thorough: bool) -> str | None:
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?{mode}", uri=True)) as connection:
            if not thorough:
                ends = time.monotonic() + INSPECTION_SECONDS
                connection.set_progress_handler(lambda: time.monotonic() > ends, STEPS)
            return _structure(connection, thorough) or _content(connection)
    except sqlite3.OperationalError as error:
        if "interrupted" in str(error):
            log.warning("%s is large: only part of it was checked.", file.name)
            return None
        if "locked" in str(error):  # another process is recovering it, so it is not damaged
            return None
        if "decode" in str(error):
            return str(error).splitlines()[0]
        raise Unusable(
            f"The database {file} cannot be opened ({error}). Check its permissions and its disk."
        ) from error
    except sqlite3.DatabaseError as error:
        return str(error)


def _structure(connection: sqlite3.Connection, thorough: bool) -> str | None:
    check = "integrity_check" if thorough else "quick_check"
    found = connection.execute(f"PRAGMA {check}(3)").fetchall()
    words = "; ".join(str(row[0]) for row in found)
    return None if words == "ok" else words


def _content(connection: sqlite3.Connection) -> str | None:
    """Return a fault of a row that SQLite does not look for (bad JSON, NUL characters); None without one."""
    for table, columns in _columns(connection):
        documents = [place for place, (_, kind) in enumerate(columns) if kind == "JSON"]
        for row in connection.execute(f'SELECT * FROM "{table}"'):  # noqa: S608  (the names come from the database)
            try:
                for place in documents:
                    if row[place] is not None:
                        json.loads(row[place])
            except (ValueError, TypeError):
                return f"a row of {table} cannot be read"
            if any(isinstance(value, str) and "\0" in value for value in row):
                return f"a row of {table} contains NUL characters, which Tableside never writes"
    return None


def _columns(connection: sqlite3.Connection) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield every table with the names and types of its columns."""
    tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    for (table,) in tables:
        found = connection.execute("SELECT name, type FROM pragma_table_info(?)", (table,)).fetchall()
        yield table, found


# ---- the write-ahead log --------------------------------------------------------------------------


HEADER, FRAME = 32, 24  # bytes
LITTLE_ENDIAN, BIG_ENDIAN = 0x377F0682, 0x377F0683
WORD = 0xFFFFFFFF


@dataclass(frozen=True)
class LogBreak:
    """The first broken frame of a log, counted from 1 (0: the header), and the complete changes after it."""

    frame: int
    changes: int

    @property
    def is_damage(self) -> bool:
        """Whether more is lost than the one change that a power cut may leave half written."""
        return self.changes > 1


def find_log_break(file: Path) -> LogBreak | None:
    """Return where the log breaks off; None if it is intact, empty or absent.

    The log is read twice, because a log that is being written may look broken for a moment.
    """
    found = _find_break(file)
    return found if found is not None and _find_break(file) == found else None


def _find_break(file: Path) -> LogBreak | None:
    log = file.read_bytes() if file.exists() else b""
    if len(log) < HEADER + FRAME:
        return None
    page = _page_size(log)
    if page is None:
        return LogBreak(0, sys.maxsize)
    frames = [(at, log[at : at + FRAME + page]) for at in range(HEADER, len(log), FRAME + page)]
    good = sum(1 for _ in _good(log, [frame for _, frame in frames]))
    behind = [frame for _, frame in frames[good:] if frame[8:16] == log[16:24]]
    if not behind:
        return None  # the remaining frames are from before the log was reset
    return LogBreak(good + 1, sum(frame[4:8] != bytes(4) for frame in behind if len(frame) == FRAME + page))


def _page_size(log: bytes) -> int | None:
    """Return the log's page size in bytes; None if the header is damaged."""
    magic, _version, page = unpack(">III", log[:12])
    if magic not in (LITTLE_ENDIAN, BIG_ENDIAN) or _sums(log[:24], magic, (0, 0)) != unpack(
        ">II", log[24:32]
    ):
        return None
    return 65536 if page == 1 else int(page)


def _good(log: bytes, frames: list[bytes]) -> Iterator[bytes]:
    """Yield the valid frames up to the first damaged or older one."""
    (magic,), salts, sums = unpack(">I", log[:4]), log[16:24], unpack(">II", log[24:32])
    for frame in frames:
        if len(frame) < FRAME or frame[8:16] != salts:
            return
        sums = _sums(frame[:8] + frame[FRAME:], magic, sums)
        if sums != unpack(">II", frame[16:24]):
            return
        yield frame


def _sums(part: bytes, magic: int, sums: tuple[int, int]) -> tuple[int, int]:
    """Return SQLite's running checksums, continued over another part of the log."""
    words = array("I", part)
    if (sys.byteorder == "little") != (magic == LITTLE_ENDIAN):
        words.byteswap()
    one, two = sums
    for first, second in zip(words[::2], words[1::2], strict=True):
        one = (one + first + two) & WORD
        two = (two + second + one) & WORD
    return one, two
