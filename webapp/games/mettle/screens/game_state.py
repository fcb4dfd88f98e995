"""The larger states that a METTLE table keeps as pieces: the fight, the race, the map, time."""

from dataclasses import fields
from fractions import Fraction

from webapp.rules.mettle.chases import Chase
from webapp.rules.mettle.codec import restored
from webapp.rules.mettle.initiative import Initiative, Phase
from webapp.rules.mettle.journeys import Map, Travellers
from webapp.rules.mettle.stretches import Racer, Stretch
from webapp.rules.mettle.zones import Legs
from webapp.store.board import Board
from webapp.store.models import Piece

FIGHT = tuple(field.name for field in fields(Initiative))
STRETCH = tuple(field.name for field in fields(Stretch))
CHASE = tuple(field.name for field in fields(Chase))
MAP = tuple(field.name for field in fields(Map))
GROUP = tuple(field.name for field in fields(Travellers))


def piece(board: Board, kind: str) -> Piece | None:
    """The one piece of this kind that is in play now."""
    scenes = (None, board.table.active_scene)
    found = [row for row in board.here(Piece) if row.kind == kind and row.scene in scenes]
    return found[-1] if found else None


def fight_of(row: Piece) -> Initiative:
    """A fight as the rules have it."""
    return restored(Initiative, {name: row.data[name] for name in FIGHT if name in row.data})


def fight(board: Board) -> tuple[Piece, Initiative] | None:
    """The fight that is on, if there is one."""
    row = piece(board, "fight")
    if row is None:
        return None
    found = fight_of(row)
    return None if found.phase is Phase.ENDED else (row, found)


def legs(row: Piece, character: int, speed: Fraction) -> Legs:
    """How far somebody got in this Round."""
    raw = row.data.get("legs", {}).get(str(character), {})
    return restored(Legs, {**raw, "speed": str(speed)})


def race_of(row: Piece) -> Stretch:
    """A race as the rules have it."""
    return restored(Stretch, {name: row.data[name] for name in STRETCH if name in row.data})


def race(board: Board) -> tuple[Piece, Stretch] | None:
    """The race that is on, if there is one."""
    row = piece(board, "race")
    return None if row is None else (row, race_of(row))


def chase_of(row: Piece) -> Chase:
    """A chase as the rules have it."""
    return restored(Chase, {name: row.data[name] for name in CHASE if name in row.data})


def chase(board: Board) -> tuple[Piece, Chase] | None:
    """The chase that is on, if there is one."""
    row = piece(board, "chase")
    return None if row is None else (row, chase_of(row))


def ride(board: Board, character: int) -> tuple[Piece, Stretch, Racer] | None:
    """The vehicle of the race that somebody is aboard of: the piece, the Stretch, the racer."""
    running = race(board)
    racer = running[1].ride(str(character)) if running else None
    return (*running, racer) if running and racer else None


def map_of(row: Piece) -> Map:
    """A travel map as the rules have it."""
    return restored(Map, {name: row.data[name] for name in MAP if name in row.data})


def group_of(row: Piece) -> Travellers:
    """Where the group is on its map, and what it carries."""
    return restored(Travellers, {"at": "", **{name: row.data[name] for name in GROUP if name in row.data}})


def clock_of(board: Board) -> dict[str, int]:
    """Game time so far: seconds, and which session of which campaign it is."""
    row = piece(board, "time")
    known = {"seconds": 0, "session": 1, "campaign": 1}
    return known if row is None else {**known, **row.data}
