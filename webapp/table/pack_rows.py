"""A thing of the table as a row of a pack: what it is, without what happened to it."""

from collections.abc import Callable, Iterable
from typing import Any

from pydantic import BaseModel

from webapp.store.board import Board
from webapp.store.models import Character, Clock, Condition, Piece, Scene, Tag, Thing, Zone
from webapp.table.fields import LONGEST_NAME
from webapp.table.games import Data, GameTable, game_table
from webapp.table.pack import PackClock, PackCondition, PackPiece, PackTag
from webapp.table.things import SceneFields


def copy_of(board: Board, row: Thing) -> Data:
    """The row of a pack that makes such a thing anew."""
    makers: dict[str, Callable[[Board, Any], Data]] = {
        "tag": lambda _, tag: said(tag, PackTag),
        "condition": _condition,
        "clock": lambda _, clock: _clock(clock, fresh=True),
        "character": _person,
        "scene": _scene,
    }
    return makers[row.kind_name](board, row)


class Names:
    """Names that are unique within a scene: a second “Door” is “Door (2)”."""

    def __init__(self, rows: list[Any]) -> None:
        self._by_id: dict[int, str] = {}
        for row in rows:
            self._by_id[row.id] = another_name(row.name, set(self._by_id.values()))

    def of(self, id: int | None) -> str | None:
        return self._by_id.get(id) if id is not None else None


def another_name(name: str, taken: set[str]) -> str:
    """The name itself, or with the first number that is free."""
    number, wanted = 1, name
    while wanted in taken:
        number += 1
        ending = f" ({number})"
        wanted = name[: LONGEST_NAME - len(ending)] + ending
    return wanted


def said(row: object, shape: type[BaseModel], without: tuple[str, ...] = ()) -> Data:
    """What the row says of the fields that such a row of a pack has; what is empty is left out."""
    found = {name: getattr(row, name, None) for name in shape.model_fields if name not in without}
    if isinstance(row, Tag | Condition):
        found["effects"] = [effect.as_dict() for effect in row.effects]
    return {name: value for name, value in found.items() if value is not None}


def _condition(board: Board, condition: Condition) -> Data:
    own = board.find(Clock, condition.clock)
    return {
        **said(condition, PackCondition),
        "own_clock": own is not None and own.character == condition.character,
    }


def _clock(clock: Clock, fresh: bool) -> Data:
    return said(clock, PackClock, without=("filled",) if fresh else ())


def _person(board: Board, person: Character) -> Data:
    game = game_table(board.table.ruleset)
    conditions = [each for each in board.here(Condition) if each.character == person.id]
    carried = [_condition(board, each) for each in conditions if not game.comes_by_itself(each)]
    tags = [said(each, PackTag) for each in board.here(Tag) if each.character == person.id]
    return {
        "name": person.name,
        "stats": dict(person.stats),
        "visibility": person.visibility,
        "conditions": carried,
        "tags": tags,
        **_pieces(board, game, "character", person),
    }


def _pieces(board: Board, game: GameTable, kind: str, bearer: Thing) -> Data:
    """What only this game keeps of somebody or of a zone, as far as it goes along."""
    rows = [row for row in board.here(Piece) if getattr(row, kind) == bearer.id]
    return _listed((row, game.kept(row)) for row in rows)


def _listed(pieces: Iterable[tuple[object, Data | None]]) -> Data:
    found = [{**said(row, PackPiece), "data": data} for row, data in pieces if data is not None]
    return {"pieces": found} if found else {}


# ---- a whole scene -------------------------------------------------------------------------------


def _scene(board: Board, scene: Scene) -> Data:
    """A scene with its zones, tags and clocks, and the GM's people who stand in its zones.

    Clocks of a scene that was played start anew; those of one that is only prepared stay as they were set.
    """
    zones = [row for row in board.here(Zone) if row.scene == scene.id]
    clocks = [row for row in board.here(Clock) if row.scene == scene.id and not (row.owner or row.character)]
    places, dials, game = Names(zones), Names(clocks), game_table(board.table.ruleset)
    tags = [row for row in board.here(Tag) if _is_of(row, scene, places)]
    people = [row for row in board.here(Character) if row.kind == "npc" and places.of(row.zone)]
    who = Names(people)
    return {
        **said(scene, SceneFields),
        "zones": [_zone(row, places) | _pieces(board, game, "zone", row) for row in zones],
        "tags": [_with(said(row, PackTag), zone=places.of(row.zone)) for row in tags],
        "clocks": [_linked(row, dials, fresh=scene.played) for row in clocks],
        "npcs": [_with(_person(board, row), zone=places.of(row.zone), name=who.of(row.id)) for row in people],
        **_of_scene(board, game, scene, dials, who),
    }


def _of_scene(board: Board, game: GameTable, scene: Scene, dials: "Names", who: "Names") -> Data:
    """What only this game keeps of a scene: what it was prepared with, or what is in play with it."""
    of = (scene.id, None) if scene.id == board.table.active_scene else (scene.id,)
    rows = [row for row in board.here(Piece) if row.scene in of and not (row.character or row.zone)]
    return _listed((row, game.kept_of_scene(row, dials.of, who.of)) for row in rows)


def _is_of(tag: Tag, scene: Scene, places: Names) -> bool:
    return tag.character is None and (tag.scene == scene.id or places.of(tag.zone) is not None)


def _zone(zone: Zone, places: Names) -> Data:
    joins = [name for id in zone.joins if (name := places.of(id)) is not None]
    return {"name": places.of(zone.id), "joins": joins, "visibility": zone.visibility}


def _linked(clock: Clock, dials: Names, fresh: bool) -> Data:
    links = {"opposes": dials.of(clock.opposes), "follows": dials.of(clock.follows)}
    return _with(_clock(clock, fresh) | {"name": dials.of(clock.id)}, **links)


def _with(data: Data, **names: str | None) -> Data:
    return data | {field: name for field, name in names.items() if name is not None}
