"""The link to PostgreSQL is lost in silence: each request is answered, and soon they succeed again."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import httpx
import psycopg
import pytest

from tests.browser.server import Server
from tests.store.program import Program
from tests.store.silent_link import SilentLink, silent_link
from webapp.store.probe import FRESH
from webapp.store.startup_checks import is_first_start

pytestmark = pytest.mark.attack

PROMISED = 10.0  # seconds from the last byte of a request to its answer
PLAYERS = 24  # more than keep a connection
ADDRESSES = count()


@dataclass
class Played:
    """A server behind a link, and a table on it."""

    server: Server
    link: SilentLink
    program: Program

    def ask(self, path: str) -> tuple[int, float]:
        """The status of an answer, and how many seconds it took; 0 where none came."""
        return self.send("GET", path)

    def send(self, method: str, path: str, **body: object) -> tuple[int, float]:
        """The same of any request, from an address of its own."""
        own = httpx.HTTPTransport(local_address=f"127.0.0.{next(ADDRESSES) % 250 + 2}")
        headers = {"Authorization": f"Bearer {self.program.made['keys']['gm']}"}
        began = time.monotonic()
        try:
            with httpx.Client(base_url=self.server.url, transport=own, headers=headers, timeout=30) as client:
                status = client.request(method, path, json=body or None).status_code
        except httpx.HTTPError:
            status = 0
        return status, time.monotonic() - began

    def all_ask(self) -> list[tuple[int, float]]:
        """Many read the table at once."""
        with ThreadPoolExecutor(PLAYERS) as hands:
            return list(hands.map(self.ask, [self.program.at] * PLAYERS))


@pytest.fixture
def played(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Played]:
    folder = parse_qs(urlsplit(address).query)["host"][0]
    with silent_link(f"{folder}/.s.PGSQL.5432") as link:
        monkeypatch.setenv(
            "TABLESIDE_DATABASE_URL", f"postgresql://tableside@127.0.0.1:{link.port}/tables?sslmode=disable"
        )
        (tmp_path / "instance").mkdir()
        server = Server(tmp_path / "instance").start()
        try:
            while is_first_start(server.folder):  # it answers before its demo table is there
                time.sleep(0.05)
            yield Played(server, link, Program(server.url))
        finally:
            server.stop()


def test_requests_succeed_again_though_the_old_connections_are_silent(played: Played) -> None:
    assert {status for status, _ in played.all_ask()} == {200}
    played.link.fall_silent()
    lost = time.monotonic()
    with ThreadPoolExecutor(1) as aside:
        health = aside.submit(played.ask, "/healthz")
        first = played.all_ask()
    assert max(took for _, took in first) < PROMISED
    assert {status for status, _ in first} <= {200, 503}
    while {status for status, _ in played.all_ask()} != {200}:
        assert time.monotonic() - lost < PROMISED
    assert time.monotonic() - lost < PROMISED
    assert played.program.do(do="clock.add", name="Alarm")["clock"]
    assert health.result()[0] in (200, 503)
    assert health.result()[1] < PROMISED / 2


def test_while_nothing_comes_from_it_every_request_is_refused_in_words_and_health_says_why(
    played: Played,
) -> None:
    played.all_ask()
    played.link.fall_silent(passes_new=False)
    time.sleep(FRESH)
    with ThreadPoolExecutor(1) as aside:
        health = aside.submit(played.ask, "/healthz")
        refused = played.all_ask()
    assert {status for status, _ in refused} == {503}
    assert max(took for _, took in refused) < PROMISED
    assert health.result()[0] == 503
    assert health.result()[1] < PROMISED / 2
    said = httpx.get(f"{played.server.url}/healthz", timeout=30)
    assert said.json()["database"] == "no answer"
    played.link.fall_silent()
    until = time.monotonic() + PROMISED
    while {status for status, _ in played.all_ask()} != {200}:
        assert time.monotonic() < until


def test_a_press_that_waits_for_a_row_is_answered_in_time(played: Played, address: str) -> None:
    """A hundred press at a table whose row somebody keeps."""
    clock = played.program.clock("Alarm", 100)

    def tick(_: int) -> tuple[int, float]:
        return played.send("POST", f"{played.program.at}/commands", do="clock.tick", clock=clock)

    with psycopg.connect(address) as other:
        other.execute("SELECT * FROM tables FOR UPDATE")
        with ThreadPoolExecutor(100) as hands:
            refused = list(hands.map(tick, range(100)))
    assert {status for status, _ in refused} == {503}
    assert max(took for _, took in refused) < PROMISED
    assert tick(0)[0] == 200
