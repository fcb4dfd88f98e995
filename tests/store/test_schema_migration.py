"""The way from an empty file, and from an older release, to the tables of this version."""

import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest
from alembic.script import ScriptDirectory
from flask import Flask
from sqlalchemy import Engine, create_engine

from tests.table.oak import Oak
from webapp.app import create_app
from webapp.settings import Settings
from webapp.store import schema_migration
from webapp.store.db import db
from webapp.store.models import THINGS
from webapp.store.startup_checks import prepare
from webapp.store.unusable import Unusable
from webapp.table.changes import UNKEPT
from webapp.table.document_format import LEFT_OUT


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """For an app of this test's own."""
    return Settings(instance=str(tmp_path), bind="127.0.0.1", limits="off")


@pytest.fixture
def engine(tmp_path: Path) -> Engine:
    """A database without any tables."""
    return create_engine(f"sqlite:///{tmp_path / 'new.sqlite3'}")


@pytest.fixture
def released(settings: Settings) -> Flask:
    """A server of this release, with a table that has been played on."""
    app = create_app(settings)
    with app.app_context():
        assert prepare(db.engine, settings.folder), "it is its first time"
        oak = Oak.start(app)
        oak.gm(do="condition.add", character=oak.character("Mara"), name="Bleeding")
        db.session.remove()
    return app


def later(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, body: str) -> None:
    """A later release, which comes with one step more."""
    shutil.copytree(schema_migration.HERE, tmp_path / "migrations")
    step = f"""
        import sqlalchemy as sa
        from alembic import op

        revision, down_revision = "9999", {schema_migration.newest_step()!r}

        def upgrade():
            {body}
    """
    (tmp_path / "migrations" / "versions" / "9999_later.py").write_text(dedent(step))
    monkeypatch.setattr(schema_migration, "HERE", tmp_path / "migrations")


MADE_ANEW = """with op.batch_alter_table("tables", recreate="always") as tables:
                tables.add_column(sa.Column("mood", sa.Text))"""
BREAKS_OFF = """op.add_column("tables", sa.Column("mood", sa.Text))
            raise RuntimeError("the power went")"""


def test_the_steps_are_those_that_alembic_takes() -> None:
    scripts = ScriptDirectory(str(schema_migration.HERE))
    assert [each.revision for each in scripts.walk_revisions()][::-1] == schema_migration.migration_steps()


def test_a_step_that_is_written_by_the_models_is_in_the_projects_format(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The newest step is taken away and written anew, by the way that CONTRIBUTING tells."""
    project = Path(schema_migration.__file__).parents[2]
    shutil.copy(project / "pyproject.toml", tmp_path)
    shutil.copytree(schema_migration.HERE, tmp_path / "migrations")
    monkeypatch.setattr(schema_migration, "HERE", tmp_path / "migrations")
    newest = schema_migration.newest_step()
    (was,) = (tmp_path / "migrations" / "versions").glob(f"{newest}_*.py")
    was.unlink()
    schema_migration.write_step("A clock has a mood, and this message is longer than a name")
    (step,) = (tmp_path / "migrations" / "versions").glob(f"{newest}_*.py")
    assert step.name == f"{newest}_a_clock_has_a_mood_and_this_message_is_longer_than_a_name.py"
    text = step.read_text(encoding="utf-8")
    assert text.startswith('"""A clock has a mood, and this message is longer than a name."""\n\nimport')
    assert "auto generated" not in text
    for how in (("check",), ("format", "--check")):
        subprocess.run([sys.executable, "-m", "ruff", *how, str(step)], check=True)
    made = create_engine(f"sqlite:///{tmp_path / 'made.sqlite3'}")
    schema_migration.upgrade_schema(made)
    assert schema_migration.schema_differences(made) == []


def counted(file: Path, table: str) -> int:
    with sqlite3.connect(file) as kept:
        count: int = kept.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
        return count


def test_the_steps_lead_to_exactly_the_tables_of_the_models(engine: Engine) -> None:
    schema_migration.upgrade_schema(engine)
    assert schema_migration.schema_differences(engine) == []
    assert not schema_migration.is_pending(engine)


def test_every_step_can_be_taken_by_itself(engine: Engine) -> None:
    for revision in schema_migration.migration_steps():
        schema_migration.upgrade_schema(engine, revision)
        assert schema_migration.current_step(engine) == revision


def test_a_first_start_needs_no_backup(released: Flask, settings: Settings, tmp_path: Path) -> None:
    with released.app_context():
        assert not prepare(db.engine, settings.folder), "the second time is not the first"
    assert not (tmp_path / "backups").exists()


def test_an_upgrade_loses_nothing_and_is_backed_up_first(
    released: Flask,
    settings: Settings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """SQLite makes the changed table anew; dropping the old one must not take its things along."""
    later(monkeypatch, tmp_path, MADE_ANEW)
    with released.app_context():
        assert not prepare(db.engine, settings.folder)
        assert schema_migration.current_step(db.engine) == "9999"
    file = tmp_path / "tableside.sqlite3"
    assert [counted(file, table) for table in ("tables", "condition", "entry", "key")] == [1, 1, 2, 3]
    (backup,) = (tmp_path / "backups").glob("before-upgrade-from-*.sqlite3")
    assert caplog.messages == [
        f"The database was upgraded for this version. A backup from before the upgrade is in {backup}."
    ]
    with sqlite3.connect(backup) as kept:
        columns = [name for _, name, *_ in kept.execute("PRAGMA table_info(tables)")]
    assert "mood" not in columns
    assert counted(backup, "condition") == 1


def test_an_upgrade_that_breaks_off_leaves_the_old_version_whole(
    released: Flask, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = schema_migration.newest_step()
    later(monkeypatch, tmp_path, BREAKS_OFF)
    with released.app_context():
        with pytest.raises(RuntimeError, match="the power went"):
            prepare(db.engine, settings.folder)
        assert schema_migration.current_step(db.engine) == before
        assert schema_migration.schema_differences(db.engine) == []


def test_an_upgrade_knows_from_the_journal_who_made_what(
    released: Flask, settings: Settings, tmp_path: Path
) -> None:
    with released.app_context():
        oak = Oak.start(released)
        ana = oak.sit("Ana")
        oak.dispatch(ana, do="note.add", text="The door creaks.", visibility="shown")
        oak.gm(do="note.add", text="They come at night.")
        made = {row.id: row.made_by for row in oak.state().things() if row.made_by}
        used = oak.state().table.used
        db.session.remove()
    _go_back_before_shares(tmp_path / "tableside.sqlite3")
    with create_app(settings).app_context():
        prepare(db.engine, settings.folder)
        assert {row.id: row.made_by for row in oak.state().things() if row.made_by} == made
        assert oak.state().table.event_forms == {}
        counted = {holder: each["bytes"] for holder, each in oak.state().table.used.items()}
    assert len(made) == 2
    # Of what was written before, the journal's entries are counted, and not the things.
    assert all(200 < count <= used[holder]["bytes"] for holder, count in counted.items())
    assert counted.keys() == {f"seat:{ana.seat}", f"link:{ana.key}", "players"}


def _go_back_before_shares(file: Path) -> None:
    """Take away what the steps from 0008 on added."""
    with sqlite3.connect(file) as kept:
        for model in THINGS.values():
            kept.execute(f"ALTER TABLE {model.__tablename__} DROP COLUMN made_by")
        kept.execute("ALTER TABLE tables DROP COLUMN used")
        kept.execute("ALTER TABLE seat DROP COLUMN came")
        kept.execute("ALTER TABLE entry DROP COLUMN events")
        kept.execute("ALTER TABLE tables DROP COLUMN event_forms")
        kept.execute("UPDATE alembic_version SET version_num = '0007'")


def test_a_database_of_a_newer_version_is_left_alone(
    released: Flask, settings: Settings, tmp_path: Path
) -> None:
    with sqlite3.connect(tmp_path / "tableside.sqlite3") as kept:
        kept.execute("UPDATE alembic_version SET version_num = '9999'")
    with released.app_context(), pytest.raises(Unusable, match="newer version"):
        prepare(db.engine, settings.folder)


def test_a_column_that_no_file_holds_hides_none_of_another_kind() -> None:
    """It is left out by its name: a kind that keeps something else by that name would lose it."""
    held = {
        name: {kind for kind, model in THINGS.items() if name in model.__table__.columns}
        for name in (LEFT_OUT | UNKEPT) - {"table_id", "id", "revision", "made_by"}
    }
    assert {name: kinds for name, kinds in held.items() if len(kinds) > 1} == {}
    assert held["asking"] == held["asking_name"] == {"seat"}
