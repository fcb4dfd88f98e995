"""The command that adds NPCs with numbers, from a preset or a threat such as 3D+3."""

from typing import Annotated

from pydantic import Field, model_validator

from webapp.games.api import (
    Actor,
    AddCharacter,
    Character,
    CommandResult,
    GameCommand,
    Name,
    TableState,
    command,
    free_name,
    optional,
    ref_of,
    told,
)
from webapp.games.mettle.commands.base_commands import DiceNotation, ZoneId, add_document
from webapp.games.mettle.rules.sheet import SPEED, THREAT, Preset, preset
from webapp.state.house_events import ThingAdded
from webapp.table.fields import Stats, VisibilityLevel


@command("mettle.npc.add")
class AddNpc(GameCommand):
    """Add one or more NPCs with numbers: a `preset`, or a `threat` as nD+b.

    A preset has its own threat, Speed and perhaps a weapon; `threat` replaces the preset's. Several
    NPCs are numbered.
    """

    preset: Annotated[str, Field(max_length=20)] | None = optional(
        "the kind of NPC: bystander, thug, guard, beast, brute or champion; default: none, only a threat"
    )
    threat: DiceNotation | None = optional(
        "the NPC's Threat as nD+b: n dice to roll, b as FRAME; default: the preset's"
    )
    name: Name | None = optional("the NPC's name; default: the preset's, or Somebody")
    count: Annotated[int, Field(ge=1, le=8, description="how many NPCs to add")] = 1
    zone: ZoneId | None = optional("the Zone to place the NPCs in; default: none")
    visibility: VisibilityLevel | None = optional(
        "what players see of the NPCs: secret, rumoured, masked or shown; default: secret"
    )

    @model_validator(mode="after")
    def _one_way(self) -> "AddNpc":
        if not (self.preset or self.threat):
            raise ValueError("send a “preset”, or a “threat” such as 3D+3")
        return self

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        key = self.preset
        kind = preset(key) if key else Preset("", "Somebody", "", "")
        made = [self._one(state, actor, kind) for _ in range(self.count)]
        joined = (ThingAdded(ref_of(row)) for row in made)
        return told(*joined, characters=[row.id for row in made])

    def _one(self, state: TableState, actor: Actor, kind: Preset) -> Character:
        name = free_name(self.name or kind.name, {row.name for row in state.find_all(Character)})
        speed = {SPEED: kind.speed} if kind.speed != "1" else {}
        stats: Stats = {THREAT: (self.threat or kind.threat).strip(), **speed}
        who = AddCharacter(name=name, kind="npc", stats=stats, zone=self.zone, visibility=self.visibility)
        row = state.require(Character, who.run(state, actor).payload["character"])
        if kind.weapon:
            data = {"damage": kind.damage, "dice": 0, "range": kind.range, "scoped": False}
            add_document(state, "weapon", name=kind.weapon, character=row.id, data=data)
        return row
