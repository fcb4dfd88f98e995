"""Copies of a SQLite database: whole, checked, and on the disk before they get their name."""

import os
import sqlite3
import time
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Engine

from webapp.store.damage import damage
from webapp.store.trouble import Unusable

KEPT = 24  # hourly backups
FOLDER = "backups"
HOURLY = "hourly-"
POSTGRES = (
    "This server keeps its tables in PostgreSQL, which has its own tools: use pg_dump to back up and "
    "pg_restore to restore."
)


def file_of(engine: Engine) -> Path | None:
    """The file of a SQLite database; None for PostgreSQL."""
    if engine.dialect.name != "sqlite" or not engine.url.database:
        return None
    return Path(engine.url.database)


def sqlite_file(engine: Engine) -> Path:
    """The file of the database; Unusable for PostgreSQL, with its own way in the sentence."""
    file = file_of(engine)
    if file is None:
        raise Unusable(POSTGRES)
    return file


def back_up(source: Path, to: Path) -> None:
    """Copy a database, also while it is being written to; the copy is checked before it gets its name."""
    unfinished = to.with_name(f"{to.name}.{os.getpid()}.unfinished")
    try:
        to.parent.mkdir(parents=True, exist_ok=True)
        unfinished.unlink(missing_ok=True)
        with closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=rw", uri=True)) as connection:
            connection.execute("VACUUM INTO ?", (str(unfinished),))
        _settle(unfinished)
        wrong = damage(unfinished)
        if wrong:
            raise Unusable(f"The backup of {source} is not sound ({wrong}); it was not kept.")
        unfinished.replace(to)
    except (OSError, sqlite3.Error) as error:
        raise Unusable(f"The backup could not be written to {to}: {error}.") from error
    finally:
        with suppress(OSError):
            unfinished.unlink()


def folder_of(file: Path) -> Path:
    """Where the backups of a database are kept."""
    return file.parent / FOLDER


def newest_sound(file: Path) -> Path | None:
    """The newest backup that passes its check."""
    backups = sorted(folder_of(file).glob("*.sqlite3"), key=lambda path: path.stat().st_mtime, reverse=True)
    return next((backup for backup in backups if damage(backup) is None), None)


def back_up_hourly(file: Path) -> Path | None:
    """This hour's backup, if anything changed since the last one; the oldest beyond 24 go."""
    _sweep(folder_of(file))
    kept = sorted(folder_of(file).glob(f"{HOURLY}*.sqlite3"))
    to = folder_of(file) / f"{HOURLY}{datetime.now(UTC):%Y-%m-%dT%H}.sqlite3"
    if to in kept or (kept and _changed(file) <= kept[-1].stat().st_mtime):
        return None
    back_up(file, to)
    for old in [*kept, to][:-KEPT]:
        old.unlink(missing_ok=True)
    return to


def _sweep(folder: Path) -> None:
    """Remove what a process that died left unfinished more than an hour ago."""
    for left in folder.glob("*.unfinished"):
        if left.stat().st_mtime < time.time() - 3600:
            left.unlink(missing_ok=True)


def timed(name: str) -> str:
    """A file name that carries the time, for backups made on an occasion."""
    return f"{name}-{datetime.now(UTC):%Y-%m-%dT%H-%M-%S}.sqlite3"


def _changed(file: Path) -> float:
    """When the database was last written to."""
    files = [file, file.with_name(file.name + "-wal")]
    return max(path.stat().st_mtime for path in files if path.exists())


def _settle(file: Path) -> None:
    """Wait until the disk has it."""
    with file.open("rb+") as opened:
        os.fsync(opened.fileno())
