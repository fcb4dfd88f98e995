"""All connections to the database are in use: a quick sentence, and nothing to mend afterwards."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import islice

import pytest
from flask import Flask
from sqlalchemy.exc import TimeoutError as Spent

from tests.api.desk import Desk, refusal
from tests.live.opened import page
from tests.pages.visitor import OURS, SCRIPT
from tests.table.oak import Oak
from webapp.live.stream import Viewer
from webapp.live.stream_endpoint import HEARTBEAT
from webapp.live.update_cache import Update
from webapp.services import services
from webapp.settings import LONGEST_WAIT, Settings
from webapp.store.db import db
from webapp.store.transaction import write_transaction

pytestmark = pytest.mark.attack


MOST = int(Settings.pool) + int(Settings.pool_overflow)


@pytest.fixture
def spent(oak: Oak) -> Iterator[ExitStack]:
    """Every connection is out; closing this gives them back."""
    db.session.remove()
    pool = db.engine.pool
    pool._timeout = 0.05
    with ExitStack() as held:
        for _ in range(MOST):
            held.enter_context(db.engine.connect())
        yield held


def test_nobody_waits_long_for_a_connection(app: Flask) -> None:
    assert db.engine.pool.timeout() == int(Settings.pool_wait) <= LONGEST_WAIT


def test_the_api_says_so_and_goes_on_when_they_come_back(oak: Oak, spent: ExitStack) -> None:
    desk = Desk(oak.app.test_client(), {"table": oak.id, "keys": oak.made.tokens})
    for answer in (desk.get("gm"), desk.send("gm", {"do": "clock.add", "name": "Alarm"})):
        error = refusal(answer, 503, "busy")
        assert "try again" in error["message"]
        assert int(answer.headers["Retry-After"]) >= 1
    assert desk.client.get("/healthz").status_code == 200, "it waits in no line"
    counted = desk.client.get("/metrics").text
    assert f'tableside_pool_connections{{what="in use"}} {MOST}.0' in counted
    assert f'tableside_pool_connections{{what="most"}} {MOST}.0' in counted
    assert 'tableside_pool_spent_total{who="request"} 2.0' in counted
    spent.close()
    assert desk.sees()["clocks"] == []


def test_the_pages_say_so_and_go_on_when_they_come_back(oak: Oak, spent: ExitStack) -> None:
    client = oak.app.test_client()
    at, form = f"/t/{oak.id}", {"do": "clock.add", "name": "Alarm"}
    client.set_cookie(f"tableside-{oak.id}", oak.made.tokens["gm"])
    pressed = (client.post(f"{at}/do", data=form, headers=who) for who in (OURS, SCRIPT))
    opened = (client.get(path) for path in ("/", at, f"/k/{oak.made.tokens['gm']}"))
    for answer in (*pressed, *opened, client.post("/join", data={"code": "ABCDEF"}, headers=OURS)):
        assert answer.status_code == 503
        assert int(answer.headers["Retry-After"]) >= 1
        read = answer.request.method == "GET"
        said = "The server is busy; trying again." if read else "The server is busy. Nothing was changed"
        assert said in answer.text
        assert ("Refresh" in answer.headers) == read
    spent.close()
    assert client.get(at).status_code == 200


def test_a_stream_outlives_it(oak: Oak, spent: ExitStack) -> None:
    """Nothing says that its page is live until it could look."""
    spent.close()
    services().streams.heartbeat = 0.05
    frames = page(oak, "player")
    db.session.remove()
    with ThreadPoolExecutor(1) as hands:
        with ExitStack() as again:
            for _ in range(MOST):
                again.enter_context(db.engine.connect())
            services().bus.publish(oak.id)  # somebody changed something, and who knows what
            heard = hands.submit(next, frames)
            time.sleep(0.5)
            assert not heard.done()
        assert b"event: hb" in heard.result()
    oak.clock("Alarm")
    assert any(b"Alarm" in frame for frame in islice(frames, 3))


def test_a_stream_that_got_no_connection_looks_again_soon(oak: Oak, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not at its next heartbeat, when all others who got none look again too."""
    frames, real, refused = page(oak, "player"), services().updates.render_delta, iter([True, True])

    def render_delta(viewer: Viewer, last: str) -> Update | None:
        if next(refused, False):
            raise Spent
        return real(viewer, last)

    monkeypatch.setattr(services().updates, "render_delta", render_delta)
    oak.clock("Alarm")
    began = time.monotonic()
    assert any(b"Alarm" in frame for frame in islice(frames, 3))
    assert time.monotonic() - began < HEARTBEAT / 2


def test_who_waits_for_anothers_drawing_holds_no_connection(
    oak: Oak, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Five miss the same; one draws it."""
    updates, together, drawn = services().updates, threading.Barrier(6), threading.Event()
    real, streams = updates._panels, [page(oak, "player") for _ in range(5)]

    def made(viewer: Viewer, last: str, now: str) -> bytes:
        drawn.wait(10)
        return real(viewer, last, now)

    def read(frames: Iterator[bytes]) -> None:
        together.wait()
        assert any(b"Alarm" in frame for frame in islice(frames, 3))

    monkeypatch.setattr(updates, "_panels", made)
    monkeypatch.setattr(updates.bus, "at_hand", lambda _: None)  # another process made the change
    oak.clock("Alarm")
    db.session.remove()
    with ThreadPoolExecutor(5) as hands:
        reading = [hands.submit(read, frames) for frames in streams]
        together.wait()
        time.sleep(0.3)
        held = _held_in_the_end(0)
        drawn.set()
        for each in reading:
            each.result()
    assert held == 0


def test_who_waits_to_write_holds_no_connection(oak: Oak) -> None:
    """Ten wait for one; a reader still gets a connection."""
    ready = threading.Barrier(11)

    def queue() -> None:
        with oak.app.app_context():
            db.session.connection()
            ready.wait()
            with write_transaction():
                pass
            db.session.remove()

    with write_transaction():
        waiting = [threading.Thread(target=queue) for _ in range(10)]
        for each in waiting:
            each.start()
        ready.wait()
        assert _held_in_the_end(1) == 1
    for each in waiting:
        each.join()


def _held_in_the_end(wanted: int) -> int:
    """How many connections are held once it is no more than wanted, or has not come to it for long."""
    until = time.monotonic() + 8
    while db.engine.pool.checkedout() > wanted and time.monotonic() < until:
        time.sleep(0.01)
    return db.engine.pool.checkedout()
