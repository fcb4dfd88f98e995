"""Find the boosts that a character may spend now, and the event that each is spent on."""

from collections.abc import Iterator
from typing import NamedTuple

from webapp.games.api import Character, Check, RuleError, TableState
from webapp.games.resonance.rules.boosts import Choice, choices, offered
from webapp.games.resonance.rules.pools import Event, name_of
from webapp.games.resonance.state.characters import last_of, level_of, pool_of, rounds_of, stats_of
from webapp.games.resonance.state.roll_facts import waiting_of


class Offer(NamedTuple):
    """A boost that may be spent now, the event that it is spent on, and the event's check, if any."""

    choice: Choice
    event: Event
    check: Check | None


def offers(state: TableState, character: int) -> dict[str, Offer]:
    """Return every boost that may be spent now, by its key."""
    pool = pool_of(state, character)
    if not pool.of_kind("boost"):
        return {}
    found: dict[str, Offer] = {}
    for event, check in _moments(state, character):
        for choice in choices(pool, event):
            found.setdefault(choice.tag, Offer(choice, event, check))
    return found


def why_spent(state: TableState, character: int, key: str) -> str:
    """Return that a boost was already spent on what happens now, or needs no spending; else ""."""
    pool = pool_of(state, character)
    for event, check in _moments(state, character):
        if key in event.spend and offered(key, pool, event):
            on = "event" if check is None else "roll"
            return f"{name_of(key)} has already been spent on this {on}."
    rolls = (waiting_of(state, check) for check in state.find_all(Check) if key == "ward")
    spared = any(character in roll.warded and roll.state in ("called", "rolled") for roll in rolls)
    return "The action no longer affects this character." if spared else ""


def _moments(state: TableState, character: int) -> Iterator[tuple[Event, Check | None]]:
    """Yield the events on which a character may spend boosts now, with their checks.

    Events of checks come first, the newest check first, then the pool's last event and the own turn.
    """
    row = state.find(Character, character)
    level, influence = level_of(row), stats_of(row).influence
    for check in reversed(state.find_all(Check)):
        for event in waiting_of(state, check).moments(character, level, influence):
            yield event, check
    found = rounds_of(state)
    turn = found[1].own_turn(character) if found is not None else None
    yield from ((event, None) for event in (_last(state, character), turn) if event is not None)


def _last(state: TableState, character: int) -> Event | None:
    try:
        return Event.parse(last_of(state, character).get("event") or {})
    except RuleError:
        return None
