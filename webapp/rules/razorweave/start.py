"""Start small: a word to the GM when a scene carries more than it needs."""

from collections.abc import Sequence

from webapp.rules.razorweave.clocks import APART, Dial
from webapp.rules.razorweave.levels import PACKAGE
from webapp.rules.tables import rows


def crowded(tags: int, clocks: Sequence[Dial]) -> str:
    """What stands in a scene beyond one or two tags and a single important clock; "" if it is no more.

    A race of two clocks is one thing to watch. What a character lives through is not counted.
    Source: ch. 9, "Start Small".
    """
    dials = [each for each in clocks if not (each.complete or each.kind in APART)]
    races = {frozenset((each.id, each.opposes or each.id)) for each in dials}
    found = rows(PACKAGE, "tables.toml", "start", {"name": str, "text": str}, {"most": int})
    most = {row["name"]: row["most"] for row in found if "most" in row}
    if tags <= most["Tags"] and len(races) <= most["Clocks"]:
        return ""
    stand, carry = _said(tags, len(races)), _said(most["Tags"], most["Clocks"])
    return f"Start small: {stand} stand in this scene; {carry} carry it."


def _said(tags: int, clocks: int) -> str:
    return f"{tags} tag{'s'[: tags != 1]} and {clocks} clock{'s'[: clocks != 1]}"
