"""How far clocks move after a check: the book's range, with a default that the GM may lower."""

from dataclasses import dataclass, replace
from functools import cache

from webapp.games.api import CatalogueError
from webapp.games.razorweave.rules.tiers import Tier, tier_named
from webapp.rules.dice import whole
from webapp.rules.toml_tables import rows

PACKAGE = "webapp.games.razorweave.rules"


@dataclass(frozen=True, slots=True)
class SegmentSpan:
    """A range of ticks from `low` to `high`; the default is `high` (reading A4.5), or `low` if `limited`."""

    low: int
    high: int
    limited: bool = False

    @property
    def default(self) -> int:
        """The ticks proposed before the GM changes them."""
        return self.low if self.limited else self.high

    @property
    def moves(self) -> bool:
        """Whether any tick is possible."""
        return self.high > 0

    def halved(self) -> "SegmentSpan":
        """Return the reduced range of a split action: half, rounded down, but at least 1 if it moves.

        Reading A4.16. Source: ch. 9, "Multi-Clock Guidance".
        """
        low, high = (min(id, max(1, id // 2)) for id in (self.low, self.high))
        return replace(self, low=low, high=high)

    def plus(self, more: int) -> "SegmentSpan":
        """Return the range with this many more ticks at both ends."""
        return replace(self, low=self.low + more, high=self.high + more)


@dataclass(frozen=True, slots=True)
class Advance:
    """The ticks of one tier: `progress` for each clock aimed at, `threat` for the nearest threat."""

    tier: Tier
    progress: SegmentSpan
    threat: SegmentSpan


@cache
def advances() -> tuple[Advance, ...]:
    """Return the ticks of each tier, best first. Source: ch. 9, "Clock Advancement by Outcome"."""
    found = rows(PACKAGE, "tables.toml", "advance", {"tier": str, "progress": list, "threat": list})
    return tuple(Advance(Tier(row["tier"]), _span(row, "progress"), _span(row, "threat")) for row in found)


def effect_of(impact: int) -> str:
    """Return the word for the effect of an impact: "limited" below 0, "great" for any other."""
    return "limited" if is_limited(impact) else "great"


def is_limited(impact: int) -> bool:
    """Return whether an impact limits the effect: below 0."""
    return impact < 0


def advance(tier: Tier, *, loud: bool = False, split: bool = False, impact: int = 0) -> Advance:
    """Return the ticks of one outcome; success moves progress, failure and partial success a threat.

    `loud` (noisy, risky or drawing attention) adds one threat tick if the action succeeds (reading
    A4.6); on a failure the threat ticks already include it. A `split` action moves each of its
    clocks by the reduced range (reading A4.16). An `impact` below 0 is a limited effect: the default
    progress is the lowest number of the range. Any other impact changes nothing.
    """
    tier = tier_named(tier)
    row = next(row for row in advances() if row.tier is tier)
    progress = replace(row.progress.halved() if split else row.progress, limited=is_limited(impact))
    return Advance(tier, progress, row.threat.plus(1) if loud and tier.succeeds else row.threat)


def _span(row: dict[str, list[int]], field: str) -> SegmentSpan:
    bounds = row[field]
    if len(bounds) != 2 or not all(whole(bound) for bound in bounds) or not 0 <= bounds[0] <= bounds[1]:
        raise CatalogueError(
            f"it is {bounds!r}, not [low, high].",
            file="razorweave/tables.toml",
            entry=f"advance {row['tier']!r}",
            field=field,
            value=bounds,
        )
    return SegmentSpan(bounds[0], bounds[1])
