"""Doors, a turret and a bomb: what must be dealt with, and how its clocks stand."""

from typing import Any

from tests.table.resonance.rolling import apply  # noqa: F401
from tests.table.resonance.sparks import Sparks

DOORS = [
    {"name": "Outer door", "kind": "barrier", "tn": 12, "length": 6},
    {"name": "Inner door", "kind": "puzzle", "tn": 12},
    {"name": "Sentry Turret", "kind": "foe"},
]


def clocks(sparks: Sparks) -> dict[str, int]:
    return {each["name"]: each["filled"] for each in sparks.oak.sees()["clocks"]}


def situation(sparks: Sparks, who: str = "gm") -> dict[str, Any]:
    rows = sparks.oak.sees(who)["pieces"]
    return next(each for each in rows if each["kind"] == "situation")


def bomb(sparks: Sparks, **fields: Any) -> dict[str, Any]:
    """The bomb of the seeds: Scene 5, three challenges, Threat 15."""
    sparks.gm(do="resonance.scene.start", length=5)
    sent = {"name": "The bomb", "parts": DOORS, "level": 2, **fields}
    return sparks.gm(do="resonance.race.start", **sent).result


def roll_at(sparks: Sparks, clock: int, *dice: int, who: int | None = None) -> int:
    """Somebody works on a door."""
    sent = {"character": who or sparks.sparks, "stat": "technique", "tn": 12, "targets": [clock]}
    check: int = sparks.gm(do="check.call", **sent).result["check"]
    sparks.dice = list(dice)
    sparks.gm(do="check.roll", check=check)
    return check
