"""The stop under load: many connections wait for a server that is told to stop, and each gets its answer."""

import json
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import cycle
from pathlib import Path
from typing import Any

import httpx

from tests.attack.wire import SOON, Wire, get, post
from tests.cli.running import Process

STOP = "the stop under load"
WAITING = 600  # connections; the system keeps up to 1,024 for the server
ADDRESSES = 200  # with three turns each: all are under way at once, and none is finished for seconds
NAMELESS = """
import webapp.gunicorn_config as s
def server_of(worker, listener, pool):
    return s.StreamServer(listener, s.partial(worker.handle, listener), spawn=pool)
s.Worker._server_of = server_of
"""
"""Gunicorn's own way: each connection asks the listener for its address, also when it is closed."""


def served_unpatched(folder: Path, more: str = "pass", **settings: str) -> Process:
    """Start a server whose parent hears signals as usual, since only its worker is patched for gevent."""
    serve = f"exec({more!r}); from webapp.cli import main; main(['serve'])"
    server = Process(folder, sys.executable, "-c", serve, **settings).ready()
    server.wait_for("Stop with Ctrl-C.")
    return server


def stop_under_load(server: Process, waiting: int = WAITING) -> Counter[int]:
    """Stop the server while so many wait; count how they were answered, by status (0 is no answer)."""
    made = httpx.post(f"{server.url}/api/v1/tables", json={"name": "Oak"}, timeout=60).json()
    with ExitStack() as all_closed:
        with held(server):
            wires = [all_closed.enter_context(_from(server, number)) for number in range(waiting)]
            for wire, request in zip(wires, _requests(made, waiting), strict=True):
                wire.say(request)
            tell_to_stop(server)
        return Counter(wire.status() for wire in wires)


@contextmanager
def held(server: Process) -> Iterator[None]:
    """The system stops the worker, so that everything waits; the worker then finds all of it at once."""
    worker = server.worker
    os.kill(worker, signal.SIGSTOP)
    threads = Path(f"/proc/{worker}/task")
    _wait_until(lambda: all("State:\tT" in each.read_text() for each in threads.glob("*/status")))
    try:
        yield
    finally:
        os.kill(worker, signal.SIGCONT)


def tell_to_stop(server: Process, number: int = signal.SIGTERM) -> None:
    """Tell a server whose worker is held, and wait until its worker has been told as well."""
    status, told = Path(f"/proc/{server.worker}/status"), 1 << signal.SIGTERM - 1
    server.process.send_signal(number)
    _wait_until(lambda: int(status.read_text().partition("ShdPnd:")[2].split()[0], 16) & told != 0)


def _wait_until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + SOON
    while not holds():
        assert time.monotonic() < deadline, "it did not come about"
        time.sleep(0.005)


def _from(server: Process, number: int) -> Wire:
    return Wire(server.port, f"127.0.9.{number % ADDRESSES + 1}")


def _requests(made: dict[str, Any], number: int) -> Iterator[bytes]:
    """Commands, and what else a page asks for."""
    at, key = f"/api/v1/tables/{made['table']}", f"Authorization: Bearer {made['keys']['gm']}\r\n"
    others = cycle((get("/healthz"), get(at, key), get(f"{at}/live", key)))
    for press in range(number):
        sent = json.dumps({"do": "table.edit", "name": f"Oak {press}"}).encode()
        keyed = f"{key}Idempotency-Key: press-{press}\r\n"
        yield next(others) if press % 2 else post(f"{at}/commands", len(sent), sent, more=keyed)
