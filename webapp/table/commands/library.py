"""The library of a table: what the GM keeps to use again, scenes made from other scenes, packs taken in."""

import json
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, ClassVar, Literal, get_args

from pydantic import Field, model_validator

from webapp.store.board import Board
from webapp.store.models import THINGS, Saved, Scene
from webapp.table.actor import Actor
from webapp.table.command import Command, Report, command, find, refuse_crowd
from webapp.table.commands.edits import told
from webapp.table.fields import CharacterId, ClockId, ConditionId, Id, Name, SceneId, TagId, optional
from webapp.table.pack import SHAPES, Pack, PackScene, Row, ensure_fits, row_of
from webapp.table.pack_rows import Placing, another_name, copy_of
from webapp.table.refusals import Crowded, Invalid, Refused

LARGEST = 400_000  # characters of JSON that a library may hold
KIND_OF = {"tag": "tag", "condition": "condition", "clock": "clock", "character": "npc", "scene": "scene"}
Example = Literal["warehouse", "investigation", "conduit", "cove"]
LISTED = 5


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
        made = row_of(SHAPES[kind], data).plain()
        saved = keep(board, kind, made, replace=find_saved(board, kind, data["name"]))
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
        where: dict[str, object] = {"character": self._bearer()} if saved.kind == "condition" else {}
        where |= {"people": self.people} if saved.kind == "scene" else {}
        put = getattr(Placing(board, actor), saved.kind)
        account: Report = put(row_of(SHAPES[saved.kind], saved.data), **where)
        if saved.kind == "scene":
            account.summary = account.masked = f"{saved.name}: scene prepared from the library"
        return account

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
        taken = {each.name for each in board.here(Scene)}
        name = self.name or another_name(scene.name, taken)
        return Placing(board, actor).scene(row_of(PackScene, copy_of(board, scene)), people=False, name=name)


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


# ---- packs ----------------------------------------------------------------------------------------


@command("pack.add")
class AddPack(Command):
    """Take a pack into the library: all of it, or nothing if one row does not fit.

    `on_clash` says what to do with what the library already has by that kind and name: keep both, replace
    the old, or skip the new; without it the pack is refused and the names are told. `example` is one of the
    packs that come with the house.
    """

    pack: Pack | None = optional(
        "format tableside.pack, version 1, and lists of tag, condition, clock, npc and scene"
    )
    example: Example | None = optional(
        "one of the packs that come with the house: warehouse, investigation, conduit"
    )
    on_clash: Literal["keep", "replace", "skip"] | None = optional(
        "where the library has a name: keep both, replace the old, skip the new; absent: refused"
    )

    @model_validator(mode="after")
    def _one_pack(self) -> "AddPack":
        if (self.pack is None) == (self.example is None):
            raise ValueError("send a pack, or name an example")
        return self

    def take(self, board: Board, actor: Actor) -> Report:
        pack = self.pack or Pack.model_validate(example(str(self.example)))
        ensure_fits(pack, board.table.ruleset)
        rows = [(kind, row, find_saved(board, kind, row.name)) for kind, row in pack.rows()]
        _refuse_nothing(rows, self.on_clash)
        counts = {"added": 0, "replaced": 0, "skipped": 0}
        for kind, row, known in rows:
            counts[self._put(board, kind, row, known)] += 1
        said = ", ".join(f"{count} {what}" for what, count in counts.items() if count)
        about = [("saved", saved.id) for saved in board.here(Saved)][:1]
        named = f" “{pack.name}”" if pack.name else ""
        return Report(f"Pack{named}: {said}", about, dict(counts))

    def _put(self, board: Board, kind: str, row: Row, known: Saved | None) -> str:
        data = row.plain()
        if known is not None and self.on_clash == "skip":
            return "skipped"
        if known is not None and self.on_clash == "keep":
            taken = {saved.name for saved in board.here(Saved) if saved.kind == kind}
            data["name"] = another_name(known.name, taken)
            known = None
        keep(board, kind, data, replace=known)
        return "added" if known is None else "replaced"


def example(name: str) -> dict[str, object]:
    """One of the packs that come with the house."""
    return tomllib.loads(files("webapp.table").joinpath("packs", f"{name}.toml").read_text(encoding="utf-8"))


@cache
def examples_for(game: str) -> tuple[tuple[str, str], ...]:
    """The packs of the house that this game can read: their keys and names."""
    found = {name: Pack.model_validate(example(name)) for name in get_args(Example)}
    return tuple((name, pack.name or name) for name, pack in found.items() if _fits(pack, game))


def _fits(pack: Pack, game: str) -> bool:
    try:
        ensure_fits(pack, game)
    except Invalid:
        return False
    return True


def _refuse_nothing(rows: list[tuple[str, Row, Saved | None]], on_clash: str | None) -> None:
    """An empty pack, one that brings nothing new, and a clash that nobody decided."""
    clashes = [f"{kind} “{row.name}”" for kind, row, known in rows if known is not None]
    if not rows:
        raise Refused("This pack is empty.")
    if clashes and on_clash is None:
        more = f" and {len(clashes) - LISTED} more" if len(clashes) > LISTED else ""
        raise Refused(
            f"The library already has {', '.join(clashes[:LISTED])}{more}. "
            "Say whether to keep both, replace the old, or skip the new.",
            {"on_clash": "missing"},
        )
    if on_clash == "skip" and len(clashes) == len(rows):
        raise Refused("The library already has all of this pack.")
