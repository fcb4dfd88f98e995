"""Characters and the conditions they carry from scene to scene."""

from typing import Annotated, Any, Literal

from pydantic import Field

from webapp.rules.catalogue import CatalogueEntry
from webapp.rules.clocks import Clock as ClockValue
from webapp.screens.visibility import LEVELS
from webapp.store.board import Board
from webapp.store.models import Character, Check, Clock, Condition, Piece, Seat, Tag
from webapp.table.actor import Actor
from webapp.table.command import Command, Given, Report, command, ensure_references, find, refuse_crowd
from webapp.table.commands.edits import Edit, from_book, known_as, told
from webapp.table.consequences import personal, personal_kind
from webapp.table.fields import (
    CharacterId,
    ClockId,
    ConditionId,
    Id,
    Switches,
    VisibilityLevel,
    ZoneId,
    optional,
)
from webapp.table.things import CharacterFields, ConditionFields, editing

Kind = Annotated[Literal["pc", "npc"], Field(description="a player's character, or one of the GM's own")]
OWN_SEGMENTS = 4  # of a condition's own clock, unless the book says otherwise


@command("character.add")
class AddCharacter(CharacterFields, Command):
    """Bring somebody in: a player's character (pc), or the GM's own (npc, secret unless said otherwise)."""

    kind: Kind = "pc"
    zone: ZoneId | None = None
    visibility: VisibilityLevel | None = None

    def take(self, board: Board, actor: Actor) -> Report:
        refuse_crowd(board, Character)
        ensure_references(board, self.given(), actor)
        visibility = self.visibility or ("secret" if self.kind == "npc" else "shown")
        row = Character(**(self.model_dump() | {"visibility": visibility}))
        return told(board.add(row), "joins the cast")


@command("character.edit")
@editing(AddCharacter)
class EditCharacter(Edit):
    """Change a character; `stats` replaces those that are named and keeps the rest."""

    of = Character
    required = ("name", "kind", "visibility")

    character: CharacterId


@command("character.remove")
class RemoveCharacter(Command):
    """Take a character off the table, with conditions, tags, own clocks and checks that are still to be
    rolled; a seat that held it is free of it."""

    character: CharacterId

    def take(self, board: Board, actor: Actor) -> Report:
        character = find(board, Character, self.character, actor)
        for row in [character, *_carried(board, character)]:
            row.removed = True
        for seat in board.here(Seat):
            seat.character = None if seat.character == character.id else seat.character
        return told(character, "leaves the table")


def _carried(board: Board, character: Character) -> list[Any]:
    kinds: tuple[type[Any], ...] = (Condition, Tag, Clock, Piece, Check)
    held = [row for kind in kinds for row in board.here(kind) if row.character == character.id]
    return [row for row in held if row.kind_name != "check" or row.state == "called"]


@command("condition.add")
class AddCondition(ConditionFields, Command):
    """Give a character a condition; it follows them until it clears.

    What is left out of one by a name of the game's catalogue is as the book has it, its own clock too.
    """

    character: CharacterId
    clock: ClockId | None = None
    goal: Id | None = optional("the clock that it stands in the way of")
    own_clock: bool | None = optional("whether it brings a clock of its own; absent: as the book has it")
    visibility: VisibilityLevel = "shown"

    def take(self, board: Board, actor: Actor) -> Report:
        refuse_crowd(board, Condition)
        character = find(board, Character, self.character, actor)
        ensure_references(board, self.given(), actor)
        entry = known_as(board, "condition", self.name)
        says = self.model_dump(exclude={"effects", "own_clock"}) | {"effects": tuple(self.effects)}
        row = board.add(Condition(**(says | from_book(entry, self))))
        account = _about_both(row, character, f"{character.name} is now {self.name}")
        if self._wants_clock(entry):
            row.clock = account.result["clock"] = _start_clock(board, row)
        return account

    def _wants_clock(self, entry: CatalogueEntry | None) -> bool:
        if self.own_clock is not None or self.clock is not None:
            return bool(self.own_clock) and self.clock is None
        return entry is not None and bool(entry.data.get("segments"))


@command("condition.edit")
@editing(AddCondition, without=("character", "own_clock"))
class EditCondition(Edit):
    """Change a condition; an absent field stays, null empties it."""

    of = Condition
    required = ("name", "severity", "visibility")

    condition: ConditionId
    treated: bool | None = optional("whether somebody looked after it")
    switches: Switches | None = None

    def take(self, board: Board, actor: Actor) -> Report:
        account = super().take(board, actor)
        account.about.append(("character", board.the(Condition, self.condition).character))
        return account

    def change(self, board: Board, row: Condition, given: Given) -> list[str]:
        changed, own = super().change(board, row, given), _own_clock(board, row)
        if own is not None and "visibility" in given:  # it is called like the condition
            own.visibility = min(own.visibility, row.visibility, key=LEVELS.index)
        return changed


@command("condition.clear")
class ClearCondition(Command):
    """The condition is over, and its own clock with it."""

    condition: ConditionId

    def take(self, board: Board, actor: Actor) -> Report:
        condition = find(board, Condition, self.condition, actor)
        character = find(board, Character, condition.character, actor)
        condition.removed = True
        own = _own_clock(board, condition)
        if own is not None:
            own.removed = True
        return _about_both(condition, character, f"{character.name} is no longer {condition.name}")


def _own_clock(board: Board, condition: Condition) -> Clock | None:
    """The clock that goes on with a wound, if it has one of its own."""
    clock = board.find(Clock, condition.clock)
    return clock if clock is not None and clock.character == condition.character else None


def _start_clock(board: Board, condition: Condition) -> int:
    """What goes on with a wound while nobody treats it."""
    refuse_crowd(board, Clock)
    fields = {name: each for name, each in personal(board, condition).items() if name != "condition"}
    dial = ClockValue.new(int(condition.data.get("segments", OWN_SEGMENTS)))
    return board.add(Clock(**fields, value=dial, kind=personal_kind(board))).id


def _about_both(condition: Condition, character: Character, sentence: str) -> Report:
    account = told(condition, "")
    account.summary, account.masked = sentence, sentence
    account.about.append(("character", character.id))
    return account
