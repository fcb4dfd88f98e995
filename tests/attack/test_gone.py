"""Whoever goes away before the answer costs a line of the log at most, and no error in it."""

import json
import struct
import time
from collections import Counter
from collections.abc import Iterator
from socket import SO_LINGER, SOL_SOCKET
from typing import Any

import httpx
import pytest

from tests.attack.conftest import served
from tests.attack.test_turns import SLOW
from tests.attack.wire import SOON, Wire, get, post
from tests.cli.running import Process

FORM = "application/x-www-form-urlencoded"
WAITING = {
    "a page": get("/"),
    "a page that may be framed": get("/patterns"),
    "a press": post("/t/any/do", 2, b"do", FORM),
    "a command": post("/api/v1/tables", 2, b"{}"),
    "a stream": get("/api/v1/tables/any/live"),
}
UNFINISHED = {
    "a form": post("/t/any/do", 5000, b"do", FORM),
    "a large body": post("/api/v1/tables", 200_000, b"{"),
    "a body in pieces": b"POST /t/any/do HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """One that answers an address one request at a time, and takes long when it is asked to."""
    process = served(tmp_path_factory.mktemp("served"), SLOW.format(wait=60), LOG="json")
    process.wait_for("Stop with Ctrl-C.")
    yield process
    process.stop()


def logged(server: Process, said: int, address: str, lines: int = 1) -> list[dict[str, Any]]:
    """Wait until the log has so many lines about this address; return them, if it has no error since then."""
    deadline = time.monotonic() + SOON
    found: list[dict[str, Any]] = []
    while len(found) < lines:
        assert time.monotonic() < deadline, server.output[said:]
        time.sleep(0.01)
        told = [json.loads(line) for line in server.output[said:].splitlines(True) if line.endswith("}\n")]
        found = [line for line in told if line.get("address") == address]
    assert {line["level"] for line in told} == {"info"}
    assert "Traceback" not in server.output[said:]
    return found


def leave(wire: Wire, how: str) -> None:
    """Close a connection in the usual way, or cut it off."""
    if how == "cut off":
        wire.socket.setsockopt(SOL_SOCKET, SO_LINGER, struct.pack("ii", 1, 0))
    wire.close()


@pytest.mark.parametrize("how", ["closed", pytest.param("cut off", marks=pytest.mark.attack)])
def test_whoever_leaves_before_their_turn_is_one_line(server: Process, how: str) -> None:
    said, address = len(server.output), "127.0.11.1"
    with Wire(server.port, address) as slow:
        slow.say(get("/?slowly=1"))
        deadline = time.monotonic() + SOON
        while "BEGUN" not in server.output[said:]:
            assert time.monotonic() < deadline, server.output[said:]
            time.sleep(0.01)
        for request in WAITING.values():
            leave(Wire(server.port, address).say(request), how)
        with Wire(server.port, address) as patient:
            assert patient.say(get("/")).status() == 200
        assert slow.status() == 200
    told = Counter(line["status"] for line in logged(server, said, address, len(WAITING) + 2))
    assert told == {200: 2, 499: len(WAITING)}


@pytest.mark.parametrize("how", ["closed", pytest.param("cut off", marks=pytest.mark.attack)])
def test_whoever_leaves_in_the_middle_of_a_request_is_one_line(server: Process, how: str) -> None:
    for number, request in enumerate(UNFINISHED.values()):
        said, address = len(server.output), f"127.0.12.{number + 1}"
        leave(Wire(server.port, address).say(request), how)
        (line,) = logged(server, said, address)
        assert line["status"] == 400


@pytest.mark.parametrize("how", ["closed", pytest.param("cut off", marks=pytest.mark.attack)])
def test_whoever_leaves_during_the_answer_is_one_line(server: Process, how: str) -> None:
    made = httpx.post(f"{server.url}/api/v1/tables", json={"name": "Oak"}, timeout=SOON).json()
    live = get(f"/api/v1/tables/{made['table']}/live", f"Authorization: Bearer {made['keys']['tv']}\r\n")
    for number, request in enumerate((live, get("/?slowly=0.5"), get("/patterns"))):
        said, address = len(server.output), f"127.0.13.{number + 1}"
        wire = Wire(server.port, address, window=4096).say(request)
        if request is live:
            assert wire.status() == 200
        leave(wire, how)
        if request is live:
            _change(server, made)
        assert len(logged(server, said, address)) == 1


def _change(server: Process, made: dict[str, Any]) -> None:
    """Give a stream something to send, which makes it notice that its viewer is gone."""
    key = {"Authorization": f"Bearer {made['keys']['gm']}"}
    sent = {"do": "tag.add", "name": "Slick"}
    for _ in range(2):
        httpx.post(
            f"{server.url}/api/v1/tables/{made['table']}/commands", json=sent, headers=key, timeout=SOON
        )
