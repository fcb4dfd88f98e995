"""A roll is an action: it comes out of the pool of whoever rolls, while rounds run."""

from typing import Any

from webapp.rules.resonance.conditions import Kind
from webapp.rules.resonance.rounds import Rounds
from webapp.screens.games.resonance.reading import card, rounds_of
from webapp.store.board import Board
from webapp.table.command import Told
from webapp.table.games.resonance.deck import keep


def spent(board: Board, check: Any) -> list[Told]:
    """One action of the turn that runs, or of the own pool for a reaction; nothing where there is none left.

    What a Curator asks of somebody whose turn it is not costs nothing.
    """
    found, who = rounds_of(board), board.find("character", check.character)
    if found is None or who is None:
        return []
    row, rounds = found
    after = _after(rounds, card(who.id), check.asked.get("roll") == Kind.REACTION)
    if after is None:
        return []
    keep(row, after)
    left = after.left[card(who.id)]
    about = [("piece", row.id), ("character", who.id), ("check", check.id)]
    return [Told(f"{who.name}: {left} action{'s' if left != 1 else ''} left", about)]


def _after(rounds: Rounds, who: str, reaction: bool) -> Rounds | None:
    if not rounds.left.get(who):
        return None
    if reaction:
        return rounds.react(who)
    return rounds.act() if rounds.active == who else None
