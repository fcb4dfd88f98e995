"""Private files and folders: only the user who runs the server may read them, whatever the umask."""

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

FILE, FOLDER = 0o600, 0o700
BACKUPS = "backups"
TRACES = "stacks-*.txt"
"""The files with the stacks of processes that were ended or crashed, one for each process."""
OURS = ("tableside.lock", "preparing.lock", "first-start", "games*", TRACES, ".gitkeep", BACKUPS)
"""The program's files in an instance folder besides the database."""


def stacks_file(folder: Path, pid: int) -> Path:
    """Return the file in which a process leaves its stacks; one that stops in good order removes it."""
    return folder / TRACES.replace("*", str(pid))


def make_folder(folder: Path) -> None:
    """Make a private folder if there is none; an existing one is left unchanged."""
    folder.mkdir(mode=FOLDER, parents=True, exist_ok=True)


def make_file(path: Path) -> None:
    """Make an empty private file if there is none; later writes keep its mode.

    An existing file is not opened, because closing it would drop every lock that SQLite holds on it in this
    process; the next process to exit would then remove the write-ahead log.
    """
    with suppress(FileExistsError):
        os.close(open_private(str(path), os.O_WRONLY | os.O_CREAT | os.O_EXCL))


def open_private(path: str, flags: int) -> int:
    """Return a descriptor of the file, which is private if it is new; pass this to `open` as its `opener`."""
    return os.open(path, flags, FILE)


def keep_output_private() -> None:
    """Make standard output private if it is a file that a shell has just created (`… > table.json`)."""
    with suppress(OSError):
        found = os.fstat(1)
        if stat.S_ISREG(found.st_mode) and found.st_size == 0:
            os.fchmod(1, FILE)


def repair_modes(folder: Path, database: Path | None) -> None:
    """Make files private that older versions left readable: the database, its files and its backups.

    The folder becomes private too, unless it contains files of other programs.
    """
    names = [] if database is None else [f"{database.name}*"]
    for path in _found(folder if database is None else database.parent, *names, *OURS):
        _close(path)
        if path.is_dir():
            for backup in path.glob("*.sqlite3*"):
                _close(backup)
    if all(_is_ours(path, database) for path in folder.iterdir()):
        _close(folder)


def _found(folder: Path, *names: str) -> Iterator[Path]:
    for name in names:
        yield from folder.glob(name)


def _is_ours(path: Path, database: Path | None) -> bool:
    return any(path.match(name) for name in OURS) or (
        database is not None and path.name.startswith(database.name)
    )


def _close(path: Path) -> None:
    """Make a file or folder of this user private; symbolic links are left unchanged."""
    with suppress(OSError):
        found = path.lstat()
        ours = found.st_uid == os.geteuid() and (stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode))
        if ours and found.st_mode & 0o077:
            path.chmod(FOLDER if stat.S_ISDIR(found.st_mode) else FILE)
