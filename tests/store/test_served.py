"""Many hands at once on the server, over HTTP."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.browser.server import Server
from tests.store.crowd import Tick, a_hundred_at_once, assert_full_once, four_at_once
from tests.store.program import Program

pytestmark = pytest.mark.soak


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("served") / "instance"
    folder.mkdir()
    server = Server(folder).start()
    yield server
    server.stop()


@pytest.fixture
def program(house: Server) -> Program:
    return Program(house.url)


def ticking(program: Program, clock: int) -> Tick:
    """Ticks over connections that the hands share among themselves."""
    client = httpx.Client(headers=program.client.headers, timeout=30)

    def tick(by: int) -> dict[str, Any]:
        return program.do(client, do="clock.tick", clock=clock, by=by)

    return tick


def test_four_people_tick_at_once_over_http_and_nothing_is_lost(program: Program) -> None:
    clock = program.clock(filled=45)
    assert four_at_once(ticking(program, clock), each=50) == 0
    assert program.sees()["clocks"][0]["filled"] == 45
    assert len(program.exported()["journal"]) == 201


def test_a_hundred_ticks_over_http_fill_a_clock_of_24_exactly_once(program: Program) -> None:
    clock = program.clock(segments=24)
    assert_full_once(a_hundred_at_once(ticking(program, clock)))
