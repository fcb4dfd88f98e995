"""Redis hangs, or says what is not so: nobody at a table waits for it, and the database decides."""

import json
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import redis

from tests.browser.server import Server
from tests.store import services
from tests.store.program import Program
from tests.store.services import Bus
from tests.streams import bounded

pytestmark = pytest.mark.attack

OFTEN = 20
SLOW = 0.2  # seconds; a call that takes longer waited for something
FORGED = 13_600  # messages


class Counting(Server):
    """One whose limits count."""

    more = {"TABLESIDE_LIMITS": "on"}


@pytest.fixture
def bus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bus]:
    (tmp_path / "instance").mkdir()
    with services.bus(tmp_path) as it:
        monkeypatch.setenv("TABLESIDE_BUS_URL", it.address)
        yield it


@contextmanager
def served(bus: Bus, folder: Path) -> Iterator[Counting]:
    server = Counting(folder).start()
    try:
        yield server
    finally:
        bus.process.send_signal(signal.SIGCONT)
        server.stop()


def took(call: Callable[[], Any]) -> float:
    began = time.monotonic()
    call()
    return time.monotonic() - began


def test_nobody_waits_for_a_redis_that_hangs(bus: Bus, tmp_path: Path) -> None:
    with served(bus, tmp_path / "instance") as server:
        program = Program(server.url)
        clock = program.clock("Alarm", 100)
        with program.connect("player") as player, player.stream("GET", f"{program.at}/live") as stream:
            lines = bounded(stream.iter_lines())
            next(lines)
            bus.process.send_signal(signal.SIGSTOP)
            presses = [took(lambda: program.do(do="clock.tick", clock=clock)) for _ in range(OFTEN)]
            told = (line for line in lines if f'"clock:{clock}"' in line)
            assert all(next(told) for _ in range(OFTEN)), "viewers of this process hear of every press"
        code = {"code": program.made["join_code"]}
        ours = {"Sec-Fetch-Site": "same-origin"}
        joins = [took(lambda: joined(server.url, code, ours)) for _ in range(OFTEN)]
        healthy = httpx.get(f"{server.url}/healthz", timeout=30)
        assert (healthy.status_code, healthy.json()) == (200, {"database": "ok", "bus": "degraded"})
        slow = [each for each in (*presses, *joins) if each > SLOW]
        assert len(slow) <= 3, slow
        bus.process.send_signal(signal.SIGCONT)
        until = time.monotonic() + 10
        while httpx.get(f"{server.url}/healthz").json()["bus"] != "ok":
            assert time.monotonic() < until


def joined(url: str, code: dict[str, str], headers: dict[str, str]) -> None:
    answer = httpx.post(f"{url}/join", data=code, headers=headers, timeout=30)
    assert answer.status_code == 303


def test_limits_go_on_from_what_this_process_counted(bus: Bus, tmp_path: Path) -> None:
    with served(bus, tmp_path / "instance") as server:
        program = Program(server.url)

        def guess() -> int:
            wrong = {"Authorization": "Bearer x"}
            return httpx.get(program.at, headers=wrong, timeout=30).status_code

        assert [guess() for _ in range(12)] == [401] * 12
        bus.process.send_signal(signal.SIGSTOP)
        assert [guess() for _ in range(9)] == [401] * 8 + [429]
        bus.process.send_signal(signal.SIGCONT)
        time.sleep(3)
        assert guess() == 429, "what was counted meanwhile still counts"


def test_whoever_can_write_to_redis_silences_no_viewer_and_delays_no_page(bus: Bus, tmp_path: Path) -> None:
    """A forged high revision before each press, and pings without number while a page is opened."""
    with served(bus, tmp_path / "instance") as server, redis.Redis.from_url(bus.address) as forger:
        program = Program(server.url)
        table, clock = program.made["table"], program.clock("Alarm", 100)
        high = {"gm": 10**9, "player": 10**9, "tv": 10**9}
        lie = {"table": table, "epoch": program.sees()["cursor"].split("-")[0], "by_role": high}
        old = json.dumps([table, lie | {"keys": [], "seats": {}}])

        def forge() -> None:
            for channel in forger.pubsub_channels():
                forger.publish(channel, old)
                forger.publish(channel, f"forger {table}")

        with program.connect("player") as player, player.stream("GET", f"{program.at}/live") as stream:
            lines = bounded(stream.iter_lines())
            next(lines)
            for _ in range(5):
                forge()
                program.do(do="clock.tick", clock=clock)
                time.sleep(0.2)
            told = (line for line in lines if f'"clock:{clock}"' in line)
            assert all(next(told) for _ in range(5))
            usual = max(took(program.sees) for _ in range(5))
            with forger.pipeline(transaction=False) as pipe:
                for channel in forger.pubsub_channels():
                    for _ in range(FORGED):
                        pipe.publish(channel, f"forger {table}")
                pipe.execute()
            beside = max(took(program.sees) for _ in range(5))
            assert beside < max(10 * usual, 1.0), (usual, beside)
