"""What a function says of its arguments, taken at its word: for whoever calls the rules from a prompt.

```python
@guarded
def lose(name: Value, amount: Annotated[int, Within(0, 100)]) -> ...   # lose("hp", 101) is a RuleError
```
"""

from collections.abc import Callable, Iterable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, is_dataclass
from enum import Enum
from functools import cache, wraps
from inspect import Parameter, Signature, ismodule, signature
from types import FunctionType, NoneType, UnionType
from typing import Annotated, Any, NoReturn, TypeVar, Union, get_args, get_origin, get_type_hints

from webapp.rules.dice import Dice, whole
from webapp.rules.errors import RuleError, shown

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
    """RuleError unless these arguments are those that a function takes."""
    try:
        asked.bind(*args, **named)
    except TypeError:
        takes = f"{name} takes {', '.join(asked.parameters)}."
        raise RuleError(takes, field=name, value=(*args, *named)) from None


@cache
def _takes(function: Callable[..., Any], owner: type | None) -> Mapping[str, Takes]:
    """How each argument is taken; of a dataclass, each field."""
    hints = get_type_hints(owner if is_dataclass(owner) else function, include_extras=True)
    named = {name: hints.get(name, Any) for name in signature(function).parameters}
    return {name: (_plain(hint), _fit(hint)) for name, hint in named.items()}


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
    if kind is Annotated:
        return _if(hint, within[1].holds)
    if kind in LISTS:
        return _listed(kind, within)
    if kind in (Union, UnionType):
        return _one_of(hint, within)
    if kind is Mapping and within:
        return _named(hint, within[1])
    if kind in (int, float):
        return _if(hint, lambda value: whole(value) or (kind is float and isinstance(value, float)))
    if getattr(kind, "_is_protocol", False):
        return _if(hint, callable)
    if kind is Any or not isinstance(kind, type):
        return ANYTHING[1]
    if issubclass(kind, Enum):
        return _member(kind)
    return _if(hint, lambda value: isinstance(value, kind))


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
    each = [(_plain(hint), _fit(hint)) for hint in hints if hint is not Ellipsis]
    plain = each[0][0] if each and not pair else frozenset()

    def fit(value: Any, field: str) -> Any:
        if type(value) is tuple and plain.issuperset(map(type, value)):
            return frozenset(value) if kind is frozenset else value
        if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable):
            _wrong(value, kind, field)
        held = tuple(value)
        if pair and len(held) != len(each):
            raise RuleError(f"{field} is {len(each)} things, not {shown(value)}.", field=field, value=value)
        fits = enumerate(zip(each if pair else each * len(held), held, strict=True))
        fitted = [
            item if type(item) in fine else one(item, f"{field}[{at}]") for at, ((fine, one), item) in fits
        ]
        return frozenset(fitted) if kind is frozenset else tuple(fitted)

    return fit


def _named(hint: Any, each: Any) -> Fit:
    plain, one = _plain(each), _fit(each)

    def fit(value: Any, field: str) -> Any:
        if not isinstance(value, Mapping):
            _wrong(value, hint, field)
        for name, item in () if plain.issuperset(map(type, value.values())) else value.items():
            one(item, f"{field}[{name}]")
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
