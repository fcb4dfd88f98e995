"""A table that has written as much as one may is only cleared; it opens, undoes and exports as before."""

import json

import pytest
from flask import Flask

from tests.table.long_journal import fill
from tests.table.oak import Oak
from webapp.services import services
from webapp.store.db import db
from webapp.store.models import Entry, Table
from webapp.table.size_limit import TEXTS, VALUES, TableTooLarge, entry_size, thing_size
from webapp.table.table_export import export_table
from webapp.table.table_import import import_table

COUNTED = (*TEXTS, *VALUES)


@pytest.fixture
def full(app: Flask) -> Oak:
    """A table that is as large as one may be."""
    oak = Oak.start(app)
    oak.tag("Slick")
    oak.gm(do="clock.tick", clock=oak.clock("Alarm"), by=1)
    services().dispatcher.most = 1
    return oak


def written(oak: Oak) -> int:
    db.session.rollback()
    row = db.session.get(Table, oak.id)
    assert row is not None
    return row.written


def test_what_is_written_is_counted_with_the_change(app: Flask) -> None:
    oak = Oak.start(app)
    assert written(oak) == 0
    oak.tag("Slick")
    entries = db.session.scalars(db.select(Entry)).all()
    things = [row for kind, rows in export_table(oak.id)["things"].items() for row in rows if kind == "tag"]
    assert written(oak) == sum(
        entry_size({name: getattr(entry, name) for name in COUNTED}) for entry in entries
    ) + sum(map(thing_size, things))
    before = written(oak)
    scene = oak.state().table.active_scene
    oak.gm(do="scene.edit", scene=scene, notes="x" * 2000)
    assert before + 2000 < written(oak) < before + 4000


@pytest.mark.parametrize(
    "more", [{"do": "tag.add", "name": "Wet"}, {"do": "table.edit", "name": "Elm"}, {"do": "tv.spotlight"}]
)
def test_growth_is_refused_in_words_and_nothing_is_written(full: Oak, more: dict[str, str]) -> None:
    before, lines = written(full), full.lines()
    with pytest.raises(TableTooLarge, match="Undoing, removing, links and exporting still work") as refused:
        full.gm(**more)
    assert (refused.value.status, refused.value.headers["Retry-After"]) == (429, "3600")
    assert (written(full), full.lines()) == (before, lines)


def test_it_is_cleared_undone_read_and_taken_along(full: Oak) -> None:
    tag, clock = full.sees()["tags"][0]["id"], full.sees()["clocks"][0]["id"]
    full.gm(do="tag.remove", tag=tag)
    full.gm(do="undo")
    assert [each["name"] for each in full.sees()["tags"]] == ["Slick"]
    full.gm(do="clock.remove", clock=clock)
    assert full.sees()["clocks"] == []
    document = json.loads(json.dumps(export_table(full.id)))
    again = Oak(full.app, import_table(document))
    assert written(again) == pytest.approx(written(full), rel=0.1)
    full.gm(do="scene.end", scene=full.state().table.active_scene)
    full.gm(do="table.remove")


def test_a_table_that_is_larger_already_stays_as_it_is(app: Flask) -> None:
    oak = Oak.start(app)
    oak.gm(do="clock.tick", clock=oak.clock("Alarm"), by=1)
    fill(oak, 100)
    services().dispatcher.most = 100
    assert oak.sees()["clocks"][0]["filled"] == 1
    oak.gm(do="undo")
