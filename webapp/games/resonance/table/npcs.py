"""The GM brings somebody in: a minion, an animation, a character, with a sheet that fits the party."""

from typing import Annotated, Any, Literal

from pydantic import Field

from webapp.games.resonance.table.character_state import Reasoned, keep_values, own_piece
from webapp.games.resonance.table.races import Level, party_levels
from webapp.rules.resonance import npcs as rules
from webapp.rules.resonance.race import average_level
from webapp.screens.journal import joined
from webapp.store.board import Board
from webapp.store.models import Character
from webapp.table.actor import Actor
from webapp.table.command import Report, command
from webapp.table.commands.characters import AddCharacter
from webapp.table.fields import Name, VisibilityLevel, ZoneId, optional
from webapp.table.pack_rows import another_name


@command("resonance.npc.add")
class AddNpc(Reasoned):
    """Bring in somebody of the GM's own, with a sheet: a minion (1 HP), an animation, a character.

    `level` absent is the party's; `focus` says what their stat points go into. Several get a number each.
    """

    preset: Literal["minion", "animation", "character"] = Field(
        description="minion (1 HP), animation or character"
    )
    level: Level | None = optional("the Situation's level, 1 to 9")
    focus: Literal["body", "mind", "essence"] = Field(
        default="body", description="what the stat points go into: body, mind or essence"
    )
    name: Name | None = None
    count: Annotated[int, Field(ge=1, le=8, description="how many")] = 1
    zone: ZoneId | None = None
    visibility: VisibilityLevel | None = None

    def play(self, board: Board, actor: Actor) -> Report:
        told = [self._one(board, actor) for _ in range(self.count)]
        says = Report(joined(each.summary for each in told))
        says.about = [thing for each in told for thing in each.about]
        says.parts = told if len(told) > 1 else []
        says.result = {"characters": [each.result["character"] for each in told]}
        return says

    def _one(self, board: Board, actor: Actor) -> Report:
        stats: dict[str, Any] = rules.sheet(self.preset, self._level(board), self.focus)
        taken = {row.name for row in board.here(Character)}
        name = another_name(self.name or rules.name_of(self.preset), taken)
        who = AddCharacter(name=name, kind="npc", stats=stats, zone=self.zone, visibility=self.visibility)
        told = who.take(board, actor)
        told.summary = told.masked = f"{name} joins"
        keep_values(board, told.result["character"], rules.values(self.preset))
        own_piece(board, "pool", told.result["character"])
        return told

    def _level(self, board: Board) -> int:
        """As it was said, or the party's own."""
        levels = party_levels(board)
        return self.level if self.level is not None else average_level(levels) if levels else 1
