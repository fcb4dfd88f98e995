"""Two processes and a real Redis between them: what changes in one is seen in the other at once."""

import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.browser.server import Server
from tests.store import services
from tests.store.program import Program
from tests.store.services import Bus
from tests.streams import bounded
from webapp.live.bus import Subscriber
from webapp.live.redis_bus import SharedBus
from webapp.live.redis_link import RedisLink

pytestmark = pytest.mark.soak

SOON = 9.0  # seconds; a heartbeat, which would heal a lost word, comes every 10


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where both have their instance, and Redis its log."""
    folder = tmp_path_factory.mktemp("bus") / "instance"
    folder.mkdir()
    return folder


@pytest.fixture(scope="module")
def bus(folder: Path) -> Iterator[Bus]:
    """Redis, which every server started from here uses."""
    with services.bus(folder.parent) as it, pytest.MonkeyPatch.context() as environment:
        environment.setenv("TABLESIDE_BUS_URL", it.address)
        yield it


@pytest.fixture(scope="module")
def both(bus: Bus, folder: Path) -> Iterator[tuple[Server, Server]]:
    """Two processes on one instance."""
    servers = Server(folder).start(), Server(folder).start()
    yield servers
    for each in servers:
        each.stop()


@pytest.fixture
def two(both: tuple[Server, Server], bus: Bus) -> tuple[Server, Server]:
    """Both, with their bus, whatever became of it in another test."""
    if bus.process.poll() is not None:
        bus.start()
    for each in both:
        each.wait()
    return both


def test_a_tick_in_one_process_reaches_a_stream_of_the_other(two: tuple[Server, Server]) -> None:
    here, there = two
    program = Program(here.url)
    clock = program.clock("Alarm")
    live = program.at.replace(here.url, there.url) + "/live"
    with program.connect("player") as player, player.stream("GET", live, timeout=SOON) as stream:
        lines = bounded(stream.iter_lines())
        next(lines)
        pressed = time.monotonic()
        program.do(do="clock.tick", clock=clock)
        event = _first_change(lines)
    assert event["changed"] == [f"clock:{clock}"]
    assert time.monotonic() - pressed < SOON


def test_a_screen_that_reports_to_one_process_is_listed_by_the_other(two: tuple[Server, Server]) -> None:
    here, there = two
    program = Program(here.url)
    table = program.at.rpartition("/")[2]
    report = {"screen": "00000000000000aa", "cursor": "9f31c2ab-0", "state": "asleep"}
    with httpx.Client(base_url=here.url, follow_redirects=True) as tv:
        tv.get(f"/k/{program.made['keys']['tv']}")
        said = tv.post(f"/t/{table}/here", data=report, headers={"Sec-Fetch-Site": "same-origin"})
    assert said.status_code == 204
    listed = program.client.get(program.at.replace(here.url, there.url) + "/screens").json()["screens"]
    assert [(each["what"], each["state"]) for each in listed] == [("TV", "asleep")]


def test_without_the_bus_changes_are_still_kept_and_health_says_so(
    two: tuple[Server, Server], bus: Bus
) -> None:
    here, there = two
    program = Program(here.url)
    clock = program.clock("Alarm")
    bus.stop()
    assert program.do(do="clock.tick", clock=clock)["filled"] == 1
    seen = program.client.get(program.at.replace(here.url, there.url)).json()
    assert seen["clocks"][0]["filled"] == 1
    assert program.client.get(f"{program.at}/screens").json() == {"screens": []}
    healthy = httpx.get(f"{there.url}/healthz")
    assert (healthy.status_code, healthy.json()["bus"]) == (200, "degraded")


class Watched(SharedBus):
    """A bus with a viewer from before it hears of Redis."""

    def __init__(self, link: RedisLink, bell: Subscriber) -> None:
        self.bell = bell
        super().__init__(link)

    def _listen(self) -> None:
        self.subscribe("oak", self.bell)
        super()._listen()


def test_a_press_that_is_answered_during_the_stop_is_told_to_the_others(bus: Bus) -> None:
    if bus.process.poll() is not None:
        bus.start()
    before = set(threading.enumerate())
    stopping = SharedBus(RedisLink(bus.address))
    at_work = set(threading.enumerate()) - before
    bell = Subscriber()
    other = Watched(RedisLink(bus.address), bell)
    assert bell.wait(60), "it hears of Redis"
    stopping.close()
    for each in at_work:
        each.join(60)
    stopping.publish("oak")
    assert bell.wait(60)
    other.close()


def _first_change(lines: Iterator[str]) -> dict[str, Any]:
    for line in lines:
        if line.startswith("data: ") and "changed" in line:
            event: dict[str, Any] = json.loads(line.removeprefix("data: "))
            return event
    raise AssertionError("the stream ended without a change")
