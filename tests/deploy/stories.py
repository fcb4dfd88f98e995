"""What is promised of several processes behind a proxy: each story in the size that is asked for."""

import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from typing import Any

import httpx

from tests.deploy.fleet import Fleet
from tests.store.pair import watched
from tests.store.program import WAIT, Program
from tests.store.viewers import Crowd, Viewer, cursor, wait_until_all
from tests.store.writers import Writers
from webapp.live.stream_endpoint import HEARTBEAT

BACK = 10.0  # seconds until all viewers are there again and see the same
PAUSE = 0.1  # seconds between two presses of a writer; together they stay within an address's limit
GROUP = 50  # viewers of one table, behind one address; a table admits 64
_addresses = count(1)


class Presses:
    """GMs who rename one thing each, in turns: their journals say what was done, and in which order."""

    def __init__(self, fleet: Fleet, viewers: int, pause: float = 0.05) -> None:
        self.fleet, self.pause, self.viewers = fleet, pause, viewers
        self.programs = [Program(fleet.url, address=_address()) for _ in range(-(-viewers // GROUP))]
        self.tags = [each.do(do="tag.add", name="Press 0")["tag"] for each in self.programs]
        self.done = 0
        self.refused: Counter[int] = Counter()
        """Answers after which a press was sent again, by status; 0 is none."""
        self.waited: list[float] = []
        self.audiences: list[list[Viewer]] = []
        self.back = 0.0
        self._over = threading.Event()

    @property
    def program(self) -> Program:
        return self.programs[0]

    @property
    def everybody(self) -> list[Viewer]:
        return [each for audience in self.audiences for each in audience]

    def come(self, crowd: Crowd) -> None:
        """Let the viewers come, and wait until all are there."""
        left = self.viewers
        for program in self.programs:
            self.audiences.append(crowd.come(program, "player", min(GROUP, left)))
            left -= GROUP
        self.wait_until_all_equal(within=60 + self.viewers / 20)

    def wait_until_all_equal(self, within: float = 0) -> None:
        """Wait until every viewer stands where its table stands."""
        began, within = time.monotonic(), within or max(BACK, self.viewers / 50)
        for program, audience in zip(self.programs, self.audiences, strict=True):
            now = cursor(program)
            wait_until_all(audience, now, within=began + within - time.monotonic())
        self.back = time.monotonic() - began

    @contextmanager
    def going_on(self) -> Iterator[None]:
        """Press meanwhile."""
        with ThreadPoolExecutor(1) as hand:
            self.pressing = hand.submit(self._press)
            try:
                yield
            finally:
                self._over.set()
            self.pressing.result()

    def _press(self) -> None:
        while not self._over.wait(self.pause):
            began = time.monotonic()
            self.press()
            self.waited.append(time.monotonic() - began)

    def press(self) -> None:
        """Once, and again until it is answered for good, as a page does it."""
        at, number = self.done % len(self.programs), self.done // len(self.programs) + 1
        program, name = self.programs[at], f"Press {number}"
        sent = {"do": "tag.edit", "tag": self.tags[at], "name": name}
        deadline = time.monotonic() + 120
        while True:
            assert time.monotonic() < deadline, f"{name} is not answered: {self.refused}"
            status = 0
            with suppress(httpx.TransportError):
                answer = program.client.post(
                    f"{program.at}/commands", json=sent, headers={"Idempotency-Key": name}
                )
                status = answer.status_code
                if status == 200:
                    self.done += 1
                    return
                assert status in (429, 502, 503, 504), answer.text
            self.refused[status] += 1
            time.sleep(WAIT)

    def wait_for(self, more: int) -> None:
        """Wait until so many more were answered."""
        wanted, deadline = self.done + more, time.monotonic() + 60
        while self.done < wanted:
            if self.pressing.done():
                self.pressing.result()
            assert time.monotonic() < deadline, "the presses are not answered"
            time.sleep(0.01)

    def assert_nothing_lost_or_doubled(self) -> None:
        """Each of them is in its journal once, and in the order in which they were made."""
        for at, program in enumerate(self.programs):
            told = [each["summary"] for each in program.exported()["journal"][1:]]
            times = (self.done - at - 1) // len(self.programs) + 1
            assert told == [f"Press {number + 1}: name changed" for number in range(times)]


def _address() -> str:
    """Return an address of this machine that nobody has called from."""
    number = next(_addresses)
    return f"127.30.{number >> 8}.{number & 255}"


def nothing_happens(fleet: Fleet, viewers: int, seconds: float) -> Presses:
    """All are there, and GMs press."""
    with watched() as crowd:
        presses = Presses(fleet, viewers)
        presses.come(crowd)
        with presses.going_on():
            time.sleep(seconds)
        presses.wait_until_all_equal()
        presses.assert_nothing_lost_or_doubled()
        assert not any(each.cuts for each in presses.everybody)
    return presses


def one_is_killed(fleet: Fleet, viewers: int) -> Presses:
    """Its viewers are led to the others."""
    with watched() as crowd:
        presses = Presses(fleet, viewers)
        presses.come(crowd)
        with presses.going_on():
            presses.wait_for(5)
            fleet.servers[0].stop(hard=True)
            presses.wait_for(5)
        _all_equal(fleet, presses)
        assert any(each.cuts for each in presses.everybody), "it had viewers"
    fleet.start()
    return presses


def the_bus_is_away(fleet: Fleet, viewers: int, seconds: float = 10.0) -> Presses:
    """Edits go on; who is at another process hears of them by its heartbeat, and at once when it is back."""
    with watched() as crowd:
        presses = Presses(fleet, viewers, pause=0.5)
        presses.come(crowd)
        fleet.bus.stop()
        with presses.going_on():
            time.sleep(seconds)
            fleet.bus.start()
        _all_equal(fleet, presses)
        assert presses.done > 2, "edits went on"
    return presses


def the_database_is_away(fleet: Fleet, viewers: int) -> Presses:
    """503 with a sentence, and everything again without a restart."""
    with watched() as crowd:
        presses = Presses(fleet, viewers)
        program = presses.program
        presses.come(crowd)
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
        _all_equal(fleet, presses, within=HEARTBEAT + max(BACK, viewers / 50))
    return presses


def a_rolling_restart(fleet: Fleet, viewers: int, rounds: int = 1) -> Presses:
    """One process after the other, in front of everybody, again and again; each press reaches one of them."""
    with watched() as crowd:
        presses = Presses(fleet, viewers)
        presses.come(crowd)
        with presses.going_on():
            for _ in range(rounds):
                for server in fleet.servers:
                    server.stop()
                    server.start()
                    presses.wait_for(3)
        _all_equal(fleet, presses)
        assert all(each.cuts for each in presses.everybody), "each process was restarted"
        assert not {0, 502, 504} & presses.refused.keys(), (presses.refused, fleet.answers())
    return presses


@dataclass
class Restarts:
    """What four writers noticed of restarts without end."""

    restarts: int
    presses: int
    longest: float
    answers: Counter[int]
    """What nginx answered meanwhile, by status."""


def restarted_in_turn(fleet: Fleet, seconds: float) -> Restarts:
    """One process after the other for so long, under four writers: no press is refused, lost or doubled."""
    before = fleet.answers()
    writers = Writers(*fleet.table(), pause=PAUSE)
    until, turns = time.monotonic() + seconds, 0
    with writers.writing():
        while time.monotonic() < until or turns < 2:
            server = fleet.servers[turns % len(fleet.servers)]
            server.stop()
            server.start()
            writers.wait_for(8)
            turns += 1
    answers = fleet.answers() - before
    assert not writers.unanswered
    assert answers.keys() <= {200, 201}, answers
    writers.assert_nothing_lost_or_doubled()
    return Restarts(turns, writers.acknowledged.total(), writers.longest, answers)


def _pressed(program: Program) -> httpx.Response:
    sent = {"do": "tag.add", "name": "Lost"}
    return program.client.post(f"{program.at}/commands", json=sent)


def _all_equal(fleet: Fleet, presses: Presses, within: float = 0) -> None:
    """Every viewer stands where its table stands, every process says the same of it, no press is lost."""
    presses.wait_until_all_equal(within)
    seen: list[Any] = []
    for server in fleet.servers:
        if server.runs():
            seen.append(presses.program.through(server.url).sees())
    assert all(each == seen[0] for each in seen)
    presses.assert_nothing_lost_or_doubled()
