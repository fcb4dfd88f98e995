"""The shapes of METTLE's pieces: each is read as its rules do and written again; prepared maps.

A scene keeps its map without the journey, and it is on the table as the scene begins.
"""

from collections.abc import Callable, Iterable, Iterator

from webapp.games.mettle.screens import game_state
from webapp.rules.codec import kept, restored
from webapp.rules.errors import RuleError
from webapp.rules.mettle.afflictions import Affliction
from webapp.rules.mettle.attacks import damage_of
from webapp.rules.mettle.chases import Chase
from webapp.rules.mettle.hazards import Hazard, Trap
from webapp.rules.mettle.initiative import Initiative
from webapp.rules.mettle.journeys import Map
from webapp.rules.mettle.needs import one_of
from webapp.rules.mettle.stretches import Stretch
from webapp.rules.mettle.zones import Legs, Scenery
from webapp.store.board import Board
from webapp.store.models import Piece
from webapp.table.command import Report, account
from webapp.table.games import Data

Codec = Callable[[Data], Data]


def _state(kind: type, *more: str, **usual: object) -> Codec:
    """A state of the rules with what the table keeps beside it; what is `usual` stands in its row instead."""

    def codec(data: Data) -> Data:
        said = {name: each for name, each in data.items() if name not in more}
        state = kept(restored(kind, {**said, **usual}))
        return {**data, **{name: each for name, each in state.items() if name not in usual}}

    return codec


def _only(data: Data, *names: str) -> None:
    for name in data:
        if name not in names:
            raise RuleError(f"there is no {name} in it.", field=name, value=data[name])


def _fight(data: Data) -> Data:
    fitted = _state(Initiative, "legs")(data)
    for each in data.get("legs", {}).values():
        restored(Legs, {"speed": "1", **each})
    for name in {fitted["holder"], *fitted["ready"], *dict(fitted["waiting"])}:
        one_of(name, fitted["combatants"], "combatant", field="combatants")
    return fitted


def _map(data: Data) -> Data:
    fitted = _state(Map, *BESIDE_MAP)(data)
    _fields(**BESIDE_MAP)({name: data[name] for name in BESIDE_MAP if data.get(name) is not None})
    if not all(isinstance(each, str) for each in data.get("met") or ()):
        raise RuleError("whom the group met is told in words.", field="met", value=data["met"])
    for name in ("at", "way"):
        if data.get(name):
            one_of(data[name], fitted["stops"], "stop", field=name)
    return fitted


def _fields(*needed: str, **kinds: type) -> Codec:
    """Named values, each of one type; those that are needed have to be there."""

    def codec(data: Data) -> Data:
        _only(data, *kinds)
        for name in needed:
            if name not in data:
                raise RuleError(f"it lacks its {name}.", field=name, value=data)
        for name, kind in kinds.items():
            if name in data and type(data[name]) is not kind:
                raise RuleError(f"its {name} is no {kind.__name__}.", field=name, value=data[name])
        return data

    return codec


def _affliction(data: Data) -> Data:
    _fields(*SUFFERED, **SUFFERED)({name: data[name] for name in SUFFERED if name in data})
    return _state(Affliction, *SUFFERED, name="it")(data)


def _checked(codec: Codec, check: Callable[[Data], object]) -> Codec:
    def checked(data: Data) -> Data:
        fitted = codec(data)
        try:
            check(fitted)
        except (KeyError, TypeError) as wrong:
            raise RuleError(f"it lacks {wrong}.", field="data", value=data) from wrong
        return fitted

    return checked


SUFFERED: dict[str, type] = {"difficulty": int, "checks": int, "stopped": bool, "since": int}
BESIDE_MAP: dict[str, type] = {"at": str, "met": list, "way": str, "edge": int, "food": int, "water": int}
CODECS: dict[str, Codec] = {
    "fight": _fight,
    "race": _state(Stretch),
    "chase": _state(Chase),
    "map": _map,
    "rival": _fields("stop", "edge", stop=str, edge=int),
    "place": _fields(light=str, smoke=bool),
    "scenery": _checked(
        _fields(what=str, difficulty=int, penetrable=bool),
        lambda data: Scenery("it", data["what"], data["difficulty"]),
    ),
    "hazard": _checked(_fields(hazard=str, soak=str, burns=bool), lambda data: Hazard.parse(data["hazard"])),
    "trap": _state(Trap, "sprung", "clock", name="it"),
    "weapon": _checked(
        _fields(damage=str, dice=int, range=int, scoped=bool), lambda data: damage_of(data["damage"], 1)
    ),
    "affliction": _affliction,
    "project": _fields("clock", "difficulty", clock=int, difficulty=int),
    "time": _fields(seconds=int, session=int, campaign=int),
    "guard": _fields("by", by=int),
    "voucher": _fields("deed", deed=str),
    "twist": _fields("check", "text", "delay", check=int, text=str, delay=bool, stop=str),
}


def named_by(kind: str, data: Data) -> Iterator[tuple[str, object]]:
    """The people, checks and clocks that a piece speaks of."""
    if kind in PEOPLE:
        yield from (("character", who) for who in PEOPLE[kind](data))
    for noun in ("check", "clock"):
        if data.get(noun) is not None:
            yield noun, data[noun]


def _fighting(data: Data) -> Iterator[object]:
    yield data["holder"]
    yield from filter(None, [data["previous"]])
    for name in ("combatants", "ready", "acted", "surprised", "delayed", "out", "deciding", "targets"):
        yield from data[name]
    yield from dict(data["waiting"])
    yield from data.get("legs", ())


def _racing(data: Data) -> Iterator[object]:
    for racer in data["racers"]:
        yield from (racer["name"], *racer["aboard"], *racer["acting"], *dict(racer["muddy"]))
    for stunt in data["called"]:
        yield from (stunt["by"], stunt["on"])


PEOPLE: dict[str, Callable[[Data], Iterable[object]]] = {
    "fight": _fighting,
    "race": _racing,
    "chase": lambda data: (data["quarry"], *data["at"]),
    "guard": lambda data: [data["by"]],
}
"""Whom a state of this kind names."""


CARRIED = ("food", "water")


def kept_map(data: Data) -> Data:
    """Stops, paths and pins, and the provisions that are left."""
    return {name: data[name] for name in (*game_state.names_of(Map), *CARRIED) if data.get(name) is not None}


def begun_map(data: Data) -> Data:
    """The same with the group at the first stop, or `at` another; RuleError for what is no map."""
    drawn = restored(Map, {name: each for name, each in data.items() if name not in ("at", *CARRIED)})
    at = data.get("at", drawn.stops[0] if drawn.stops else None)
    if at not in drawn.stops:
        raise RuleError("the group stands at one of the stops of its map.", field="at", value=at)
    carried = {name: data[name] for name in CARRIED if name in data}
    return {**kept(drawn), **carried, "at": at, "met": []}


def put_on_the_table(board: Board) -> list[Report]:
    """The map of the scene that begins is everybody's now, unless a journey is on already."""
    told: list[Report] = []
    rows = [row for row in board.here(Piece) if row.kind == "map"]
    for row in rows:
        if row.scene is not None and row.scene == board.table.active_scene:
            row.removed = any(each.scene is None for each in rows)
            row.scene = None
            told += [] if row.removed else [account(f"The map “{row.name}”", row)]
    return told
