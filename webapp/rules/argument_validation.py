"""Validate the arguments of public rules functions against their annotations, with Pydantic.

```python
@guarded
def lose(name: Value, amount: Annotated[int, Within(0, 100)]) -> ...   # lose("hp", 101) is a RuleError
```

Inside a package, functions call one another unguarded, since a type checker checks those calls. An
exported value class checks its arguments whenever an instance is made (about 2 µs), so no instance
can have a wrong field. A class that only our own code instantiates (`RollRecord`) is checked when
its JSON is read (`taken`).
"""

from collections.abc import Callable, Mapping, MutableMapping, Sequence
from dataclasses import is_dataclass
from functools import cache, wraps
from inspect import Parameter, Signature, ismodule, signature
from types import FunctionType
from typing import Any, TypeVar, get_type_hints

from pydantic_core import ArgsKwargs, CoreSchema, ErrorDetails, SchemaValidator, ValidationError
from pydantic_core import core_schema as core

from webapp.rules.annotations import first, refusal, schema
from webapp.rules.codec import load_sent, load_value
from webapp.rules.errors import RuleError, nearest

Thing = TypeVar("Thing")
MODES: Mapping[Any, Any] = {
    Parameter.POSITIONAL_ONLY: "positional_only",
    Parameter.POSITIONAL_OR_KEYWORD: "positional_or_keyword",
    Parameter.KEYWORD_ONLY: "keyword_only",
}


def guarded(thing: Thing) -> Thing:
    """Validate arguments by their annotations: a function's, or those of a class's methods and constructor.

    A function is wrapped; a class is changed in place. A list is accepted for a tuple, a string for a
    member of an enumeration, and a mapping of fields for a value class. Raises RuleError with
    the argument's name for anything else.
    """
    if not isinstance(thing, type):
        return _guard(thing)  # type: ignore[arg-type, return-value]
    for name, member in list(vars(thing).items()):
        if isinstance(member, classmethod):
            setattr(thing, name, classmethod(_guard(member.__func__)))
        elif isinstance(member, FunctionType) and (name == "__init__" or not name.startswith("_")):
            setattr(thing, name, _guard(member, thing if name == "__init__" else None))
    return thing


taken, read = load_value, load_sent


def guard_door(package: MutableMapping[str, Any]) -> list[str]:
    """Guard the functions and dataclasses that a package exports; return all exported names, sorted.

    Functions are replaced in the package only, so its own modules still call them unchecked. Dataclasses are
    changed in place, so their checks apply everywhere.
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
    called, name = signature(function), owner.__name__ if owner else function.__name__

    @wraps(function)
    def around(*args: Any, **named: Any) -> Any:
        """Check the arguments, then call the function; raise RuleError for a wrong argument."""
        try:
            given, said = _arguments(function, owner).validate_python(ArgsKwargs(args, named))
        except ValidationError as wrong:
            raise _refused(wrong, args, named, called, name, _hints(function, owner)) from None
        return function(*given, **said)

    return around


@cache
def _arguments(function: Callable[..., Any], owner: type | None) -> SchemaValidator:
    """Return the validator of a function's arguments, or of a dataclass's fields."""
    hints, known = _hints(function, owner), signature(function).parameters.values()
    rest = {one.kind: schema(hints.get(one.name, Any)) for one in known if one.kind not in MODES}
    asked = [_parameter(one, schema(hints.get(one.name, Any))) for one in known if one.kind in MODES]
    return SchemaValidator(
        core.arguments_schema(
            asked,
            var_args_schema=rest.get(Parameter.VAR_POSITIONAL),
            var_kwargs_mode="uniform",
            var_kwargs_schema=rest.get(Parameter.VAR_KEYWORD),
        )
    )


def _parameter(asked: Parameter, held: CoreSchema) -> core.ArgumentsParameter:
    if asked.default is not Parameter.empty:
        held = core.with_default_schema(held, default=asked.default)
    return core.arguments_parameter(asked.name, held, mode=MODES[asked.kind])


@cache
def _hints(function: Callable[..., Any], owner: type | None) -> Mapping[str, Any]:
    return get_type_hints(owner if is_dataclass(owner) else function, include_extras=True)


def _refused(
    wrong: ValidationError,
    args: Sequence[Any],
    named: Mapping[str, Any],
    called: Signature,
    name: str,
    hints: Mapping[str, Any],
) -> RuleError:
    """Return the error for a wrong call: about its first wrong value, else about its wrong arguments."""
    errors = [
        error for error in wrong.errors(include_url=False) if len(error["loc"]) > 1 or not _of_call(error)
    ]
    if not errors:
        return _miscalled(called, name, args, named)
    said: dict[int | str, Any] = dict(enumerate(args))
    error = first(errors, said | dict(named))
    at, *place = error["loc"]
    known = list(called.parameters)
    field = known[min(at, len(known) - 1)] if isinstance(at, int) else at
    return refusal(error, hints.get(field, Any), tuple(place), field)


def _of_call(error: ErrorDetails) -> bool:
    return error["type"].endswith(("_argument", "_argument_values"))


def _miscalled(called: Signature, name: str, args: Sequence[Any], named: Mapping[str, Any]) -> RuleError:
    """Return the error that names an unknown or missing argument and lists the allowed ones."""
    known = list(called.parameters)
    unknown = [argument for argument in named if argument not in known]
    placed = [one for one in known if called.parameters[one].kind is not Parameter.KEYWORD_ONLY]
    absent = [needed for needed in _needed(called) if needed not in (*placed[: len(args)], *named)]
    wrong = f" “{absent[0]}” is missing." if absent else ""
    if unknown:
        wrong = f" There is no argument “{unknown[0]}”.{nearest(unknown[0], known)}"
    field = next(iter(unknown + absent), name)
    return RuleError(f"{name} takes {', '.join(_written(called))}.{wrong}", field=field)


def _written(called: Signature) -> list[str]:
    """Return the arguments as a caller writes them; a keyword-only one ends in "="."""
    known = [one for one in called.parameters.values() if one.name not in ("self", "cls")]
    return [f"{one.name}=" if one.kind is Parameter.KEYWORD_ONLY else one.name for one in known]


def _needed(called: Signature) -> list[str]:
    """Return the names of the required arguments."""
    known = [one for one in called.parameters.values() if one.default is Parameter.empty]
    return [one.name for one in known if one.kind in MODES]
