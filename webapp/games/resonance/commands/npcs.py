"""The command that adds NPCs (minions, animations or characters), with sheets for the party's level."""

from typing import Annotated, Any, Literal

from pydantic import Field

from webapp.games.api import (
    Actor,
    AddCharacter,
    Character,
    CommandResult,
    Name,
    TableState,
    command,
    free_name,
    optional,
    told,
)
from webapp.games.resonance.commands.character_state import ReasonedCommand, own_piece, store_values
from webapp.games.resonance.commands.races import Level, party_levels
from webapp.games.resonance.rules import npcs as rules
from webapp.games.resonance.rules.races import average_level
from webapp.table.fields import SIGHT, VisibilityLevel, ZoneId


@command("resonance.npc.add")
class AddNpc(ReasonedCommand):
    """Add NPCs with a sheet: minions (1 HP), animations or characters; several NPCs are numbered.

    Without `level` they have the party's average level, or 1 if there is no party. `focus` is where the
    stat points go.
    """

    preset: Literal["minion", "animation", "character"] = Field(
        description="the kind of NPC: minion (1 HP), animation or character"
    )
    level: Level | None = optional("the NPC's level; default: the party's average, or 1 without a party")
    focus: Literal["body", "mind", "essence"] = Field(
        default="body", description="where the stat points go: body, mind or essence"
    )
    name: Name | None = optional("the name, with numbers if it is taken; default: that of the kind")
    count: Annotated[int, Field(ge=1, le=8, description="how many NPCs to add")] = 1
    zone: ZoneId | None = optional("the zone where the NPCs stand; default: no zone")
    visibility: VisibilityLevel | None = optional(f"{SIGHT}; default: secret")

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        results = [self._one(state, actor) for _ in range(self.count)]
        joined = [event for result in results for event in result.events]
        return told(*joined, characters=[result.payload["character"] for result in results])

    def _one(self, state: TableState, actor: Actor) -> CommandResult:
        stats: dict[str, Any] = rules.sheet(self.preset, self._level(state), self.focus)
        taken = {row.name for row in state.find_all(Character)}
        name = free_name(self.name or rules.name_of(self.preset), taken)
        who = AddCharacter(name=name, kind="npc", stats=stats, zone=self.zone, visibility=self.visibility)
        result = who.run(state, actor)
        store_values(state, result.payload["character"], rules.values(self.preset))
        own_piece(state, "pool", result.payload["character"])
        return result

    def _level(self, state: TableState) -> int:
        """Return the given level, else the party's average; 1 without a party."""
        levels = party_levels(state)
        return self.level if self.level is not None else average_level(levels) if levels else 1
