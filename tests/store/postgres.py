"""A PostgreSQL server of our own in a temporary folder, where its programs are installed."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

NOBODY = "nobody"


def programs() -> Path | None:
    """The folder with initdb and postgres, if there is one."""
    found = shutil.which("initdb")
    folders = [Path(found).resolve().parent] if found else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next(
        (each for each in folders if (each / "initdb").exists() and (each / "postgres").exists()), None
    )


@contextmanager
def running(bin: Path) -> Iterator[str]:
    """Runs it and gives the address to connect to; PostgreSQL refuses to run as root."""
    user = NOBODY if os.geteuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="tableside-pg-"))
    if user:
        shutil.chown(folder, user)
    try:
        data, log = folder / "data", (folder / "log").open("w")
        made = [
            bin / "initdb",
            "-D",
            data,
            "-U",
            "tableside",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--locale=C",
            "-N",
        ]
        subprocess.run(made, user=user, check=True, capture_output=True, cwd=folder)
        command = [bin / "postgres", "-D", data, "-k", folder, "-c", "listen_addresses="]
        server = subprocess.Popen(command, user=user, stdout=log, stderr=log, cwd=folder)
        try:
            _wait(bin, folder)
            yield f"postgresql://tableside@/postgres?host={folder}"
        finally:
            server.send_signal(
                signal.SIGINT
            )  # it sends away whoever is connected, and does not wait for them
            server.wait(timeout=20)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _wait(bin: Path, folder: Path) -> None:
    deadline = time.monotonic() + 30
    ready = [bin / "pg_isready", "-h", folder, "-U", "tableside"]
    while subprocess.run(ready, capture_output=True, check=False).returncode != 0:
        assert time.monotonic() < deadline, (folder / "log").read_text()
        time.sleep(0.1)
