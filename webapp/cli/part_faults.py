"""Find errors in the modules and classes that a game's definition names as text."""

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from webapp.rules.errors import nearest
from webapp.rules.game import GameDefinition
from webapp.table.game_hooks import GameTable
from webapp.views.game_hooks import GameScreens

PARTS: dict[str, type | None] = {
    "commands": GameTable,
    "views": GameScreens,
    "patterns": None,
    "calculations": None,
}
"""The attributes of a game's class that name a module, and the class expected after the colon, if any."""


def wrong_parts(game: GameDefinition, modules: list[str]) -> Iterator[tuple[str, str]]:
    """Yield each text that names nothing usable, with the error; `modules` are names to suggest instead.

    A module that exists but fails to import is reported by `import_faults`.
    """
    for part, kind in PARTS.items():
        text = str(getattr(game, part, "") or "")
        module, _, name = text.partition(":")
        if not module:
            continue
        if not _exists(module):
            yield text, f"{part}: there is no module {module!r}.{nearest(module, modules)}"
        elif name and kind is not None and (wrong := _wrong_class(module, name, kind)):
            yield text, f"{part}: {wrong}"


def _exists(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ImportError:  # the parent is missing, or is not a package
        return False


def _wrong_class(module: str, name: str, kind: type) -> str:
    """Return why a name is not the expected class; "" if it is, or if its module fails to import."""
    try:
        loaded = import_module(module)
    except Exception:
        return ""
    value = getattr(loaded, name, None)
    if isinstance(value, kind) or (isinstance(value, type) and issubclass(value, kind)):
        return ""
    wrong = f"{module}.{name} is not a {kind.__name__}" if value else f"{module} has no {name!r}"
    suited = _suited(loaded, kind)
    return f"{wrong}.{nearest(name, suited) or (f' Did you mean {suited[0]}?' if suited else '')}"


def _suited(module: ModuleType, kind: type) -> list[str]:
    """Return the names in a module of classes of this kind."""
    classes = ((name, value) for name, value in vars(module).items() if isinstance(value, type))
    return [name for name, value in classes if issubclass(value, kind) and value is not kind]
