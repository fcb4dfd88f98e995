"""Store a Resonance character's state: values, the tag pool, and conditions that depend on values."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from webapp.games.api import (
    Actor,
    AddCondition,
    Character,
    CommandResult,
    Condition,
    GameCommand,
    GameDocument,
    TableState,
    audience_knowing,
    ensure_room_for,
    name_key,
    ref_of,
    told,
)
from webapp.games.resonance.rules import book
from webapp.games.resonance.rules.pools import TagPool
from webapp.games.resonance.rules.values import ValueChange, Values
from webapp.games.resonance.state.characters import last_of, piece_of, values_of
from webapp.games.resonance.state.documents import (
    POOL,
    VALUES,
    LastPoolEvent,
    pool_in,
    store,
)
from webapp.rules.codec import dump_value
from webapp.rules.events import Event
from webapp.state.house_events import (
    CharacterDied,
    ConditionEnded,
    ConditionGained,
    ValueGained,
    ValueLost,
)
from webapp.table.fields import Because

UNCONSCIOUS = "unconscious"
DERIVED = "derived"
"""The key that marks a condition which the values add and remove."""


class ReasonedCommand(GameCommand):
    """A command that may give its reason, for the journal."""

    because: Because | None = None


def own_piece(state: TableState, kind: str, character: int, visibility: str = "shown") -> GameDocument:
    """Return a character's document of this kind; create it if there is none."""
    known = piece_of(state, kind, character)
    if known is not None:
        return known
    ensure_room_for(state, GameDocument, audience_knowing(state, state.find_ever(Character, character)))
    data = dump_value(Values()) if kind == VALUES else {}
    row: GameDocument = state.add(
        GameDocument(kind=kind, character=character, data=data, visibility=visibility)
    )
    return row


def store_values(state: TableState, character: int, values: Values) -> GameDocument:
    """Store a character's values and return their document."""
    row = own_piece(state, VALUES, character)
    store(row, values)
    return row


def store_change(state: TableState, who: Character, changed: ValueChange, **result: object) -> CommandResult:
    """Store a change of a value, and tell it: a loss or a gain, or a death."""
    document = ref_of(store_values(state, who.id, changed.values))
    if changed.died:
        return told(CharacterDied(ref_of(who), document=document), **result)
    kind = ValueLost if changed.by < 0 else ValueGained
    left, most = changed.values[changed.value], changed.values.most(changed.value)
    name, by = changed.value.upper(), abs(changed.by)
    return told(kind(ref_of(who), name, by, left, most, document=document), **result)


def store_pool(state: TableState, character: int, pool: TagPool) -> GameDocument:
    """Store a character's tag pool, with its last event unchanged, and return its document."""
    row = own_piece(state, POOL, character)
    store(row, replace(pool_in(row), tags=pool))
    return row


def store_last_event(state: TableState, character: int, last: LastPoolEvent) -> None:
    """Store a pool's last event, so that every screen can show its effects and cause."""
    row = own_piece(state, POOL, character)
    store(row, replace(pool_in(row), last=last))


def close_last_event(state: TableState, character: int) -> None:
    """End the last event: no boosts can be spent on it any more."""
    if last := last_of(state, character):
        store_last_event(state, character, {**last, "event": {}})


def owe(state: TableState, character: int, count: int, options: Iterable[str]) -> None:
    """Store how many boosts the holder must still pick for removal by a Nullify, and from which.

    A count of 0 clears the choice.
    """
    last = last_of(state, character) or {"name": "gains a tag", "event": {}, "says": ()}
    last.pop("must", None)
    if count:
        last["must"] = {"count": count, "options": tuple(options)}
    store_last_event(state, character, last)


# ---- conditions ----------------------------------------------------------------------------------


def find_condition(state: TableState, character: int, name: str) -> Condition | None:
    """Return a character's condition of this name; None if they do not have it."""
    rows = state.of_character(Condition, character)
    return next((row for row in rows if name_key(row.name) == name_key(name)), None)


def gain_condition(
    state: TableState, character: Character, name: str, actor: Actor, data: Mapping[str, Any] | None = None
) -> list[CommandResult]:
    """Give a character a condition of the book, unless they have it already."""
    if find_condition(state, character.id, name) is not None:
        return []
    result = AddCondition(character=character.id, name=name).run(state, actor)
    result.events = [as_fall(event, name) for event in result.events]
    row = state.find(Condition, result.payload["condition"])
    if row is not None and data:
        row.data = {**row.data, **data}
    return [result]


def end_condition(state: TableState, character: Character, name: str) -> list[CommandResult]:
    """End a condition of the book on a character, if they have it."""
    row = find_condition(state, character.id, name)
    return [] if row is None else [_remove_condition(state, character, row)]


def _remove_condition(state: TableState, character: Character, row: Condition) -> CommandResult:
    row.removed = True
    return told(as_fall(ConditionEnded(ref_of(row), ref_of(character)), row.name))


def as_fall(event: Event, name: str) -> Event:
    """Return what is told of a condition of this name: of Unconscious, that somebody goes down or rises."""
    if name_key(name) != UNCONSCIOUS:
        return event
    if isinstance(event, ConditionGained):
        return replace(event, makes="down")
    return replace(event, makes="up") if isinstance(event, ConditionEnded) else event


def apply_derived_conditions(state: TableState, actor: Actor) -> list[CommandResult]:
    """Add or remove Exhausted, Silenced, Unconscious and Injured according to the values.

    This applies to characters whose documents or conditions the command changed. A condition that was added
    by hand also ends once its value recovers, unless its `source` names another cause ("SP = 0" names the
    value).
    """
    results: list[CommandResult] = []
    touched = state.touched("piece", "condition")
    for character in state.find_all(Character) if touched else ():
        if character.id not in touched or piece_of(state, VALUES, character.id) is None:
            continue
        wanted = values_of(state, character.id).conditions
        for key in derived_conditions():
            name = book.catalogue()[key].name
            carried = [row for row in state.of_character(Condition, character.id) if row.name == name]
            if key in wanted:
                results += gain_condition(state, character, name, actor, {DERIVED: True})
                _follow_value(carried, str(book.catalogue()[key].data.get("derived_from", "")))
            else:
                results += [
                    _remove_condition(state, character, row) for row in carried if row.data.get(DERIVED)
                ]
    return results


def _follow_value(rows: Iterable[Condition], value: str) -> None:
    """Mark conditions to end once their value recovers, except those that name another cause."""
    for row in rows:
        named = value in re.findall(r"\w+", (row.source or "").casefold())
        if not row.data.get(DERIVED) and (named or not row.source):
            row.data = {**row.data, DERIVED: True}


def derived_conditions() -> tuple[str, ...]:
    """Return the keys of the conditions that values determine."""
    entries = book.catalogue().entries("condition")
    return (*(entry.key for entry in entries if entry.data.get("derived_from")), "injured")
