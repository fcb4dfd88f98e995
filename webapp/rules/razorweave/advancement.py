"""How far clocks move after a check: the range of the book, with a default the GM may lower."""

from dataclasses import dataclass
from functools import cache

from webapp.rules.dice import whole
from webapp.rules.errors import CatalogueError
from webapp.rules.razorweave.tiers import Tier
from webapp.rules.tables import rows

PACKAGE = "webapp.rules.razorweave"


@dataclass(frozen=True, slots=True)
class SegmentSpan:
    """How many segments: from `low` to `high`; by default the most (reading A4.5)."""

    low: int
    high: int

    @property
    def default(self) -> int:
        """What is proposed before the GM changes it."""
        return self.high

    @property
    def moves(self) -> bool:
        """Whether any tick is possible."""
        return self.high > 0

    def halved(self) -> "SegmentSpan":
        """Reduced rate for an action split between clocks: half, rounded down, but at least 1 if it moves.

        Reading A4.16. Source: ch. 9, "Multi-Clock Guidance".
        """
        return SegmentSpan(min(self.low, max(1, self.low // 2)), min(self.high, max(1, self.high // 2)))

    def plus(self, more: int) -> "SegmentSpan":
        """The same with so many more ticks."""
        return SegmentSpan(self.low + more, self.high + more)


@dataclass(frozen=True, slots=True)
class Advance:
    """What one outcome does: `progress` to each clock aimed at, `threat` to the nearest threat."""

    tier: Tier
    progress: SegmentSpan
    threat: SegmentSpan


@cache
def advances() -> tuple[Advance, ...]:
    """The table by tier, best first. Source: ch. 9, "Clock Advancement by Outcome"."""
    found = rows(PACKAGE, "tables.toml", "advance", {"tier": str, "progress": list, "threat": list})
    return tuple(Advance(Tier(row["tier"]), _span(row, "progress"), _span(row, "threat")) for row in found)


def advance(tier: Tier, *, loud: bool = False, split: bool = False) -> Advance:
    """The ticks of one outcome: success moves progress, failure moves a threat.

    `loud` (noisy, risky or drawing attention) adds one threat tick on any tier (reading A4.6); a `split`
    action moves each of its clocks at the reduced rate (reading A4.16).
    """
    row = next(row for row in advances() if row.tier is tier)
    progress = row.progress.halved() if split else row.progress
    return Advance(tier, progress, row.threat.plus(1) if loud else row.threat)


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
    return SegmentSpan(*bounds)
