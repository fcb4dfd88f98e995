"""Boosts: the command that spends one, and the effect of each on the current event."""

from dataclasses import replace
from typing import Any

from pydantic import Field

from webapp.games.api import (
    Actor,
    Character,
    Check,
    CommandResult,
    Invalid,
    Refused,
    RuleError,
    TableState,
    command,
    told,
)
from webapp.games.resonance.commands.character_state import store_last_event, store_pool
from webapp.games.resonance.commands.pools import PickCommand, TagName, holder, known
from webapp.games.resonance.commands.rolls import read_again, untouched
from webapp.games.resonance.commands.triggers import as_event, do, facts_of
from webapp.games.resonance.rules import book
from webapp.games.resonance.rules.boosts import again, spend, spend_late
from webapp.games.resonance.rules.numbers import MOST_ACTIONS
from webapp.games.resonance.rules.pools import Event, name_of
from webapp.games.resonance.rules.ruleset import RULESET
from webapp.games.resonance.rules.values import Value
from webapp.games.resonance.state.boosts import Offer, offers, why_spent
from webapp.games.resonance.state.characters import last_of, pool_of, rounds_of, stats_of
from webapp.games.resonance.state.documents import LastPoolEvent
from webapp.games.resonance.state.roll_facts import waiting_of
from webapp.rules.codec import load_value


@command("resonance.pool.spend")
class SpendBoost(PickCommand):
    """Spend a boost tag on the current event; the holder decides.

    Cure needs `remove` (the status tag, if there are several), Regen `restore` (the value), and Obscure
    `stat` (its number).
    """

    tag: TagName = Field(description="the name of the boost tag to spend")

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        character = holder(state, self.character, actor)
        key = known(self.tag)
        pool = pool_of(state, character.id)
        if key not in pool:
            raise Refused(f"{character.name} has no {name_of(key)} to spend.")
        offer = offers(state, character.id).get(key)
        if offer is None:
            raise Refused(_why_not(state, character, key))
        return spent_at(state, character, offer, self._now(state, character, offer.event), actor)

    def _now(self, state: TableState, character: Character, event: Event) -> Event:
        facts = facts_of(state, character)
        stat = stats_of(character).chosen(self.stat) if self.stat else None
        restore = Value(self.restore) if self.restore else None
        picks: dict[str, Any] = {"restore": restore, "stat": stat, "remove": tuple(self.remove)}
        known: dict[str, Any] = {"level": facts["level"], "influence": facts["influence"]}
        try:
            return replace(event, **known, **{name: value for name, value in picks.items() if value})
        except RuleError as error:
            raise Invalid(error.message, {error.field or "spend": error.message}) from error


def _why_not(state: TableState, character: Character, key: str) -> str:
    """Return why a boost in the pool cannot be spent now."""
    found = rounds_of(state)
    if key == "cure" and not pool_of(state, character.id).total("status"):
        return f"{character.name} has no status tag that Cure could remove."
    if key == "haste" and found is not None and found[1].active == character.id:
        return f"{character.name} cannot have more than {MOST_ACTIONS} actions in a round."
    trigger = f"{name_of(key)} cannot be spent now. Trigger: {book.catalogue()[key].trigger}"
    return why_spent(state, character.id, key) or trigger


def spent_at(
    state: TableState, character: Character, offer: Offer, event: Event, actor: Actor
) -> CommandResult:
    """Spend one boost on an event: the tag leaves the pool and takes effect."""
    key = offer.choice.tag
    spending = spend_late if offer.check is None else spend
    try:
        pool, happened = spending(key, pool_of(state, character.id), event)
    except RuleError as error:
        raise Invalid(error.message, {error.field or "spend": error.message}) from error
    store_pool(state, character.id, pool)
    more = do(state, character, happened, actor)
    if offer.check is not None:
        more += _on_check(state, offer.check, key, character, happened.amount)
    last = last_of(state, character.id)
    says = (*(last.get("says") or ()), happened.text)[-6:]
    spent_on = _spent_on(last, key, event)
    store_last_event(state, character.id, {"name": last.get("name") or "", "event": spent_on, "says": says})
    followed = [event for result in more for event in result.events]
    return told(as_event(state, character, happened), *followed, character=character.id, **happened.as_dict())


def _spent_on(last: LastPoolEvent, key: str, event: Event) -> dict[str, object]:
    """Return the pool's last event, with this boost among those spent on it.

    A boost for another event, or one that may be spent again, is not added.
    """
    happened = dict(last.get("event") or {})
    if happened.get("on") == event.on and not again(key):
        happened["spend"] = [*happened.get("spend", ()), key]
    return happened


def _on_check(
    state: TableState, check: Check, key: str, character: Character, bonus: int
) -> list[CommandResult]:
    """Apply a boost to the roll that it was spent on, and return further results."""
    after = waiting_of(state, check).after(key, character.id)
    written = {"ep": after.ep, "spent": " ".join(after.spent)}
    check.asked = {**check.asked, **{name: value for name, value in written.items() if value or name == "ep"}}
    check.sources = [modifier.as_dict() for modifier in after.sources]
    if key == "enhance":
        called = load_value(RULESET.check, check.rolled.check)
        return read_again(state, check, replace(called, bonus=called.bonus + bonus))
    return untouched(state, check, character) if character.id in after.warded else []
