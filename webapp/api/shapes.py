"""The shapes of bodies and answers that no command and no view describes."""

from webapp.api.schemas import Schema, plain, reference
from webapp.table.create import NewTable

TEXT: Schema = {"type": "string"}
NUMBER: Schema = {"type": "integer"}
ANYTHING: Schema = {"type": "object"}
CURSOR: Schema = {"type": "string", "description": "where this role stands: <epoch>-<revision>"}
REVISION: Schema = {"type": "integer", "description": "how many changes this role could see"}


def closed(**properties: Schema) -> Schema:
    """An object with exactly these fields."""
    return {"type": "object", "properties": properties, "required": list(properties)}


def list_of(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def shapes() -> dict[str, Schema]:
    """What is sent and answered, by name."""
    per_role = closed(gm=TEXT, player=TEXT, tv=TEXT)
    place = {"revision": REVISION, "cursor": CURSOR}
    return {
        "Error": closed(error=_error()),
        "NewTable": {"oneOf": [_new_table(), closed(**{"import": reference("Export")})]},
        "Started": closed(
            table=TEXT, name=TEXT, ruleset=TEXT, **place, keys=per_role, links=per_role, join_code=TEXT
        ),
        "TableNow": {
            "allOf": [reference("Table"), closed(**place, journal=list_of(reference("Line")))],
        },
        "Journal": closed(journal=list_of(reference("Line"))),
        "Recap": {
            "allOf": [
                reference("Story"),
                closed(markdown={**TEXT, "description": "the whole story in Markdown"}),
            ]
        },
        "Told": closed(**place, result=ANYTHING, summary=TEXT),
        "Change": closed(revision=REVISION, summary=TEXT, changed=list_of(TEXT)),
        "Screens": closed(screens=list_of(_screen())),
        "Export": {
            **ANYTHING,
            "description": "the whole table without its keys; import takes it back",
        },
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


def _new_table() -> Schema:
    schema: Schema = plain(NewTable.model_json_schema())
    return schema


def _of_a_game() -> dict[str, Schema]:
    lists = ("attributes", "ladder", "actions", "catalogue", "clock_kinds")
    return {**{name: list_of(ANYTHING) for name in lists}, "effect_modifiers": list_of(TEXT)}
