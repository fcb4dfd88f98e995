"""What a panel is: one element of a page with a stable id, replaced whole."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

Option = tuple[int | str, str]


@dataclass(frozen=True)
class Panel:
    """An element of a page: `it` is what its template prints, `key` what is compared."""

    id: str
    template: str
    it: Any
    key: object
    within: str | None = None


@dataclass(frozen=True)
class Pick:
    """A list to choose from inside a form: kept fresh while the form around it stands still."""

    name: str
    options: tuple[tuple[int | str, str], ...]
    required: bool = False


@dataclass(frozen=True)
class MoveForm:
    """What a GM does now and then: the end of its address, its name, what it is for, its template."""

    key: str
    name: str
    about: str
    template: str


Make = Callable[[], Any]
"""Makes a panel, or gives those that make several: so that one which cannot be made costs itself alone."""


def panel(
    id: str, it: object, *, template: str | None = None, key: object = None, within: str | None = None
) -> Panel:
    """A panel of `templates/panels`; its key is what it prints, unless something else is compared."""
    return Panel(id, f"panels/{template or id}.html", it, it if key is None else key, within)


def game_panel(id: str, it: object, *, of: str, key: object = None, within: str | None = None) -> Panel:
    """A panel that one game adds: its template is `of`: its game and its name there ("lantern/light")."""
    return Panel(id, f"games/{of}.html", it, it if key is None else key, within)


def pick(form: str, name: str, options: Iterable[Option], required: bool = False) -> Panel:
    """One list of one form; the command's field is called `name`."""
    return panel(f"pick-{form}-{name}", Pick(name, tuple(options), required), template="pick")
