"""Commands for notes, which are for their author, for one seat or for the table."""

from typing import Literal

from pydantic import Field

from webapp.state.audience import Role
from webapp.state.house_events import NoteChanged
from webapp.state.visibility import PARENTS
from webapp.store.models import Note
from webapp.store.table_state import TableState
from webapp.table.actor import PLAYERS_TOO, Actor, ensure_no_gm_fields
from webapp.table.command import (
    Command,
    CommandResult,
    command,
    ensure_references,
    ensure_room_for,
    find,
)
from webapp.table.commands.edits import FromBase
from webapp.table.fields import Id, NoteText, optional
from webapp.table.refusals import Forbidden, Invalid

LONGEST_TOLD = 60
"""How many characters of a note the journal repeats."""


@command("note.add", roles=PLAYERS_TOO)
class AddNote(Command):
    """Add a note: for yourself only ("secret"), for one seat (`only`), or for the table ("shown").

    Nobody else reads a player's secret note, not even the GM; a GM's secret note is for all GMs. A GM's note
    may be about one thing of the table.
    """

    text: NoteText
    visibility: Literal["secret", "shown"] | None = Field(
        default=None,
        description=(
            "secret: only the author reads the note, or all GMs if a GM wrote it; shown: the whole table "
            "reads it, or the seat in “only”; default: secret, or shown if “only” is sent"
        ),
    )
    only: Id | None = optional("the only seat that can read the note, besides its author and the GM")
    scene: Id | None = optional("the scene that the note is about")
    zone: Id | None = optional("the zone that the note is about")
    tag: Id | None = optional("the tag that the note is about")
    character: Id | None = optional("the character that the note is about")
    condition: Id | None = optional("the condition that the note is about")
    clock: Id | None = optional("the clock that the note is about")

    def for_player(self, state: TableState, actor: Actor) -> Command:
        """Return the command for a player, whose notes cannot be about a thing of the table."""
        if actor.seat is None:
            raise Forbidden("Take a seat first; your notes belong to your seat.")
        ensure_no_gm_fields(self.model_fields_set & set(PARENTS["note"]))
        return self

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        ensure_room_for(state, Note, actor.audience)
        ensure_references(state, self.given(), actor)
        about = [name for name in PARENTS["note"] if getattr(self, name) is not None]
        if len(about) > 1:
            raise Invalid("A note can be about only one thing.", dict.fromkeys(about, "one of these"))
        if self.visibility == "secret" and self.only is not None:
            why = "A note for one seat cannot be secret. Send “shown”, or omit “visibility”."
            raise Invalid(why, {"visibility": "shown, or absent"})
        visibility = self.visibility or ("secret" if self.only is None else "shown")
        owner = actor.seat if actor.role is Role.PLAYER else None
        return _result(
            state.add(Note(**(self.model_dump() | {"visibility": visibility, "owner": owner}))), "added"
        )


@command("note.edit", roles=PLAYERS_TOO)
class EditNote(FromBase):
    """Change a note, as its author or, if it is shared, as a GM.

    For a shared note, `only` null shows it to the whole table.
    """

    note: Id = Field(description="the note")
    text: NoteText | None = None
    only: Id | None = optional("the only seat that can read the note, besides its author and the GM")

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        note = _of_ones_own(state, self.note, actor)
        ensure_references(state, self.given(), actor)
        given = self.merged(note)
        if "text" in given and self.text is None:
            raise Invalid("The text of a note cannot be empty.", {"text": "cannot be empty"})
        if self.only is not None and note.visibility == "secret":
            raise Invalid(
                "This note is private. Write a new note for the seat.", {"only": "only for a shared note"}
            )
        note.text = given.get("text", note.text)
        note.only = self.only if "only" in given else note.only
        return _result(note, "changed")


@command("note.remove", roles=PLAYERS_TOO)
class RemoveNote(Command):
    """Remove a note, as its author or, if it is shared, as a GM."""

    note: Id = Field(description="the note")

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        note = _of_ones_own(state, self.note, actor)
        note.removed = True
        return _result(note, "removed")


def _of_ones_own(state: TableState, id: int, actor: Actor) -> Note:
    """Return a note that this actor may change: its author may, and a GM may change a shared note."""
    note = find(state, Note, id, actor)
    if actor.role is not Role.GM and (actor.seat is None or note.owner != actor.seat):
        raise Forbidden("Somebody else wrote this note. Only its author and the GM can change it.")
    return note


def _result(note: Note, done: str) -> CommandResult:
    """Make the result, without the text of a private note; undo does not reach a player's private note."""
    line = " ".join(note.text.split())
    short = line if len(line) <= LONGEST_TOLD else f"{line[:LONGEST_TOLD]}…"
    happened = NoteChanged(
        ("note", note.id),
        done,
        text=None if note.visibility == "secret" else short,
        to=("seat", note.only) if note.only is not None else None,
        private=note.visibility == "secret",
    )
    about = [("note", note.id)]
    undoable = not note.is_private
    return CommandResult(about=about, payload={"note": note.id}, undoable=undoable, events=[happened])
