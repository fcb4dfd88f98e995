"""Tags: what is true of a scene, a zone, an object or a character, and what that does."""

from typing import Any

from webapp.screens.audience import Role
from webapp.store.board import Board
from webapp.store.models import Tag
from webapp.table.actor import Actor
from webapp.table.catalogued import from_book, known_as
from webapp.table.command import PLAYERS_TOO, Command, Told, command, ensure_reference, find, refuse_crowd
from webapp.table.commands.edits import edit, told, told_edit
from webapp.table.fields import Effects, Id, Line, Name, Switches, Visibility
from webapp.table.refusals import Forbidden, Refused


@command("tag.add")
class AddTag(Command):
    """Put a tag on the scene, or on a zone, an object or a character; say what it does if you like.

    What is left out of a tag by a name of the game's catalogue is as the book has it.
    """

    name: Name
    scene: Id | None = None
    zone: Id | None = None
    object: Line | None = None
    character: Id | None = None
    effects: Effects = []
    trigger: Line | None = None
    clears: Line | None = None
    visibility: Visibility = "shown"

    def take(self, board: Board, actor: Actor) -> Told:
        refuse_crowd(board, "tag")
        _ensure_places(board, self.given(), actor)
        says = {"effects": tuple(self.effects), "trigger": self.trigger, "clears": self.clears}
        tag = Tag(
            name=self.name,
            scene=self._scene(board),
            zone=self.zone,
            object=self.object,
            character=self.character,
            **(says | from_book(known_as(board, "tag", self.name), self)),
            visibility=self.visibility,
        )
        return told(board.add(tag), "tag added")

    def _scene(self, board: Board) -> int | None:
        """An absent scene is the zone's, else the active one; a character's tag follows the character."""
        if "scene" in self.model_fields_set:
            return self.scene
        if self.zone is not None:
            zone: int | None = board.all("zone")[self.zone].scene
            return zone
        return None if self.character is not None else board.table.active_scene


@command("tag.edit")
class EditTag(Command):
    """Change a tag; an absent field stays, null empties it."""

    tag: Id
    name: Name | None = None
    scene: Id | None = None
    zone: Id | None = None
    object: Line | None = None
    character: Id | None = None
    effects: Effects | None = None
    trigger: Line | None = None
    clears: Line | None = None
    switches: Switches | None = None
    visibility: Visibility | None = None

    def take(self, board: Board, actor: Actor) -> Told:
        tag = find(board, "tag", self.tag, actor)
        given = {name: new for name, new in self.given().items() if name != "tag"}
        _ensure_places(board, given, actor)
        if given.get("effects") is not None:
            given["effects"] = tuple(given["effects"])
        if given.get("switches") is not None:
            given["switches"] = tag.switches | given["switches"]
        return told_edit(tag, edit(tag, given, required=("name", "visibility")))


@command("tag.remove")
class RemoveTag(Command):
    """Take a tag off: it is no longer true."""

    tag: Id

    def take(self, board: Board, actor: Actor) -> Told:
        tag = find(board, "tag", self.tag, actor)
        tag.removed = True
        return told(tag, "tag removed")


@command("tag.burn")
class BurnTag(Command):
    """Mark a tag as used up, or take the mark back; a player may mark tags of the scene and of
    the character the own seat holds."""

    roles = PLAYERS_TOO

    tag: Id
    on: bool = True

    def take(self, board: Board, actor: Actor) -> Told:
        tag = find(board, "tag", self.tag, actor)
        if actor.role is not Role.GM:
            _ensure_own(board, tag, actor)
        if tag.burned == self.on:
            raise Refused(f"“{tag.name}” is {'already' if self.on else 'not'} burned.")
        tag.burned = self.on
        return told(tag, "burned" if self.on else "no longer burned")


def _ensure_places(board: Board, given: dict[str, Any], actor: Actor) -> None:
    for kind in ("scene", "zone", "character"):
        ensure_reference(board, kind, given.get(kind), actor)


def _ensure_own(board: Board, tag: Tag, actor: Actor) -> None:
    """A player may touch the tags of the scene and of their own character, not another's."""
    seat = board.find("seat", actor.seat)
    if seat is None:
        raise Forbidden("Take a seat first, so that everybody knows who marks this.")
    if tag.character is not None and tag.character != seat.character:
        raise Forbidden("This tag is another character's. You can propose it to the GM.")
