"""Validate METTLE's stored documents by its rules, and save maps for reuse.

A saved scene includes its map without the journey; the map is put on the table when the scene begins.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import get_args

from pydantic_core import ErrorDetails, ValidationError

from webapp.games.mettle.rules.afflictions import Affliction
from webapp.games.mettle.rules.argument_checks import either, one_of
from webapp.games.mettle.rules.attacks import damage_of
from webapp.games.mettle.rules.chases import Chase
from webapp.games.mettle.rules.hazards import Hazard, Soak, Trap
from webapp.games.mettle.rules.initiative import Initiative
from webapp.games.mettle.rules.journeys import Map
from webapp.games.mettle.rules.race_stretches import Stretch
from webapp.games.mettle.rules.zones import Legs, Scenery, SceneryKind
from webapp.games.mettle.state import game_state
from webapp.rules.annotations import record
from webapp.rules.codec import dump_value, load_value
from webapp.rules.errors import RuleError
from webapp.store.models import GameDocument
from webapp.store.table_state import TableState
from webapp.table.command import CommandResult, make_result
from webapp.table.game_hooks import Data

Codec = Callable[[Data], Data]


def _make_state_codec(kind: type, *more: str, **usual: object) -> Codec:
    """Return a codec that validates a document's data as the rules' class `kind`.

    `more` names extra fields of the table, which pass unchecked. `usual` gives values for fields
    that are stored in the row instead of the data.
    """

    def codec(data: Data) -> Data:
        said = {name: value for name, value in data.items() if name not in more}
        state = game_state.dump_state(load_value(kind, {**said, **usual}))
        return {**data, **{name: value for name, value in state.items() if name not in usual}}

    return codec


def _fit_fight(data: Data) -> Data:
    fitted = _make_state_codec(Initiative, "legs")(data)
    for leg in data.get("legs", {}).values():
        load_value(Legs, {"speed": "1", **leg})
    for name in {fitted["holder"], *fitted["ready"], *dict(fitted["waiting"])}:
        one_of(name, fitted["combatants"], "combatant", field="combatants")
    return fitted


def _fit_map(data: Data) -> Data:
    fitted = _make_state_codec(Map, *JOURNEY_FIELDS)(data)
    _make_fields_codec(**JOURNEY_FIELDS)(
        {name: data[name] for name in JOURNEY_FIELDS if data.get(name) is not None}
    )
    for name in ("met", "encounters"):
        if not all(isinstance(value, str) for value in data.get(name) or ()):
            raise RuleError(
                f"each item of its field “{name}” must be a string.", field=name, value=data[name]
            )
    for name in ("at", "way"):
        if data.get(name):
            one_of(data[name], fitted["stops"], "stop", field=name)
    return fitted


def _make_fields_codec(*needed: str, **kinds: type) -> Codec:
    """Return a codec that checks each field's type, refuses other fields, and requires those `needed`."""

    asked = tuple((name, kinds[name]) for name in needed)
    others = tuple((name, kind) for name, kind in kinds.items() if name not in needed)

    def codec(data: Data) -> Data:
        try:
            record(asked, others).validate_python(data)
        except ValidationError as wrong:
            raise _describe_misfit(wrong.errors(include_url=False)[0], kinds) from None
        return data

    return codec


def _describe_misfit(error: ErrorDetails, kinds: Mapping[str, type]) -> RuleError:
    name = str(error["loc"][0])
    known = name in kinds
    why = f"its field “{name}” must be {TYPES[kinds[name]]}." if known else f"its field “{name}” is unknown."
    said = f"its field “{name}” is missing." if error["type"] == "missing" else why
    return RuleError(said, field=name, value=error["input"])


def _fit_affliction(data: Data) -> Data:
    _make_fields_codec(*AFFLICTION_FIELDS, **AFFLICTION_FIELDS)(
        {name: data[name] for name in AFFLICTION_FIELDS if name in data}
    )
    return _make_state_codec(Affliction, *AFFLICTION_FIELDS, name="it")(data)


def _add_check(codec: Codec, check: Callable[[Data], object]) -> Codec:
    def checked(data: Data) -> Data:
        fitted = codec(data)
        try:
            check(fitted)
        except KeyError as wrong:
            raise RuleError(f"its field “{wrong.args[0]}” is missing.", field="data", value=data) from wrong
        return fitted

    return checked


def _fit_hazard(data: Data) -> Data:
    """Return a Hazard's data, by default soaked by FRAME and able to set characters on fire."""
    fitted = {"soak": "frame", "burns": True, **data}
    _make_fields_codec("hazard", hazard=str, soak=str, burns=bool)(fitted)
    Hazard.parse(fitted["hazard"])
    if fitted["soak"] not in get_args(Soak):
        raise RuleError("its field “soak” must be frame, poise or none.", field="soak", value=fitted["soak"])
    return fitted


def _ensure_scenery(data: Data) -> None:
    if data["what"] not in get_args(SceneryKind):
        kinds = either(get_args(SceneryKind))
        raise RuleError(f"its field “what” must be {kinds}.", field="what", value=data["what"])
    Scenery("it", data["what"], data["difficulty"])


def _fit_finish(data: Data) -> Data:
    _make_fields_codec("first", first=list)(data)
    if not all(isinstance(name, str) for name in data["first"]):
        raise RuleError(
            "its field “first” must be a list of strings: the characters' ids.",
            field="first",
            value=data["first"],
        )
    return data


TYPES: dict[type, str] = {int: "a whole number", str: "a string", bool: "true or false", list: "a list"}
AFFLICTION_FIELDS: dict[str, type] = {"difficulty": int, "checks": int, "stopped": bool, "since": int}
JOURNEY_FIELDS: dict[str, type] = {"at": str, "met": list, "way": str, "edge": int, "food": int, "water": int}
JOURNEY_FIELDS |= {"encounters": list}
CODECS: dict[str, Codec] = {
    "fight": _fit_fight,
    "race": _make_state_codec(Stretch),
    "finish": _fit_finish,
    "chase": _make_state_codec(Chase),
    "map": _fit_map,
    "rival": _make_fields_codec("stop", "edge", stop=str, edge=int),
    "place": _make_fields_codec(light=str, smoke=bool),
    "scenery": _add_check(
        _make_fields_codec(what=str, difficulty=int, penetrable=bool),
        _ensure_scenery,
    ),
    "hazard": _fit_hazard,
    "trap": _make_state_codec(Trap, "sprung", "clock", name="it"),
    "weapon": _add_check(
        _make_fields_codec(damage=str, dice=int, range=int, scoped=bool),
        lambda data: damage_of(data["damage"], 1),
    ),
    "affliction": _fit_affliction,
    "project": _make_fields_codec("clock", "difficulty", clock=int, difficulty=int),
    "time": _make_fields_codec(seconds=int, session=int, campaign=int),
    "guard": _make_fields_codec("by", by=int),
    "voucher": _make_fields_codec("deed", deed=str),
    "twist": _make_fields_codec("check", "text", "delay", check=int, text=str, delay=bool, stop=str),
}


def named_by(kind: str, data: Data) -> Iterator[tuple[str, object]]:
    """Yield the kind and id of each character, check and clock that a document refers to."""
    if kind in CHARACTERS_NAMED:
        yield from (("character", who) for who in CHARACTERS_NAMED[kind](data))
    for noun in ("check", "clock"):
        if data.get(noun) is not None:
            yield noun, data[noun]


def _list_fighters(data: Data) -> Iterator[object]:
    yield data["holder"]
    yield from filter(None, [data["previous"]])
    for name in ("combatants", "ready", "acted", "surprised", "delayed", "out", "deciding", "targets"):
        yield from data[name]
    yield from data.get("lost", ())
    yield from dict(data["waiting"])
    yield from data.get("legs", ())


def _list_racers(data: Data) -> Iterator[object]:
    for racer in data["racers"]:
        yield from (racer["name"], *racer["aboard"], *racer["acting"], *dict(racer["muddy"]))
    for stunt in data["called"]:
        yield from (stunt["by"], stunt["on"])


CHARACTERS_NAMED: dict[str, Callable[[Data], Iterable[object]]] = {
    "fight": _list_fighters,
    "race": _list_racers,
    "finish": lambda data: data["first"],
    "chase": lambda data: (data["quarry"], *data["at"]),
    "guard": lambda data: [data["by"]],
}
"""For each kind of document, a function that returns the ids of the characters its data names."""


CARRIED = ("food", "water", "encounters")


def map_to_library(data: Data) -> Data:
    """Return the fields of a map to save: stops, paths, pins, food, water and encounters."""
    return {name: data[name] for name in (*game_state.names_of(Map), *CARRIED) if data.get(name) is not None}


def map_from_library(data: Data) -> Data:
    """Return a saved map's data for the table, with the group at `at`, by default at the first stop.

    Raises RuleError if `at` is not a stop of the map, or the map has no stops.
    """
    drawn = load_value(Map, {name: value for name, value in data.items() if name not in ("at", *CARRIED)})
    at = data.get("at", drawn.stops[0] if drawn.stops else None)
    if at not in drawn.stops:
        raise RuleError("its field “at” must be one of its stops.", field="at", value=at)
    carried = {name: data[name] for name in CARRIED if name in data}
    return {**dump_value(drawn), **carried, "at": at, "met": []}


def activate_scene_map(state: TableState) -> list[CommandResult]:
    """Put the new scene's map on the table; if the table already has a map, remove the new one instead."""
    results: list[CommandResult] = []
    rows = [row for row in state.find_all(GameDocument) if row.kind == "map"]
    for row in rows:
        if row.scene is not None and row.scene == state.table.active_scene:
            row.removed = any(document.scene is None for document in rows)
            row.scene = None
            results += [] if row.removed else [make_result(f"The map “{row.name}” is on the table", row)]
    return results
