"""The worked examples of every command: commands.toml here, and in the room of each game that has its own."""

import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

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
    places = (Path(__file__).parent, *(folder(game) for game in rulesets()))
    files = [file for place in places if (file := place / "commands.toml").is_file()]
    read = [tomllib.loads(file.read_text(encoding="utf-8")) for file in files]
    return {name: CommandExample(**each) for every in read for name, each in every.items()}
