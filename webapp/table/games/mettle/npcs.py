"""The GM brings somebody in at once: of the usual kinds, or with a threat of one's own."""

from typing import Annotated

from pydantic import Field, model_validator

from webapp.rules.mettle.presets import Preset, preset
from webapp.rules.mettle.sheet import SPEED, THREAT
from webapp.store.board import Board
from webapp.table.actor import Actor
from webapp.table.command import GameCommand, Told, command
from webapp.table.commands.characters import AddCharacter
from webapp.table.copying import another_name
from webapp.table.fields import Id, Name, Visibility
from webapp.table.games.mettle.actions import AddWeapon
from webapp.table.games.mettle.common import Written, by_the_rules, together


@command("mettle.npc.add")
class AddNpc(GameCommand):
    """Bring in somebody of the GM's own with numbers to play: a `preset`, or a `threat` as nD+b.

    Several get a number each.
    """

    preset: Annotated[str, Field(max_length=20)] | None = None
    threat: Written | None = None
    name: Name | None = None
    count: Annotated[int, Field(ge=1, le=8)] = 1
    zone: Id | None = None
    visibility: Visibility | None = None

    @model_validator(mode="after")
    def _one_way(self) -> "AddNpc":
        if not (self.preset or self.threat):
            raise ValueError("name a preset, or write a threat: 3D+3")
        return self

    def play(self, board: Board, actor: Actor) -> Told:
        key = self.preset
        kind = by_the_rules(lambda: preset(key)) if key else Preset("", "Somebody", "", "")
        made = [self._one(board, actor, kind) for _ in range(self.count)]
        return together(made, {"characters": [told.result["character"] for told in made]})

    def _one(self, board: Board, actor: Actor, kind: Preset) -> Told:
        name = another_name(self.name or kind.name, {row.name for row in board.here("character")})
        speed = {SPEED: kind.speed} if kind.speed != "1" else {}
        told = AddCharacter(
            name=name,
            kind="npc",
            stats={THREAT: (self.threat or kind.threat).strip(), **speed},
            zone=self.zone,
            visibility=self.visibility,
        ).take(board, actor)
        if kind.weapon:
            AddWeapon(
                character=told.result["character"], name=kind.weapon, damage=kind.damage, range=kind.range
            ).play(board, actor)
        return told
