"""PostgreSQL and Redis for tests: real programs in a temporary folder, or a clear word why there are none."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import pytest

from tests.browser.server import free_port
from tests.store import postgres

WHY = "{} is not installed here; as root, `.ci/run` installs Debian's package"


@contextmanager
def postgresql() -> Iterator[str]:
    """A server of its own; gives the address to connect to."""
    programs = postgres.programs()
    if programs is None:
        missing("PostgreSQL (initdb, postgres)")
    with postgres.running(programs) as address:
        yield address


@contextmanager
def redis(folder: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """A server on a free port, which keeps nothing; gives its address and its process."""
    with bus(folder) as it:
        yield it.address, it.process


class Bus:
    """Redis, which may be stopped and started again on the same port."""

    def __init__(self, program: str, folder: Path, password: str = "") -> None:
        port = free_port()
        self.address = f"redis://{f':{password}@' * bool(password)}127.0.0.1:{port}/0"
        quiet = ["--save", "", "--bind", "127.0.0.1", "--dir", str(folder), "--logfile", "redis.log"]
        self.words = [program, "--port", str(port), *quiet, "--requirepass", password]
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(self.words)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=60)


@contextmanager
def bus(folder: Path, password: str = "") -> Iterator[Bus]:
    """Run Redis while it is wanted."""
    program = shutil.which("redis-server")
    if program is None:
        missing("redis-server")
    made = Bus(program, folder, password)
    try:
        yield made
    finally:
        made.stop()


@contextmanager
def cluster() -> Iterator[postgres.Cluster]:
    """PostgreSQL, which may be stopped and started again."""
    programs = postgres.programs()
    if programs is None:
        missing("PostgreSQL (initdb, postgres)")
    with postgres.cluster(programs) as made:
        yield made


def needed(program: str) -> None:
    """A program that a test plays with."""
    if shutil.which(program) is None:
        missing(program)


def missing(what: str) -> NoReturn:
    """Left out with a reason where somebody works; a failure where everything has to be run."""
    if os.environ.get("CI"):
        pytest.fail(WHY.format(what))
    pytest.skip(WHY.format(what))
