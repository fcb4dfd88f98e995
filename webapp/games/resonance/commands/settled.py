"""Find the outcomes about which Resonance's book leaves no choice, and what may still change one.

Source: Layer 2, "Reactions", "Effect Rolls"; Layer 1, "Criticals".
"""

from collections.abc import Mapping
from typing import Any

from webapp.games.api import Character, Check, Seat, TableState, waiting_lines
from webapp.games.resonance.rules.check_request import ResonanceRequest
from webapp.games.resonance.rules.conditions import Kind
from webapp.games.resonance.rules.outcome import KnownOutcome
from webapp.games.resonance.rules.rolled_actions import KnownRoll, answers, unanswered
from webapp.games.resonance.rules.ruleset import RULESET
from webapp.games.resonance.rules.values import Value
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

    The next turn ends what was open, and so does the next roll that is no reaction.
    """
    lines = waiting_lines(state, check.id)
    if not lines or any(line.offered or line.command["do"] not in CERTAIN for line in lines):
        return False
    if any(kills(state, line.command) for line in lines):
        return False
    return after in NEXT_TURN or not open_choice(state, check)


def kills(state: TableState, command: Mapping[str, Any]) -> bool:
    """Return whether somebody dies of the command: at 0 HP of any further loss of HP."""
    if command["do"] != "resonance.value.lose":
        return bool(command["do"] == "resonance.value.die")
    whom = command.get("character")
    if not isinstance(whom, int) or values_of(state, whom).dead:
        return False
    value, amount = Value(str(command.get("value", "hp")).casefold()), int(command.get("amount", 1))
    return values_of(state, whom).lose(value, amount).died


def open_choice(state: TableState, check: Check) -> str:
    """Return what may still change a roll: a Critical that is not spent, a boost, a player's reaction.

    After another roll than a reaction nothing may.
    """
    later = _later(state, check)
    if any(ResonanceRequest.of(row.asked).roll is not Kind.REACTION for row in later):
        return ""
    came, upon = KnownOutcome.of(check.result.data), ResonanceRequest.of(check.asked).upon
    if came.options and not came.picked:
        return "The Critical has a choice"
    boost = next((who for who in state.find_all(Character) if _may_boost(state, who, check)), None)
    if boost is not None:
        return f"{boost.name} may spend a boost"
    called = {row.character for row in later if row.state == "called"}
    reacts = next((id for id in upon if id in called or _may_react(state, id, check)), None)
    return f"{state.require(Character, reacts).name} may react" if reacts is not None else ""


def _later(state: TableState, check: Check) -> list[Check]:
    """Return the checks that were called after this one, without cancelled and undone ones."""
    checks = state.find_all(Check)
    later = checks[checks.index(check) + 1 :]
    return [row for row in later if row.state not in ("cancelled", "void")]


def _may_boost(state: TableState, who: Character, check: Check) -> bool:
    return any(offer.check is check for offer in offers(state, who.id).values())


def is_played(state: TableState, character: int) -> bool:
    """Return whether a seat holds the character."""
    return any(seat.character == character for seat in state.find_all(Seat))


def _may_react(state: TableState, who: int, check: Check) -> bool:
    """Return whether a player's character has not answered this effect, and can pay for a reaction."""
    asked, values, order = ResonanceRequest.of(check.asked), values_of(state, who), rounds_of(state)
    if who in (*asked.warded, *asked.resisted) or not (is_played(state, who) and values.may_act):
        return False
    if RULESET.helps(asked):
        return False
    rolls = [
        KnownRoll(row.id, row.character, row.state, ResonanceRequest.of(row.asked))
        for row in state.find_all(Check)
    ]
    left = order[1].left.get(who) if order is not None else None
    return check.id in unanswered(who, rolls) and bool(answers(values.sp, left))
