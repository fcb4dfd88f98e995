"""The book's data: its catalogue, its tables and its reference, read once from the TOML files here."""

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import Annotated, Any

from webapp.games.api import Catalogue, LookupTable, RuleError, load_catalogue, load_reference, slug
from webapp.rules import toml_tables
from webapp.rules.codec import Longest, load_value
from webapp.rules.errors import LONGEST, nearest, quoted, shown

PACKAGE = "webapp.games.resonance.rules"
EventName = Annotated[str, Longest(60)]
"""An event's key or name, at most 60 characters."""

CATALOGUE_FIELDS: toml_tables.Schema = {
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
    "worded": str,
    "wins_ties": bool,
}
KINDS = frozenset({"condition", "status", "boost", "clock"})

_NAMED: toml_tables.Schema = {"key": str, "name": str}
SCHEMAS: Mapping[str, toml_tables.Schema] = {
    "stat": {**_NAMED, "group": str, "text": str},
    "tn": {"value": int, "name": str, "clock": str},
    "band": {**_NAMED, "up_to": int},
    "category": {**_NAMED, "modifiers": list, "text": str},
    "budget": {"low": int, "high": int, "hard": int, "normal": int, "easy": int},
    "critical": {**_NAMED, "text": str, "tag": str},
    "trust": {**_NAMED, "tn": int},
    "tension": {**_NAMED, "clock": int},
    "faction": {**_NAMED, "mode": str},
    "level": {"level": int, "keywords": int, "points": int},
    "share": {"word": str, "up_to": int},
    "shortage": {"key": str, "up_to": int},
}

Rows = tuple[Mapping[str, Any], ...]


@cache
def catalogue() -> Catalogue:
    """Return the 13 conditions, 10 status tags, 10 boost tags and five kinds of clock."""
    return load_catalogue(PACKAGE, extra_fields=CATALOGUE_FIELDS, kinds=KINDS)


@cache
def rows(table: str) -> Rows:
    """Return the rows of one table of tables.toml ("budget", "band", "tn" ...), in the book's order."""
    return tuple(toml_tables.rows(PACKAGE, "tables.toml", table, SCHEMAS[table]))


@cache
def actions() -> Rows:
    """Return every action and reaction of the book: name, group, SP, roll, text and `whole_turn` if set."""
    required: toml_tables.Schema = {"name": str, "group": str, "sp": int, "roll": str, "text": str}
    return tuple(toml_tables.rows(PACKAGE, "actions.toml", "action", required, {"whole_turn": bool}))


@cache
def is_move(action: str) -> bool:
    """Return whether an action is one of the book's Move Actions: Move, mounting, dismounting, hiding."""
    return any(slug(row["name"]) == slug(action) and row["group"] == "move" for row in actions())


def turn_actions() -> Mapping[str, int]:
    """Return the actions that share a turn with others, by key, with their SP.

    Reactions and actions that take the whole turn are left out.
    """
    rows = (row for row in actions() if row["group"] not in ("reaction", "focus"))
    return {slug(row["name"]): int(row["sp"]) for row in rows}


def sp_of(action: str) -> int:
    """Return the SP of an action that shares a turn with others; raise RuleError for any other."""
    row = next((row for row in actions() if slug(row["name"]) == slug(action)), None)
    if row is None:
        hint = nearest(action.title(), (row["name"] for row in actions()))
        raise RuleError(f"There is no action {quoted(action)}.{hint}", field="action", value=action)
    if slug(action) not in turn_actions():
        reacts, whole = (
            "is a reaction, not an action of your own turn",
            "takes the whole turn: use Focus instead",
        )
        why = reacts if row["group"] == "reaction" else whole
        raise RuleError(f"{row['name']} {why}.", field="action", value=action)
    return int(row["sp"])


@cache
def npcs(of: str = "npc") -> Rows:
    """Return the rows of the NPCs that a Curator adds ("npc"), or of their stat focuses ("focus")."""
    more: Mapping[str, toml_tables.Schema] = {
        "npc": {"awakens": bool, "hp": int, "text": str},
        "focus": {"stats": list},
    }
    return tuple(toml_tables.rows(PACKAGE, "npcs.toml", of, {**_NAMED, **more[of]}))


@cache
def events(of: str = "event") -> Rows:
    """Return the events that can happen to the holder of a tag pool ("event") or in a Race ("race").

    Each row has its key, its name, its text, other names for it, and the fields it may have.
    """
    required: toml_tables.Schema = {**_NAMED, "text": str, "also": list, "fields": list}
    return tuple(toml_tables.rows(PACKAGE, "events.toml", of, required))


@lru_cache(maxsize=512)
def event_key(name: str, of: str = "event") -> str:
    """Return the key of an event from its key, its name or another of its names, ignoring case.

    Raises RuleError (field "event.on"), with the nearest name, for an unknown event.
    """
    said = _spoken(name)
    for row in events(of):
        if said in {_spoken(word) for word in (row["key"], row["name"], *row["also"])}:
            return str(row["key"])
    keys = [str(row["key"]) for row in events(of)]
    hint = nearest(said.replace(" ", "_"), keys) or f" The events are {', '.join(keys)}."
    raise RuleError(f"There is no event {quoted(name)}.{hint}", field="event.on", value=name)


def event_fields(key: str, of: str = "event") -> tuple[str, ...]:
    """Return the fields that an event may have besides `on` and `spend`."""
    return tuple(next(row["fields"] for row in events(of) if row["key"] == key))


def event_said(raw: object, of: str = "event", *also: str) -> dict[str, Any]:
    """Return an event as a program sent it, with the event's key and without null fields.

    Raises RuleError for a field that the event does not have; `on` and those in `also` are always
    allowed.
    """
    if not isinstance(raw, Mapping):
        why = f"An event must be an object with named fields, not {shown(raw)}."
        raise RuleError(why, field="event", value=raw)
    said = {name: value for name, value in raw.items() if value is not None}
    if "on" not in said:
        raise RuleError("“event.on” is missing: name the event.", field="event.on")
    said["on"] = event_key(load_value(EventName, said["on"], "event.on"), of)
    known = ("on", *also, *event_fields(said["on"], of))
    for name in said:
        if name not in known:
            short = str(name)[:LONGEST]
            hint = nearest(name, known)
            why = f"There is no field “event.{short}” for the event “{said['on']}”.{hint}"
            raise RuleError(why, field=f"event.{short}", value=said[name])
    return said


def _spoken(word: str) -> str:
    return " ".join(str(word).casefold().replace("_", " ").replace("-", " ").split())


def reference() -> tuple[LookupTable, ...]:
    """Return the tables: dice, TNs, Criticals, range, Races, actions, stats, levels, social rolls, events."""
    return load_reference(PACKAGE, categories=_categories(), actions=_actions())


def _categories() -> Iterator[tuple[str, ...]]:
    for row in rows("category"):
        yield (
            row["name"],
            " or ".join(f"{modifier:+d}" if modifier else "0" for modifier in row["modifiers"]),
            row["text"],
        )


def _actions() -> Iterator[tuple[str, ...]]:
    for row in actions():
        turn = ", whole turn" if row.get("whole_turn") else ""
        yield row["name"], f"{row['sp']}{turn}", (row["roll"] or "none").capitalize(), row["text"]
