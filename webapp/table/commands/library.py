"""The library of a table: what the GM keeps to use again, and scenes made from other scenes."""

import json
from collections.abc import Callable
from typing import Any, ClassVar

from pydantic import Field, model_validator

from webapp.store.board import Board
from webapp.store.models import THINGS, Saved, Scene
from webapp.table.actor import Actor
from webapp.table.command import Command, Report, command, find, refuse_crowd
from webapp.table.commands.edits import told
from webapp.table.fields import CharacterId, ClockId, ConditionId, Id, Name, SceneId, TagId
from webapp.table.pack import row_of
from webapp.table.pack_placement import Placing
from webapp.table.pack_rows import another_name, copy_of
from webapp.table.refusals import Crowded, Invalid, Refused

LARGEST = 400_000  # characters of JSON that a library may hold
KIND_OF = {"tag": "tag", "condition": "condition", "clock": "clock", "character": "npc", "scene": "scene"}


@command("saved.add")
class Save(Command):
    """Keep a copy of one thing in the library, as it is; one of that kind and name is replaced by it.

    A clock is kept empty, a scene with its zones, tags, clocks and the GM's people in its zones.
    """

    tag: TagId | None = None
    condition: ConditionId | None = None
    clock: ClockId | None = None
    character: CharacterId | None = None
    scene: SceneId | None = None
    name: Name | None = None

    NOUNS: ClassVar[tuple[str, ...]] = tuple(KIND_OF)

    @model_validator(mode="after")
    def _one_thing(self) -> "Save":
        if sum(getattr(self, noun) is not None for noun in self.NOUNS) != 1:
            raise ValueError("name one thing to keep: a tag, condition, clock, character or scene")
        return self

    def take(self, board: Board, actor: Actor) -> Report:
        noun = next(noun for noun in self.NOUNS if getattr(self, noun) is not None)
        row = find(board, THINGS[noun], getattr(self, noun), actor)
        data = copy_of(board, row)
        data["name"] = self.name or data["name"]
        kind = KIND_OF[noun]
        saved = keep(board, kind, row_of(kind, data).plain(), replace=find_saved(board, kind, data["name"]))
        return told(saved, "kept in the library")


@command("saved.edit")
class RenameSaved(Command):
    """Give something in the library another name."""

    saved: Id = Field(description="what is kept in the library")
    name: Name

    def take(self, board: Board, actor: Actor) -> Report:
        saved = find(board, Saved, self.saved, actor)
        other = find_saved(board, saved.kind, self.name)
        if other is not None and other is not saved:
            raise Refused(f"The library has another {saved.kind} called “{self.name}”.")
        before = saved.name
        saved.name, saved.data = self.name, {**saved.data, "name": self.name}
        return told(saved, f"new name in the library, was “{before}”")


@command("saved.remove")
class RemoveSaved(Command):
    """Take something out of the library; what is on the table stays."""

    saved: Id = Field(description="what is kept in the library")

    def take(self, board: Board, actor: Actor) -> Report:
        saved = find(board, Saved, self.saved, actor)
        saved.removed = True
        return told(saved, "taken out of the library")


@command("saved.use")
class UseSaved(Command):
    """Put a copy on the table: a condition on a character, a scene as a prepared one, all else here and now.

    `people` is false to leave out those that a scene brings along.
    """

    saved: Id = Field(description="what is kept in the library")
    character: CharacterId | None = None
    people: bool = Field(default=True, description="whether those whom a scene brings along come, too")

    def take(self, board: Board, actor: Actor) -> Report:
        saved = find(board, Saved, self.saved, actor)
        placing = Placing(board, actor)
        if saved.kind == "condition":
            return placing.condition(saved.data, self._bearer())
        if saved.kind == "scene":
            account = placing.scene(saved.data, people=self.people)
            account.summary = account.masked = f"{saved.name}: scene prepared from the library"
            return account
        put: dict[str, Callable[..., Report]] = {
            "tag": placing.tag,
            "clock": placing.clock,
            "npc": placing.npc,
        }
        return put[saved.kind](saved.data)

    def _bearer(self) -> int:
        if self.character is None:
            raise Invalid("Choose who gets this condition.", {"character": "missing"})
        return self.character


@command("scene.copy")
class CopyScene(Command):
    """Prepare a scene like another: its zones, tags and clocks anew; the people stay where they are."""

    scene: SceneId
    name: Name | None = None

    def take(self, board: Board, actor: Actor) -> Report:
        scene = find(board, Scene, self.scene, actor)
        data = row_of("scene", copy_of(board, scene)).plain()
        taken = {each.name for each in board.here(Scene)}
        return Placing(board, actor).scene(data, self.name or another_name(scene.name, taken), people=False)


# ---- what packs share ----------------------------------------------------------------------------


def find_saved(board: Board, kind: str, name: str) -> Saved | None:
    """What the library has of this kind by this name, however it is written."""
    wanted = name.casefold()
    here = (row for row in board.here(Saved) if row.kind == kind)
    return next((row for row in here if row.name.casefold() == wanted), None)


def keep(board: Board, kind: str, data: dict[str, Any], replace: Saved | None = None) -> Saved:
    """Put one row into the library, or in the place of another."""
    if replace is not None:
        replace.name, replace.data = data["name"], data
        saved = replace
    else:
        refuse_crowd(board, Saved)
        saved = board.add(Saved(kind=kind, name=data["name"], data=data, visibility="secret"))
    if sum(len(json.dumps(row.data)) for row in board.here(Saved)) > LARGEST:
        raise Crowded("The library is full. Export it as a pack, then take out what is not needed.")
    return saved
