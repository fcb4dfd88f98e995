"""Recharge and Recover as somebody may take them now: what each gives, which tags may go, or why not."""

from dataclasses import dataclass

from webapp.games.resonance.screens.characters import stats_of
from webapp.rules.resonance.values import recover_count
from webapp.screens.views import CharacterView, PieceView

BY = ("brawn", "wit", "influence")


@dataclass(frozen=True)
class FocusGain:
    """What a Focus action gives back; `tags` names every instance, `by` is the stat that takes most out."""

    who: CharacterView
    gains: tuple[tuple[str, int], ...]
    by: str
    most: int
    tags: tuple[str, ...]
    why: str


def focusing(who: CharacterView, values: PieceView | None, pool: PieceView | None) -> FocusGain:
    """What Recharge and Recover would do for this one."""
    stats = stats_of(who)
    by = max(BY, key=lambda each: recover_count(stats, each))
    held = pool.shown.get("tags", []) if pool is not None else []
    tags = tuple(each["name"] for each in held for _ in range(each["count"]))
    gains = (("sp", stats.brawn), ("ep", stats.wit))
    why = values.shown.get("no_focus", "") if values is not None else ""
    return FocusGain(who, gains, by, recover_count(stats, by), tags, why)
