"""Characters and the conditions they carry from scene to scene."""

from typing import Any, Literal

from webapp.store.board import Board
from webapp.store.models import Character, Condition
from webapp.table.actor import Actor
from webapp.table.command import (
    Command,
    Told,
    check_reference,
    command,
    default_visibility,
    find,
    refuse_crowd,
)
from webapp.table.commands.edits import edit, told, told_edit
from webapp.table.fields import Effects, Id, Line, Name, Stats, Visibility

Kind = Literal["pc", "npc"]
Severity = Literal["minor", "major"]


@command("character.add")
class AddCharacter(Command):
    """Bring somebody in: a player's character (pc), or the GM's own (npc, secret unless said otherwise)."""

    name: Name
    kind: Kind = "pc"
    stats: Stats = {}
    zone: Id | None = None
    visibility: Visibility | None = None

    def take(self, board: Board, actor: Actor) -> Told:
        refuse_crowd(board, "character")
        check_reference(board, "zone", self.zone, actor)
        visibility = default_visibility(self.kind, self.visibility)
        row = Character(
            name=self.name, kind=self.kind, stats=self.stats, zone=self.zone, visibility=visibility
        )
        return told(board.add(row), "joins the cast")


@command("character.edit")
class EditCharacter(Command):
    """Change a character; `stats` replaces those that are named and keeps the rest."""

    character: Id
    name: Name | None = None
    kind: Kind | None = None
    stats: Stats | None = None
    zone: Id | None = None
    visibility: Visibility | None = None

    def take(self, board: Board, actor: Actor) -> Told:
        character = find(board, "character", self.character, actor)
        given = {name: new for name, new in self.given().items() if name != "character"}
        check_reference(board, "zone", given.get("zone"), actor)
        if given.get("stats") is not None:
            given["stats"] = {
                name: new for name, new in (character.stats | self.stats).items() if new is not None
            }
        return told_edit(character, edit(character, given, required=("name", "kind", "visibility")))


@command("character.remove")
class RemoveCharacter(Command):
    """Take a character off the table, with conditions and tags; a seat that held it is free of it."""

    character: Id

    def take(self, board: Board, actor: Actor) -> Told:
        character = find(board, "character", self.character, actor)
        for row in [character, *_carried(board, character)]:
            row.removed = True
        for seat in board.here("seat"):
            seat.character = None if seat.character == character.id else seat.character
        return told(character, "leaves the table")


def _carried(board: Board, character: Any) -> list[Any]:
    return [row for kind in ("condition", "tag") for row in board.here(kind) if row.character == character.id]


@command("condition.add")
class AddCondition(Command):
    """Give a character a condition; it follows them until it clears."""

    character: Id
    name: Name
    effects: Effects = []
    source: Line | None = None
    trigger: Line | None = None
    clears: Line | None = None
    severity: Severity = "minor"
    visibility: Visibility = "shown"

    def take(self, board: Board, actor: Actor) -> Told:
        refuse_crowd(board, "condition")
        character = find(board, "character", self.character, actor)
        row = Condition(**(self.model_dump(exclude={"effects"}) | {"effects": tuple(self.effects)}))
        return _about_both(board.add(row), character, f"{character.name} is now {self.name}")


@command("condition.edit")
class EditCondition(Command):
    """Change a condition; an absent field stays, null empties it."""

    condition: Id
    name: Name | None = None
    effects: Effects | None = None
    source: Line | None = None
    trigger: Line | None = None
    clears: Line | None = None
    severity: Severity | None = None
    visibility: Visibility | None = None

    def take(self, board: Board, actor: Actor) -> Told:
        condition = find(board, "condition", self.condition, actor)
        given = {name: new for name, new in self.given().items() if name != "condition"}
        if given.get("effects") is not None:
            given["effects"] = tuple(given["effects"])
        account = told_edit(condition, edit(condition, given, required=("name", "severity", "visibility")))
        account.about.append(("character", condition.character))
        return account


@command("condition.clear")
class ClearCondition(Command):
    """The condition is over."""

    condition: Id

    def take(self, board: Board, actor: Actor) -> Told:
        condition = find(board, "condition", self.condition, actor)
        character = find(board, "character", condition.character, actor)
        condition.removed = True
        return _about_both(condition, character, f"{character.name} is no longer {condition.name}")


def _about_both(condition: Any, character: Any, sentence: str) -> Told:
    account = told(condition, "")
    account.summary, account.masked = sentence, sentence
    account.about.append(("character", character.id))
    return account
