"""Whatever somebody does goes this way: its tags bite once, it is paid once, and what happened is said.

A roll, an action without one, a reaction, a Focus action, breaking free: each is declared, and once it came
about it is taken out of an action pool, while rounds run.
"""

from collections.abc import Mapping

from webapp.games.resonance.screens.characters import card, rounds_of, values_of
from webapp.games.resonance.table.character_state import keep_change
from webapp.games.resonance.table.deck import by_name, keep
from webapp.games.resonance.table.mounts import dictated, pair_of
from webapp.games.resonance.table.triggers import facts_of, fired_at
from webapp.rules.errors import RuleError
from webapp.rules.resonance.conditions import may_pay_from
from webapp.rules.resonance.events import Event
from webapp.rules.resonance.rounds import Rounds
from webapp.rules.resonance.values import Value
from webapp.store.board import Board
from webapp.store.models import Character
from webapp.table.actor import Actor
from webapp.table.command import Report, find
from webapp.table.refusals import Forbidden, Refused

ACTION, REACTION = "action_declared", "reaction_declared"
Declared = tuple[list[Report], bool]
"""What was told, and whether a Blight took the action before it came about."""


def does(
    board: Board, character: Character, on: str, actor: Actor, *, sp: int = 0, ep: int = 0, action: str = ""
) -> Declared:
    """Somebody does something at this cost; refused for who is unconscious."""
    awake(board, character)
    event = Event(on, hp=facts_of(board, character).get("hp"), sp=sp, ep=ep, action=action)
    return declare(board, character, event, actor, {"on": on, "sp": sp, "ep": ep, "action": action})


def declare(
    board: Board, character: Character, event: Event, actor: Actor, raw: Mapping[str, object] | None = None
) -> Declared:
    """Declare an action or a reaction: the tags of its holder bite, and then it is paid.

    Refused when there is not enough to pay: nothing has happened then.
    """
    fired, told = fired_at(board, character, event, actor, raw)
    if fired.action_lost:
        return told, True
    paid = [_paid(board, character, value, cost) for value, cost in fired.costs(event).items()]
    return told + paid, False


def _paid(board: Board, character: Character, value: Value, cost: int) -> Report:
    try:
        changed = values_of(board, character.id).pay(value, cost)
    except RuleError as error:
        raise Refused(f"{character.name}: {error.message}") from error
    left = f"{changed.values[value]} left"
    return keep_change(board, character, changed, f"{character.name} pays {cost} {value.upper()}, {left}.")


def doer(board: Board, id: int, actor: Actor) -> Character:
    """Whoever is to do something: refused where another says what they do, and for the unconscious."""
    character = find(board, Character, id, actor)
    if not dictated(board, id, actor):
        raise Forbidden(f"{character.name} is not yours to decide for.")
    awake(board, character)
    return character


def awake(board: Board, character: Character) -> None:
    """Refused for somebody unconscious."""
    if not values_of(board, character.id).may_act:
        raise Refused(f"{character.name} is unconscious and cannot act.")


def spent(
    board: Board, character: Character, on: str, *, own_turn: bool = False, whole_turn: bool = False
) -> list[Report]:
    """What it takes of the action pools while rounds run, for whoever has a card in them."""
    found = rounds_of(board)
    if found is None or card(character.id) not in found[1].each:
        return []
    try:
        after = found[1].declared(on, pools_of(board, character.id), own_turn=own_turn)
        if whole_turn and after != found[1] and (left := after.left[card(character.id)]):
            after = after.act(pool=card(character.id), actions=left)
    except RuleError as error:
        raise Refused(by_name(board, error.message)) from error
    keep(found[0], after)
    return [left_of(board, found[0].id, found[1], after)] if after != found[1] else []


def pools_of(board: Board, character: int) -> tuple[str, ...]:
    """Whose action pools pay for what somebody does, the own one first."""
    return may_pay_from(card(character), *pair_of(board, character))


def left_of(board: Board, row: int, before: Rounds, after: Rounds) -> Report:
    """Who paid, and how many actions are left of their pool."""
    payer = next(who for who, left in after.left.items() if left != before.left[who])
    left = after.left[payer]
    paid = board.find(Character, int(payer))
    name = paid.name if paid is not None else "Somebody"
    about = [("piece", row), ("character", int(payer))]
    return Report(f"{name}: {left} action{'s' if left != 1 else ''} left", about)
