"""What a game adds on the floors above: a package of its own there, named like it, with one value."""

from importlib import import_module
from importlib.util import find_spec
from typing import TypeVar

from webapp.rules.ruleset import rulesets

Part = TypeVar("Part")


def added(place: str, game: str, name: str, usual: Part) -> Part:
    """The value called `name` of this game's package in `place`; `usual` for a game that has none there.

    TypeError for a value of another kind than the usual one.
    """
    package = f"{place}.{game}"
    if game not in rulesets() or find_spec(package) is None:
        return usual
    found = getattr(import_module(package), name)
    if not isinstance(found, type(usual)):
        raise TypeError(f"{package}.{name} is not a {type(usual).__name__}")
    return found
