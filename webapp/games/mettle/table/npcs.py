"""The GM brings somebody in at once: of the usual kinds, or with a threat of one's own."""

from typing import Annotated

from pydantic import Field, model_validator

from webapp.games.mettle.table.common import Written, add_piece
from webapp.rules.mettle.sheet import SPEED, THREAT, Preset, preset
from webapp.store.board import Board
from webapp.store.models import Character
from webapp.table.actor import Actor
from webapp.table.command import GameCommand, Report, account, command
from webapp.table.commands.characters import AddCharacter
from webapp.table.fields import Name, Stats, VisibilityLevel, ZoneId, optional
from webapp.table.pack_rows import another_name


@command("mettle.npc.add")
class AddNpc(GameCommand):
    """Bring in somebody of the GM's own with numbers to play: a `preset`, or a `threat` as nD+b.

    Several get a number each.
    """

    preset: Annotated[str, Field(max_length=20)] | None = optional(
        "who it is: bystander, thug, guard, beast, brute, champion"
    )
    threat: Written | None = optional("what they roll and soak, as nD+b")
    name: Name | None = None
    count: Annotated[int, Field(ge=1, le=8, description="how many")] = 1
    zone: ZoneId | None = None
    visibility: VisibilityLevel | None = None

    @model_validator(mode="after")
    def _one_way(self) -> "AddNpc":
        if not (self.preset or self.threat):
            raise ValueError("name a preset, or write a threat: 3D+3")
        return self

    def play(self, board: Board, actor: Actor) -> Report:
        key = self.preset
        kind = preset(key) if key else Preset("", "Somebody", "", "")
        made = [self._one(board, actor, kind) for _ in range(self.count)]
        names = [row.name for row in made]
        listed = " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
        words = f"{listed} join{'' if len(names) > 1 else 's'} the cast"
        return account(words, *made, characters=[row.id for row in made])

    def _one(self, board: Board, actor: Actor, kind: Preset) -> Character:
        name = another_name(self.name or kind.name, {row.name for row in board.here(Character)})
        speed = {SPEED: kind.speed} if kind.speed != "1" else {}
        stats: Stats = {THREAT: (self.threat or kind.threat).strip(), **speed}
        who = AddCharacter(name=name, kind="npc", stats=stats, zone=self.zone, visibility=self.visibility)
        row = board.the(Character, who.take(board, actor).result["character"])
        if kind.weapon:
            data = {"damage": kind.damage, "dice": 0, "range": kind.range, "scoped": False}
            add_piece(board, "weapon", name=kind.weapon, character=row.id, data=data)
        return row
