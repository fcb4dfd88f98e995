"""Save a travel map with its scene, without the journey, and put it on the table when the scene begins."""

from dataclasses import fields

from webapp.games.api import CommandResult, GameDocument, Json, RuleError, TableState, make_result
from webapp.games.mettle.rules.journeys import Map
from webapp.rules.codec import dump_value, load_value

CARRIED = ("food", "water", "encounters")


def map_to_library(data: Json) -> Json:
    """Return the fields of a map to save: stops, paths, pins, food, water and encounters."""
    saved = (*(own.name for own in fields(Map)), *CARRIED)
    return {name: data[name] for name in saved if data.get(name) is not None}


def map_from_library(data: Json) -> Json:
    """Return a saved map's data for the table, with the group at `at`, by default at the first stop.

    Raises RuleError if `at` is not a stop of the map, or the map has no stops.
    """
    drawn = load_value(Map, {name: value for name, value in data.items() if name not in ("at", *CARRIED)})
    at = data.get("at", drawn.stops[0] if drawn.stops else None)
    if at not in drawn.stops:
        raise RuleError("its field “at” must be one of its stops.", field="at", value=at)
    carried = {name: data[name] for name in CARRIED if name in data}
    return {**dump_value(drawn), **carried, "at": at, "met": []}


def activate_scene_map(state: TableState) -> list[CommandResult]:
    """Put the new scene's map on the table; if the table already has a map, remove the new one instead."""
    results: list[CommandResult] = []
    rows = [row for row in state.find_all(GameDocument) if row.kind == "map"]
    for row in rows:
        if row.scene is not None and row.scene == state.table.active_scene:
            row.removed = any(document.scene is None for document in rows)
            row.scene = None
            results += [] if row.removed else [make_result(f"The map “{row.name}” is on the table", row)]
    return results
