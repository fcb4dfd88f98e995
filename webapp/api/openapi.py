"""The API as OpenAPI 3.1, made from the commands, the views and the routes."""

from functools import cache
from importlib.metadata import version
from typing import Any

from webapp.api.calls import CALLS, EVERYBODY, Call, command_examples
from webapp.api.requests import SEAT
from webapp.api.schemas import (
    Schema,
    command_schemas,
    event_schemas,
    schema_reference,
    shapes,
    view_schemas,
)
from webapp.rules.calculator import examples

CONTENT = {"Change": "text/event-stream", "Metrics": "text/plain"}
ERRORS = {
    400: "The request is malformed, or its body is not valid JSON.",
    401: "The key is missing, unknown or revoked.",
    403: "This role or seat may not do this; the message says why.",
    404: (
        "The table or thing does not exist, the key belongs to another table, "
        "or this role may not see the thing."
    ),
    405: "This address does not accept this method.",
    408: "The request's body did not arrive in time.",
    409: (
        "The rules or the table's current state do not allow this, perhaps because of an earlier change; "
        "the message says why."
    ),
    413: "The request is larger than 64 KB (a GM's pack: 1 MB, an import: 8 MB).",
    415: "The request was not sent as application/json.",
    422: (
        "A field is unknown, missing or invalid (`fields` says which), the idempotency key was used for "
        "another command, or the table already has as many things of one kind as it may have."
    ),
    429: (
        "Too many requests of one kind (wrong keys, new tables, commands, uploads), or the table's storage, "
        "the share of a seat or of a link's guests, or the server is full; Retry-After says how many seconds "
        "to wait."
    ),
    500: "Something went wrong on the server; the request changed nothing.",
    503: (
        "The server is busy, or its database does not respond (with the code `away`, the change may have "
        "been saved); Retry-After says how many seconds to wait."
    ),
    507: "The server's disk is full; the change was not saved.",
}
INTRODUCTION = (
    "Programs send the same commands as Tableside's pages. Every change at a table is one POST of a "
    "command. Every response contains only what the key's role may see."
)


def build_openapi() -> Schema:
    """Return the whole OpenAPI description; it changes only with the code."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "Tableside", "version": version("tableside"), "description": INTRODUCTION},
        "servers": [{"url": "/"}],
        "security": [{"key": []}],
        "paths": _paths(),
        "components": _components(),
    }


@cache
def _components() -> Schema:
    examples = command_examples()
    schemas = {**shapes(), **view_schemas(), **event_schemas(), **command_schemas()}
    for name, example in examples.items():
        schemas[name]["examples"] = [{"do": name, **example.send}]
    return {
        "schemas": schemas,
        "responses": {str(status): _refusal(status, words) for status, words in ERRORS.items()},
        "securitySchemes": {
            "key": {
                "type": "http",
                "scheme": "bearer",
                "description": "the key of one of the table's links: the part after /k/",
            }
        },
    }


def _refusal(status: int, words: str) -> Schema:
    described: Schema = {"description": words, "content": _content("Error")}
    if status in (429, 503):
        seconds = {"description": "seconds to wait", "schema": {"type": "integer"}}
        described["headers"] = {"Retry-After": seconds}
    return described


def _paths() -> Schema:
    paths: Schema = {}
    for call in CALLS:
        paths.setdefault(call.path, {})[call.method.lower()] = _operation(call)
    return paths


def _operation(call: Call) -> Schema:
    operation: Schema = {
        "operationId": call.endpoint.rpartition(".")[2],
        "summary": call.text,
        "description": f"Who: {call.who}.",
        "parameters": _parameters(call),
        "responses": {
            str(call.status): {
                "description": "The request succeeded.",
                "content": _content(call.answer_schema, call.answer),
            },
            **{str(status): {"$ref": f"#/components/responses/{status}"} for status in (*call.refuses, 500)},
        },
    }
    if call.who == EVERYBODY:
        operation["security"] = []
    if call.sends:
        operation["requestBody"] = {"required": True, "content": _sent(call)}
    return operation


def _content(shape: str, example: Any = None) -> Schema:
    described: Schema = {"schema": schema_reference(shape)}
    if example is not None:
        described["example"] = example
    return {CONTENT.get(shape, "application/json"): described}


def _sent(call: Call) -> Schema:
    described: Schema = {"schema": schema_reference(call.sends or "")}
    if call.sends == "command":
        described["examples"] = {
            name: {"value": {"do": name, **example.send}} for name, example in command_examples().items()
        }
    elif call.sends == "Calculation":
        described["examples"] = {
            f"{game}.{name}": {"value": pair[0]} for (game, name), pair in examples().items()
        }
    else:
        described["example"] = call.example
    return {"application/json": described}


def _parameters(call: Call) -> list[Schema]:
    words: list[tuple[str, str, str, bool]] = [
        ("table" if name == "table_id" else name, "path", "", True) for name in sorted(call.rule.arguments)
    ]
    words += [(name, "query", text, False) for name, text in call.query.items()]
    words += [(name, "header", text, False) for name, text in call.headers.items()]
    if call.who not in (EVERYBODY, "gm"):
        words.append(
            (
                SEAT,
                "header",
                (
                    "a seat_key from seat.claim or seat.ask, to act from that seat; "
                    "without it, a player acts as a guest"
                ),
                False,
            )
        )
    return [
        {"name": name, "in": place, "required": needed, "schema": {"type": "string"}}
        | ({"description": text} if text else {})
        for name, place, text, needed in words
    ]
