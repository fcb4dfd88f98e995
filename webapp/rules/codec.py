"""Convert a game's states to plain JSON and back, so that a table can store them.

```python
>>> from webapp.rules.clocks import Clock
>>> dump_value(Clock.new(4).tick(3).clock)
{'segments': 4, 'filled': 3, 'direction': 'fill'}
>>> load_value(Clock, dump_value(Clock.new(4))) == Clock.new(4)
True

```

One codec serves every frozen dataclass here: fields are stored by name, sets as sorted lists, fractions,
enums and `StoredAsText` values as text. The forms that `argument_validation` accepts are accepted here too.
"""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from types import NoneType
from typing import Any, TypeVar

from webapp.rules.annotations import StoredAsText
from webapp.rules.argument_validation import taken

State = TypeVar("State")
PLAIN = (str, int, bool, float, NoneType)


def dump_value(value: Any) -> Any:
    """Return a state as JSON: only dicts, lists, text, numbers, true, false and null."""
    kind: Any = type(value)
    if kind in PLAIN:
        return value
    if names := _field_names(kind):
        return {name: dump_value(getattr(value, name)) for name in names}
    if issubclass(kind, tuple | list):
        return [dump_value(element) for element in value]
    if issubclass(kind, frozenset | set):
        return sorted((dump_value(element) for element in value), key=repr)
    if isinstance(value, Mapping):
        return {str(name): dump_value(element) for name, element in value.items()}
    return str(value) if issubclass(kind, Fraction | Enum | StoredAsText) else value


@cache
def _field_names(kind: type) -> tuple[str, ...]:
    """Return the names under which a value of this class is stored; none for plain values."""
    known = is_dataclass(kind) and not issubclass(kind, StoredAsText)
    return tuple(field.name for field in fields(kind)) if known else ()


def load_value(kind: type[State], raw: object) -> State:
    """Return the state that `dump_value` wrote; raise RuleError if it does not fit the class."""
    return taken(kind, raw, "" if isinstance(raw, Mapping) else "state")
