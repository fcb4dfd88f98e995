"""The worked examples: of every command (commands.toml), and of every calculation."""

import tomllib
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from webapp.rules.calculator import Example, examples


@dataclass(frozen=True)
class CommandExample:
    """What is sent beside `do`, and what the result holds."""

    send: dict[str, Any] = field(default_factory=dict)
    result: dict[str, Any] = field(default_factory=dict)


@cache
def command_examples() -> dict[str, CommandExample]:
    """One example of every command, by its name."""
    return {name: CommandExample(**each) for name, each in _read("commands.toml").items()}


@cache
def field_meanings() -> dict[str, str]:
    """What each field of the commands means."""
    return _read("fields.toml")


def calculator_examples() -> dict[tuple[str, str], Example]:
    """What goes in and what comes out of every calculation, by game and name."""
    return examples()


def _read(file: str) -> dict[str, Any]:
    return tomllib.loads(files("webapp.api").joinpath(file).read_text(encoding="utf-8"))
