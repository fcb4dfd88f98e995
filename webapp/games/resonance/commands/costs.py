"""Pay for what characters do: tags take effect, the cost is paid, and the event is stored.

This applies to a roll, an action without a roll, a reaction, a Focus action and breaking free.
While rounds run, each of them also uses an action of a pool.
"""

from collections.abc import Mapping

from webapp.games.api import (
    Actor,
    Character,
    CommandResult,
    Forbidden,
    Refused,
    Role,
    RuleError,
    TableState,
    find,
    ref_of,
    told,
)
from webapp.games.resonance.commands.character_state import store_values
from webapp.games.resonance.commands.mounts import dictated, pair_of
from webapp.games.resonance.commands.triggers import facts_of, fired_at
from webapp.games.resonance.events import ActionsLeft, ValuePaid
from webapp.games.resonance.rules.conditions import may_pay_from, no_move
from webapp.games.resonance.rules.pools import Event
from webapp.games.resonance.rules.rounds import Rounds
from webapp.games.resonance.rules.values import Value
from webapp.games.resonance.state.characters import pool_of, rounds_of, values_of
from webapp.games.resonance.state.documents import store

ACTION, REACTION = "action_declared", "reaction_declared"
Declared = tuple[list[CommandResult], bool]
"""The results, and whether a Blight took the action before it happened."""


def does(
    state: TableState,
    character: Character,
    on: str,
    actor: Actor,
    *,
    sp: int = 0,
    ep: int = 0,
    action: str = "",
) -> Declared:
    """Declare a character's action or reaction at this cost; refuse it for the unconscious."""
    awake(state, character)
    event = Event(on, hp=facts_of(state, character).get("hp"), sp=sp, ep=ep, action=action)
    return declare(state, character, event, actor, {"on": on, "sp": sp, "ep": ep, "action": action})


def declare(
    state: TableState,
    character: Character,
    event: Event,
    actor: Actor,
    raw: Mapping[str, object] | None = None,
) -> Declared:
    """Declare an action or a reaction: its holder's tags take effect, then its cost is paid.

    Returns the results, and whether a Blight took the action. Raises Refused, without any effect,
    if the holder cannot pay.
    """
    fired, results = fired_at(state, character, event, actor, raw)
    if fired.action_lost:
        return results, True
    paid = [_paid(state, character, value, cost) for value, cost in fired.costs(event).items()]
    return results + paid, False


def _paid(state: TableState, character: Character, value: Value, cost: int) -> CommandResult:
    try:
        changed = values_of(state, character.id).pay(value, cost)
    except RuleError as error:
        raise Refused(f"{character.name}: {error.message}") from error
    row = store_values(state, character.id, changed.values)
    return told(ValuePaid(ref_of(character), ref_of(row), str(value), cost, changed.values[value]))


def doer(state: TableState, id: int, actor: Actor) -> Character:
    """Return the character who acts; refuse if somebody else decides for them, or if they are unconscious."""
    character = find(state, Character, id, actor)
    if not dictated(state, id, actor):
        raise Forbidden(f"You cannot decide for {character.name}.")
    awake(state, character)
    return character


def awake(state: TableState, character: Character) -> None:
    """Raise Refused if a character is unconscious or dead."""
    values = values_of(state, character.id)
    if not values.may_act:
        raise Refused(f"{character.name} is {'dead' if values.dead else 'unconscious'} and cannot act.")


def ensure_moves(state: TableState, character: Character, actor: Actor) -> None:
    """Raise Refused for a Move Action of an Immobilised character, except by the GM."""
    why = no_move(pool_of(state, character.id).immobilised)
    if why and actor.role is not Role.GM:
        raise Refused(why)


def spent(
    state: TableState, character: Character, on: str, *, own_turn: bool = False, whole_turn: bool = False
) -> list[CommandResult]:
    """Use an action of a pool while rounds run, if the character has a card.

    `whole_turn` uses all that are left in the character's own pool. Returns one result that names the payer;
    none if nothing was paid.
    """
    found = rounds_of(state)
    if found is None or character.id not in found[1].each:
        return []
    after = found[1].declared(on, pools_of(state, character.id), own_turn=own_turn)
    if whole_turn and after != found[1] and (left := after.left[character.id]):
        after = after.act(pool=character.id, actions=left)
    store(found[0], after)
    return [left_of(found[0].id, found[1], after)] if after != found[1] else []


def pools_of(state: TableState, character: int) -> tuple[int, ...]:
    """Return the cards whose action pools may pay for a character's actions, the character's own first."""
    return may_pay_from(character, *pair_of(state, character))


def left_of(row: int, before: Rounds, after: Rounds) -> CommandResult:
    """Tell whose pool has paid, and how many actions are left in it."""
    payer = next(who for who, left in after.left.items() if left != before.left[who])
    return told(ActionsLeft(("character", payer), ("piece", row), after.left[payer]))
