"""The rules as a calculator: plain JSON in, plain JSON out, no table needed.

The API (`POST /api/v1/rules/<ruleset>/<calculation>`) and `python -m webapp rules` both call `calculate`. A
game's definition names a module in `calculations`; its `CALCULATIONS` has the functions by name, with one
worked example each in `examples.json` beside it. A calculation is a function whose arguments are the fields;
a function that can roll also takes a `source` of dice, which is not a field.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from importlib import import_module
from importlib.resources import files
from inspect import Parameter, signature
from typing import Annotated, Any, get_type_hints

from typing_extensions import TypedDict

from webapp.rules.codec import Most, load_value
from webapp.rules.dice import MOST_DICE, Dice
from webapp.rules.errors import LONGEST, CatalogueError, RuleError, nearest, quoted, shown
from webapp.rules.plugins import installed_games, load_game

Calculation = Callable[..., dict[str, Any]]
"""A game's function for programs: its arguments are the fields of the request, its result plain JSON."""
DiceFaces = Annotated[Sequence[Any], Most(MOST_DICE)]
"""Dice as they fell, as a calculation's field."""
Example = tuple[dict[str, Any], dict[str, Any]]

SOURCE = "source"


def calculate(
    ruleset: str, calculation: str, mapping: Mapping[str, Any], source: Dice | None = None
) -> dict[str, Any]:
    """Run one calculation of one game: `calculate("lantern", "odds", {"dice": 2})`.

    `source` rolls the dice if the input contains none. Raises RuleError for an unknown game, calculation or
    field, and for any value the rules refuse; its `field` names the wrong input.
    """
    work_out = _calculation(ruleset, calculation)
    said = {name: value for name, value in _as_json(mapping).items() if value is not None}
    fields, needed, rolls = _asks(work_out)
    for name in needed:
        if name not in said:
            raise RuleError(f"{calculation} takes {', '.join(fields)}. “{name}” is missing.", field=name)
    for name, value in said.items():
        if name == SOURCE or (fields and name not in fields):
            why = f"There is no field “{name[:LONGEST]}”.{nearest(name, fields)}"
            raise RuleError(why, field=name[:LONGEST], value=value)
    if fields:
        said = load_value(_input_type(work_out), said)
    return work_out(**said, **({SOURCE: source} if rolls and source is not None else {}))


def calculations(ruleset: str) -> tuple[str, ...]:
    """Return the names of a game's calculations."""
    return tuple(_module(ruleset).CALCULATIONS)


def examples() -> dict[tuple[str, str], Example]:
    """Return one worked example per calculation: `(ruleset, calculation) -> (in, out)`."""
    return {(game, name): value for game in games() for name, value in examples_of(game).items()}


def examples_of(game: str) -> dict[str, Example]:
    """Return one worked example of each of a game's calculations, by name.

    Raises CatalogueError for an example that has no `in` and `out`, or is of no calculation.
    """
    package = _module_name(game).rpartition(".")[0]
    read = json.loads(files(package).joinpath("examples.json").read_text(encoding="utf-8"))
    for name, value in read.items():
        if name not in calculations(game) or not isinstance(value, Mapping) or not {"in", "out"} <= {*value}:
            why = "an example must have the name of a calculation, and an “in” and an “out”."
            raise CatalogueError(why, file=f"{package.rpartition('.')[2]}/examples.json", entry=name)
    return {name: (value["in"], value["out"]) for name, value in read.items()}


def _as_json(mapping: object) -> dict[str, Any]:
    """Return the input as JSON; raise RuleError if it is not an object, or has values that JSON lacks."""
    if not isinstance(mapping, Mapping):
        raise RuleError(
            f"A calculation needs an object with named fields, not {shown(mapping)}.", value=mapping
        )
    try:
        asked: dict[str, Any] = json.loads(json.dumps(dict(mapping)))
        return asked
    except (TypeError, ValueError, RecursionError):
        raise RuleError("A calculation accepts only JSON values.", value=mapping) from None


@cache
def _calculation(ruleset: str, calculation: str) -> Calculation:
    known: Mapping[str, Calculation] = _module(ruleset).CALCULATIONS
    if calculation not in known:
        why = f"There is no calculation {quoted(calculation)} in {ruleset}, only {', '.join(known)}."
        raise RuleError(why, field="calculation", value=calculation)
    return known[calculation]


@cache
def _asks(work_out: Calculation) -> tuple[tuple[str, ...], tuple[str, ...], bool]:
    """Return a calculation's fields, the required ones, and whether it can roll.

    A calculation with arbitrary fields (`**fields`) lists none and reads them itself.
    """
    asked = signature(work_out).parameters
    known = [parameter for name, parameter in asked.items() if name != SOURCE]
    if any(parameter.kind is Parameter.VAR_KEYWORD for parameter in known):
        return (), (), SOURCE in asked
    needed = tuple(parameter.name for parameter in known if parameter.default is Parameter.empty)
    return tuple(parameter.name for parameter in known), needed, SOURCE in asked


@cache
def _input_type(work_out: Calculation) -> type[dict[str, Any]]:
    """Return the type of a calculation's input, which is its arguments by name."""
    hints = get_type_hints(work_out, include_extras=True)
    asked = {name: hints[name] for name in _asks(work_out)[0]}
    return TypedDict(work_out.__name__, asked, total=False)  # type: ignore[operator, no-any-return]


def _module(ruleset: str) -> Any:
    if ruleset not in games():
        why = f"There is no calculator for {quoted(ruleset)}, only for {', '.join(games())}."
        raise RuleError(why, field="ruleset", value=ruleset)
    return import_module(_module_name(ruleset))


def games() -> tuple[str, ...]:
    """Return the keys of the games that have a calculator."""
    return tuple(key for key in installed_games() if _module_name(key))


def _module_name(key: str) -> str:
    game = load_game(key)
    return game.calculations if game is not None else ""


def as_floats(mapping: Mapping[Any, object]) -> dict[str, object]:
    """Convert exact chances to JSON: floats, accurate to 1e-12, with text keys.

    Nested mappings are converted too; values other than fractions stay unchanged.
    """
    return {str(key): _outside(value) for key, value in mapping.items()}


def _outside(value: object) -> object:
    if isinstance(value, Fraction):
        above, below = value.as_integer_ratio()
        return above / below
    return as_floats(value) if isinstance(value, Mapping) else value
