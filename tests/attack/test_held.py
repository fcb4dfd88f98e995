"""Connections that are held without end, at home and without a proxy: others are served beside them.

They come from as many addresses as it takes to stay below what one address may have.
"""

import resource
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest

from tests.attack.conftest import served
from tests.attack.neighbour import LOST, Neighbour, most
from tests.attack.tools import FORM
from tests.attack.wire import Wire, get, post

pytestmark = pytest.mark.attack

EACH = 500  # connections of one address
LOOKS = 2.0  # seconds
TRIES = 3  # a machine that is busy may be late once
PATIENT = "import webapp.gunicorn_config as s; s.keepalive = 300"
"""None of them is hung up on while others are measured, however long it took to open all."""
Hold = Callable[[int, int], Wire]
"""Open one more connection to a port, by its number."""


def idle(port: int, number: int) -> Wire:
    """One request, then silence."""
    wire = _from(port, number)
    assert wire.say(get("/healthz")).status() == 200
    return wire


def head(port: int, number: int) -> Wire:
    return _from(port, number).say(b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ")


def body(port: int, number: int) -> Wire:
    return _from(port, number).say(post("/t/any/do", 5000, b"d", FORM))


def reader(port: int, number: int) -> Wire:
    """One that asks for more than the system takes for it, and takes nothing."""
    return _from(port, number, 4096).say(get("/patterns") * 20)


def _from(port: int, number: int, window: int | None = None) -> Wire:
    return Wire(port, f"127.0.8.{number // EACH}", window)


@pytest.mark.parametrize(
    ("hold", "number", "trickles"),
    [(idle, 5000, b""), (head, 500, b"x"), (body, 80, b"d"), (reader, 38, b"")],
    ids=lambda each: each.__name__ if callable(each) else str(each),
)
def test_others_are_served_beside_connections_that_are_held(
    hold: Hold, number: int, trickles: bytes, tmp_path: Path
) -> None:
    _, files = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert files > 2 * number, "this machine lets a process open too few files"
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    server = served(tmp_path, PATIENT)
    neighbour = Neighbour(server).later()
    longest = most(neighbour.alone(LOOKS))
    with ExitStack() as held:
        wires = [held.enter_context(hold(server.port, each)) for each in range(number)]
        with _trickling(wires, trickles):
            for _ in range(TRIES):
                beside = neighbour.alone(LOOKS)
                if beside.p95 <= longest:
                    break
        if hold in (idle, head):
            assert len(list(Path(f"/proc/{server.worker}/fd").iterdir())) > number, "all are still held"
        assert beside.p95 <= longest
        assert not any(each.waited >= LOST for each in beside.waits)
    server.process.kill()


@contextmanager
def _trickling(wires: list[Wire], what: bytes) -> Iterator[None]:
    """Send a byte of each now and then."""
    over = threading.Event()

    def trickle() -> None:
        while what and not over.wait(1):
            for wire in wires:
                with suppress(OSError):
                    wire.say(what)

    hand = threading.Thread(target=trickle)
    hand.start()
    try:
        yield
    finally:
        over.set()
        hand.join()
