"""What a game adds on the floors above: a module in the room named like it, with one value."""

from importlib import import_module
from importlib.util import find_spec
from typing import TypeVar

from webapp.rules.ruleset import rulesets

Part = TypeVar("Part")


def added(floor: str, game: str, name: str, usual: Part) -> Part:
    """The value called `name` that a game has for a floor (`screens`, `table`); `usual` if it has none.

    TypeError for a value of another kind than the usual one.
    """
    package = f"webapp.games.{game}.{floor}"
    if game not in rulesets() or find_spec(package) is None:
        return usual
    found = getattr(import_module(package), name)
    if not isinstance(found, type(usual)):
        raise TypeError(f"{package}.{name} is not a {type(usual).__name__}")
    return found
