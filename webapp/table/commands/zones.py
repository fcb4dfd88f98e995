"""Zones: places within a scene, and which of them join."""

from typing import Annotated

from pydantic import Field

from webapp.store.board import Board
from webapp.store.models import Character, Piece, Tag, Zone
from webapp.table.actor import Actor
from webapp.table.command import MOST, Command, Report, command, ensure_reference, find, refuse_crowd
from webapp.table.commands.edits import edit, told, told_edit
from webapp.table.fields import Id, SceneId, VisibilityLevel, ZoneId
from webapp.table.things import Described, editing

Joins = Annotated[
    list[Id], Field(max_length=MOST["zone"], description="the zones one can step into from here")
]


def _scene_of(asked: "AddZone", board: Board, actor: Actor) -> int | None:
    """An absent scene is the active one, null is the whole table."""
    if "scene" not in asked.model_fields_set:
        return board.table.active_scene
    ensure_reference(board, "scene", asked.scene, actor)
    return asked.scene


@command("zone.add")
class AddZone(Described, Command):
    """Mark out a place; `joins` lists the zones one can step into from it."""

    scene: SceneId | None = None
    joins: Joins = []
    visibility: VisibilityLevel = "shown"

    def take(self, board: Board, actor: Actor) -> Report:
        refuse_crowd(board, Zone)
        for other in self.joins:
            ensure_reference(board, "zone", other, actor)
        scene = _scene_of(self, board, actor)
        zone = board.add(Zone(name=self.name, scene=scene, joins=[], visibility=self.visibility))
        _join(board, zone, self.joins)
        return told(zone, "zone added")


@command("zone.edit")
@editing(AddZone)
class EditZone(Command):
    """Change a zone; joining goes both ways."""

    zone: ZoneId

    def take(self, board: Board, actor: Actor) -> Report:
        zone = find(board, Zone, self.zone, actor)
        given = {name: new for name, new in self.given().items() if name != "zone"}
        joins = given.pop("joins", zone.joins) or []
        ensure_reference(board, "scene", given.get("scene"), actor)
        changed = edit(zone, given, required=("name", "visibility"))
        if "joins" in self.model_fields_set:
            for other in joins:
                ensure_reference(board, "zone", other, actor)
            changed += ["joins"] if _join(board, zone, joins) else []
        return told_edit(zone, changed)


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
