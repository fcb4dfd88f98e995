"""From SQLite to PostgreSQL and back: every row, and every link, seat and bookmark opens as before."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from flask import Flask
from sqlalchemy import Engine, create_engine, text

from tests.api.desk import Desk
from tests.pages.visitor import OURS
from tests.store.past.looks import device
from tests.store.past.stored_games import ALL, StoredGame
from webapp.app import create_app
from webapp.cli import main
from webapp.settings import Settings, database_address
from webapp.store import transfer
from webapp.store.db import db
from webapp.store.instance_lock import claim_instance
from webapp.store.startup_checks import prepare

Say = Callable[..., Result]
FILE = "tableside.sqlite3"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(instance=str(tmp_path / "instance"), bind="127.0.0.1", limits="off")


@pytest.fixture
def say(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Say:
    """`say("move", "--to", url)` at a shell; `of` is the database in use."""

    def run(*words: str, of: str = "") -> Result:
        monkeypatch.setenv("TABLESIDE_INSTANCE", settings.instance)
        monkeypatch.setenv("TABLESIDE_DATABASE_URL", of)
        return CliRunner().invoke(main, list(words), catch_exceptions=False)

    return run


@pytest.fixture(params=[each for each in ALL if each.version == ALL[-1].version], ids=str)
def played(request: pytest.FixtureRequest, settings: Settings) -> StoredGame:
    """A database that was played on, in its place and of this version."""
    stored: StoredGame = request.param
    settings.folder.mkdir()
    stored.unpack("database", settings.folder / FILE)
    for app in served(settings):
        assert not prepare(db.engine, settings.folder)
        assert app
    return stored


def served(settings: Settings) -> Iterator[Flask]:
    """The app on the database that the settings say."""
    app = create_app(settings)
    with app.app_context():
        yield app
        db.session.remove()
        db.engine.dispose()


def rows(file: Path) -> dict[str, list[Any]]:
    """All that a file holds, as it lies there."""
    with closing(sqlite3.connect(file)) as source:
        names = [name for (name,) in source.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: sorted(source.execute(f'SELECT * FROM "{name}"'), key=repr) for name in names}


@pytest.mark.soak
def test_everything_opens_after_a_move_and_comes_back_the_same(
    played: StoredGame, settings: Settings, say: Say, address: str, tmp_path: Path
) -> None:
    before = rows(settings.folder / FILE)
    said = say("move", "--to", address)
    assert said.exit_code == 0, said.output
    assert "Moved and compared" in said.output
    assert rows(settings.folder / FILE) == before, "the source is only read"
    for app in served(replace(settings, database_url=address)):
        for then in played.looks[:2]:  # its long evening and a table of one moment
            assert_opens(app, then)
    back = tmp_path / "back.sqlite3"
    assert say("move", "--to", f"sqlite:///{back}", of=address).exit_code == 0
    assert rows(back) == before


def assert_opens(app: Flask, then: dict[str, Any]) -> None:
    """Every link, the join code, every page that opened then with the cookies of then, and the API's keys."""
    table = then["table"]
    for key in then["keys"].values():
        assert app.test_client().get(f"/k/{key}").location == f"/t/{table}"
    desk = Desk(app.test_client(), {"table": table, "keys": then["keys"]}, then["seats"])
    if desk.sees()["join_code"]:
        joined = app.test_client().post("/join", data={"code": then["join_code"]}, headers=OURS)
        assert joined.location == f"/t/{table}"
    for who, told in then["seen"].items():
        now = desk.sees(who)
        assert (now["cursor"], now["revision"]) == (told["cursor"], told["revision"])
    for who, pages in then["pages"].items():
        client = device(desk, who)
        assert client.get(f"/t/{table}").status_code == pages[f"/t/{table}"] == 200


@pytest.fixture
def oak_at_home(settings: Settings) -> Settings:
    """One small table in the instance folder."""
    for app in served(settings):
        prepare(db.engine, settings.folder)
        made = app.test_client().post("/api/v1/tables", json={"name": "Oak", "ruleset": "freeform"})
        assert made.status_code == 201
    return settings


def test_nothing_moves_while_a_server_runs(oak_at_home: Settings, say: Say, tmp_path: Path) -> None:
    with closing(claim_instance(oak_at_home.folder, shared=False)):
        said = say("move", "--to", f"sqlite:///{tmp_path / 'new.sqlite3'}")
    assert said.exit_code == 1
    assert "is in use by" in said.output
    assert not (tmp_path / "new.sqlite3").exists()


@pytest.mark.soak
def test_nothing_moves_into_a_database_that_somebody_uses(
    oak_at_home: Settings, say: Say, address: str
) -> None:
    other = create_engine(database_address(address))
    with other.connect() as connection:
        connection.execute(text("SELECT 1"))
        said = say("move", "--to", address)
    other.dispose()
    assert said.exit_code == 1
    assert "stop every server first" in said.output


def test_nothing_moves_over_tables_that_are_there(oak_at_home: Settings, say: Say, tmp_path: Path) -> None:
    to = f"sqlite:///{tmp_path / 'new.sqlite3'}"
    assert say("move", "--to", to).exit_code == 0
    before = rows(tmp_path / "new.sqlite3")
    said = say("move", "--to", to)
    assert said.exit_code == 1
    assert "already has tables" in said.output
    assert rows(tmp_path / "new.sqlite3") == before


def test_a_row_that_comes_out_differently_keeps_nothing(
    oak_at_home: Settings, say: Say, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = transfer.upgrade_schema

    def wrong(to: Engine) -> None:
        right(to)
        with to.connect().execution_options(writes=True) as new, new.begin():
            new.execute(
                text("CREATE TRIGGER elm AFTER INSERT ON tables BEGIN UPDATE tables SET name = 'Elm'; END")
            )

    monkeypatch.setattr(transfer, "upgrade_schema", wrong)
    said = say("move", "--to", f"sqlite:///{tmp_path / 'new.sqlite3'}")
    assert said.exit_code == 1
    assert "differs in the new database" in said.output
    assert not (tmp_path / "new.sqlite3").exists()


@pytest.mark.parametrize("url", ["mysql://somewhere", "nonsense", "sqlite:///{own}"])
def test_an_address_that_cannot_be_meant_is_one_sentence(oak_at_home: Settings, say: Say, url: str) -> None:
    said = say("move", "--to", url.format(own=oak_at_home.folder / FILE))
    assert said.exit_code in (1, 2)
    assert len(said.output.strip().splitlines()) == 1


def test_what_holds_null_holds_it_afterwards(oak_at_home: Settings, say: Say, tmp_path: Path) -> None:
    file, new = oak_at_home.folder / FILE, tmp_path / "new.sqlite3"
    with closing(sqlite3.connect(file)) as source:
        source.execute("UPDATE tables SET settings = 'null'")
        source.commit()
    assert say("move", "--to", f"sqlite:///{new}").exit_code == 0
    assert rows(new) == rows(file)
