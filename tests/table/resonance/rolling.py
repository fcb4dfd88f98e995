"""Rolls of the people of the seeds, in one line each."""

from typing import Any

from tests.table.resonance.sparks import Sparks
from webapp.state.audience import Audience


def call(sparks: Sparks, who: int | None = None, **fields: Any) -> int:
    sent = {"character": who or sparks.sparks, "stat": "technique", **fields}
    check: int = sparks.gm(do="check.call", **sent).result["check"]
    return check


def attack(sparks: Sparks, **fields: Any) -> int:
    """The Captain at Sparks: level 2, Power 4, against Resistance 9."""
    return call(sparks, sparks.captain, roll="attack", stat="power", target=sparks.sparks, **fields)


def view(sparks: Sparks, check: int, who: str | Audience = "gm") -> dict[str, Any]:
    return next(each for each in sparks.oak.sees(who)["checks"] if each["id"] == check)


def lines(sparks: Sparks) -> list[str]:
    """What waits for the GM, in words."""
    return [each.words for each in sparks.oak.view().proposals]


def roll(sparks: Sparks, check: int, *dice: int) -> dict[str, Any]:
    sparks.dice = list(dice)
    result: dict[str, Any] = sparks.gm(do="check.roll", check=check).result
    return result


def apply(sparks: Sparks, check: int) -> None:
    sparks.gm(do="check.resolve", check=check)


def counted(sparks: Sparks, check: int) -> list[tuple[str, str]]:
    return [(each["name"], each["modifier"]) for each in view(sparks, check)["counted"]]
