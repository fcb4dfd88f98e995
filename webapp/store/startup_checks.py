"""Check before the first request that the database is sound, belongs to this program and is up to date.

A damaged file is never written to, and never silently replaced by an empty one. It gets a name with the
time, and the error names the newest sound backup.
"""

import logging
import shutil
from pathlib import Path

from sqlalchemy import Engine

from webapp.store.backup import (
    BESIDE,
    ENDING,
    back_up,
    backup_folder,
    file_of,
    newest_sound_backup,
    set_aside,
    timestamped_name,
)
from webapp.store.command_line import command_to_type
from webapp.store.damage import find_damage, find_log_break, wal_of
from webapp.store.database_deadline import limits_lifted
from webapp.store.file_permissions import make_file, repair_modes
from webapp.store.instance_lock import preparation_lock
from webapp.store.schema_migration import current_step, is_empty, is_pending, upgrade_schema
from webapp.store.unusable import Unusable

log = logging.getLogger(__name__)
FIRST_START = "first-start"
"""A file in the instance folder that exists from the database's creation until the links are printed."""


def prepare(engine: Engine, folder: Path) -> bool:
    """Make the database ready, with a backup before an upgrade; return whether it was empty."""
    with preparation_lock(folder), limits_lifted():
        file = file_of(engine)
        repair_modes(folder, file)
        if file is not None:
            refuse_damage(file)
            _keep_torn_end(file)
        first = is_empty(engine)
        if file is not None and first:
            refuse_loss(file)
        if first:
            make_file(folder / FIRST_START)
        if is_pending(engine):
            _upgrade(engine, None if first else file, silent=first)
        if file is None:
            engine.dispose()  # its connections were opened without limits
        return first


def is_first_start(folder: Path) -> bool:
    """Return whether the database is new and no start has printed links to a table yet."""
    return (folder / FIRST_START).exists()


def end_first_start(folder: Path) -> None:
    """Record that links to a table were printed; until then every start counts as the first."""
    (folder / FIRST_START).unlink(missing_ok=True)


def _upgrade(engine: Engine, file: Path | None, *, silent: bool) -> None:
    """Apply the missing steps, after a backup of the file; log this unless `silent`."""
    backup = file and backup_folder(file) / timestamped_name(
        f"before-upgrade-from-{current_step(engine)}", ENDING
    )
    if file is not None and backup is not None:
        back_up(file, backup)
    upgrade_schema(engine)
    if not silent:
        before = f" A backup from before the upgrade is in {backup}." if backup else ""
        log.warning("The database was upgraded for this version.%s", before)


def refuse_damage(file: Path) -> None:
    """Raise Unusable for a damaged database, which is renamed, and for a missing one that left copies."""
    if not file.exists():
        refuse_loss(file)
        return
    wrong = find_damage(file)
    if wrong:
        set_aside_file = set_aside(file)
        raise Unusable(f"The database is damaged ({wrong}). It is kept as {set_aside_file}. {_way_out(file)}")


def _keep_torn_end(file: Path) -> None:
    """Copy a log whose last change a power cut left half written, because SQLite drops that change."""
    wal = wal_of(file)
    torn = find_log_break(wal)
    if torn is not None and torn.changes:
        torn_copy = wal.with_name(timestamped_name(f"{file.name}.torn") + "-wal")
        make_file(torn_copy)
        shutil.copyfile(wal, torn_copy)
        log.warning(
            "The last change was only partly written and is lost. The write-ahead log with its remains was "
            "copied to %s.",
            torn_copy,
        )


def refuse_loss(file: Path) -> None:
    """Raise Unusable if the database is gone but a damaged copy or a sound backup of it exists."""
    damaged = file.parent.glob(f"{file.name}.corrupt-*")
    aside = sorted(path for path in damaged if not path.name.endswith(BESIDE))
    if aside:
        raise Unusable(f"The database was damaged and is kept as {aside[-1]}. {_way_out(file)}")
    if newest_sound_backup(file):
        backups = backup_folder(file)
        raise Unusable(
            f"The database is missing or empty, but there are backups in {backups}. {_way_out(file)}"
        )


def _way_out(file: Path) -> str:
    """Return what to do without the database; its backups and damaged copies may still be in the folder."""
    backup = newest_sound_backup(file)
    if backup is None:
        return (
            "There is no sound backup. To begin with no tables, move everything left of the old database out "
            f"of {file.parent}."
        )
    return (
        f"Continue from the newest sound backup with:\n  {command_to_type('restore', backup)}\n"
        "To begin with no tables instead, move everything left of the old database, backups included, out of "
        f"{file.parent}."
    )
