"""Try each game from outside in a child process before the server loads it.

A game runs with the server's rights, so a trial protects from mistakes, not from malice. While it is loaded,
a game may end its process, loop for ever, crash or take all memory; then only the child is lost. The trial
also reads every file that one game ships and everybody's pages use, such as its examples.
"""

import json
import re
from collections.abc import Callable
from functools import partial

from pydantic import ValidationError

from webapp.api.calls import examples_in
from webapp.api.rules import game_card
from webapp.api.schemas import command_schema
from webapp.rules.calculator import examples_of, games
from webapp.rules.errors import CatalogueError
from webapp.rules.playable_games import ruleset, rulesets
from webapp.rules.plugins import (
    broken,
    folder,
    installed_games,
    load_game,
    outside_games,
    reason,
    set_aside,
    try_to_load,
)
from webapp.store.command_line import command_to_type
from webapp.store.game_records import GameRecord, GameRecords
from webapp.table.command import registered
from webapp.table.commands.library import load_example
from webapp.table.game_loading import load_parts
from webapp.table.pack import Pack
from webapp.table.refusals import invalid_from
from webapp.views.dials import marks_in

STOPPED = "that is set aside here because it stopped the server several times"
"""What the tables of a game that stopped the server say of it."""


def set_aside_unfit(records: GameRecords) -> None:
    """Disable each game from outside that cannot be loaded or read, or has stopped this server too often."""
    outside = outside_games()
    for key, record in records.all().items() if outside else ():
        if key in outside and record.has_stopped_too_often:
            set_aside(key, _too_often(key, record), STOPPED)
    for key in rulesets().keys() - outside.keys():
        load_parts(key)  # before the forks, so that these have it
    for key in rulesets().keys() & outside.keys():
        why = try_to_load(partial(_reason_against, key))
        if why:
            set_aside(key, why)


def _too_often(key: str, record: GameRecord) -> str:
    often, last = len(record.stops), record.stops[-1]
    again = f"To try it again as it is: {command_to_type('try-game', key)}"
    return f"it stopped the server {often} times; the last time it {last}. {again}"


def _reason_against(key: str) -> str:
    """Load a game's parts and read its files; return why that fails, or ""."""
    if load_parts(key) is None:
        return broken()[key]
    for part, ensure in CHECKS.items():
        try:
            ensure(key)
        except CatalogueError as error:
            return reason(error)
        except BaseException as error:
            return f"{part}: {reason(error)}"
    return ""


# ---- what a game ships and all pages use ----------------------------------------------------------


def _ensure_written(value: object) -> None:
    """Ensure that pages and answers can contain a value: no NaN, and no half of a letter."""
    json.dumps(value, allow_nan=False, ensure_ascii=False).encode()


def _ensure_card(key: str) -> None:
    """Make what programs and the first page say of each game."""
    game = ruleset(key)
    if not isinstance(game.name, str) or not isinstance(game.pitch, str):
        raise TypeError("its name and pitch must be texts")
    _ensure_written(game_card(game))


def _ensure_commands(key: str) -> None:
    for name, kind in registered.items():
        if name.partition(".")[0] == key:
            _ensure_written(command_schema(name, kind))


def _ensure_command_examples(key: str) -> None:
    for name, example in examples_in(folder(key)).items():
        if name not in registered or name.partition(".")[0] != key:
            raise ValueError(f"there is no command {name!r}")
        _ensure_written([{**example.send}, {**example.result}])


def _ensure_calculations(key: str) -> None:
    if key in games():
        _ensure_written(examples_of(key))


def _ensure_packs(key: str) -> None:
    others = [game for other in installed_games() if other != key and (game := load_game(other)) is not None]
    for name in getattr(load_game(key), "packs", ()):
        if any(name in game.packs for game in others):
            raise ValueError(f"another game has a pack {name!r}; rename yours")
        content = load_example(name)
        _ensure_written(content)
        try:
            Pack.model_validate(content)
        except ValidationError as error:
            raise invalid_from(error, content) from error


def _ensure_marks(key: str) -> None:
    list(marks_in(folder(key) / "marks"))


def _ensure_style(key: str) -> None:
    """Ensure that the style sheet, which is joined with others, ends in no open block, comment or text."""
    file = folder(key) / "style.css"
    text = file.read_text(encoding="utf-8") if file.is_file() else ""
    bare = re.sub(r"/\*.*?\*/|\"[^\"\n]*\"|'[^'\n]*'", "", text, flags=re.DOTALL)
    depth = 0
    for found in re.findall(r"[{}]|/\*|[\"']", bare):
        depth += {"{": 1, "}": -1}.get(found, -len(text))
        if depth < 0:
            break
    if depth:
        raise ValueError("a brace, a comment or a text is not closed")


CHECKS: dict[str, Callable[[str], None]] = {
    "its rules": _ensure_card,
    "its commands": _ensure_commands,
    "commands.toml": _ensure_command_examples,
    "examples.json": _ensure_calculations,
    "packs": _ensure_packs,
    "marks": _ensure_marks,
    "style.css": _ensure_style,
}
