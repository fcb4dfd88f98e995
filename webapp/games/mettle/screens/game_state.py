"""The larger states that a METTLE table keeps as pieces: the fight, the race, the map, time.

And whose turn it is, in words: why somebody may not act now, and how each stands in the Round.
"""

import re
from dataclasses import fields
from fractions import Fraction
from typing import TypeVar

from webapp.rules.codec import kept, restored
from webapp.rules.mettle.chases import Chase
from webapp.rules.mettle.initiative import Initiative, Phase
from webapp.rules.mettle.journeys import Map
from webapp.rules.mettle.stretches import Racer, Stretch
from webapp.rules.mettle.zones import Legs
from webapp.screens.audience import PLAYER
from webapp.screens.visibility import Visibility
from webapp.store.board import Board
from webapp.store.models import Character, Piece

State = TypeVar("State")


def names_of(kind: type) -> tuple[str, ...]:
    """The names under which a piece keeps a state of the rules."""
    return tuple(field.name for field in fields(kind))


def state_in(row: Piece, kind: type[State], **more: object) -> State:
    """A piece as the rules have it with `more`, without what the table keeps beside that."""
    return restored(kind, more | {name: row.data[name] for name in names_of(kind) if name in row.data})


def piece(board: Board, kind: str) -> Piece | None:
    """The one piece of this kind that is in play now."""
    scenes = (None, board.table.active_scene)
    found = [row for row in board.here(Piece) if row.kind == kind and row.scene in scenes]
    return found[-1] if found else None


KINDS: dict[type, str] = {Initiative: "fight", Stretch: "race", Chase: "chase", Map: "map"}


def on(board: Board, kind: type[State]) -> tuple[Piece, State] | None:
    """The fight, the race, the chase or the map that is on, if there is one."""
    row = piece(board, KINDS[kind])
    state = None if row is None else state_in(row, kind)
    over = isinstance(state, Initiative) and state.phase is Phase.ENDED
    return None if row is None or state is None or over else (row, state)


def fight(board: Board) -> tuple[Piece, Initiative] | None:
    """The fight that is on, if there is one."""
    return on(board, Initiative)


def race(board: Board) -> tuple[Piece, Stretch] | None:
    """The race that is on, if there is one."""
    return on(board, Stretch)


def chase(board: Board) -> tuple[Piece, Chase] | None:
    """The chase that is on, if there is one."""
    return on(board, Chase)


def legs(row: Piece, character: int, speed: Fraction) -> Legs:
    """How far somebody got in this Round."""
    raw = row.data.get("legs", {}).get(str(character), {})
    return restored(Legs, {**raw, "speed": str(speed)})


def legs_data(legs: Legs) -> dict[str, object]:
    """The same as the fight keeps it; Speed is the sheet's to say."""
    return {name: each for name, each in kept(legs).items() if name != "speed"}


def ride(board: Board, character: int) -> tuple[Piece, Stretch, Racer] | None:
    """The vehicle of the race that somebody is aboard of: the piece, the Stretch, the racer."""
    running = race(board)
    racer = running[1].ride(str(character)) if running else None
    return (*running, racer) if running and racer else None


def clock_of(board: Board) -> dict[str, int]:
    """Game time so far: seconds, and which session of which campaign it is."""
    row = piece(board, "time")
    known = {"seconds": 0, "session": 1, "campaign": 1}
    return known if row is None else {**known, **row.data}


STATES = ("holds", "ready", "waits", "acted", "surprised", "delayed", "out")


def state_of(fight: Initiative, name: str) -> str:
    """How somebody stands in this Round, in one word."""
    if name == fight.holder and name not in fight.out and fight.phase is not Phase.ROUND_OVER:
        return "holds"
    known = {
        "out": fight.out,
        "waits": frozenset(fight.waits),
        "ready": fight.ready,
        "surprised": fight.surprised,
        "delayed": fight.delayed,
    }
    return next((word for word, names in known.items() if name in names), "acted")


def known_as(board: Board, name: str) -> str:
    """A combatant as everybody may know them; who is hidden is nobody in particular."""
    row = board.row(Character, int(name)) if name.isdecimal() else None
    seen = row is not None and Visibility(board, PLAYER).names(row)
    return str(row.name) if row is not None and seen else "Somebody"


def in_names(board: Board, words: str) -> str:
    """Ids in a sentence of the rules as the names that people know."""
    return re.sub(r"'?\b(\d{3,10})\b'?", lambda found: known_as(board, found[1]), words)


def why_not(board: Board, fight: Initiative, character: Character, action: str) -> str:
    """Why somebody may not take an Action now; "" if they may, or are not in the fight at all."""
    return in_names(board, fight.why_not(str(character.id), action))
