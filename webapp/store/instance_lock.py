"""Lock an instance folder for one process, or for several that share a bus.

The lock belongs to the open file, so it ends with the process, even after a crash.
"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from webapp.store.file_permissions import open_private
from webapp.store.unusable import Unusable

try:
    import fcntl
except ImportError:  # Windows has no such locks, so a second process is not locked out there
    fcntl = None  # type: ignore[assignment]

NAME = "tableside.lock"
PAUSE = 0.1  # seconds between two tries


def claim_instance(folder: Path, *, shared: bool, patience: float = 0.0) -> IO[str]:
    """Lock the instance for as long as the returned file stays open; raise Unusable if it is locked.

    `shared` admits other processes that also share it; `patience` is the seconds to wait for the lock.
    """
    file = _opened(folder / NAME)
    deadline = time.monotonic() + patience
    while not _locked(file, shared):
        if time.monotonic() >= deadline:
            file.seek(0)
            holder = file.read().strip() or "another process"
            file.close()
            raise Unusable(
                f"The instance folder {folder} is in use by {holder}. Stop that process first. "
                "(Several servers can share the folder only with a bus: set TABLESIDE_BUS_URL for each.)"
            )
        time.sleep(PAUSE)
    file.truncate(0)
    file.write(f"process {os.getpid()}")
    file.flush()
    return file


def _locked(file: IO[str], shared: bool) -> bool:
    if fcntl is None:
        return True
    try:
        fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


@contextmanager
def preparation_lock(folder: Path) -> Iterator[None]:
    """Hold the lock that lets one process at a time prepare this instance."""
    with _opened(folder / "preparing.lock") as file:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _opened(path: Path) -> IO[str]:
    try:
        return open(path, "a+", opener=open_private)
    except OSError as error:
        raise Unusable(
            f"The folder {path.parent} is not writable ({error.strerror}). Make it writable for this user, "
            "or choose another folder with TABLESIDE_INSTANCE."
        ) from error
