"""How long others wait while somebody does harm: measured in the same run, from another address."""

import json
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field

import httpx

from tests.browser.server import ROOT
from tests.cli.running import Process

MOST = 100.0  # ms, p95
PACE = 0.02  # seconds between two requests of somebody else
LOST = 10_000.0  # ms that stand for no answer at all
NEIGHBOUR = "127.0.0.99"


@dataclass
class Measured:
    """What others waited for each of their requests, in ms, and how the attack was answered."""

    waited: list[float] = field(default_factory=list)
    told: dict[str, int] = field(default_factory=dict)

    @property
    def p95(self) -> float:
        return sorted(self.waited)[int(0.95 * (len(self.waited) - 1))]


class Neighbour:
    """Somebody at a table of their own, who ticks a clock and looks whether the server answers."""

    def __init__(self, server: Process) -> None:
        self.server = server
        self.client = self._connect()
        made = self.client.post("/api/v1/tables", json={"name": "Elm"}).json()
        self.at = f"/api/v1/tables/{made['table']}/commands"
        self.key = {"Authorization": f"Bearer {made['keys']['gm']}"}
        self.clock = self._do(do="clock.add", name="Tide", segments=100).json()["result"]["clock"]

    def beside(self, attack: str, seconds: float) -> Measured:
        """Go on as usual while it happens."""
        words = (sys.executable, "-m", "tests.attack.tools", attack, str(self.server.port), str(seconds))
        with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE) as harm:
            time.sleep(0.5)  # until it has begun
            measured = Measured(self._waits(seconds - 0.5))
            with suppress(subprocess.TimeoutExpired):
                measured.told = json.loads(harm.communicate(timeout=30)[0])
            harm.kill()
        return measured

    def _waits(self, seconds: float) -> list[float]:
        """A tick on a connection that is kept, then a look on a new one."""
        until, waited = time.monotonic() + seconds, []
        while time.monotonic() < until or len(waited) < 20:
            began = time.monotonic()
            waited.append(self._tick() if len(waited) % 2 else self._look())
            if waited[-1] >= LOST and waited.count(LOST) > 3:
                break  # it is down; nobody needs to wait for more
            time.sleep(max(0.0, PACE - (time.monotonic() - began)))
        return waited

    def _tick(self) -> float:
        return _ms(lambda: self._do(do="clock.tick", clock=self.clock, by=1))

    def _look(self) -> float:
        def look() -> httpx.Response:
            with self._connect() as fresh:
                return fresh.get("/healthz")

        return _ms(look)

    def _do(self, **sent: object) -> httpx.Response:
        return self.client.post(self.at, json=sent, headers=self.key)

    def _connect(self) -> httpx.Client:
        own = httpx.HTTPTransport(local_address=NEIGHBOUR)
        return httpx.Client(base_url=self.server.url, transport=own, timeout=5)


def _ms(ask: "object") -> float:
    began = time.monotonic()
    try:
        answered = ask().status_code == 200  # type: ignore[operator]
    except httpx.HTTPError:
        answered = False
    return 1000 * (time.monotonic() - began) if answered else LOST
