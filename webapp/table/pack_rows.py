"""Convert things of a table to rows of a pack, without their history, and back.

Rows are added to a table by the same commands that people use.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, TypeVar

from pydantic import BaseModel

from webapp.rules.errors import RuleError
from webapp.rules.name_keys import free_name
from webapp.store.models import Character, Clock, Condition, GameDocument, Json, Scene, Tag, Thing, Zone
from webapp.store.table_state import TableState
from webapp.table.actor import Actor
from webapp.table.command import Command, CommandResult, ensure_room_for
from webapp.table.commands.characters import AddCharacter, AddCondition
from webapp.table.commands.clocks import AddClock, EditClock
from webapp.table.commands.scenes import AddScene, AddZone
from webapp.table.commands.tags import AddTag
from webapp.table.execution import execute_with_hooks
from webapp.table.game_table import fitted, game_table
from webapp.table.pack import (
    PackClock,
    PackCondition,
    PackPerson,
    PackPiece,
    PackScene,
    PackTag,
    Row,
    SceneClock,
    ScenePerson,
    SceneTag,
    SceneZone,
)
from webapp.table.refusals import Refused
from webapp.table.thing_fields import REFERENCES, SceneFields

C = TypeVar("C", bound=Command)
LINKS = ("opposes", "follows")


def to_pack_row(state: TableState, row: Thing) -> Json:
    """Return a thing of the table as a pack row, from which copies can be made."""
    makers: dict[str, Callable[[TableState, Any], Json]] = {
        "tag": lambda _, tag: row_fields(tag, PackTag),
        "condition": _condition,
        "clock": lambda _, clock: row_fields(clock, PackClock, without=("filled",)),
        "character": _person,
        "scene": _scene,
    }
    return makers[row.kind_name](state, row)


class SceneNames:
    """Unique names of a scene's things, used as references: a second “Door” becomes “Door (2)”."""

    def __init__(self, **things: Sequence[Any]) -> None:
        self._known: dict[tuple[str, int | None], str] = {}
        for kind, rows in things.items():
            taken: set[str] = set()
            for row in rows:
                taken.add(name := free_name(row.name, taken))
                self._known[kind, row.id] = name

    def of(self, kind: str, id: int | None) -> str | None:
        """Return a thing's unique name; None if the thing does not belong to the scene."""
        return self._known.get((kind, id))

    def instead(self, row: Thing, fields: Json) -> Json:
        """Return a thing's unique name as `name`, and the names that replace the ids in these fields."""
        named = {field: kind for field, kind in REFERENCES.items() if field in fields}
        results: Json = {"name": self.of(row.kind_name, row.id) or fields["name"]}
        for field, kind in named.items():
            ids = fields[field]
            known = [self.of(kind, id) for id in (ids if isinstance(ids, list) else [ids])]
            results[field] = list(filter(None, known)) if isinstance(ids, list) else known[0]
        return results


def row_fields(
    row: Any, shape: type[BaseModel], names: SceneNames | None = None, without: tuple[str, ...] = ()
) -> Json:
    """Return the row's values for the fields of `shape`, without those that are None.

    Within a scene, `names` replaces ids with names.
    """
    found = {name: getattr(row, name, None) for name in shape.model_fields if name not in without}
    if isinstance(row, Tag | Condition):
        found["effects"] = [effect.as_dict() for effect in row.effects]
    found |= names.instead(row, found) if names is not None else {}
    return {name: value for name, value in found.items() if value is not None}


def _condition(state: TableState, condition: Condition) -> Json:
    own = state.find(Clock, condition.clock)
    has_own = own is not None and own.character == condition.character
    return row_fields(condition, PackCondition) | {"own_clock": has_own}


def _person(state: TableState, person: Character, names: SceneNames | None = None) -> Json:
    game = game_table(state.table.ruleset)
    conditions = [condition for condition in state.find_all(Condition) if condition.character == person.id]
    return {
        **row_fields(person, ScenePerson if names else PackPerson, names),
        "conditions": [
            _condition(state, condition) for condition in conditions if not game.comes_by_itself(condition)
        ],
        "tags": [row_fields(tag, PackTag) for tag in state.find_all(Tag) if tag.character == person.id],
        **_pieces(state, "character", person),
    }


def _pieces(state: TableState, kind: str, bearer: Thing) -> Json:
    """Return the game's documents of a character or zone, without those that packs leave out."""
    rows = [row for row in state.find_all(GameDocument) if getattr(row, kind) == bearer.id]
    return _listed((row, game_table(state.table.ruleset).to_library(row)) for row in rows)


def _listed(pieces: Iterable[tuple[object, Json | None]]) -> Json:
    found = [{**row_fields(row, PackPiece), "data": data} for row, data in pieces if data is not None]
    return {"pieces": found} if found else {}


def _scene(state: TableState, scene: Scene) -> Json:
    """Return a scene with its zones, tags and clocks, and the GM's characters in its zones.

    The result includes the game's documents and leaves out clocks of seats and characters. Clocks of a scene
    that was played are reset; those of a prepared scene keep their values.
    """
    zones = [row for row in state.find_all(Zone) if row.scene == scene.id]
    clocks = [
        row for row in state.find_all(Clock) if row.scene == scene.id and not (row.owner or row.character)
    ]
    within = {row.id for row in zones}
    loose = [row for row in state.find_all(Tag) if row.character is None]
    people = [row for row in state.find_all(Character) if row.kind == "npc" and row.zone in within]
    names, anew = SceneNames(zone=zones, clock=clocks, character=people), ("filled",) if scene.played else ()
    return {
        **row_fields(scene, SceneFields),
        "zones": [row_fields(row, SceneZone, names) | _pieces(state, "zone", row) for row in zones],
        "tags": [
            row_fields(row, SceneTag, names) for row in loose if row.scene == scene.id or row.zone in within
        ],
        "clocks": [row_fields(row, SceneClock, names, anew) for row in clocks],
        "npcs": [_person(state, row, names) for row in people],
        **_of_scene(state, scene, names),
    }


def _of_scene(state: TableState, scene: Scene, names: SceneNames) -> Json:
    """Return the game's documents of a scene; an active scene includes those that belong to no scene."""
    of = (scene.id, None) if scene.id == state.table.active_scene else (scene.id,)
    rows = [
        row for row in state.find_all(GameDocument) if row.scene in of and not (row.character or row.zone)
    ]
    by = partial(names.of, "clock"), partial(names.of, "character")
    return _listed((row, game_table(state.table.ruleset).scene_to_library(row, *by)) for row in rows)


# ---- from a pack to the table ---------------------------------------------------------------------


class PackPlacement:
    """Adds copies of pack rows to a table for one actor, with one method per kind of row."""

    def __init__(self, state: TableState, actor: Actor) -> None:
        self.state, self.actor = state, actor

    def tag(self, row: PackTag, **where: object) -> CommandResult:
        return _adding(AddTag, row, **where).run(self.state, self.actor)

    def clock(self, row: PackClock, **where: object) -> CommandResult:
        return _adding(AddClock, row, **where).run(self.state, self.actor)

    def condition(self, row: PackCondition, character: int) -> CommandResult:
        return execute_with_hooks(_adding(AddCondition, row, character=character), self.state, self.actor)

    def npc(self, row: PackPerson, **where: object) -> CommandResult:
        """Add one of the GM's characters with their conditions, tags and documents."""
        result = execute_with_hooks(_adding(AddCharacter, row, kind="npc", **where), self.state, self.actor)
        who = result.payload["character"]
        self._pieces(row.pieces, character=who)
        for condition in row.conditions:
            self.condition(condition, who)
        for tag in row.tags:
            self.tag(tag, character=who)
        return result

    def _pieces(self, rows: Sequence[PackPiece], **where: int) -> None:
        """Add the game's documents of a character or zone, replacing default ones of the same kind."""
        here = self.state.find_all(GameDocument)
        fresh = [row for row in here if all(getattr(row, name) == id for name, id in where.items())]
        for row in rows:
            data = self._fitted(row)
            known = next((document for document in fresh if document.kind == row.kind), None)
            if known is None:
                ensure_room_for(self.state, GameDocument)
                known = self.state.add(GameDocument(kind=row.kind, **where))
            else:
                fresh.remove(known)
            known.name, known.data, known.visibility = row.name, data, row.visibility

    def scene(self, row: PackScene, people: bool = True, **renamed: str) -> CommandResult:
        """Add a prepared scene and its contents, without its characters if `people` is false.

        Players do not see the scene before it begins.
        """
        result = _adding(AddScene, row, **renamed).run(self.state, self.actor)
        scene = result.payload["scene"]
        zones = self._zones(row.zones, scene)
        for tag in row.tags:
            self.tag(tag, scene=scene, zone=zones.get(tag.zone))
        clocks = self._clocks(row.clocks, scene)
        cast: dict[str, int] = {}
        for person in row.npcs if people else ():
            zone = zones.get(person.zone)
            hidden = {} if zone is not None else {"visibility": "secret"}
            cast[person.name] = self.npc(person, zone=zone, **hidden).payload["character"]
        for piece in row.pieces:  # after the clocks and characters that it refers to
            data = self._fitted(piece, clocks, cast)
            ensure_room_for(self.state, GameDocument)
            fields = {"name": piece.name, "data": data, "visibility": piece.visibility}
            self.state.add(GameDocument(kind=piece.kind, scene=scene, **fields))
        return result

    def _fitted(self, row: PackPiece, *named: dict[str, int]) -> Json:
        """Return a document's data as this game parses it; in a scene's, ids replace names."""
        game = game_table(self.state.table.ruleset)
        try:
            return fitted(
                game, row.kind, game.scene_from_library(row.kind, row.data, *named) if named else row.data
            )
        except RuleError as error:
            raise Refused(f"The document “{row.kind}” does not fit this game: {error.message}") from error

    def _zones(self, rows: Sequence[SceneZone], scene: int) -> dict[str | None, int]:
        """Add the zones and join each to those it names; return their ids by name."""
        made: dict[str | None, int] = {}
        for row in rows:
            back = [value.name for value in rows if row.name in value.joins]
            joins = [made[name] for name in dict.fromkeys([*row.joins, *back]) if name in made]
            zone = _adding(AddZone, row, scene=scene, joins=joins)
            made[row.name] = zone.run(self.state, self.actor).payload["zone"]
            self._pieces(row.pieces, zone=made[row.name])
        return made

    def _clocks(self, rows: Sequence[SceneClock], scene: int) -> dict[str, int]:
        made = {row.name: self.clock(row, scene=scene).payload["clock"] for row in rows}
        for row in rows:
            links = {field: made[name] for field in LINKS if (name := getattr(row, field))}
            if links:
                EditClock(clock=made[row.name], **links).run(self.state, self.actor)
        return made


def _adding(command: type[C], row: Row, **more: object) -> C:
    """Return the command that adds the row's thing.

    `more` holds further fields, such as the ids of things that the row refers to by name.
    """
    fields = set(command.model_fields) - set(REFERENCES)
    return command(**{name: value for name, value in row.plain().items() if name in fields} | more)
