"""JSON as strictly as it is written down: no NaN, no infinities, no numbers of thousands of digits, and not
nested without end."""

import json
import math
from collections.abc import Iterator

from webapp.table.refusals import Malformed

DEEPEST = 40


def strict_json(body: bytes) -> object:
    """The value that this text says; Malformed with the reason where it is not JSON."""
    try:
        value = json.loads(body.decode(), parse_constant=_refuse_constant, parse_float=_finite)
    except (ValueError, RecursionError) as error:
        raise Malformed(f"This is not JSON: {_why(error)}.") from error
    if any(depth >= DEEPEST for depth, _ in enumerate(levels(value))):
        raise Malformed(f"This is nested more than {DEEPEST} deep.")
    return value


def levels(value: object) -> Iterator[list[object]]:
    """A value, then level by level what stands in it, names too."""
    level = [value]
    while level:
        yield level
        level = [part for each in level for part in _parts(each)]


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not a number")


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError("a number is too large")
    return number


def _why(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg[:1].lower()}{error.msg[1:]} (line {error.lineno}, column {error.colno})"
    if isinstance(error, UnicodeDecodeError):
        return "it is not UTF-8"
    if isinstance(error, RecursionError):
        return "it is nested too deep"
    return str(error) if len(str(error)) < 60 else "a number is too large"


def _parts(value: object) -> list[object]:
    if isinstance(value, dict):
        return [*value, *value.values()]
    return value if isinstance(value, list) else []
