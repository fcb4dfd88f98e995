"""Panels: elements of a page with a stable id, each replaced as a whole.

The ids of a game's panels begin with the game's key, so that they cannot clash.
"""

import ast
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from webapp.rules.game import GameDefinition
from webapp.rules.plugins import folder, load_game

Option = tuple[int | str, str]
"""A choice in a form: the value that is sent, and its label."""
PICK = "pick-"
"""The prefix of the ids of lists in a form, which are named after their form."""


@dataclass(frozen=True)
class Panel:
    """An element of a page.

    `it` is the value that its template prints; the panel is sent again if `key` differs. `within` is the id
    of the panel that contains it.
    """

    id: str
    template: str
    it: Any
    key: object
    within: str | None = None


@dataclass(frozen=True)
class Pick:
    """A list of choices in a form, which is updated without replacing the form."""

    name: str
    options: tuple[tuple[int | str, str], ...]
    required: bool = False
    several: bool = False


@dataclass(frozen=True)
class GmAction:
    """An entry of the GM's menu: the end of its URL, its name, its purpose and its template."""

    key: str
    name: str
    about: str
    template: str


PanelFactory = Callable[[], Any]
"""Makes a panel, or returns the factories of several, so that a failing panel fails alone."""


def panel(
    id: str, it: object, *, template: str | None = None, key: object = None, within: str | None = None
) -> Panel:
    """Return a panel of `templates/panels`; its key is `it` unless another key is given."""
    return Panel(id, f"panels/{template or id}.html", it, it if key is None else key, within)


def game_panel(id: str, it: object, *, of: str, key: object = None, within: str | None = None) -> Panel:
    """Return a panel of a game; `of` is the game and its template ("lantern/light")."""
    return Panel(id, f"games/{of}.html", it, it if key is None else key, within)


def pick(
    form: str, name: str, options: Iterable[Option], required: bool = False, several: bool = False
) -> Panel:
    """Return a panel with a form's choices for the command's field `name`; `several` gives checkboxes."""
    return panel(f"{PICK}{form}-{name}", Pick(name, tuple(options), required, several), template="pick")


# ---- the ids of a game's panels -------------------------------------------------------------------


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
    """Return whether a panel of this game may have this id."""
    definition = load_game(game)
    return definition is None or _is_own(definition, game, id)


def _is_own(definition: GameDefinition, game: str, id: str) -> bool:
    return id.startswith((f"{game}-", PICK, *definition.panels))


def wrong_panel_ids(game: str, definition: GameDefinition) -> Iterator[WrongPanelId]:
    """Yield the panels in the game's code whose ids the game may not use.

    Only ids written as literal text in a call of `game_panel` are checked.
    """
    for file in sorted(folder(game).rglob("*.py")):
        try:
            code = ast.parse(file.read_text(encoding="utf-8"))
        except SyntaxError:
            continue  # who imports the file is told what is wrong with it
        for node in ast.walk(code):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "game_panel":
                id = _literal_id(node)
                if id is not None and not _is_own(definition, game, id):
                    yield WrongPanelId(file, node.lineno, id)


def ensure_own_panel_ids(game: str) -> None:
    """Raise ValueError, with file and line, if a panel's id does not begin with the game's key.

    Games that declare other prefixes in `panels` are not checked.
    """
    definition = load_game(game)
    if definition is None or definition.panels != ():
        return  # a house test checks the included games' panel ids
    for wrong in wrong_panel_ids(game, definition):
        raise ValueError(f"{wrong.file.name}:{wrong.line}: {wrong.describe(game)}")


def _literal_id(call: ast.Call) -> str | None:
    first = (
        call.args[0] if call.args else next((word.value for word in call.keywords if word.arg == "id"), None)
    )
    return first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else None
