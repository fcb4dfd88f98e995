"""Convert values of the rules to plain JSON and back, by their annotations.

```python
>>> from webapp.rules.clocks import Clock
>>> dump_value(Clock.new(4).tick(3).clock)
{'segments': 4, 'filled': 3, 'direction': 'fill'}
>>> load_value(Clock, dump_value(Clock.new(4))) == Clock.new(4)
True

```

Pydantic does both, by one `TypeAdapter` for each class, made when it is first needed. Reading is strict:
"3" and true are no numbers, and a value class has no other fields than its own.
"""

from collections.abc import Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum, StrEnum
from fractions import Fraction
from functools import cache
from re import compile as pattern
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from annotated_types import Ge, GroupedMetadata, Le, MaxLen
from pydantic import (
    ConfigDict,
    PlainSerializer,
    PlainValidator,
    PydanticSchemaGenerationError,
    SerializerFunctionWrapHandler,
    TypeAdapter,
    ValidationError,
    WrapSerializer,
    with_config,
)
from pydantic_core import (
    CoreSchema,
    ErrorDetails,
    core_schema,
    from_json,
    to_json,
)
from typing_extensions import is_typeddict

from webapp.rules.errors import LONGEST, RuleError, nearest, shown

Value = TypeVar("Value")
STRICT = ConfigDict(extra="forbid", strict=True, serialize_by_alias=True)


def dump_value(value: Any) -> Any:
    """Return a value as JSON: only dicts, lists, text, numbers, true, false and null."""
    kind: Any = type(value)
    try:
        return adapter(kind).dump_python(value, mode="json", warnings=False, fallback=_plain)
    except (ValueError, PydanticSchemaGenerationError):
        raise RuleError(f"{shown(value)} cannot be stored as JSON.", field="value", value=value) from None


def load_value(kind: type[Value], raw: object, field: str = "") -> Value:
    """Make a value of this class, or of an annotation, from JSON.

    Raises RuleError with a sentence about the first wrong part; `field` is the name of the whole.
    """
    of: Any = kind
    try:
        text = to_json(raw, inf_nan_mode="constants", fallback=_plain)
        value: Value = adapter(of).validate_json(text)
        return value
    except ValidationError as wrong:
        raise _refusal(wrong, kind, from_json(text), field) from None
    except ValueError:  # such as half a letter, or lists within lists without an end
        raise RuleError(f"“{field or 'value'}” is not JSON.", field=field or "value", value=raw) from None


def load_sent(kind: type[Value], raw: object, field: str = "") -> Value:
    """Make a value from what a form or a program sent, where null counts as absent."""
    if isinstance(raw, Mapping):
        raw = {name: value for name, value in raw.items() if value is not None}
    return load_value(kind, raw, field)


def load_known(kind: type[Value], raw: Mapping[str, Any]) -> Value:
    """Make a value from the fields of a value class in stored JSON; others, null and "" count as absent."""
    of: Any = kind
    known = _field_names(of)
    said = {name: value for name, value in raw.items() if name in known and value not in (None, "")}
    return load_value(kind, said)


@cache
def _field_names(kind: Any) -> frozenset[str]:
    return frozenset(field.name for field in fields(kind))


@cache
def adapter(kind: Any) -> TypeAdapter[Any]:
    """Return the Pydantic adapter of a class or an annotation."""
    if is_dataclass(kind) or is_typeddict(kind):
        own = hasattr(kind, "__pydantic_config__")
        return TypeAdapter(kind if own else with_config(STRICT)(cast(type, kind)))
    return TypeAdapter(kind, config=STRICT)


def _plain(value: object) -> object:
    """Return what Pydantic knows for a mapping or a fraction that it does not."""
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Fraction):
        return str(value)
    raise ValueError


# ---- annotations -----------------------------------------------------------------------------------


class Described:
    """Metadata of an annotation whose `str()` says what a value must be: "text of at most 80 characters"."""

    __slots__ = ()

    def holds(self, value: Any) -> bool:
        """Return whether a value of the annotated type is within the limit; one without a limit holds all."""
        return True


@dataclass(frozen=True, slots=True)
class Within(Described, GroupedMetadata):
    """The bounds of a whole number: `Annotated[int, Within(0, 40)]`."""

    low: int
    high: int

    def __iter__(self) -> Iterable[object]:  # type: ignore[override]
        return iter((Ge(self.low), Le(self.high)))

    def __str__(self) -> str:
        return f"a whole number from {self.low} to {self.high}"

    def holds(self, value: int) -> bool:
        """Return whether a number lies between the bounds, both included."""
        return self.low <= value <= self.high


@dataclass(frozen=True, slots=True)
class Longest(Described, GroupedMetadata):
    """The greatest length of a text, in characters."""

    most: int

    def __iter__(self) -> Iterable[object]:  # type: ignore[override]
        return iter((MaxLen(self.most),))

    def __str__(self) -> str:
        return f"text of at most {self.most} characters"

    def holds(self, value: str) -> bool:
        """Return whether a text has at most `most` characters."""
        return len(value) <= self.most


@dataclass(frozen=True, slots=True)
class Most(Described, GroupedMetadata):
    """The greatest number of items in a list."""

    things: int

    def __iter__(self) -> Iterable[object]:  # type: ignore[override]
        return iter((MaxLen(self.things),))

    def __str__(self) -> str:
        return f"a list of at most {self.things} items"

    def holds(self, value: Sized) -> bool:
        """Return whether a list has at most `things` items, whatever they are."""
        return len(value) <= self.things


@dataclass(frozen=True, slots=True)
class OneOf(Described):
    """The words of a `Literal`."""

    words: tuple[object, ...]

    def __str__(self) -> str:
        return f"one of {', '.join(map(str, self.words))}"

    def holds(self, value: object) -> bool:
        """Return whether a value equals one of the words; 1 is also True and 1.0."""
        return value in self.words


def member(kind: type[Value], word: object, name: str) -> Value:
    """Return the member of an enumeration that a word names; raise RuleError for any other word."""
    try:
        return kind(word)  # type: ignore[call-arg]
    except ValueError:
        why = f"“{name}” must be {worded(kind)}, not {shown(word)}."
        raise RuleError(why, field=name, value=word) from None


def ensure_limits(value: object) -> None:
    """Raise RuleError if a field of a value class is outside the limit of its annotation."""
    kind: Any = type(value)
    for name, limit in _limits(kind):
        held = getattr(value, name)
        if held is not None and not limit.holds(held):
            raise RuleError(f"“{name}” must be {limit}, not {shown(held)}.", field=name, value=held)


@cache
def _limits(kind: Any) -> tuple[tuple[str, Described], ...]:
    """Return the limits of a class's fields, of those that may be None too."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple((field.name, limit) for field in fields(kind) for limit in _limits_of(hints[field.name]))


def _limits_of(hint: Any) -> tuple[Described, ...]:
    if get_origin(hint) in UNIONS:
        return tuple(limit for one in get_args(hint) for limit in _limits_of(one))
    if get_origin(hint) is Literal:
        return (OneOf(get_args(hint)),)
    limits = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    return tuple(limit for limit in limits if isinstance(limit, Described))


class AnyCase(StrEnum):
    """The base of enumerations whose words are read in any case: " Edge " is "edge"."""

    @classmethod
    def _missing_(cls, value: object) -> "AnyCase | None":
        said = str(value).strip().casefold()
        return next((member for member in cls if member == said), None)


class StoredAsText:
    """A class stored as text ("3D+3"): `str()` writes it, and its `parse` reads it."""

    __slots__ = ()

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, _: object) -> CoreSchema:
        def read(value: object) -> object:
            """Return a value of the class, also from its text; pass on what `parse` raises for other text."""
            return value if isinstance(value, source) else source.parse(value)

        return core_schema.no_info_plain_validator_function(
            read, serialization=core_schema.to_string_ser_schema()
        )


FRACTION = pattern(r"[+-]?[0-9]{1,9}([/.][0-9]{1,9})?")


def fraction(written: object) -> Fraction:
    """Parse a fraction such as "2", "1/2" or "0.5", with at most nine digits on a side.

    Raises ValueError for anything else: Python would also parse "1e4000000", which takes seconds.
    """
    said = str(written).strip()
    if not isinstance(written, str | Fraction) or not FRACTION.fullmatch(said):
        raise ValueError("This is not a fraction.")
    try:
        return Fraction(said)
    except ZeroDivisionError:
        raise ValueError("This is not a fraction.") from None


def _in_order(values: object, write: SerializerFunctionWrapHandler) -> list[Any]:
    return sorted(write(values), key=repr)


StoredFraction = Annotated[Fraction, PlainValidator(fraction), PlainSerializer(str)]
"""A fraction, stored as text ("1/2")."""
InOrder = WrapSerializer(_in_order)
"""Marks a set that is stored as a sorted list."""
StoredNames = Annotated[frozenset[str], InOrder]
"""A set of names, stored as a sorted list."""


# ---- sentences -------------------------------------------------------------------------------------

LISTS = (tuple, list, Sequence, Iterable, frozenset)
UNIONS = (Union, UnionType)
WORDS: Mapping[Any, str] = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "text",
    Fraction: "a number or a fraction such as 1/2",
    NoneType: "nothing",
    Mapping: "an object with named values",
}
UNKNOWN = ("unexpected_keyword_argument", "extra_forbidden")


def _refusal(wrong: ValidationError, kind: Any, raw: Any, field: str) -> RuleError:
    """Return the error of the value that was given first; a missing value comes last."""
    error = min(wrong.errors(include_url=False), key=lambda error: _order(error, raw))
    if isinstance(said := error.get("ctx", {}).get("error"), RuleError):
        return said
    return _about(kind, raw, list(error["loc"]), error["type"], field)


def _order(error: ErrorDetails, raw: Any) -> list[int]:
    """Return where an error stands in what was sent; a list's length comes before its items."""
    order: list[int] = []
    uncounted = error["type"] == "missing" and isinstance(error["loc"][-1], int)
    for step in error["loc"][:-1] if uncounted else error["loc"]:
        if isinstance(raw, dict):
            order.append([*raw, step].index(step))
            raw = raw.get(step)
        elif isinstance(raw, list) and isinstance(step, int):
            order.append(step)
            raw = raw[step] if step < len(raw) else None
    return order


def _about(hint: Any, raw: Any, place: list[int | str], why: str, field: str) -> RuleError:
    """Return the error for a value, following its place through annotation and value."""
    hint = _bare(hint, why)
    kind, within = get_origin(hint) or hint, get_args(hint)
    if place and (is_typeddict(kind) or is_dataclass(kind)):
        return _about_field(kind, raw, place, why, field)
    if place and kind in (Mapping, dict) and within:
        if place[1:] == ["[key]"]:
            return _about(within[0], place[0], [], why, field)
        inner = raw.get(str(place[0])) if isinstance(raw, dict) else raw
        return _about(within[1], inner, place[1:], why, f"{field}[{str(place[0])[:LONGEST]}]")
    if place and kind in LISTS and within and not (_count(hint) and why == "missing"):
        at = place[0] if _count(hint) and isinstance(place[0], int) else 0
        inner = raw[place[0]] if isinstance(raw, list) and isinstance(place[0], int) else raw
        return _about(within[at], inner, place[1:], why, f"{field}[{place[0]}]")
    counted = why in ("missing", "too_long") and _count(hint)
    words = f"a list of {counted} items" if counted else worded(hint)
    return RuleError(f"“{field or 'value'}” must be {words}, not {shown(raw)}.", field=field, value=raw)


def _about_field(kind: Any, raw: Any, place: list[int | str], why: str, field: str) -> RuleError:
    name, hints = str(place[0]), get_type_hints(kind, include_extras=True)
    known = [one.name for one in fields(kind)] if is_dataclass(kind) else list(hints)
    field = f"{field}." * bool(field) + name[:LONGEST]
    value = raw.get(name) if isinstance(raw, dict) else None
    if len(place) == 1 and why in UNKNOWN:
        return RuleError(f"There is no field “{field}”.{nearest(name, known)}", field=field, value=value)
    if len(place) == 1 and why == "missing":
        return RuleError(f"“{field}” is missing.", field=field)
    return _about(hints[name], value, place[1:], why, field)


def _bare(hint: Any, why: str) -> Any:
    """Return an annotation without its "or None", and without a limit that the value respects."""
    kind, within = get_origin(hint), get_args(hint)
    if kind in UNIONS and len(said := [value for value in within if value is not NoneType]) == 1:
        return _bare(said[0], why)
    if kind is Annotated:
        limit = next((one for one in within[1:] if isinstance(one, Described)), None)
        if limit is None or (isinstance(limit, Most) and why != "too_long"):
            return _bare(within[0], why)
    return hint


def _count(hint: Any) -> int:
    """Return the length of a tuple with fixed types; 0 for any other list."""
    within = get_args(hint)
    return len(within) if get_origin(hint) is tuple and Ellipsis not in within else 0


def worded(hint: Any) -> str:
    """Describe what an annotation requires."""
    kind = get_origin(hint) or hint
    if kind is Annotated:
        said = (str(one) for one in get_args(hint)[1:] if isinstance(one, Described))
        return next(said, None) or worded(get_args(hint)[0])
    if kind is Literal:
        return f"one of {', '.join(get_args(hint))}"
    if kind in UNIONS:
        return " or ".join(worded(arg) for arg in get_args(hint))
    if kind in LISTS:
        return "a list"
    if isinstance(kind, type) and issubclass(kind, Enum):
        known = kind.listed() if hasattr(kind, "listed") else kind
        return f"one of {', '.join(str(value.value) for value in known)}"
    if is_dataclass(kind) or is_typeddict(kind):
        return f"an object with {', '.join(get_type_hints(kind))}"
    return WORDS.get(kind, f"of the kind {getattr(kind, '__name__', kind)}")
