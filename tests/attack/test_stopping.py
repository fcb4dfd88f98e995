"""A stop takes nothing from anybody: every connection that the system accepted gets an answer."""

import os
import select
import signal
import socket
import threading
import time
from collections import Counter
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from tests.attack.stopping import NAMELESS, held, served_unpatched, stop_under_load, tell_to_stop
from tests.attack.test_turns import SLOW
from tests.attack.wire import Wire, get, post
from webapp.listen_filter import admit_connections, hold_off_connections

ANSWERS = {200, 503}
"""On a machine busy with other tests so many take longer than a stop may; the last are refused in words."""
LATE = """
import webapp.gunicorn_config as s
from gevent.monkey import get_original
close = s.StreamServer.close
def late(server):
    print("CLOSING", flush=True)
    get_original("time", "sleep")(0.5)
    close(server)
s.StreamServer.close = late
"""
"""From the last look at what waits until the listener is closed, connections may still come."""


@pytest.mark.parametrize("waiting", [40, *(pytest.param(600, marks=pytest.mark.attack) for _ in range(3))])
def test_whoever_waits_when_the_server_is_told_to_stop_is_answered(tmp_path: Path, waiting: int) -> None:
    server = served_unpatched(tmp_path)
    told = stop_under_load(server, waiting)
    assert told.total() == waiting
    assert set(told) <= ({200} if waiting < 100 else ANSWERS), told
    assert server.ended() == 0
    assert "Traceback" not in server.output
    assert "cut off" not in server.output


@pytest.mark.attack
def test_behind_a_proxy_too(tmp_path: Path) -> None:
    server = served_unpatched(tmp_path, PROXIES="1")
    assert set(stop_under_load(server)) <= ANSWERS
    assert server.ended() == 0


@pytest.mark.attack
def test_a_server_that_asks_a_closed_listener_for_its_address_answers_nobody(tmp_path: Path) -> None:
    server = served_unpatched(tmp_path, NAMELESS)
    assert stop_under_load(server, 40) == {0: 40}
    assert server.ended() == 0


def test_a_request_that_a_kept_connection_has_brought_is_answered(tmp_path: Path) -> None:
    server = served_unpatched(tmp_path)
    with Wire(server.port) as kept, Wire(server.port) as silent:
        for wire in (kept, silent):
            assert wire.say(get("/healthz")).status() == 200
            wire.heard = b""
        with held(server):
            kept.say(post("/api/v1/tables", 15, b'{"name": "Elm"}'))
            tell_to_stop(server)
        assert kept.statuses() == [201]
        assert b"connection: close" in kept.heard.lower()
        assert silent.statuses() == []
    assert server.ended() == 0


@pytest.mark.parametrize("time", [1, *(pytest.param(time, marks=pytest.mark.attack) for time in (2, 3, 4))])
def test_a_press_on_a_kept_connection_is_answered_or_the_connection_closed(tmp_path: Path, time: int) -> None:
    """Forty of them, half before the stop and half after, of which none may be answered with an error."""
    server = served_unpatched(tmp_path)
    with ExitStack() as open_ones:
        wires = [open_ones.enter_context(Wire(server.port, f"127.0.0.{n + 10}")) for n in range(40)]
        for wire in wires:
            assert wire.say(get("/healthz")).status() == 200
            wire.heard = b""
        for number, wire in enumerate(wires):
            if number == len(wires) // 2:
                server.process.terminate()
            with suppress(OSError):  # closed meanwhile
                wire.say(post("/api/v1/tables", 15, b'{"name": "Elm"}'))
        told = Counter(status for wire in wires for status in (wire.statuses() or [0]))
    assert set(told) <= {0, 201}, told
    assert told[201] >= len(wires) // 2
    assert server.ended() == 0
    assert "Traceback" not in server.output


@pytest.mark.attack
def test_a_stop_goes_on_while_somebody_is_answered_and_no_longer_for_half_a_request(
    tmp_path: Path,
) -> None:
    server = served_unpatched(
        tmp_path, f"{SLOW.format(wait=60)}\nimport webapp.gunicorn_config as s; s.STALLED, s.HURRY = 2, 25"
    )
    with Wire(server.port) as slow, Wire(server.port, "127.0.0.8") as half, ExitStack() as waiting:
        half.say(post("/t/any/do", 5000, b"d"))
        slow.say(get("/?slowly=1"))
        server.wait_for("BEGUN")
        with held(server):
            next_ones = [waiting.enter_context(Wire(server.port)).say(get("/?slowly=1")) for _ in range(4)]
            tell_to_stop(server)
        assert [each.status() for each in (slow, *next_ones)] == [200] * 5
        assert server.ended() == 0
    assert "Connections cut off: 1" in server.output


@pytest.mark.attack
def test_what_a_stop_has_no_time_to_begin_is_refused_in_words(tmp_path: Path) -> None:
    hurried = f"{SLOW.format(wait=60)}\nimport webapp.gunicorn_config as s; s.HURRY, s.STALLED = 0, 20"
    server = served_unpatched(tmp_path, hurried)
    with Wire(server.port) as begun, Wire(server.port) as next_one:
        begun.say(get("/?slowly=15"))
        server.wait_for("BEGUN")
        next_one.say(get("/api/v1/tables/any"))
        server.process.terminate()
        assert [begun.status(), next_one.status()] == [200, 503]
        assert b"Nothing was changed" in next_one.rest()
    assert server.ended() == 0
    assert "cut off" not in server.output


@pytest.mark.attack
def test_a_worker_that_begins_where_another_stopped_is_reached(tmp_path: Path) -> None:
    server = served_unpatched(tmp_path)
    worker = server.worker
    os.kill(worker, signal.SIGTERM)
    server.wait_for("Stopping.")
    with Wire(server.port) as patient:
        assert patient.say(get("/healthz")).status() == 200
    assert server.worker != worker
    server.stop()


@pytest.mark.attack
def test_who_comes_between_the_last_look_and_the_end_is_refused_and_not_cut_off(tmp_path: Path) -> None:
    server = served_unpatched(tmp_path, LATE)
    server.process.terminate()
    server.wait_for("CLOSING")
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", server.port), timeout=60)
    assert server.ended() == 0


@pytest.mark.attack
def test_clients_that_come_without_end_are_answered_or_refused(tmp_path: Path) -> None:
    server = served_unpatched(tmp_path)
    told: Counter[int] = Counter()
    deadline = time.monotonic() + 120

    def ask(number: int) -> None:
        while time.monotonic() < deadline:
            try:
                wire = Wire(server.port, f"127.0.10.{number + 1}")
            except ConnectionRefusedError:
                return
            with wire:
                told[wire.say(get("/healthz")).status()] += 1

    hands = [threading.Thread(target=ask, args=(number,)) for number in range(24)]
    for hand in hands:
        hand.start()
    while told.total() < 200 and time.monotonic() < deadline:
        assert select.select([], [], [], 0.01) == ([], [], [])
    server.process.terminate()
    for hand in hands:
        hand.join()
    assert server.ended() == 0
    assert set(told) == {200}


def test_a_listener_that_holds_off_admits_again() -> None:
    """As for a worker that begins on the socket of one that stopped."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        hold_off_connections(listener)
        with socket.socket() as client:
            client.setblocking(False)
            client.connect_ex(listener.getsockname())
            assert select.select([listener], [], [], 0.2)[0] == []
            admit_connections(listener)
            listener.settimeout(60)  # the client asks again after a second
            listener.accept()[0].close()
