"""`make run`, as somebody at home types it: interrupted at any moment, quietly, and continued by the next."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.browser.server import free_port
from tests.cli.commands import BUILT
from tests.house.reading import ROOT
from tests.warm import hear_a_terminal

QUIET = re.compile(
    r"make: \*\*\* (.* (Error 130|Error 143|Interrupt|Terminated)|wait: No child processes.*|Waiting for.*)"
)
"""What make itself says of an interrupt; the last two where its child ended at the same moment."""


class Typed:
    """A command in a process group of its own, as a terminal starts one, with what it says."""

    def __init__(self, folder: Path, *words: str, cwd: Path = ROOT, **settings: str) -> None:
        self.output_file = folder / f"said-{time.monotonic_ns()}.txt"
        with self.output_file.open("wb") as out:
            self.process = subprocess.Popen(
                words,
                cwd=cwd,
                env={"HOME": str(folder), "PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT), **settings},
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                start_new_session=True,
                preexec_fn=hear_a_terminal,
            )

    @property
    def output(self) -> str:
        return self.output_file.read_text(encoding="utf-8")

    def wait_until(self, true: Callable[[], object]) -> None:
        deadline = time.monotonic() + 60
        while not true():
            assert time.monotonic() < deadline, self.output
            assert self.process.poll() is None, self.output
            time.sleep(0.01)

    def interrupt(self) -> list[str]:
        """Press Ctrl-C; the lines that were said, without what make says of it."""
        os.killpg(self.process.pid, signal.SIGINT)
        self.process.wait(timeout=60)
        return [line for line in self.output.splitlines() if line and not QUIET.fullmatch(line)]


Run = Callable[[], Typed]


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Run]:
    """Types `make run`, with an instance of this test's own."""
    started: list[Typed] = []
    settings = {"INSTANCE": str(tmp_path / "instance"), "BIND": "127.0.0.1", "PORT": str(free_port())}

    def typed() -> Typed:
        own = {f"TABLESIDE_{name}": value for name, value in settings.items()}
        started.append(Typed(tmp_path, "make", *BUILT, "run", **own))
        return started[-1]

    yield typed
    for each in started:
        if each.process.poll() is None:
            os.killpg(each.process.pid, signal.SIGKILL)
            each.process.wait()


def test_a_start_that_is_interrupted_is_quiet_and_the_next_prints_the_links(run: Run, tmp_path: Path) -> None:
    importing = run()
    importing.wait_until(lambda: "Starting" in importing.output)
    assert importing.interrupt() == ["Starting Tableside ...", "Stopped."]

    preparing = run()
    preparing.wait_until((tmp_path / "instance" / "first-start").exists)
    assert preparing.interrupt() == ["Starting Tableside ...", "Stopped."]
    assert list((tmp_path / "instance").glob("stacks-*")) == []

    serving = run()
    serving.wait_until(lambda: "Stop with Ctrl-C." in serving.output)
    assert "A demo table" in serving.output
    assert "make links ARGS=" in serving.output
    assert "GET / 200" not in serving.output, "its own first request"
    second = run()
    second.process.wait(timeout=60)
    assert "Tableside already runs at http://localhost:" in second.output
    assert serving.interrupt()[-2:] == ["Stopping.", "Stopped."]
    assert "Traceback" not in serving.output
    assert not (tmp_path / "instance" / "first-start").exists()


STANDS_STILL = """#!/bin/sh
case "$*" in
*"-m venv"*) mkdir -p .venv && touch .venv/begun && exec {python} -c 'import time; time.sleep(600)' ;;
esac
"""


def test_building_is_interrupted_quietly(tmp_path: Path) -> None:
    """A Python that stands still while it makes the environment, and prints a traceback at Ctrl-C."""
    (tmp_path / ".ci").mkdir()
    shutil.copy(ROOT / ".ci" / "build", tmp_path / ".ci")
    python = tmp_path / "python-that-waits"
    python.write_text(STANDS_STILL.format(python=sys.executable))
    python.chmod(0o755)
    build = Typed(tmp_path, ".ci/build", "run", cwd=tmp_path, PYTHON=str(python))
    build.wait_until((tmp_path / ".venv" / "begun").exists)
    assert build.interrupt() == [
        "Making an environment in .venv ...",
        "Stopped. The next make goes on from here.",
    ]
    assert build.process.returncode == 130
