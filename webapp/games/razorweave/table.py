"""Razorweave at the table: what the book says rest and treatment clear is put before the GM."""

from collections.abc import Iterable

from pydantic import Field

from webapp.rules.check import Proposed
from webapp.rules.razorweave import RULESET
from webapp.store.board import Board
from webapp.store.models import Character, Condition, Proposal
from webapp.table.actor import Actor
from webapp.table.command import GameCommand, Report, command, find
from webapp.table.consequences import told
from webapp.table.fields import Because, ConditionId, Ids, optional
from webapp.table.games import GameTable
from webapp.table.proposals import propose
from webapp.table.refusals import Refused

TABLE = GameTable()


@command("razorweave.rest")
class Rest(GameCommand):
    """Some or all rest: what a short rest clears is proposed; a `long` one gives time to recover too.

    Without `characters` it is the players' that rest.
    """

    characters: Ids | None = optional("who rests; absent: the players' characters")
    long: bool = Field(default=False, description="true: time enough to recover, not a short rest alone")
    because: Because | None = None

    def play(self, board: Board, actor: Actor) -> Report:
        resting = self._resting(board, actor)
        held = [told(board, row) for row in board.here(Condition) if row.character in resting]
        made = propose(board, _new(board, RULESET.rest(held, long=self.long)))
        words = "Time to recover" if self.long else "A short rest"
        return Report(words, result={"proposals": made}, because=self.because)

    def _resting(self, board: Board, actor: Actor) -> set[int]:
        if self.characters is None:
            return {row.id for row in board.here(Character) if row.kind == "pc"}
        return {find(board, Character, id, actor).id for id in self.characters}


@command("razorweave.treat")
class Treat(GameCommand):
    """Somebody sees to a condition: what treatment clears, or lets heal in time, is proposed."""

    condition: ConditionId
    because: Because | None = None

    def play(self, board: Board, actor: Actor) -> Report:
        row = find(board, Condition, self.condition, actor)
        lines = RULESET.treat([told(board, row)])
        if not lines:
            raise Refused(f"No treatment clears “{row.name}”. {row.clears or 'Say how it clears.'}")
        patient = find(board, Character, row.character, actor)
        about = [("condition", row.id), ("character", patient.id)]
        words = f"{patient.name} is treated: {row.name}"
        made = propose(board, _new(board, lines))
        return Report(words, about, {"proposals": made}, masked=words, because=self.because)


def _new(board: Board, lines: Iterable[Proposed]) -> list[Proposed]:
    """Those that do not wait for the GM already."""
    waiting: list[object] = [row.command for row in board.here(Proposal) if row.state == "open"]
    return [line for line in lines if {"do": line.do, **line.fields} not in waiting]
