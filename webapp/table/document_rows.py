"""The rows of a table's document: what each may hold, read off the columns themselves.

A column that is added to a row is in the document at once. What comes back may have been written by
anybody, so every value is held to the bounds that commands hold it to, and a journal entry may only
touch what undo may touch.
"""

from functools import cache
from typing import Annotated, Any, Literal, TypeVar, get_args

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field, TypeAdapter, create_model
from sqlalchemy import JSON, Boolean, Integer, Text, inspect
from sqlalchemy.sql.schema import Column

from webapp.rules.check import AsRolled, Resolved
from webapp.screens.sentences import NOUNS, UNSAID, named, proposable
from webapp.store.models import THINGS, Entry, Table
from webapp.store.values import UtcDateTime
from webapp.table import fields, pack
from webapp.table.changes import TABLE_FIELDS, UNKEPT
from webapp.table.command import MOST
from webapp.table.commands.characters import AddCharacter, AddCondition
from webapp.table.commands.clocks import AddClock
from webapp.table.commands.scenes import AddScene, AddZone
from webapp.table.commands.tags import AddTag
from webapp.table.fields import Id
from webapp.table.things import REFERENCES, bounds

Pair = TypeVar("Pair", list[Any], tuple[str, int])
LEFT_OUT = {"table_id", "secret", "revision", "device", "asking", "asking_name"}
TABLE_COLUMNS = (*TABLE_FIELDS, "ruleset", "join_on")
MODELS: dict[str, type[Any]] = {**THINGS, "table": Table, "entry": Entry}
Whole = Annotated[int, Field(ge=-(2**31), lt=2**31)]
Reference = Annotated[list[Any], AfterValidator(lambda pair: _thing(pair))]
STATED: dict[str, object] = {
    "id": Id,
    "name": fields.Name,
    "visibility": fields.VisibilityLevel,
    "settings": dict[str, bool | fields.Foes],
    "piece.kind": fields.ClockKind,
    "piece.name": fields.Name,
    "scene.state": Literal["prepared", "active", "ended"],
    "saved.kind": pack.Kind,
    "clock.race": Literal["first", "second", "both"],
    "proposal.command": Annotated[dict[str, Any], AfterValidator(lambda command: _proposed(command))],
    "proposal.state": Literal["open", "accepted", "declined", "void"],
    "check.state": Literal["called", "rolled", "resolved", "cancelled", "void"],
    "check.sources": Annotated[
        list[Annotated[dict[str, Any], AfterValidator(lambda each: _source(each))]], Field(max_length=12)
    ],
    "check.rolled": Annotated[dict[str, Any], AfterValidator(lambda rolled: _rolled(rolled))],
    "check.result": Annotated[dict[str, Any], AfterValidator(Resolved.parse)],
    "check.targets": Annotated[list[Id], Field(max_length=MOST["clock"])],
    "check.affected": Annotated[list[Id], Field(max_length=MOST["clock"])],
    "check.helpers": Annotated[list[Id], Field(max_length=MOST["character"])],
    "entry.command": Annotated[str, Field(max_length=40)],
    "entry.summary": Annotated[str, Field(max_length=8000)],
    "entry.masked": Annotated[str, Field(max_length=8000)],
    "entry.who": Annotated[str, Field(max_length=800)],
    "entry.role": Annotated[str, Field(max_length=8)],
    "entry.about": list[Reference],
    "entry.changes": list[Annotated[dict[str, Any], AfterValidator(lambda change: _change(change))]],
    "entry.parts": list[Annotated[dict[str, Any], AfterValidator(lambda part: _part(part))]],
}
"""The columns whose bounds neither their type tells nor the command that adds such a thing, by name or by
thing and name."""
ADDED: dict[str, type[BaseModel]] = {
    "character": AddCharacter,
    "clock": AddClock,
    "condition": AddCondition,
    "scene": AddScene,
    "tag": AddTag,
    "zone": AddZone,
}
STRICT = ConfigDict(extra="forbid", strict=True)


def columns(model: type[Any]) -> dict[str, Column[Any]]:
    """The columns of a row that a document holds."""
    every = {attribute.key: attribute.columns[0] for attribute in inspect(model).column_attrs}
    if model is Table:
        return {name: every[name] for name in TABLE_COLUMNS}
    unheld = LEFT_OUT | ({"serial"} if model is Entry else set())
    return {name: column for name, column in every.items() if name not in unheld}


@cache
def shape(kind: str, *, partial: bool = False) -> type[BaseModel]:
    """The Pydantic model of a row; a partial one, for values before and after, asks for nothing."""
    described: dict[str, Any] = {}
    for name, column in columns(MODELS[kind]).items():
        if partial and (name in UNKEPT or (kind == "table" and name not in TABLE_FIELDS)):
            continue
        kept = _bounds(kind, name, column)
        described[name] = (kept | None if column.nullable else kept, None if partial else ...)
    if kind == "entry":
        described["heard"] = (list[Id], ...)
    return create_model(f"{kind.title()}{'Change' if partial else 'Row'}", __config__=STRICT, **described)


def _bounds(kind: str, name: str, column: Column[Any]) -> Any:
    for stated in (f"{kind}.{name}", name):
        if stated in STATED:
            return STATED[stated]
    if kind in ADDED and name in ADDED[kind].model_fields:
        return bounds(ADDED[kind].model_fields[name])
    if isinstance(column.type, Boolean):
        return bool
    if isinstance(column.type, Integer):
        return Id if name in REFERENCES else Whole
    if isinstance(column.type, UtcDateTime):
        return Annotated[AwareDatetime, Field(strict=False)]
    if isinstance(column.type, Text):
        return fields.Note
    if isinstance(column.type, JSON):
        return get_args(MODELS[kind].__annotations__[name])[0]
    return fields.Line


# ---- what stands in an entry of the journal ------------------------------------------------------


def _thing(pair: Pair) -> Pair:
    if len(pair) != 2 or str(pair[0]) not in THINGS or type(pair[1]) is not int:
        raise ValueError("a reference is a kind and an id")
    return pair


def _part(part: dict[str, object]) -> dict[str, object]:
    """A sentence of its own within an entry, and what it names."""
    if set(part) != {"summary", "masked", "about"} or not isinstance(part["summary"], str):
        raise ValueError("a part has summary, masked and about")
    if not isinstance(part["masked"], str | None) or not isinstance(part["about"], list):
        raise ValueError("a part has summary, masked and about")
    TypeAdapter(list[Reference]).validate_python(part["about"], strict=True)
    return part


def _source(source: dict[str, object]) -> dict[str, object]:
    """A source that was added by hand counts for something."""
    found = fields.FreeSource.model_validate(source, strict=True)
    if found.amount is None:
        raise ValueError("a source says how much it counts for")
    return found.model_dump()


def _rolled(raw: dict[str, object]) -> AsRolled:
    """How a check was rolled, with what counted and what bites."""
    found = AsRolled.parse(raw)
    for thing in (*found.hazards, *(each.thing for each in found.counted if each.thing)):
        _thing(thing)
    return found


def _proposed(command: dict[str, Any]) -> dict[str, object]:
    """A proposal holds a command that screens can say in words."""
    held = [command[noun] for noun in NOUNS if command.get(noun) is not None]
    if not all(type(each) in (int, str) for each in held):
        raise ValueError("a proposal names things by their ids")
    try:
        proposable()[command["do"]].format(**{**UNSAID, **command, **dict.fromkeys(named(command), "")})
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError("a proposal holds a command that can be proposed") from error
    return command


def _change(change: dict[str, Any]) -> dict[str, object]:
    """A change names a thing and fields that undo may put back, with values that fit."""
    kind = str(change.get("kind"))
    if not {"kind", "id", "before", "after"} <= set(change) <= {"kind", "id", "before", "after", "new"}:
        raise ValueError("a change has kind, id, before and after")
    if (kind not in THINGS and kind != "table") or type(change["id"]) is not int:
        raise ValueError("a change names a thing")
    for side in ("before", "after"):
        shape(kind, partial=True).model_validate(change[side])
    if set(change["before"]) != set(change["after"]):
        raise ValueError("a change says of each field what it was and what it became")
    return change
