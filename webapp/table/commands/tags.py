"""Commands for tags: what is true of a scene, a zone, an object or a character, and its effects."""

from pydantic import Field

from webapp.state.audience import Role
from webapp.state.house_events import TagBurned, ThingAdded, ThingRemoved
from webapp.state.rule_values import find_book_entry
from webapp.store.models import Seat, Tag, Zone, ref_of
from webapp.store.table_state import TableState
from webapp.table.actor import PLAYERS_TOO, Actor
from webapp.table.command import (
    Command,
    CommandResult,
    command,
    ensure_references,
    ensure_room_for,
    find,
)
from webapp.table.commands.edits import Edit, fill_from_book, told_of
from webapp.table.fields import (
    CharacterId,
    Id,
    Switches,
    TagId,
    VisibilityLevel,
    ZoneId,
    optional,
)
from webapp.table.refusals import Forbidden, Refused
from webapp.table.thing_fields import TagFields, editing


@command("tag.add")
class AddTag(TagFields, Command):
    """Put a tag on the scene, a zone, an object or a character; `effects` says what it does.

    For a tag from the game's catalogue, omitted fields are as in the book.
    """

    scene: Id | None = optional(
        "the scene, or null for the whole table; default for a new tag: its zone's scene, no scene for a "
        "character's tag, else the active scene"
    )
    zone: ZoneId | None = optional("the zone that has the tag")
    character: CharacterId | None = optional("the character that has the tag")
    only: Id | None = optional("the only seat that sees the tag, besides the GM")
    visibility: VisibilityLevel = "shown"

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        ensure_room_for(state, Tag)
        ensure_references(state, self.given(), actor)
        says = self.model_dump(exclude={"effects"}) | {"effects": tuple(self.effects)}
        says |= fill_from_book(find_book_entry(state, "tag", self.name), self)
        tag = state.add(Tag(**(says | {"scene": self._scene(state)})))
        return told_of(tag, ThingAdded(ref_of(tag)))

    def _scene(self, state: TableState) -> int | None:
        """Return the tag's scene: the one sent, else its zone's, else the active one.

        A character's tag belongs to no scene by default, since it follows the character.
        """
        if "scene" in self.model_fields_set:
            return self.scene
        if self.zone is not None:
            zone: int | None = state.all(Zone)[self.zone].scene
            return zone
        return None if self.character is not None else state.table.active_scene


@command("tag.edit")
@editing(AddTag)
class EditTag(Edit):
    """Change a tag; an absent field stays unchanged, null clears a field."""

    of = Tag

    tag: TagId
    switches: Switches | None = None


@command("tag.remove")
class RemoveTag(Command):
    """Remove a tag that is no longer true."""

    tag: TagId

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        tag = find(state, Tag, self.tag, actor)
        tag.removed = True
        return told_of(tag, ThingRemoved(ref_of(tag)))


@command("tag.burn", roles=PLAYERS_TOO)
class BurnTag(Command):
    """Mark a tag as burned (used up), or remove the mark.

    In Freeform, players may mark tags of the scene and of their own character.
    """

    tag: TagId
    on: bool = Field(default=True, description="true burns the tag, false unburns it")

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        tag = find(state, Tag, self.tag, actor)
        if actor.role is not Role.GM:
            _ensure_own(state, tag, actor, "burn" if self.on else "unburn")
        if tag.burned == self.on:
            raise Refused(f"“{tag.name}” is {'already' if self.on else 'not'} burned.")
        tag.burned = self.on
        return told_of(tag, TagBurned(ref_of(tag), self.on))


def _ensure_own(state: TableState, tag: Tag, actor: Actor, doing: str) -> None:
    """Refuse a player who may not do this (burn or unburn) with the tag.

    The tag belongs to another character, the player has no seat, or the game forbids it.
    """
    game = state.rules
    seat = state.find(Seat, actor.seat)
    if not game.players_burn:
        then = f"You can propose to {doing} it." if seat is not None else "Take a seat to propose it."
        raise Forbidden(f"In {game.name} only the GM can {doing} a tag. {then}")
    if seat is None:
        raise Forbidden(f"Take a seat first, so that everybody sees who {doing}s this tag.")
    if tag.character is not None and tag.character != seat.character:
        raise Forbidden(f"This tag belongs to another character. You can propose to {doing} it.")
