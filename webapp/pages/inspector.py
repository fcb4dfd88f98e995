"""What is chosen on the GM's page, for its inspector; without scripts a page of its own."""

from typing import Any

from flask import Response, render_template, request

from webapp.pages.replies import by_script
from webapp.pages.sheets import words
from webapp.pages.table import granted_gm, table
from webapp.pages.viewpoint import prepared_there
from webapp.screens.changed import by_kind
from webapp.screens.clock_groups import clock_options, group_names, moved
from webapp.screens.games import game_screens
from webapp.screens.sheets import PREVIEW, Sheets, moves
from webapp.screens.views import TableView
from webapp.services import seen
from webapp.table.commands.library import examples_for
from webapp.table.projections import Projection
from webapp.table.refusals import loaded, missing

ORDERED = ("scene", "zone", "tag", "character", "clock")
KINDS = ("scene", "zone", "tag", "character", "condition", "clock", "saved")
GMS_ALONE = "Only the GM edits what is on the table. You can propose a change."


@table.get("/edit/<kind>/<int:thing>")
def edit(table_id: str, kind: str, thing: int) -> Response | str:
    """One thing: who sees it, what is done to it now and then, its form."""
    projection = _gms_sight(table_id)
    view = projection.view
    it = next((each for each in _all(view, kind) if each.id == thing), None)
    if it is None:
        return _gone(kind if kind in KINDS else "thing")
    things = _all(view, kind) if kind in ORDERED else [it]
    game_adds = game_screens(view.ruleset).on_somebody(view, it) if kind == "character" else None
    return _inspected(
        projection,
        "inspector/thing.html",
        kind=kind,
        it=it,
        game_adds=game_adds,
        moves={"up": moved(things, thing, -1), "down": moved(things, thing, 1)},
        groups=group_names(view.clocks),
        others=[option for option in clock_options(view) if option[0] != thing],
    )


@table.get("/edit/check/<int:thing>")
def edit_check(table_id: str, thing: int) -> Response | str:
    """What is typed about a check that nobody has rolled yet: words, bonuses, sources of its own."""
    projection = _gms_sight(table_id)
    it = next((each for each in projection.view.checks if each.id == thing and each.state == "called"), None)
    return _gone("check") if it is None else _inspected(projection, "inspector/check.html", it=it)


@table.get("/moves")
def menu(table_id: str) -> str:
    """All that a GM does now and then, by name."""
    projection = _gms_sight(table_id)
    return _inspected(projection, "inspector/moves.html", moves=moves(projection.view))


@table.get("/moves/<key>")
def move(table_id: str, key: str) -> Response | str:
    """One of them, with what it needs and no more."""
    projection = _gms_sight(table_id)
    wanted = next((each for each in (*moves(projection.view), PREVIEW) if each.key == key), None)
    if wanted is None:
        return _gone("move")
    more = {"examples": examples_for(projection.view.ruleset)} if key == "library" else {}
    return _inspected(projection, "inspector/move.html", move=wanted, panels=Sheets(projection), **more)


def _gms_sight(table_id: str) -> Projection:
    """The table as its GM sees it, or the scene that their desk prepares; nobody else inspects anything."""
    scene = prepared_there(granted_gm(table_id, GMS_ALONE))
    projection = seen(loaded(table_id))
    return projection if scene is None else projection.while_preparing(scene)


def _inspected(projection: Projection, template: str, **more: Any) -> str:
    """In the inspector of a page that is open, or as a page."""
    layout = "layouts/inspected.html" if by_script() else "layouts/opened.html"
    view = projection.view
    return render_template(
        template, layout=layout, view=view, now=projection.at, at=request.path, **words(view) | more
    )


def _gone(noun: str) -> Response:
    """What was inspected is no more: an inspector closes, a page says so."""
    if not by_script():
        raise missing(noun)
    return Response(status=204)


def _all(view: TableView, kind: str) -> list[Any]:
    if kind == "condition":
        return [condition for each in view.people for condition in each.conditions]
    return list(by_kind(view)[kind]) if kind in KINDS else []
