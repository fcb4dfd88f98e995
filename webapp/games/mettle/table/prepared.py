"""A travel map that a scene was prepared with: kept without the journey, on the table as the scene begins."""

from webapp.games.mettle.screens import game_state
from webapp.rules.errors import RuleError
from webapp.rules.mettle.codec import kept, restored
from webapp.rules.mettle.journeys import Map
from webapp.store.board import Board
from webapp.store.models import Piece
from webapp.table.command import Report, account
from webapp.table.games import Data

CARRIED = ("food", "water")


def kept_map(data: Data) -> Data:
    """Stops, paths and pins, and the provisions that are left."""
    return {name: data[name] for name in (*game_state.MAP, *CARRIED) if data.get(name) is not None}


def begun_map(data: Data) -> Data:
    """The same with the group at the first stop, or `at` another; RuleError for what is no map."""
    drawn = restored(Map, {name: each for name, each in data.items() if name not in ("at", *CARRIED)})
    at = data.get("at", drawn.stops[0] if drawn.stops else None)
    if at not in drawn.stops:
        raise RuleError("the group stands at one of the stops of its map.", field="at", value=at)
    carried = {name: data[name] for name in CARRIED if name in data}
    return {**kept(drawn), **carried, "at": at, "met": []}


def put_on_the_table(board: Board) -> list[Report]:
    """The map of the scene that begins is everybody's now, unless a journey is on already."""
    told: list[Report] = []
    rows = [row for row in board.here(Piece) if row.kind == "map"]
    for row in rows:
        if row.scene is not None and row.scene == board.table.active_scene:
            row.removed = any(each.scene is None for each in rows)
            row.scene = None
            told += [] if row.removed else [account(f"The map “{row.name}”", row)]
    return told
