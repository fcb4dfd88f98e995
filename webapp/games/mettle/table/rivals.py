"""Rivals on the same way: their Edge is held against the group's when it arrives; the highest was first."""

from typing import Any

from pydantic import Field

from webapp.games.mettle.screens import keeping, places
from webapp.games.mettle.table.common import Count, Faces, add_piece
from webapp.games.mettle.table.hazards import harmed
from webapp.rules.mettle.hazards import Hazard
from webapp.rules.mettle.journeys import arrival
from webapp.rules.mettle.needs import one_of
from webapp.store.board import Board
from webapp.table.actor import Actor
from webapp.table.command import GameCommand, Told, account, command
from webapp.table.fields import Name, Visibility
from webapp.table.refusals import Refused


@command("mettle.travel.rival")
class SetRival(GameCommand):
    """Rivals or foes travel to a stop as well: `edge` is what they have, or a `pool` that is rolled for it.

    The same rivals again take other Edge. What they meet on the way is the Guide's to say. `dice` are real
    dice of the pool.
    """

    name: Name
    stop: Name = Field(description="the stop")
    edge: Count | None = Field(default=None, description="how much Edge")
    pool: Count | None = Field(default=None, description="how many dice are rolled for their Edge")
    dice: Faces | None = None
    visibility: Visibility = "secret"

    def play(self, board: Board, actor: Actor) -> Told:
        map_ = keeping.piece(board, "map")
        if map_ is None:
            raise Refused("There is no travel map yet.")
        one_of(self.stop, keeping.map_of(map_).stops, "stop", field="stop")
        edge, rolled = self._edge(board)
        for each in bound_for(board, self.stop):
            each.removed = each.removed or each.name == self.name
        data = {"stop": self.stop, "edge": edge}
        row = add_piece(board, "rival", name=self.name, data=data, visibility=self.visibility)
        return account(
            f"{self.name} on the way to {self.stop}{rolled}: {edge} Edge", row, piece=row.id, edge=edge
        )

    def _edge(self, board: Board) -> tuple[int, str]:
        if self.edge is not None:
            return self.edge, ""
        if self.pool is None:
            raise Refused("Say how much Edge they have, or how many dice they roll for it.")
        wanted = self.pool
        harm = harmed(board, Hazard(wanted), self.dice)
        return harm.edge, f" ({', '.join(map(str, harm.dice))}{', real dice' if harm.real else ''})"


def bound_for(board: Board, stop: str) -> list[Any]:
    """The rivals on their way to a stop."""
    return [row for row in places.pieces(board, "rival") if row.data["stop"] == stop]


def compared(board: Board, stop: str, edge: int) -> list[Told]:
    """The group is there: who of its rivals was first, who comes after; that race is run."""
    told = []
    for row in bound_for(board, stop):
        when = arrival(row.data["edge"], group=edge)
        told.append(account(f"{row.name} {when}: {row.data['edge']} Edge to {edge}", row))
        row.removed = True
    return told
