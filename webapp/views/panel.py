"""What a panel is: one element of a page with a stable id, replaced whole."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from webapp.rules.renamed import keep_old_names

Option = tuple[int | str, str]


@dataclass(frozen=True)
class Panel:
    """An element of a page: `it` is what its template prints, `key` is compared for changes."""

    id: str
    template: str
    it: Any
    key: object
    within: str | None = None


@dataclass(frozen=True)
class Pick:
    """A list of choices inside a form; it stays current while the form around it is unchanged."""

    name: str
    options: tuple[tuple[int | str, str], ...]
    required: bool = False
    several: bool = False


@dataclass(frozen=True)
class GmAction:
    """What a GM does now and then: the end of its address, its name, what it is for, its template."""

    key: str
    name: str
    about: str
    template: str


PanelFactory = Callable[[], Any]
"""Makes a panel, or returns the factories of several, so that a failing panel fails alone."""


def panel(
    id: str, it: object, *, template: str | None = None, key: object = None, within: str | None = None
) -> Panel:
    """Return a panel of `templates/panels`; its key is what it prints, unless another is given."""
    return Panel(id, f"panels/{template or id}.html", it, it if key is None else key, within)


def game_panel(id: str, it: object, *, of: str, key: object = None, within: str | None = None) -> Panel:
    """Return a panel of a game; its template is `of`, the game and its name there ("lantern/light")."""
    return Panel(id, f"games/{of}.html", it, it if key is None else key, within)


def pick(
    form: str, name: str, options: Iterable[Option], required: bool = False, several: bool = False
) -> Panel:
    """Return one list of one form for the command's field `name`; with `several` each has a checkbox."""
    return panel(f"pick-{form}-{name}", Pick(name, tuple(options), required, several), template="pick")


keep_old_names(__name__, {"Make": "PanelFactory", "MoveForm": "GmAction"})
