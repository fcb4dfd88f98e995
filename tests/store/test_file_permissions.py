"""What holds links and codes is for the user who serves alone, however loose the umask is."""

import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.server import ROOT
from tests.table.oak import Oak
from webapp.app import create_app
from webapp.settings import Settings
from webapp.store.backup import back_up, back_up_hourly, restore
from webapp.store.db import db
from webapp.store.instance_lock import claim_instance
from webapp.store.startup_checks import prepare


@pytest.fixture(autouse=True)
def _loose() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, str]:
    """Those of a folder and of all in it that others may do something with."""
    found = [folder, *folder.rglob("*")]
    return {
        str(each.relative_to(folder)): oct(mode)
        for each in found
        if (mode := stat.S_IMODE(each.stat().st_mode)) & 0o077
    }


def test_database_log_backups_and_folders_are_private(tmp_path: Path) -> None:
    settings = Settings(instance=str(tmp_path / "instance"), bind="127.0.0.1", limits="off")
    app = create_app(settings)
    with claim_instance(settings.folder, shared=False), app.app_context():
        prepare(db.engine, settings.folder)
        oak, file = Oak.start(app), settings.folder / "tableside.sqlite3"
        oak.clock("Alarm")
        assert file.with_name("tableside.sqlite3-wal").stat().st_size
        back_up_hourly(file)
        back_up(file, tmp_path / "kept" / "copy.sqlite3")
        assert modes(settings.folder) == {}
        assert modes(tmp_path / "kept") == {}
        db.session.remove()
        restore(db.engine, tmp_path / "kept" / "copy.sqlite3")
        assert oak.sees()["clocks"]
        assert modes(settings.folder) == {}
        db.session.remove()
        db.engine.dispose()


def test_what_an_older_version_left_open_is_closed_at_the_start(tmp_path: Path) -> None:
    settings = Settings(instance=str(tmp_path / "instance"), bind="127.0.0.1", limits="off")
    app = create_app(settings)
    with app.app_context():
        prepare(db.engine, settings.folder)
        file = settings.folder / "tableside.sqlite3"
        back_up_hourly(file)
        shutil.copyfile(file, file.with_name("tableside.sqlite3.corrupt-2026-01-01T00-00-00"))
        for each in (settings.folder, *settings.folder.rglob("*")):
            each.chmod(0o755 if each.is_dir() else 0o644)
        prepare(db.engine, settings.folder)
        assert modes(settings.folder) == {}
        db.engine.dispose()


def test_what_is_not_ours_in_the_folder_stays_as_it_is(tmp_path: Path) -> None:
    settings = Settings(instance=str(tmp_path / "shared"), bind="127.0.0.1", limits="off")
    app = create_app(settings)
    (settings.folder / "notes.txt").write_text("Everybody's.")
    settings.folder.chmod(0o755)
    with app.app_context():
        prepare(db.engine, settings.folder)
        db.engine.dispose()
    assert modes(settings.folder) == {".": "0o755", "notes.txt": "0o666"}


def test_an_export_into_a_file_is_private(tmp_path: Path) -> None:
    environment = os.environ | {"TABLESIDE_INSTANCE": str(tmp_path / "instance")}
    command = [sys.executable, "-m", "webapp"]
    made = subprocess.run([*command, "demo"], env=environment, cwd=ROOT, capture_output=True, check=True)
    assert made.stdout
    listed = subprocess.run([*command, "tables"], env=environment, cwd=ROOT, capture_output=True, check=True)
    table = listed.stdout.decode().split()[0]
    with (tmp_path / "table.json").open("w") as file:
        subprocess.run([*command, "export", table], env=environment, cwd=ROOT, stdout=file, check=True)
    assert stat.S_IMODE((tmp_path / "table.json").stat().st_mode) == 0o600
    assert '"tableside' in (tmp_path / "table.json").read_text()
