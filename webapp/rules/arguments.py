"""What a function of the rules was given: anything else than it takes is a sentence, never a traceback."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from webapp.rules.errors import RuleError, shown

Thing = TypeVar("Thing")


def ensure(value: Any, kind: type[Thing], field: str) -> Thing:
    """The value, if it is of this kind; RuleError that says what belongs there for any other."""
    if isinstance(value, kind):
        return value
    wanted = "text" if kind is str else f"of the kind {kind.__name__}"
    raise RuleError(f"{field} is {wanted}, not {shown(value)}.", field=field, value=value)


def ensure_all(values: Any, kind: type[Thing], field: str) -> tuple[Thing, ...]:
    """All of a list or a tuple, if each is of this kind; RuleError that names the first that is not."""
    if isinstance(values, str | bytes | Mapping) or not isinstance(values, Iterable):
        raise RuleError(f"{field} is a list, not {shown(values)}.", field=field, value=values)
    return tuple(ensure(each, kind, f"{field}[{place}]") for place, each in enumerate(values))
