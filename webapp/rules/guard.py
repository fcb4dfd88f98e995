"""What a function says of its arguments, taken at its word, from a prompt or as JSON.

```python
@guarded
def lose(name: Value, amount: Annotated[int, Within(0, 100)]) -> ...   # lose("hp", 101) is a RuleError
```
"""

import re
from collections.abc import Callable, Iterable, Mapping, MutableMapping, Sequence, Sized
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache, partial, wraps
from inspect import Parameter, Signature, ismodule, signature
from types import FunctionType, NoneType, UnionType
from typing import Annotated, Any, Literal, NoReturn, TypeVar, Union, get_args, get_origin, get_type_hints

from webapp.rules.dice import Dice, whole
from webapp.rules.errors import LONGEST, RuleError, nearest, shown

Thing = TypeVar("Thing")
Fit = Callable[[Any, str], Any]
"""The value as it belongs into a field of this name; RuleError for one that does not."""
Takes = tuple[frozenset[type], Fit]
"""The types that are taken as they are, and what takes anything else."""
ANYTHING: Takes = (frozenset(), lambda value, field: value)
WORDS: Mapping[Any, str] = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "text",
    NoneType: "nothing",
    Mapping: "names with values",
    Dice: "a source of dice, such as Loaded(3, 4, 5)",
}
FRACTION = re.compile(r"[+-]?[0-9]{1,9}([/.][0-9]{1,9})?")
LISTS = (tuple, Sequence, Iterable, frozenset)
NO_LIST = (str, bytes, Mapping)


@dataclass(frozen=True, slots=True)
class Within:
    """The least and the greatest whole number that an argument may be."""

    low: int
    high: int

    def holds(self, value: object) -> bool:
        """Whether this is one of them."""
        return whole(value) and self.low <= value <= self.high  # type: ignore[operator]

    def __str__(self) -> str:
        return f"a whole number from {self.low} to {self.high}"


@dataclass(frozen=True, slots=True)
class Longest:
    """The most characters that a text may have."""

    most: int

    def holds(self, value: object) -> bool:
        """Whether this is such a text."""
        return isinstance(value, str) and len(value) <= self.most

    def __str__(self) -> str:
        return f"text of at most {self.most} characters"


@dataclass(frozen=True, slots=True)
class Most:
    """The most things that a list may have."""

    things: int

    def holds(self, value: object) -> bool:
        """Whether it has no more; what has no length yet may."""
        return not isinstance(value, Sized) or len(value) <= self.things

    def __str__(self) -> str:
        return f"a list of at most {self.things} things"


class Written:
    """A value that is kept as it is written ("3D+3"): `str()` writes it, and its `parse` reads it."""

    __slots__ = ()


def guarded(thing: Thing) -> Thing:
    """A function, or a class with all that others may call of it: each argument is what its annotation says.

    A list is taken where a tuple is, a word where it names a member of an enumeration, fields by name where a
    value is that has them. Whatever does not fit is a RuleError with the argument's name.
    """
    if not isinstance(thing, type):
        return _guard(thing)  # type: ignore[arg-type, return-value]
    for name, member in list(vars(thing).items()):
        if isinstance(member, classmethod):
            setattr(thing, name, classmethod(_guard(member.__func__)))
        elif isinstance(member, FunctionType) and (name == "__init__" or not name.startswith("_")):
            setattr(thing, name, _guard(member, thing if name == "__init__" else None))
    return thing


def taken(kind: type[Thing], raw: object, field: str = "") -> Thing:
    """A value of this kind from its fields by name, as JSON has them; RuleError for one that does not fit."""
    return _fit(kind)(raw, field)  # type: ignore[no-any-return, arg-type]


def read(kind: type[Thing], raw: object, field: str = "") -> Thing:
    """The same as a form or a program sends it: what is null was not said."""
    said = {name: each for name, each in raw.items() if each is not None} if isinstance(raw, Mapping) else raw
    return taken(kind, said, field)


def guard_door(package: MutableMapping[str, Any]) -> list[str]:
    """Guard the functions and values that a package imports to export them, for whoever calls them from a
    prompt; their names.

    Its own modules call one another's functions as they are.
    """
    names = [name for name, thing in package.items() if name[0] != "_" and not ismodule(thing)]
    names.remove(guard_door.__name__)
    for name in names:
        thing = package[name]
        known = isinstance(thing, FunctionType) or (isinstance(thing, type) and is_dataclass(thing))
        if known and not hasattr(getattr(thing, "__init__", thing), "__wrapped__"):
            package[name] = guarded(thing)
    return sorted(names)


def _guard(function: Callable[..., Any], owner: type | None = None) -> Callable[..., Any]:
    asked, name = signature(function), owner.__name__ if owner else function.__name__
    places = [each.name for each in asked.parameters.values() if each.kind is Parameter.POSITIONAL_OR_KEYWORD]
    rest = [each.name for each in asked.parameters.values() if each.kind is Parameter.VAR_POSITIONAL]
    takes: dict[str, Takes] = {}

    @wraps(function)
    def around(*args: Any, **named: Any) -> Any:
        if not takes:
            takes.update(_takes(function, owner))
        called = (*places, *rest * (len(args) - len(places))) if rest else places
        first = list(args)
        for at, (value, field) in enumerate(zip(args, called, strict=False)):
            plain, fit = takes[field]
            if type(value) not in plain:
                first[at] = fit(value, field)
        for field, value in named.items():
            plain, fit = takes.get(field, ANYTHING)
            if type(value) not in plain:
                named[field] = fit(value, field)
        try:
            return function(*first, **named)
        except TypeError:
            _ensure_called(asked, name, first, named)
            raise

    return around


def _ensure_called(asked: Signature, name: str, args: Sequence[Any], named: Mapping[str, Any]) -> None:
    """RuleError unless these arguments are those that a function takes: with the one too many, or missing."""
    try:
        asked.bind(*args, **named)
    except TypeError:
        known = list(asked.parameters)
        unknown = [each for each in named if each not in known]
        absent = [each for each in _needed(asked) if each not in (*known[: len(args)], *named)]
        lacks = f" {absent[0]} is missing." if absent and not unknown else ""
        field = next(iter(unknown + absent), name)
        raise RuleError(f"{name} takes {', '.join(known)}.{lacks}", field=field) from None


def _needed(asked: Signature) -> list[str]:
    """The arguments that have to be said."""
    known = [each for each in asked.parameters.values() if each.default is Parameter.empty]
    return [each.name for each in known if each.kind not in (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)]


def _takes(function: Callable[..., Any], owner: type | None) -> Mapping[str, Takes]:
    """How each argument is taken; of a dataclass, each field."""
    known = _fields(owner if is_dataclass(owner) else function)
    return {name: known.get(name, ANYTHING) for name in signature(function).parameters}


@cache
def _fields(kind: Any) -> Mapping[str, Takes]:
    """How each field of a dataclass is taken, or each argument of a function."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: (_plain(hint), _fit(hint)) for name, hint in hints.items()}


@cache
def _plain(hint: Any) -> frozenset[type]:
    """The types whose values fit as they are, without another look."""
    if get_origin(hint) in (Union, UnionType):
        return frozenset().union(*map(_plain, get_args(hint)))
    if get_origin(hint) is Mapping and get_args(hint)[1] in (Any, object):
        return frozenset({dict})
    if not isinstance(hint, type) or hint in LISTS or get_args(hint) or getattr(hint, "_is_protocol", False):
        return frozenset()
    return frozenset({hint, int}) if hint is float else frozenset({hint})


@cache
def _fit(hint: Any) -> Fit:
    """How a value of this kind is taken."""
    kind, within = get_origin(hint) or hint, get_args(hint)
    if kind is Annotated and isinstance(within[1], Most):
        return partial(_few, hint, within[1], _fit(within[0]))
    if kind is Annotated:
        return partial(_if, hint, within[1].holds)
    if kind is Literal:
        return partial(_if, hint, within.__contains__)
    if kind in LISTS:
        each = tuple((_plain(one), _fit(one)) for one in within if one is not Ellipsis)
        return partial(_listed, kind, each, kind is tuple and Ellipsis not in within)
    if kind in (Union, UnionType):
        return partial(_one_of, hint, tuple(_fit(each) for each in within if each is not NoneType))
    if kind is Mapping and within:
        return partial(_named, hint, (_plain(within[1]), _fit(within[1])))
    if kind in (int, float):
        return partial(_if, hint, lambda value: whole(value) or (kind is float and isinstance(value, float)))
    if getattr(kind, "_is_protocol", False):
        return partial(_if, hint, callable)
    if kind is Any or not isinstance(kind, type):
        return ANYTHING[1]
    if issubclass(kind, Enum | Fraction):
        return partial(_said, kind)
    if is_dataclass(kind):
        return partial(_with_fields, kind)
    fits = partial(_if, hint, lambda value: isinstance(value, kind))
    if issubclass(kind, Mapping) and hasattr(kind.__init__, "__wrapped__"):  # guarded itself, as a tag pool
        return lambda value, field: kind(value) if type(value) is dict else fits(value, field)  # type: ignore[call-arg]
    return fits


def _if(hint: Any, fits: Callable[[Any], bool], value: Any, field: str) -> Any:
    """A value as it is, if it fits."""
    return value if fits(value) else _wrong(value, hint, field)


def _few(hint: Any, most: Most, fit: Fit, value: Any, field: str) -> Any:
    """A list that is not too long, before any of its things is looked at."""
    held = fit(value, field) if most.holds(value) else value
    return _if(hint, most.holds, held, field)


def _one_of(hint: Any, others: tuple[Fit, ...], value: Any, field: str) -> Any:
    """A value as the first of several kinds takes it, or nothing where that is allowed."""
    if value is None and NoneType in get_args(hint):
        return value
    for each in others:
        try:
            return each(value, field)
        except RuleError:
            if len(others) == 1:
                raise
    return _wrong(value, hint, field)


def _listed(kind: Any, each: tuple[Takes, ...], places: bool, value: Any, field: str) -> Any:
    """Several values of one kind; in `places` each has a kind of its own, and there are just so many."""
    if type(value) not in (list, tuple) and (isinstance(value, NO_LIST) or not isinstance(value, Iterable)):
        _wrong(value, kind, field)
    held = tuple(value)
    if places and len(held) != len(each):
        raise RuleError(f"{field} is {len(each)} things, not {shown(value)}.", field=field, value=value)
    if places or (each and not each[0][0].issuperset(map(type, held))):
        pairs = enumerate(zip(each if places else each * len(held), held, strict=True))
        held = tuple(it if type(it) in fine else fit(it, f"{field}[{at}]") for at, ((fine, fit), it) in pairs)
    return frozenset(held) if kind is frozenset else held


def _named(hint: Any, takes: Takes, value: Any, field: str) -> Any:
    """Values of one kind by name."""
    if not isinstance(value, Mapping):
        _wrong(value, hint, field)
    plain, fit = takes
    if plain.issuperset(map(type, value.values())):
        return value
    return {name: fit(each, f"{field}[{str(name)[:LONGEST]}]") for name, each in value.items()}


def _said(kind: Any, value: Any, field: str) -> Any:
    """A member of an enumeration by its word, in any case; a fraction as it is written."""
    read = fraction if kind is Fraction else kind
    try:
        return value if isinstance(value, kind) else read(value.strip().casefold())
    except (ValueError, AttributeError, ZeroDivisionError):
        return _wrong(value, kind, field)


def fraction(written: str) -> Fraction:
    """A fraction as people write it ("2", "1/2", "0.5"), at most nine digits a side; ValueError for others.

    Python reads "1e4000000" as well, and is at it for seconds.
    """
    if not FRACTION.fullmatch(written):
        raise ValueError("This is no fraction.")
    return Fraction(written)


def _with_fields(kind: Any, value: Any, field: str) -> Any:
    """A value, or what it is made of: its fields by name, as JSON has them, or as it is written."""
    if isinstance(value, kind):
        return value
    if isinstance(value, str) and issubclass(kind, Written):
        return kind.parse(value)
    if not isinstance(value, Mapping):
        _wrong(value, kind, field)
    takes, within, given = _fields(kind), f"{field}." if field else "", {}
    for name, each in value.items():
        if name not in takes:
            why = f"There is no field {within}{str(name)[:LONGEST]}.{nearest(name, takes)}"
            raise RuleError(why, field=f"{within}{str(name)[:LONGEST]}", value=each)
        plain, fit = takes[name]
        given[name] = each if type(each) in plain else fit(each, f"{within}{name}")
    for name in _needs(kind):
        if name not in given:
            raise RuleError(f"{within}{name} is missing.", field=f"{within}{name}")
    return kind(**given)


@cache
def _needs(kind: Any) -> list[str]:
    """The fields of a dataclass that have to be said."""
    return _needed(signature(kind))


def _wrong(value: object, hint: Any, field: str) -> NoReturn:
    raise RuleError(f"{field} is {_worded(hint)}, not {shown(value)}.", field=field, value=value)


def _worded(hint: Any) -> str:
    kind = get_origin(hint) or hint
    if kind is Annotated:
        return str(get_args(hint)[1])
    if kind is Literal:
        return f"one of {', '.join(get_args(hint))}"
    if kind in (Union, UnionType):
        return " or ".join(_worded(each) for each in get_args(hint))
    if kind in LISTS:
        return "a list"
    if issubclass(kind, Enum):
        return f"one of {', '.join(str(each.value) for each in kind)}"
    if is_dataclass(kind):
        return f"an object with {', '.join(each.name for each in fields(kind))}"
    return WORDS.get(kind, f"of the kind {kind.__name__}")
