"""Backups, going back to one, and what happens to a database that was damaged or lost."""

import os
import sqlite3
import time
from pathlib import Path

import pytest
from flask import Flask

from tests.table.oak import Oak
from webapp.app import create_app
from webapp.settings import Settings
from webapp.store import backup
from webapp.store.backup import back_up, back_up_hourly, damage
from webapp.store.db import db
from webapp.store.lock import claim
from webapp.store.restore import restore
from webapp.store.trouble import Unusable
from webapp.store.upkeep import prepare


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """For an app of this test's own."""
    return Settings(instance=str(tmp_path), bind="127.0.0.1", limits="off")


@pytest.fixture
def app(settings: Settings) -> Flask:
    """The app as it is served: its database came about by the steps of `migrations`."""
    app = create_app(settings)
    with app.app_context():
        prepare(db.engine, settings.folder)
        yield app
        db.session.remove()
        db.engine.dispose()


@pytest.fixture
def file(settings: Settings) -> Path:
    return settings.folder / "tableside.sqlite3"


# ---- there and back --------------------------------------------------------------------------------


def test_a_backup_is_whole_while_others_write(oak: Oak, file: Path, tmp_path: Path) -> None:
    oak.clock("Alarm")
    with sqlite3.connect(file, isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        back_up(file, tmp_path / "copy.sqlite3")
        other.execute("ROLLBACK")
    assert damage(tmp_path / "copy.sqlite3", thorough=True) is None
    with sqlite3.connect(tmp_path / "copy.sqlite3") as copy:
        assert copy.execute("SELECT name FROM clock").fetchall() == [("Alarm",)]


def test_a_restored_table_is_as_it_was_in_a_new_epoch(oak: Oak, file: Path, tmp_path: Path) -> None:
    """A page that is ahead of the restored state would otherwise ignore it as old."""
    alarm = oak.clock("Alarm")
    back_up(file, tmp_path / "copy.sqlite3")
    then, epoch = oak.sees(), oak.board().table.epoch
    oak.gm(do="clock.tick", clock=alarm)
    db.session.remove()
    kept = restore(db.engine, tmp_path / "copy.sqlite3")
    assert oak.sees() == then
    assert oak.board().table.epoch != epoch
    assert kept is not None
    with sqlite3.connect(kept) as before:
        assert before.execute("SELECT filled FROM clock").fetchall() == [(1,)], "what was there is kept"


def test_every_table_gets_an_epoch_of_its_own(app: Flask, file: Path, tmp_path: Path) -> None:
    tables = [Oak.start(app, name) for name in ("Oak", "Elm")]
    back_up(file, tmp_path / "copy.sqlite3")
    db.session.remove()
    restore(db.engine, tmp_path / "copy.sqlite3")
    assert len({each.board().table.epoch for each in tables}) == 2


@pytest.mark.parametrize(
    ("content", "why"),
    [(None, "no file"), (b"scribbles" * 200, "not a sound database"), (b"", "not one of Tableside")],
)
def test_what_is_no_backup_changes_nothing(oak: Oak, tmp_path: Path, content: bytes | None, why: str) -> None:
    false = tmp_path / "false.sqlite3"
    if content is not None:
        false.write_bytes(content)
    then = oak.sees()
    with pytest.raises(Unusable, match=why):
        restore(db.engine, false)
    assert oak.sees() == then


def test_a_backup_that_finds_no_room_says_so_and_leaves_nothing(oak: Oak, file: Path, tmp_path: Path) -> None:
    (tmp_path / "a-file").write_text("not a folder")
    with pytest.raises(Unusable, match="could not be written"):
        back_up(file, tmp_path / "a-file" / "copy.sqlite3")
    assert list(tmp_path.rglob("*.unfinished")) == []


# ---- every hour ------------------------------------------------------------------------------------


def test_an_hour_without_a_change_needs_no_backup(oak: Oak, file: Path) -> None:
    made = back_up_hourly(file)
    assert made is not None
    assert back_up_hourly(file) is None, "this hour has one"
    earlier = made.rename(made.with_name("hourly-2001-01-01T00.sqlite3"))
    assert back_up_hourly(file) is None, "nothing changed since"
    os.utime(earlier, (0, 0))
    assert back_up_hourly(file) is not None


def test_what_a_dying_process_left_unfinished_is_swept_away(oak: Oak, file: Path) -> None:
    left = backup.folder_of(file) / "hourly-2001-01-01T00.sqlite3.17.unfinished"
    left.parent.mkdir()
    left.touch()
    os.utime(left, (0, 0))
    back_up_hourly(file)
    assert not left.exists()


def test_the_last_24_are_kept(oak: Oak, file: Path) -> None:
    folder = backup.folder_of(file)
    folder.mkdir()
    for hour in range(24):
        old = folder / f"hourly-2001-01-01T{hour:02}.sqlite3"
        old.touch()
        os.utime(old, (hour, hour))
    made = back_up_hourly(file)
    kept = sorted(path.name for path in folder.iterdir())
    assert len(kept) == 24
    assert made is not None
    assert made.name in kept
    assert "hourly-2001-01-01T00.sqlite3" not in kept


# ---- damage ----------------------------------------------------------------------------------------


def scribble(file: Path, at: int) -> None:
    """200 bytes written over, as a dying disk does."""
    with file.open("rb+") as opened:
        opened.seek(at)
        opened.write(b"\xa5" * 200)


@pytest.mark.parametrize("at", [0, 4096 + 8], ids=["its head", "a page"])
def test_a_damaged_database_is_set_aside_and_the_newest_sound_backup_offered(
    app: Flask, settings: Settings, file: Path, at: int
) -> None:
    Oak.start(app)
    sound = back_up_hourly(file)
    assert sound is not None
    newer = sound.with_name("hourly-2999-01-01T00.sqlite3")
    newer.write_bytes(b"a backup that was damaged itself " * 100)
    os.utime(newer, (time.time() + 60, time.time() + 60))
    db.session.remove()
    db.engine.dispose()
    scribble(file, at)
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
    with pytest.raises(Unusable, match="but the database is gone"):
        prepare(db.engine, settings.folder)


# ---- one process at a time -------------------------------------------------------------------------


def test_an_instance_is_one_processs_own(tmp_path: Path) -> None:
    with claim(tmp_path, shared=False), pytest.raises(Unusable, match=f"in use by process {os.getpid()}"):
        claim(tmp_path, shared=False)
    claim(tmp_path, shared=False).close()


def test_processes_with_a_bus_share_an_instance_and_keep_others_out(tmp_path: Path) -> None:
    with claim(tmp_path, shared=True), claim(tmp_path, shared=True), pytest.raises(Unusable) as told:
        claim(tmp_path, shared=False)
    assert "TABLESIDE_BUS_URL" in str(told.value)


def test_an_instance_that_cannot_be_written_to_says_so(tmp_path: Path) -> None:
    (tmp_path / "a-file").write_text("not a folder")
    with pytest.raises(Unusable, match="TABLESIDE_INSTANCE"):
        claim(tmp_path / "a-file", shared=False)
