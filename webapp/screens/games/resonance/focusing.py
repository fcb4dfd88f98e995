"""Recharge and Recover as somebody may take them now: what each gives, which tags may go, or why not."""

from dataclasses import dataclass
from typing import Any

from webapp.rules.resonance.values import recover_count
from webapp.screens.games.resonance.reading import stats_of
from webapp.screens.views import CharacterView, PieceView

BY = ("brawn", "wit", "influence")


@dataclass(frozen=True)
class Focusing:
    """What a Focus action gives back; `tags` names every instance, `by` is the stat that takes most out."""

    who: CharacterView
    gains: tuple[tuple[str, int], ...]
    by: str
    most: int
    tags: tuple[str, ...]
    why: str


def focusing(
    who: CharacterView, values: PieceView | None, pool: PieceView | None, order: PieceView | None
) -> Focusing:
    """What Recharge and Recover would do for this one."""
    stats = stats_of(who)
    by = max(BY, key=lambda each: recover_count(stats, each))
    held = pool.shown.get("tags", []) if pool is not None else []
    tags = tuple(each["name"] for each in held for _ in range(each["count"]))
    gains = (("sp", stats.brawn), ("ep", stats.wit))
    return Focusing(who, gains, by, recover_count(stats, by), tags, _why_not(who, values, order))


def _why_not(who: CharacterView, values: PieceView | None, order: PieceView | None) -> str:
    left = values.shown.get("values", {}) if values is not None else {}
    if left.get("hp", {}).get("left") == 0:
        return "Unconscious: no actions."
    if left.get("sp", {}).get("left") == 0:
        return "No SP left to pay for it."
    mine = _card(who, order)
    if mine is None or (mine["where"] == "active" and mine["left"] and not mine["acted"]):
        return ""
    return "On the own turn, before anything else is done on it."


def _card(who: CharacterView, order: PieceView | None) -> dict[str, Any] | None:
    cards = order.shown["cards"] if order is not None else []
    return next((each for each in cards if each["character"] == who.id), None)
