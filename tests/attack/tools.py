"""What somebody does who means harm and has no key: floods of every kind of door, and connections that wait.

`python -m tests.attack.tools NAME PORT SECONDS` does one of them from an address of its own and prints how it
was answered. It runs as a process of its own and gives way to those whose waiting is measured.
"""

import json
import os
import socket
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPException, HTTPResponse
from itertools import count

from tests.attack.wire import get, post

STRANGER = "127.0.0.66"
FORM = "application/x-www-form-urlencoded"
GARBAGE = b'{"pool": ' + b"[" * 30_000 + b"]" * 30_000 + b"}"
BOXES = b"&".join(b"effects.%d.on=x" % number for number in range(2500))
LARGE = b'{"import": {"format": "tableside.table", "version": 1, "table": {"name": "x"}, "tag": ['
LARGE += b",".join([b'{"id": 1, "name": "x", "effects": [[[]]]}'] * 190_000) + b"]}}"
ODDS = json.dumps({"pool": {"d4": 9, "d6": 9, "d8": 9}, "difficulty": 30, "discard": None}).encode()
PIECES = b"POST %s HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
PIECES += b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\n \r\n" * 400_000 + b"0\r\n\r\n"
MANY_TABLES = "Cookie: " + "; ".join(f"tableside-{number:010}=x.y.z" for number in range(40)) + "\r\n"


# ---- what withstands them, taken away ------------------------------------------------------------

NO_BODIES = "import webapp.request_limits as r; r.set_up = lambda app, limits: None"
NOTHING_KEPT = """
import webapp.pages.page_cache as k
cached = k._cached_body
def anew(make):
    k.current_app.extensions["tableside.kept"].clear()
    return cached(make)
k._cached_body = anew
"""
ALL_IN_ONE_GO = "import webapp.request_limits as r; r.CHUNKS = 10**9"
NO_PAUSE = "import webapp.request_limits as r; r.yield_to_others = lambda: None\n"
FEW_PLACES = "import webapp.gunicorn_config as s; s.worker_connections = 60"
UNTIL_IT_IS_TAKEN = """
import os, gunicorn.util as u
write = u.write
def written(sock, *what):
    os.set_blocking(sock.fileno(), True)
    write(sock, *what)
    os.set_blocking(sock.fileno(), False)
u.write = written
"""
READ_AT_ONCE = """
import webapp.api.tables as t, webapp.request_limits as r
t.IN_PROCESS_BYTES, r.LARGE_BODIES = 10**9, r.UNLIMITED
"""
DEAR = """
import time, webapp.app as a, webapp.request_limits as r, webapp.gunicorn_config as s
r.REQUESTS = 10**6
def dear(call):
    def slow(*args):
        until = time.monotonic() + 0.06
        while time.monotonic() < until: pass
        return call(*args)
    return slow
a.Flask.full_dispatch_request = dear(a.Flask.full_dispatch_request)
s.Worker.handle_error = dear(s.Worker.handle_error)
"""
"""Each answer is work, as a search or a picture would be, and an address has as many turns as it asks for."""


@dataclass(frozen=True)
class Attack:
    """Requests without end on so many connections; `naive` is the change of the server it would break."""

    ask: Callable[[int], bytes]
    connections: int = 40
    reads: bool = True  # answer by answer; else they come as they come
    takes: bool = True  # what comes is taken off the wire
    waits: bool = False  # nothing of it is answered while it lasts
    patience: float = 5.0  # seconds until a connection is given up and begun anew
    naive: str = DEAR


def always(request: bytes) -> Callable[[int], bytes]:
    return lambda _: request


ATTACKS = {
    "unfinished bodies": Attack(always(post("/tables", 5000, b"n", FORM)), 80, naive=NO_BODIES),
    "unfinished commands": Attack(always(post("/t/any/do", 5000, b"d", FORM)), 60),
    "unfinished imports": Attack(always(post("/api/v1/tables", 8_000_000, b"{")), 60, naive=NO_BODIES),
    "unfinished heads": Attack(
        always(b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: "), 500, waits=True, naive=FEW_PLACES
    ),
    "silence": Attack(always(b""), 400, waits=True, naive=FEW_PLACES),
    "readers that never read": Attack(
        always(get("/patterns") * 20), 40, reads=False, takes=False, naive=UNTIL_IT_IS_TAKEN
    ),
    "many in one go": Attack(always(get("/nowhere") * 2000), 4, reads=False, naive=NO_PAUSE + DEAR),
    "the patterns": Attack(always(get("/patterns")), naive=NOTHING_KEPT),
    "the patterns by other names": Attack(lambda n: get("/patterns").replace(b"Host: x", b"Host: x%d" % n)),
    "a qr code of other names": Attack(
        lambda n: get("/t/patterns/qr/join.svg").replace(b"Host: x", b"Host: x%d" % n)
    ),
    "the api": Attack(always(get("/api"))),
    "the api for programs": Attack(always(get("/api/v1/openapi.json"))),
    "the games": Attack(always(get("/api/v1/rulesets"))),
    "a reference": Attack(always(get("/rules/mettle"))),
    "the start page": Attack(always(get("/", MANY_TABLES))),
    "counts": Attack(always(get("/metrics"))),
    "wrong links": Attack(lambda n: get(f"/k/{n:032}")),
    "wrong keys": Attack(lambda n: get("/api/v1/tables/x", f"Authorization: Bearer {n:032}\r\n")),
    "wrong codes": Attack(lambda n: post("/join", 11, f"code={n:06}".encode(), FORM)),
    "tables that are none": Attack(always(post("/api/v1/tables", 2, b"{}"))),
    "calculations": Attack(always(post("/api/v1/rules/mettle/odds", len(ODDS), ODDS))),
    "garbage": Attack(always(post("/api/v1/rules/mettle/odds", len(GARBAGE), GARBAGE)), 20),
    "forms of a thousand boxes": Attack(always(post("/t/any/do", len(BOXES), BOXES, FORM)), 20),
    "imports that are refused": Attack(
        always(post("/api/v1/tables", len(LARGE), LARGE)), 4, naive=READ_AT_ONCE
    ),
    "a body in a million pieces": Attack(always(PIECES % b"/api/v1/tables"), 4, naive=ALL_IN_ONE_GO),
    "small bodies in pieces": Attack(always(PIECES % b"/t/any/do"), 40, naive=ALL_IN_ONE_GO),
    "odd heads": Attack(always(b"GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n")),
}


def attack(name: str, port: int, seconds: float) -> Counter[str]:
    """Do it for so long; how often it was answered how."""
    told: Counter[str] = Counter()
    until, numbers = time.monotonic() + seconds, count()
    each = ATTACKS[name]
    hands = [
        threading.Thread(target=_without_end, args=(each, port, until, numbers, told), daemon=True)
        for _ in range(each.connections)
    ]
    for hand in hands:
        hand.start()
    print("begun", flush=True)
    for hand in hands:
        hand.join(max(0.0, until + 0.2 - time.monotonic()))
    return told


def _without_end(each: Attack, port: int, until: float, numbers: "count[int]", told: Counter[str]) -> None:
    while time.monotonic() < until:
        try:
            with socket.create_connection(("127.0.0.1", port), each.patience, (STRANGER, 0)) as wire:
                if each.takes and not each.reads:
                    threading.Thread(target=_drain, args=(wire,), daemon=True).start()
                while time.monotonic() < until:
                    wire.sendall(each.ask(next(numbers)))
                    told[_answer(wire) if each.reads else "unread"] += 1
        except (OSError, HTTPException) as error:
            told[type(error).__name__] += 1
            time.sleep(0.01)


def _drain(wire: socket.socket) -> None:
    with suppress(OSError):
        while wire.recv(1 << 18):
            pass


def _answer(wire: socket.socket) -> str:
    answer = HTTPResponse(wire)
    answer.begin()
    answer.read()
    if answer.will_close:
        wire.close()
    return str(answer.status)


if __name__ == "__main__":
    os.nice(5)
    print(json.dumps(attack(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]))))
    sys.stdout.flush()
    os._exit(0)
