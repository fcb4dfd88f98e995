"""A whole table out as one document and in again; what anybody may have written in it."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import create_engine, func, inspect, select

from tests.table.oak import Oak
from webapp.app import create_app
from webapp.services import services
from webapp.settings import Settings
from webapp.store import schema_migration
from webapp.store.db import db
from webapp.store.models import LibraryItem, Table, Tag
from webapp.store.table_state import TableState
from webapp.table.demo import make_demo
from webapp.table.document_format import MODELS, document_columns, row_model
from webapp.table.grants import grant_of
from webapp.table.refusals import Invalid, Missing
from webapp.table.table_export import export_table
from webapp.table.table_import import import_table

Document = dict[str, Any]


@pytest.fixture
def played(oak: Oak) -> Oak:
    """A table with something of every kind, some of it secret, removed, undone or owned by a seat."""
    return play(oak)


@pytest.fixture
def document(written: str) -> Document:
    """The document of such a table."""
    document: Document = json.loads(written)
    return document


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Played once for all who spoil a copy of it."""
    app = create_app(Settings(instance=str(tmp_path_factory.mktemp("played")), bind="127.0.0.1"))
    with app.app_context():
        db.create_all()
        text = json.dumps(export_table(play(Oak.start(app)).id))
        db.session.remove()
        db.engine.dispose()
    return text


def play(oak: Oak) -> Oak:
    """Scene, zone, cast, tags, clocks, a seat and its proposal."""
    zone = oak.gm(do="zone.add", name="Dock").result["zone"]
    mara = oak.character("Mara", zone=zone, stats={"Edge": 2})
    oak.gm(do="condition.add", character=mara, name="Bleeding", severity="major")
    effects = [{"on": "balance", "modifier": "note", "note": "slips"}]
    oak.tag("Slick", zone=zone, effects=effects, visibility="secret")
    oak.gm(do="tag.remove", tag=oak.tag("Gone"))
    ana = oak.sit("Ana", character=mara)
    oak.clock("Debt", owner=ana.seat)
    first = oak.clock("Alarm", 6, visibility="masked")
    oak.clock("Escape", 8, opposes=first, direction="drain")
    oak.gm(do="clock.tick", clock=first, by=2, because="a bottle breaks")
    oak.gm(do="undo")
    oak.dispatch(ana, do="proposal.make", command={"do": "clock.tick", "clock": first}, because="I shout")
    oak.gm(do="scene.add", name="Later", notes="the twist")
    return oak


def over_the_wire(table_id: str) -> Document:
    document: Document = json.loads(json.dumps(export_table(table_id)))
    return document


def arrived(oak: Oak, document: Document) -> Oak:
    """The table that an import made, with the people around it."""
    return Oak(oak.app, import_table(document))


def test_a_table_that_came_back_is_the_same_table(played: Oak) -> None:
    document = over_the_wire(played.id)
    again = arrived(played, document)
    assert over_the_wire(again.id) == document
    assert again.sees()["clocks"] == played.sees()["clocks"]
    assert again.sees("player")["tags"] == played.sees("player")["tags"]
    assert again.lines() == played.lines()
    assert again.lines("tv") == played.lines("tv")


def test_the_demo_travels_too(oak: Oak) -> None:
    document = over_the_wire(make_demo(services().dispatcher).table)
    assert over_the_wire(import_table(document).table) == document


def test_a_proposal_that_leaves_out_how_much_travels_too(app: Flask) -> None:
    oak = Oak.start(app, ruleset="resonance")
    sparks = oak.character("Sparks")
    asked = {"do": "resonance.pool.add", "character": sparks, "tag": "Bless"}
    oak.dispatch(oak.sit("Ana"), do="proposal.make", command=asked)
    assert arrived(oak, over_the_wire(oak.id)).view().proposals[0].words == "1 Bless for Sparks"


def test_an_older_document_lacks_whatever_a_column_says_by_itself(oak: Oak, document: Document) -> None:
    """What a column leaves empty, or has a default for, is that in a table of a document without it."""
    rows = {"table": [document["table"]], **document["things"], "entry": document["journal"]}
    for kind, each in rows.items():
        columns = document_columns(MODELS[kind])
        lacking = {name for name, column in columns.items() if column.nullable or column.default}
        assert lacking, kind
        for row in each:
            for name in lacking:
                del row[name]
    again = over_the_wire(arrived(oak, document).id)
    clock = next(row for row in again["things"]["clock"] if row["name"] == "Alarm")
    assert (clock["shared"], clock["tempo"], clock["direction"]) == (False, None, "fill")
    assert (again["things"]["zone"][0]["joins"], again["table"]["settings"]) == ([], {})


def test_no_column_that_came_later_must_be_in_a_document(tmp_path: Path) -> None:
    """Else every document that people kept from before is refused."""
    engine = create_engine(f"sqlite:///{tmp_path / 'steps.sqlite3'}")
    first: dict[str, set[str]] = {}
    for step in schema_migration.migration_steps():
        schema_migration.upgrade_schema(engine, step)
        now = inspect(engine)
        tables = {kind: model.__tablename__ for kind, model in MODELS.items()}
        for kind, table in tables.items():
            if kind not in first and now.has_table(table):
                first[kind] = {column["name"] for column in now.get_columns(table)}
    for kind in MODELS:
        required = {name for name, field in row_model(kind).model_fields.items() if field.is_required()}
        assert required <= first[kind] | {"heard"}, kind


def test_it_is_a_table_of_its_own_with_new_keys(played: Oak) -> None:
    again = arrived(played, over_the_wire(played.id))
    assert again.id != played.id
    assert again.made.join_code != played.made.join_code
    assert again.state().table.epoch != played.state().table.epoch
    assert set(again.made.tokens.values()).isdisjoint(played.made.tokens.values())
    for role, token in again.made.tokens.items():
        grant = grant_of(token)
        assert grant is not None
        assert (grant.table, str(grant.role)) == (again.id, role)


def test_the_counters_agree_with_the_journal_so_that_news_are_counted_right(played: Oak) -> None:
    again = arrived(played, over_the_wire(played.id))
    assert again.revisions() == played.revisions()
    before = again.revisions()
    again.gm(do="clock.tick", clock=next(c["id"] for c in again.sees()["clocks"] if c["name"] == "Escape"))
    assert [now - then for now, then in zip(again.revisions(), before, strict=True)] == [1, 1, 1]


def test_what_was_done_before_the_journey_can_be_undone_after_it(played: Oak) -> None:
    again = arrived(played, over_the_wire(played.id))
    again.gm(do="undo")
    assert "Later" not in [scene["name"] for scene in again.sees()["scenes"]]


def test_a_document_opens_nothing(played: Oak) -> None:
    text = json.dumps(over_the_wire(played.id))
    secrets = [*played.made.tokens.values(), played.made.join_code, *played.seats.values()]
    secrets += [row["secret"] for row in _rows("SELECT secret FROM seat WHERE secret IS NOT NULL")]
    secrets += [row["hashed"] for row in _rows("SELECT hashed FROM key")]
    assert [secret for secret in secrets if secret in text] == []
    assert arrived(played, json.loads(text)).sees()["seats"][0]["taken"] is False


def _rows(query: str) -> list[Any]:
    return list(db.session.connection().exec_driver_sql(query).mappings())


def test_a_table_that_is_not_there_cannot_be_exported(oak: Oak) -> None:
    with pytest.raises(Missing):
        export_table("nowhere")


# ---- what anybody may have written -----------------------------------------------------------------


def _first(document: Document, kind: str) -> Document:
    row: Document = document["things"][kind][0]
    return row


def _set(*path: Any, to: Any) -> Callable[[Document], None]:
    """Write one value somewhere in the document."""

    def spoil(document: Document) -> None:
        place: Any = document
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = to

    return spoil


def _deep(document: Document) -> None:
    nest: Any = "x"
    for _ in range(500):
        nest = [nest]
    _first(document, "character")["stats"] = {"Edge": nest}


def _twin(document: Document) -> None:
    document["things"]["tag"].append(copy.deepcopy(_first(document, "tag")))


def _another_tables(document: Document) -> None:
    """An undo of this entry would write into a column that no command writes."""
    change = {"kind": "seat", "id": 1, "before": {"table_id": "elsewhere"}, "after": {}}
    document["journal"][-1]["changes"] = [change]


SPOILT = {
    "another format": _set("format", to="a picture"),
    "another version": _set("version", to=2),
    "an unknown field": _set("tokens", to=["abc"]),
    "an unknown kind of thing": _set("things", "dragon", to=[]),
    "an unknown column": _set("things", "tag", 0, "secret", to="x"),
    "a ruleset not installed": _set("table", "ruleset", to="chess"),
    "no name": _set("table", "name", to=" "),
    "a name of 10,000 letters": _set("things", "clock", 0, "name", to="x" * 10_000),
    "a control character": _set("things", "clock", 0, "name", to="a\x07b"),
    "a zero byte": _set("things", "character", 0, "stats", to={"Edge": "a\0"}),
    "half a character": _set("journal", 0, "summary", to="\ud800"),
    "too many segments": _set("things", "clock", 0, "segments", to=101),
    "fuller than full": _set("things", "clock", 0, "filled", to=100),
    "a number without end": _set("things", "proposal", 0, "command", to={"do": float("inf")}),
    "true for a number": _set("things", "clock", 0, "segments", to=True),
    "a number beyond the database": _set("things", "clock", 0, "order", to=2**40),
    "a visibility of its own": _set("things", "tag", 0, "visibility", to="everybody"),
    "an effect that is none": _set("things", "tag", 0, "effects", to=[{"on": "x", "modifier": "kills"}]),
    "a zone that is not there": _set("things", "character", 0, "zone", to=12345),
    "an active scene that is not there": _set("table", "active_scene", to=12345),
    "an entry that undoes nothing": _set("journal", 0, "undoes", to=12345),
    "a line about a dragon": _set("journal", 0, "about", to=[["dragon", 1]]),
    "a line about an id beyond the database": _set("journal", 0, "about", to=[["clock", 2**63]]),
    "a change of an id beyond the database": _set(
        "journal", 0, "changes", to=[{"kind": "clock", "id": 2**63, "before": {}, "after": {}}]
    ),
    "a time without a zone": _set("journal", 0, "at", to="2026-01-01T00:00:00"),
    "things that are no list": _set("things", to="many"),
    "a kind of clock that the game does not have": _set("things", "clock", 0, "kind", to="dragon"),
    "two things with one id": _twin,
    "nested too deep": _deep,
    "an entry that reaches another table": _another_tables,
}


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT.keys())
def test_a_bad_document_is_refused_and_changes_nothing(
    app: Flask, document: Document, spoil: Callable[[Document], None]
) -> None:
    spoil(document)
    with pytest.raises(Invalid) as refused:
        import_table(document)
    assert refused.value.message.endswith(".")
    assert db.session.scalar(select(func.count()).select_from(Table)) == 0


def test_names_that_nobody_could_see_as_an_earlier_release_took_them_come_in(
    app: Flask, document: Document
) -> None:
    tag = document["things"]["tag"][0]
    tag["name"] = "\u3164"
    saved = {"kind": "scene", "name": "\u2800", "visibility": "secret", "removed": False}
    hall = {"name": "\u2800", "zones": [{"name": "\u3164"}], "tags": [{"name": "\uffa0", "zone": "\u3164"}]}
    document["things"]["saved"] = [{**saved, "id": 9001, "order": 1, "data": hall}]
    state = TableState.load(import_table(document).table)
    assert state is not None
    assert "\u3164" in [row.name for row in state.all(Tag).values()]
    scene = next(row for row in state.find_all(LibraryItem) if row.name == "\u2800")
    assert scene.data["tags"] == [{"name": "U+FFA0", "zone": "U+3164"}]


def test_clocks_in_a_circle_as_an_undo_once_left_them_come_in_with_a_beginning(
    app: Flask, document: Document
) -> None:
    one, two, *_ = document["things"]["clock"]
    one["follows"], two["follows"] = two["id"], one["id"]
    again = export_table(import_table(document).table)
    assert [row["follows"] for row in again["things"]["clock"][:2]] == [None, one["id"]]


def test_a_race_goes_on_in_the_imported_table_as_it_stood(oak: Oak) -> None:
    """What completed a clock is a check or an entry of the journal, which keep their ids."""
    first = oak.clock("A", 2, tempo="time")
    second = oak.clock("B", 2, opposes=first)
    for _ in range(2):
        oak.gm(do="time.pass")
    document = over_the_wire(oak.id)
    (stands,) = (row for row in document["things"]["clock"] if row["id"] == first)
    assert (stands["race"], stands["completed_by"]) == ("first", document["journal"][-1]["id"])
    again = arrived(oak, document)
    again.gm(do="clock.tick", clock=second, by=2)
    assert [clock["race"] for clock in again.sees()["clocks"]] == ["first", "second"]
    again.gm(do="clock.tick", clock=first, by=-1)
    assert [clock["race"] for clock in again.sees()["clocks"]] == [None, "first"]


@pytest.mark.parametrize("sent", [None, [], "text", 7, {}, {"format": "tableside.table"}])
def test_what_is_no_document_at_all_is_refused(oak: Oak, sent: object) -> None:
    with pytest.raises(Invalid):
        import_table(sent)


def test_more_clocks_than_a_table_holds_are_refused(app: Flask, document: Document) -> None:
    clock = _first(document, "clock") | {"follows": None, "opposes": None}
    document["things"]["clock"] += [clock | {"id": 10_000 + number} for number in range(1360)]
    with pytest.raises(Invalid, match="An import may have at most 1360 clocks"):
        import_table(document)


def test_only_open_proposals_count_towards_the_limit_of_an_import(app: Flask, document: Document) -> None:
    proposal = _first(document, "proposal")
    rows = [proposal | {"id": 10_000 + number, "state": "declined"} for number in range(1081)]
    document["things"]["proposal"] += rows
    import_table(document)
    for row in rows:
        row["state"] = "open"
    with pytest.raises(Invalid, match="An import may have at most 1080 open proposals"):
        import_table(document)
