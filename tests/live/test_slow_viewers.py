"""Viewers who never read: nobody waits for them, nothing is kept for them, they are cut off and catch up."""

import re
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.cli.running import Process, served_with
from tests.store.program import Program

pytestmark = pytest.mark.attack

SLOW, FAST, CHANGES = 10, 2, 40
TAGS = 40  # so that a change of one is a message of 60 KB
NARROW = """
import socket, webapp.live.update_cache, webapp.serve
webapp.serve.GONE = 4000  # milliseconds, where it is half a minute elsewhere
webapp.live.update_cache.MOST_CACHED = 8  # messages: memory for all is not mistaken for memory for the slow
listen = webapp.serve.listen
def narrow(settings):
    listener = listen(settings)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 65536)  # two messages, and a connection is full
    return listener
webapp.serve.listen = narrow
"""
GIVEN_UP = 4.0  # seconds
SOON = 30.0  # seconds
MOST = 1024  # KB of the server's memory for each who does not read


class Watching:
    """A page that is open, as bytes on a socket; one with a small window soon takes no more."""

    def __init__(self, phone: httpx.Client, page: str, cursor: str, window: int | None = None) -> None:
        self.socket = socket.socket()
        if window is not None:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
        self.socket.settimeout(SOON)
        self.socket.connect((phone.base_url.host, phone.base_url.port))
        cookies = "; ".join(f"{name}={value}" for name, value in phone.cookies.items())
        head = f"GET {page}/live?cursor={cursor} HTTP/1.1\r\nHost: {phone.base_url.host}\r\nCookie: {cookies}"
        self.socket.sendall(f"{head}\r\n\r\n".encode())
        self._read = b""

    def next_id(self) -> str:
        """Read the next message; where its viewer stands after it."""
        while True:
            message, end, rest = self._read.partition(b"\n\n")
            if not end:
                self._read += self._more()
                continue
            self._read = rest
            if b"\ndata: " in message:
                return re.findall(rb"^id: (\S+)$", message, re.MULTILINE)[0].decode()

    def _more(self) -> bytes:
        more = self.socket.recv(1 << 18)
        assert more, "the stream ended"
        return more


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Process]:
    server = Process(tmp_path, *served_with(NARROW), LIMITS="off").ready()
    yield server
    server.stop()


@pytest.fixture
def program(server: Process) -> Program:
    """A table whose tags are a large panel."""
    program = Program(server.url)
    for number in range(TAGS):
        program.do(do="tag.add", name=f"{number} " + "x" * 70, clears="y" * 80)
    return program


def memory(server: Process) -> int:
    """What the server holds, in KB."""
    told = Path(f"/proc/{server.worker}/status").read_text(encoding="utf-8")
    return int(re.findall(r"^VmRSS:\s+(\d+) kB$", told, re.MULTILINE)[0])


def streams(program: Program) -> int:
    counts = program.client.get(f"{program.url}/metrics").text
    return int(re.findall(r"^tableside_streams_open (\d+)\.0$", counts, re.MULTILINE)[0])


def test_ten_who_never_read_hold_up_nobody_are_cut_off_and_catch_up(
    server: Process, program: Program
) -> None:
    phone = httpx.Client(base_url=server.url)
    page = phone.get(f"/k/{program.made['keys']['player']}").headers["location"]
    with program.connect("player") as player:
        seen = player.get(program.at).json()
    (epoch, _, revision), tag = seen["cursor"].partition("-"), seen["tags"][0]["id"]
    slow = [Watching(phone, page, seen["cursor"], window=2048) for _ in range(SLOW)]
    fast = [Watching(phone, page, seen["cursor"]) for _ in range(FAST)]
    before, began = memory(server), time.monotonic()
    for change in range(1, CHANGES + 1):
        program.do(do="tag.edit", tag=tag, name=f"Change {change}")
        assert {each.next_id() for each in fast} == {f"{epoch}-{int(revision) + change}"}
    open_still = streams(program)
    if time.monotonic() < began + GIVEN_UP:  # on a very busy machine the slow may be given up by now
        assert open_still == len(slow) + len(fast), "all of it was read while the others took nothing"
    assert memory(server) - before <= len(slow) * MOST
    until = time.monotonic() + SOON
    while streams(program) > FAST:
        assert time.monotonic() < until, "somebody who takes nothing is still served"
        time.sleep(0.02)
    again = Watching(phone, page, seen["cursor"])
    assert again.next_id() == f"{epoch}-{int(revision) + CHANGES}", "all of it in one message"
