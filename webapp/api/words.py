"""A JSON Schema in words, for the page that explains the commands."""

from webapp.api.schemas import Schema
from webapp.table.fields import LONGEST_NAME, LONGEST_TYPED


def in_words(field: Schema) -> str:
    """What a field takes: "whole number 1 to 100", "one of gm, player, tv", "id or null"."""
    if "anyOf" in field:
        return " or ".join(in_words(each) for each in field["anyOf"])
    if "enum" in field:
        return "one of " + ", ".join(field["enum"])
    if "$ref" in field:
        return str(field["$ref"].rpartition("/")[2]).lower()
    kind = str(field.get("type", "anything"))
    return {"string": _text, "integer": _number, "array": _list}.get(kind, _plain)(field)


def _text(field: Schema) -> str:
    longest = field.get("maxLength")
    if longest == LONGEST_TYPED:  # people count fewer
        return f"text, one line, 1 to {LONGEST_NAME} characters"
    if longest is not None:
        return f"text, up to {longest} characters"
    return "a word in small letters" if "pattern" in field else "text"


def _number(field: Schema) -> str:
    if field.get("exclusiveMaximum") == 2**31:
        return "id"
    low, high = field.get("minimum"), field.get("maximum")
    return f"whole number {low} to {high}" if low is not None and high is not None else "whole number"


def _list(field: Schema) -> str:
    most = f", at most {field['maxItems']}" if "maxItems" in field else ""
    return f"list: {in_words(field['items'])}{most}"


def _plain(field: Schema) -> str:
    words = {"boolean": "true or false", "null": "null", "object": "object"}
    return words.get(str(field.get("type")), "anything")
