"""The stored shapes of METTLE's documents, validated by its rules; maps saved for reuse.

A saved scene has its map without the journey; the map is on the table when the scene begins.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping

from pydantic_core import ErrorDetails, ValidationError

from webapp.games.mettle.rules.afflictions import Affliction
from webapp.games.mettle.rules.argument_checks import one_of
from webapp.games.mettle.rules.attacks import damage_of
from webapp.games.mettle.rules.chases import Chase
from webapp.games.mettle.rules.hazards import Hazard, Trap
from webapp.games.mettle.rules.initiative import Initiative
from webapp.games.mettle.rules.journeys import Map
from webapp.games.mettle.rules.stretches import Stretch
from webapp.games.mettle.rules.zones import Legs, Scenery
from webapp.games.mettle.state import game_state
from webapp.rules.annotations import record
from webapp.rules.codec import dump_value, load_value
from webapp.rules.errors import RuleError
from webapp.store.models import GameDocument
from webapp.store.table_state import TableState
from webapp.table.command import CommandResult, make_result
from webapp.table.games import Data

Codec = Callable[[Data], Data]


def _state(kind: type, *more: str, **usual: object) -> Codec:
    """Return the codec of a state with the table's extra fields; fields in `usual` are stored in the row."""

    def codec(data: Data) -> Data:
        said = {name: value for name, value in data.items() if name not in more}
        state = dump_value(load_value(kind, {**said, **usual}))
        return {**data, **{name: value for name, value in state.items() if name not in usual}}

    return codec


def _fight(data: Data) -> Data:
    fitted = _state(Initiative, "legs")(data)
    for leg in data.get("legs", {}).values():
        load_value(Legs, {"speed": "1", **leg})
    for name in {fitted["holder"], *fitted["ready"], *dict(fitted["waiting"])}:
        one_of(name, fitted["combatants"], "combatant", field="combatants")
    return fitted


def _map(data: Data) -> Data:
    fitted = _state(Map, *BESIDE_MAP)(data)
    _fields(**BESIDE_MAP)({name: data[name] for name in BESIDE_MAP if data.get(name) is not None})
    for name in ("met", "encounters"):
        if not all(isinstance(value, str) for value in data.get(name) or ()):
            raise RuleError("whom the group meets is told in words.", field=name, value=data[name])
    for name in ("at", "way"):
        if data.get(name):
            one_of(data[name], fitted["stops"], "stop", field=name)
    return fitted


def _fields(*needed: str, **kinds: type) -> Codec:
    """Return the codec of named values, each of one type; required ones must be present."""

    asked = tuple((name, kinds[name]) for name in needed)
    others = tuple((name, kind) for name, kind in kinds.items() if name not in needed)

    def codec(data: Data) -> Data:
        try:
            record(asked, others).validate_python(data)
        except ValidationError as wrong:
            raise _misfit(wrong.errors(include_url=False)[0], kinds) from None
        return data

    return codec


def _misfit(error: ErrorDetails, kinds: Mapping[str, type]) -> RuleError:
    name = str(error["loc"][0])
    why = f"its {name} is not a {kinds[name].__name__}." if name in kinds else f"there is no {name} in it."
    said = f"it lacks its {name}." if error["type"] == "missing" else why
    return RuleError(said, field=name, value=error["input"])


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
BESIDE_MAP |= {"encounters": list}
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
    """Yield the characters, checks and clocks that a document refers to."""
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
    yield from data.get("lost", ())
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
"""The characters that a state of this kind names."""


CARRIED = ("food", "water", "encounters")


def map_to_library(data: Data) -> Data:
    """Return stops, paths and pins, and the remaining provisions."""
    return {name: data[name] for name in (*game_state.names_of(Map), *CARRIED) if data.get(name) is not None}


def map_from_library(data: Data) -> Data:
    """Return a saved map with the group at the first stop, or `at` another; raise RuleError without a map."""
    drawn = load_value(Map, {name: value for name, value in data.items() if name not in ("at", *CARRIED)})
    at = data.get("at", drawn.stops[0] if drawn.stops else None)
    if at not in drawn.stops:
        raise RuleError("the group stands at one of the stops of its map.", field="at", value=at)
    carried = {name: data[name] for name in CARRIED if name in data}
    return {**dump_value(drawn), **carried, "at": at, "met": []}


def put_on_the_table(state: TableState) -> list[CommandResult]:
    """Show the beginning scene's map to everybody, unless a journey is in play."""
    results: list[CommandResult] = []
    rows = [row for row in state.find_all(GameDocument) if row.kind == "map"]
    for row in rows:
        if row.scene is not None and row.scene == state.table.active_scene:
            row.removed = any(document.scene is None for document in rows)
            row.scene = None
            results += [] if row.removed else [make_result(f"The map “{row.name}”", row)]
    return results
