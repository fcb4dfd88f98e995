"""Turns and connections: an address has a few of each, and no other address waits for them."""

import threading
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from tests.attack.conftest import served
from tests.attack.wire import SOON, Wire, get
from tests.warm import worker
from webapp.request_limits import REQUESTS, AddressQueues

pytestmark = pytest.mark.attack

FEW = "import webapp.gunicorn_config as s; s.PER_ADDRESS = 20"
SLOW = """
import time, webapp.request_limits as r
from flask import request, request_started
r.REQUESTS, r.WAIT = 1, {wait}
def wait(sender, **_):
    if "slowly" in request.args:
        print("BEGUN", request.args["slowly"], flush=True)
        time.sleep(float(request.args["slowly"]))
request_started.connect(wait)
"""


def test_one_address_has_a_few_turns_and_another_waits_for_none_of_them() -> None:
    begun, go_on = threading.Semaphore(0), threading.Event()
    answered: list[str] = []
    turns = AddressQueues()

    def ask(address: str) -> None:
        with turns.turn_for(address, SOON):
            if address == "81.2.69.9":
                begun.release()
                assert go_on.wait(SOON)
            answered.append(address)

    hands = [threading.Thread(target=ask, args=("81.2.69.9",)) for _ in range(REQUESTS + 5)]
    for hand in hands:
        hand.start()
    assert all(begun.acquire(timeout=SOON) for _ in range(REQUESTS))
    ask("81.2.69.10")
    assert answered == ["81.2.69.10"]
    assert not begun.acquire(blocking=False), "no more of the first are under way"
    go_on.set()
    for hand in hands:
        hand.join(SOON)
    assert len(answered) == REQUESTS + 6
    assert not turns._lines, "nothing is remembered of who has gone"


def test_whoever_waits_too_long_is_told_when_to_come_again_and_health_waits_for_nobody(
    tmp_path: Path,
) -> None:
    server = served(tmp_path, SLOW.format(wait=0.5))
    with Wire(server.port) as slow, Wire(server.port) as next_one:
        slow.say(get("/?slowly=20"))
        server.wait_for("BEGUN")
        assert next_one.say(get("/")).status() == 429
        assert b"Retry-After: 10" in next_one.heard
        assert httpx.get(f"{server.url}/healthz", timeout=SOON).status_code == 200
        with Wire(server.port, "127.0.0.7") as other:
            assert other.say(get("/")).status() == 200
        assert not slow.heard
    server.process.kill()


def test_a_start_succeeds_however_many_wait_at_its_own_address(tmp_path: Path) -> None:
    """The first page, which the server asks itself for, takes no turn from 127.0.0.1 and waits for none."""
    server = served(tmp_path, "import webapp.request_limits as r; r.REQUESTS, r.WAIT = 0, 0.1")
    server.wait_for("Stop with")
    with Wire(server.port) as browser:
        assert browser.say(get("/")).status() == 429
    server.stop()


def test_a_request_whose_client_is_gone_is_not_answered(tmp_path: Path) -> None:
    server = served(tmp_path, SLOW.format(wait=60))
    with Wire(server.port) as slow:
        slow.say(get("/?slowly=2"))
        server.wait_for("BEGUN 2")
        for _ in range(5):
            with Wire(server.port) as gone:
                gone.say(get("/?slowly=1"))
        with Wire(server.port) as patient:
            assert patient.say(get("/")).status() == 200
    assert "BEGUN 1" not in server.output
    server.stop()


def test_one_address_has_so_many_connections_and_others_are_served(tmp_path: Path) -> None:
    server = served(tmp_path, FEW)
    with ExitStack() as idle:
        wires = [idle.enter_context(Wire(server.port, "127.0.0.9")) for _ in range(100)]
        for number, wire in enumerate(wires):
            wire.say(b"GET / HTTP/1.1\r\n" if number % 2 else b"")
        assert httpx.get(f"{server.url}/healthz", timeout=SOON).status_code == 200
        assert all(wire.hung_up() for wire in wires[20:])
        open_ones = Path(f"/proc/{worker(server.process.pid)}/fd")
        assert len(list(open_ones.iterdir())) < 60
    assert Wire(server.port, "127.0.0.9").say(get("/healthz")).status() == 200
    server.stop()


def test_behind_a_proxy_its_connections_are_not_counted(tmp_path: Path) -> None:
    server = served(tmp_path, FEW, PROXIES="1")
    with ExitStack() as many:
        wires = [many.enter_context(Wire(server.port)) for _ in range(50)]
        assert all(wire.say(get("/healthz")).status() == 200 for wire in wires)
    server.stop()
