"""Backups, going back to one, and who may use an instance."""

import os
import sqlite3
from pathlib import Path

import pytest
from flask import Flask

from tests.store.migrated_app import *  # noqa: F403  (an app of its own, as it is served)
from tests.table.oak import Oak
from webapp.store import backup
from webapp.store.backup import back_up, back_up_hourly, restore
from webapp.store.damage import find_damage
from webapp.store.db import db
from webapp.store.instance_lock import claim_instance
from webapp.store.unusable import Unusable

# ---- there and back --------------------------------------------------------------------------------


def test_a_backup_is_whole_while_others_write(oak: Oak, file: Path, tmp_path: Path) -> None:
    oak.clock("Alarm")
    with sqlite3.connect(file, isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        back_up(file, tmp_path / "copy.sqlite3")
        other.execute("ROLLBACK")
    assert find_damage(tmp_path / "copy.sqlite3", thorough=True) is None
    with sqlite3.connect(tmp_path / "copy.sqlite3") as copy:
        assert copy.execute("SELECT name FROM clock").fetchall() == [("Alarm",)]


def test_a_restored_table_is_as_it_was_in_a_new_epoch(oak: Oak, file: Path, tmp_path: Path) -> None:
    """A page that is ahead of the restored state would otherwise ignore it as old."""
    alarm = oak.clock("Alarm")
    back_up(file, tmp_path / "copy.sqlite3")
    then, epoch = oak.sees(), oak.state().table.epoch
    oak.gm(do="clock.tick", clock=alarm)
    db.session.remove()
    kept = restore(db.engine, tmp_path / "copy.sqlite3")
    assert oak.sees() == then
    assert oak.state().table.epoch != epoch
    assert kept is not None
    with sqlite3.connect(kept) as before:
        assert before.execute("SELECT filled FROM clock").fetchall() == [(1,)], "what was there is kept"


def test_every_table_gets_an_epoch_of_its_own(app: Flask, file: Path, tmp_path: Path) -> None:
    tables = [Oak.start(app, name) for name in ("Oak", "Elm")]
    back_up(file, tmp_path / "copy.sqlite3")
    db.session.remove()
    restore(db.engine, tmp_path / "copy.sqlite3")
    assert len({each.state().table.epoch for each in tables}) == 2


@pytest.mark.parametrize(
    ("content", "why"),
    [(None, "no file"), (b"scribbles" * 200, "not a sound database"), (b"", "not a Tableside database")],
)
def test_what_is_no_backup_changes_nothing(oak: Oak, tmp_path: Path, content: bytes | None, why: str) -> None:
    false = tmp_path / "false.sqlite3"
    if content is not None:
        false.write_bytes(content)
    then = oak.sees()
    with pytest.raises(Unusable, match=why):
        restore(db.engine, false)
    assert oak.sees() == then


def test_a_backup_of_a_newer_version_changes_nothing(oak: Oak, file: Path, tmp_path: Path) -> None:
    back_up(file, tmp_path / "newer.sqlite3")
    with sqlite3.connect(tmp_path / "newer.sqlite3") as copy:
        copy.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(Unusable, match="newer version of Tableside"):
        restore(db.engine, tmp_path / "newer.sqlite3")
    assert list((file.parent).glob("backups/*")) == [], "not even the present one was copied"


def test_a_backup_that_finds_no_room_says_so_and_leaves_nothing(oak: Oak, file: Path, tmp_path: Path) -> None:
    (tmp_path / "a-file").write_text("not a folder")
    with pytest.raises(Unusable, match="could not be copied"):
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
    left = backup.backup_folder(file) / "hourly-2001-01-01T00.sqlite3.17.unfinished"
    left.parent.mkdir()
    left.touch()
    os.utime(left, (0, 0))
    back_up_hourly(file)
    assert not left.exists()


def test_the_last_24_are_kept(oak: Oak, file: Path) -> None:
    folder = backup.backup_folder(file)
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


# ---- one process at a time -------------------------------------------------------------------------


def test_an_instance_is_one_processs_own(tmp_path: Path) -> None:
    with (
        claim_instance(tmp_path, shared=False),
        pytest.raises(Unusable, match=f"in use by process {os.getpid()}"),
    ):
        claim_instance(tmp_path, shared=False)
    claim_instance(tmp_path, shared=False).close()


def test_processes_with_a_bus_share_an_instance_and_keep_others_out(tmp_path: Path) -> None:
    with (
        claim_instance(tmp_path, shared=True),
        claim_instance(tmp_path, shared=True),
        pytest.raises(Unusable) as told,
    ):
        claim_instance(tmp_path, shared=False)
    assert "TABLESIDE_BUS_URL" in str(told.value)


def test_an_instance_that_cannot_be_written_to_says_so(tmp_path: Path) -> None:
    (tmp_path / "a-file").write_text("not a folder")
    with pytest.raises(Unusable, match="TABLESIDE_INSTANCE"):
        claim_instance(tmp_path / "a-file", shared=False)
