"""The real server as a process of its own, to be stopped and started again in the middle of an evening."""

import fcntl
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path

import httpx

from tests import warm

ROOT = Path(__file__).resolve().parents[2]
PORTS = range(10_000, 32_000)
_numbers = count(os.getpid() * 997)
_claims: list[int] = []
"""Files of the ports this process was given; their locks end with it."""


class Server:
    """`python -m webapp serve` on a free port; its data outlives a restart."""

    command: tuple[str, ...] = (sys.executable, "-m", "webapp", "serve")
    more: Mapping[str, str] = {}

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | warm.Forked | None = None

    def start(self) -> "Server":
        environment = os.environ | {
            "TABLESIDE_INSTANCE": str(self.folder),
            "TABLESIDE_BIND": "127.0.0.1",
            "TABLESIDE_PORT": str(self.port),
            "TABLESIDE_LIMITS": "off",
            **self.more,
        }
        self.process = warm.started(self.command, environment, ROOT, self.log)
        self.wait()
        return self

    @property
    def log(self) -> Path:
        """What it says."""
        return self.folder.parent / f"{self.folder.name}.log"

    def runs(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def stop(self, hard: bool = False) -> None:
        if self.process is None:
            return
        self.process.kill() if hard else self.process.terminate()
        self.process.wait(timeout=60)  # a busy machine
        self.process = None

    def wait(self) -> None:
        """Until it answers, and all is well with it."""
        deadline = time.monotonic() + 60  # a busy machine
        while time.monotonic() < deadline:
            try:
                if httpx.get(f"{self.url}/healthz", timeout=10).status_code == 200:
                    return
            except httpx.HTTPError:
                pass
            assert self.process is not None
            assert self.process.poll() is None, self.log.read_text(encoding="utf-8")
            time.sleep(0.05)
        raise AssertionError("the server did not answer in time")


def free_port() -> int:
    """Return a port in use by nobody and given to no other process of these tests that still runs.

    None of those that a system gives to whoever calls out: one of these may be in use by the time that the
    server starts. A server stopped in the middle of a test finds its port again, because the claim holds.
    """
    folder = Path(tempfile.gettempdir()) / f"tableside-ports-{os.getuid()}"
    folder.mkdir(exist_ok=True)
    for number in _numbers:
        port = PORTS[number % len(PORTS)]
        claim = os.open(folder / str(port), os.O_CREAT | os.O_RDWR)
        with socket.socket() as probe, suppress(OSError):
            fcntl.flock(claim, fcntl.LOCK_EX | fcntl.LOCK_NB)
            probe.bind(("127.0.0.1", port))
            _claims.append(claim)
            return port
        os.close(claim)
    raise AssertionError("unreachable")
