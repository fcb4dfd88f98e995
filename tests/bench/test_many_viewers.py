"""A restart in front of five hundred viewers, and an evening of eight hours played in two minutes: how soon
all are there again, how long the GM waits meanwhile, and what the server holds at the end. Run by
`make bench`; printed.
"""

import asyncio
import os
import re
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from random import uniform
from statistics import median
from time import perf_counter, sleep
from typing import Any

import httpx
import pytest

from tests.cli.running import Process
from tests.store.program import Program

TABLES, VIEWERS = 10, 50
FIRST, LATEST, AROUND = 0.5, 5.0, (0.7, 1.3)  # seconds, and how far about them: as a page tries again
TIMER = 2.5, 5.5  # seconds after which a page tries by itself
BACK, SPREAD = 10.0, 3.0  # seconds until all are there again, and over which they come at least
PLAYED = 8.0  # seconds after the restart, and the GM changes something all the time
ANSWERED = 0.5  # seconds
EVENING, WARM = 5760, 1000  # changes: one each five seconds for eight hours, and until all is loaded
DRIFT, WAL = 1.05, 8 << 20  # of the memory after the warm part; bytes
DRAWN = re.compile(r'^tableside_drawings_total{template="panels/_journal_partial.html"} (\d+)$', re.MULTILINE)


class Viewer:
    """A page that is open, and comes back whenever it was cut off."""

    def __init__(self, port: int, page: str, cookie: str, cursor: str) -> None:
        self.port, self.page, self.cookie, self.cursor = port, page, cookie, cursor
        self.open, self.came = False, 0.0
        self.retry, self.tries = FIRST, 0

    async def watch(self) -> None:
        while True:
            with suppress(OSError):
                await self._read()
            self.open = False
            await asyncio.sleep(self._patience())

    def _patience(self) -> float:
        """Twice as long with each try, from where the server said; the page's own timer may be first."""
        self.tries += 1
        longer = min(self.retry * 2 ** (self.tries - 1), LATEST) * uniform(*AROUND)
        return min(longer, uniform(*TIMER))

    async def _read(self) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 20)
        try:
            head = f"GET {self.page}/live?cursor={self.cursor} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}"
            writer.write(f"{head}\r\nCookie: {self.cookie}\r\n\r\n".encode())
            async for line in reader:
                if line.startswith(b"retry: "):
                    self.retry = int(line[7:]) / 1000
                if line.startswith(b"id: "):
                    if not self.open:
                        self.open, self.tries, self.came = True, 0, perf_counter()
                    self.cursor = line[4:].strip().decode()
        finally:
            writer.close()


class Crowd:
    """Viewers in a thread of their own."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._watching: list[Future[None]] = []  # whom nobody holds, the loop lets go
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()

    def come(self, program: Program, role: str, number: int) -> list[Viewer]:
        """So many more, who watch a table in one role."""
        with httpx.Client(base_url=program.url) as phone:
            page = phone.get(f"/k/{program.made['keys'][role]}").headers["location"]
            cookie = "; ".join(f"{name}={value}" for name, value in phone.cookies.items())
        now, port = cursor(program, role), httpx.URL(program.url).port or 0
        viewers = [Viewer(port, page, cookie, now) for _ in range(number)]
        self._watching += [asyncio.run_coroutine_threadsafe(each.watch(), self._loop) for each in viewers]
        return viewers

    def go(self) -> None:
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _end(self) -> None:
        rest = asyncio.all_tasks() - {asyncio.current_task()}
        for each in rest:
            each.cancel()
        await asyncio.gather(*rest, return_exceptions=True)


def wait_until_all(viewers: list[Viewer], now: str) -> None:
    """Wait until each of them is there and has seen everything."""
    began = perf_counter()
    while any(not each.open or each.cursor != now for each in viewers):
        assert perf_counter() - began < 60, {(each.open, each.cursor) for each in viewers}
        sleep(0.005)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Process]:
    server = Process(tmp_path, LIMITS="off").ready()
    yield server
    server.stop()


@pytest.fixture
def crowd() -> Iterator[Crowd]:
    crowd = Crowd()
    yield crowd
    crowd.go()


def cursor(program: Program, role: str = "player") -> str:
    with program.connect(role) as client:
        now: str = client.get(program.at).json()["cursor"]
        return now


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
        while perf_counter() - began < PLAYED:
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
    server: Process, crowd: Crowd, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = Program(server.url)
    viewers = [*crowd.come(program, "player", 6), *crowd.come(program, "tv", 1)]
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
    assert memory <= DRIFT * before
    assert files <= opened
    assert max(wal) <= WAL


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
    proc = Path(f"/proc/{server.process.pid}")
    told = (proc / "status").read_text(encoding="utf-8")
    return int(re.findall(r"^VmRSS:\s+(\d+) kB$", told, re.MULTILINE)[0]), len(os.listdir(proc / "fd"))
