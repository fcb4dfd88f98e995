"""Every error the API can give: its status, its shape, and that nothing was kept of the request."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as Spent

from tests.api.desk import API, Desk, refusal
from webapp.api import tables
from webapp.api.calls import CALLS
from webapp.api.openapi import ERRORS
from webapp.app import create_app
from webapp.services import services
from webapp.settings import BadSetting, Settings
from webapp.store import database_deadline
from webapp.store.db import db


@pytest.mark.parametrize(
    "path", ["/api/", "/api/v1", "/api/v1/", "/api/v2/tables", f"{API}/x/y/z", f"{API}/"]
)
def test_an_unknown_address_of_the_api_is_told_in_json(app: Flask, path: str) -> None:
    for method in ("GET", "POST", "DELETE"):
        refusal(app.test_client().open(path, method=method), 404, "not_found")


def test_a_method_that_an_address_does_not_take_lists_those_it_takes(desk: Desk) -> None:
    answer = desk.client.delete(desk.url, headers=desk.headers("gm"))
    refusal(answer, 405, "method_not_allowed")
    assert {each.strip() for each in answer.headers["Allow"].split(",")} == {"GET", "HEAD", "OPTIONS"}
    assert desk.sees()["name"] == "Oak"


def test_a_broken_view_tells_nothing_of_how_it_broke(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("the password is swordfish")

    monkeypatch.setattr(tables, "journal_page", broken)
    answer = desk.get("gm")
    refusal(answer, 500, "broken")
    assert "swordfish" not in answer.text
    assert "Traceback" not in answer.text
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")


@pytest.fixture
def locked(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    """Another process holds the database for longer than anybody waits."""
    monkeypatch.setattr(database_deadline, "PATIENCE", 0.05)
    other = sqlite3.connect(services().settings.folder / "tableside.sqlite3", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    yield desk
    other.execute("ROLLBACK")
    other.close()


def test_a_locked_database_asks_for_patience_and_keeps_nothing(locked: Desk) -> None:
    answers = [
        locked.send("gm", {"do": "clock.add", "name": "Alarm"}),
        locked.client.post(API, json={"name": "Elm"}),
    ]
    for answer in answers:
        refusal(answer, 503, "busy")
        assert int(answer.headers["Retry-After"]) >= 1
    assert locked.sees()["clocks"] == []


@pytest.mark.parametrize(
    ("error", "code", "sentence"),
    [
        (Spent(), "busy", "The server is busy"),
        (OperationalError("SELECT 1", {}, Exception("the link is lost")), "away", "is not responding"),
        (InterfaceError("SELECT 1", {}, Exception("the connection is closed")), "away", "is not responding"),
    ],
)
def test_a_spent_pool_and_a_database_that_is_away_are_told_apart(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, error: Exception, code: str, sentence: str
) -> None:
    def gone(*_: object) -> None:
        raise error

    monkeypatch.setattr(db.engine, "connect", gone)
    monkeypatch.setattr(db.session, "connection", gone)
    monkeypatch.setattr(db.session, "scalar", gone)
    monkeypatch.setattr(db.session, "scalars", gone)
    told = refusal(desk.get("gm"), 503, code)
    assert sentence in told["message"]
    read = desk.client.get(f"/k/{desk.made['keys']['gm']}")
    assert (read.status_code, int(read.headers["Retry-After"]) >= 1) == (503, True)
    assert sentence in read.text
    assert int(read.headers["Refresh"]) >= 1


def test_the_pool_is_as_large_as_the_settings_say(tmp_path: Path) -> None:
    given = {"pool": "2", "pool_overflow": "1", "pool_wait": "1"}
    app = create_app(Settings(instance=str(tmp_path), bind="127.0.0.1", **given))
    with app.app_context():
        pool = db.engine.pool
        assert (pool.size(), pool._max_overflow, pool.timeout()) == (2, 1, 1)


@pytest.mark.parametrize(
    ("name", "given"), [("pool", "0"), ("pool_wait", "4"), ("pool_overflow", "x"), ("streams", "0")]
)
def test_a_number_that_cannot_work_is_refused(name: str, given: str) -> None:
    with pytest.raises(BadSetting, match=f"TABLESIDE_{name.upper()}"):
        Settings(**{name: given}).ensure_usable()


def test_every_error_that_a_call_may_give_is_explained() -> None:
    assert {status for call in CALLS for status in call.refuses} <= set(ERRORS)


def test_the_pages_keep_their_own_words_for_errors(app: Flask) -> None:
    for path in ("/nowhere", "/t/nowhere"):
        answer = app.test_client().get(path)
        assert (answer.status_code, answer.mimetype) == (404, "text/html")


def test_errors_carry_the_security_headers_of_every_answer(app: Flask) -> None:
    answer = app.test_client().get(f"{API}/nowhere")
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Cache-Control"] == "no-store"


def test_no_error_names_a_file_of_this_server(desk: Desk) -> None:
    answers = [desk.send_raw(b"{"), desk.send("gm", {"do": "x"}), desk.get(None), desk.get("gm", "/nothing")]
    here = str(Path(__file__).parent.parent.parent)
    assert not any(here in answer.text or ".py" in answer.text for answer in answers)
