"""Scenes: prepared ahead, one active, ended and kept."""

from typing import Any

from webapp.store.board import Board
from webapp.store.models import Scene
from webapp.table.actor import Actor
from webapp.table.command import Command, Told, command, find, refuse_crowd
from webapp.table.commands.edits import edit, told, told_edit
from webapp.table.fields import Id, Name, Note
from webapp.table.refusals import Refused


@command("scene.add")
class AddScene(Command):
    """Prepare a scene; players see nothing of it until it is activated."""

    name: Name
    description: Note | None = None
    notes: Note | None = None

    def take(self, board: Board, actor: Actor) -> Told:
        refuse_crowd(board, "scene")
        scene = board.add(Scene(name=self.name, description=self.description, notes=self.notes))
        return told(scene, "scene prepared")


@command("scene.edit")
class EditScene(Command):
    """Change a scene's name, description or the GM's notes."""

    scene: Id
    name: Name | None = None
    description: Note | None = None
    notes: Note | None = None

    def take(self, board: Board, actor: Actor) -> Told:
        scene = find(board, "scene", self.scene, actor)
        given = {name: new for name, new in self.given().items() if name != "scene"}
        return told_edit(scene, edit(scene, given))


@command("scene.activate")
class ActivateScene(Command):
    """Play this scene now; the one played so far ends and is kept."""

    scene: Id

    def take(self, board: Board, actor: Actor) -> Told:
        scene = find(board, "scene", self.scene, actor)
        if board.table.active_scene == scene.id:
            raise Refused(f"“{scene.name}” is already being played.")
        _end(board.find("scene", board.table.active_scene))
        scene.state, scene.played = "active", True
        board.table.active_scene = scene.id
        return told(scene, "the scene begins")


@command("scene.end")
class EndScene(Command):
    """End the scene being played; what belongs to it stays with it."""

    scene: Id

    def take(self, board: Board, actor: Actor) -> Told:
        scene = find(board, "scene", self.scene, actor)
        if scene.state != "active":
            raise Refused(f"“{scene.name}” is not being played.")
        _end(scene)
        board.table.active_scene = None
        return told(scene, "the scene ends")


@command("scene.remove")
class RemoveScene(Command):
    """Take a scene off the table, with what belongs to it."""

    scene: Id

    def take(self, board: Board, actor: Actor) -> Told:
        scene = find(board, "scene", self.scene, actor)
        for row in [scene, *_belongings(board, scene)]:
            row.removed = True
        if board.table.active_scene == scene.id:
            board.table.active_scene = None
        return told(scene, "scene removed")


def _end(scene: Any) -> None:
    if scene is not None:
        scene.state = "ended"


def _belongings(board: Board, scene: Any) -> list[Any]:
    """What a scene holds: its zones, tags and clocks; characters only stop standing in its zones."""
    held = [row for kind in ("zone", "tag", "clock") for row in board.here(kind) if row.scene == scene.id]
    zones = {row.id for row in held if row.kind_name == "zone"}
    for character in board.here("character"):
        if character.zone in zones:
            character.zone = None
    return held
