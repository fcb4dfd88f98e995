"""Whom a Curator brings in: minions, animations, characters, each with a sheet that fits a level.

Source: Layer 5, "Animations" and "NPCs". The book knows no elites or bosses: a boss is a Character.
"""

from collections.abc import Mapping
from dataclasses import asdict
from itertools import cycle
from typing import Any

from webapp.rules.errors import RuleError
from webapp.rules.resonance import book
from webapp.rules.resonance.numbers import MOST_STAT, Level
from webapp.rules.resonance.stats import Stats
from webapp.rules.resonance.values import Values


def sheet(npc: str, level: Level, focus: str = "body") -> dict[str, int]:
    """Write a sheet of this level: the nine stats and the level itself.

    An Animation has 9 stat points and one more per level (Layer 5, 4.4), a Character what players have.
    """
    awake = _row("npc", npc)["awakens"] and level > 0
    stats, points = Stats.all(2 if awake else 1), level - 1 if awake else level
    for name in cycle(_row("focus", focus)["stats"]):
        if not points:
            break
        if stats[name] < MOST_STAT:
            stats, points = stats.raised(name), points - 1
    return {"level": level, **asdict(stats)}


def values(npc: str) -> Values:
    """What one of them holds: 10 of each Value, a Minion 1 HP."""
    return Values.minion() if _row("npc", npc)["hp"] == 1 else Values()


def name_of(npc: str) -> str:
    """What one of them is called as long as nobody says otherwise."""
    return str(_row("npc", npc)["name"])


def _row(table: str, key: str) -> Mapping[str, Any]:
    rows = {str(row["key"]): row for row in book.npcs(table)}
    if key not in rows:
        raise RuleError(f"There is {', '.join(rows)}; not {key!r}.", field=table, value=key)
    return rows[key]
