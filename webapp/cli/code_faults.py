"""Find mistakes in a game's code: failing imports, wrong classes or interfaces, misspelt hooks."""

import re
from collections.abc import Iterator
from difflib import get_close_matches
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from webapp.cli.game_source import Fault, GameSource
from webapp.rules.errors import nearest
from webapp.rules.game import INTERFACE, GameDefinition, ensure_playable_here, versions_of
from webapp.rules.plugins import broken, installed_games, package_of
from webapp.rules.ruleset import Ruleset
from webapp.table.command import GameCommand
from webapp.table.game_table import GameTable
from webapp.views.game_screens import GameScreens

HOOKED = (GameDefinition, Ruleset, GameScreens, GameTable, GameCommand)
"""The classes whose methods and values an author overrides by name."""
PARTS: dict[str, type | None] = {
    "commands": GameTable,
    "views": GameScreens,
    "events": None,
    "patterns": None,
    "calculations": None,
}
"""The attributes of a game's class that name a module, and the class expected after the colon, if any."""
ALIKE = 0.88
"""How similar a name must be to a hook's to count as misspelt: of five letters, one may be missing."""


def import_faults(source: GameSource) -> Iterator[Fault]:
    """Import every module of the game; yield a fault for each one that fails."""
    for file in sorted(source.folder.rglob("*.py")):
        parts = file.relative_to(source.folder).with_suffix("").parts
        own = parts[:-1] if parts[-1] == "__init__" else parts
        try:
            source.modules[file] = import_module(".".join([package_of(installed_games()[source.key]), *own]))
        except Exception as error:
            yield source.fault(error)


def class_faults(source: GameSource) -> Iterator[Fault]:
    """Check that the game's class loads, and that its rules are a Ruleset with the entry point's key."""
    if source.game is None:
        yield from _unreadable(source)
        return
    ruleset = getattr(source.game, "rules", None)
    if not isinstance(ruleset, Ruleset):
        yield Fault(*source.find(r"^\s*rules\s*="), "rules is not a Ruleset.")
    elif ruleset.key != source.key:
        at, line = source.find(rf"\bkey\s*=\s*[\"']{re.escape(ruleset.key)}[\"']")
        says = f"key is {ruleset.key!r}, but the entry point says {source.key!r}; they must be equal."
        yield Fault(at, line, says)


def _unreadable(source: GameSource) -> Iterator[Fault]:
    """Yield a fault that says why the class could not be loaded, although its modules could."""
    kinds = [var for module in source.modules.values() for var in vars(module).values()]
    for kind in kinds:
        if (
            isinstance(kind, type)
            and issubclass(kind, GameDefinition)
            and kind.__module__ in source.own_names
            and (unfit := _interface_fault(kind()))
        ):
            yield Fault(*source.find(r"^\s+interface\b"), unfit)
            return
    yield Fault(source.folder.name, 0, f"{broken().get(source.key, 'the game cannot be read')}.")


def _interface_fault(game: GameDefinition) -> str:
    """Return why this Tableside cannot play a game with this interface; "" if it can."""
    try:
        versions_of(game)
    except ValueError as error:
        return f"{error}."
    try:
        ensure_playable_here(game)
    except ValueError:
        return (
            f"interface is {game.interface}; this Tableside has {INTERFACE}. Write interface = {INTERFACE}."
        )
    return ""


def part_faults(source: GameSource) -> Iterator[Fault]:
    """Check that the modules and classes that the definition names exist, with the right base classes.

    A module that exists but fails to import is reported by `import_faults`.
    """
    for part, kind in PARTS.items():
        text = str(getattr(source.game, part, "") or "")
        module, _, name = text.partition(":")
        if not module:
            continue
        if not _exists(module):
            wrong = f"there is no module {module!r}.{nearest(module, sorted(source.own_names))}"
        else:
            wrong = _wrong_class(module, name, kind) if name and kind is not None else ""
        if wrong:
            yield Fault(*source.find_quoted(text), f"{part}: {wrong}")


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
    classes = ((own, value) for own, value in vars(loaded).items() if isinstance(value, type))
    suited = [own for own, value in classes if issubclass(value, kind) and value is not kind]
    return f"{wrong}.{nearest(name, suited) or (f' Did you mean {suited[0]}?' if suited else '')}"


def hook_faults(source: GameSource) -> Iterator[Fault]:
    """Find methods and values that no base class has, but whose name resembles a hook's."""
    for file, module in source.modules.items():
        for base in HOOKED:
            for var in vars(module).values():
                if isinstance(var, type) and issubclass(var, base) and var.__module__ == module.__name__:
                    yield from _misspelt(source, var, base, file)


def _misspelt(source: GameSource, kind: type, base: type, file: Path) -> Iterator[Fault]:
    inherited = {name for above in kind.__mro__[1:] for name in _named_by(above)}
    hooks = [name for above in base.__mro__ for name in _named_by(above) if name[0] != "_"]
    for name, value in vars(kind).items():
        fields = getattr(kind, "model_fields", {})
        if name.startswith("_") or name in inherited or name in fields:
            continue
        if base is GameCommand and not callable(value):
            continue  # pydantic's own names, and constants
        alike = [hook for hook in hooks if callable(getattr(base, hook, None)) == callable(value)]
        near = get_close_matches(name, alike, n=1, cutoff=ALIKE)
        if near and near[0] not in _named_by(kind):
            line = source.line(file, rf"def {name}\b|^\s+(?:\w+\s*=\s*)*{name}\s*[:=]")
            yield Fault(
                source.relative_name(file),
                line,
                f"{base.__name__} has no {name!r}. Did you mean {near[0]!r}?",
            )


def _named_by(kind: type) -> set[str]:
    """Return the names that a class binds or annotates."""
    return {*vars(kind), *vars(kind).get("__annotations__", {})}
