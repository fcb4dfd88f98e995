"""Adapt games written for the previous interface, until the next release."""

import re
import warnings
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from webapp.rules.game import BEFORE, INTERFACE, GameDefinition, ensure_old_version

PARTS = {"commands": ("commands", "table"), "views": ("views", "screens")}
"""The names of a package's parts, now and in the previous interface."""
VALUES = {"commands": "TABLE", "views": "SCREENS"}


def game_of(package: ModuleType) -> GameDefinition:
    """Return the definition of a game with `INTERFACE = 2` and `RULESET`, and warn with the replacement."""
    ensure_old_version(getattr(package, "INTERFACE", None))
    patterns = f"{package.__name__}.patterns"
    own = {part: _part(package.__name__, part) for part in PARTS}
    own["patterns"] = patterns if find_spec(patterns) is not None else ""
    rules = getattr(package, "RULESET", None)
    made: GameDefinition = type(
        "EarlierGame", (GameDefinition,), {"interface": INTERFACE, "rules": rules, "panels": None, **own}
    )()
    file = package.__file__ or ""
    said = f"INTERFACE = {BEFORE} is supported until the next release; write a class Game in game.py"
    warnings.warn_explicit(said, DeprecationWarning, file, _line_of(file))
    return made


def _part(package: str, part: str) -> str:
    names = (f"{package}.{name}" for name in PARTS[part])
    module = next((name for name in names if find_spec(name) is not None), "")
    return f"{module}:{VALUES[part]}" if module else ""


def _line_of(file: str) -> int:
    text = Path(file).read_text(encoding="utf-8") if Path(file).is_file() else ""
    found = re.search(r"^INTERFACE\b", text, re.MULTILINE)
    return text.count("\n", 0, found.start()) + 1 if found else 1
