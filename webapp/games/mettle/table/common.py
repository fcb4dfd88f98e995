"""What METTLE's commands share: whose character it is, dice of the table, names in the rules' words."""

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import Field

from webapp.games.mettle.screens.game_state import State, in_names, on
from webapp.rules.codec import kept
from webapp.rules.mettle.chases import Chase
from webapp.rules.mettle.initiative import Initiative
from webapp.rules.mettle.journeys import Map
from webapp.rules.mettle.stretches import Stretch
from webapp.screens.audience import Role
from webapp.store.board import Board
from webapp.store.models import Character, Piece
from webapp.table.actor import Actor
from webapp.table.check_setup import own_character
from webapp.table.command import GameCommand, Report, find, refuse_crowd
from webapp.table.fields import CharacterId
from webapp.table.refusals import Forbidden, Missing, Refused

REAL_DICE = "the dice as they fell on the real table; absent: the server rolls"
Faces = Annotated[list[Annotated[int, Field(ge=1, le=6)]], Field(max_length=60, description=REAL_DICE)]
GivenDice = Annotated[
    dict[str, Faces], Field(max_length=60, description=f"{REAL_DICE}; by the ids of things")
]
Count = Annotated[int, Field(ge=0, le=60)]
Points = Annotated[int, Field(ge=0, le=1000)]
Written = Annotated[str, Field(max_length=12, pattern=r"^\s*\d{1,3}D(\+\d{1,4})?\s*$")]
"""A Hazard as the book writes it: 4D+4."""
NONE_ON: dict[type, str] = {
    Initiative: "Nobody is fighting: start Initiative first.",
    Stretch: "No race is on.",
    Chase: "Nobody is being chased.",
    Map: "There is no travel map yet.",
}


class ByName(GameCommand):
    """A command about a state that knows people by their ids: what its rules refuse is told with names."""

    def said(self, board: Board, words: str) -> str:
        return in_names(board, words)


class OfSomebody(GameCommand):
    """A command about a character: any that the GM names, or the one that a player acts for."""

    character: CharacterId

    def play(self, board: Board, actor: Actor) -> Report:
        return self.happens(board, person(board, self.character, actor), actor)

    def happens(self, board: Board, row: Character, actor: Actor) -> Report:
        """The same once it is known whom it is about."""
        raise NotImplementedError


def person(board: Board, id: int | None, actor: Actor) -> Character:
    """A character that a player acts for, or that the GM names."""
    row = find(board, Character, id, actor)
    if actor.role is Role.GM:
        return row
    own = own_character(board, actor)
    if own is None or own.id != row.id:
        raise Forbidden(f"{row.name} is not yours to act for.")
    return row


def the_piece(board: Board, id: int, actor: Actor, *kinds: str) -> Piece:
    """A piece of one of these kinds; Missing for any other."""
    row = find(board, Piece, id, actor)
    if kinds and row.kind not in kinds:
        raise Missing(f"This is a {row.kind}, not a {' or '.join(kinds)}.")
    return row


def ongoing(board: Board, kind: type[State]) -> tuple[Piece, State]:
    """The fight, the race, the chase or the map that is on, as the rules have it; Refused without one."""
    found = on(board, kind)
    if found is None:
        raise Refused(NONE_ON[kind])
    return found


def add_piece(board: Board, kind: str, **fields: object) -> Piece:
    """Put something of this game on the table."""
    refuse_crowd(board, Piece)
    return board.add(Piece(kind=kind, **fields))


def save(row: Piece, state: object, **more: object) -> None:
    """Write a state of the rules down in its piece."""
    row.data = {**row.data, **kept(state), **more}


def unnamed(state: object) -> dict[str, object]:
    """A state of the rules as its piece keeps it, whose row has the name."""
    return {name: each for name, each in kept(state).items() if name != "name"}


def dice(board: Board, given: Sequence[int] | None) -> Any:
    """The dice that fell on the real table, or the server's where none are named."""
    return list(given) if given else board.dice


def together(parts: Sequence[Report], result: dict[str, object] | None = None) -> Report:
    """Several things that one command did, as one account."""
    merged: dict[str, object] = dict(result or {})
    words = "; ".join(part.summary for part in parts if part.summary)
    return Report(words, [], merged, parts=list(parts))
