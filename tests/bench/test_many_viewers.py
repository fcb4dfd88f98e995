"""A restart in front of five hundred viewers, and an evening of eight hours played in two minutes: how soon
all are there again, how long the GM waits meanwhile, and what the server holds at the end. Run by
`make bench`; printed.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import perf_counter, sleep
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect

from tests.browser.conftest import browser_type_launch_args as browser_type_launch_args
from tests.cli.running import Process, served_with
from tests.store.program import Program
from tests.store.viewers import Crowd, cursor, wait_until_all

TABLES, VIEWERS = 10, 50
BACK, SPREAD = 10.0, 3.0  # seconds until all are there again, and over which they come at least
SECONDS = 8.0  # seconds after the restart, and the GM changes something all the time
ANSWERED = 0.5  # seconds
EVENING, WARM = 5760, 1000  # changes: one each five seconds for eight hours, and until all is loaded
AN_HOUR_IS = 12.0  # seconds, about as fast as the changes are made
QUICKLY = f"""
import webapp.start, webapp.live.stream_endpoint
webapp.start.HOUR = webapp.live.stream_endpoint.LONGEST = {AN_HOUR_IS}
webapp.live.stream_endpoint.HEARTBEAT = {AN_HOUR_IS / 60}
"""
DRIFT, WAL = 1.05, 8 << 20  # of the memory after the warm part; bytes
DRAWN = re.compile(
    r'^tableside_drawings_total{template="panels/_journal_partial.html"} (\d+)\.0$', re.MULTILINE
)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Process]:
    server = Process(tmp_path, LIMITS="off").ready()
    yield server
    server.stop()


@pytest.fixture
def quick_server(tmp_path: Path) -> Iterator[Process]:
    """One whose hours pass in seconds: streams end after one and come back, the house is kept every hour."""
    server = Process(tmp_path, *served_with(QUICKLY), LIMITS="off").ready()
    yield server
    server.stop()


@pytest.fixture
def crowd() -> Iterator[Crowd]:
    crowd = Crowd()
    yield crowd
    crowd.go()


def pressed(program: Program, **sent: Any) -> float:
    """How long the GM waits for the answer, in seconds."""
    began = perf_counter()
    program.do(**sent)
    return perf_counter() - began


def p95(times: list[float]) -> float:
    return sorted(times)[int(len(times) * 0.95)]


def drawn(program: Program) -> int:
    """How many messages this process drew since it started."""
    return sum(map(int, DRAWN.findall(program.client.get(f"{program.url}/metrics").text)))


@pytest.mark.parametrize("away", [0, 10])
def test_a_restart_in_front_of_five_hundred(
    server: Process, crowd: Crowd, tmp_path: Path, capsys: pytest.CaptureFixture[str], away: int
) -> None:
    programs = [Program(server.url) for _ in range(TABLES)]
    everybody = [each for program in programs for each in crowd.come(program, "player", VIEWERS)]
    program, own = programs[0], everybody[:VIEWERS]
    wait_until_all(own, cursor(program))
    while not all(each.open for each in everybody):
        sleep(0.005)
    for each in programs:
        each.clock()  # with which everybody learns when to come back
    wait_until_all(own, cursor(program))
    server.stop()
    sleep(away)
    again = Process(tmp_path, LIMITS="off", PORT=str(server.port)).ready()
    try:
        began, back = perf_counter(), 0.0
        waits: list[float] = []
        while perf_counter() - began < SECONDS:
            waits.append(pressed(program, do="tag.add", name=f"Tag {len(waits)}"))
            if not back and all(each.open for each in everybody):
                back = perf_counter() - began
            sleep(0.05)
        wait_until_all(everybody[:VIEWERS], cursor(program))
        came = sorted(each.came for each in everybody)
        messages = drawn(program)
    finally:
        again.stop()
    with capsys.disabled():
        print(f"\n{len(everybody)} viewers are there again {back:.1f} s after the first answer", end=" ")
        print(f"of a server that was away {away} s; they came over {came[-1] - came[0]:.1f} s")
        print(f"the GM meanwhile: median {1000 * median(waits):.0f} ms, p95 {1000 * p95(waits):.0f} ms")
        print(f"{len(waits)} changes, {messages} messages drawn for {len(own)} viewers")
    assert 0 < back <= BACK
    assert came[-1] - came[0] >= SPREAD
    assert p95(waits) <= ANSWERED
    assert 0 < messages <= 2 * len(waits)


def test_an_evening(
    quick_server: Process, crowd: Crowd, browser: Browser, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server = quick_server
    program = Program(server.url)
    viewers = [*crowd.come(program, "player", 6), *crowd.come(program, "tv", 1)]
    screens = {role: Shown(browser.new_page(), program, role) for role in ("gm", "player", "tv")}
    clock, wal, warm = program.clock("Alarm"), [0], (0, 0)
    for change in range(EVENING):
        if change == WARM:
            warm = _held(server)
        _play(program, change, clock)
        wal += [each.stat().st_size for each in (tmp_path / "instance").glob("*-wal")]
    (memory, files), (before, opened) = _held(server), warm
    with capsys.disabled():
        print(f"\n{EVENING} changes before {len(viewers)} viewers: {before} KB, then {memory} KB")
        print(f"{opened} open files, then {files}; largest write-ahead log {max(wal) / (1 << 20):.1f} MB")
    wait_until_all(viewers[:6], cursor(program))
    for role, screen in screens.items():
        expect(screen.page.locator("body")).to_have_attribute(
            "data-cursor", cursor(program, role), timeout=60000
        )
        assert screen.complaints == [], role
    assert memory <= DRIFT * before
    assert files <= opened
    assert max(wal) <= WAL


class Shown:
    """A page in a real browser, and all that its console says is wrong."""

    def __init__(self, page: Page, program: Program, role: str) -> None:
        self.page, self.complaints = page, list[str]()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._record_message)
        page.goto(f"{program.url}/k/{program.made['keys'][role]}", wait_until="domcontentloaded")

    def _record_message(self, said: ConsoleMessage) -> None:
        if said.type == "error":
            self.complaints.append(said.text)


def _play(program: Program, change: int, clock: int) -> None:
    """A clock goes to and fro; now and then a tag comes or goes."""
    match change % 40:
        case 10:
            program.do(do="tag.add", name=f"Tag {change}")
        case 30:
            program.do(do="tag.remove", tag=program.sees()["tags"][0]["id"])
        case even_or_odd:
            program.do(do="clock.tick", clock=clock, by=-1 if even_or_odd % 2 else 1)


def _held(server: Process) -> tuple[int, int]:
    """The server's memory in KB, and how many files it has open."""
    proc = Path(f"/proc/{server.worker}")
    told = (proc / "status").read_text(encoding="utf-8")
    return int(re.findall(r"^VmRSS:\s+(\d+) kB$", told, re.MULTILINE)[0]), len(os.listdir(proc / "fd"))
