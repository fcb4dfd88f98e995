"""Going back to a backup. Every table gets a new epoch, so that open pages take the older state."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import Engine, create_engine, text

from webapp.store.backup import back_up, folder_of, sqlite_file, timed
from webapp.store.damage import damage
from webapp.store.schema import is_pending, upgrade
from webapp.store.trouble import Unusable
from webapp.store.upkeep import BESIDE, set_aside

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
    kept = folder_of(file) / timed("before-restore")
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
