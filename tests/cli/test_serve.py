"""Serving: what the terminal says, what keeps a server from starting, how it stops."""

import json
import os
import re
import select
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import httpx
import pytest
from flask import Flask
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from tests import warm
from tests.attack.stopping import held, tell_to_stop
from tests.attack.wire import post
from tests.browser.server import ROOT
from tests.cli.conftest import Start
from tests.cli.running import Process, served_with
from tests.streams import bounded
from webapp.serve import listen
from webapp.settings import Settings
from webapp.store.db import db

SLACK = 5.0  # seconds that a machine busy with other tests may add


# ---- what it says ----------------------------------------------------------------------------------


NO_NAMES = "import socket; socket.getfqdn = None"
"""Where no name server answers, whoever asks one waits for seconds."""


def test_the_first_start_prints_the_addresses_and_a_table_to_try(start: Start) -> None:
    server = start(*served_with(NO_NAMES), BIND="0.0.0.0").ready()
    gm, player, tv = server.tokens()
    assert f"http://localhost:{server.port}" in server.output
    assert "▄" in server.output, "a QR code for phones"
    pages = {}
    for role, key in (("gm", gm), ("player", player), ("tv", tv)):
        with httpx.Client(base_url=server.url, follow_redirects=True) as device:
            pages[role] = device.get(f"/k/{key}").text
            assert f'data-role="{role}"' in pages[role]
    assert "Expose the Official" in pages["tv"]
    assert "Cramped" in pages["player"]
    assert "fixer" in pages["gm"]
    assert "fixer" not in pages["player"]


def test_no_answer_names_the_server(start: Start) -> None:
    """Neither the app's, nor gunicorn's own to what is not HTTP."""
    server = start().ready()
    asked = [
        b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        b"HELLO\r\n\r\n",
        b"GET / HTTP/1.1\r\n :\r\n\r\n",
    ]
    told = [said_to(server.port, words).lower() for words in asked]
    assert [each.split()[1] for each in told] == [b"200", b"400", b"400"]
    assert all(b"server:" not in each and b"gunicorn" not in each for each in told)


def said_to(port: int, words: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", port), timeout=60) as line:
        line.sendall(words)
        return b"".join(iter(lambda: line.recv(65536), b""))


def test_the_second_start_makes_no_second_table_and_tidies_up(start: Start, tmp_path: Path) -> None:
    first = start().ready()
    assert httpx.post(f"{first.url}/api/v1/tables", json={"name": "Elm"}).status_code == 201
    first.wait_for("Backup saved")
    first.stop()
    with sqlite3.connect(tmp_path / "instance" / "tableside.sqlite3") as years_later:
        years_later.execute("UPDATE tables SET created = '2001-01-01 00:00:00.000000'")
    second = start().ready()
    assert second.tokens() == []
    assert "-m webapp tables" in second.output
    second.wait_for("Unused tables removed after 30 days: 1")


def test_the_log_names_routes_and_never_a_key(start: Start) -> None:
    server = start().ready()
    gm, *_ = server.tokens()
    greeting = server.output
    with httpx.Client(base_url=server.url) as device:
        opened = device.get(f"/k/{gm}")
        device.get(opened.headers["location"])
        device.get("/k/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
        device.get("/nothing/SECRETWORD?key=SECRETWORD")
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as odd:
        odd.sendall(b"GET /k/SECRETWORD HTTP/7.5\r\n\r\n")
        assert odd.recv(100).startswith(b"HTTP/1.1 400")
    server.stop()
    log = server.output.removeprefix(greeting)
    assert "GET /k/<key> 303" in log
    assert "GET /k/<key> 404" in log
    assert gm not in log
    assert "SECRETWORD" not in log
    assert opened.headers["location"] not in log


def test_on_demand_every_line_of_the_log_is_json_and_holds_no_key(start: Start) -> None:
    server = start(LOG="json").ready()
    gm, *_ = server.tokens()
    with httpx.Client(base_url=server.url) as device:
        device.get(f"/k/{gm}")
        device.get("/nothing/SECRETWORD?key=SECRETWORD")
    server.stop()
    log = [line for line in server.output.splitlines() if line.startswith("{")]
    requests = [each for each in map(json.loads, log) if each["logger"] == "webapp.access"]
    opened = next(each for each in requests if each["route"] == "/k/<key>")
    assert (opened["method"], opened["status"], opened["address"]) == ("GET", 303, "127.0.0.1")
    assert opened["ms"] >= 0
    assert opened["bytes"] > 0
    assert {"time", "level"} <= opened.keys()
    assert any(each.get("message") == "Stopping." for each in map(json.loads, log))
    assert gm not in "".join(log)
    assert "SECRETWORD" not in server.output


def test_an_error_in_the_log_holds_nothing_of_what_rows_hold(app: Flask) -> None:
    """The driver's message goes into the log; what was to be written does not."""
    with pytest.raises(SQLAlchemyError) as failed:
        db.session.execute(text("INSERT INTO nowhere VALUES (:name)"), {"name": "PLANTEDWORD"})
    assert "PLANTEDWORD" not in str(failed.value)


def test_nothing_is_called_ready_whose_first_page_fails(start: Start) -> None:
    broken = "import jinja2; jinja2.Template.render = lambda *args, **more: 1 / 0"
    server = start(*served_with(broken))
    assert server.ended() == 1
    assert "first page failed" in server.output
    assert "ready" not in server.output


def test_the_start_says_where_the_tables_lie_and_names_another_database(start: Start, tmp_path: Path) -> None:
    users = tmp_path / "share" / "tableside"
    users.mkdir(parents=True)
    (users / "tableside.sqlite3").touch()
    server = Process(tmp_path, environment={**os.environ, "XDG_DATA_HOME": str(tmp_path / "share")})
    try:
        server.ready().wait_for("Stop with Ctrl-C.")
    finally:
        server.stop()
    assert f"Tables are stored in {tmp_path / 'instance'}" in server.output
    assert f"Another database is stored in {users} and is not used" in server.output


# ---- what keeps it from starting -------------------------------------------------------------------


def test_a_taken_port_is_one_sentence(start: Start) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        server = start(PORT=str(taken.getsockname()[1]))
        assert server.ended() == 1
    assert re.fullmatch(r"Starting.*\nAnother program uses port \d+.*TABLESIDE_PORT\.\n", server.output)


def test_a_port_that_a_killed_server_still_holds_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        monkeypatch.setattr(time, "sleep", lambda _seconds: taken.close())
        settings = Settings(bind="127.0.0.1", port=str(taken.getsockname()[1]))
        with listen(settings) as listener:
            assert listener.getsockname() == ("127.0.0.1", int(settings.port))


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"PORT": "70000"}, "TABLESIDE_PORT"),
        ({"BIND": "203.0.113.9"}, "TABLESIDE_BIND"),
        ({"BIND": "no such host"}, "TABLESIDE_BIND"),
        ({"LIMITS": "off", "BIND": "0.0.0.0"}, "TABLESIDE_LIMITS"),
    ],
)
def test_a_setting_that_cannot_work_is_named(start: Start, settings: dict[str, str], why: str) -> None:
    server = start(**settings)
    assert server.ended() == 2
    assert why in server.output
    assert len(server.output.removeprefix("Starting Tableside ...\n").strip().splitlines()) == 1


def test_an_instance_that_cannot_be_used_is_named(start: Start, tmp_path: Path) -> None:
    (tmp_path / "a-file").write_text("not a folder")
    server = start(INSTANCE=str(tmp_path / "a-file"))
    assert server.ended() == 1
    assert "TABLESIDE_INSTANCE" in server.output
    assert "Traceback" not in server.output


def test_a_second_process_on_the_same_instance_does_not_start(start: Start) -> None:
    first = start().ready()
    second = start()
    assert second.ended() == 1
    assert f"in use by process {first.worker}" in second.output
    assert "TABLESIDE_BUS_URL" in second.output


def test_a_damaged_database_stops_the_start_and_stays(start: Start, tmp_path: Path) -> None:
    instance = tmp_path / "instance"
    instance.mkdir()
    (instance / "tableside.sqlite3").write_bytes(b"scribbles" * 1000)
    server = start()
    assert server.ended() == 1
    assert "is damaged" in server.output
    (kept,) = instance.glob("tableside.sqlite3.corrupt-*")
    assert kept.read_bytes() == b"scribbles" * 1000
    again = start()
    assert again.ended() == 1
    assert kept.name in again.output


@pytest.mark.soak
def test_a_start_may_take_longer_than_a_worker_may_be_silent(start: Start) -> None:
    """As a large migration does, which lets no greenlet run."""
    slow = """
import webapp.gunicorn_config, webapp.start as s
from gevent.monkey import get_original
webapp.gunicorn_config.timeout, begin = 3, s.start_app
def start(settings, **more):
    get_original("time", "sleep")(8)
    return begin(settings, **more)
s.start_app = start
"""
    server = start(*served_with(slow)).ready()
    server.stop()
    assert "TIMEOUT" not in server.output


# ---- its folder goes away -------------------------------------------------------------------------


OFTEN = "import webapp.start as s; s.HOUR = s.WATCHED = 0.1"


def test_a_folder_that_is_moved_away_is_noticed_with_nobody_there(start: Start, tmp_path: Path) -> None:
    server = start(*served_with(OFTEN)).ready()
    server.wait_for("Backup saved")
    folder, away = tmp_path / "instance", tmp_path / "away"
    folder.rename(away)
    server.wait_for("tableside.sqlite3 is missing: nothing is saved. Move its folder back")
    server.wait_for("No backup was made, because the database is missing.")
    told = _said(server, folder, "doctor")
    assert told.returncode == 1
    says = f"bad   The server on port {server.port} saves nothing, because its database is missing."
    assert told.stdout.startswith(says)
    assert len(told.stdout.splitlines()) == 1, "nothing else that it could find out is true of the tables"
    assert f"There is no folder {folder}." in _said(server, folder, "backup", str(tmp_path / "copy")).stderr
    assert not folder.exists(), "nobody makes a new one, so that the old one can be moved back"
    away.rename(folder)
    server.wait_for("is in its place again: changes are saved.")
    server.stop()
    assert "Traceback" not in server.output


def _said(server: Process, folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    """Run a command with the settings of this server."""
    own = {"INSTANCE": str(folder), "BIND": "127.0.0.1", "PORT": str(server.port)}
    settings = os.environ | {f"TABLESIDE_{name}": value for name, value in own.items()}
    command = [sys.executable, "-m", "webapp", *words]
    return subprocess.run(command, env=settings, cwd=ROOT, capture_output=True, text=True, check=False)


# ---- how it stops ----------------------------------------------------------------------------------


@pytest.mark.soak
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_it_ends_streams_and_idle_connections_and_is_gone_within_five_seconds(
    start: Start, number: signal.Signals
) -> None:
    server = start().ready()
    _, player, _ = server.tokens()
    with httpx.Client(base_url=server.url) as idle, httpx.Client(base_url=server.url) as device:
        idle.get("/healthz")
        table = device.get(f"/k/{player}").headers["location"]
        with device.stream("GET", f"{table}/live", timeout=30) as stream:
            lines = bounded(stream.iter_lines(), said=lambda: server.output)
            next(lines)
            told = time.monotonic()
            os.killpg(server.process.pid, number)  # as a terminal does; SIGTERM as some supervisors do
            os.kill(server.process.pid, number)  # `make` passes it on as well
            list(lines)  # the stream ends properly, with its last chunk
        assert server.ended() == 0
    assert "cut off" not in server.output
    assert time.monotonic() - told < 5 + SLACK


def test_a_closed_terminal_ends_no_server_that_was_started_with_nohup(start: Start) -> None:
    server = start(*served_with("import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN)")).ready()
    server.wait_for("Stop with Ctrl-C.")
    for each in warm.family(server.process.pid):
        ignored = Path(f"/proc/{each}/status").read_text().partition("SigIgn:")[2].split()[0]
        assert int(ignored, 16) & 1 << signal.SIGHUP - 1
    os.killpg(server.process.pid, signal.SIGHUP)
    assert httpx.get(f"{server.url}/healthz", timeout=60).status_code == 200
    server.process.terminate()
    assert server.ended() == 0


@pytest.mark.soak
def test_a_server_of_a_test_hears_a_closed_terminal_where_the_tests_run_by_nohup(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    keeper = warm.Keeper()
    monkeypatch.setattr(warm, "_keeper", lambda: keeper)
    server = Process(tmp_path)
    try:
        server.ready()
        os.kill(server.process.pid, signal.SIGHUP)
        assert server.ended() == 0
    finally:
        signal.signal(signal.SIGHUP, before)
        server.process.kill()
        keeper.process.communicate(timeout=60)


def test_a_ctrl_c_that_comes_twice_leaves_a_busy_server_its_time(start: Start) -> None:
    """The parent ends a worker two seconds after the second of two."""
    server = start(*served_with("import webapp.serve as s; s.ECHO = 600")).ready()
    server.wait_for("Stop with Ctrl-C.")
    with held(server):
        tell_to_stop(server, signal.SIGINT)
        os.killpg(server.process.pid, signal.SIGINT)
        assert select.select([], [], [], 4) == ([], [], [])
    server.wait_for("Stopping.")
    assert server.ended() == 0


TOLD = """
import builtins, os, signal, webapp.gunicorn_config as s
from gevent.monkey import get_original
bring, patch, parent = builtins.__import__, s.Worker.patch, os.getpid()
def tell():
    os.kill(parent, signal.SIGTERM)
    get_original("time", "sleep")(3)
def patched(worker):
    tell()
    patch(worker)
def brought(name, *more, **others):
    if name == "webapp.start" and os.getpid() != parent:
        builtins.__import__ = bring
        tell()
    return bring(name, *more, **others)
"""


@pytest.mark.parametrize("moment", ["s.Worker.patch = patched", "builtins.__import__ = brought"])
def test_whoever_stops_it_while_its_worker_begins_waits_for_no_start(
    start: Start, moment: str, tmp_path: Path
) -> None:
    server = start(*served_with(TOLD + moment))
    assert server.ended() == 0
    assert server.output == "Stopped.\n"
    assert list((tmp_path / "instance").glob("*")) == []


SLOW = """
import time, webapp.gunicorn_config
from flask import request, request_started
webapp.gunicorn_config.STOP = webapp.gunicorn_config.graceful_timeout = 60
def wait(sender, **_):
    if "slowly" in request.args:
        print("BEGUN", flush=True)
        time.sleep(1)
request_started.connect(wait)
"""


def test_what_is_under_way_is_answered_before_it_stops(start: Start) -> None:
    server = start(*served_with(SLOW)).ready()
    server.wait_for("Stop with Ctrl-C.")
    answers: list[int] = []
    asking = threading.Thread(
        target=lambda: answers.append(httpx.get(f"{server.url}/healthz?slowly=1", timeout=60).status_code)
    )
    asking.start()
    server.wait_for("BEGUN")
    server.process.terminate()
    asking.join()
    assert answers == [200]
    assert server.ended() == 0
    assert "cut off" not in server.output


@pytest.mark.parametrize(("proxies", "waits"), [("0", "FIRST"), ("1", "FIRST_PROXIED")])
def test_a_request_of_a_connection_that_came_before_the_stop_is_answered(
    start: Start, proxies: str, waits: str
) -> None:
    """A proxy repeats no POST once it was sent, so a stop waits longer for it than for a browser at home."""
    longer = f"s.FIRST = s.FIRST_PROXIED = 0; s.{waits} = 30; s.STOP = s.graceful_timeout = 60"
    server = start(*served_with(f"import webapp.gunicorn_config as s; {longer}"), PROXIES=proxies)
    server.ready().wait_for("Stop with Ctrl-C.")
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as early:
        assert httpx.get(f"{server.url}/healthz", timeout=60).status_code == 200
        server.process.terminate()
        server.wait_for("Stopping.")
        early.sendall(post("/api/v1/tables", 15, b'{"name": "Elm"}'))
        assert early.recv(12) == b"HTTP/1.1 201"
    assert server.ended() == 0
    assert "cut off" not in server.output


@pytest.mark.attack
def test_who_trickles_or_idles_is_cut_off_and_others_are_served(start: Start) -> None:
    server = start(*served_with("import webapp.gunicorn_config as s; s.keepalive = 2")).ready()
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as slow:
        slow.sendall(b"GET /healthz HTTP/1.1\r\nHost: ")
        began = time.monotonic()
        assert httpx.get(f"{server.url}/healthz").status_code == 200
        assert slow.recv(100) == b"", "the server hangs up"
    assert 1.8 < time.monotonic() - began < 18, "it has twenty elsewhere"
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as idle:
        idle.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        began = time.monotonic()
        received = b"".join(iter(lambda: idle.recv(4000), b""))
        assert received.startswith(b"HTTP/1.1 200")
    assert time.monotonic() - began < 4 + 2 * SLACK
