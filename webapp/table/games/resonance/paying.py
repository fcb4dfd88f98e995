"""What an action costs is paid: SP with Impair on top, EP with Charge taken off."""

from collections.abc import Mapping
from typing import Any

from webapp.rules.errors import RuleError
from webapp.rules.resonance.triggers import Fired
from webapp.rules.resonance.values import Value
from webapp.screens.games.resonance.reading import values_of
from webapp.store.board import Board
from webapp.table.command import Told
from webapp.table.games.resonance.keeping import keep_values
from webapp.table.refusals import Refused


def pay(board: Board, character: Any, fired: Fired, given: Mapping[str, Any]) -> list[Told]:
    """Take SP and EP off as the event says; Refused when there is not enough, and nothing is paid then."""
    sp = (1 if given.get("on") == "break_free" else given.get("sp")) or 0
    costs = {Value.SP: sp + fired.amount("sp_cost") if sp else 0, Value.EP: given.get("ep") or 0}
    if costs[Value.EP]:
        costs[Value.EP] = max(0, costs[Value.EP] + fired.amount("ep_cost"))
    return [_paid(board, character, value, cost) for value, cost in costs.items() if cost]


def _paid(board: Board, character: Any, value: Value, cost: int) -> Told:
    try:
        changed = values_of(board, character.id).pay(value, cost)
    except RuleError as error:
        raise Refused(f"{character.name}: {error.message}") from error
    row = keep_values(board, character.id, changed.values)
    left = f"{changed.values[value]} left"
    about = [("character", character.id), ("piece", row.id)]
    return Told(f"{character.name} pays {cost} {value.upper()}, {left}.", about)
