"""The same promises on PostgreSQL, tested for real where it is installed."""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import TypeVar

import psycopg
import pytest
from flask import Flask
from sqlalchemy import event

from tests.browser.server import Server
from tests.store.crowd import a_hundred_at_once, assert_full_once, four_at_once, ticking
from tests.store.program import Program
from tests.store.test_served import ticking as ticking_over_http
from tests.table.oak import Oak
from webapp.app import create_app
from webapp.live.stream import Stream, Viewer
from webapp.services import services
from webapp.settings import Settings
from webapp.state.audience import GM
from webapp.store import database_deadline, schema_migration
from webapp.store.backup import renew_epochs, sqlite_file
from webapp.store.db import db
from webapp.store.startup_checks import prepare
from webapp.store.unusable import Unusable
from webapp.table.audience_views import cursor_of
from webapp.table.grants import best_grant
from webapp.table.refusals import DatabaseLocked, load_table
from webapp.table.snapshot_cache import SnapshotCache

pytestmark = pytest.mark.soak

T = TypeVar("T")
WAITING = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """For an app of this test's own."""
    return Settings(instance=str(tmp_path), bind="127.0.0.1", limits="off")


@pytest.fixture
def app(settings: Settings, address: str) -> Iterator[Flask]:
    """The app on it, its tables made by the steps of `migrations`."""
    app = create_app(replace(settings, database_url=address))
    with app.app_context():
        assert prepare(db.engine, settings.folder), "it is the first time"
        yield app
        db.session.remove()
        db.engine.dispose()


def test_the_steps_lead_to_the_tables_of_the_models(app: Flask) -> None:
    assert schema_migration.schema_differences(db.engine) == []


def test_an_evening_is_played_and_taken_back(oak: Oak) -> None:
    alarm = oak.clock("Alarm", visibility="masked")
    oak.gm(do="condition.add", character=oak.character("Mara"), name="Bleeding")
    oak.sit("Ana")
    oak.gm(do="clock.tick", clock=alarm, by=2)
    assert oak.gm(do="undo").summary == "Undid Alarm +2 (0 of 6)"
    assert oak.sees()["clocks"][0]["filled"] == 0
    assert [each["name"] for each in oak.sees("player")["cast"]] == ["Mara"]


def test_a_press_sent_twice_counts_once(oak: Oak) -> None:
    alarm = oak.clock("Alarm")
    gm = oak.actor("gm")
    first = oak.dispatch(gm, press="again", do="clock.tick", clock=alarm)
    second = oak.dispatch(gm, press="again", do="clock.tick", clock=alarm)
    assert (first.result, first.replayed) == (second.result, False)
    assert second.replayed


def test_four_people_tick_at_once_and_nothing_is_lost(app: Flask, oak: Oak) -> None:
    clock = oak.clock("Alarm", 100, filled=45)
    assert four_at_once(ticking(app, oak, clock), each=50) == 0
    assert oak.sees()["clocks"][0]["filled"] == 45


def test_a_hundred_ticks_fill_a_clock_of_24_exactly_once(app: Flask, oak: Oak) -> None:
    clock = oak.clock("Alarm", 24)
    assert_full_once(a_hundred_at_once(ticking(app, oak, clock)))


def test_a_hundred_ticks_over_http_fill_a_clock_of_24_exactly_once(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLESIDE_DATABASE_URL", address)
    (tmp_path / "instance").mkdir()
    server = Server(tmp_path / "instance").start()
    try:
        program = Program(server.url)
        assert_full_once(a_hundred_at_once(ticking_over_http(program, program.clock(segments=24))))
    finally:
        server.stop()


def test_its_backups_are_left_to_its_own_tools(app: Flask) -> None:
    with pytest.raises(Unusable, match="pg_dump"):
        sqlite_file(db.engine)


def test_after_a_restore_by_its_own_tools_every_table_can_begin_a_new_epoch(oak: Oak) -> None:
    epoch = oak.state().table.epoch
    db.session.rollback()
    renew_epochs(db.engine)
    assert oak.state().table.epoch != epoch


def test_what_another_process_changes_meanwhile_is_all_there_or_not_at_all(
    app: Flask, oak: Oak, settings: Settings, address: str
) -> None:
    """A tick after each of the statements of a reading: what is shown is what its cursor says."""
    alarm, filled = oak.clock("Alarm", 100), dict[str, int]()
    oak.tag("Slick")

    def tick() -> None:
        done = elsewhere(app, lambda: oak.gm(do="clock.tick", clock=alarm))
        filled[done.cursor] = done.result["filled"]

    with another_process(settings, address):
        for anew in (True, False):
            for statement in range(1, 8):
                tick()
                snapshots = SnapshotCache() if anew else services().dispatcher.snapshots
                with after(statement, tick):
                    sight = snapshots.for_reading(load_table(oak.id)).seen[GM.key]
                db.session.remove()
                assert sight.view.clocks[0].filled == filled[sight.at], (anew, statement)


def test_a_reply_tells_what_another_process_has_just_changed(
    app: Flask, oak: Oak, settings: Settings, address: str
) -> None:
    """Its own request may have read the table before, as it was then."""
    alarm = oak.clock("Alarm")
    with another_process(settings, address):
        grant = best_grant(oak.id, [oak.made.tokens["gm"]])
        assert grant is not None
        services().bus.subscribe(oak.id, Stream(Viewer(grant), "", None))
        for filled, tells in (1, True), (2, False):
            stands = cursor_of(load_table(oak.id), GM)
            elsewhere(app, lambda: oak.gm(do="clock.tick", clock=alarm))
            revisions = elsewhere(app, lambda: services().bus.revisions(oak.id)) if tells else None
            services().bus.publish(oak.id, revisions)
            assert f"{filled} of 6" in services().updates.reply(Viewer(grant), stands)


@contextmanager
def another_process(settings: Settings, address: str) -> Iterator[None]:
    """An app that remembers nothing of what the test's own did."""
    with create_app(replace(settings, database_url=address)).app_context():
        yield
        db.session.remove()
        db.engine.dispose()


def elsewhere(app: Flask, do: Callable[[], T]) -> T:
    """Done by another hand, in a transaction of its own."""

    def done() -> T:
        with app.app_context():
            return do()

    with ThreadPoolExecutor(1) as hands:
        return hands.submit(done).result()


@contextmanager
def after(statement: int, happens: Callable[[], object]) -> Iterator[None]:
    """Something happens elsewhere as soon as so many statements were answered."""
    answered = count(1)

    def heard(*_: object) -> None:
        if next(answered) == statement:
            happens()

    event.listen(db.engine, "after_cursor_execute", heard)
    try:
        yield
    finally:
        event.remove(db.engine, "after_cursor_execute", heard)


# ---- when it is in the way -------------------------------------------------------------------------


def test_a_row_that_another_keeps_is_waited_for_and_then_refused_in_words(
    oak: Oak, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    alarm = oak.clock("Alarm")
    monkeypatch.setattr(database_deadline, "PATIENCE", 0.3)
    db.session.remove()
    db.engine.dispose()  # connections are told how long to wait when they are made
    with psycopg.connect(address) as other:
        other.execute("SELECT * FROM tables FOR UPDATE")
        with pytest.raises(DatabaseLocked, match="try again"):
            oak.gm(do="clock.tick", clock=alarm)
        monkeypatch.setattr(database_deadline, "PATIENCE", 30)
        db.session.remove()
        db.engine.dispose()
        freed = threading.Timer(0.1, other.commit)
        freed.start()
        assert oak.gm(do="clock.tick", clock=alarm).result["filled"] == 1
        freed.join()


def test_a_table_that_is_stuck_holds_up_no_other_and_no_connection(app: Flask, address: str) -> None:
    """Twenty press at it, more than there are connections; meanwhile another table is played."""
    stuck, free = Oak.start(app), Oak.start(app)
    alarm, tide = stuck.clock("Alarm", 100), free.clock("Tide")
    pressing, together = ticking(app, stuck, alarm), threading.Barrier(20)
    db.session.remove()
    with psycopg.connect(address, autocommit=True) as other, ThreadPoolExecutor(20) as hands:
        with other.transaction():
            other.execute("SELECT * FROM tables WHERE id = %s FOR UPDATE", [stuck.id])
            there = [hands.submit(lambda: together.wait() >= 0 and pressing(1)) for _ in range(20)]
            with psycopg.connect(address, autocommit=True) as onlooker:
                while not onlooker.execute(WAITING).fetchone():
                    time.sleep(0.01)
            assert free.gm(do="clock.tick", clock=tide).result["filled"] == 1
            assert db.engine.pool.checkedout() <= 2
        assert not any(each.exception() for each in there)
    assert stuck.sees()["clocks"][0]["filled"] == 20


def test_nobody_notices_that_it_was_started_anew(oak: Oak, cluster: str) -> None:
    """It hung up on every connection that the server had."""
    alarm = oak.clock("Alarm")
    db.session.remove()
    with psycopg.connect(cluster, autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'tables'")
    assert oak.gm(do="clock.tick", clock=alarm).result["filled"] == 1
