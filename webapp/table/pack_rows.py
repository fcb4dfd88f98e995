"""A thing of the table as a row of a pack: what it is, without what happened to it. And such a row put on the
table, through the very commands that put such things there."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, TypeVar

from pydantic import BaseModel

from webapp.rules.errors import RuleError
from webapp.store.board import Board
from webapp.store.models import Character, Clock, Condition, Piece, Scene, Tag, Thing, Zone
from webapp.table.actor import Actor
from webapp.table.command import Command, Report, refuse_crowd
from webapp.table.commands.characters import AddCharacter, AddCondition
from webapp.table.commands.clocks import AddClock, EditClock
from webapp.table.commands.scenes import AddScene, AddZone
from webapp.table.commands.tags import AddTag
from webapp.table.execution import carry_out
from webapp.table.fields import LONGEST_NAME
from webapp.table.games import Data, game_table
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
from webapp.table.things import REFERENCES, SceneFields

C = TypeVar("C", bound=Command)
LINKS = ("opposes", "follows")


def copy_of(board: Board, row: Thing) -> Data:
    """The row of a pack that makes such a thing anew."""
    makers: dict[str, Callable[[Board, Any], Data]] = {
        "tag": lambda _, tag: said(tag, PackTag),
        "condition": _condition,
        "clock": lambda _, clock: said(clock, PackClock, without=("filled",)),
        "character": _person,
        "scene": _scene,
    }
    return makers[row.kind_name](board, row)


class Names:
    """The names by which the things of a scene name one another: a second “Door” is “Door (2)”."""

    def __init__(self, **things: Sequence[Any]) -> None:
        self._known: dict[tuple[str, int | None], str] = {}
        for kind, rows in things.items():
            taken: set[str] = set()
            for row in rows:
                taken.add(name := another_name(row.name, taken))
                self._known[kind, row.id] = name

    def of(self, kind: str, id: int | None) -> str | None:
        """What a thing is called; None for one that does not belong to the scene."""
        return self._known.get((kind, id))

    def instead(self, row: Thing, fields: Data) -> Data:
        """Its own name here, and the names of what these fields of it name by ids."""
        named = {field: kind for field, kind in REFERENCES.items() if field in fields}
        told: Data = {"name": self.of(row.kind_name, row.id) or fields["name"]}
        for field, kind in named.items():
            ids = fields[field]
            known = [self.of(kind, id) for id in (ids if isinstance(ids, list) else [ids])]
            told[field] = list(filter(None, known)) if isinstance(ids, list) else known[0]
        return told


def another_name(name: str, taken: set[str]) -> str:
    """The name itself, or with the first number that is free."""
    number, wanted = 1, name
    while wanted in taken:
        number += 1
        ending = f" ({number})"
        wanted = name[: LONGEST_NAME - len(ending)] + ending
    return wanted


def said(row: Any, shape: type[BaseModel], names: Names | None = None, without: tuple[str, ...] = ()) -> Data:
    """What the row says of the fields that such a row of a pack has, within a scene by `names`; what is empty
    is left out."""
    found = {name: getattr(row, name, None) for name in shape.model_fields if name not in without}
    if isinstance(row, Tag | Condition):
        found["effects"] = [effect.as_dict() for effect in row.effects]
    found |= names.instead(row, found) if names is not None else {}
    return {name: value for name, value in found.items() if value is not None}


def _condition(board: Board, condition: Condition) -> Data:
    own = board.find(Clock, condition.clock)
    has_own = own is not None and own.character == condition.character
    return said(condition, PackCondition) | {"own_clock": has_own}


def _person(board: Board, person: Character, names: Names | None = None) -> Data:
    game = game_table(board.table.ruleset)
    conditions = [each for each in board.here(Condition) if each.character == person.id]
    return {
        **said(person, ScenePerson if names else PackPerson, names),
        "conditions": [_condition(board, each) for each in conditions if not game.comes_by_itself(each)],
        "tags": [said(each, PackTag) for each in board.here(Tag) if each.character == person.id],
        **_pieces(board, "character", person),
    }


def _pieces(board: Board, kind: str, bearer: Thing) -> Data:
    """What only this game keeps of somebody or of a zone, as far as it goes along."""
    rows = [row for row in board.here(Piece) if getattr(row, kind) == bearer.id]
    return _listed((row, game_table(board.table.ruleset).kept(row)) for row in rows)


def _listed(pieces: Iterable[tuple[object, Data | None]]) -> Data:
    found = [{**said(row, PackPiece), "data": data} for row, data in pieces if data is not None]
    return {"pieces": found} if found else {}


def _scene(board: Board, scene: Scene) -> Data:
    """A scene with its zones, tags and clocks, and the GM's people who stand in its zones.

    Clocks of a scene that was played start anew; those of one that is only prepared stay as they were set.
    """
    zones = [row for row in board.here(Zone) if row.scene == scene.id]
    clocks = [row for row in board.here(Clock) if row.scene == scene.id and not (row.owner or row.character)]
    within = {row.id for row in zones}
    loose = [row for row in board.here(Tag) if row.character is None]
    people = [row for row in board.here(Character) if row.kind == "npc" and row.zone in within]
    names, anew = Names(zone=zones, clock=clocks, character=people), ("filled",) if scene.played else ()
    return {
        **said(scene, SceneFields),
        "zones": [said(row, SceneZone, names) | _pieces(board, "zone", row) for row in zones],
        "tags": [said(row, SceneTag, names) for row in loose if row.scene == scene.id or row.zone in within],
        "clocks": [said(row, SceneClock, names, anew) for row in clocks],
        "npcs": [_person(board, row, names) for row in people],
        **_of_scene(board, scene, names),
    }


def _of_scene(board: Board, scene: Scene, names: Names) -> Data:
    """What only this game keeps of a scene: what it was prepared with, or what is in play with it."""
    of = (scene.id, None) if scene.id == board.table.active_scene else (scene.id,)
    rows = [row for row in board.here(Piece) if row.scene in of and not (row.character or row.zone)]
    by = partial(names.of, "clock"), partial(names.of, "character")
    return _listed((row, game_table(board.table.ruleset).kept_of_scene(row, *by)) for row in rows)


# ---- put on the table -----------------------------------------------------------------------------


class Placing:
    """Puts copies on one board in the name of one actor: for each kind of row a method of its name."""

    def __init__(self, board: Board, actor: Actor) -> None:
        self.board, self.actor = board, actor

    def tag(self, row: PackTag, **where: object) -> Report:
        return _adding(AddTag, row, **where).take(self.board, self.actor)

    def clock(self, row: PackClock, **where: object) -> Report:
        return _adding(AddClock, row, **where).take(self.board, self.actor)

    def condition(self, row: PackCondition, character: int) -> Report:
        return carry_out(_adding(AddCondition, row, character=character), self.board, self.actor)

    def npc(self, row: PackPerson, **where: object) -> Report:
        """One of the GM's own, with what they carry."""
        account = carry_out(_adding(AddCharacter, row, kind="npc", **where), self.board, self.actor)
        who = account.result["character"]
        self._pieces(row.pieces, character=who)
        for condition in row.conditions:
            self.condition(condition, who)
        for tag in row.tags:
            self.tag(tag, character=who)
        return account

    def _pieces(self, rows: Sequence[PackPiece], **where: int) -> None:
        """What only this game keeps of somebody or of a zone, in the place of what everybody starts with."""
        here = self.board.here(Piece)
        fresh = [row for row in here if all(getattr(row, name) == id for name, id in where.items())]
        for row in rows:
            data = self._fitted(row)
            known = next((each for each in fresh if each.kind == row.kind), None)
            if known is None:
                refuse_crowd(self.board, Piece)
                known = self.board.add(Piece(kind=row.kind, **where))
            else:
                fresh.remove(known)
            known.name, known.data, known.visibility = row.name, data, row.visibility

    def scene(self, row: PackScene, people: bool = True, **renamed: str) -> Report:
        """A prepared scene with all that belongs to it; nobody sees it before it is played."""
        account = _adding(AddScene, row, **renamed).take(self.board, self.actor)
        scene = account.result["scene"]
        zones = self._zones(row.zones, scene)
        for tag in row.tags:
            self.tag(tag, scene=scene, zone=zones.get(tag.zone))
        clocks = self._clocks(row.clocks, scene)
        cast: dict[str, int] = {}
        for person in row.npcs if people else ():
            zone = zones.get(person.zone)
            hidden = {} if zone is not None else {"visibility": "secret"}
            cast[person.name] = self.npc(person, zone=zone, **hidden).result["character"]
        for piece in row.pieces:  # held by the clocks and people that came along
            data = self._fitted(piece, clocks, cast)
            refuse_crowd(self.board, Piece)
            kept = {"name": piece.name, "data": data, "visibility": piece.visibility}
            self.board.add(Piece(kind=piece.kind, scene=scene, **kept))
        return account

    def _fitted(self, row: PackPiece, *named: dict[str, int]) -> Data:
        """What a piece holds, as this game has it; that of a prepared scene names its clocks and people."""
        game = game_table(self.board.table.ruleset)
        try:
            return game.fitted(row.kind, game.begun(row.kind, row.data, *named) if named else row.data)
        except RuleError as error:
            raise Refused(f"What is kept here does not fit this game: {error.message}") from error

    def _zones(self, rows: Sequence[SceneZone], scene: int) -> dict[str | None, int]:
        """The zones by name, each joined to those it names."""
        made: dict[str | None, int] = {}
        for row in rows:
            back = [each.name for each in rows if row.name in each.joins]
            joins = [made[name] for name in dict.fromkeys([*row.joins, *back]) if name in made]
            zone = _adding(AddZone, row, scene=scene, joins=joins)
            made[row.name] = zone.take(self.board, self.actor).result["zone"]
            self._pieces(row.pieces, zone=made[row.name])
        return made

    def _clocks(self, rows: Sequence[SceneClock], scene: int) -> dict[str, int]:
        made = {row.name: self.clock(row, scene=scene).result["clock"] for row in rows}
        for row in rows:
            links = {field: made[name] for field in LINKS if (name := getattr(row, field))}
            if links:
                EditClock(clock=made[row.name], **links).take(self.board, self.actor)
        return made


def _adding(command: type[C], row: Row, **more: object) -> C:
    """The command that adds such a thing, with what the row says of it; of what it names by names, `more` has
    the ids."""
    fields = set(command.model_fields) - set(REFERENCES)
    return command(**{name: each for name, each in row.plain().items() if name in fields} | more)
