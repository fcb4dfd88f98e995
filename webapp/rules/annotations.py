"""The Pydantic schema of an annotation, and the sentence for a value that does not fit it.

The schemas are written in `pydantic_core` itself. Each accepts the forms of JSON and of a Python
prompt: a list for a tuple, a string for an enumeration's member, a mapping of fields for a value
class. Everything else is strict: "3" and True are not numbers.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence, Sized
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache, partial
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from pydantic_core import CoreSchema, ErrorDetails, PydanticCustomError, SchemaValidator
from pydantic_core import core_schema as core

from webapp.rules.codec import Longest, Most, StoredAsText, Within, fraction
from webapp.rules.dice import Dice
from webapp.rules.errors import LONGEST, RuleError, nearest, shown
from webapp.rules.toml_tables import record

__all__ = ["Longest", "Most", "StoredAsText", "Within", "fraction", "from_plain", "record", "schema"]

LISTS = (tuple, Sequence, Iterable, frozenset)
UNIONS = (Union, UnionType)
PLAIN: Mapping[Any, CoreSchema] = {
    bool: core.bool_schema(strict=True),
    int: core.int_schema(strict=True),
    float: core.union_schema([core.int_schema(strict=True), core.float_schema(strict=True)]),
    str: core.str_schema(strict=True),
    NoneType: core.none_schema(),
    object: core.any_schema(),
    Any: core.any_schema(),
}
WORDS: Mapping[Any, str] = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "text",
    Fraction: "a number or a fraction such as 1/2",
    NoneType: "nothing",
    Mapping: "an object with named values",
    Dice: "a source of dice, such as Loaded(3, 4, 5)",
}
TOO_MANY, MISSED = "too_many", "missing"
Place = tuple[int | str, ...]


# ---- schemas ---------------------------------------------------------------------------------------


@cache
def schema(hint: Any) -> CoreSchema:
    """Return the schema of an annotation; a class may define its own (`__get_pydantic_core_schema__`)."""
    kind, within = get_origin(hint) or hint, get_args(hint)
    if kind is Annotated:
        return _limited(within[1], schema(within[0]))
    if kind is Literal:
        return core.literal_schema(list(within))
    if kind in UNIONS:
        return _union([schema(value) for value in within if value is not NoneType], NoneType in within)
    if kind in LISTS:
        return _list(kind, [schema(value) for value in within if value is not Ellipsis], Ellipsis in within)
    if kind is Mapping and within and within[1] not in (Any, object):
        return core.dict_schema(values_schema=schema(within[1]))
    return PLAIN.get(kind) or _of_class(kind)


def _limited(limit: object, held: CoreSchema) -> CoreSchema:
    if isinstance(limit, Within):
        return core.int_schema(strict=True, ge=limit.low, le=limit.high)
    if hasattr(limit, "schema"):
        return limit.schema(held)  # type: ignore[no-any-return]
    if isinstance(limit, Longest):
        return core.str_schema(strict=True, max_length=limit.most)
    return (
        core.no_info_before_validator_function(partial(_counted, limit.things), held)
        if isinstance(limit, Most)
        else held
    )


def _counted(most: int, value: object) -> object:
    if isinstance(value, Sized) and len(value) > most:
        raise PydanticCustomError(TOO_MANY, "too many")
    return value


@cache
def validator(hint: Any) -> SchemaValidator:
    """Return the validator of this annotation."""
    return SchemaValidator(schema(hint))


def _union(choices: list[CoreSchema], nothing: bool) -> CoreSchema:
    one = choices[0]
    if len(choices) > 1:
        either = core.union_schema([*choices], mode="left_to_right")
        one = core.custom_error_schema(either, "no_choice", custom_error_message="not one of the choices")
    return core.nullable_schema(one) if nothing else one


def _list(kind: Any, value: list[CoreSchema], endless: bool) -> CoreSchema:
    if kind is frozenset:
        return core.frozenset_schema(value[0])
    if kind is tuple and not endless:
        return core.tuple_schema(value)
    return core.tuple_schema(value or [core.any_schema()], variadic_item_index=0)


def _of_class(kind: Any) -> CoreSchema:
    if getattr(kind, "_is_protocol", False):
        return core.callable_schema()
    if not isinstance(kind, type):  # a type variable
        return core.any_schema()
    if own := getattr(kind, "__get_pydantic_core_schema__", None):
        return own(kind, schema)  # type: ignore[no-any-return]
    if issubclass(kind, Enum):
        return _or_word(core.enum_schema(kind, list(kind)), kind)
    if issubclass(kind, Fraction):
        return _or_word(core.is_instance_schema(kind), fraction)
    return object_schema(kind) if is_dataclass(kind) else core.is_instance_schema(kind)


def object_schema(kind: Any) -> CoreSchema:
    """Return the schema of a dataclass, which accepts an instance or its fields by name."""
    hints = get_type_hints(kind, include_extras=True)
    names = [field.name for field in fields(kind)]
    known = [
        core.dataclass_field(field.name, _field(schema(hints[field.name]), field)) for field in fields(kind)
    ]
    return core.dataclass_schema(
        kind,
        core.dataclass_args_schema(kind.__name__, known),
        names,
        post_init=hasattr(kind, "__post_init__"),
        slots=True,
        config=core.CoreConfig(extra_fields_behavior="forbid"),
    )


def _field(held: CoreSchema, field: Any) -> CoreSchema:
    if field.default is not MISSING:
        return core.with_default_schema(held, default=field.default)
    if field.default_factory is not MISSING:
        return core.with_default_schema(held, default_factory=field.default_factory)
    return held


def from_plain(plain: type, read: Callable[[Any], object], held: CoreSchema) -> CoreSchema:
    """Return a schema that converts values of exactly this type with `read`.

    The result, or any other value, is then validated by `held`.
    """
    return core.no_info_before_validator_function(partial(_made, plain, read), held)


def _made(plain: type, read: Callable[[Any], object], value: object) -> object:
    return read(value) if type(value) is plain else value


def _or_word(held: CoreSchema, read: Callable[[str], object]) -> CoreSchema:
    """Return a schema that also accepts text, which `read` converts."""
    word = core.no_info_after_validator_function(partial(_looked_up, read), core.str_schema(strict=True))
    return core.union_schema([held, word], mode="left_to_right")


def _looked_up(read: Callable[[str], object], word: str) -> object:
    try:
        return read(word.strip().casefold())
    except ZeroDivisionError:
        raise ValueError from None


# ---- sentences -------------------------------------------------------------------------------------


def first(errors: Iterable[ErrorDetails], raw: object) -> ErrorDetails:
    """Return the error of the value that was given first; errors about missing values come last.

    An error about a list's length comes before those of its items.
    """
    return min(errors, key=lambda value: _order(value, raw))


def _order(error: ErrorDetails, raw: Any) -> list[int]:
    order: list[int] = []
    uncounted = error["type"] == MISSED and isinstance(error["loc"][-1], int)
    for step in error["loc"][:-1] if uncounted else error["loc"]:
        if isinstance(raw, Mapping):
            order.append([*raw, step].index(step))
            raw = raw.get(step)
        elif isinstance(raw, list | tuple) and isinstance(step, int):
            order.append(step)
            raw = raw[step] if step < len(raw) else None
    return order


def refusal(error: ErrorDetails, hint: Any, place: Place, field: str) -> RuleError:
    """Return the RuleError for an error at this place in a value; a rule's own sentence is used unchanged."""
    if isinstance(said := error.get("ctx", {}).get("error"), RuleError):
        return said
    hint = _bare(hint, error["type"])
    kind, within = get_origin(hint) or hint, get_args(hint)
    if not place:
        return _wrong(hint, field, error)
    if is_dataclass(kind):
        return _of_field(error, kind, place, field)
    if kind is Mapping and within:
        return refusal(error, within[1], place[1:], f"{field}[{str(place[0])[:LONGEST]}]")
    if kind in LISTS and not (_count(hint) and error["type"] == MISSED):
        at = place[0] if _count(hint) and isinstance(place[0], int) else 0
        return refusal(error, within[at], place[1:], f"{field}[{place[0]}]")
    return _wrong(hint, field, error)


def _of_field(error: ErrorDetails, kind: Any, place: Place, field: str) -> RuleError:
    hints = get_type_hints(kind, include_extras=True)
    known, name = [value.name for value in fields(kind)], str(place[0])
    field = f"{field}." * bool(field) + name[:LONGEST]
    if name not in known:
        why = f"There is no field “{field}”.{nearest(name, known)}"
        return RuleError(why, field=field, value=error["input"])
    if error["type"] == MISSED and len(place) == 1:
        return RuleError(f"“{field}” is missing.", field=field)
    return refusal(error, hints[name], place[1:], field)


def _bare(hint: Any, why: str) -> Any:
    """Return an annotation without its "or None", and without a list limit that the value respects."""
    kind, within = get_origin(hint), get_args(hint)
    if kind in UNIONS and len(said := [value for value in within if value is not NoneType]) == 1:
        return _bare(said[0], why)
    return (
        _bare(within[0], why)
        if kind is Annotated and isinstance(within[1], Most) and why != TOO_MANY
        else hint
    )


def _count(hint: Any) -> int:
    """Return the length of a tuple with fixed types; 0 for any other list."""
    within = get_args(hint)
    return len(within) if get_origin(hint) is tuple and Ellipsis not in within else 0


def _wrong(hint: Any, field: str, error: ErrorDetails) -> RuleError:
    value = error["input"]
    counted = error["type"] in (MISSED, "too_long") and _count(hint)
    why = f"a list of {counted} items" if counted else worded(hint)
    return RuleError(f"“{field}” must be {why}, not {shown(value)}.", field=field, value=value)


def worded(hint: Any) -> str:
    """Describe what an annotation requires."""
    kind = get_origin(hint) or hint
    if kind is Annotated:
        return str(get_args(hint)[1])
    if kind is Literal:
        return f"one of {', '.join(get_args(hint))}"
    if kind in UNIONS:
        return " or ".join(worded(arg) for arg in get_args(hint))
    if kind in LISTS:
        return "a list"
    if issubclass(kind, Enum):
        known = kind.listed() if hasattr(kind, "listed") else kind
        return f"one of {', '.join(str(value.value) for value in known)}"
    if is_dataclass(kind):
        return f"an object with {', '.join(field.name for field in fields(kind))}"
    return WORDS.get(kind, f"of the kind {kind.__name__}")
