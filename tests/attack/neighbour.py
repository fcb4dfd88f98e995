"""How long others wait while somebody does harm: measured in the same run, from another address.

Both are measured: the time on the wall, and how long the server worked meanwhile, which says the same on a
machine busy with other tests, where everything takes longer.
"""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import httpx

from tests.attack.conftest import served
from tests.attack.tools import ATTACKS
from tests.browser.server import ROOT
from tests.cli.running import Process
from tests.warm import family

MOST = 100.0  # ms, p95
TIMES = 16  # or so many times the work for a tick alone: on a machine that does nothing else that is less
PACE = 0.02  # seconds between two requests of somebody else
PATIENCE = 15.0  # seconds until somebody else gives up
LOST = 10_000.0  # ms that stand for no answer at all
NEIGHBOUR = "127.0.0.99"
TOO_LONG = 1000.0  # ms; whoever waits so long is held up, however busy the machine


@dataclass
class Measured:
    """What others waited for each of their requests, in ms, and how the attack was answered."""

    waits: list["Wait"]
    answers: dict[str, int] = field(default_factory=dict)

    @property
    def p95(self) -> float:
        """Of the server's own work."""
        return _at_most(0.95, [each.worked for each in self.waits])

    def on_the_wall(self, part: float) -> float:
        """How long this part of all requests took at most."""
        return _at_most(part, [each.waited for each in self.waits])


@dataclass(frozen=True)
class Wait:
    """One request of somebody else: how long it took, and how long the server worked in that time, in ms."""

    waited: float
    worked: float
    lost: str = ""
    """Why there was no answer to it: the status, or the client's error."""


def most(alone: Measured) -> float:
    """How long the server may work while others wait, in ms: on a busy machine the same work takes longer."""
    a_tick = _at_most(0.75, [each.worked for each in alone.waits])  # every other request, and the longer one
    return max(MOST, TIMES * a_tick)


def _at_most(part: float, values: list[float]) -> float:
    return sorted(values)[int(part * (len(values) - 1))]


class Neighbour:
    """Somebody at a table of their own, who ticks a clock and looks whether the server answers."""

    def __init__(self, server: Process) -> None:
        self.server, self.workers = server, family(server.process.pid)
        self.client = self._connect()
        self.client.timeout = httpx.Timeout(30)  # a server that has just started, on a busy machine
        made = self.client.post("/api/v1/tables", json={"name": "Elm"}).json()
        self.table, self.keys = made["table"], made["keys"]
        self.at = f"/api/v1/tables/{self.table}/commands"
        self.key = {"Authorization": f"Bearer {made['keys']['gm']}"}
        self.clock = self._do(do="clock.add", name="Tide", segments=100).json()["result"]["clock"]

    def later(self) -> "Neighbour":
        """When the server has run for a while: what is made once was made."""
        for page in ("/patterns", "/api", "/api/v1/openapi.json", "/api/v1/rulesets", "/rules/mettle"):
            self.client.get(page)
        return self

    def alone(self, seconds: float) -> Measured:
        """How long it takes on this machine as it is, with nothing beside it."""
        return Measured(list(self._waits(seconds)))

    def beside(self, attack: str, seconds: float) -> Measured:
        """Go on as usual while it happens."""
        with self._done(attack, seconds) as said:
            measured = Measured(list(self._waits(seconds)))
            measured.answers = json.loads(said.readline())
        return measured

    def is_held_up_by(self, attack: str) -> bool:
        """Whether somebody waits for longer than anybody should; it is given up when that does not happen."""
        with self._done(attack, TOO_LONG / 50):
            return any(each.waited > TOO_LONG for each in self._waits(20 * TOO_LONG / 1000))

    @contextmanager
    def _done(self, attack: str, seconds: float) -> Iterator[IO[bytes]]:
        """It has begun; what it says at its end can be read."""
        words = (sys.executable, "-m", "tests.attack.tools", attack, str(self.server.port), str(seconds))
        with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE) as harm:
            assert harm.stdout is not None
            harm.stdout.readline()
            try:
                yield harm.stdout
            finally:
                harm.kill()

    def _waits(self, seconds: float) -> Iterator[Wait]:
        """A tick on a connection that is kept, then a look on a new one; no more when the server is down."""
        until, lost, number = time.monotonic() + seconds, 0, 0
        self.client.timeout = httpx.Timeout(PATIENCE)
        while lost <= 3 and (time.monotonic() < until or number < 20):
            began = time.monotonic()
            wait = self._wait(self._tick if number % 2 else self._get_health)
            yield wait
            lost, number = lost + (wait.waited >= LOST), number + 1
            time.sleep(max(0.0, PACE - (time.monotonic() - began)))

    def _wait(self, ask: Callable[[], httpx.Response]) -> Wait:
        began, worked = time.monotonic(), self._worked()
        try:
            answer = ask()
            lost = "" if answer.status_code == 200 else f"{answer.status_code} {answer.text[:200]}"
        except httpx.HTTPError as error:
            lost = f"{type(error).__name__} after {time.monotonic() - began:.1f} s"
        if lost:
            return Wait(LOST, LOST, lost)
        return Wait(1000 * (time.monotonic() - began), self._worked() - worked)

    def _worked(self) -> float:
        """How long the server has worked so far, in ms."""
        return sum(_on_a_core(pid) for pid in self.workers)

    def _tick(self) -> httpx.Response:
        return self._do(do="clock.tick", clock=self.clock, by=1)

    def _get_health(self) -> httpx.Response:
        with self._connect() as fresh:
            return fresh.get("/healthz")

    def _do(self, **sent: object) -> httpx.Response:
        return self.client.post(self.at, json=sent, headers=self.key)

    def _connect(self) -> httpx.Client:
        own = httpx.HTTPTransport(local_address=NEIGHBOUR, verify=False)  # else it reads certificates, 20 ms
        return httpx.Client(base_url=self.server.url, transport=own, timeout=PATIENCE)


def _on_a_core(pid: int) -> float:
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1_000_000


def serve_undefended(attack: str, folder: Path) -> Process:
    """Start a server without the defence against this attack."""
    return served(folder, ATTACKS[attack].naive)
