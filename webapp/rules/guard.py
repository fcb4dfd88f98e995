"""What a function says of its arguments, taken at its word: for whoever calls the rules from a prompt.

```python
@guarded
def lose(name: Value, amount: Annotated[int, Within(0, 100)]) -> ...   # lose("hp", 101) is a RuleError
```
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, is_dataclass
from enum import Enum
from functools import cache, wraps
from inspect import Parameter, signature
from types import FunctionType, NoneType, UnionType
from typing import Annotated, Any, NoReturn, TypeVar, Union, get_args, get_origin, get_type_hints

from webapp.rules.dice import Dice, whole
from webapp.rules.errors import RuleError, shown

Thing = TypeVar("Thing")
Fit = Callable[[Any, str], Any]
"""The value as it belongs into a field of this name; RuleError for one that does not."""
WORDS: Mapping[Any, str] = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "text",
    NoneType: "nothing",
    Mapping: "names with values",
    Dice: "a source of dice, such as Loaded(3, 4, 5)",
}
LISTS = (tuple, Sequence, Iterable, frozenset)


@dataclass(frozen=True, slots=True)
class Within:
    """The least and the greatest whole number that an argument may be."""

    low: int
    high: int

    def holds(self, value: object) -> bool:
        """Whether this is one of them."""
        return whole(value) and self.low <= value <= self.high  # type: ignore[operator]


def guarded(thing: Thing) -> Thing:
    """A function, or a class with all that others may call of it: each argument is what its annotation says.

    A list is taken where a tuple is, a word where it names a member of an enumeration. Whatever does not fit
    is a RuleError with the argument's name.
    """
    if not isinstance(thing, type):
        return _guard(thing)  # type: ignore[arg-type, return-value]
    for name, member in list(vars(thing).items()):
        if isinstance(member, classmethod):
            setattr(thing, name, classmethod(_guard(member.__func__)))
        elif isinstance(member, FunctionType) and (name == "__init__" or not name.startswith("_")):
            setattr(thing, name, _guard(member, thing if name == "__init__" else None))
    return thing


def _guard(function: Callable[..., Any], owner: type | None = None) -> Callable[..., Any]:
    arguments, name = signature(function).parameters, owner.__name__ if owner else function.__name__
    names, known = tuple(arguments), frozenset(arguments)
    rest = [each for each in names if arguments[each].kind is Parameter.VAR_POSITIONAL]
    places = [each for each in names if arguments[each].kind is Parameter.POSITIONAL_OR_KEYWORD]
    needed = [each for each in names if arguments[each].default is Parameter.empty and each not in rest]
    due = {at: frozenset(needed) - {*places[:at]} for at in range(len(places) + 1)}
    fits: dict[str, Fit] = {}

    @wraps(function)
    def around(*args: Any, **named: Any) -> Any:
        if not fits:
            fits.update(_fits(function, owner))
        at = len(args)
        asked = places[:at] if at <= len(places) else [*places, *rest * (at - len(places))]
        short = due[min(at, len(places))]
        if at > len(asked) or ((short or named) and not short <= named.keys() <= known.difference(asked)):
            raise RuleError(f"{name} takes {', '.join(names)}.", field=name, value=(*asked, *named))
        first = [fits[each](value, each) for each, value in zip(asked, args, strict=True)]
        return function(*first, **{each: fits[each](value, each) for each, value in named.items()})

    return around


@cache
def _fits(function: Callable[..., Any], owner: type | None) -> Mapping[str, Fit]:
    """How each argument is taken; of a dataclass, each field."""
    hints = get_type_hints(owner if is_dataclass(owner) else function, include_extras=True)
    return {name: _fit(hints.get(name, Any)) for name in signature(function).parameters}


@cache
def _fit(hint: Any) -> Fit:
    """How a value of this kind is taken."""
    kind, within = get_origin(hint) or hint, get_args(hint)
    if kind is Annotated:
        return _if(hint, within[1].holds)
    if kind in (Union, UnionType):
        return _one_of(hint, within)
    if kind in LISTS:
        return _listed(kind, within)
    if kind is Mapping and within:
        return _named(hint, _fit(within[1]))
    if kind in (int, float):
        return _if(hint, lambda value: whole(value) or (kind is float and isinstance(value, float)))
    if getattr(kind, "_is_protocol", False):
        return _if(hint, callable)
    if kind is Any or not isinstance(kind, type):
        return lambda value, field: value
    if issubclass(kind, Enum):
        return _member(kind)
    return _of(hint, kind)


def _of(hint: Any, kind: type) -> Fit:
    def fit(value: Any, field: str) -> Any:
        return value if isinstance(value, kind) else _wrong(value, hint, field)

    return fit


def _if(hint: Any, fits: Callable[[Any], bool]) -> Fit:
    def fit(value: Any, field: str) -> Any:
        return value if fits(value) else _wrong(value, hint, field)

    return fit


def _one_of(hint: Any, hints: Sequence[Any]) -> Fit:
    others = [_fit(each) for each in hints if each is not NoneType]

    def fit(value: Any, field: str) -> Any:
        if value is None and NoneType in hints:
            return value
        for each in others:
            try:
                return each(value, field)
            except RuleError:
                if len(others) == 1:
                    raise
        return _wrong(value, hint, field)

    return fit


def _listed(kind: Any, hints: Sequence[Any]) -> Fit:
    pair = kind is tuple and Ellipsis not in hints
    each = [_fit(hint) for hint in hints if hint is not Ellipsis]

    def fit(value: Any, field: str) -> Any:
        if value == ():
            return value
        if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable):
            _wrong(value, kind, field)
        held = tuple(value)
        if pair and len(held) != len(each):
            raise RuleError(f"{field} is {len(each)} things, not {shown(value)}.", field=field, value=value)
        fits = each if pair else each * len(held)
        try:
            fitted = [one(item, field) for one, item in zip(fits, held, strict=True)]
        except RuleError:  # once more, to name the one that does not fit
            names = (f"{field}[{place}]" for place in range(len(held)))
            fitted = [one(item, name) for one, item, name in zip(fits, held, names, strict=True)]
        return frozenset(fitted) if kind is frozenset else tuple(fitted)

    return fit


def _named(hint: Any, each: Fit) -> Fit:
    def fit(value: Any, field: str) -> Any:
        if not isinstance(value, Mapping):
            _wrong(value, hint, field)
        for name, item in value.items():
            each(item, f"{field}[{name}]")
        return value

    return fit


def _member(kind: type[Enum]) -> Fit:
    def fit(value: Any, field: str) -> Any:
        try:
            return value if isinstance(value, kind) else kind(value.strip().casefold())
        except (ValueError, AttributeError):
            return _wrong(value, kind, field)

    return fit


def _wrong(value: object, hint: Any, field: str) -> NoReturn:
    raise RuleError(f"{field} is {_worded(hint)}, not {shown(value)}.", field=field, value=value)


def _worded(hint: Any) -> str:
    kind = get_origin(hint) or hint
    if kind is Annotated:
        return "a whole number from {0.low} to {0.high}".format(get_args(hint)[1])
    if kind in (Union, UnionType):
        return " or ".join(_worded(each) for each in get_args(hint))
    if kind in LISTS:
        return "a list"
    if issubclass(kind, Enum):
        return f"one of {', '.join(str(each.value) for each in kind)}"
    return WORDS.get(kind, f"of the kind {kind.__name__}")
