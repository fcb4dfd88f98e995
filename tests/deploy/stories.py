"""What is promised of several processes behind a proxy: each story in the size that is asked for."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import httpx

from tests.deploy.fleet import Fleet
from tests.store.pair import watched
from tests.store.program import WAIT, Program
from tests.store.viewers import Viewer, cursor, wait_until_all
from webapp.live.stream import HEARTBEAT

BACK = 10.0  # seconds until all viewers are there again and see the same


class Presses:
    """A GM who goes on renaming one thing: its journal says what was done, and in which order."""

    def __init__(self, fleet: Fleet, pause: float = 0.05) -> None:
        self.fleet, self.pause = fleet, pause
        self.program = Program(fleet.url)
        self.tag = self.program.do(do="tag.add", name="Press 0")["tag"]
        self.done = 0
        self.waited: list[float] = []
        self._over = threading.Event()

    @contextmanager
    def going_on(self) -> Iterator[None]:
        """Press meanwhile."""
        with ThreadPoolExecutor(1) as hand:
            pressing = hand.submit(self._press)
            try:
                yield
            finally:
                self._over.set()
            pressing.result()

    def _press(self) -> None:
        while not self._over.wait(self.pause):
            began = time.monotonic()
            self.press()
            self.waited.append(time.monotonic() - began)

    def press(self) -> None:
        """Once, and again until it is answered for good, as a page does it."""
        name, client = f"Press {self.done + 1}", self.program.client
        sent = {"do": "tag.edit", "tag": self.tag, "name": name}
        while True:
            answer = client.post(f"{self.program.at}/commands", json=sent, headers={"Idempotency-Key": name})
            if answer.status_code < 500:
                assert answer.status_code == 200, answer.text
                self.done += 1
                return
            time.sleep(WAIT)

    def wait_for(self, more: int) -> None:
        """Wait until so many more were answered."""
        wanted, deadline = self.done + more, time.monotonic() + 60
        while self.done < wanted:
            assert time.monotonic() < deadline, "the presses are not answered"
            time.sleep(0.01)

    def assert_nothing_lost_or_doubled(self) -> None:
        """Each of them is in the journal once, and in the order in which they were made."""
        told = [each["summary"] for each in self.program.exported()["journal"][1:]]
        assert told == [f"Press {number + 1}: name changed" for number in range(self.done)]


def one_is_killed(fleet: Fleet, viewers: int) -> None:
    """Its viewers are led to the others."""
    with watched() as crowd:
        presses = Presses(fleet)
        everybody = crowd.come(presses.program, "player", viewers)
        wait_until_all(everybody, cursor(presses.program))
        with presses.going_on():
            presses.wait_for(5)
            fleet.servers[0].stop(hard=True)
            presses.wait_for(5)
        _all_equal(fleet, presses.program, everybody)
        presses.assert_nothing_lost_or_doubled()
        assert any(each.cuts for each in everybody), "it had viewers"
    fleet.start()


def the_bus_is_away(fleet: Fleet, viewers: int, seconds: float = 10.0) -> None:
    """Edits go on; who is at another process hears of them by its heartbeat, and at once when it is back."""
    with watched() as crowd:
        presses = Presses(fleet, pause=0.5)
        everybody = crowd.come(presses.program, "player", viewers)
        wait_until_all(everybody, cursor(presses.program))
        fleet.bus.stop()
        with presses.going_on():
            time.sleep(seconds)
            fleet.bus.start()
        _all_equal(fleet, presses.program, everybody)
        presses.assert_nothing_lost_or_doubled()
        assert presses.done > 2, "edits went on"


def the_database_is_away(fleet: Fleet, viewers: int) -> None:
    """503 with a sentence, and everything again without a restart."""
    with watched() as crowd:
        presses = Presses(fleet)
        program = presses.program
        everybody = crowd.come(program, "player", viewers)
        wait_until_all(everybody, cursor(program))
        fleet.database.stop()
        for answer in (_pressed(program), program.client.get(program.at)):
            assert answer.status_code == 503, answer.text
            assert int(answer.headers["Retry-After"]) >= 1
            assert answer.json()["error"]["message"].endswith(".")
        page = httpx.get(f"{fleet.url}/k/{program.made['keys']['player']}")
        assert page.status_code == 503
        assert "try again" in page.text
        fleet.database.start()
        presses.press()
        assert program.sees()["tags"][0]["name"] == "Press 1"
        _all_equal(fleet, program, everybody, within=HEARTBEAT + BACK)


def a_rolling_restart(fleet: Fleet, viewers: int) -> list[float]:
    """One process after the other, in front of everybody; how long each press took."""
    with watched() as crowd:
        presses = Presses(fleet)
        everybody = crowd.come(presses.program, "player", viewers)
        wait_until_all(everybody, cursor(presses.program))
        with presses.going_on():
            for server in fleet.servers:
                server.stop()
                server.start()
                presses.wait_for(3)
        _all_equal(fleet, presses.program, everybody)
        presses.assert_nothing_lost_or_doubled()
        assert all(each.cuts for each in everybody), "each process was restarted"
    return presses.waited


def _pressed(program: Program) -> httpx.Response:
    sent = {"do": "tag.add", "name": "Lost"}
    return program.client.post(f"{program.at}/commands", json=sent)


def _all_equal(fleet: Fleet, program: Program, viewers: list[Viewer], within: float = BACK) -> None:
    """Every viewer stands where the table stands, and every process says the same of it."""
    wait_until_all(viewers, cursor(program), within=within)
    seen: list[Any] = []
    for server in fleet.servers:
        if server.runs():
            seen.append(program.through(server.url).sees())
    assert all(each == seen[0] for each in seen)
