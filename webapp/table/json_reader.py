"""Read JSON strictly: no duplicate fields, no NaN, no infinities, limited nesting.

Pydantic's parser keeps the last of two fields with one name, so Python's parser is used, with a hook.
"""

import json
import math
from collections import Counter
from collections.abc import Iterator

from webapp.table.refusals import MalformedJson

DEEPEST = 40


class DuplicateField(ValueError):
    """Raised for a field that occurs twice in one object."""

    def __init__(self, field: str) -> None:
        super().__init__(f"“{field[:80]}” appears twice in one object")
        self.field = field


def read_json(body: bytes) -> object:
    """Return the parsed JSON of a request's body; raise MalformedJson with the reason if it is wrong."""
    try:
        value = parse_json(body.decode())
    except (ValueError, RecursionError) as error:
        raise MalformedJson(f"This is not valid JSON: {reason(error)}.") from error
    if any(depth >= DEEPEST for depth, _ in enumerate(nesting_levels(value))):
        raise MalformedJson(f"This is nested more than {DEEPEST} levels deep.")
    return value


def parse_json(text: str | bytes) -> object:
    """Return the parsed JSON of a text; raise ValueError or RecursionError if it is wrong."""
    return json.loads(
        text, parse_constant=_refuse_constant, parse_float=_finite, object_pairs_hook=_without_duplicates
    )


def nesting_levels(value: object) -> Iterator[list[object]]:
    """Yield a document's values level by level, outermost first; the keys of objects are included."""
    level = [value]
    while level:
        yield level
        level = [part for container in level for part in _parts(container)]


def reason(error: Exception) -> str:
    """Return why a text is not JSON, as the end of a sentence."""
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg[:1].lower()}{error.msg[1:]} (line {error.lineno}, column {error.colno})"
    if isinstance(error, UnicodeDecodeError):
        return "it is not UTF-8"
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    if isinstance(error, DuplicateField):
        return str(error)
    return str(error) if len(str(error)) < 60 else "a number is too large"


def _refuse_constant(name: str) -> None:
    raise ValueError(f"JSON does not allow {name}")


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError("a number is too large")
    return number


def _without_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise DuplicateField(Counter(name for name, _ in pairs).most_common(1)[0][0])
    return found


def _parts(value: object) -> list[object]:
    if isinstance(value, dict):
        return [*value, *value.values()]
    return value if isinstance(value, list) else []
