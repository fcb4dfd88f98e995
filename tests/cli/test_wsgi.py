"""In production the same app runs under gunicorn, one worker until there is a bus."""

import json
import resource
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from tests.browser.server import free_port
from tests.cli.running import Process, served_with
from tests.streams import bounded

pytestmark = pytest.mark.soak

Gunicorn = Callable[..., Process]
SOON = "from gevent import monkey; monkey.patch_all(); import webapp.start as s; begin = s.start_app; "
SOON += "s.start_app = lambda settings, patience: begin(settings, 0.5)"
"""A worker that finds another at its instance waits half a second, not five."""


@pytest.fixture
def gunicorn(tmp_path: Path) -> Iterator[Gunicorn]:
    """Starts gunicorn with further words; it ends with the test."""
    started: list[Process] = []

    def run(*words: str, more: str = "pass", **settings: str) -> Process:
        port = str(free_port())
        bind = ["--bind", f"127.0.0.1:{port}", "webapp.wsgi:app"]
        code = f"{more}; from gunicorn.app.wsgiapp import run; run()"
        started.append(Process(tmp_path, sys.executable, "-c", code, *words, *bind, PORT=port, **settings))
        return started[-1]

    yield run
    for each in started:
        each.stop()


@pytest.mark.parametrize(
    "words", [("--config", "python:webapp.gunicorn_config"), ("-k", "gevent", "-w", "1")]
)
def test_one_worker_serves_and_stops_with_streams_open(gunicorn: Gunicorn, words: tuple[str, ...]) -> None:
    assert_stops_with_a_stream_open(gunicorn(*words).ready())


SHOWN = """
import socket
from webapp.live.stream import StreamConnection
below = StreamConnection.below
def shown(environ):
    connection = environ["gunicorn.socket"]
    print("NODELAY", connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY), flush=True)
    return below(environ)
StreamConnection.below = shown
"""


@pytest.mark.parametrize("by_gunicorn", [True, False])
def test_a_stream_sends_small_messages_at_once(gunicorn: Gunicorn, by_gunicorn: bool, tmp_path: Path) -> None:
    patched = f"from gevent import monkey; monkey.patch_all(); exec({SHOWN!r})"
    words = ("--config", "python:webapp.gunicorn_config")
    server = gunicorn(*words, more=patched) if by_gunicorn else Process(tmp_path, *served_with(SHOWN))
    try:
        assert_stops_with_a_stream_open(server.ready())
    finally:
        server.stop()
    assert "NODELAY 1" in server.output


def test_many_files_may_be_open_however_few_a_container_begins_with(gunicorn: Gunicorn) -> None:
    few = "import resource as r; r.setrlimit(r.RLIMIT_NOFILE, (256, r.getrlimit(r.RLIMIT_NOFILE)[1]))"
    server = gunicorn("--config", "python:webapp.gunicorn_config", more=few).ready()
    soft, hard = resource.prlimit(server.worker, resource.RLIMIT_NOFILE)
    assert soft == min(20_000, hard)


def test_every_line_is_json_on_demand_and_none_holds_a_key(gunicorn: Gunicorn) -> None:
    server = gunicorn("--config", "python:webapp.gunicorn_config", LOG="json").ready()
    httpx.get(f"{server.url}/healthz", headers={"X-Forwarded-For": "10.0.0.9"})
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as odd:
        odd.sendall(b"GET /k/SECRETWORD HTTP/7.5\r\n\r\n")
        assert odd.recv(100).startswith(b"HTTP/1.1 400")
    server.stop()
    objects = [json.loads(line) for line in server.output.splitlines()]
    assert "Starting gunicorn" in objects[0]["message"]
    assert any(each["level"] == "warning" and "TABLESIDE_PROXIES" in each["message"] for each in objects[1:])
    assert any(each.get("route") == "/healthz" and each["status"] == 200 for each in objects)
    assert any("Invalid request" in each.get("message", "") for each in objects)
    assert "SECRETWORD" not in server.output


def assert_stops_with_a_stream_open(server: Process) -> None:
    made = httpx.post(f"{server.url}/api/v1/tables", json={"name": "Oak"}).json()
    live = f"{server.url}/api/v1/tables/{made['table']}/live"
    key = {"Authorization": f"Bearer {made['keys']['tv']}"}
    with httpx.stream("GET", live, headers=key, timeout=60) as stream:
        lines = bounded(stream.iter_lines(), said=lambda: server.output)
        next(lines)
        server.process.terminate()
        list(lines)
    assert server.ended() == 0


@pytest.mark.parametrize("words", [("-k", "sync"), ("-k", "gevent", "--preload")])
def test_another_kind_of_worker_is_refused(gunicorn: Gunicorn, words: tuple[str, ...]) -> None:
    server = gunicorn(*words)
    assert server.ended() != 0
    assert "Run gunicorn with --config python:webapp.gunicorn_config" in server.output


def test_two_workers_without_a_bus_are_refused(gunicorn: Gunicorn) -> None:
    """The second waits a little, as on a reload, when the first is about to go."""
    server = gunicorn("-k", "gevent", "-w", "2", more=SOON)
    assert server.ended() != 0
    assert "TABLESIDE_BUS_URL" in server.output
