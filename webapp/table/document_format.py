"""The format of an exported table: its name and version, and the values that each row may hold.

New columns are exported automatically. Anybody may write a document, so every value must be within the bounds
that commands have, and a journal entry may only change what undo may change.
"""

from collections.abc import Collection
from functools import cache
from typing import Annotated, Any, Literal, TypeVar, get_args

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field, TypeAdapter, create_model
from sqlalchemy import JSON, Boolean, Integer, Text, inspect
from sqlalchemy.sql.schema import Column

from webapp.rules.check import Resolved, RollRecord
from webapp.rules.codec import load_value
from webapp.rules.event_declarations import MOST_KINDS, read_declaration
from webapp.rules.events import Event, Unread, kinds, load_event
from webapp.rules.outcome_line import DEED, OUTCOME, Change
from webapp.state.proposal_sentences import FIELD_DEFAULTS, NOUNS, named_kinds, proposable
from webapp.state.reader import NAMEABLE
from webapp.store.column_types import UtcDateTime, column_default
from webapp.store.models import THINGS, Entry, Table
from webapp.store.table_state import LARGEST_ID
from webapp.table import fields, pack
from webapp.table.changes import TABLE_FIELDS, UNKEPT
from webapp.table.command import MOST
from webapp.table.commands.characters import AddCharacter, AddCondition
from webapp.table.commands.clocks import AddClock
from webapp.table.commands.notes import AddNote
from webapp.table.commands.scenes import AddScene, AddZone
from webapp.table.commands.tags import AddTag
from webapp.table.fields import Id
from webapp.table.thing_fields import REFERENCES, field_type

LONGEST_KIND = 40
FORMAT, VERSION = "tableside.table", 1
PART = {"summary", "masked", "about", "change", "head", "run"}
PART_FIELDS = (
    "a part of a journal entry must have “summary” (text), “masked” (text or null) and “about” (a list), "
    "and can have “change”, “head” and “run”"
)
Pair = TypeVar("Pair", list[Any], tuple[str, int])
LEFT_OUT = {"table_id", "secret", "revision", "device", "asking", "asking_name", "made_by", "came"}
TABLE_COLUMNS = (*TABLE_FIELDS, "ruleset", "join_on", "event_forms")
MODELS: dict[str, type[Any]] = {**THINGS, "table": Table, "entry": Entry}
Whole = Annotated[int, Field(ge=-(2**31), lt=2**31)]
Reference = Annotated[list[Any], AfterValidator(lambda pair: _thing(pair))]
STATED: dict[str, object] = {
    "id": Id,
    "name": fields.StoredName,
    "visibility": fields.VisibilityLevel,
    "settings": dict[str, fields.Setting],
    "table.event_forms": Annotated[
        dict[str, dict[str, Any]],
        Field(max_length=MOST_KINDS),
        AfterValidator(lambda declared: _declared(declared)),
    ],
    "piece.kind": fields.DocumentKind,
    "piece.name": fields.StoredName,
    "scene.state": Literal["prepared", "active", "ended"],
    "saved.kind": pack.Kind,
    "clock.race": Literal["first", "second", "both"],
    "clock.completed_by": Id,
    "proposal.command": Annotated[dict[str, Any], AfterValidator(lambda command: _proposed(command))],
    "proposal.state": Literal["open", "accepted", "declined", "void"],
    "check.state": Literal["called", "rolled", "resolved", "cancelled", "void"],
    "check.sources": Annotated[
        list[Annotated[dict[str, Any], AfterValidator(lambda value: _source(value))]], Field(max_length=12)
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
    "entry.events": list[Annotated[list[Any], AfterValidator(lambda event: _event(event))]],
    "entry.parts": list[Annotated[dict[str, Any], AfterValidator(lambda part: _part(part))]],
}
"""The bounds of columns that have none from their type or an Add command, keyed "name" or "kind.name"."""
ADDED: dict[str, type[BaseModel]] = {
    "character": AddCharacter,
    "clock": AddClock,
    "condition": AddCondition,
    "note": AddNote,
    "scene": AddScene,
    "tag": AddTag,
    "zone": AddZone,
}
STRICT = ConfigDict(extra="forbid", strict=True)


def document_columns(model: type[Any]) -> dict[str, Column[Any]]:
    """Return the columns of a kind of row that an exported document contains, by name."""
    every = {attribute.key: attribute.columns[0] for attribute in inspect(model).column_attrs}
    if model is Table:
        return {name: every[name] for name in TABLE_COLUMNS}
    unheld = LEFT_OUT | ({"serial"} if model is Entry else set())
    return {name: column for name, column in every.items() if name not in unheld}


@cache
def row_model(kind: str, *, partial: bool = False) -> type[BaseModel]:
    """Return the Pydantic model of a row.

    A document of an earlier release lacks newer columns, so a field is optional if its column is nullable or
    has a default. If `partial` (for values before and after a change), all fields are optional, and fields
    that undo does not restore are left out.
    """
    described: dict[str, Any] = {}
    for name, column in document_columns(MODELS[kind]).items():
        if partial and (name in UNKEPT or (kind == "table" and name not in TABLE_FIELDS)):
            continue
        bounds = _bounds(kind, name, column)
        default = None if partial else _default(column)
        described[name] = (bounds | None if column.nullable else bounds, default)
    if kind == "entry":
        described["heard"] = (list[Id], ...)
    return create_model(f"{kind.title()}{'Change' if partial else 'Row'}", __config__=STRICT, **described)


def _default(column: Column[Any]) -> Any:
    """Return the default of a document's field; `...` for one that every document must have."""
    if column.default is None and not column.nullable:
        return ...
    return Field(default_factory=lambda: column_default(column))


def _bounds(kind: str, name: str, column: Column[Any]) -> Any:
    for stated in (f"{kind}.{name}", name):
        if stated in STATED:
            return STATED[stated]
    if kind in ADDED and name in ADDED[kind].model_fields:
        return field_type(ADDED[kind].model_fields[name])
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


# ---- the parts of a journal entry ----------------------------------------------------------------


def _is_id(value: object) -> bool:
    """Return whether a value can be the id of a row in every database; 0 stands for the table's row."""
    return type(value) is int and 0 <= value <= LARGEST_ID


def _thing(pair: Pair, known: Collection[str] = THINGS) -> Pair:
    if len(pair) != 2 or str(pair[0]) not in known or not _is_id(pair[1]):
        raise ValueError("a reference must have a known kind and a valid id")
    return pair


def _part(part: dict[str, object]) -> dict[str, object]:
    """Check one part of an entry, and the references in it."""
    if not {"summary", "masked", "about"} <= set(part) <= PART or not isinstance(part["summary"], str):
        raise ValueError(PART_FIELDS)
    if "change" in part:
        _thing(load_value(Change, part["change"]).thing)
    if not isinstance(part.get("run", 0), int):
        raise ValueError("a part's “run” must be a number of segments")
    if part.get("head", DEED) not in (DEED, OUTCOME):
        raise ValueError(f"a part's “head” must be “{DEED}” or “{OUTCOME}”")
    if not isinstance(part["masked"], str | None) or not isinstance(part["about"], list):
        raise ValueError(PART_FIELDS)
    TypeAdapter(list[Reference]).validate_python(part["about"], strict=True)
    return part


def _event(event: list[Any]) -> list[Any]:
    """Check an event of an entry: its kind, then its facts; those of unknown kinds are kept as they are."""
    if not event or not isinstance(event[0], str) or len(event[0]) > LONGEST_KIND:
        raise ValueError("an event must begin with its kind")
    read = load_event(event)
    if isinstance(read, Unread) and read.kind in kinds():
        raise ValueError(f"an event “{read.kind}” must have the facts of its kind")
    if isinstance(read, Event):
        for _, thing in read.refs:
            _thing(thing, NAMEABLE)
    return event


def _declared(declared: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Check what a table stores of the kinds of events that it has used."""
    for name, kind in declared.items():
        read_declaration(name, kind)
    return declared


def _source(source: dict[str, object]) -> dict[str, object]:
    """Check a source added by hand, which must have an amount."""
    found = fields.FreeSource.model_validate(source, strict=True)
    if found.amount is None:
        raise ValueError("a source must have an amount")
    return found.model_dump()


def _rolled(raw: dict[str, object]) -> RollRecord:
    """Check the record of a roll: the modifiers that counted, its hazards and the applied effects."""
    found = RollRecord.parse(raw)
    for thing in (*found.hazards, *(modifier.thing for modifier in found.counted if modifier.thing)):
        _thing(thing)
    for part in found.applied:
        _event(part) if isinstance(part, list) else _part(dict(part))
    return found


def _proposed(command: dict[str, Any]) -> dict[str, object]:
    """Check that a proposal holds a command that screens can describe."""
    held = [command[noun] for noun in NOUNS if command.get(noun) is not None]
    if not all(type(value) in (int, str) for value in held):
        raise ValueError("a proposal must name things by their ids")
    try:
        proposable()[command["do"]].format(
            **{**FIELD_DEFAULTS, **command, **dict.fromkeys(named_kinds(command), "")}
        )
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError("a proposal must contain a command that can be proposed") from error
    return command


def _change(change: dict[str, Any]) -> dict[str, object]:
    """Check that a change names a thing and fields that undo may restore, with valid values."""
    kind = str(change.get("kind"))
    if not {"kind", "id", "before", "after"} <= set(change) <= {"kind", "id", "before", "after", "new"}:
        raise ValueError("a change must have “kind”, “id”, “before” and “after”, and can have “new”")
    if (kind not in THINGS and kind != "table") or not _is_id(change["id"]):
        raise ValueError("a change's “kind” and “id” must name a thing or the table")
    for side in ("before", "after"):
        row_model(kind, partial=True).model_validate(change[side])
    if set(change["before"]) != set(change["after"]):
        raise ValueError("a change must have each field's value before and after")
    return change
