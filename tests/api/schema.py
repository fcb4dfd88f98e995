"""A small reader of JSON Schema, as much of it as the API's description uses, for tests."""

import re
from typing import Any

KNOWN = {
    *("$ref", "type", "properties", "required", "additionalProperties", "description", "default", "const"),
    *("enum", "anyOf", "oneOf", "allOf", "items", "prefixItems", "minItems", "maxItems", "minLength"),
    *("maxLength", "pattern", "minimum", "maximum", "exclusiveMaximum", "exclusiveMinimum", "format"),
    *("propertyNames", "maxProperties", "examples", "discriminator"),
}
TYPES: dict[str, Any] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
}


def admits(schema: dict[str, Any], value: Any, whole: dict[str, Any]) -> bool:
    """Whether the value fits the schema; a keyword this reader does not know is an error."""
    assert set(schema) <= KNOWN, set(schema) - KNOWN
    if "$ref" in schema:
        return admits(_at(schema["$ref"], whole), value, whole)
    if "const" in schema and value != schema["const"]:
        return False
    if "enum" in schema and value not in schema["enum"]:
        return False
    if "type" in schema and not TYPES[schema["type"]](value):
        return False
    return _combined(schema, value, whole) and _within(schema, value, whole)


def _at(reference: str, whole: dict[str, Any]) -> dict[str, Any]:
    found: Any = whole
    for part in reference.removeprefix("#/").split("/"):
        found = found[part]
    schema: dict[str, Any] = found
    return schema


def _combined(schema: dict[str, Any], value: Any, whole: dict[str, Any]) -> bool:
    fits = {
        word: [admits(each, value, whole) for each in schema.get(word, ())]
        for word in ("anyOf", "oneOf", "allOf")
    }
    return (
        ("anyOf" not in schema or any(fits["anyOf"]))
        and ("oneOf" not in schema or sum(fits["oneOf"]) == 1)
        and all(fits["allOf"])
    )


def _within(schema: dict[str, Any], value: Any, whole: dict[str, Any]) -> bool:
    if isinstance(value, dict):
        return _object(schema, value, whole)
    if isinstance(value, list):
        return _list(schema, value, whole)
    if isinstance(value, str):
        return _text(schema, value)
    if isinstance(value, int) and not isinstance(value, bool):
        return _number(schema, value)
    return True


def _object(schema: dict[str, Any], value: dict[str, Any], whole: dict[str, Any]) -> bool:
    properties = schema.get("properties", {})
    if not set(schema.get("required", ())) <= set(value):
        return False
    if len(value) > schema.get("maxProperties", len(value)):
        return False
    others = schema.get("additionalProperties", True)
    for name, each in value.items():
        expected = properties.get(name, others)
        if expected is False or (isinstance(expected, dict) and not admits(expected, each, whole)):
            return False
    return True


def _list(schema: dict[str, Any], value: list[Any], whole: dict[str, Any]) -> bool:
    if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
        return False
    places = schema.get("prefixItems")
    if places is not None:
        return all(admits(each, item, whole) for each, item in zip(places, value, strict=True))
    return "items" not in schema or all(admits(schema["items"], each, whole) for each in value)


def _text(schema: dict[str, Any], value: str) -> bool:
    if not schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value)):
        return False
    return "pattern" not in schema or re.search(schema["pattern"], value) is not None


def _number(schema: dict[str, Any], value: int) -> bool:
    return (
        schema.get("minimum", value) <= value <= schema.get("maximum", value)
        and value < schema.get("exclusiveMaximum", value + 1)
        and value > schema.get("exclusiveMinimum", value - 1)
    )
