"""Zones of METTLE as its rules take them: which join, what stands in them, how dark it is, how far it is."""

from collections.abc import Iterable, Mapping, Sequence

from webapp.rules.errors import RuleError
from webapp.rules.mettle.circumstances import Light
from webapp.rules.mettle.zones import Scenery, Zones, draw
from webapp.screens.audience import PLAYER
from webapp.screens.visibility import Visibility
from webapp.store.board import Board
from webapp.store.models import Piece, Zone


def here(board: Board) -> list[Zone]:
    """The zones of the scene being played, and those of the whole table."""
    scenes = (None, board.table.active_scene)
    return [row for row in board.here(Zone) if row.scene in scenes]


def pieces(board: Board, *kinds: str, zone: int | None = None) -> list[Piece]:
    """What this game keeps of these kinds, in one zone or anywhere."""
    found = [row for row in board.here(Piece) if row.kind in kinds]
    return found if zone is None else [row for row in found if row.zone == zone]


def zones(board: Board) -> Zones:
    """The map as the rules have it; zones go by their ids."""
    joins = {row.id: row.joins for row in here(board)}
    things = [(row.zone, scenery_of(row, board)) for row in pieces(board, "scenery")]
    return zones_of(joins, things)


def zones_of(joins: Mapping[int, Iterable[int]], things: Sequence[tuple[object, Scenery]]) -> Zones:
    """A map of zones by their ids: which each joins, of those that are there, and what stands in them."""
    known = {str(id): [str(other) for other in joins[id] if other in joins and other != id] for id in joins}
    return draw(known, {name: [thing for zone, thing in things if str(zone) == name] for name in known})


def scenery_of(row: Piece, board: Board) -> Scenery:
    """One thing that stands in a zone, by the name that everybody may know it by."""
    name = row.name if row.name and Visibility(board, PLAYER).names(row) else "Something"
    known = row.data
    return Scenery(
        name, known.get("what", "feature"), known.get("difficulty", 0), bool(known.get("penetrable"))
    )


def covers(board: Board, zone: int | None) -> list[tuple[Piece, Scenery]]:
    """What one can take Cover behind in a zone, the most solid first."""
    rows = pieces(board, "scenery", zone=zone) if zone is not None else []
    found = [(row, scenery_of(row, board)) for row in rows]
    return sorted(((row, it) for row, it in found if it.gives_cover), key=lambda each: each[1].penetrable)


def distance(board: Board, one: int | None, other: int | None) -> int | None:
    """How many zones lie between two; None where no way leads or nobody knows where they are."""
    route = way(board, one, other) if one is not None and other is not None else []
    return len(route) - 1 if route else None


def way(board: Board, start: int, goal: int) -> list[int]:
    """The shortest way between two zones, both ends included; empty if there is none."""
    try:
        return [int(name) for name in zones(board).way(str(start), str(goal))]
    except RuleError:
        return []


def lights(board: Board) -> dict[int, Light]:
    """How dark it is in each zone of which somebody said so, and whether it is smoke."""
    return {
        row.zone: Light(row.id, str(row.data.get("light", "")), bool(row.data.get("smoke")))
        for row in reversed(pieces(board, "place"))
        if row.zone is not None
    }
