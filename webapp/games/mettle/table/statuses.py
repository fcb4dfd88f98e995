"""Mettle and statuses by hand: damage that got through, what is regained, what somebody takes on."""

from collections.abc import Callable
from typing import Annotated, ClassVar

from pydantic import Field

from webapp.games.mettle.table import injuries
from webapp.games.mettle.table.common import Points, together
from webapp.store.board import Board
from webapp.store.models import Character
from webapp.table.actor import Actor
from webapp.table.command import GameCommand, Report, command, find
from webapp.table.fields import Because, CharacterId, Line, Name

StatusName = Annotated[str, Field(max_length=40)]


class _Points(GameCommand):
    """So many points of Mettle, up or down."""

    character: CharacterId
    by: Points = Field(description="how many points")
    because: Because | None = None

    moves: ClassVar[Callable[[Board, Character, int], list[Report]]]

    def play(self, board: Board, actor: Actor) -> Report:
        row = find(board, Character, self.character, actor)
        told = together(type(self).moves(board, row, self.by), {"character": row.id})
        told.result["mettle"] = row.stats["Mettle"]
        return told


@command("mettle.hurt")
class Hurt(_Points):
    """Damage that got through soak lowers Mettle; Staggered and Fallen follow by themselves."""

    moves = injuries.lose


@command("mettle.mend")
class Mend(_Points):
    """Mettle comes back, up to the maximum."""

    moves = injuries.regain


@command("mettle.status.add")
class AddStatus(GameCommand):
    """Somebody takes on a status of the book; `count` is what it counts: Actions, days, points."""

    character: CharacterId
    name: Name
    count: Points | None = Field(default=None, description="what it counts: Actions, days, points")
    source: Line | None = Field(default=None, description="where it came from")

    def play(self, board: Board, actor: Actor) -> Report:
        row = find(board, Character, self.character, actor)
        told = injuries.take_on(board, row, self.name, self.count, self.source)
        return together(told, {"character": row.id})


@command("mettle.status.end")
class EndStatus(GameCommand):
    """A status is over: treated, put out, slept off."""

    character: CharacterId
    status: StatusName = Field(description="the status")

    def play(self, board: Board, actor: Actor) -> Report:
        row = find(board, Character, self.character, actor)
        told = injuries.end(board, row, self.status)
        return together(told or [Report(f"{row.name} was not {self.status}")], {"character": row.id})
