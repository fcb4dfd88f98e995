"""People and beasts of the Guide's to bring in at once: a threat, a weapon, how fast they are."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from webapp.rules.mettle.needs import one_of
from webapp.rules.mettle.tables import rows_of

NEEDED = {"key": str, "name": str, "threat": str, "text": str}
MORE = {"weapon": str, "damage": str, "range": int, "speed": str}


@dataclass(frozen=True, slots=True)
class Preset:
    """Somebody ready to play: `threat` as the book writes it ("3D+3"), what they fight with, Speed."""

    key: str
    name: str
    threat: str
    text: str
    weapon: str = ""
    damage: str = "FRAME"
    range: int = 0
    speed: str = "1"


@cache
def presets() -> Mapping[str, Preset]:
    """All of them by key, the least dangerous first."""
    return {row["key"]: Preset(**row) for row in rows_of("npc", NEEDED, MORE)}


def preset(key: str) -> Preset:
    """One by its key; RuleError lists those there are."""
    return presets()[one_of(key, presets(), "kind of NPC", field="preset")]
