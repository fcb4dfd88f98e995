"""States of a game as plain JSON and back, so that a table can keep them between two evenings.

```python
>>> from webapp.rules.clocks import Clock
>>> kept(Clock.new(4).tick(3).clock)
{'segments': 4, 'filled': 3, 'direction': 'fill'}
>>> restored(Clock, kept(Clock.new(4))) == Clock.new(4)
True

```
One codec for every frozen dataclass here: fields by name, sets in order, fractions and words as text.
They are read as `guard` takes arguments.
"""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from types import NoneType
from typing import Any, TypeVar

from webapp.rules.guard import Written, taken

State = TypeVar("State")
PLAIN = (str, int, bool, float, NoneType)


def kept(value: Any) -> Any:
    """A state as JSON: only dicts, lists, text, numbers, true, false and null."""
    kind: Any = type(value)
    if kind in PLAIN:
        return value
    if names := _fields(kind):
        return {name: kept(getattr(value, name)) for name in names}
    if issubclass(kind, tuple | list):
        return [kept(each) for each in value]
    if issubclass(kind, frozenset | set):
        return sorted((kept(each) for each in value), key=repr)
    if isinstance(value, Mapping):
        return {str(name): kept(each) for name, each in value.items()}
    return str(value) if issubclass(kind, Fraction | Enum | Written) else value


@cache
def _fields(kind: type) -> tuple[str, ...]:
    """The names under which a value of this kind is kept; none of what is kept as it is written."""
    known = is_dataclass(kind) and not issubclass(kind, Written)
    return tuple(field.name for field in fields(kind)) if known else ()


def restored(kind: type[State], raw: object) -> State:
    """The state that `kept` wrote down; RuleError for anything that is none of this kind."""
    return taken(kind, raw, "" if isinstance(raw, Mapping) else "state")
