"""Before the first request: is the database sound, ours, and up to date?

A damaged file is never written to and never replaced by an empty one in silence: it is set aside
under the time, and whoever starts the server is told of the newest backup that is sound.
"""

import logging
import shutil
from pathlib import Path

from sqlalchemy import Engine

from webapp.store.backup import BESIDE, ENDING, back_up, file_of, folder_of, newest_sound, set_aside, timed
from webapp.store.command_line import typed
from webapp.store.damage import broken, damage, wal_of
from webapp.store.deadline import unhurried
from webapp.store.lock import one_at_a_time
from webapp.store.private import make_file, mend
from webapp.store.schema import current, is_empty, is_pending, upgrade
from webapp.store.trouble import Unusable

log = logging.getLogger(__name__)
FIRST_START = "first-start"
"""A file in the instance folder, from before the database is made until the demo's links were printed."""


def prepare(engine: Engine, folder: Path) -> bool:
    """Make the database ready, after a backup where one is upgraded; whether this was its first time."""
    with one_at_a_time(folder), unhurried():
        file = file_of(engine)
        mend(folder, file)
        if file is not None:
            refuse_damage(file)
            _keep_torn_end(file)
        first = is_empty(engine)
        if file is not None and first:
            _refuse_silence(file)
        if first:
            make_file(folder / FIRST_START)
        if is_pending(engine):
            _upgrade(engine, None if first else file, silent=first)
        if file is None:
            engine.dispose()  # what was opened here has no limits
        return first


def is_first_start(folder: Path) -> bool:
    """Return whether no start of this database has come to `end_first_start`."""
    return (folder / FIRST_START).exists()


def end_first_start(folder: Path) -> None:
    """Note that somebody was told how to open a table; until then every start is a first one."""
    (folder / FIRST_START).unlink(missing_ok=True)


def _upgrade(engine: Engine, file: Path | None, *, silent: bool) -> None:
    """Apply the missing steps, after a backup of the file, and say so."""
    kept = file and folder_of(file) / timed(f"before-upgrade-from-{current(engine)}", ENDING)
    if file is not None and kept is not None:
        back_up(file, kept)
    upgrade(engine)
    if not silent:
        before = f" As it was before, it is kept in {kept}." if kept else ""
        log.warning("The database was upgraded for this version.%s", before)


def refuse_damage(file: Path) -> None:
    """Unusable for a damaged database, which is set aside, and for one that was lost."""
    if not file.exists():
        _refuse_silence(file)
        return
    wrong = damage(file)
    if wrong:
        kept = set_aside(file)
        raise Unusable(f"The database is damaged ({wrong}). It is kept as {kept.name}. {_way_out(file)}")


def _keep_torn_end(file: Path) -> None:
    """A power cut may have torn the very last change. SQLite drops it; what is left of it is kept."""
    wal = wal_of(file)
    torn = broken(wal)
    if torn is not None and torn.changes:
        kept = wal.with_name(timed(f"{file.name}.torn") + "-wal")
        make_file(kept)
        shutil.copyfile(wal, kept)
        log.warning("The last change was not written to its end; what there is of it is in %s.", kept.name)


def _refuse_silence(file: Path) -> None:
    """Where there were tables once, an empty database is not begun without a word."""
    damaged = file.parent.glob(f"{file.name}.corrupt-*")
    aside = sorted(each for each in damaged if not each.name.endswith(BESIDE))
    if aside:
        raise Unusable(f"The database was damaged and is kept as {aside[-1].name}. {_way_out(file)}")
    if newest_sound(file):
        raise Unusable(f"There are backups in {folder_of(file)}, but the database is gone. {_way_out(file)}")


def _way_out(file: Path) -> str:
    backup = newest_sound(file)
    if backup is None:
        return f"There is no sound backup; to begin with no tables, move it out of {file.parent}."
    return (
        f"Go on from the newest sound backup with: {typed('restore', backup)} "
        f"(or, to begin with no tables, move all that out of {file.parent})."
    )
