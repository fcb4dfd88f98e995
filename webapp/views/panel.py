"""Panels: elements of a page with a stable id, each replaced as a whole."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from webapp.rules.deprecated_names import keep_old_names

Option = tuple[int | str, str]


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
    return panel(f"pick-{form}-{name}", Pick(name, tuple(options), required, several), template="pick")


keep_old_names(__name__, {"Make": "PanelFactory", "MoveForm": "GmAction"})
