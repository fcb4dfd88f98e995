"""In production the same app runs under gunicorn, one worker until there is a bus."""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from tests.browser.server import ROOT, free_port
from tests.cli.running import Process

pytestmark = pytest.mark.soak

Gunicorn = Callable[..., Process]
SOON = "from gevent import monkey; monkey.patch_all(); import webapp.start as s; begin = s.start; "
SOON += "s.start = lambda settings, patience: begin(settings, 0.5)"
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


def test_one_gevent_worker_serves_logs_json_on_demand_and_stops_with_streams_open(gunicorn: Gunicorn) -> None:
    lines = next(each for each in handbook_words("--access-logformat '") if each.startswith("{"))
    words = ("-k", "gevent", "-w", "1", "--access-logfile", "-", "--access-logformat", lines)
    server = gunicorn(*words, LOG="json").ready()
    httpx.get(f"{server.url}/healthz", headers={"X-Forwarded-For": "10.0.0.9"})
    server.wait_for("TABLESIDE_PROXIES")
    server.wait_for('"route":"/healthz"')
    objects = [json.loads(line) for line in server.said.splitlines() if line.startswith("{")]
    assert any(each.get("level") == "warning" and "TABLESIDE_PROXIES" in each["message"] for each in objects)
    assert any(each.get("route") == "/healthz" and each["status"] == 200 for each in objects)
    assert_stops_with_a_stream_open(server)


def assert_stops_with_a_stream_open(server: Process) -> None:
    made = httpx.post(f"{server.url}/api/v1/tables", json={"name": "Oak"}).json()
    live = f"{server.url}/api/v1/tables/{made['table']}/live"
    key = {"Authorization": f"Bearer {made['keys']['tv']}"}
    with httpx.stream("GET", live, headers=key, timeout=60) as stream:
        lines = stream.iter_lines()
        next(lines)
        server.process.terminate()
        list(lines)
    assert server.ended() == 0


def handbook_words(after: str) -> list[str]:
    """What stands between this and the next quote, wherever the operators' handbook says it."""
    told = (ROOT / ".ci" / "deploy" / "README.md").read_text(encoding="utf-8")
    return [each.split("'")[0] for each in told.split(after)[1:]]


@pytest.mark.parametrize("words", [("-k", "sync"), ("-k", "gevent", "--preload")])
def test_another_kind_of_worker_is_refused(gunicorn: Gunicorn, words: tuple[str, ...]) -> None:
    server = gunicorn(*words)
    assert server.ended() != 0
    assert "Run gunicorn with -k gevent and without --preload." in server.said


def test_two_workers_without_a_bus_are_refused(gunicorn: Gunicorn) -> None:
    """The second waits a little, as on a reload, when the first is about to go."""
    server = gunicorn("-k", "gevent", "-w", "2", more=SOON)
    assert server.ended() != 0
    assert "TABLESIDE_BUS_URL" in server.said
