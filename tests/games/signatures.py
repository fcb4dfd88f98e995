"""What `webapp.games.api` promises, as text: `python -m tests.games.signatures` writes it down.

Names, arguments, and whether an argument may be left out; what an argument may be stands in the reference.
What a game only reads (views, the actor, results) may gain fields, which nobody has to note.
"""

import enum
import inspect
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path

from webapp.api.hooks import hook_names
from webapp.games import api

FILE = Path(__file__).with_name("interface.txt")
HOOKED = ("GameCommand", "GameScreens", "GameTable", "Ruleset")
"""The classes that a game derives from, with all that it may say."""
READ = ("Actor", "CharacterView", "ClockView", "CommandResult", "ConditionView", "PieceView", "TableView")


def promised() -> str:
    """Each name with its arguments, and each hook with its own, one a line."""
    major, minor = api.INTERFACE
    return "\n".join((f"interface {major}.{minor}", *_lines())) + "\n"


def _lines() -> Iterator[str]:
    for name in sorted({*api.PLACES, "GameDefinition"}):
        value = getattr(api, name)
        yield f"{name}{_arguments(value)}"
        if name in HOOKED:
            yield from (f"{name}.{hook}{_hook(value, hook)}" for hook in sorted(hook_names(value)))


def _arguments(value: object) -> str:
    if not isinstance(value, type):
        return _called(value) if inspect.isfunction(value) else ""
    if issubclass(value, enum.Enum):
        return f" of {' '.join(value.__members__)}"
    if value.__name__ in READ:
        return ""
    if is_dataclass(value):
        return f"({', '.join(field.name for field in fields(value) if field.init)})"
    init = inspect.getattr_static(value, "__init__")
    return _called(init) if inspect.isfunction(init) and init.__module__ == value.__module__ else ""


def _hook(kind: type, name: str) -> str:
    value = inspect.getattr_static(kind, name, None)
    function = getattr(value, "__func__", value)
    return _called(function) if inspect.isfunction(function) else ""


def _called(function: object) -> str:
    asked = inspect.signature(function).parameters.values()  # type: ignore[arg-type]
    named = (value for value in asked if value.name not in ("self", "cls"))
    return f"({', '.join(_argument(value) for value in named)})"


def _argument(value: inspect.Parameter) -> str:
    marks = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    keyword = "=" if value.kind is inspect.Parameter.KEYWORD_ONLY else ""
    optional = "" if value.default is inspect.Parameter.empty else "?"
    return f"{marks.get(value.kind, '')}{value.name}{keyword}{optional}"


if __name__ == "__main__":
    FILE.write_text(promised(), encoding="utf-8")
