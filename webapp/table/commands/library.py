"""Commands for the table's library: saved things, copied scenes and imported packs."""

import json
import tomllib
from dataclasses import replace
from functools import cache
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, Field, GetJsonSchemaHandler, model_validator
from pydantic_core import CoreSchema

from webapp.rules.events import as_counts
from webapp.rules.name_keys import find_named, free_name
from webapp.rules.plugins import folder, installed_games, load_game
from webapp.rules.word_lists import and_list
from webapp.state.house_events import PackAdded, SavedChanged, ThingAdded
from webapp.store.models import THINGS, LibraryItem, Scene, ref_of
from webapp.store.table_state import TableState
from webapp.table.actor import Actor
from webapp.table.command import Command, CommandResult, command, ensure_room_for, find, told
from webapp.table.commands.edits import FromBase, told_of
from webapp.table.commands.scenes import OneScene
from webapp.table.fields import CharacterId, ClockId, ConditionId, Id, Name, TagId, optional
from webapp.table.pack import SHAPES, Pack, PackScene, Row, ensure_fits, parse_row
from webapp.table.pack_rows import PackPlacement, to_pack_row
from webapp.table.refusals import Invalid, Refused, TableFull, spoken_kind

LARGEST = 400_000  # the most characters of JSON in a library
KIND_OF = {"tag": "tag", "condition": "condition", "clock": "clock", "character": "npc", "scene": "scene"}


def example_packs() -> dict[str, str]:
    """Map the names of the example packs to the keys of the games that include them."""
    games = {key: load_game(key) for key in installed_games()}
    return {name: key for key, game in games.items() if game is not None for name in game.packs}


def _ensure_example(name: str) -> str:
    if name not in example_packs():
        known = ", ".join(example_packs())
        raise ValueError(f"no example pack is called “{name[:60]}”; the packs are {known}")
    return name


class _ExampleSchema:
    """Lists the packs of the installed games in the OpenAPI description."""

    @classmethod
    def __get_pydantic_json_schema__(
        cls, core: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, object]:
        return {"type": "string", "enum": list(example_packs())}


Example = Annotated[str, AfterValidator(_ensure_example), _ExampleSchema]
LISTED = 5


@command("saved.add")
class Save(Command):
    """Save a copy of one thing to the library; it replaces an item of the same kind and name.

    A clock is saved without its progress. A scene is saved with its zones, tags and clocks, and with the GM's
    characters in its zones.
    """

    tag: TagId | None = None
    condition: ConditionId | None = None
    clock: ClockId | None = None
    character: CharacterId | None = None
    scene: OneScene | None = None
    name: Name | None = optional("the name in the library; default: the thing's own name")

    NOUNS: ClassVar[tuple[str, ...]] = tuple(KIND_OF)

    @model_validator(mode="after")
    def _one_thing(self) -> "Save":
        if sum(getattr(self, noun) is not None for noun in self.NOUNS) != 1:
            raise ValueError("name exactly one tag, condition, clock, character or scene to save")
        return self

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        noun = next(noun for noun in self.NOUNS if getattr(self, noun) is not None)
        row = find(state, THINGS[noun], getattr(self, noun), actor)
        data = to_pack_row(state, row)
        data["name"] = self.name or data["name"]
        kind = KIND_OF[noun]
        made = parse_row(SHAPES[kind], data).plain()
        saved = store_in_library(state, kind, made, replace=find_saved(state, kind, data["name"]))
        return told_of(saved, SavedChanged(ref_of(saved), "saved"))


@command("saved.edit")
class RenameSaved(FromBase):
    """Give something in the library another name."""

    saved: Id = Field(description="the saved thing")
    name: Name

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        saved = find(state, LibraryItem, self.saved, actor)
        name = self.merged(saved).get("name", saved.name)
        other = find_saved(state, saved.kind, name)
        if other is not None and other is not saved:
            raise Refused(f"The library has another {spoken_kind(saved.kind)} called “{name}”.")
        before = saved.name
        saved.name, saved.data = name, {**saved.data, "name": name}
        return told_of(saved, SavedChanged(ref_of(saved), "renamed", before))


@command("saved.remove")
class RemoveSaved(Command):
    """Remove something from the library; copies of it on the table stay."""

    saved: Id = Field(description="the saved thing")

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        saved = find(state, LibraryItem, self.saved, actor)
        saved.removed = True
        return told_of(saved, SavedChanged(ref_of(saved), "removed"))


@command("saved.use")
class UseSaved(Command):
    """Put a copy of a saved thing on the table.

    A condition is put on a character, a scene is added as a prepared one, other things are in play at once.
    Set `people` to false to leave out a scene's characters.
    """

    saved: Id = Field(description="the saved thing")
    character: CharacterId | None = optional("the character that gets a saved condition")
    people: bool = Field(default=True, description="whether a saved scene adds its NPCs too")

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        saved = find(state, LibraryItem, self.saved, actor)
        where: dict[str, object] = {"character": self._bearer()} if saved.kind == "condition" else {}
        where |= {"people": self.people} if saved.kind == "scene" else {}
        put = getattr(PackPlacement(state, actor), saved.kind)
        result: CommandResult = put(parse_row(SHAPES[saved.kind], saved.data), **where)
        if saved.kind == "scene":
            result.events = [
                replace(event, from_library=True) for event in result.events if isinstance(event, ThingAdded)
            ]
        return result

    def _bearer(self) -> int:
        if self.character is None:
            raise Invalid("Choose a character for this condition.", {"character": "missing"})
        return self.character


@command("scene.copy")
class CopyScene(Command):
    """Prepare a copy of a scene with its zones, tags and clocks; characters stay where they are."""

    scene: OneScene
    name: Name | None = optional("the copy's name; default: the scene's name and a number, as in Docks (2)")

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        scene = find(state, Scene, self.scene, actor)
        taken = {value.name for value in state.find_all(Scene)}
        name = self.name or free_name(scene.name, taken)
        return PackPlacement(state, actor).scene(
            parse_row(PackScene, to_pack_row(state, scene)), people=False, name=name
        )


# ---- what packs share ----------------------------------------------------------------------------


def find_saved(state: TableState, kind: str, name: str) -> LibraryItem | None:
    """Return the library's item of this kind and name, by the key of names; None if there is none."""
    here = (row for row in state.find_all(LibraryItem) if row.kind == kind)
    return next(iter(find_named(here, name, lambda row: row.name)), None)


def store_in_library(
    state: TableState, kind: str, data: dict[str, Any], replace: LibraryItem | None = None
) -> LibraryItem:
    """Add one row to the library, or replace the content of `replace` with it; return the item."""
    if replace is not None:
        replace.name, replace.data = data["name"], data
        saved = replace
    else:
        ensure_room_for(state, LibraryItem)
        saved = state.add(LibraryItem(kind=kind, name=data["name"], data=data, visibility="secret"))
    if sum(len(json.dumps(row.data)) for row in state.find_all(LibraryItem)) > LARGEST:
        raise TableFull(
            "The library is full. Export it as a pack, then remove things that you no longer need."
        )
    return saved


# ---- packs ----------------------------------------------------------------------------------------


@command("pack.add")
class AddPack(Command):
    """Add a pack to the library: all of it, or nothing if one row is wrong.

    `on_clash` says what to do with items whose kind and name the library already has: keep both, replace the
    old, or skip the new. Without `on_clash` a pack with such items is refused, and the refusal lists their
    names. `example` is one of the packs included with the program.
    """

    pack: Pack | None = optional(
        "an object with format tableside.pack, version 1, and the lists tag, condition, clock, npc and scene"
    )
    example: Example | None = optional("the name of an included example pack, such as warehouse")
    on_clash: Literal["keep", "replace", "skip"] | None = optional(
        "for a name that the library already has: keep both, replace the old one or "
        "skip the new one; default: refuse the pack"
    )

    @model_validator(mode="after")
    def _one_pack(self) -> "AddPack":
        if (self.pack is None) == (self.example is None):
            raise ValueError("send either a pack or the name of an example")
        return self

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        pack = self.pack or Pack.model_validate(load_example(str(self.example)))
        ensure_fits(pack, state.table.ruleset)
        rows = [(kind, row, find_saved(state, kind, row.name)) for kind, row in pack.rows()]
        _refuse_nothing(rows, self.on_clash)
        counts = {"added": 0, "replaced": 0, "skipped": 0}
        for kind, row, known in rows:
            counts[self._put(state, kind, row, known)] += 1
        saved = ref_of(state.find_all(LibraryItem)[0])
        return told(PackAdded(saved, as_counts(counts), pack.name or None), **counts)

    def _put(self, state: TableState, kind: str, row: Row, known: LibraryItem | None) -> str:
        data = row.plain()
        if known is not None and self.on_clash == "skip":
            return "skipped"
        if known is not None and self.on_clash == "keep":
            taken = {saved.name for saved in state.find_all(LibraryItem) if saved.kind == kind}
            data["name"] = free_name(known.name, taken)
            known = None
        store_in_library(state, kind, data, replace=known)
        return "added" if known is None else "replaced"


def load_example(name: str) -> dict[str, object]:
    """Return the content of one of the packs included with the games, not yet validated."""
    file = folder(example_packs()[name]) / "packs" / f"{name}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


@cache
def examples_for(game: str) -> tuple[tuple[str, str], ...]:
    """Return the key and name of each included pack that this game can read."""
    found = {name: Pack.model_validate(load_example(name)) for name in example_packs()}
    return tuple((name, pack.name or name) for name, pack in found.items() if _fits(pack, game))


def _fits(pack: Pack, game: str) -> bool:
    try:
        ensure_fits(pack, game)
    except Invalid:
        return False
    return True


def _refuse_nothing(rows: list[tuple[str, Row, LibraryItem | None]], on_clash: str | None) -> None:
    """Refuse an empty pack, a pack that adds nothing, and clashing names without `on_clash`."""
    clashes = [f"the {spoken_kind(kind)} “{row.name}”" for kind, row, known in rows if known is not None]
    if not rows:
        raise Refused("This pack is empty.")
    if clashes and on_clash is None:
        more = [f"{len(clashes) - LISTED} more"] if len(clashes) > LISTED else []
        raise Refused(
            f"The library already has {and_list(clashes[:LISTED] + more)}. "
            "Choose whether to keep both, replace the old ones or skip the new ones.",
            {"on_clash": "missing"},
        )
    if on_clash == "skip" and len(clashes) == len(rows):
        raise Refused("The library already has everything in this pack.")
