"""`python -m webapp serve`, and gunicorn by its own command, as processes with what they print."""

import os
import re
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import httpx

from tests import warm
from tests.browser.server import ROOT, free_port

LINK = re.compile(r"/k/(\S+)")
SERVE = "from gevent import monkey; monkey.patch_all(); {more}; from webapp.cli import main; main(['serve'])"


def served_with(more: str) -> tuple[str, str, str]:
    """The command of a server in which something is different."""
    return sys.executable, "-c", SERVE.format(more=f"exec({more!r})")


class Process:
    """A server that was started, and everything it said."""

    def __init__(
        self,
        folder: Path,
        *command: str,
        environment: Mapping[str, str] = os.environ,
        cwd: Path = ROOT,
        **settings: str,
    ) -> None:
        self.port = int(settings.get("PORT") or free_port())
        self.url = f"http://127.0.0.1:{self.port}"
        self.out = folder / f"said-{self.port}-{time.monotonic_ns()}.txt"
        chosen = {
            "INSTANCE": str(folder / "instance"),
            "BIND": "127.0.0.1",
            "PORT": str(self.port),
        } | settings
        own = {f"TABLESIDE_{name}": value for name, value in chosen.items()}
        self.out.touch()
        words = command or (sys.executable, "-m", "webapp", "serve")
        self.process = warm.started(words, {**environment, **own}, cwd, self.out)

    @property
    def worker(self) -> int:
        """The process that does the work: the parent's child."""
        return warm.worker(self.process.pid)

    @property
    def output(self) -> str:
        return self.out.read_text(encoding="utf-8")

    def ready(self) -> "Process":
        """Wait until it answers."""
        deadline = time.monotonic() + 90  # a busy machine
        while time.monotonic() < deadline:
            assert self.process.poll() is None, self.output
            try:
                if httpx.get(f"{self.url}/healthz", timeout=10).status_code == 200:
                    return self
            except httpx.TransportError:
                time.sleep(0.05)
        raise AssertionError(self.output)

    def wait_for(self, words: str) -> None:
        """Wait until it has said this."""
        deadline = time.monotonic() + 60
        while words not in self.output:
            assert time.monotonic() < deadline, self.output
            time.sleep(0.02)

    def ended(self, within: float = 60) -> int:
        """Wait for its end; the exit code."""
        return self.process.wait(timeout=within)

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            self.ended()

    def tokens(self) -> list[str]:
        """The keys of the links it printed: GM, player, TV."""
        self.wait_for("Stop with Ctrl-C.")
        return LINK.findall(self.output)
