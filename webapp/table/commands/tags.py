"""Tags: what is true of a scene, a zone, an object or a character, and what that does."""

from pydantic import Field

from webapp.screens.audience import Role
from webapp.store.board import Board
from webapp.store.models import Seat, Tag, Zone
from webapp.table.actor import Actor
from webapp.table.command import PLAYERS_TOO, Command, Report, command, ensure_references, find, refuse_crowd
from webapp.table.commands.edits import Edit, from_book, known_as, told
from webapp.table.fields import CharacterId, SceneId, Switches, TagId, VisibilityLevel, ZoneId
from webapp.table.refusals import Forbidden, Refused
from webapp.table.things import TagFields, editing


@command("tag.add")
class AddTag(TagFields, Command):
    """Put a tag on the scene, or on a zone, an object or a character; say what it does if you like.

    What is left out of a tag by a name of the game's catalogue is as the book has it.
    """

    scene: SceneId | None = None
    zone: ZoneId | None = None
    character: CharacterId | None = None
    visibility: VisibilityLevel = "shown"

    def take(self, board: Board, actor: Actor) -> Report:
        refuse_crowd(board, Tag)
        ensure_references(board, self.given(), actor)
        says = self.model_dump(exclude={"effects"}) | {"effects": tuple(self.effects)}
        says |= from_book(known_as(board, "tag", self.name), self)
        return told(board.add(Tag(**(says | {"scene": self._scene(board)}))), "tag added")

    def _scene(self, board: Board) -> int | None:
        """An absent scene is the zone's, else the active one; a character's tag follows the character."""
        if "scene" in self.model_fields_set:
            return self.scene
        if self.zone is not None:
            zone: int | None = board.all(Zone)[self.zone].scene
            return zone
        return None if self.character is not None else board.table.active_scene


@command("tag.edit")
@editing(AddTag)
class EditTag(Edit):
    """Change a tag; an absent field stays, null empties it."""

    of = Tag

    tag: TagId
    switches: Switches | None = None


@command("tag.remove")
class RemoveTag(Command):
    """Take a tag off: it is no longer true."""

    tag: TagId

    def take(self, board: Board, actor: Actor) -> Report:
        tag = find(board, Tag, self.tag, actor)
        tag.removed = True
        return told(tag, "tag removed")


@command("tag.burn", roles=PLAYERS_TOO)
class BurnTag(Command):
    """Mark a tag as used up, or take the mark back; a player may mark tags of the scene and of
    the character the own seat holds."""

    tag: TagId
    on: bool = Field(default=True, description="true: it is used up")

    def take(self, board: Board, actor: Actor) -> Report:
        tag = find(board, Tag, self.tag, actor)
        if actor.role is not Role.GM:
            _ensure_own(board, tag, actor)
        if tag.burned == self.on:
            raise Refused(f"“{tag.name}” is {'already' if self.on else 'not'} burned.")
        tag.burned = self.on
        return told(tag, "burned" if self.on else "no longer burned")


def _ensure_own(board: Board, tag: Tag, actor: Actor) -> None:
    """A player may touch the tags of the scene and of their own character, not another's."""
    seat = board.find(Seat, actor.seat)
    if seat is None:
        raise Forbidden("Take a seat first, so that everybody knows who marks this.")
    if tag.character is not None and tag.character != seat.character:
        raise Forbidden("This tag is another character's. You can propose it to the GM.")
