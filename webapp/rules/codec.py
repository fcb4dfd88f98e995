"""States of a game as plain JSON and back, so that a table can keep them between two evenings.

```python
>>> from webapp.rules.clocks import Clock
>>> kept(Clock.new(4).tick(3).clock)
{'segments': 4, 'filled': 3, 'direction': 'fill'}
>>> restored(Clock, kept(Clock.new(4))) == Clock.new(4)
True

```
One codec for every frozen dataclass here: fields by name, sets in order, fractions and words as text.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from webapp.rules.errors import RuleError

State = TypeVar("State")


def kept(value: Any) -> Any:
    """A state as JSON: only dicts, lists, text, numbers, true, false and null."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: kept(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, frozenset | set):
        return sorted((kept(each) for each in value), key=repr)
    if isinstance(value, tuple | list):
        return [kept(each) for each in value]
    if isinstance(value, Mapping):
        return {str(name): kept(each) for name, each in value.items()}
    if isinstance(value, Fraction | Enum):
        return str(value)
    return value


def restored(kind: type[State], raw: Any) -> State:
    """The state that `kept` wrote down; RuleError for anything that is none of this kind."""
    try:
        return _reader(kind)(raw)  # type: ignore[no-any-return, arg-type]
    except (TypeError, ValueError, KeyError, AttributeError) as wrong:
        if isinstance(wrong, RuleError):
            raise
        raise RuleError(f"This is no {kind.__name__}.", field="state", value=raw) from wrong


@cache
def _reader(kind: Any) -> Callable[[Any], Any]:
    """How a value of this kind is read; worked out once, since a table reads thousands."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        reader = _reader(next(each for each in inner if each is not NoneType))
        return (lambda raw: None if raw is None else reader(raw)) if NoneType in inner else reader
    if origin in (frozenset, tuple):
        return _gathered(origin, inner)
    if origin is not None and issubclass(origin, Mapping):
        value = _reader(inner[1])
        return lambda raw: {name: value(each) for name, each in dict(raw).items()}
    if is_dataclass(kind):
        return _dataclass(kind)
    if isinstance(kind, type) and issubclass(kind, Fraction | Enum):
        return kind
    return _as_it_is(kind)


def _as_it_is(kind: type) -> Callable[[Any], Any]:
    def read(raw: Any) -> Any:
        if not isinstance(raw, kind) or (kind is int and isinstance(raw, bool)):
            raise TypeError(kind)
        return raw

    return read


def _gathered(origin: type, inner: Sequence[Any]) -> Callable[[Any], Any]:
    places = tuple(_reader(each) for each in inner if each is not Ellipsis)

    def read(raw: Any) -> Any:
        if not isinstance(raw, list):
            raise TypeError(origin)
        if origin is tuple and Ellipsis not in inner:
            return tuple(each(part) for each, part in zip(places, raw, strict=True))
        return origin(places[0](each) for each in raw)

    return read


def _dataclass(kind: Any) -> Callable[[Any], Any]:
    hints = get_type_hints(kind)

    def read(raw: Any) -> Any:
        unknown = set(raw) - set(hints)
        if unknown:
            raise KeyError(*unknown)
        return kind(**{name: _reader(hints[name])(value) for name, value in raw.items()})

    return read
