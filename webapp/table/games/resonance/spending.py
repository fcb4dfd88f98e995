"""Boosts that are spent, and what each does to what is happening right now."""

from collections.abc import Callable, Mapping
from typing import Any

from webapp.rules.errors import RuleError
from webapp.rules.resonance import own_tags
from webapp.rules.resonance.boosts import freed, spend
from webapp.rules.resonance.events import Event
from webapp.rules.resonance.statuses import Happened
from webapp.rules.resonance.values import Value
from webapp.screens.games.resonance.reading import last_of, own_of, piece_of, pool_of, values_of
from webapp.screens.games.resonance.standing import targets_of
from webapp.screens.journal import joined
from webapp.store.board import Board
from webapp.table.actor import Actor
from webapp.table.command import Told
from webapp.table.games.resonance.firing import do
from webapp.table.games.resonance.keeping import keep_change, keep_last, keep_own, keep_pool
from webapp.table.games.resonance.rerolling import add_bonus
from webapp.table.outcomes import waiting
from webapp.table.refusals import Invalid

FREE = ("cure", "haste")
"""Boosts that may be spent again and again on one turn."""


def spent_at(
    board: Board, character: Any, key: str, event: Event, actor: Actor, because: str | None = None
) -> Told:
    """Spend one boost on an event: it leaves the pool, and does what it says."""
    try:
        pool, happened = spend(key, pool_of(board, character.id), event)
    except RuleError as error:
        raise Invalid(error.message, {error.field or "spend": error.message}) from error
    keep_pool(board, character.id, pool)
    row = piece_of(board, "pool", character.id)
    about = [("character", character.id)] + ([("piece", row.id)] if row is not None else [])
    first = Told(f"{character.name}, {happened.text}", about, happened.as_dict())
    more = do(board, character, happened, event, actor)
    if key in SPENT:
        more += SPENT[key](board, character, happened)
    last = last_of(board, character.id)
    says = [*last.get("says", ()), happened.text][-6:]
    keep_last(board, character.id, last.get("name", ""), _spent_on(last, key, event), says)
    account = Told(first.summary, about, {"character": character.id, **happened.as_dict()}, because=because)
    account.parts = [first, *more] if more else []
    account.summary = joined((first.summary, *(each.summary for each in more)))
    return account


def _spent_on(last: Mapping[str, Any], key: str, event: Event) -> dict[str, Any]:
    """What happened last, with this boost spent on it: one of a kind goes on one event, but any on a turn."""
    happened = dict(last.get("event", {}))
    if happened.get("on") == event.on and key not in FREE:
        happened["spend"] = [*happened.get("spend", ()), key]
    return happened


def cure_own(board: Board, character: Any, name: str, because: str | None) -> Told:
    """A Cure takes one of the table's own tags along."""
    keep_pool(board, character.id, pool_of(board, character.id).remove("cure"))
    row = keep_own(board, character.id, own_tags.take(own_of(board, character.id), name))
    text = f"Cure: one {name} goes."
    last = last_of(board, character.id)
    keep_last(board, character.id, last.get("name", ""), last.get("event", {}), [text])
    about = [("character", character.id), ("piece", row.id)]
    result = {"character": character.id, "tag": "Cure", "cured": name}
    return Told(f"{character.name}, {text}", about, result, because=because)


def _check(board: Board, character: int, *states: str) -> Any | None:
    """The newest check of a character that stands so."""
    rows = (row for row in reversed(board.here("check")) if row.character == character)
    return next((row for row in rows if row.state in states), None)


def _blessed(board: Board, character: Any, happened: Happened) -> list[Told]:
    """Advantage on the check that waits to be rolled."""
    check = _check(board, character.id, "called")
    if check is not None:
        source = {"name": "Bless", "modifier": "advantage", "amount": 1, "note": "boost tag"}
        check.sources = [*check.sources, source]
    return []


def _charged(board: Board, character: Any, happened: Happened) -> list[Told]:
    """The keywords of the check that waits cost 1 EP less; of those just paid, 1 EP comes back."""
    check = _check(board, character.id, "called")
    if check is not None and check.asked.get("ep"):
        check.asked = {**check.asked, "ep": check.asked["ep"] - 1}
        return []
    if not last_of(board, character.id).get("event", {}).get("ep"):
        return []
    changed = values_of(board, character.id).gain(Value.EP, 1)
    return [keep_change(board, character, changed, f"{character.name} has {changed.values.ep} EP now.")]


def _enhanced(board: Board, character: Any, happened: Happened) -> list[Told]:
    """The result of the check just rolled is higher."""
    check = _check(board, character.id, "rolled", "resolved")
    return add_bonus(board, check, happened.amount) if check is not None else []


def _warded(board: Board, character: Any, happened: Happened) -> list[Told]:
    """What the action aimed at the holder would do, it does not: neither what waits now nor what comes."""
    aimed = (row for row in reversed(board.here("check")) if character in targets_of(board, row))
    check = next((row for row in aimed if row.state in ("called", "rolled")), None)
    if check is None:
        return []
    check.asked = {**check.asked, "warded": [*(check.asked.get("warded") or ()), character.id]}
    for line in waiting(board, check.id):
        if line.command.get("character") == character.id:
            line.state = "declined"
    about = [("character", character.id), ("check", check.id)]
    return [Told(f"{character.name} is not touched.", about)]


def _freed(board: Board, character: Any, happened: Happened) -> list[Told]:
    """All of the effect that just came is undone: every Bind that it brought goes."""
    event = last_of(board, character.id).get("event", {})
    if event.get("on") == "tag_gained":
        keep_pool(board, character.id, freed(pool_of(board, character.id), Event.parse(event)))
    return []


SPENT: Mapping[str, Callable[[Board, Any, Happened], list[Told]]] = {
    "bless": _blessed,
    "charge": _charged,
    "enhance": _enhanced,
    "ward": _warded,
    "liberate": _freed,
}
