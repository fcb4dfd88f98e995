"""JSON Schemas made from the very classes that validate commands and that hold what screens are told."""

import json
from dataclasses import fields, is_dataclass
from typing import Any

from pydantic import TypeAdapter

from webapp.screens import check_views, views
from webapp.screens.recap import Story
from webapp.screens.views import LineView, TableView
from webapp.table.command import Command
from webapp.table.commands import commands
from webapp.table.create import NewTable

Schema = dict[str, Any]
REFERENCE = "#/components/schemas/{model}"
TEXT: Schema = {"type": "string"}
NUMBER: Schema = {"type": "integer"}
ANYTHING: Schema = {"type": "object"}
CURSOR: Schema = {"type": "string", "description": "where this role stands: <epoch>-<revision>"}
REVISION: Schema = {"type": "integer", "description": "how many changes this role could see"}

EARLIER: Schema = {"type": "integer", "description": "names what comes before this, where there may be more"}


def reference(name: str) -> Schema:
    """A reference to one of the schemas below."""
    return {"$ref": REFERENCE.format(model=name)}


def command_schemas() -> dict[str, Schema]:
    """One schema for each command, named as the command is; what they share; `command` for any of them."""
    known = {name: _command(name, kind) for name, kind in commands().items()}
    parts = {name: part for schema in known.values() for name, part in schema.pop("$defs", {}).items()}
    mapping = {name: REFERENCE.format(model=name) for name in known}
    any_of_them = {
        "oneOf": [reference(name) for name in known],
        "discriminator": {"propertyName": "do", "mapping": mapping},
    }
    return {"command": any_of_them, **parts, **known}


def view_schemas() -> dict[str, Schema]:
    """What GET answers: `Table` and the things on it, `Line` of the journal, `Story`, `Effect`."""
    made: Schema = {}
    for name, kind in (("Table", TableView), ("Line", LineView), ("Story", Story)):
        schema = TypeAdapter(kind).json_schema(mode="serialization", ref_template=REFERENCE)
        made |= schema.pop("$defs", {}) | {name: schema}
    text = json.dumps({name: _sent_only(name, schema) for name, schema in made.items() if name != "Absent"})
    tidy: dict[str, Schema] = json.loads(text.replace('View"', '"'))
    return tidy


def _command(name: str, kind: type[Command]) -> Schema:
    schema = plain(kind.model_json_schema(ref_template=REFERENCE))
    properties = {"do": {"const": name}, **schema["properties"]}
    for field in properties.values():
        _name_effects(field)
    required = ["do", *schema.get("required", [])]
    return {**schema, "properties": properties, "required": required}


def _name_effects(field: Schema) -> None:
    """A list of plain objects in a command is a list of effects."""
    for each in [field, *field.get("anyOf", [])]:
        if each.get("items", {}).get("type") == "object":
            each["items"] = reference("Effect")


def plain(schema: Any) -> Any:
    """A schema without the titles that only repeat names."""
    if isinstance(schema, dict):
        return {
            key: plain(each) for key, each in schema.items() if key != "title" or not isinstance(each, str)
        }
    return [plain(each) for each in schema] if isinstance(schema, list) else schema


# ---- what leaves the server ----------------------------------------------------------------------


def _sent_only(name: str, schema: Schema) -> Schema:
    """Without the fields that only pages use; those that may be absent are not required."""
    schema = plain(schema)
    properties = schema.get("properties")
    if properties is None:
        return schema
    hidden = _page_only(name)
    optional = {field for field, each in properties.items() if _may_be_absent(each)}
    schema["properties"] = {
        field: _without_absent(each) for field, each in properties.items() if field not in hidden
    }
    schema["required"] = [
        field for field in schema.get("required", []) if field not in hidden and field not in optional
    ]
    return schema


def _page_only(name: str) -> set[str]:
    held = vars(views) | vars(check_views)
    kind = held.get(name) or held.get(f"{name}View")
    if kind is None or not is_dataclass(kind):
        return set()
    return {each.name for each in fields(kind) if not each.metadata.get("json", True)}


def _may_be_absent(field: Schema) -> bool:
    return any(each == reference("Absent") for each in field.get("anyOf", ()))


def _without_absent(field: Schema) -> Schema:
    if not _may_be_absent(field):
        return field
    left = [each for each in field["anyOf"] if each != reference("Absent")]
    rest = {key: each for key, each in field.items() if key not in ("anyOf", "default")}
    return {**rest, **(left[0] if len(left) == 1 else {"anyOf": left})}


# ---- what no command and no view describes --------------------------------------------------------


def closed(**properties: Schema) -> Schema:
    """An object with exactly these fields."""
    return {"type": "object", "properties": properties, "required": list(properties)}


def list_of(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def shapes() -> dict[str, Schema]:
    """What is sent and answered, by name."""
    per_role = closed(gm=TEXT, player=TEXT, tv=TEXT)
    place = {"revision": REVISION, "cursor": CURSOR}
    new_table: Schema = plain(NewTable.model_json_schema())
    return {
        "Error": closed(error=_error()),
        "NewTable": {"oneOf": [new_table, closed(**{"import": reference("Export")})]},
        "Started": closed(
            table=TEXT, name=TEXT, ruleset=TEXT, **place, keys=per_role, links=per_role, join_code=TEXT
        ),
        "TableNow": {"allOf": [reference("Table"), closed(**place, journal=list_of(reference("Line")))]},
        "Journal": {
            **(held := closed(journal=list_of(reference("Line")))),
            "properties": {**held["properties"], "earlier": EARLIER},
        },
        "Recap": {
            "allOf": [
                reference("Story"),
                closed(markdown={**TEXT, "description": "the story in Markdown"}),
                {"type": "object", "properties": {"earlier": EARLIER}},
            ]
        },
        "Told": closed(**place, result=ANYTHING, summary=TEXT),
        "Change": closed(revision=REVISION, summary=TEXT, changed=list_of(TEXT)),
        "Screens": closed(screens=list_of(_screen())),
        "Export": {**ANYTHING, "description": "the whole table without its keys; import takes it back"},
        "Rulesets": closed(rulesets=list_of(closed(ruleset=TEXT, name=TEXT, pitch=TEXT, **_of_a_game()))),
        "Calculation": {**ANYTHING, "description": "the fields of this calculation, as its example has them"},
        "Calculated": {**ANYTHING, "description": "what came out, as its example has it"},
        "OpenApi": {**ANYTHING, "description": "this description, OpenAPI 3.1"},
        "Health": closed(database=TEXT, bus=TEXT),
        "Metrics": {**TEXT, "description": "the text format of Prometheus"},
    }


def _error() -> Schema:
    said = closed(code=TEXT, message={**TEXT, "description": "a sentence a person can act on"})
    said["properties"]["fields"] = {
        "type": "object",
        "additionalProperties": TEXT,
        "description": "what is wrong, by field",
    }
    return said


def _screen() -> Schema:
    """One holder's screens, as their pages said."""
    states: Schema = {"enum": ["here", "behind", "asleep", "gone", "away"]}
    kinds: Schema = {"enum": ["seat", "guests", "TV", "GM"]}
    since: Schema = {"anyOf": [TEXT, {"type": "null"}]}
    behind: Schema = {"anyOf": [NUMBER, {"type": "null"}], "description": "changes; null: before a restore"}
    return closed(name=TEXT, what=kinds, state=states, since=since, behind=behind, count=NUMBER)


def _of_a_game() -> dict[str, Schema]:
    lists = ("attributes", "ladder", "actions", "catalogue", "clock_kinds")
    return {**{name: list_of(ANYTHING) for name in lists}, "effect_modifiers": list_of(TEXT)}
