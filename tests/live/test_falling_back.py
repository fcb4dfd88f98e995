"""The database falls back some changes within an epoch: every page begins anew, and shows what is there."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.live.opened import page
from tests.store.migrated_app import *  # noqa: F403  (a file that can be put back)
from tests.table.oak import Oak
from webapp.live.bus import LocalBus
from webapp.live.stream import EventName, Viewer
from webapp.services import services
from webapp.store.db import db
from webapp.table.command import parse
from webapp.table.dispatcher import Dispatcher
from webapp.table.grants import best_grant

FallBack = Callable[[], None]


@pytest.fixture
def saved(oak: Oak, file: Path) -> tuple[int, FallBack]:
    """A clock, and what puts the database back to the moment at which it stood at 1."""
    alarm = oak.clock("Alarm", 12)
    oak.gm(do="clock.tick", clock=alarm)
    db.session.remove()
    then = sqlite3.connect(":memory:")
    with closing(sqlite3.connect(file)) as now:
        now.backup(then)

    def fall_back() -> None:
        db.session.remove()
        with closing(sqlite3.connect(file)) as now:
            then.backup(now)

    return alarm, fall_back


@pytest.mark.parametrize("ticks", [1, 4, 6])
def test_a_page_shows_what_is_in_the_database_after_it_fell_back(
    oak: Oak, saved: tuple[int, FallBack], ticks: int
) -> None:
    """Its cursor is behind, where it was, or ahead of where it had been."""
    alarm, fall_back = saved
    services().streams.heartbeat = 0.2
    frames = page(oak, "gm")
    for _ in range(4):
        oak.gm(do="clock.tick", clock=alarm)
    assert b'data-filled="5"' in next(frames)
    epoch = oak.state().table.epoch
    fall_back()
    oak.gm(do="clock.tick", clock=alarm)
    shown = next(frames).decode()
    assert 'data-filled="2"' in shown
    assert oak.state().table.epoch != epoch, "panels of the old one would be dropped as newer"
    for _ in range(ticks - 1):
        oak.gm(do="clock.tick", clock=alarm)
        assert b"data-filled" in next(frames)
    assert oak.sees()["clocks"][0]["filled"] == 1 + ticks


@pytest.mark.parametrize("others", [2, 3, 4, 7])
def test_what_another_process_wrote_over_what_is_gone_is_what_counts(
    oak: Oak, saved: tuple[int, FallBack], others: int
) -> None:
    """The counters have caught up, or gone past: they alone do not tell that the history is another."""
    alarm, fall_back = saved
    for _ in range(3):
        oak.gm(do="clock.tick", clock=alarm)
    fall_back()
    other, gm = Dispatcher(services().bus), oak.actor("gm")
    for number in range(others):
        tag = {"do": "tag.add", "name": f"Written by another {number}"}
        other.dispatch(parse(tag), oak.id, gm)
    assert oak.gm(do="clock.tick", clock=alarm).result["filled"] == 2
    assert len(oak.sees()["tags"]) == others
    oak.gm(do="undo")
    assert oak.sees()["clocks"][0]["filled"] == 1


@pytest.mark.parametrize("others", [2, 3, 4, 7])
def test_a_page_begins_anew_by_the_press_after_what_another_process_wrote(
    oak: Oak, saved: tuple[int, FallBack], others: int
) -> None:
    """No heartbeat came between, and the press itself comes after everything that the page has seen."""
    alarm, fall_back = saved
    frames = page(oak, "gm")
    for filled in (2, 3, 4):
        oak.gm(do="clock.tick", clock=alarm)
        assert f'data-filled="{filled}"'.encode() in next(frames)
    epoch = oak.state().table.epoch
    fall_back()
    other, gm = Dispatcher(services().bus), oak.actor("gm")
    other.bus = LocalBus()  # that of another process
    for number in range(others):
        tag = {"do": "tag.add", "name": f"Written by another {number}"}
        other.dispatch(parse(tag), oak.id, gm)
    oak.gm(do="clock.tick", clock=alarm)
    assert b'data-filled="2"' in next(frames)
    assert oak.state().table.epoch != epoch


def test_a_page_hears_of_it_by_its_heartbeat(oak: Oak, saved: tuple[int, FallBack]) -> None:
    """Nobody presses, and nobody says so."""
    alarm, fall_back = saved
    frames = page(oak, "gm")
    oak.gm(do="clock.tick", clock=alarm)
    assert b'data-filled="2"' in next(frames)
    fall_back()
    services().bus.mark_stale(oak.id)  # what a heartbeat does after a second
    assert b'data-filled="1"' in next(frames)


def test_a_page_that_comes_from_later_than_the_table_is_loads_itself_anew(
    oak: Oak, saved: tuple[int, FallBack]
) -> None:
    """The server was started anew meanwhile, and remembers nothing."""
    grant = best_grant(oak.id, [oak.made.tokens["gm"]])
    assert grant is not None
    revisions = services().bus.revisions(oak.id)
    assert revisions is not None
    epoch, _, revision = revisions.cursor(grant.audience).rpartition("-")
    update = services().updates.render_delta(Viewer(grant), f"{epoch}-{int(revision) + 4}")
    assert update is not None
    assert update.over
    assert EventName.RELOAD.encode() in update.data


def test_a_program_that_heard_more_from_another_process_is_told_nothing_older(
    oak: Oak, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This process has not read the newest change yet."""
    grant = best_grant(oak.id, [oak.made.tokens["player"]])
    assert grant is not None
    bus = services().bus
    stale = bus.revisions(oak.id)
    oak.clock("Alarm", 6)
    revisions = bus.revisions(oak.id)
    assert revisions is not None
    viewer = Viewer(grant, as_page=False)
    newest = revisions.cursor(viewer.audience)
    monkeypatch.setattr(bus, "revisions", lambda _table: stale)
    assert services().streams.updates.render_delta(viewer, newest) is None
