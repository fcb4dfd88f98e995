"""One thing on a page of its own, to be edited in peace; works without scripts."""

from typing import Any

from flask import render_template

from webapp.pages.sheets import words
from webapp.pages.table import granted_gm, table
from webapp.parts import parts
from webapp.screens.apart import clock_options
from webapp.screens.grouping import group_names, moved
from webapp.screens.views import CharacterView, TableView
from webapp.table.loaded import loaded
from webapp.table.refusals import missing

ORDERED = ("scene", "zone", "tag", "character", "clock")
KINDS = ("scene", "zone", "tag", "character", "condition", "clock", "saved")


@table.get("/edit/<kind>/<int:thing>")
def edit(table_id: str, kind: str, thing: int) -> str:
    """The edit form of one thing, for the GM."""
    granted_gm(table_id, "Only the GM edits what is on the table. You can propose a change.")
    board = loaded(table_id)
    view = parts().road.snapshots.for_reading(board).seen["gm"].view
    it = next((each for each in _all(view, kind) if each.id == thing), None)
    if it is None:
        raise missing(kind if kind in KINDS else "thing")
    things = _all(view, kind) if kind in ORDERED else [it]
    return render_template(
        "pages/edit.html",
        kind=kind,
        it=it,
        view=view,
        moves={"up": moved(things, thing, -1), "down": moved(things, thing, 1)},
        groups=group_names(view.clocks),
        others=[option for option in clock_options(view) if option[0] != thing],
        **words(view),
    )


def _all(view: TableView, kind: str) -> list[Any]:
    if kind == "condition":
        cast = [each for each in view.cast if isinstance(each, CharacterView)]
        return [condition for each in cast for condition in each.conditions]
    lists = {
        "scene": view.scenes,
        "zone": view.zones,
        "tag": view.tags,
        "character": view.cast,
        "clock": view.clocks,
        "saved": view.saved if isinstance(view.saved, tuple) else (),
    }
    return list(lists.get(kind, ()))
