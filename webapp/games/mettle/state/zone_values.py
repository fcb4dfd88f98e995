"""METTLE's zones for its rules: joins, things in them, light, distances."""

from collections.abc import Iterable, Mapping, Sequence

from webapp.games.api import PLAYER, GameDocument, RuleError, TableState, Visibility, Zone
from webapp.games.mettle.rules.circumstances import Light
from webapp.games.mettle.rules.zones import Scenery, Zones, draw
from webapp.games.mettle.state.documents import StoredScenery, ZoneLight, value_of


def list_zones_here(state: TableState) -> list[Zone]:
    """Return the zones of the active scene, and those of the whole table."""
    scenes = (None, state.table.active_scene)
    return [row for row in state.find_all(Zone) if row.scene in scenes]


def list_documents(state: TableState, *kinds: str, zone: int | None = None) -> list[GameDocument]:
    """Return this game's documents of these kinds, in one zone or anywhere."""
    found = [row for row in state.find_all(GameDocument) if row.kind in kinds]
    return found if zone is None else [row for row in found if row.zone == zone]


def zones(state: TableState) -> Zones:
    """Return the map for the rules."""
    joins = {row.id: row.joins for row in list_zones_here(state)}
    things = [(row.zone, scenery_of(row, state)) for row in list_documents(state, "scenery")]
    return zones_of(joins, things)


def zones_of(joins: Mapping[int, Iterable[int]], things: Sequence[tuple[object, Scenery]]) -> Zones:
    """Return a map of zones by id: each one's existing neighbours, and the things in it."""
    known = {id: [other for other in joins[id] if other in joins and other != id] for id in joins}
    return draw(known, {id: [thing for zone, thing in things if zone == id] for id in known})


def scenery_of(document: GameDocument, state: TableState) -> Scenery:
    """Return a document as scenery for the rules, named “Something” if players may not know its name."""
    name = document.name if document.name and Visibility(state, PLAYER).knows_name(document) else "Something"
    thing = value_of(StoredScenery, document)
    return Scenery(name, thing.what, thing.difficulty, thing.penetrable)


def covers(state: TableState, zone: int | None) -> list[tuple[GameDocument, Scenery]]:
    """Return the things in a zone that give Cover, impenetrable ones first; empty without a zone."""
    rows = list_documents(state, "scenery", zone=zone) if zone is not None else []
    found = [(row, scenery_of(row, state)) for row in rows]
    return sorted(
        ((row, scenery) for row, scenery in found if scenery.gives_cover),
        key=lambda value: value[1].penetrable,
    )


def distance(state: TableState, one: int | None, other: int | None) -> int | None:
    """Return how many steps apart two zones are; None if either is None or no way joins them."""
    route = shortest_path(state, one, other) if one is not None and other is not None else []
    return len(route) - 1 if route else None


def shortest_path(state: TableState, start: int, goal: int) -> list[int]:
    """Return the ids of the zones on the shortest way, both ends included; empty if no way joins them."""
    try:
        return list(zones(state).shortest_path(start, goal))
    except RuleError:
        return []


def lights(state: TableState) -> dict[int, Light]:
    """Return the light of each zone that has one set, by the zone's id."""
    places = [(row, value_of(ZoneLight, row)) for row in reversed(list_documents(state, "place"))]
    return {
        row.zone: Light(row.id, place.light, place.smoke) for row, place in places if row.zone is not None
    }
