"""What a game adds on the floors above: a module of its room, with one value."""

from typing import TypeVar

from webapp.rules.plugins import part, set_aside

Part = TypeVar("Part")


def added(floor: str, game: str, name: str, usual: Part) -> Part:
    """The value called `name` that a game has for a floor (`screens`, `table`); `usual` if it has none."""
    module = part(game, floor)
    found = usual if module is None else getattr(module, name, None)
    if isinstance(found, type(usual)):
        return found
    set_aside(game, f"{floor}.{name} is not a {type(usual).__name__}")
    return usual
