"""Calling an Action of METTLE: the pool somebody has for it."""

from typing import Any

from webapp.rules.mettle.calling import attribute_of
from webapp.screens.games.mettle import bodies
from webapp.store.board import Board


def pool_of(board: Board, row: Any, asked: dict[str, Any]) -> int:
    """The dice somebody rolls for this Action, before anything is added."""
    attribute = attribute_of(asked)
    return bodies.sheet(board, row)[attribute] if attribute else 0
