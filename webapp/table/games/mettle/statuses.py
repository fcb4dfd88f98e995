"""Mettle and statuses by hand: damage that got through, what is regained, what somebody takes on."""

from typing import Annotated

from pydantic import Field

from webapp.store.board import Board
from webapp.table.actor import Actor
from webapp.table.command import GameCommand, Told, command, find
from webapp.table.fields import Because, Id, Line, Name
from webapp.table.games.mettle import bodies
from webapp.table.games.mettle.common import Points, together

StatusName = Annotated[str, Field(max_length=40)]


@command("mettle.hurt")
class Hurt(GameCommand):
    """Damage that got through soak lowers Mettle; Staggered and Fallen follow by themselves."""

    character: Id
    by: Points
    because: Because | None = None

    def play(self, board: Board, actor: Actor) -> Told:
        row = find(board, "character", self.character, actor)
        told = together(bodies.lose(board, row, self.by), {"character": row.id, "mettle": 0})
        told.result["mettle"] = row.stats["Mettle"]
        told.because = self.because
        return told


@command("mettle.mend")
class Mend(GameCommand):
    """Mettle comes back, up to the maximum."""

    character: Id
    by: Points
    because: Because | None = None

    def play(self, board: Board, actor: Actor) -> Told:
        row = find(board, "character", self.character, actor)
        told = together(bodies.regain(board, row, self.by), {"character": row.id})
        told.result["mettle"] = row.stats["Mettle"]
        told.because = self.because
        return told


@command("mettle.status.add")
class AddStatus(GameCommand):
    """Somebody takes on a status of the book; `count` is what it counts: Actions, days, points."""

    character: Id
    name: Name
    count: Points | None = None
    source: Line | None = None

    def play(self, board: Board, actor: Actor) -> Told:
        row = find(board, "character", self.character, actor)
        return together(bodies.take_on(board, row, self.name, self.count, self.source), {"character": row.id})


@command("mettle.status.end")
class EndStatus(GameCommand):
    """A status is over: treated, put out, slept off."""

    character: Id
    status: StatusName

    def play(self, board: Board, actor: Actor) -> Told:
        row = find(board, "character", self.character, actor)
        told = bodies.end(board, row, self.status)
        return together(told or [Told(f"{row.name} was not {self.status}")], {"character": row.id})
