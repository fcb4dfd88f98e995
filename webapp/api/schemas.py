"""JSON Schemas made from the classes that validate commands and describe views."""

import json
from dataclasses import fields, is_dataclass
from typing import Any, get_type_hints

from pydantic import TypeAdapter

from webapp.rules.effects import ModifierKind
from webapp.rules.events import Event, Prose, facts_of, kinds
from webapp.table.command import Command
from webapp.table.commands import commands
from webapp.table.create import NewTable
from webapp.views import check_views, view_types
from webapp.views.recap import Story
from webapp.views.view_types import LineView, TableView

Schema = dict[str, Any]
REFERENCE = "#/components/schemas/{model}"
PUBLIC_NAMES = {"View": "", "ModifierKind": "Modifier"}
"""Maps endings of class names to those of schema names, which stay the same if a class is renamed."""
LIMITS = {"maxLength", "maximum", "minimum"}
TEXT: Schema = {"type": "string"}
NUMBER: Schema = {"type": "integer"}
ANYTHING: Schema = {"type": "object"}
CURSOR: Schema = {
    "type": "string",
    "description": "this role's position in the table's changes, as <epoch>-<revision>",
}
REVISION: Schema = {"type": "integer", "description": "how many changes this role has been able to see"}
EARLIER: Schema = {
    "type": "integer",
    "description": "present if there may be earlier lines: send it as `before` to get them",
}
EARLIER_SCENES: Schema = {
    "type": "integer",
    "description": "send this as `part` to get the scenes before these; absent if there are none",
}


def schema_reference(name: str) -> Schema:
    """Return a reference to the schema with this name."""
    return {"$ref": REFERENCE.format(model=name)}


def command_schemas() -> dict[str, Schema]:
    """Return one schema per command by its name, the shared schemas, and `command` for any command."""
    known = {name: command_schema(name, kind) for name, kind in commands().items()}
    parts = {name: part for schema in known.values() for name, part in schema.pop("$defs", {}).items()}
    mapping = {name: REFERENCE.format(model=name) for name in known}
    any_of_them = {
        "oneOf": [schema_reference(name) for name in known],
        "discriminator": {"propertyName": "do", "mapping": mapping},
    }
    return {"command": any_of_them, **parts, **known}


def view_schemas() -> dict[str, Schema]:
    """Return the schemas of GET answers: `Table`, its things, `Line`, `Story`, `Effect`."""
    made: Schema = {}
    for name, kind in (("Table", TableView), ("Line", LineView), ("Story", Story)):
        schema = TypeAdapter(kind).json_schema(mode="serialization", ref_template=REFERENCE)
        made |= schema.pop("$defs", {}) | {name: schema}
    made["ModifierKind"]["enum"] = [str(kind) for kind in ModifierKind.listed()]
    sent = {
        name: _sent_only(name, _without_limits(schema)) for name, schema in made.items() if name != "Absent"
    }
    text = json.dumps(sent)
    for name, public in PUBLIC_NAMES.items():
        text = text.replace(f'{name}"', f'{public}"')
    tidy: dict[str, Schema] = json.loads(text)
    tidy["Line"]["properties"]["events"] = list_of(schema_reference("Event"))
    tidy["Line"]["required"].append("events")
    return tidy


def event_schemas() -> dict[str, Schema]:
    """Return one schema per kind of event by its name, and `Event` for any of them.

    Each fact that a role may not know is absent.
    """
    known = {f"event.{name}": _event_schema(name, kind) for name, kind in sorted(kinds().items())}
    del known[f"event.{Prose.kind}"]
    thing = closed_object(kind=TEXT, id=NUMBER)
    thing["properties"]["name"] = TEXT
    return {"Event": {"oneOf": [schema_reference(name) for name in known]}, "EventThing": thing, **known}


def _event_schema(name: str, kind: type[Event]) -> Schema:
    said = " ".join((kind.__doc__ or "").split())
    facts = {fact: _fact_schema(kind, fact) for fact in facts_of(kind)}
    named: Schema = {"type": "object", "properties": {"kind": {"const": name}, **facts}, "required": ["kind"]}
    return {"description": said, **named}


def _fact_schema(kind: type[Event], name: str) -> Schema:
    fact = facts_of(kind)[name]
    if fact.is_ref or fact.is_list:
        thing = schema_reference("EventThing")
        return list_of(thing) if fact.is_list else thing
    if fact.parts is not None:
        parts = {part: _fact_schema(fact.parts, part) for part in facts_of(fact.parts)}
        return list_of({"type": "object", "properties": parts})
    if fact.is_counts:
        return {"type": "object", "additionalProperties": NUMBER}
    schema: Schema = without_titles(TypeAdapter(get_type_hints(kind)[name]).json_schema())
    return schema


def command_schema(name: str, kind: type[Command]) -> Schema:
    """Return the schema of one command; shared schemas are in its `$defs`."""
    schema = without_titles(kind.model_json_schema(ref_template=REFERENCE))
    properties = {"do": {"const": name}, **schema["properties"]}
    for field in properties.values():
        _name_effects(field)
    required = ["do", *schema.get("required", [])]
    return {**schema, "properties": properties, "required": required}


def _name_effects(field: Schema) -> None:
    """Declare a command's lists of plain objects as lists of effects."""
    for value in [field, *field.get("anyOf", [])]:
        items = value.get("items", {})
        if items.get("type") == "object" and "properties" not in items:
            value["items"] = schema_reference("Effect")


def without_titles(schema: Any) -> Any:
    """Return a schema without titles, which only repeat names."""
    if isinstance(schema, dict):
        return {
            key: without_titles(value)
            for key, value in schema.items()
            if key != "title" or not isinstance(value, str)
        }
    return [without_titles(value) for value in schema] if isinstance(schema, list) else schema


# ---- responses ------------------------------------------------------------------------------------


def _sent_only(name: str, schema: Schema) -> Schema:
    """Return a schema without fields that only pages use; fields that may be absent become optional."""
    schema = without_titles(schema)
    properties = schema.get("properties")
    if properties is None:
        return schema
    hidden = _page_only(name)
    optional = {field for field, value in properties.items() if _may_be_absent(value)}
    schema["properties"] = {
        field: _without_absent(value) for field, value in properties.items() if field not in hidden
    }
    schema["required"] = [
        field for field in schema.get("required", []) if field not in hidden and field not in optional
    ]
    return schema


def _without_limits(schema: Any) -> Any:
    """Return a response's schema without the limits of its values: they bind what a game may make."""
    if isinstance(schema, dict):
        return {key: _without_limits(value) for key, value in schema.items() if not _is_limit(key, value)}
    return [_without_limits(value) for value in schema] if isinstance(schema, list) else schema


def _is_limit(key: str, value: object) -> bool:
    return (key in LIMITS and not isinstance(value, dict)) or (key == "additionalProperties" and not value)


def _page_only(name: str) -> set[str]:
    held = vars(view_types) | vars(check_views)
    kind = held.get(name) or held.get(f"{name}View")
    if kind is None or not is_dataclass(kind):
        return set()
    return {field.name for field in fields(kind) if not field.metadata.get("json", True)}


def _may_be_absent(field: Schema) -> bool:
    return any(value == schema_reference("Absent") for value in field.get("anyOf", ()))


def _without_absent(field: Schema) -> Schema:
    if not _may_be_absent(field):
        return field
    left = [value for value in field["anyOf"] if value != schema_reference("Absent")]
    rest = {key: value for key, value in field.items() if key not in ("anyOf", "default")}
    return {**rest, **(left[0] if len(left) == 1 else {"anyOf": left})}


# ---- other schemas --------------------------------------------------------------------------------


def closed_object(**properties: Schema) -> Schema:
    """Return the schema of an object that requires these fields."""
    return {"type": "object", "properties": properties, "required": list(properties)}


def list_of(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def shapes() -> dict[str, Schema]:
    """Return the schemas of requests and answers, by name."""
    per_role = closed_object(gm=TEXT, player=TEXT, tv=TEXT)
    place = {"revision": REVISION, "cursor": CURSOR}
    new_table: Schema = without_titles(NewTable.model_json_schema())
    return {
        "Error": closed_object(error=_error()),
        "NewTable": {"oneOf": [new_table, closed_object(**{"import": schema_reference("Export")})]},
        "Started": closed_object(
            table=TEXT, name=TEXT, ruleset=TEXT, **place, keys=per_role, links=per_role, join_code=TEXT
        ),
        "TableNow": {
            "allOf": [
                schema_reference("Table"),
                closed_object(**place, journal=list_of(schema_reference("Line"))),
            ]
        },
        "Journal": {
            **(held := closed_object(journal=list_of(schema_reference("Line")))),
            "properties": {**held["properties"], "earlier": EARLIER},
        },
        "Recap": {
            "allOf": [
                schema_reference("Story"),
                closed_object(markdown={**TEXT, "description": "the recap in Markdown"}),
                {"type": "object", "properties": {"earlier": EARLIER_SCENES}},
            ]
        },
        "Told": closed_object(**place, result=ANYTHING, summary=TEXT),
        "Change": closed_object(
            revision=REVISION, summary=TEXT, changed=_changed(), events=list_of(schema_reference("Event"))
        ),
        "Screens": closed_object(screens=list_of(_screen())),
        "Export": {
            **ANYTHING,
            "description": "the table, without keys and players' private notes, as an importable document",
        },
        "Rulesets": closed_object(
            rulesets=list_of(closed_object(ruleset=TEXT, name=TEXT, pitch=TEXT, **_of_a_game()))
        ),
        "Calculation": {**ANYTHING, "description": "the calculation's input fields, as in its example"},
        "Calculated": {**ANYTHING, "description": "the calculation's result, as in its example"},
        "OpenApi": {**ANYTHING, "description": "this description, OpenAPI 3.1"},
        "Health": closed_object(database={"enum": ["ok", "no answer"]}, bus={"enum": ["ok", "degraded"]}),
        "Metrics": {**TEXT, "description": "metrics in Prometheus text format"},
    }


def _changed() -> Schema:
    words = (
        'the changed things, as "clock:7"; only "table" if the missed changes cannot be listed, because they '
        "are too many or a backup was restored"
    )
    return {**list_of(TEXT), "description": words}


def _error() -> Schema:
    said = closed_object(
        code=TEXT, message={**TEXT, "description": "a sentence that says what is wrong and what to do"}
    )
    said["properties"]["fields"] = {
        "type": "object",
        "additionalProperties": TEXT,
        "description": "the invalid fields, each with the reason",
    }
    return said


def _screen() -> Schema:
    """Return the schema of one holder's line in the list of screens."""
    states: Schema = {
        "enum": ["here", "behind", "asleep", "gone", "away"],
        "description": (
            "here: open and up to date; behind: open, but with missed changes; asleep: open in the "
            "background; gone: closed, or silent for 100 seconds; away: no recent report is known"
        ),
    }
    kinds: Schema = {"enum": ["seat", "guests", "TV", "GM"]}
    since: Schema = {
        "anyOf": [TEXT, {"type": "null"}],
        "description": "when the page fell asleep or disappeared; null in other states",
    }
    count: Schema = {
        **NUMBER,
        "description": "how many of this holder's pages are here or behind; 1 if none is",
    }
    behind: Schema = {
        "anyOf": [NUMBER, {"type": "null"}],
        "description": (
            "how many changes a page that is behind has missed; 0 in other states; null if the page is from "
            "before a restore"
        ),
    }
    return closed_object(name=TEXT, what=kinds, state=states, since=since, behind=behind, count=count)


def _of_a_game() -> dict[str, Schema]:
    lists = ("attributes", "ladder", "actions", "catalogue", "clock_kinds")
    return {**{name: list_of(ANYTHING) for name in lists}, "effect_modifiers": list_of(TEXT)}
