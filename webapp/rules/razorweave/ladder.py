"""The DC ladder: six named steps from Easy to Legendary, two apart."""

from __future__ import annotations

from functools import cache

from webapp.rules.dice import whole
from webapp.rules.errors import RuleError
from webapp.rules.ruleset import Rung
from webapp.rules.tables import rows

PACKAGE = "webapp.rules.razorweave"
STEP = 2
LOWEST, HIGHEST = 0, 40


@cache
def ladder() -> tuple[Rung, ...]:
    """DC 12 Easy, 14 Routine, 16 Tough, 18 Hard, 20 Heroic, 22 Legendary. Source: ch. 8, "Setting DCs"."""
    found = rows(PACKAGE, "tables.toml", "rung", {"dc": int, "name": str, "text": str, "example": str})
    return tuple(Rung(row["dc"], row["name"], row["text"], row["example"]) for row in found)


def rung_of(dc: int) -> Rung:
    """The step a DC stands on: the highest that is not above it (below 12 it counts as Easy).

    Shifts may have taken it off the ladder (reading A4.7).
    """
    if not whole(dc):
        raise RuleError(f"A DC is a whole number, not {dc!r}.", field="dc", value=dc)
    reached = [rung for rung in ladder() if rung.value <= dc]
    return reached[-1] if reached else ladder()[0]


def off_ladder(dc: int) -> str:
    """A warning if shifts pushed the DC off the ladder, else "". It is allowed (reading A4.7)."""
    low, high = ladder()[0].value, ladder()[-1].value
    if dc < low:
        return f"DC {dc} is below the ladder ({low} is Easy): does this need a roll?"
    if dc > high:
        return f"DC {dc} is above the ladder ({high} is Legendary): is this possible at all?"
    return ""


def valid_dc(dc: object, field: str = "dc") -> int:
    """A DC the GM may set: a whole number from 0 to 40; RuleError for any other."""
    if not whole(dc) or not LOWEST <= dc <= HIGHEST:  # type: ignore[operator]
        raise RuleError(
            f"A DC is a whole number from {LOWEST} to {HIGHEST}, not {dc!r}.", field=field, value=dc
        )
    return dc  # type: ignore[return-value]
