"""The fields that the games' checks ask for, read off each game's own form.

All games share one `check.call`; a field that belongs to another game is refused by name.
"""

from collections.abc import Iterator
from typing import Annotated, Any

from pydantic import Field, create_model

from webapp.rules.play import CheckField
from webapp.rules.ruleset import Ruleset, rulesets
from webapp.screens.checks import REFERRING
from webapp.table.command import Command
from webapp.table.fields import Id, Words
from webapp.table.refusals import Invalid, Refused

NO_CHECKS = "{} has no checks to roll: say what happens, and tick a clock if one moves."


def with_game_fields(base: type[Command]) -> type[Command]:
    """This command with every field that some game's check asks for; each may stay absent."""
    fields: dict[str, Any] = {key: (_type(asked), None) for key, asked in _every_field().items()}
    return create_model(
        base.__name__, __base__=base, __doc__=base.__doc__, __module__=base.__module__, **fields
    )


def game_keys() -> frozenset[str]:
    """The names of all those fields."""
    return frozenset(_every_field())


def refuse_without_checks(game: Ruleset) -> None:
    """A game without a form has nothing to roll here."""
    if not game.check_form:
        raise Refused(NO_CHECKS.format(game.name))


def asked(game: Ruleset, given: dict[str, object]) -> dict[str, object]:
    """The fields of this game's check among those given; Invalid for another game's, or another choice."""
    form = {field.key: field for field in game.check_form}
    for key, value in given.items():
        if key in form and value is not None:
            _ensure_fits(form[key], value)
        elif key not in form and value is not None:
            raise Invalid(
                f"Checks of {game.name} have no “{key}”: {', '.join(form)}.", {key: "unknown field"}
            )
    return {key: value for key, value in given.items() if key in form}


def references(game: Ruleset, given: dict[str, Any]) -> Iterator[tuple[str, int]]:
    """The things of the table that these fields name."""
    for field in game.check_form:
        named = given.get(field.key)
        if field.kind in REFERRING and named is not None:
            for id in named if isinstance(named, list) else [named]:
                yield REFERRING[field.kind], id


def players_keys(game: Ruleset) -> frozenset[str]:
    """The fields of this game's check that a player may set."""
    own = (field.key for field in game.check_form if field.player)
    return frozenset((*own, *(("targets",) if game.players_aim else ())))


def _ensure_fits(field: CheckField, value: Any) -> None:
    if field.kind == "choice" and value not in field.choices:
        listed = ", ".join(field.choices)
        raise Invalid(f"{field.name} is one of {listed}; not “{value}”.", {field.key: f"one of {listed}"})
    if field.kind == "number" and not field.low <= value <= field.high:
        span = f"{field.low} to {field.high}"
        raise Invalid(f"{field.name} is {span}, not {value}.", {field.key: span})


def _every_field() -> dict[str, list[tuple[Ruleset, CheckField]]]:
    found: dict[str, list[tuple[Ruleset, CheckField]]] = {}
    for game, field in _fields():
        found.setdefault(field.key, []).append((game, field))
    return found


def _fields() -> Iterator[tuple[Ruleset, CheckField]]:
    for game in rulesets().values():
        for field in game.check_form:
            yield game, field


def _type(asking: list[tuple[Ruleset, CheckField]]) -> object:
    """What the field takes in all games that have it, and what it means in each."""
    _, first = asking[0]
    meaning = "; ".join(f"{game.name}: {_meaning(field)}" for game, field in asking)
    if first.kind == "characters":
        return Annotated[list[Id], Field(max_length=60, description=meaning)] | None
    if first.kind in REFERRING:
        return Annotated[Id, Field(description=meaning)] | None
    if first.kind == "flag":
        return Annotated[bool, Field(description=meaning)] | None
    if first.kind == "number":
        low, high = min(field.low for _, field in asking), max(field.high for _, field in asking)
        return Annotated[int, Field(ge=low, le=high, description=meaning)] | None
    return Annotated[Words, Field(description=meaning)] | None


def _meaning(field: CheckField) -> str:
    return f"{field.text} ({', '.join(field.choices)})" if field.choices else field.text
