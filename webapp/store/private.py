"""Files and folders for the user who serves alone: they hold links and codes, whatever the umask says."""

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

FILE, FOLDER = 0o600, 0o700
BACKUPS = "backups"
OURS = ("tableside.lock", "preparing.lock", "first-start", ".gitkeep", BACKUPS)
"""What stands in an instance folder besides the database."""


def make_folder(folder: Path) -> None:
    """Make a folder, if there is none; one that is there stays as it is."""
    folder.mkdir(mode=FOLDER, parents=True, exist_ok=True)


def make_file(path: Path) -> None:
    """Make an empty file, if there is none; what is written to it later keeps its mode.

    One that is there is not even opened: closing it again would drop every lock that SQLite holds on a
    database in this process, and the next process to leave would take its write-ahead log away.
    """
    with suppress(FileExistsError):
        os.close(opener(str(path), os.O_WRONLY | os.O_CREAT | os.O_EXCL))


def opener(path: str, flags: int) -> int:
    """Open a file, for `open`; a new one is private."""
    return os.open(path, flags, FILE)


def keep_output_private() -> None:
    """Make the file private that a shell has just made for our output (`… > table.json`)."""
    with suppress(OSError):
        found = os.fstat(1)
        if stat.S_ISREG(found.st_mode) and found.st_size == 0:
            os.fchmod(1, FILE)


def mend(folder: Path, database: Path | None) -> None:
    """Take from others what older versions let them read: the database, what belongs to it, and backups.

    The folder is closed as well, unless something stands in it that is not ours.
    """
    names = [] if database is None else [f"{database.name}*"]
    for each in _found(folder if database is None else database.parent, *names, *OURS):
        _close(each)
        if each.is_dir():
            for backup in each.glob("*.sqlite3*"):
                _close(backup)
    if all(_is_ours(each, database) for each in folder.iterdir()):
        _close(folder)


def _found(folder: Path, *names: str) -> Iterator[Path]:
    for name in names:
        yield from folder.glob(name)


def _is_ours(path: Path, database: Path | None) -> bool:
    return path.name in OURS or (database is not None and path.name.startswith(database.name))


def _close(path: Path) -> None:
    """Close a file or folder of this user to all others; links stay as they are."""
    with suppress(OSError):
        found = path.lstat()
        ours = found.st_uid == os.geteuid() and (stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode))
        if ours and found.st_mode & 0o077:
            path.chmod(FOLDER if stat.S_ISDIR(found.st_mode) else FILE)
