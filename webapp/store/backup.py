"""Copies of a SQLite database: whole, checked, and on the disk before they get their name; and going back to
one, when every table gets a new epoch, so that open pages take the older state."""

import os
import sqlite3
import time
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Engine, create_engine, text

from webapp.store.damage import damage
from webapp.store.private import BACKUPS, make_file, make_folder
from webapp.store.schema import is_pending, upgrade
from webapp.store.trouble import Unusable

KEPT = 24  # hourly backups
HOURLY = "hourly-"
ENDING = ".sqlite3"
BESIDE = ("-wal", "-shm")  # what SQLite keeps next to a database
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
        make_folder(to.parent)
        unfinished.unlink(missing_ok=True)
        make_file(unfinished)
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
    return file.parent / BACKUPS


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


def timed(name: str, ending: str = "") -> str:
    """A name that carries the time, for what is kept on an occasion."""
    return f"{name}-{datetime.now(UTC):%Y-%m-%dT%H-%M-%S}{ending}"


def set_aside(file: Path) -> Path:
    """Keep a damaged database, and what belongs to it, under the time."""
    to = file.with_name(timed(f"{file.name}.corrupt"))
    file.rename(to)
    for ending in BESIDE:
        beside = file.with_name(file.name + ending)
        if beside.exists():
            beside.rename(to.with_name(to.name + ending))
    return to


def _changed(file: Path) -> float:
    """When the database was last written to."""
    files = [file, file.with_name(file.name + "-wal")]
    return max(path.stat().st_mtime for path in files if path.exists())


def _settle(file: Path) -> None:
    """Wait until the disk has it."""
    with file.open("rb+") as opened:
        os.fsync(opened.fileno())


# ---- going back to one ----------------------------------------------------------------------------


NEW_EPOCHS = {
    "sqlite": "UPDATE tables SET epoch = lower(hex(randomblob(4)))",
    "postgresql": "UPDATE tables SET epoch = substr(md5(random()::text), 1, 8)",
}


def restore(engine: Engine, backup: Path) -> Path | None:
    """Put a backup in place of the database; returns where the present one was kept, if there was one.

    The caller holds the instance (`lock.claim`), so that nobody writes meanwhile.
    """
    file = sqlite_file(engine)
    refuse_foreign(backup)
    engine.dispose()
    kept = _keep_present(file)
    ready = file.with_name(file.name + ".restoring")
    try:
        back_up(backup, ready)
        _bring_up_to_date(ready)
        for ending in BESIDE:
            file.with_name(file.name + ending).unlink(missing_ok=True)
        ready.replace(file)
    finally:
        ready.unlink(missing_ok=True)
    _settle_folder(file.parent)
    return kept


def begin_epochs(engine: Engine) -> None:
    """Give every table a new epoch, after its rows were put back by other means."""
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        connection.execute(text(NEW_EPOCHS[engine.dialect.name]))


def refuse_foreign(backup: Path) -> None:
    """Unusable for a file that is not a sound database of ours."""
    if not backup.is_file():
        raise Unusable(f"There is no file {backup}.")
    wrong = damage(backup)
    if wrong:
        raise Unusable(f"{backup} is not a sound database ({wrong}). Nothing was changed.")
    with closing(sqlite3.connect(f"{backup.absolute().as_uri()}?mode=rw", uri=True)) as connection:
        names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    if not {"tables", "alembic_version"} <= names:
        raise Unusable(f"{backup} is a database, but not one of Tableside. Nothing was changed.")


def _keep_present(file: Path) -> Path | None:
    """Back up the database that is about to be replaced; a damaged one is set aside as it is."""
    if not file.exists():
        return None
    if damage(file):
        return set_aside(file)
    kept = folder_of(file) / timed("before-restore", ENDING)
    back_up(file, kept)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # nothing of it is left beside the file
    return kept


def _bring_up_to_date(file: Path) -> None:
    engine = create_engine(f"sqlite:///{file}")
    try:
        if is_pending(engine):
            upgrade(engine)
        begin_epochs(engine)
    finally:
        engine.dispose()


def _settle_folder(folder: Path) -> None:
    """Wait until the disk knows the new name."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
