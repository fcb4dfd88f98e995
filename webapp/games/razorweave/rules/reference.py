"""Razorweave's reference tables: reference.toml, and rows computed from the other tables."""

from webapp.games.api import LookupTable, load_reference
from webapp.games.razorweave.rules.clock_ticks import SegmentSpan, advances
from webapp.games.razorweave.rules.edge_and_burden import PACKAGE, levels
from webapp.games.razorweave.rules.tiers import TierRow, margin_text, tiers


def reference() -> tuple[LookupTable, ...]:
    """Return the tables: the DC ladder, tiers, Edge and Burden, the roll gate, clocks, scenes, fights."""
    return load_reference(
        PACKAGE,
        tiers=[(_margins(row), row.name, row.text) for row in tiers()],
        levels=[(level.name, level.roll_text, level.text) for level in levels()],
        advances=[(row.tier.label, _ticks(row.progress), _ticks(row.threat)) for row in advances()],
    )


def _margins(row: TierRow) -> str:
    if row.low is None:
        return f"{row.high:+d} or less"
    low = margin_text(row.low)
    return f"{low} or more" if row.high is None else f"{low} to {margin_text(row.high)}"


def _ticks(span: SegmentSpan) -> str:
    if not span.moves:
        return "none"
    return str(span.high) if span.low == span.high else f"{span.low} to {span.high}"
