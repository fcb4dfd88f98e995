"""What happens to a database that was damaged or lost: kept, told of, and never begun anew in silence."""

import os
import re
import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from tests.store.migrated_app import *  # noqa: F403  (an app of its own, as it is served)
from tests.table.oak import Oak
from webapp.settings import Settings
from webapp.store import damage as wal
from webapp.store.backup import back_up_hourly, restore
from webapp.store.damage import find_damage, wal_of
from webapp.store.db import db
from webapp.store.startup_checks import prepare, refuse_damage
from webapp.store.unusable import Unusable


def scribble(file: Path, at: int) -> None:
    """200 bytes written over, as a dying disk does."""
    with file.open("rb+") as opened:
        opened.seek(at)
        opened.write(b"\xa5" * 200)


PLACES: dict[str, Callable[[bytes], int]] = {
    "its head": lambda _: 0,
    "the head of a page": lambda _: 4096 + 8,
    "a text": lambda read: read.index(b"a bottle breaks") + 2,
    "a document": lambda read: read.index(b'{"segments"'),
}


@pytest.mark.parametrize("place", PLACES)
def test_a_damaged_database_is_set_aside_and_the_newest_sound_backup_offered(
    app: Flask, settings: Settings, file: Path, place: str
) -> None:
    oak = Oak.start(app)
    oak.gm(do="clock.edit", clock=oak.clock("Alarm"), segments=8)
    oak.tag("Loud", clears="a bottle breaks")
    sound = back_up_hourly(file)
    assert sound is not None
    newer = sound.with_name("hourly-2999-01-01T00.sqlite3")
    newer.write_bytes(b"a backup that was damaged itself " * 100)
    os.utime(newer, (time.time() + 60, time.time() + 60))
    db.session.remove()
    db.engine.dispose()
    scribble(file, PLACES[place](file.read_bytes()))
    with pytest.raises(Unusable, match="damaged") as told:
        prepare(db.engine, settings.folder)
    (aside,) = file.parent.glob("tableside.sqlite3.corrupt-*")
    assert aside.name in str(told.value)
    assert f"restore {sound}" in str(told.value)
    with pytest.raises(Unusable, match="kept as"):
        prepare(db.engine, settings.folder)
    assert not file.exists(), "no empty database in its place"


def test_after_damage_the_offered_backup_brings_everything_back(
    app: Flask, settings: Settings, file: Path
) -> None:
    oak = Oak.start(app)
    oak.clock("Alarm")
    sound = back_up_hourly(file)
    then = oak.sees()
    db.session.remove()
    db.engine.dispose()
    scribble(file, 0)
    assert sound is not None
    kept = restore(db.engine, sound)
    assert kept is not None
    assert "corrupt" in kept.name
    assert not prepare(db.engine, settings.folder)
    assert oak.sees() == then


@pytest.mark.parametrize("lost", [True, False], ids=["gone", "emptied"])
def test_a_lost_database_is_not_replaced_by_an_empty_one_in_silence(
    app: Flask, settings: Settings, file: Path, lost: bool
) -> None:
    Oak.start(app)
    back_up_hourly(file)
    db.session.remove()
    db.engine.dispose()
    file.unlink() if lost else file.write_bytes(b"")
    with pytest.raises(Unusable, match=r"(?s)The database is missing or empty, .*, backups included, out of"):
        prepare(db.engine, settings.folder)


# ---- the write-ahead log ---------------------------------------------------------------------------


@pytest.fixture
def killed(app: Flask, file: Path, tmp_path: Path) -> Path:
    """A database as a process leaves it that is killed in the middle of an evening: most is in the log."""
    oak = Oak.start(app)
    for number in range(8):
        oak.clock(f"Clock {number}")
    left = tmp_path / "killed" / file.name
    left.parent.mkdir()
    shutil.copy(file, left)
    shutil.copy(wal_of(file), wal_of(left))
    return left


def clocks_in(file: Path) -> int:
    with closing(sqlite3.connect(file)) as opened:
        count: int = opened.execute("SELECT count(*) FROM clock").fetchone()[0]
        return count


def test_a_whole_log_is_taken_as_it_is(killed: Path) -> None:
    assert find_damage(killed, thorough=True) is None
    assert wal_of(killed).stat().st_size > 0, "looking changes nothing"
    assert clocks_in(killed) == 8


@pytest.mark.parametrize("at", [0, 0.25, 0.5], ids=["its head", "a quarter in", "the middle"])
def test_a_log_that_is_damaged_is_kept_with_the_database_it_belongs_to(killed: Path, at: float) -> None:
    """SQLite would leave out what stands behind the damage, and then remove the log."""
    scribble(wal_of(killed), int(at * wal_of(killed).stat().st_size))
    assert_kept_as_found(killed, "log is damaged")


@pytest.mark.parametrize("at", [0, 4096 + 8], ids=["its head", "a page"])
def test_a_damaged_database_is_kept_as_it_was_found_with_its_log(killed: Path, at: int) -> None:
    with closing(sqlite3.connect(killed)) as opened:
        opened.execute("PRAGMA wal_checkpoint")  # so that its pages count, and not those of the log
        log = wal_of(killed).read_bytes()
    wal_of(killed).write_bytes(log[:32])
    scribble(killed, at)
    assert_kept_as_found(killed, "damaged")


def assert_kept_as_found(file: Path, why: str) -> None:
    found = [file.read_bytes(), wal_of(file).read_bytes()]
    with pytest.raises(Unusable, match=why) as told:
        refuse_damage(file)
    (log,) = file.parent.glob("*.corrupt-*-wal")
    aside = log.with_name(log.name.removesuffix("-wal"))
    assert [aside.read_bytes(), log.read_bytes()] == found
    assert f"kept as {aside}." in str(told.value)
    with pytest.raises(Unusable, match=re.escape(f"kept as {aside}.")):
        refuse_damage(file)


def test_a_change_that_a_power_cut_tore_is_left_out_and_what_there_is_of_it_kept(
    app: Flask, settings: Settings, file: Path, killed: Path, caplog: pytest.LogCaptureFixture
) -> None:
    torn = wal_of(killed)
    scribble(torn, torn.stat().st_size - 300)
    found = torn.read_bytes()
    db.session.remove()
    db.engine.dispose()
    shutil.move(killed, file)
    shutil.move(torn, wal_of(file))
    prepare(db.engine, settings.folder)
    assert clocks_in(file) == 7
    (kept,) = file.parent.glob("*.torn-*-wal")
    assert kept.read_bytes() == found
    assert f"write-ahead log with its remains was copied to {kept}." in caplog.text


def test_a_log_that_is_being_written_is_not_damaged(killed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process of the instance writes while this one looks: the next look finds it elsewhere."""
    places = iter([wal.LogBreak(3, 5), wal.LogBreak(4, 5)])
    monkeypatch.setattr(wal, "_find_break", lambda _: next(places))
    assert wal.find_log_break(wal_of(killed)) is None
