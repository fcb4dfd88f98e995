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


class Cluster:
    """A server that may be stopped and started again; PostgreSQL refuses to run as root."""

    def __init__(self, bin: Path) -> None:
        self.bin, self.user = bin, NOBODY if os.geteuid() == 0 else None
        self.folder = Path(tempfile.mkdtemp(prefix="tableside-pg-"))
        if self.user:
            shutil.chown(self.folder, self.user)
        self.data = self.folder / "data"
        self.address = f"postgresql://tableside@/postgres?host={self.folder}"
        made = ["-U", "tableside", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"]
        self._run(bin / "initdb", "-D", self.data, *made)

    def start(self) -> None:
        log = (self.folder / "log").open("a")
        words = [
            self.bin / "postgres",
            "-D",
            self.data,
            "-k",
            self.folder,
            *("-c", "listen_addresses="),
            *("-c", "fsync=off"),  # no test here pulls the plug
        ]
        self.process = subprocess.Popen(words, user=self.user, stdout=log, stderr=log, cwd=self.folder)
        _wait(self.bin, self.folder)

    def replica(self) -> Path:
        """Copy it as a replica that has not begun to follow: all that is written from here on, it lacks."""
        data = self.folder / "replica"
        words = ["-h", self.folder, "-U", "tableside", "-D", data, "-X", "stream", "-R"]
        self._run(self.bin / "pg_basebackup", *words)
        return data

    def promote(self) -> None:
        """It is a server in its own right from here on."""
        self._run(self.bin / "pg_ctl", "promote", "-D", self.data, "-w")

    def stop(self) -> None:
        """It sends away whoever is connected, and does not wait for them."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(timeout=60)

    def _run(self, *words: str | Path) -> None:
        subprocess.run(words, user=self.user, check=True, capture_output=True, cwd=self.folder)


@contextmanager
def cluster(bin: Path) -> Iterator[Cluster]:
    """Runs one, and takes away all of it."""
    made = Cluster(bin)
    try:
        made.start()
        try:
            yield made
        finally:
            made.stop()
    finally:
        shutil.rmtree(made.folder, ignore_errors=True)


@contextmanager
def running(bin: Path) -> Iterator[str]:
    """Runs one and gives the address to connect to."""
    with cluster(bin) as it:
        yield it.address


def _wait(bin: Path, folder: Path) -> None:
    deadline = time.monotonic() + 60
    ready = [bin / "pg_isready", "-h", folder, "-U", "tableside"]
    while subprocess.run(ready, capture_output=True, check=False).returncode != 0:
        assert time.monotonic() < deadline, (folder / "log").read_text()
        time.sleep(0.1)
