"""The inspector, which shows the thing that the GM taps; without scripts it is a separate page."""

import time
from collections.abc import Iterator
from typing import Any

from flask import Response, render_template, request

from webapp.pages.page_rendering import form_words
from webapp.pages.preview import prepared_there
from webapp.pages.replies import by_script
from webapp.pages.table import require_gm, table
from webapp.services import project_for
from webapp.state.guests import guests_on
from webapp.store.models import Seat
from webapp.store.table_state import TableState
from webapp.table.audience_views import Projection
from webapp.table.commands.library import examples_for
from webapp.table.refusals import load_table, missing
from webapp.table.shares import PACES, STRANGERS, spent_shares, spoken_time
from webapp.views.clock_groups import clock_options, group_names, moved_order
from webapp.views.game_screens import game_screens
from webapp.views.inspector_panels import PREVIEW, InspectorPanels, gm_actions
from webapp.views.view_changes import things_by_kind
from webapp.views.view_types import TableView

ORDERED = ("scene", "zone", "tag", "character", "clock")
KINDS = ("scene", "zone", "tag", "character", "condition", "clock", "saved")
GMS_ALONE = "Only the GM can use this page. Players with a seat can propose changes."


@table.get("/edit/<kind>/<int:thing>")
def edit(table_id: str, kind: str, thing: int) -> Response | str:
    """Show one thing: its visibility, its rarer actions and its form."""
    projection = _gms_sight(table_id)
    view = projection.view
    found = next((value for value in _all(view, kind) if value.id == thing), None)
    if found is None:
        return _gone(kind if kind in KINDS else "thing")
    things = _all(view, kind) if kind in ORDERED else [found]
    game_adds = game_screens(view.ruleset).on_somebody(view, found) if kind == "character" else None
    return _inspected(
        projection,
        "inspector/thing.html",
        kind=kind,
        it=found,
        game_adds=game_adds,
        moves={"up": moved_order(things, thing, -1), "down": moved_order(things, thing, 1)},
        groups=group_names(view.clocks),
        others=[option for option in clock_options(view) if option[0] != thing],
    )


@table.get("/edit/check/<int:thing>")
def edit_check(table_id: str, thing: int) -> Response | str:
    """Show the typed fields of a check that has not been rolled yet: words, bonuses, the GM's own sources."""
    projection = _gms_sight(table_id)
    check = next(
        (value for value in projection.view.checks if value.id == thing and value.state == "called"), None
    )
    return _gone("check") if check is None else _inspected(projection, "inspector/check.html", it=check)


@table.get("/moves")
def menu(table_id: str) -> str:
    """List the entries of the GM's menu."""
    projection = _gms_sight(table_id)
    return _inspected(projection, "inspector/moves.html", moves=gm_actions(projection.view))


@table.get("/moves/<key>")
def move(table_id: str, key: str) -> Response | str:
    """Show one entry of the GM's menu with its form."""
    projection = _gms_sight(table_id)
    wanted = next((action for action in (*gm_actions(projection.view), PREVIEW) if action.key == key), None)
    if wanted is None:
        return _gone("menu entry")
    more: dict[str, Any] = {}
    if key == "library":
        more["examples"] = examples_for(projection.view.ruleset)
    elif key == "people":
        more["spent"] = list(_spent(load_table(table_id)))
    return _inspected(
        projection, "inspector/move.html", move=wanted, panels=InspectorPanels(projection), **more
    )


def _spent(state: TableState) -> Iterator[tuple[int | None, str]]:
    """Yield which shares of the links' guests and of the seats are used up now, and for how long.

    Each comes with the link whose shares the GM can lift.
    """
    names: dict[str, tuple[int | None, str]] = {
        f"link:{link.id}": (link.id, guests_on(state, link)) for link in state.open_links("player")
    }
    names[STRANGERS] = None, "New people, all together"
    names |= {f"seat:{seat.id}": (None, seat.name) for seat in state.find_all(Seat)}
    for holder, deed, wait in spent_shares(state, time.time()):
        if holder in names:
            link, name = names[holder]
            yield link, f"{name}: {PACES[deed].spent} for {spoken_time(wait)}"


def _gms_sight(table_id: str) -> Projection:
    """Return the GM's projection, or that of the scene which their page prepares; refuse other roles."""
    scene = prepared_there(require_gm(table_id, GMS_ALONE))
    projection = project_for(load_table(table_id))
    return projection if scene is None else projection.while_preparing(scene)


def _inspected(projection: Projection, template: str, **more: Any) -> str:
    """Render the inspector for an open page, or as a page of its own."""
    layout = "layouts/inspected.html" if by_script() else "layouts/opened.html"
    view = projection.view
    return render_template(
        template, layout=layout, view=view, now=projection.at, at=request.path, **form_words(view) | more
    )


def _gone(noun: str) -> Response:
    """Respond that the thing no longer exists: an inspector closes, a page shows a message."""
    if not by_script():
        raise missing(noun)
    return Response(status=204)


def _all(view: TableView, kind: str) -> list[Any]:
    if kind == "condition":
        return [condition for character in view.people for condition in character.conditions]
    return list(things_by_kind(view)[kind]) if kind in KINDS else []
