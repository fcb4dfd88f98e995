"""Fire events at a character's tag pool, and apply the effects of its tags and boosts.

The rules decide the effects; this module stores them: values lost, costs paid, actions gone,
characters hidden.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from webapp.games.api import (
    Actor,
    Character,
    CommandResult,
    Invalid,
    Refused,
    RuleError,
    TableState,
    ref_of,
    told,
)
from webapp.games.resonance.commands.character_state import (
    owe,
    own_piece,
    store_change,
    store_last_event,
    store_pool,
)
from webapp.games.resonance.commands.hide_and_seek import hide_at
from webapp.games.resonance.events import TagGained, TagOverflowed, TagWorked
from webapp.games.resonance.rules import book
from webapp.games.resonance.rules.pools import Event, name_of
from webapp.games.resonance.rules.standard_roll import hide
from webapp.games.resonance.rules.statuses import TagEffect
from webapp.games.resonance.rules.triggers import TriggerResult, fire
from webapp.games.resonance.rules.values import Value
from webapp.games.resonance.state.characters import (
    level_of,
    pool_of,
    rounds_of,
    stats_of,
    values_of,
)
from webapp.games.resonance.state.documents import POOL, store

Told: TypeAlias = TagGained | TagOverflowed | TagWorked


def fire_at(
    state: TableState,
    character: Character,
    event: Event,
    actor: Actor,
    raw: Mapping[str, object] | None = None,
) -> list[CommandResult]:
    """Apply an event to a character and return its effects, in order; raise Invalid if it does not fit."""
    return fired_at(state, character, event, actor, raw)[1]


def fired_at(
    state: TableState,
    character: Character,
    event: Event,
    actor: Actor,
    raw: Mapping[str, object] | None = None,
) -> tuple[TriggerResult, list[CommandResult]]:
    """Fire an event at a tag pool; return the rules' result and the table's results."""
    try:
        fired = fire(pool_of(state, character.id), event)
    except RuleError as error:
        raise Invalid(error.message, {error.field or "on": error.message}) from error
    if dict(fired.pool) != dict(pool_of(state, character.id)):
        store_pool(state, character.id, fired.pool)
    results = [told(as_event(state, character, effect), **effect.as_dict()) for effect in fired.happened]
    for effect in fired.happened:
        results += do(state, character, effect, actor)
    _remember(state, character, event, fired, raw)
    return fired, results


def as_event(state: TableState, character: Character, happened: TagEffect) -> Told:
    """Return an effect on a character's pool as the event that tells it."""
    who, pool = ref_of(character), ref_of(own_piece(state, POOL, character.id))
    if happened.effect == "gained":
        return TagGained(who, pool, happened.tag, happened.amount)
    if happened.effect == "lost":
        return TagOverflowed(who, pool, happened.tag, happened.amount, **happened.facts)
    return TagWorked(who, pool, happened.tag, happened.effect, happened.amount, **happened.facts)


def _remember(
    state: TableState, character: Character, event: Event, fired: TriggerResult, raw: Mapping[str, Any] | None
) -> None:
    """Store the event for the screens: its effects, and the open choices.

    An event without effects is stored only if `raw` is given.
    """
    due = [choice for choice in fired.choices if choice.must]
    says = tuple(effect.text for effect in fired.happened)
    if not raw and not says:
        return
    name = next(str(row["name"]) for row in book.events() if row["key"] == event.on)
    came = dict(raw) if raw is not None else {"on": event.on}
    if event.on == "tag_gained" and event.tag == "bind":  # a Liberate removes only tags that fitted
        came |= {"count": fired.amount("gained")}
    store_last_event(state, character.id, {"name": name, "event": came, "says": says})
    for choice in due:
        owe(state, character.id, choice.due, choice.options)


# ---- applied effects of tags ---------------------------------------------------------------------


def do(state: TableState, character: Character, happened: TagEffect, actor: Actor) -> list[CommandResult]:
    """Apply one tag's effect to the table."""
    act = DOES.get((happened.tag, happened.effect))
    return act(state, character, happened, actor) if act is not None else []


def _blighted(
    state: TableState, character: Character, happened: TagEffect, actor: Actor
) -> list[CommandResult]:
    changed = values_of(state, character.id).lose(Value(happened.data["value"]), happened.amount)
    return [store_change(state, character, changed)]


def _regained(
    state: TableState, character: Character, happened: TagEffect, actor: Actor
) -> list[CommandResult]:
    if "value" not in happened.data:
        raise Invalid(f"Choose what {name_of(happened.tag)} restores: hp, sp or ep.", {"restore": "missing"})
    changed = values_of(state, character.id).gain(Value(happened.data["value"]), happened.amount)
    return [store_change(state, character, changed)]


def _hidden(
    state: TableState, character: Character, happened: TagEffect, actor: Actor
) -> list[CommandResult]:
    if "tn" not in happened.data:
        raise Invalid("Choose a stat for Obscure.", {"stat": "missing"})
    return hide_at(state, character, hide(int(happened.data["tn"])), actor)


def _hastened(
    state: TableState, character: Character, happened: TagEffect, actor: Actor
) -> list[CommandResult]:
    found = rounds_of(state)
    if found is None or character.id not in found[1].each:
        return []
    row, rounds = found
    try:
        store(row, rounds.hastened(character.id))
    except RuleError as error:
        raise Refused(error.message.replace(str(character.id), character.name)) from error
    return []


DOES: Mapping[tuple[str, str], Callable[..., list[CommandResult]]] = {
    ("blight", "value_loss"): _blighted,
    ("regen", "restored"): _regained,
    ("charge", "restored"): _regained,
    ("obscure", "hidden"): _hidden,
    ("haste", "actions"): _hastened,
}


def facts_of(state: TableState, character: Character) -> dict[str, Any]:
    """Return a character's facts that an event may need: Level, Influence, Resistance; HP unless 0."""
    stats, values = stats_of(character), values_of(state, character.id)
    found: dict[str, object] = {
        "level": level_of(character),
        "influence": stats.influence,
        "resistance": stats.resistance,
    }
    return {**found, "hp": values.hp} if values.hp else found
