"""Boosts: the command that spends one, and what each does to what is happening right now."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pydantic import Field

from webapp.games.resonance.screens.characters import last_of, piece_of, pool_of, stats_of
from webapp.games.resonance.screens.roll_facts import Offer, offers, waiting_of
from webapp.games.resonance.table.character_state import keep_last, keep_pool
from webapp.games.resonance.table.pools import Picks, TagName, holder, known
from webapp.games.resonance.table.rolls import read_again, untouched
from webapp.games.resonance.table.triggers import do, facts_of
from webapp.rules.errors import RuleError
from webapp.rules.resonance import book
from webapp.rules.resonance.boosts import again, spend, spend_late
from webapp.rules.resonance.events import Event
from webapp.rules.resonance.pool import name_of
from webapp.rules.resonance.ruleset import RULESET
from webapp.screens.journal import joined
from webapp.store.board import Board
from webapp.store.models import Character, Check
from webapp.table.actor import Actor
from webapp.table.command import Report, command
from webapp.table.refusals import Invalid, Refused


@command("resonance.pool.spend")
class SpendBoost(Picks):
    """Spend a boost tag on what is happening now; the holder decides.

    Cure wants `remove` (the status tag), Regen `restore` (the value), Obscure `stat` (its number).
    """

    tag: TagName = Field(description="the tag by its name")

    def play(self, board: Board, actor: Actor) -> Report:
        character = holder(board, self.character, actor)
        key = known(self.tag)
        pool = pool_of(board, character.id)
        if key not in pool:
            raise Refused(f"{character.name} has no {name_of(key)} to spend.")
        offer = offers(board, character.id).get(key)
        if offer is None:
            raise Refused(f"{name_of(key)} cannot be spent now: {book.catalogue()[key].trigger}")
        return spent_at(board, character, offer, self._now(board, character, offer.event), actor)

    def _now(self, board: Board, character: Character, event: Event) -> Event:
        facts = facts_of(board, character)
        stat = stats_of(character).chosen(self.stat) if self.stat else None
        picks: dict[str, Any] = {"restore": self.restore, "stat": stat, "remove": tuple(self.remove)}
        known: dict[str, Any] = {"level": facts["level"], "influence": facts["influence"]}
        try:
            return replace(event, **known, **{name: each for name, each in picks.items() if each})
        except RuleError as error:
            raise Invalid(error.message, {error.field or "spend": error.message}) from error


def spent_at(board: Board, character: Character, offer: Offer, event: Event, actor: Actor) -> Report:
    """Spend one boost on an event: it leaves the pool, and does what it says."""
    key = offer.choice.tag
    spending = spend_late if offer.check is None else spend
    try:
        pool, happened = spending(key, pool_of(board, character.id), event)
    except RuleError as error:
        raise Invalid(error.message, {error.field or "spend": error.message}) from error
    keep_pool(board, character.id, pool)
    row = piece_of(board, "pool", character.id)
    about = [("character", character.id)] + ([("piece", row.id)] if row is not None else [])
    first = Report(f"{character.name}, {happened.text}", about, happened.as_dict())
    more = do(board, character, happened, actor)
    if offer.check is not None:
        more += _on_check(board, offer.check, key, character, happened.amount)
    last = last_of(board, character.id)
    says = [*last.get("says", ()), happened.text][-6:]
    keep_last(board, character.id, last.get("name", ""), _spent_on(last, key, event), says)
    account = Report(first.summary, about, {"character": character.id, **happened.as_dict()})
    account.parts = [first, *more] if more else []
    account.summary = joined((first.summary, *(each.summary for each in more)))
    return account


def _spent_on(last: Mapping[str, Any], key: str, event: Event) -> dict[str, object]:
    """What happened last, with this boost spent on it."""
    happened = dict(last.get("event", {}))
    if happened.get("on") == event.on and not again(key):
        happened["spend"] = [*happened.get("spend", ()), key]
    return happened


def _on_check(board: Board, check: Check, key: str, character: Character, bonus: int) -> list[Report]:
    """What a boost does to the roll that it was spent on."""
    after = waiting_of(board, check).after(key, character.id)
    written = {"ep": after.ep, "spent": " ".join(after.spent)}
    check.asked = {**check.asked, **{name: each for name, each in written.items() if each or name == "ep"}}
    check.sources = [each.as_dict() for each in after.sources]
    if key == "enhance":
        called = RULESET.read(check.rolled.check)
        return read_again(board, check, replace(called, bonus=called.bonus + bonus))
    return untouched(board, check, character) if character.id in after.warded else []
