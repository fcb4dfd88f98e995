"""How much of a thing players and the TV may know: its own visibility, and what it belongs to."""

from typing import Any

from webapp.screens.audience import Audience, Role
from webapp.store.board import Board

LEVELS = ("secret", "rumoured", "masked", "shown")


def level(row: Any, board: Board, audience: Audience) -> str:
    """What this audience may know of a thing; the GM knows all, an owner the clock they own.

    Whatever belongs to a scene that was never played, or to a secret zone or character, is secret.
    """
    if audience.role is Role.GM:
        return "shown"
    if row.kind_name == "proposal":
        return "shown" if audience.seat is not None and row.seat == audience.seat else "secret"
    if audience.seat is not None and getattr(row, "owner", None) == audience.seat:
        return "shown"
    own: str = row.visibility
    return min((own, *_parents(row, board, audience)), key=LEVELS.index)


def _parents(row: Any, board: Board, audience: Audience) -> list[str]:
    """The levels of what a thing belongs to."""
    found: list[str] = []
    if row.kind_name == "scene":
        return ["shown" if row.played else "secret"]
    for kind in ("scene", "zone", "character"):
        id = getattr(row, kind, None)
        if id is None or row.kind_name == "seat":
            continue
        parent = board.all(kind).get(id)
        found.append(level(parent, board, audience) if parent else "secret")
    return found


def knows(row: Any, board: Board, audience: Audience) -> bool:
    """Whether this audience may know that the thing exists."""
    return level(row, board, audience) != "secret"


def may_name(kind: str, id: int | None, board: Board, audience: Audience) -> bool:
    """Whether a reference to this thing may be given to this audience."""
    row = board.find(kind, id)
    return row is not None and knows(row, board, audience)
