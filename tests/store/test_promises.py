"""What the database promises, and what happens when another process or the disk is in the way."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import event

from tests.pages.visitor import OURS, SCRIPT, Visitor
from tests.table.oak import Oak
from webapp.app import create_app
from webapp.settings import Settings
from webapp.store import database_deadline
from webapp.store.db import db
from webapp.table.refusals import DatabaseLocked, OutOfSpace

PROMISED = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 50}


def test_the_database_promises_what_it_must(tmp_path: Path) -> None:
    own = create_app(Settings(instance=str(tmp_path), bind="127.0.0.1"))
    with own.app_context(), db.engine.connect() as connection:
        told = {each: connection.exec_driver_sql(f"PRAGMA {each}").scalar() for each in PROMISED}
    assert told == PROMISED


# ---- another process has the database -------------------------------------------------------------


@contextmanager
def held(settings: Settings) -> Iterator[sqlite3.Connection]:
    """Another process writes and does not finish."""
    other = sqlite3.connect(
        settings.folder / "tableside.sqlite3", isolation_level=None, check_same_thread=False
    )
    other.execute("BEGIN IMMEDIATE")
    try:
        yield other
    finally:
        other.close()


def test_a_short_lock_is_waited_for(oak: Oak, settings: Settings) -> None:
    alarm = oak.clock()
    with held(settings) as other:
        freed = threading.Timer(0.4, lambda: other.execute("COMMIT"))
        freed.start()
        assert oak.gm(do="clock.tick", clock=alarm).result["filled"] == 1
        freed.join()


def test_a_long_lock_ends_in_a_refusal_and_nothing_half_done(
    oak: Oak, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    alarm = oak.clock()
    before = oak.revisions()
    monkeypatch.setattr(database_deadline, "PATIENCE", 0.2)
    with held(settings), pytest.raises(DatabaseLocked, match="try again"):
        oak.gm(do="clock.tick", clock=alarm)
    assert oak.revisions() == before
    assert oak.gm(do="clock.tick", clock=alarm).result["filled"] == 1


def test_a_person_is_told_when_to_try_again(
    oak: Oak, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    gm, alarm = Visitor(oak, "gm"), oak.clock()
    monkeypatch.setattr(database_deadline, "PATIENCE", 0.1)
    with held(settings):
        for headers in (OURS, SCRIPT):
            answer = gm.post(headers, do="clock.tick", clock=alarm)
            assert answer.status_code == 503
            assert int(answer.headers["Retry-After"]) > 0


# ---- the disk is full ------------------------------------------------------------------------------


@contextmanager
def no_room() -> Iterator[None]:
    """The database may not grow by a single page, as on a full disk."""

    def narrow(connection: sqlite3.Connection, *_rest: Any) -> None:
        connection.execute("PRAGMA max_page_count=1")  # which means: as many as there are

    def widen(connection: sqlite3.Connection, *_rest: Any) -> None:
        connection.execute("PRAGMA max_page_count=1073741823")

    db.session.remove()
    event.listen(db.engine, "checkout", narrow)
    try:
        yield
    finally:
        db.session.remove()
        event.remove(db.engine, "checkout", narrow)
        event.listen(db.engine, "checkout", widen, once=True)


def _fill_the_rest(oak: Oak) -> None:
    for number in range(200):
        oak.gm(do="tag.add", name=f"Tag {number}", clears="x" * 80)


def test_on_a_full_disk_nothing_new_is_kept_and_everything_can_be_read(oak: Oak, client: FlaskClient) -> None:
    alarm = oak.clock(segments=40)
    with no_room():
        with pytest.raises(OutOfSpace, match="full"):
            _fill_the_rest(oak)
        _tick_while_it_fits(client, oak, alarm)
        before, filled = oak.revisions(), _filled(oak)
        answer = _tick_over_http(client, oak, alarm)
        assert (answer.status_code, answer.json["error"]["code"]) == (507, "disk_full")
        assert _filled(oak) == filled
        assert oak.revisions() == before
    assert oak.gm(do="clock.tick", clock=alarm).result["filled"] == filled + 1


def _tick_while_it_fits(client: FlaskClient, oak: Oak, clock: int) -> None:
    """A tick is shorter than a tag: where no tag fits any more, some may."""
    for _ in range(40):
        if _tick_over_http(client, oak, clock).status_code == 507:
            return
    raise AssertionError("the disk is not full")


def _filled(oak: Oak) -> int:
    return oak.view().clocks[0].filled  # type: ignore[union-attr]


def _tick_over_http(client: FlaskClient, oak: Oak, clock: int) -> Any:
    return client.post(
        f"/api/v1/tables/{oak.id}/commands",
        json={"do": "clock.tick", "clock": clock},
        headers={"Authorization": f"Bearer {oak.made.tokens['gm']}"},
    )


def test_a_person_who_starts_a_table_then_is_told_too(
    settings: Settings, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_deadline, "PATIENCE", 0.1)
    with held(settings):
        page = client.post(
            "/tables", data={"name": "Elm", "ruleset": "freeform"}, headers={"Origin": "http://localhost"}
        )
    assert page.status_code == 503
    assert "try again" in page.text
