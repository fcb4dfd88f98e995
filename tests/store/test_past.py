"""What people kept from earlier versions opens, looks as it did, and plays on."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from tests.api.desk import API, Desk, refusal
from tests.database_copies import dump_database, restore_database
from tests.pages.visitor import OURS
from tests.store.past.looks import device
from tests.store.past.moving import move, step_of
from tests.store.past.stored_games import ALL, StoredGame
from webapp import child_process
from webapp.api import tables
from webapp.app import create_app
from webapp.data_folder import DATABASE
from webapp.settings import Settings
from webapp.store import schema_migration
from webapp.store.backup import restore
from webapp.store.damage import find_damage
from webapp.store.db import db
from webapp.store.models import Entry
from webapp.store.startup_checks import prepare

GM = "gm"
TOLD = {
    "scenes": ("id", "visibility", "name", "description", "state", "notes"),
    "zones": ("id", "visibility", "name", "scene", "joins"),
    "tags": ("id", "visibility", "name", "scene", "object", "trigger", "clears", "burned"),
    "clocks": ("id", "visibility", "name", "segments", "filled", "direction", "kind", "on_full", "opposes"),
    "cast": ("id", "visibility", "name", "kind", "stats", "zone"),
    "pieces": ("id", "visibility", "kind", "name", "character", "zone"),
    "checks": ("id", "state", "character"),
    "proposals": ("id", "state", "command"),
    "seats": ("id", "name", "character"),
    "saved": ("id", "kind", "name", "data"),
    "journal": ("id", "who", "role", "command", "undone"),
}
"""What a screen says of each thing in the table's own words; how a game words its numbers may be bettered."""

VERSIONS = sorted({each.version for each in ALL})
OWN = {"razorweave": "check.", "resonance": "resonance.", "mettle": "mettle."}
"""The commands of each game; all others were played at the freeform table too."""


@dataclass
class Opened:
    """One game's tables on a database of today."""

    app: Flask
    stored: StoredGame

    def desks(self) -> list[tuple[Desk, dict[str, Any]]]:
        """Everybody's own keys, and how each table looked then."""
        return [(_desk(self.app, then), then) for then in self.stored.looks]


def _desk(app: Flask, then: dict[str, Any]) -> Desk:
    return Desk(app.test_client(), {"table": then["table"], "keys": then["keys"]}, then["seats"])


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """The app of today, built once."""
    folder = tmp_path_factory.mktemp("past")
    return create_app(Settings(instance=str(folder / "instance"), bind="127.0.0.1", limits="off"))


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Long documents are read and written here, not by a program of its own, which takes seconds to start."""
    monkeypatch.setattr(tables, "IN_PROCESS_BYTES", 2**30)
    monkeypatch.setattr(child_process, "LONG", 2**30)


@pytest.fixture(scope="module", params=ALL, ids=str)
def stored(request: pytest.FixtureRequest) -> StoredGame:
    found: StoredGame = request.param
    return found


@pytest.fixture(scope="module")
def ready(house: Flask, stored: StoredGame) -> bytes:
    """Their database, made ready by the server of today as at every start."""
    settings = house.extensions["tableside"].settings
    shutil.rmtree(settings.folder, ignore_errors=True)
    settings.folder.mkdir()
    stored.unpack("database", settings.folder / DATABASE)
    with house.app_context():
        db.engine.dispose()
        assert not prepare(db.engine, settings.folder), "there are tables in it"
        return dump_database(house)


@pytest.fixture
def opened(house: Flask, stored: StoredGame, ready: bytes) -> Iterator[Opened]:
    """The server of today with it."""
    folder = house.extensions["tableside"].settings.folder
    shutil.rmtree(folder)
    folder.mkdir()
    with house.app_context():
        restore_database(house, ready)
        yield Opened(house, stored)
        db.session.remove()
        db.engine.dispose()


def test_a_database_of_then_is_brought_up_to_date(opened: Opened) -> None:
    assert schema_migration.schema_differences(db.engine) == []
    assert not schema_migration.is_pending(db.engine)
    assert find_damage(_file(opened), thorough=True) is None


def test_every_page_opens_for_whoever_could_open_it_then(opened: Opened) -> None:
    """With the cookie of then: links, seats and bookmarks are as good as they were."""
    (evening, then), *moments = opened.desks()
    assert_pages_open(evening, {who: then["pages"][who] for who in ("gm", "tv", "Mo")})
    for desk, then in moments:
        own = f"/t/{desk.id}"
        assert_pages_open(desk, {who: {own: told[own]} for who, told in then["pages"].items()})


def assert_pages_open(desk: Desk, pages: dict[str, dict[str, int]]) -> None:
    for who, then in pages.items():
        client = device(desk, who)
        now = {page: client.get(page).status_code for page in then}
        assert now == {page: 200 if status == 500 else status for page, status in then.items()}, who


def test_everybody_is_told_what_they_were_told_then(opened: Opened) -> None:
    for desk, then in opened.desks():
        assert_looks_as_then(desk, then)


def assert_looks_as_then(desk: Desk, then: dict[str, Any]) -> None:
    for who, told in then["seen"].items():
        now = desk.sees(who)
        assert [(now[each], each) for each in ("name", "ruleset", "scene", "revision")] == [
            (told[each], each) for each in ("name", "ruleset", "scene", "revision")
        ]
        for things, fields in TOLD.items():
            assert _said(now.get(things, []), fields) == _said(told.get(things, []), fields), (who, things)


def _said(things: list[dict[str, Any]], fields: tuple[str, ...]) -> list[dict[str, Any]]:
    return [{name: each[name] for name in fields if name in each} for each in things]


def test_a_link_and_a_join_code_of_then_lead_to_the_table(opened: Opened) -> None:
    for desk, then in opened.desks():
        for key in then["keys"].values():
            assert opened.app.test_client().get(f"/k/{key}").location == f"/t/{desk.id}"
        if desk.sees()["join_code"]:
            joined = opened.app.test_client().post("/join", data={"code": then["join_code"]}, headers=OURS)
            assert joined.location == f"/t/{desk.id}"


def test_a_seat_of_then_still_speaks_for_its_player(opened: Opened) -> None:
    desk, then = opened.desks()[0]
    seat = next(each["id"] for each in then["seen"][GM]["seats"] if each["name"] == "Mo")
    clock = desk.do("Mo", do="clock.own", name="A promise")["result"]["clock"]
    assert desk.clock(clock)["owner"] == seat


def test_it_is_exported_as_it_was_then(opened: Opened) -> None:
    for (desk, _), document in zip(opened.desks(), opened.stored.documents, strict=True):
        assert_holds(desk.get(GM, "/export").json, document)


def assert_holds(now: Any, then: Any, at: str = "") -> None:
    """All of then stands in now; what was added since may stand beside it."""
    if isinstance(then, dict):
        for name, each in then.items():
            assert name in now, at
            assert_holds(now[name], each, f"{at}.{name}")
    elif isinstance(then, list):
        assert len(now) == len(then), at
        for number, each in enumerate(then):
            assert_holds(now[number], each, f"{at}.{number}")
    else:
        assert now == then, at


def test_what_was_done_then_is_taken_back_or_refused_with_a_sentence(opened: Opened) -> None:
    """The newest line of each of the game's commands, by itself; whatever comes of it, the page opens."""
    (evening, _), *moments = opened.desks()
    newest = {entry.command: entry.id for entry in _entries(evening)}
    own = [name for name in newest if name.startswith(OWN.get(opened.stored.game, ""))]
    for name in own:
        undo(evening, entry=newest[name])
    assert_opens(evening)
    for desk, _ in moments:
        assert undo(desk), "nothing came after it"
        assert_opens(desk)


def undo(desk: Desk, **which: int) -> bool:
    """Whether it was taken back; a refusal is a sentence."""
    answer = desk.send(GM, {"do": "undo", **which})
    if answer.status_code != 200:
        refusal(answer, 409, "refused")
    return answer.status_code == 200


def assert_opens(desk: Desk) -> None:
    assert device(desk, GM).get(f"/t/{desk.id}").status_code == 200


def _entries(desk: Desk) -> list[Entry]:
    query = select(Entry).where(Entry.table_id == desk.id).order_by(Entry.serial)
    return list(db.session.scalars(query))


def test_a_backup_of_then_is_restored(opened: Opened, tmp_path: Path) -> None:
    desk, then = opened.desks()[0]
    desk.do(GM, do="tag.add", name="Later")
    db.session.remove()
    restore(db.engine, opened.stored.unpack("backup", tmp_path / "backup.sqlite3"))
    assert_looks_as_then(desk, then)


def test_an_export_of_then_is_taken_in_and_its_pages_open(opened: Opened) -> None:
    for document in opened.stored.documents:
        desk = imported(opened.app, document)
        assert_holds(desk.get(GM, "/export").json, document)
        assert_opens(desk)


def imported(app: Flask, document: dict[str, Any]) -> Desk:
    """A new table made of a document."""
    made = app.test_client().post(API, json={"import": document})
    assert made.status_code == 201, made.text
    return Desk(app.test_client(), made.json)


def test_a_pack_of_then_is_taken_in(opened: Opened) -> None:
    """Into a table that has all of it already, so each row is said to clash or is put in its place."""
    desk, then = opened.desks()[0]
    file = {"file": (BytesIO(opened.stored.pack.encode()), "pack.toml"), "on_clash": "replace"}
    answer = device(desk, GM).post(f"/t/{desk.id}/pack", data=file, headers=OURS)
    assert answer.status_code == 303, answer.text
    fields = ("kind", "name", "data")
    assert _said(desk.sees()["saved"], fields) == _said(then["seen"][GM]["saved"], fields)


# ---- on PostgreSQL -------------------------------------------------------------------------------


@pytest.mark.soak
@pytest.mark.parametrize("version", VERSIONS)
def test_on_postgresql_it_is_brought_up_to_date_and_looks_as_then(
    address: str, tmp_path: Path, version: str
) -> None:
    """The rows of all four games of then, moved by hand into a database of that version."""
    games = [each for each in ALL if each.version == version]
    files = [each.unpack("database", tmp_path / f"{each.game}.sqlite3") for each in games]
    app = create_app(Settings(instance=str(tmp_path), bind="127.0.0.1", limits="off", database_url=address))
    with app.app_context():
        schema_migration.upgrade_schema(db.engine, step_of(files[0]))
        for file in files:
            move(file, db.engine)
        assert not prepare(db.engine, tmp_path), "there are tables in it"
        assert schema_migration.schema_differences(db.engine) == []
        for each in games:
            then, *_ = each.looks
            desk = _desk(app, then)
            assert_looks_as_then(desk, then)
            assert_holds(desk.get(GM, "/export").json, each.documents[0])
            assert_opens(desk)
            assert_opens(imported(app, each.documents[-1]))
            undo(desk)
        db.session.remove()
        db.engine.dispose()


def _file(opened: Opened) -> Path:
    folder: Path = opened.app.extensions["tableside"].settings.folder
    return folder / DATABASE
