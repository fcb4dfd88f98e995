"""An event meets a character's tag pool at the table: what its tags and boosts do is done.

The rules say what happens; here it is written down: values lost, costs paid, actions gone, somebody hidden.
"""

from collections.abc import Callable, Mapping
from typing import Any

from webapp.games.resonance.screens.characters import (
    card,
    level_of,
    piece_of,
    pool_of,
    rounds_data,
    rounds_of,
    stats_of,
    values_of,
)
from webapp.games.resonance.table.character_state import hide_at, keep_change, keep_last, keep_pool, owe
from webapp.rules.errors import RuleError
from webapp.rules.resonance import book
from webapp.rules.resonance.achieved import hide
from webapp.rules.resonance.events import Event
from webapp.rules.resonance.pool import name_of
from webapp.rules.resonance.statuses import Happened
from webapp.rules.resonance.triggers import Fired, fire
from webapp.store.board import Board
from webapp.store.models import Character
from webapp.table.actor import Actor
from webapp.table.command import Report, account
from webapp.table.refusals import Invalid, Refused


def fire_at(
    board: Board, character: Character, event: Event, actor: Actor, raw: Mapping[str, object] | None = None
) -> list[Report]:
    """Let an event happen to a character; what it did, in order. Invalid for what does not fit."""
    return fired_at(board, character, event, actor, raw)[1]


def fired_at(
    board: Board, character: Character, event: Event, actor: Actor, raw: Mapping[str, object] | None = None
) -> tuple[Fired, list[Report]]:
    """Fire an event at a tag pool: what the rules made of it, and what was done at the table."""
    try:
        fired = fire(pool_of(board, character.id), event)
    except RuleError as error:
        raise Invalid(error.message, {error.field or "on": error.message}) from error
    if dict(fired.pool) != dict(pool_of(board, character.id)):
        keep_pool(board, character.id, fired.pool)
    row = piece_of(board, "pool", character.id)
    told = [
        account(f"{character.name}{_said(each)}", character, row, **each.as_dict()) for each in fired.happened
    ]
    for each in fired.happened:
        told += do(board, character, each, actor)
    _remember(board, character, event, fired, raw)
    return fired, told


def _said(happened: Happened) -> str:
    """What a tag did, after its holder's name: "Sparks gains 1 Curse.", "Sparks, Blight: 1 HP lost"."""
    if happened.effect == "gained":
        return f" gains {happened.amount} {name_of(happened.tag)}."
    return f": {happened.text}" if happened.effect == "removed" else f", {happened.text}"


def _remember(
    board: Board, character: Character, event: Event, fired: Fired, raw: Mapping[str, Any] | None
) -> None:
    """Keep what happened for the screens: the event, what it did, and what is still to be picked."""
    due = [choice for choice in fired.choices if choice.must]
    says = [each.text for each in fired.happened]
    if not raw and not says:
        return
    name = next(str(row["name"]) for row in book.events() if row["key"] == event.on)
    came = dict(raw) if raw is not None else {"on": event.on}
    if event.on == "tag_gained" and event.tag == "bind":  # a Liberate takes back what came, not what was lost
        came |= {"count": fired.amount("gained")}
    keep_last(board, character.id, name, came, says)
    for choice in due:
        owe(board, character.id, choice.due, choice.options)


# ---- what tags do, done --------------------------------------------------------------------------


def do(board: Board, character: Character, happened: Happened, actor: Actor) -> list[Report]:
    """Write down what one tag did."""
    act = DOES.get((happened.tag, happened.effect))
    return act(board, character, happened, actor) if act is not None else []


def _blighted(board: Board, character: Character, happened: Happened, actor: Actor) -> list[Report]:
    changed = values_of(board, character.id).lose(happened.data["value"], happened.amount)
    died = f" {character.name} dies." if changed.died else ""
    left = f"{changed.values[changed.value]} {changed.value.upper()} left.{died}"
    return [keep_change(board, character, changed, f"{character.name}: {left}")]


def _regained(board: Board, character: Character, happened: Happened, actor: Actor) -> list[Report]:
    changed = values_of(board, character.id).gain(happened.data["value"], happened.amount)
    left = f"{changed.values[changed.value]} {changed.value.upper()}"
    return [keep_change(board, character, changed, f"{character.name} has {left} now.")]


def _hidden(board: Board, character: Character, happened: Happened, actor: Actor) -> list[Report]:
    if "tn" not in happened.data:
        raise Invalid("Say which stat hides you.", {"stat": "missing"})
    return hide_at(board, character, hide(int(happened.data["tn"])), actor)


def _hastened(board: Board, character: Character, happened: Happened, actor: Actor) -> list[Report]:
    found = rounds_of(board)
    if found is None or card(character.id) not in found[1].each:
        return []
    row, rounds = found
    try:
        row.data = rounds_data(rounds.hastened(card(character.id)))
    except RuleError as error:
        raise Refused(error.message.replace(card(character.id), character.name)) from error
    return []


DOES: Mapping[tuple[str, str], Callable[..., list[Report]]] = {
    ("blight", "value_loss"): _blighted,
    ("regen", "restored"): _regained,
    ("charge", "restored"): _regained,
    ("obscure", "hidden"): _hidden,
    ("haste", "actions"): _hastened,
}


def facts_of(board: Board, character: Character) -> dict[str, Any]:
    """What an event wants to know of its holder, off the sheet and the values."""
    stats, values = stats_of(character), values_of(board, character.id)
    found: dict[str, object] = {
        "level": level_of(character),
        "influence": stats.influence,
        "resistance": stats.resistance,
    }
    return {**found, "hp": values.hp} if values.hp else found
