"""Back up a SQLite database, and restore one.

A backup is complete, checked and flushed to disk before it gets its final name. A restore gives every table a
new epoch, so that open pages load the older state.
"""

import os
import sqlite3
import time
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import URL, Engine, create_engine, text

from webapp.store.damage import find_damage
from webapp.store.file_permissions import BACKUPS, make_file, make_folder
from webapp.store.schema_migration import is_pending, upgrade_schema
from webapp.store.unusable import Unusable

MOST_BACKUPS = 24  # hourly backups
HOURLY = "hourly-"
ENDING = ".sqlite3"
BESIDE = ("-wal", "-shm")  # SQLite's files beside a database
POSTGRES = "This server stores its tables in PostgreSQL. Use pg_dump to back up and pg_restore to restore."


def file_of(engine: Engine) -> Path | None:
    """Return the file of a SQLite database; None for PostgreSQL."""
    if engine.dialect.name != "sqlite" or not engine.url.database:
        return None
    return Path(engine.url.database)


def sqlite_file(engine: Engine) -> Path:
    """Return the file of the database; for PostgreSQL raise Unusable, which names its backup tools."""
    file = file_of(engine)
    if file is None:
        raise Unusable(POSTGRES)
    return file


def back_up(source: Path, to: Path) -> None:
    """Copy a database, even one in use; check the copy before it gets its final name.

    Raises Unusable if the copy cannot be written or is damaged.
    """
    unfinished = to.with_name(f"{to.name}.{os.getpid()}.unfinished")
    try:
        make_folder(to.parent)
        unfinished.unlink(missing_ok=True)
        make_file(unfinished)
        with closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=rw", uri=True)) as connection:
            connection.execute("VACUUM INTO ?", (str(unfinished.absolute()),))  # “file:x” alone is an address
        _sync_file(unfinished)
        wrong = find_damage(unfinished)
        if wrong:
            raise Unusable(f"The copy made of {source} is damaged ({wrong}) and was deleted. Try again.")
        unfinished.replace(to)
    except (OSError, sqlite3.Error) as error:
        reason = getattr(error, "strerror", None) or error
        raise Unusable(f"{source} could not be copied to {to}: {reason}.") from error
    finally:
        with suppress(OSError):
            unfinished.unlink()


def backup_folder(file: Path) -> Path:
    """Return the folder of a database's backups."""
    return file.parent / BACKUPS


def newest_sound_backup(file: Path) -> Path | None:
    """Return the newest backup that passes the integrity check; None if there is none."""
    backups = sorted(
        backup_folder(file).glob("*.sqlite3"), key=lambda path: path.stat().st_mtime, reverse=True
    )
    return next((backup for backup in backups if find_damage(backup) is None), None)


def back_up_hourly(file: Path) -> Path | None:
    """Make this hour's backup if the database has changed; then delete all but the 24 newest hourly ones.

    Returns the new backup's file; None if none was needed. Raises Unusable if the database is missing.
    """
    if not file.exists():
        raise Unusable(f"The database {file} is missing.")
    _sweep(backup_folder(file))
    backups = sorted(backup_folder(file).glob(f"{HOURLY}*.sqlite3"))
    to = backup_folder(file) / f"{HOURLY}{datetime.now(UTC):%Y-%m-%dT%H}.sqlite3"
    if to in backups or (backups and _changed(file) <= backups[-1].stat().st_mtime):
        return None
    back_up(file, to)
    for old in [*backups, to][:-MOST_BACKUPS]:
        old.unlink(missing_ok=True)
    return to


def _sweep(folder: Path) -> None:
    """Remove unfinished backups older than an hour, which a dead process left behind."""
    for left in folder.glob("*.unfinished"):
        if left.stat().st_mtime < time.time() - 3600:
            left.unlink(missing_ok=True)


def timestamped_name(name: str, ending: str = "") -> str:
    """Return a file name with the time (UTC) between `name` and `ending`."""
    return f"{name}-{datetime.now(UTC):%Y-%m-%dT%H-%M-%S}{ending}"


def set_aside(file: Path) -> Path:
    """Rename a damaged database and the files beside it to names with the time; return the new path."""
    to = file.with_name(timestamped_name(f"{file.name}.corrupt"))
    file.rename(to)
    for ending in BESIDE:
        beside = file.with_name(file.name + ending)
        if beside.exists():
            beside.rename(to.with_name(to.name + ending))
    return to


def _changed(file: Path) -> float:
    """Return when the database was last written to, in seconds since the epoch."""
    files = [file, file.with_name(file.name + "-wal")]
    return max(path.stat().st_mtime for path in files if path.exists())


def _sync_file(file: Path) -> None:
    """Flush a file to disk."""
    with file.open("rb+") as opened:
        os.fsync(opened.fileno())


# ---- restoring ------------------------------------------------------------------------------------


NEW_EPOCHS = {
    "sqlite": "UPDATE tables SET epoch = lower(hex(randomblob(4)))",
    "postgresql": "UPDATE tables SET epoch = substr(md5(random()::text), 1, 8)",
}


def restore(engine: Engine, backup: Path) -> Path | None:
    """Replace the database with a backup; return the copy of the old one, or None if there was none.

    The caller must hold the lock of the instance (`claim_instance`), so that nothing else writes meanwhile.
    """
    file = sqlite_file(engine)
    refuse_foreign(backup)
    engine.dispose()
    saved_copy = _keep_present(file)
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
    return saved_copy


def renew_epochs(engine: Engine) -> None:
    """Give every table a new epoch, because its rows were restored from an older state."""
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        connection.execute(text(NEW_EPOCHS[engine.dialect.name]))


def refuse_foreign(backup: Path) -> None:
    """Raise Unusable for a file that is not a sound database of this program, or of a newer version."""
    if not backup.is_file():
        raise Unusable(f"There is no file {backup}.")
    wrong = find_damage(backup)
    if wrong:
        raise Unusable(f"{backup} is not a sound database ({wrong}). Nothing was changed.")
    with closing(sqlite3.connect(f"{backup.absolute().as_uri()}?mode=rw", uri=True)) as connection:
        names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    if not {"tables", "alembic_version"} <= names:
        raise Unusable(f"{backup} is a database, but not a Tableside database. Nothing was changed.")
    engine = _engine_of(backup)
    try:
        is_pending(engine)
    finally:
        engine.dispose()


def _keep_present(file: Path) -> Path | None:
    """Back up the database, or rename it if it is damaged; return the copy, or None without a database."""
    if not file.exists():
        return None
    if find_damage(file):
        return set_aside(file)
    saved_copy = backup_folder(file) / timestamped_name("before-restore", ENDING)
    back_up(file, saved_copy)
    with closing(sqlite3.connect(file.absolute())) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # the WAL file is deleted next
    return saved_copy


def _bring_up_to_date(file: Path) -> None:
    engine = _engine_of(file)
    try:
        if is_pending(engine):
            upgrade_schema(engine)
        renew_epochs(engine)
    finally:
        engine.dispose()


def _engine_of(file: Path) -> Engine:
    return create_engine(URL.create("sqlite", database=str(file.absolute())))


def _settle_folder(folder: Path) -> None:
    """Flush the folder to disk, so that renamed files keep their new names."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
