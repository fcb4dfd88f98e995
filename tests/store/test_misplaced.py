"""A database that was moved, deleted or replaced while the server runs: nothing is saved into thin air."""

import logging
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from html import unescape
from pathlib import Path

import pytest
from flask import Flask
from markupsafe import escape
from sqlalchemy import text

from tests.live.opened import page
from tests.pages.visitor import OURS, SCRIPT, Visitor
from tests.store.migrated_app import *  # noqa: F403  (an app of its own, whose folder may go away)
from tests.table.oak import Oak
from webapp.settings import Settings
from webapp.store.database_file import LOG_LOST, MISSING, REPLACED, Fault, database_file, fault_sentence
from webapp.store.db import db

Befall = Callable[[Path], None]


def moved(folder: Path) -> None:
    folder.rename(away(folder))


def away(folder: Path) -> Path:
    return folder.with_name(f"{folder.name}-away")


def deleted(folder: Path) -> None:
    shutil.rmtree(folder)


def without_database(folder: Path) -> None:
    _file(folder).unlink()


def replaced(folder: Path) -> None:
    shutil.copy(_file(folder), folder / "copy")
    (folder / "copy").replace(_file(folder))


def _file(folder: Path) -> Path:
    return folder / "tableside.sqlite3"


WHAT: list[tuple[Befall, Fault]] = [
    (moved, MISSING),
    (deleted, MISSING),
    (without_database, MISSING),
    (replaced, REPLACED),
]


@pytest.fixture(params=WHAT, ids=lambda each: each[0].__name__)
def fault(request: pytest.FixtureRequest, oak: Oak, settings: Settings) -> Fault:
    """What befell the database of a table with one tag."""
    befall, fault = request.param
    oak.tag("Slick")
    befall(settings.folder)
    return fault


def test_nothing_is_saved_and_everything_can_be_read(oak: Oak, fault: Fault) -> None:
    key = {"Authorization": f"Bearer {oak.made.tokens['gm']}"}
    client, at = oak.app.test_client(), f"/api/v1/tables/{oak.id}"
    for path, sent in (
        (f"{at}/commands", {"do": "tag.add", "name": "Loud"}),
        ("/api/v1/tables", {"name": "Elm"}),
    ):
        refused = client.post(path, json=sent, headers=key)
        assert (refused.status_code, refused.json["error"]["code"]) == (503, "away")
        assert refused.json["error"]["message"] == fault.sentence
        assert refused.headers["Retry-After"] == "60"
    assert [tag["name"] for tag in client.get(at, headers=key).json["tags"]] == ["Slick"]
    assert client.get(f"{at}/export", headers=key).status_code == 200
    health = client.get("/healthz")
    assert (health.status_code, health.json["database"]) == (503, fault.key)


@pytest.mark.parametrize("role", ["gm", "player", "tv"])
def test_every_screen_says_so(oak: Oak, fault: Fault, role: str) -> None:
    visitor = Visitor(oak, role)
    shown = visitor.page().text
    assert f"data-not-saved>{escape(fault.sentence)}</p>" in shown
    assert "data-read-only" in shown
    if role == "gm":
        for headers in (OURS, SCRIPT):
            answer = visitor.post(headers, do="tag.add", name="Loud")
            assert answer.status_code == 503
            assert fault.state in answer.text


def test_an_open_page_hears_of_it_by_its_heartbeat_and_of_the_end_as_well(
    oak: Oak, settings: Settings
) -> None:
    oak.app.extensions["tableside"].streams.heartbeat = 0.0
    tv = page(oak, "tv")
    assert b"not_saved" not in next(tv)
    moved(settings.folder)
    assert MISSING.sentence.encode() in next(tv)
    away(settings.folder).rename(settings.folder)
    assert b"not_saved" not in next(tv)


def test_back_in_its_place_the_server_goes_on(
    oak: Oak, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    oak.tag("Slick")
    visitor = Visitor(oak, "gm")
    moved(settings.folder)
    with caplog.at_level(logging.INFO):
        for _ in range(2):
            assert visitor.post(do="tag.add", name="Loud").status_code == 503
        assert not settings.folder.exists(), "nothing is made in its place"
        away(settings.folder).rename(settings.folder)
        assert visitor.post(do="tag.add", name="Loud").status_code == 303
    assert [tag["name"] for tag in oak.sees()["tags"]] == ["Slick", "Loud"]
    told = [each.getMessage() for each in caplog.records if each.levelno > logging.INFO]
    assert [line.partition(": ")[0] for line in told] == [
        f"The database {_file(settings.folder)} is missing",
        f"The database {_file(settings.folder)} is in its place again",
    ]


def test_no_connection_is_opened_to_another_file(app: Flask, oak: Oak, settings: Settings) -> None:
    oak.tag("Slick")
    without_database(settings.folder)
    db.session.remove()
    with db.engine.connect(), pytest.raises(Exception, match="is missing"):
        db.engine.connect()
    assert not _file(settings.folder).exists()


def test_another_file_may_be_opened_once_all_connections_are_closed(app: Flask, settings: Settings) -> None:
    db.session.remove()
    with db.engine.connect():
        replaced(settings.folder)
        assert fault_sentence(db.engine) == REPLACED.sentence
    db.engine.dispose()
    assert not fault_sentence(db.engine)
    with db.engine.connect():
        assert not fault_sentence(db.engine)


@pytest.fixture(params=[("-wal",), ("-shm",), ("-wal", "-shm")], ids="".join)
def lost(request: pytest.FixtureRequest, file: Path) -> tuple[Path, ...]:
    """The files beside the database that somebody deletes."""
    return tuple(file.with_name(f"{file.name}{end}") for end in request.param)


def tags_on_disk(file: Path, elsewhere: Path) -> list[str]:
    """The tags that another server finds in the database's file, without the log beside it."""
    elsewhere.mkdir()
    with closing(sqlite3.connect(shutil.copy(file, elsewhere))) as copy:
        if not copy.execute("SELECT * FROM sqlite_master WHERE name = 'tag'").fetchall():
            return []
        return [name for (name,) in copy.execute("SELECT name FROM tag ORDER BY name")]


def test_a_deleted_log_loses_nothing_and_the_server_goes_on(
    oak: Oak, file: Path, lost: tuple[Path, ...], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    oak.tag("Slick")
    assert tags_on_disk(file, tmp_path / "before") == [], "it is in the log alone"
    for each in lost:
        each.unlink()
    db.session.remove()
    with caplog.at_level(logging.WARNING):
        assert fault_sentence(db.engine) == ""
    assert "Nothing is lost." in caplog.text
    assert tags_on_disk(file, tmp_path / "after") == ["Slick"]
    assert Visitor(oak, "gm").post(do="tag.add", name="Loud").status_code == 303
    assert all(each.exists() for each in lost), "there is a log again"
    assert oak.app.test_client().get("/healthz").status_code == 200
    with closing(sqlite3.connect(file)) as other:
        assert other.execute("SELECT count(*) FROM tag").fetchone() == (2,)


def test_nothing_is_saved_while_somebody_holds_the_deleted_log(
    oak: Oak, file: Path, lost: tuple[Path, ...]
) -> None:
    oak.tag("Slick")
    visitor = Visitor(oak, "gm")
    db.session.remove()
    with db.engine.connect() as held:
        held.scalar(text("SELECT count(*) FROM tag"))
        for each in lost:
            each.unlink()
        assert visitor.post(do="tag.add", name="Loud").status_code == 503
        assert LOG_LOST.sentence in unescape(visitor.post(do="tag.add", name="Loud").text)
        health = visitor.client.get("/healthz")
        assert (health.status_code, health.json["database"]) == (503, LOG_LOST.key)
    assert visitor.post(do="tag.add", name="Loud").status_code == 303
    assert [tag["name"] for tag in oak.sees()["tags"]] == ["Slick", "Loud"]


def test_beside_other_processes_the_log_is_saved_and_the_server_waits_for_a_restart(
    oak: Oak, file: Path, lost: tuple[Path, ...], tmp_path: Path
) -> None:
    oak.tag("Slick")
    watched = database_file(db.engine)
    assert watched is not None
    watched.shared = True
    db.session.remove()
    for each in lost:
        each.unlink()
    for _ in range(2):
        assert Visitor(oak, "gm").post(do="tag.add", name="Loud").status_code == 503
    assert tags_on_disk(file, tmp_path / "after") == ["Slick"]


def test_the_log_may_go_with_the_last_connection(oak: Oak, file: Path) -> None:
    oak.tag("Slick")
    db.session.remove()
    assert fault_sentence(db.engine) == ""
    db.engine.dispose()
    assert not file.with_name(f"{file.name}-wal").exists()
    oak.tag("Loud")
    assert fault_sentence(db.engine) == ""


def test_nothing_listens_to_each_statement(app: Flask) -> None:
    """An engine with any listener of this kind asks for listeners at every statement."""
    assert not db.engine._has_events
