"""Whatever a table may hold can be exported and imported again; nobody waits for it meanwhile."""

import json
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask

from tests.table.long_journal import fill
from tests.table.oak import Oak
from webapp.services import services
from webapp.store.db import db
from webapp.store.models import Entry, Table
from webapp.table import table_import
from webapp.table.json_reader import JournalText, parse_json, read_import, split_document
from webapp.table.refusals import Invalid, Refused
from webapp.table.table_export import export_text
from webapp.table.table_import import ROOM, import_table, largest_document, sent_document
from webapp.table.unused_tables import remove_unused

LIMIT = 300 * 1024
DRAGONS = "🐉" * 3000


def until_refused(oak: Oak, who: Any, *sent: dict[str, Any]) -> None:
    """Do these in turn, again and again, until one is refused."""
    try:
        while True:
            made: dict[str, Any] = {}
            for each in sent:
                given = {name: made.get(value, value) for name, value in each.items()}
                made |= oak.dispatch(who, **given).result
    except Refused:
        return


@pytest.fixture
def full(app: Flask) -> Oak:
    """A table at its limit: players wrote all they may, the GM the rest; much of it was removed again."""
    oak = Oak.start(app)
    services().dispatcher.most = LIMIT
    for name in ("Ana", "Ben", "Cleo"):
        note = {"do": "note.add", "text": DRAGONS, "visibility": "shown"}
        until_refused(oak, oak.sit(name), note, {"do": "note.remove", "note": "note"})
    secret = {"do": "note.add", "text": DRAGONS, "visibility": "secret"}
    until_refused(oak, oak.actor("gm"), secret, {"do": "note.remove", "note": "note"})
    until_refused(oak, oak.actor("gm"), {"do": "tag.add", "name": "Fog"})
    return oak


def exported(oak: Oak) -> str:
    return "".join(export_text(oak.id))


def test_a_full_table_is_exported_and_imported_by_the_same_server(full: Oak) -> None:
    assert full.state().table.written > 0.99 * LIMIT
    text = exported(full)
    assert len(text.encode()) < ROOM * LIMIT
    again = Oak(full.app, import_table(split_document(text)))
    assert json.loads(exported(again))["journal"] == json.loads(text)["journal"]
    assert again.sees()["notes"] == full.sees()["notes"]
    assert again.state().table.written == pytest.approx(full.state().table.written, rel=0.1)


@pytest.mark.parametrize(("megabytes", "most"), [(1, 32), (128, 256), (1000, 2000)])
def test_a_file_may_be_as_large_as_a_full_tables_export(megabytes: int, most: int) -> None:
    assert largest_document(megabytes) == most * 2**20


# ---- others go on meanwhile -----------------------------------------------------------------------


@pytest.fixture
def long(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Oak:
    """A table whose import takes several batches."""
    monkeypatch.setattr(table_import, "AT_A_TIME", 20)
    oak = Oak.start(app)
    oak.gm(do="clock.tick", clock=oak.clock("Alarm", 100), by=1)
    fill(oak, 100)
    return oak


def test_others_write_while_a_long_table_is_imported(long: Oak, monkeypatch: pytest.MonkeyPatch) -> None:
    other, ticked = Oak.start(long.app, "Elm"), []
    clock = other.clock("Tide", 100)

    def tick(_seconds: float) -> None:
        ticked.append(other.gm(do="clock.tick", clock=clock).result["filled"])

    monkeypatch.setattr(table_import, "time", SimpleNamespace(sleep=tick))
    again = Oak(long.app, import_table(split_document(exported(long))))
    assert len(ticked) >= 5
    assert again.lines() == long.lines()
    assert again.gm(do="undo").summary


def test_an_import_that_breaks_off_leaves_nothing(long: Oak, monkeypatch: pytest.MonkeyPatch) -> None:
    before = _counts()

    def break_off(_seconds: float) -> None:
        raise KeyboardInterrupt

    document = split_document(exported(long))
    monkeypatch.setattr(table_import, "time", SimpleNamespace(sleep=break_off))
    with pytest.raises(KeyboardInterrupt):
        import_table(document)
    assert _counts() == before


def test_what_a_killed_import_left_is_deleted_a_day_later(long: Oak) -> None:
    now = datetime.now(UTC)
    db.session.rollback()
    db.session.add(Table(id="brokenoff", name="Oak", ruleset="freeform", epoch="x", entries=3, created=now))
    db.session.commit()
    remove_unused(now + timedelta(hours=23))
    assert db.session.get(Table, "brokenoff")
    db.session.rollback()
    remove_unused(now + timedelta(hours=25))
    assert db.session.get(Table, "brokenoff") is None
    assert db.session.get(Table, long.id)


def _counts() -> tuple[int | None, ...]:
    db.session.rollback()
    return tuple(db.session.scalar(db.select(db.func.count()).select_from(kind)) for kind in (Table, Entry))


# ---- reading a document while it is parsed --------------------------------------------------------


def plain(value: Any) -> Any:
    """The same with the journal as a list."""
    if not isinstance(value, dict):
        return value
    return {
        name: list(each) if isinstance(each, JournalText) else plain(each) for name, each in value.items()
    }


GOOD = [
    '{"journal": [], "things": {}}',
    ' {"things" : {"tag": [1, {"journal": [2]}]} , "journal" : [ {"id": 1} , {"id": 2} ] } ',
    '{"import": {"journal": [{"id": 1}], "name": "x"}}',
    "{}",
    '{"journal": [[], 1, null, "x", {}]}',
]
BAD = [
    "",
    "{",
    "[1,]",
    '{"journal": [1,]}',
    '{"journal": [1 2]}',
    '{"journal": [1}',
    '{"a": 1,}',
    '{"a" 1}',
    "{1: 2}",
    '{"a": 1} x',
    '{"a": 1, "a": 2}',
    '{"journal": [], "journal": []}',
    '{"journal": [{"a": 1, "a": 2}]}',
    '{"journal": [NaN]}',
    '{"journal": [1e999]}',
    '{"import": {"journal": [1]}',
]


@pytest.mark.parametrize("text", GOOD)
def test_a_document_is_read_as_any_json_is(text: str) -> None:
    assert plain(split_document(text)) == parse_json(text)


@pytest.mark.parametrize("text", BAD)
def test_what_is_no_json_is_refused_as_anywhere_else(text: str) -> None:
    for read in (parse_json, split_document):
        with pytest.raises(ValueError):  # noqa: PT011 - the decoder's own words
            read(text)


def test_a_journal_is_validated_entry_by_entry(full: Oak) -> None:
    document = json.loads(exported(full))
    for wrong in ([*document["journal"], 5], [*document["journal"], {"id": 1}], "x", {}):
        body = json.dumps({"import": {**document, "journal": wrong}}).encode()
        with pytest.raises(Invalid):
            import_table(sent_document(read_import(body)))
