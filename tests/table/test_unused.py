"""Tables that nobody uses: so many stand here at most, and none for ever. What was used is never touched."""

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask

from tests.table.oak import Oak
from webapp.store.db import db
from webapp.store.link_models import Link
from webapp.store.models import Scene, Table
from webapp.table import unused_tables
from webapp.table.table_export import export_table
from webapp.table.table_import import import_table
from webapp.table.unused_tables import NoRoom, ensure_room_for_table, remove_unused

NOW = datetime(2026, 11, 21, tzinfo=UTC)


def started(app: Flask, name: str, days_ago: int) -> Oak:
    """A table whose links were shown so many days ago."""
    oak = Oak.start(app, name)
    _row(oak).created = NOW - timedelta(days=days_ago)
    db.session.commit()
    return oak


def _row(oak: Oak) -> Table:
    row = db.session.get(Table, oak.id)
    assert row is not None
    return row


def names() -> list[str]:
    return sorted(db.session.scalars(db.select(Table.name)))


def test_one_on_which_nothing_happened_for_thirty_days_is_let_go_with_its_links(app: Flask) -> None:
    started(app, "Old", days_ago=31)
    started(app, "New", days_ago=29)
    assert remove_unused(NOW) == 1
    assert names() == ["New"]
    assert {db.session.query(kind).count() for kind in (Link, Scene)} == {3, 1}
    assert remove_unused(NOW) == 0


@pytest.mark.parametrize(
    "use", [{"do": "tag.add", "name": "Slick"}, {"do": "table.edit", "name": "Elm"}, {"do": "undo"}]
)
def test_one_line_in_the_journal_keeps_a_table_for_good(app: Flask, use: dict[str, str]) -> None:
    oak = started(app, "Elm", days_ago=4000)
    if use["do"] == "undo":
        oak.tag("Slick")
    oak.gm(**use)
    assert remove_unused(NOW) == 0
    assert names() == ["Elm"]


@pytest.mark.parametrize("kind", ["tag", "scene"])
def test_what_a_document_brought_keeps_a_table_though_its_journal_is_empty(app: Flask, kind: str) -> None:
    oak = Oak.start(app)
    oak.gm(do=f"{kind}.add", name="Slick")
    document = {**export_table(oak.id), "journal": []}
    again = Oak(app, import_table(document))
    _row(again).created = NOW - timedelta(days=4000)
    _row(oak).created = NOW - timedelta(days=4000)
    db.session.commit()
    assert remove_unused(NOW) == 0
    assert again.sees()[f"{kind}s"][-1]["name"] == "Slick"


def test_while_too_many_wait_to_be_used_no_other_is_started(app: Flask) -> None:
    first = Oak.start(app)
    ensure_room_for_table(2)
    Oak.start(app)
    with pytest.raises(NoRoom, match="too many unused tables"):
        ensure_room_for_table(2)
    first.tag("Slick")
    ensure_room_for_table(2)


def aged(app: Flask, name: str, hours: int) -> Oak:
    """A table that was started so many hours before now."""
    oak = Oak.start(app, name)
    _row(oak).created = datetime.now(UTC) - timedelta(hours=hours)
    db.session.commit()
    return oak


def test_the_oldest_that_nobody_used_make_room_for_a_new_one(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unused_tables, "FOR_ANOTHER", 1)
    for name, hours in (("Second", 40), ("Third", 25), ("First", 600), ("Young", 23)):
        aged(app, name, hours)
    aged(app, "Played", hours=9000).tag("Slick")
    ensure_room_for_table(5)
    assert names() == ["First", "Played", "Second", "Third", "Young"]  # there is room for one more
    ensure_room_for_table(4)
    assert names() == ["Played", "Second", "Third", "Young"]
    ensure_room_for_table(3)
    ensure_room_for_table(2)
    assert names() == ["Played", "Young"]
    with pytest.raises(NoRoom):
        ensure_room_for_table(1)
    assert names() == ["Played", "Young"]


def test_tables_that_a_document_filled_take_nobodys_room(app: Flask) -> None:
    """They never go by themselves, so a new one would be refused for good."""
    oak = Oak.start(app)
    oak.tag("Slick")
    document = {**export_table(oak.id), "journal": []}
    for _ in range(3):
        import_table(document)
    ensure_room_for_table(2)
    assert len(names()) == 4
