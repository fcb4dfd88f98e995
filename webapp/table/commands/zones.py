"""Zones: places within a scene, and which of them join."""

from typing import Annotated

from pydantic import Field

from webapp.store.board import Board
from webapp.store.models import Character, Piece, Tag, Zone
from webapp.table.actor import Actor
from webapp.table.command import MOST, Command, Given, Report, command, ensure_references, find, refuse_crowd
from webapp.table.commands.edits import Edit, told
from webapp.table.fields import Id, SceneId, VisibilityLevel, ZoneId
from webapp.table.things import Described, editing

Joins = Annotated[
    list[Id], Field(max_length=MOST["zone"], description="the zones one can step into from here")
]


@command("zone.add")
class AddZone(Described, Command):
    """Mark out a place; `joins` lists the zones one can step into from it."""

    scene: SceneId | None = None
    joins: Joins = []
    visibility: VisibilityLevel = "shown"

    def take(self, board: Board, actor: Actor) -> Report:
        refuse_crowd(board, Zone)
        ensure_references(board, self.given(), actor)
        scene = self.scene if "scene" in self.model_fields_set else board.table.active_scene
        zone = board.add(Zone(name=self.name, scene=scene, joins=[], visibility=self.visibility))
        _join(board, zone, self.joins)
        return told(zone, "zone added")


@command("zone.edit")
@editing(AddZone)
class EditZone(Edit):
    """Change a zone; joining goes both ways."""

    of = Zone

    zone: ZoneId

    def change(self, board: Board, row: Zone, given: Given) -> list[str]:
        joins = (given.pop("joins") or []) if "joins" in given else None
        changed = super().change(board, row, given)
        return [*changed, "joins"] if joins is not None and _join(board, row, joins) else changed


@command("zone.remove")
class RemoveZone(Command):
    """Take a zone off; its tags go with it, characters stay in the scene."""

    zone: ZoneId

    def take(self, board: Board, actor: Actor) -> Report:
        zone = find(board, Zone, self.zone, actor)
        zone.removed = True
        held: list[Tag | Piece] = [*board.here(Tag), *board.here(Piece)]
        for row in held:
            row.removed = row.removed or row.zone == zone.id
        for character in board.here(Character):
            character.zone = None if character.zone == zone.id else character.zone
        _join(board, zone, [])
        return told(zone, "zone removed")


def _join(board: Board, zone: Zone, wanted: list[int]) -> bool:
    """Make a zone's neighbours exactly these, on both sides; whether anything changed."""
    new = [id for id in dict.fromkeys(wanted) if id != zone.id]
    before = list(zone.joins)
    for other in board.here(Zone):
        if other.id in new and zone.id not in other.joins:
            other.joins = [*other.joins, zone.id]
        elif other.id not in new and zone.id in other.joins:
            other.joins = [id for id in other.joins if id != zone.id]
    zone.joins = new
    return before != new
