"""Find the outcomes about which Resonance's book leaves no choice, and what may still change one.

Source: Layer 2, "Reactions", "Effect Rolls"; Layer 1, "Criticals".
"""

from webapp.games.api import Character, Check, Seat, TableState, waiting_lines
from webapp.games.resonance.rules.check_request import ResonanceRequest
from webapp.games.resonance.rules.conditions import Kind
from webapp.games.resonance.rules.outcome import KnownOutcome
from webapp.games.resonance.rules.rolled_actions import KnownRoll, answers, unanswered
from webapp.games.resonance.state.boosts import offers
from webapp.games.resonance.state.characters import rounds_of, values_of

CERTAIN = frozenset(
    {
        "clock.tick",
        "condition.clear",
        "resonance.found",
        "resonance.hide",
        "resonance.pool.add",
        "resonance.value.lose",
        "resonance.value.restore",
    }
)
"""The commands that the book's outcomes lead to without a choice."""
NEXT_TURN = ("resonance.round.turn", "resonance.round.pass", "resonance.round.end")
"""The commands after which nobody can react to what came before."""


def settles(state: TableState, check: Check, after: str) -> bool:
    """Return whether a roll's proposals apply by themselves: all are certain, and no choice is open.

    Open are a Critical that is not spent, a boost that fits, and a player's reaction; the next turn or the
    next roll that is no reaction ends them.
    """
    lines = waiting_lines(state, check.id)
    if not lines or any(line.offered or line.command["do"] not in CERTAIN for line in lines):
        return False
    return after in NEXT_TURN or _is_followed(state, check) or not _is_open(state, check)


def _is_followed(state: TableState, check: Check) -> bool:
    """Return whether another roll was called since, other than a reaction."""
    return any(ResonanceRequest.of(row.asked).roll is not Kind.REACTION for row in _later(state, check))


def _later(state: TableState, check: Check) -> list[Check]:
    """Return the checks that were called after this one, without cancelled and undone ones."""
    checks = state.find_all(Check)
    later = checks[checks.index(check) + 1 :]
    return [row for row in later if row.state not in ("cancelled", "void")]


def _is_open(state: TableState, check: Check) -> bool:
    came = KnownOutcome.of(check.result.data)
    if came.options and not came.picked:
        return True
    if any(_may_boost(state, who, check) for who in state.find_all(Character)):
        return True
    upon = ResonanceRequest.of(check.asked).upon
    if any(row.state == "called" and row.character in upon for row in _later(state, check)):
        return True
    return any(is_played(state, id) and _may_react(state, id, check) for id in upon)


def _may_boost(state: TableState, who: Character, check: Check) -> bool:
    return any(offer.check is check for offer in offers(state, who.id).values())


def is_played(state: TableState, character: int) -> bool:
    """Return whether a seat holds the character."""
    return any(seat.character == character for seat in state.find_all(Seat))


def _may_react(state: TableState, who: int, check: Check) -> bool:
    """Return whether a character has not answered this effect, and can pay for a reaction."""
    asked, values, order = ResonanceRequest.of(check.asked), values_of(state, who), rounds_of(state)
    if who in (*asked.warded, *asked.resisted) or not values.may_act:
        return False
    rolls = [
        KnownRoll(row.id, row.character, row.state, ResonanceRequest.of(row.asked))
        for row in state.find_all(Check)
    ]
    left = order[1].left.get(who) if order is not None else None
    return check.id in unanswered(who, rolls) and bool(answers(values.sp, left))
