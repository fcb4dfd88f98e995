"""Whose turn it is, in words: why somebody may not act now, and how each stands in the Round."""

import re

from webapp.rules.mettle.initiative import Initiative, Phase
from webapp.screens.audience import PLAYER
from webapp.screens.visibility import Visibility
from webapp.store.board import Board
from webapp.store.models import Character

STATES = ("holds", "ready", "waits", "acted", "surprised", "delayed", "out")


def state_of(fight: Initiative, name: str) -> str:
    """How somebody stands in this Round, in one word."""
    if name == fight.holder and name not in fight.out and fight.phase is not Phase.ROUND_OVER:
        return "holds"
    known = {
        "out": fight.out,
        "waits": frozenset(fight.waits),
        "ready": fight.ready,
        "surprised": fight.surprised,
        "delayed": fight.delayed,
    }
    return next((word for word, names in known.items() if name in names), "acted")


def known_as(board: Board, name: str) -> str:
    """A combatant as everybody may know them; who is hidden is nobody in particular."""
    row = board.row(Character, int(name)) if name.isdecimal() else None
    seen = row is not None and Visibility(board, PLAYER).names(row)
    return str(row.name) if row is not None and seen else "Somebody"


def in_names(board: Board, words: str) -> str:
    """Ids in a sentence of the rules as the names that people know."""
    return re.sub(r"'?\b(\d{3,10})\b'?", lambda found: known_as(board, found[1]), words)


def why_not(board: Board, fight: Initiative, character: Character, action: str) -> str:
    """Why somebody may not take an Action now; "" if they may, or are not in the fight at all."""
    return in_names(board, fight.why_not(str(character.id), action))
