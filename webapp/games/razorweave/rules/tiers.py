"""Outcome tiers: the margin between total and DC decides which of the five tiers a check reaches."""

from dataclasses import dataclass
from functools import cache

from webapp.games.api import RuleError
from webapp.rules.codec import AnyCase
from webapp.rules.toml_tables import rows

PACKAGE = "webapp.games.razorweave.rules"


class Tier(AnyCase):
    """The five outcomes, best first."""

    CRITICAL_SUCCESS = "critical_success"
    FULL_SUCCESS = "full_success"
    PARTIAL_SUCCESS = "partial_success"
    FAILURE = "failure"
    CRITICAL_FAILURE = "critical_failure"

    @property
    def succeeds(self) -> bool:
        """Whether the tier is a success; a partial success is one, at a price."""
        return self in (Tier.CRITICAL_SUCCESS, Tier.FULL_SUCCESS, Tier.PARTIAL_SUCCESS)

    @property
    def label(self) -> str:
        """The tier's name at the table: "Partial success"."""
        return tier_row(self).name


@dataclass(frozen=True, slots=True)
class TierRow:
    """One row of the outcome table: margins from `low` to `high` (None: open) and what it means."""

    tier: Tier
    name: str
    low: int | None
    high: int | None
    text: str
    example: str


@cache
def tiers() -> tuple[TierRow, ...]:
    """Return the outcome table, best first. Source: ch. 8, "Outcome Tiers Quick Reference"."""
    schema = {"key": str, "name": str, "text": str, "example": str}
    found = rows(PACKAGE, "tables.toml", "tier", schema, {"low": int, "high": int})
    return tuple(
        TierRow(Tier(row["key"]), row["name"], row.get("low"), row.get("high"), row["text"], row["example"])
        for row in found
    )


def tier_of(margin: int, natural_ones: bool = False) -> Tier:
    """Return the tier of a margin; a critical failure if every die shows 1 (reading A4.2).

    From +5 it is a critical success, from 0 a full one; -1 and -2 are a partial one, -3 to -6 a
    failure, and less is a critical failure. Source: ch. 8, "Rolling 4d6 and Calculating Margin".
    """
    if natural_ones:
        return Tier.CRITICAL_FAILURE
    reached = (row for row in tiers() if row.low is None or margin >= row.low)
    return next(row.tier for row in reached if row.high is None or margin <= row.high)


def margin_text(margin: int) -> str:
    """Return a margin with its sign: "+2", "-1"; "0" has none."""
    return f"{margin:+d}" if margin else "0"


def tier_named(key: str) -> Tier:
    """Return the tier with this key; raise RuleError, with the five keys, for any other."""
    if key not in tuple(Tier):
        raise RuleError(f"An outcome must be one of {', '.join(Tier)}, not {key!r}.", field="tier", value=key)
    return Tier(key)


def tier_row(tier: Tier) -> TierRow:
    """Return the row of one tier."""
    return next(row for row in tiers() if row.tier is tier)
