"""The book's data: its catalogue and its tables, read once from the TOML files beside this one."""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

from webapp.rules import tables
from webapp.rules.catalogue import Catalogue, load, slug
from webapp.rules.errors import LONGEST, RuleError, nearest, shown
from webapp.rules.guard import Longest

PACKAGE = "webapp.rules.resonance"
EVENT = Longest(60)
"""Of an event as somebody says it."""

CATALOGUE_FIELDS: tables.Schema = {
    "id": str,
    "colour": str,
    "order": int,
    "on": list,
    "needs": list,
    "partner": str,
    "halves_movement": bool,
    "grants": list,
    "derived_from": str,
    "role": str,
}
KINDS = frozenset({"condition", "status", "boost", "clock"})

_NAMED: tables.Schema = {"key": str, "name": str}
SCHEMAS: Mapping[str, tables.Schema] = {
    "stat": {**_NAMED, "group": str, "text": str},
    "tn": {"value": int, "name": str, "clock_low": int, "clock_high": int},
    "band": {**_NAMED, "up_to": int},
    "category": {**_NAMED, "modifiers": list, "text": str},
    "budget": {"low": int, "high": int, "hard": int, "normal": int, "easy": int},
    "critical": {**_NAMED, "text": str, "tag": str},
    "trust": {**_NAMED, "tn": int},
    "tension": {**_NAMED, "clock": int},
    "faction": {**_NAMED, "mode": str},
    "level": {"level": int, "keywords": int, "points": int},
}

Rows = tuple[Mapping[str, Any], ...]


@cache
def catalogue() -> Catalogue:
    """The 13 conditions, 10 status tags, 10 boost tags and five kinds of clock."""
    return load(PACKAGE, extra_fields=CATALOGUE_FIELDS, kinds=KINDS)


@cache
def rows(table: str) -> Rows:
    """The rows of one table of tables.toml ("budget", "band", "tn" ...), in the book's order."""
    return tuple(tables.rows(PACKAGE, "tables.toml", table, SCHEMAS[table]))


@cache
def actions() -> Rows:
    """Every action of the book with its SP cost, whether it takes the whole turn, and its roll."""
    required: tables.Schema = {"name": str, "group": str, "sp": int, "roll": str, "text": str}
    return tuple(tables.rows(PACKAGE, "actions.toml", "action", required, {"whole_turn": bool}))


@cache
def turn_actions() -> Mapping[str, int]:
    """What may be done among other things on a turn, by its key, and its SP: no reaction, nothing that takes
    the whole turn."""
    rows = (row for row in actions() if row["group"] not in ("reaction", "focus"))
    return {slug(row["name"]): int(row["sp"]) for row in rows}


def sp_of(action: str) -> int:
    """What such an action costs in SP; RuleError for any other."""
    if slug(action) not in turn_actions():
        raise RuleError(f"{action} is not done among others on a turn.", field="action", value=action)
    return turn_actions()[slug(action)]


@cache
def npcs(of: str = "npc") -> Rows:
    """Whom a Curator brings in ("npc"), and what their stat points go into ("focus")."""
    more: Mapping[str, tables.Schema] = {
        "npc": {"awakens": bool, "hp": int, "text": str},
        "focus": {"stats": list},
    }
    return tuple(tables.rows(PACKAGE, "npcs.toml", of, {**_NAMED, **more[of]}))


@cache
def events(of: str = "event") -> Rows:
    """What can happen to the holder of a tag pool ("event") or in a Race ("race").

    Each row has its key, other names for it, and the fields it may carry.
    """
    required: tables.Schema = {**_NAMED, "text": str, "also": list, "fields": list}
    return tuple(tables.rows(PACKAGE, "events.toml", of, required))


@lru_cache(maxsize=512)
def event_key(name: str, of: str = "event") -> str:
    """The key of an event, said as its key, its name or one of its other names, in any case.

    RuleError (field "event.on") with the nearest one otherwise.
    """
    said = _spoken(name)
    for row in events(of):
        if said in {_spoken(word) for word in (row["key"], row["name"], *row["also"])}:
            return str(row["key"])
    keys = [str(row["key"]) for row in events(of)]
    hint = nearest(said.replace(" ", "_"), keys) or f" The events are {', '.join(keys)}."
    raise RuleError(f"There is no event {shown(name)}.{hint}", field="event.on", value=name)


def event_fields(key: str, of: str = "event") -> tuple[str, ...]:
    """The fields that an event may carry besides `on` and `spend`."""
    return tuple(next(row["fields"] for row in events(of) if row["key"] == key))


def event_said(raw: object, of: str = "event", *also: str) -> dict[str, Any]:
    """An event as a program sends it, by its key and without what is null.

    RuleError for a field that it does not have, beside `on` and what may `also` stand in any.
    """
    if not isinstance(raw, Mapping):
        why = f"An event is an object with named fields, not {shown(raw)}."
        raise RuleError(why, field="event", value=raw)
    said = {name: each for name, each in raw.items() if each is not None}
    if "on" not in said:
        raise RuleError("event.on is missing: say what happens.", field="event.on")
    if not EVENT.holds(said["on"]):
        why = f"event.on is {EVENT}, not {shown(said['on'])}."
        raise RuleError(why, field="event.on", value=said["on"])
    said["on"] = event_key(said["on"], of)
    known = ("on", *also, *event_fields(said["on"], of))
    for name in said:
        if name not in known:
            short = str(name)[:LONGEST]
            hint = nearest(name, known)
            why = f"There is no field event.{short}: “{said['on']}” has no {short}.{hint}"
            raise RuleError(why, field=f"event.{short}", value=said[name])
    return said


def _spoken(word: str) -> str:
    return " ".join(str(word).casefold().replace("_", " ").replace("-", " ").split())
