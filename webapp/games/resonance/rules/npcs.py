"""The NPCs a Curator adds: minions, animations, characters, each with a sheet for its level.

Source: Layer 5, "Animations" and "NPCs". The book has no elites or bosses: a boss is a Character.
"""

from collections.abc import Mapping
from dataclasses import asdict
from itertools import cycle
from typing import Any

from webapp.games.api import RuleError
from webapp.games.resonance.rules import book
from webapp.games.resonance.rules.numbers import MOST_STAT, Level
from webapp.games.resonance.rules.stats import Stats
from webapp.games.resonance.rules.values import Values


def sheet(npc: str, level: Level, focus: str = "body") -> dict[str, int]:
    """Return a sheet of this level: the nine stats and the level itself.

    A Minion or an Animation has 1 in each stat and one more point per level (Layer 5, 4.4). A
    Character has 2 in each stat from level 1 on, and one more point for each level above 1. These
    points go to the three stats of the `focus` in turn. Raises RuleError for an unknown NPC or focus.
    """
    awake = _row("npc", npc)["awakens"] and level > 0
    stats, points = Stats.all(2 if awake else 1), level - 1 if awake else level
    for name in cycle(_row("focus", focus)["stats"]):
        if not points:
            break
        if stats[name] < MOST_STAT:
            stats, points = stats.raise_stat(name), points - 1
    return {"level": level, **asdict(stats)}


def values(npc: str) -> Values:
    """Return an NPC's Values: 10 of each, but 1 HP for a Minion."""
    return Values.minion() if _row("npc", npc)["hp"] == 1 else Values()


def name_of(npc: str) -> str:
    """Return an NPC's default name."""
    return str(_row("npc", npc)["name"])


def _row(table: str, key: str) -> Mapping[str, Any]:
    rows = {str(row["key"]): row for row in book.npcs(table)}
    if key not in rows:
        what = "NPC" if table == "npc" else table
        raise RuleError(f"The {what} must be one of {', '.join(rows)}, not {key!r}.", field=table, value=key)
    return rows[key]
