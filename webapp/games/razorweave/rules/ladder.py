"""The DC ladder, six named steps from Easy to Legendary, two apart; and the four attributes."""

from functools import cache
from typing import Annotated

from webapp.games.api import Attribute, Rung
from webapp.rules.codec import Within
from webapp.rules.toml_tables import rows

PACKAGE = "webapp.games.razorweave.rules"
STEP = 2
SOFT_CAP = 3
LOWEST, HIGHEST = 0, 40
Dc = Annotated[int, Within(LOWEST, HIGHEST)]
"""A DC that the GM may set: 0 to 40."""


@cache
def ladder() -> tuple[Rung, ...]:
    """Return the ladder: 12 Easy, 14 Routine, 16 Tough, 18 Hard, 20 Heroic, 22 Legendary. Source: ch. 8."""
    found = rows(PACKAGE, "tables.toml", "rung", {"dc": int, "name": str, "text": str, "example": str})
    return tuple(Rung(row["dc"], row["name"], row["text"], row["example"]) for row in found)


def rung_of(dc: int) -> Rung:
    """Return the step of a DC: the highest that is not above it; Easy for a DC below 12.

    Shifts may take a DC off the ladder (reading A4.7).
    """
    reached = [rung for rung in ladder() if rung.value <= dc]
    return reached[-1] if reached else ladder()[0]


def off_ladder(dc: int) -> str:
    """Return a warning if the DC is off the ladder, which is allowed (reading A4.7); else ""."""
    low, high = ladder()[0].value, ladder()[-1].value
    if dc < low:
        return f"DC {dc} is below the ladder ({low} is Easy): does this need a roll?"
    if dc > high:
        return f"DC {dc} is above the ladder ({high} is Legendary): is this possible at all?"
    return ""


@cache
def attributes() -> tuple[Attribute, ...]:
    """Return the four attributes: Might, Agility, Presence, Reason.

    A rating of 0 is ordinary, 1 competent, 2 exceptional. Source: ch. 6, 7.
    """
    text = {"key": str, "name": str, "text": str}
    return tuple(
        Attribute(**row, low=0, high=SOFT_CAP) for row in rows(PACKAGE, "tables.toml", "attribute", text)
    )
