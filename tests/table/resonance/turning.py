"""The turn order of the people of the seeds, in one line each."""

from typing import Any

from tests.table.resonance.sparks import Sparks


def begin(sparks: Sparks, *dice: int, **fields: Any) -> None:
    """Sparks, Rook and the Captain; each die picks the next card of those left (1 is the first)."""
    sparks.dice = list(dice) or [1, 1]
    sparks.gm(do="resonance.round.start", **fields)


def rounds(sparks: Sparks, who: str = "gm") -> dict[str, Any]:
    return next(each for each in sparks.oak.sees(who)["pieces"] if each.get("kind") == "rounds")


def order(sparks: Sparks, who: str = "gm") -> list[tuple[str, str, int]]:
    return [(each["name"], each["where"], each["left"]) for each in rounds(sparks, who)["cards"]]
