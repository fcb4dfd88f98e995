"""What a rule is given fits its annotations: lists where tuples are, else a sentence with the field."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache, wraps
from inspect import Signature, signature
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from webapp.rules.arguments import ensure, ensure_all
from webapp.rules.dice import whole
from webapp.rules.errors import RuleError, shown

Call = TypeVar("Call", bound=Callable[..., Any])
LISTS = {Collection: tuple, Iterable: tuple, Sequence: tuple, frozenset: frozenset, tuple: tuple}


def as_annotated(function: Call) -> Call:
    """The function with its arguments fitted; RuleError for the first that does not fit."""

    @wraps(function)
    def asked(*args: Any, **named: Any) -> Any:
        takes, kinds = _takes(function)
        bound = takes.bind(*args, **named)
        for name, value in bound.arguments.items():
            bound.arguments[name] = fit(value, kinds[name], name)
        return function(*bound.args, **bound.kwargs)

    return asked  # type: ignore[return-value]


def fit_fields(state: Any) -> None:
    """Fit the fields of a dataclass that is being made."""
    kinds = hints(state.__class__)
    for field in fields(state):
        value = getattr(state, field.name)
        fitted = fit(value, kinds[field.name], field.name)
        if fitted is not value:
            object.__setattr__(state, field.name, fitted)


@cache
def hints(kind: Any) -> dict[str, Any]:
    """What the annotations of a function or of a dataclass say."""
    return get_type_hints(kind)


@cache
def _takes(function: Callable[..., Any]) -> tuple[Signature, dict[str, Any]]:
    takes, kinds = signature(function), hints(function)
    listed = {each.name for each in takes.parameters.values() if each.kind is each.VAR_POSITIONAL}
    return takes, {name: Sequence[kind] if name in listed else kind for name, kind in kinds.items()}  # type: ignore[valid-type]


def fit(value: Any, kind: Any, field: str) -> Any:
    """One value as its kind has it; kinds without a sentence of their own are taken as they are."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return value if any(_is(value, each) for each in inner) else fit(value, inner[0], field)
    if origin is tuple and Ellipsis not in inner:
        return value
    if origin in LISTS:
        listed = ensure_all(value, object, field)
        return LISTS[origin](fit(each, inner[0], f"{field}[{place}]") for place, each in enumerate(listed))
    if origin is not None and issubclass(origin, Mapping):
        given = ensure(value, Mapping, field)  # type: ignore[type-abstract]
        return {name: fit(each, inner[1], f"{field}[{name}]") for name, each in given.items()}
    if kind is int and not whole(value):
        raise RuleError(f"{field} is a whole number, not {shown(value)}.", field=field, value=value)
    told: Any = kind
    return ensure(value, told, field) if kind is str or is_dataclass(kind) else value


def _is(value: Any, kind: Any) -> bool:
    """Whether a value is of one of several kinds; a source of dice is asked where it rolls."""
    return getattr(kind, "_is_protocol", False) or (isinstance(kind, type) and isinstance(value, kind))
