"""The worked examples: of every command (commands.toml here, and in the room of each game that has commands
of its own), and of every calculation."""

import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from webapp.rules.calculator import Example, examples
from webapp.rules.plugins import folder
from webapp.rules.ruleset import rulesets


@dataclass(frozen=True)
class CommandExample:
    """What is sent beside `do`, and what the result holds."""

    send: dict[str, Any] = field(default_factory=dict)
    result: dict[str, Any] = field(default_factory=dict)


@cache
def command_examples() -> dict[str, CommandExample]:
    """One example of every command, by its name."""
    return {name: CommandExample(**each) for name, each in _read("commands").items()}


@cache
def field_meanings() -> dict[str, str]:
    """What each field of the commands means."""
    return _read("fields")


def calculator_examples() -> dict[tuple[str, str], Example]:
    """What goes in and what comes out of every calculation, by game and name."""
    return examples()


def _read(what: str) -> dict[str, Any]:
    """What is written down for all games, then what is for each game's own commands."""
    here = Path(__file__).parent
    found: dict[str, Any] = {}
    for place in (here, *(folder(game) for game in rulesets())):
        file = place / f"{what}.toml"
        found |= tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return found
