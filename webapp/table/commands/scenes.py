"""Scenes: prepared ahead, one active, ended and kept; the zones within them, and which of those join."""

from typing import Annotated, Any

from pydantic import Field

from webapp.store.board import Board
from webapp.store.models import Character, Clock, Piece, Scene, Tag, Zone
from webapp.table.actor import Actor
from webapp.table.command import MOST, Command, Given, Report, command, ensure_references, find, refuse_crowd
from webapp.table.commands.edits import Edit, told
from webapp.table.consequences import scene_passes, time_passes
from webapp.table.fields import Because, Id, SceneId, VisibilityLevel, ZoneId
from webapp.table.refusals import Refused
from webapp.table.things import Described, SceneFields, editing

OneScene = Annotated[Id, Field(description="the scene")]


@command("scene.add")
class AddScene(SceneFields, Command):
    """Prepare a scene; players see nothing of it until it is activated."""

    def take(self, board: Board, actor: Actor) -> Report:
        refuse_crowd(board, Scene)
        return told(board.add(Scene(**self.model_dump())), "scene prepared")


@command("scene.edit")
@editing(AddScene)
class EditScene(Edit):
    """Change a scene's name, description or the GM's notes."""

    of = Scene

    scene: OneScene


@command("scene.activate")
class ActivateScene(Command):
    """Play this scene now; the one played so far ends and is kept."""

    scene: OneScene

    def take(self, board: Board, actor: Actor) -> Report:
        scene = find(board, Scene, self.scene, actor)
        if board.table.active_scene == scene.id:
            raise Refused(f"“{scene.name}” is already being played.")
        proposals = _end(board, board.find(Scene, board.table.active_scene))
        scene.state, scene.played = "active", True
        board.table.active_scene = scene.id
        return _with_proposals(told(scene, "the scene begins"), proposals)


@command("scene.end")
class EndScene(Command):
    """End the scene being played; what belongs to it stays with it.

    What the end of a scene moves (a wound nobody treated, a clock of scenes) becomes proposals.
    """

    scene: OneScene

    def take(self, board: Board, actor: Actor) -> Report:
        scene = find(board, Scene, self.scene, actor)
        if scene.state != "active":
            raise Refused(f"“{scene.name}” is not being played.")
        proposals = _end(board, scene)
        board.table.active_scene = None
        return _with_proposals(told(scene, "the scene ends"), proposals)


@command("scene.remove")
class RemoveScene(Command):
    """Take a scene off the table, with what belongs to it."""

    scene: OneScene

    def take(self, board: Board, actor: Actor) -> Report:
        scene = find(board, Scene, self.scene, actor)
        for row in [scene, *_belongings(board, scene)]:
            row.removed = True
        if board.table.active_scene == scene.id:
            board.table.active_scene = None
        return told(scene, "scene removed")


@command("time.pass")
class PassTime(Command):
    """Time passes in the story; clocks that time moves become proposals to tick."""

    because: Because | None = None

    def take(self, board: Board, actor: Actor) -> Report:
        made = time_passes(board, self.because or "time passes")
        return Report("Time passes", result={"proposals": made}, because=self.because)


def _end(board: Board, scene: Scene | None) -> list[int]:
    """What the end of a scene brings about, as proposals."""
    if scene is None:
        return []
    scene.state = "ended"
    return scene_passes(board)


def _with_proposals(account: Report, proposals: list[int]) -> Report:
    account.result["proposals"] = proposals
    return account


def _belongings(board: Board, scene: Scene) -> list[Any]:
    """What a scene holds: its zones, tags, clocks, and what its game keeps there; characters only stop
    standing in its zones."""
    kinds: tuple[type[Any], ...] = (Zone, Tag, Clock, Piece)
    held = [row for kind in kinds for row in board.here(kind) if row.scene == scene.id]
    zones = {row.id for row in held if row.kind_name == "zone"}
    for character in board.here(Character):
        if character.zone in zones:
            character.zone = None
    return held


# ---- places within a scene ------------------------------------------------------------------------


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
