"""Check that the ids of a game's panels begin with the game's key, so that they cannot clash."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from webapp.rules.game import GameDefinition
from webapp.rules.plugins import folder, load_game

PICK = "pick-"
"""The prefix of the ids of lists in a form, which are named after their form."""


class WrongPanelId(NamedTuple):
    """A panel whose id does not begin with the game's key, and its place in the code."""

    file: Path
    line: int
    id: str

    def describe(self, game: str) -> str:
        """Return what is wrong with the id and what to write instead."""
        return (
            f"the id of a panel must begin with “{game}” and a hyphen: write "
            f"“{game}-{self.id}”, not “{self.id}”"
        )


def is_own_id(game: str, id: str) -> bool:
    """Return whether a panel of this game may have this id; games for the previous interface may use any."""
    definition = load_game(game)
    return definition is None or _is_own(definition, game, id)


def _is_own(definition: GameDefinition, game: str, id: str) -> bool:
    return definition.panels is None or id.startswith((f"{game}-", PICK, *definition.panels))


def wrong_panel_ids(game: str, definition: GameDefinition) -> Iterator[WrongPanelId]:
    """Yield the panels in the game's code whose ids the game may not use.

    Only ids written as literal text in a call of `game_panel` are checked.
    """
    for file in sorted(folder(game).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "game_panel":
                id = _written(node)
                if id is not None and not _is_own(definition, game, id):
                    yield WrongPanelId(file, node.lineno, id)


def ensure_own_panel_ids(game: str) -> None:
    """Raise ValueError, with file and line, if a panel's id does not begin with the game's key.

    Games that declare other prefixes in `panels`, and games for the previous interface, are not checked.
    """
    definition = load_game(game)
    if definition is None or definition.panels != ():
        return  # a house test checks the included games' panel ids
    for wrong in wrong_panel_ids(game, definition):
        raise ValueError(f"{wrong.file.name}:{wrong.line}: {wrong.describe(game)}")


def _written(call: ast.Call) -> str | None:
    first = (
        call.args[0] if call.args else next((word.value for word in call.keywords if word.arg == "id"), None)
    )
    return first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else None
