"""Two processes and a real Redis between them: what changes in one is seen in the other at once."""

import json
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.browser.server import Server
from tests.store.program import Program
from tests.store.services import redis

SOON = 5.0  # seconds; a heartbeat, which would heal a lost word, comes every 10


@pytest.fixture
def bus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[subprocess.Popen[bytes]]:
    """Redis, which every server started from here uses."""
    with redis(tmp_path) as (address, process):
        monkeypatch.setenv("TABLESIDE_BUS_URL", address)
        yield process


@pytest.fixture
def two(bus: subprocess.Popen[bytes], tmp_path: Path) -> Iterator[tuple[Server, Server]]:
    """Two processes on one instance."""
    folder = tmp_path / "instance"
    folder.mkdir()
    servers = Server(folder).start(), Server(folder).start()
    yield servers
    for each in servers:
        each.stop()


def test_a_tick_in_one_process_reaches_a_stream_of_the_other(two: tuple[Server, Server]) -> None:
    here, there = two
    program = Program(here.url)
    clock = program.clock("Alarm")
    live = program.at.replace(here.url, there.url) + "/live"
    with program.connect("player") as player, player.stream("GET", live, timeout=SOON) as stream:
        lines = stream.iter_lines()
        next(lines)
        pressed = time.monotonic()
        program.do(do="clock.tick", clock=clock)
        event = _first_change(lines)
    assert event["changed"] == [f"clock:{clock}"]
    assert time.monotonic() - pressed < SOON


def test_without_the_bus_changes_are_still_kept_and_health_says_so(
    two: tuple[Server, Server], bus: subprocess.Popen[bytes]
) -> None:
    here, there = two
    program = Program(here.url)
    clock = program.clock("Alarm")
    bus.terminate()
    bus.wait(timeout=10)
    assert program.do(do="clock.tick", clock=clock)["filled"] == 1
    seen = program.client.get(program.at.replace(here.url, there.url)).json()
    assert seen["clocks"][0]["filled"] == 1
    assert program.client.get(f"{program.at}/screens").json() == {"screens": []}
    assert httpx.get(f"{there.url}/healthz").status_code == 503


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


def _first_change(lines: Iterator[str]) -> dict[str, Any]:
    for line in lines:
        if line.startswith("data: ") and "changed" in line:
            event: dict[str, Any] = json.loads(line.removeprefix("data: "))
            return event
    raise AssertionError("the stream ended without a change")
