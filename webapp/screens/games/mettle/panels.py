"""METTLE's panels on the three pages."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from webapp.screens.panel import Panel

if TYPE_CHECKING:
    from webapp.screens.views import TableView


def gm_panels(view: "TableView") -> Iterator[Panel]:
    """The GM's."""
    yield from ()


def player_panels(view: "TableView") -> Iterator[Panel]:
    """Every player's."""
    yield from ()


def seat_panels(view: "TableView", seat: int) -> Iterator[Panel]:
    """One seat's own."""
    yield from ()


def tv_panels(view: "TableView") -> Iterator[Panel]:
    """The TV's."""
    yield from ()
