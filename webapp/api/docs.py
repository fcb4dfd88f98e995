"""The API's documentation: a page for people, and OpenAPI for programs, both made from the code."""

import json
import re
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, render_template
from markupsafe import Markup

from webapp.api.answers import JSON, json_text
from webapp.api.calls import CALLS, EVERYBODY, Call, CommandExample, command_examples
from webapp.api.hooks import hook_reference
from webapp.api.openapi import ERRORS, build_openapi
from webapp.api.schemas import Schema, command_schemas
from webapp.pages.page_cache import BASE, cached_page
from webapp.rules.calculator import examples
from webapp.rules.game import INTERFACE
from webapp.rules.name_keys import LONGEST_NAME
from webapp.state.audience import Role
from webapp.table.command import Command
from webapp.table.commands import commands
from webapp.table.fields import LONGEST_TYPED

blueprint = Blueprint("docs", __name__)
page = Blueprint("api-page", __name__)


@blueprint.get("/openapi.json")
def openapi() -> Response:
    """Return this API as OpenAPI 3.1, made from the definitions that validate requests."""
    return cached_page(lambda: json_text(build_openapi()), JSON)


@page.get("/api")
def explain() -> Response:
    """Show every call and every command, with fields and an example."""
    return cached_page(_explained)


def _explained() -> str:
    schemas = command_schemas()
    return render_template(
        "pages/api.html",
        calls=CALLS,
        commands=[_command(name, kind, schemas[name]) for name, kind in commands().items()],
        calculations=examples(),
        errors=ERRORS,
        hooks=hook_reference(),
        interface=INTERFACE,
        coded=mark_code,
        curl=curl_command,
        compact=json.dumps,
        pretty=pretty_json,
    )


@dataclass(frozen=True)
class FieldDoc:
    """A field of a command as the API page describes it."""

    name: str
    type: str
    needed: bool
    default: str
    meaning: str


@dataclass(frozen=True)
class CommandDoc:
    """A command as the API page describes it."""

    name: str
    text: str
    who: str
    fields: list[FieldDoc]
    example: str
    result: str


def _command(name: str, kind: type[Command], schema: Schema) -> CommandDoc:
    example = command_examples().get(name, CommandExample())
    return CommandDoc(
        name=name,
        text=" ".join((kind.__doc__ or "").split()),
        who=", ".join(str(role) for role in reversed(Role) if role in kind.roles),
        fields=[
            _field(field, value, schema) for field, value in schema["properties"].items() if field != "do"
        ],
        example=json.dumps({"do": name, **example.send}),
        result=json.dumps(example.result),
    )


def _field(name: str, field: Schema, schema: Schema) -> FieldDoc:
    default = field.get("default")
    return FieldDoc(
        name=name,
        type=describe_type(field),
        needed=name in schema["required"],
        default="" if default in (None, [], {}) else json.dumps(default),
        meaning=field_meaning(field),
    )


def field_meaning(field: Schema) -> str:
    """Return a field's own description; "" if it has none."""
    own = (value.get("description") for value in (field, *field.get("anyOf", ())))
    return next((str(words) for words in own if words), "")


def curl_command(call: Call) -> str:
    """Return the call as a curl command to type in a terminal."""
    parts = [f"curl {BASE}{call.path.replace('{table}', '$TABLE')}"]
    if call.who != EVERYBODY:
        parts.append('-H "Authorization: Bearer $KEY"')
    if call.method == "POST":
        body = json.dumps(call.example or {})
        parts += ['-H "Content-Type: application/json"', f"-d '{body}'"]
    return " \\\n  ".join(parts)


def mark_code(words: str) -> Markup:
    """Return HTML in which text between backticks is marked as code."""
    parts = enumerate(words.split("`"))
    return Markup("").join(Markup("<code>{}</code>").format(part) if n % 2 else part for n, part in parts)


def pretty_json(value: Any) -> str:
    """Return a value as indented JSON; a text is returned unchanged."""
    return value if isinstance(value, str) else json.dumps(value, indent=2, ensure_ascii=False)


# ---- types in words -------------------------------------------------------------------------------


def describe_type(field: Schema) -> str:
    """Describe a field's values: "whole number 1 to 100", "one of gm, player, tv", "id, or null"."""
    if "anyOf" in field:
        kinds = [describe_type(value) for value in field["anyOf"]]
        return " or ".join(kinds[:-1]) + (", or null" if kinds[-1] == "null" else f" or {kinds[-1]}")
    if "enum" in field:
        return "one of " + ", ".join(field["enum"])
    if "$ref" in field:
        return re.sub(r"\B([A-Z])", r" \1", field["$ref"].rpartition("/")[2]).lower()
    kind = str(field.get("type", "anything"))
    return {"string": _text, "integer": _number, "array": _list}.get(kind, _plain)(field)


def _text(field: Schema) -> str:
    longest = field.get("maxLength")
    if longest == LONGEST_TYPED:  # the limit before combining marks are subtracted
        return f"string, one line, up to {LONGEST_NAME} characters"
    if longest is not None:
        return f"string, up to {longest} characters"
    return "string, a key in lowercase" if "pattern" in field else "string"


def _number(field: Schema) -> str:
    if field.get("exclusiveMaximum") == 2**31:
        return "id"
    low, high = field.get("minimum"), field.get("maximum")
    return f"whole number {low} to {high}" if low is not None and high is not None else "whole number"


def _list(field: Schema) -> str:
    most = f" of up to {field['maxItems']}" if "maxItems" in field else ""
    return f"list{most}: {describe_type(field['items'])}"


def _plain(field: Schema) -> str:
    words = {"boolean": "true or false", "null": "null", "object": "object"}
    return words.get(str(field.get("type")), "anything")
