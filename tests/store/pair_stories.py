"""What is promised of one process, played at two: each story in the size that is asked for."""

import itertools
import json
import random
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx

from tests.browser.server import ROOT, Server
from tests.store import postgres
from tests.store.crowd import Tick, four_at_once
from tests.store.pair import Pair, watched
from tests.store.program import Program
from tests.store.viewers import cursor, wait_until_all
from tests.store.writers import Writers
from webapp.live.stream_endpoint import HEARTBEAT

STOPS, BACK = 5.0, 10.0  # seconds
BUSY = 2  # times as long, on a machine busy with other tests
HASTY = 0.2, 0.6  # seconds between two tries of a viewer, where nothing is said of how long it waits


# ---- kills, stops --------------------------------------------------------------------------------


def killed_and_stopped(pair: Pair, times: int, between: int) -> None:
    """By turns each is killed, or told to stop, while four hands write; what one leaves the other answers."""
    writers = Writers(*pair.table())
    with writers.writing():
        for turn in range(times):
            writers.wait_for(between)
            server = (pair.one, pair.two)[turn % 2]
            began = time.monotonic()
            server.stop(hard=turn % 4 in (0, 3))
            assert time.monotonic() - began < BUSY * STOPS
            server.start()
    writers.assert_nothing_lost_or_doubled()


# ---- many hands ----------------------------------------------------------------------------------


def by_turns(programs: tuple[Program, Program], clock: int) -> Tick:
    """Ticks that go now to the one, now to the other."""
    turns, lock = itertools.cycle(programs), threading.Lock()

    def tick(by: int) -> dict[str, Any]:
        with lock:
            program = next(turns)
        return program.do(do="clock.tick", clock=clock, by=by)

    return tick


def ticked_by_four(pair: Pair, each: int) -> None:
    programs = pair.table()
    clock = programs[0].clock(filled=45)
    assert four_at_once(by_turns(programs, clock), each) == 0
    for program in programs:
        assert program.sees()["clocks"][0]["filled"] == 45
    assert len(programs[1].exported()["journal"]) == 4 * each + 1


# ---- the same press again ------------------------------------------------------------------------


def pressed_at_both(pair: Pair, times: int) -> None:
    """At the same moment and later: done once, answered alike; with another command it is refused."""
    one, two = pair.table()
    clock = one.clock()

    def press(program: Program, by: int = 1) -> httpx.Response:
        sent = {"do": "clock.tick", "clock": clock, "by": by}
        return program.client.post(f"{program.at}/commands", json=sent, headers={"Idempotency-Key": "again"})

    with ThreadPoolExecutor(10) as hands:
        answers = list(hands.map(press, [one, two] * (times // 2)))
    answers.append(press(two))
    assert {each.text for each in answers} == {answers[0].text}
    assert [each.headers.get("Idempotent-Replayed") for each in answers].count("true") == times
    assert press(two, by=2).status_code == 422
    assert one.sees()["clocks"][0]["filled"] == 1


def answered_to_nobody(pair: Pair, times: int) -> None:
    """Whoever presses is gone before the answer comes, and presses again at the other process."""
    one, two = pair.table()
    for number in range(times):
        sent = {"do": "tag.add", "name": f"Tag {number}"}
        _send_and_hang_up(one, f"press-{number}", sent)
        two.do(press=f"press-{number}", **sent)
    assert [tag["name"] for tag in one.sees()["tags"]] == [f"Tag {number}" for number in range(times)]
    assert len(two.exported()["journal"]) == times


def _send_and_hang_up(program: Program, press: str, sent: dict[str, Any]) -> None:
    url, body = httpx.URL(f"{program.at}/commands"), json.dumps(sent)
    head = [
        f"POST {url.path} HTTP/1.1",
        f"Host: {url.host}:{url.port}",
        f"Authorization: {program.client.headers['Authorization']}",
        f"Idempotency-Key: {press}",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
    ]
    with socket.create_connection((url.host, url.port or 0)) as gone:
        gone.sendall("\r\n".join([*head, "", body]).encode())


# ---- order ---------------------------------------------------------------------------------------


class Listener:
    """A program that hears a table's changes, is cut off now and then, and goes on at the other process."""

    def __init__(self, programs: tuple[Program, ...], role: str, chance: random.Random) -> None:
        self.programs, self.role, self.chance = programs, role, chance
        self.heard: list[int] = []
        self.cursor = cursor(programs[0], role)
        self.done = threading.Event()

    def listen(self) -> None:
        while not self.done.is_set():
            program = self.chance.choice(self.programs)
            with suppress(httpx.TransportError), program.connect(self.role) as client:
                self._hear(client, program, self.chance.randint(1, 12))

    def _hear(self, client: httpx.Client, program: Program, most: int) -> None:
        last = {"Last-Event-ID": self.cursor}
        with client.stream("GET", f"{program.at}/live", headers=last, timeout=0.5) as stream:
            told = None
            for line in stream.iter_lines():
                if line.startswith("id: "):
                    told = line[4:]
                elif told and line.startswith("data: {"):
                    self.cursor = told
                    self.heard.append(int(told.rpartition("-")[2]))
                    told, most = None, most - 1
                if most <= 0 or self.done.is_set():
                    return


def heard_in_order(pair: Pair, changes: int, seed: int) -> None:
    """Things change at both processes; GM, players and TV hear of each change once, in its order."""
    chance, programs = random.Random(seed), pair.table()
    clock = programs[0].clock()
    roles = {role: Listener(programs, role, random.Random(seed + n)) for n, role in enumerate(ROLES)}
    first = {role: int(each.cursor.rpartition("-")[2]) for role, each in roles.items()}
    with ThreadPoolExecutor(6) as hands:
        listening = [hands.submit(each.listen) for each in roles.values()]
        list(hands.map(lambda sent: chance.choice(programs).do(**sent), _changes(chance, clock, changes)))
        for role, each in roles.items():
            _wait_for(lambda each=each, role=role: each.cursor == cursor(programs[0], role))
            each.done.set()
        for future in listening:
            future.result()
    for role, each in roles.items():
        last = int(each.cursor.rpartition("-")[2])
        assert each.heard == list(range(first[role] + 1, last + 1)), (seed, role)
        assert _seen(programs[0], role) == _seen(programs[1], role), (seed, role)


ROLES = ("gm", "player", "tv")


def _changes(chance: random.Random, clock: int, number: int) -> Iterator[dict[str, Any]]:
    shown = ("shown", "secret", "masked")
    for each in range(number):
        match chance.randrange(3):
            case 0:
                yield {"do": "clock.tick", "clock": clock, "by": chance.choice((1, 1, -1))}
            case 1:
                yield {"do": "tag.add", "name": f"Tag {each}", "visibility": chance.choice(shown)}
            case _:
                yield {"do": "clock.edit", "clock": clock, "visibility": chance.choice(shown)}


def _seen(program: Program, role: str) -> dict[str, Any]:
    with program.connect(role) as client:
        seen: dict[str, Any] = client.get(program.at).json()
        return seen


def _wait_for(holds: Any, within: float = 60) -> None:
    deadline = time.monotonic() + within
    while not holds():
        assert time.monotonic() < deadline, "it did not come about"
        time.sleep(0.02)


# ---- restarts in front of viewers ----------------------------------------------------------------


def one_goes(pair: Pair, each: int) -> None:
    """Those at the other process notice nothing. Of those at this one some wait for it to come back, and some
    are told 503 for a while and then led to the other; nobody misses anything."""
    with watched() as crowd, unavailable() as nowhere:
        one, two = pair.table()
        waiting, led, there = (crowd.come(program, "player", each) for program in (one, one, two))
        everybody = [*waiting, *led, *there]
        wait_until_all(everybody, cursor(two))
        for viewer in led:
            viewer.port = nowhere
        pair.one.stop()
        two.clock("Meanwhile")
        wait_until_all(there, cursor(two))
        _wait_for(lambda: all(viewer.tries for viewer in led))
        for viewer in led:
            viewer.port = pair.two.port
        wait_until_all(led, cursor(two), within=BUSY * BACK)
        pair.one.start()
        wait_until_all(everybody, cursor(two), within=BUSY * BACK)
        assert [viewer.cuts for viewer in there] == [0] * each


@contextmanager
def unavailable() -> Iterator[int]:
    """A port where everything is answered with 503."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=1000)

    def answer() -> None:
        with suppress(OSError):
            while True:
                asking, _ = listener.accept()
                asking.recv(65536)
                asking.sendall(
                    b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                )
                asking.close()

    threading.Thread(target=answer, daemon=True).start()
    yield listener.getsockname()[1]
    listener.shutdown(socket.SHUT_RDWR)
    listener.close()


# ---- slow viewers --------------------------------------------------------------------------------


def nobody_waits_for_the_slow(pair: Pair, slow: int, changes: int) -> None:
    """Some at this process read nothing of what the other changes; all others hear of it at once."""
    with watched() as crowd:
        one, two = pair.table()
        tag = [
            two.do(do="tag.add", name=f"{number} " + "x" * 70, clears="y" * 80)["tag"] for number in range(20)
        ]
        fast = crowd.come(one, "player", 3)
        wait_until_all(fast, cursor(two))
        deaf = [_deaf(pair.one, fast[0].page, fast[0].cookie, fast[0].cursor) for _ in range(slow)]
        for change in range(changes):
            two.do(do="tag.edit", tag=tag[0], name=f"Change {change}")
            wait_until_all(fast, cursor(two), within=HEARTBEAT - 1)
        assert all(viewer.cuts == 0 for viewer in fast)
        _wait_for(lambda: _streams(one) == len(fast))
        for each in deaf:
            each.close()


def _deaf(server: Server, page: str, cookie: str, cursor: str) -> socket.socket:
    """A page that takes its first bytes and no more."""
    phone = socket.socket()
    phone.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    phone.connect(("127.0.0.1", server.port))
    head = f"GET {page}/live?cursor={cursor} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\n\r\n"
    phone.sendall(head.encode())
    return phone


def _streams(program: Program) -> int:
    counts = program.client.get(f"{program.url}/metrics").text
    return int(float(counts.partition("\ntableside_streams_open ")[2].split("\n")[0]))


# ---- back to a backup ----------------------------------------------------------------------------


def restored(pair: Pair, folder: Path) -> None:
    """By PostgreSQL's own tools; whoever is ahead of the restored state takes it nevertheless."""
    with watched() as crowd:
        one, two = pair.table()
        clock = one.clock()
        then = _seen(two, "player")["clocks"]
        _tool("pg_dump", pair, "-Fc", "-f", str(folder / "kept"))
        for _ in range(3):
            two.do(do="clock.tick", clock=clock)
        viewers = [*crowd.come(one, "player", 3), *crowd.come(two, "player", 3)]
        for viewer in viewers:
            viewer.timer = HASTY
        wait_until_all(viewers, cursor(two))
        pair.stop()
        _tool("pg_restore", pair, "--clean", "--if-exists", str(folder / "kept"))
        subprocess.run(
            [sys.executable, "-m", "webapp", "restore", "--new-epochs"], cwd=ROOT, check=True, **QUIET
        )
        pair.start()
        wait_until_all(viewers, cursor(two), within=BUSY * BACK)
        assert cursor(one) == cursor(two)
        assert _seen(one, "player")["clocks"] == _seen(two, "player")["clocks"] == then


QUIET: dict[str, Any] = {"capture_output": True}


def _tool(name: str, pair: Pair, *words: str) -> None:
    """One of PostgreSQL's programs on the pair's database."""
    programs = postgres.programs()
    assert programs is not None
    subprocess.run([programs / name, "-d", pair.database, *words], check=True, **QUIET)
