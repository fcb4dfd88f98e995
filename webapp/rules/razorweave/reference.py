"""What a table looks up in Razorweave while it plays (reference.toml), as far as that is worked out."""

from webapp.rules.play import LookupTable
from webapp.rules.razorweave.advancement import SegmentSpan, advances
from webapp.rules.razorweave.levels import PACKAGE, levels
from webapp.rules.razorweave.tiers import TierRow, tiers
from webapp.rules.sheets import sheets


def reference() -> tuple[LookupTable, ...]:
    """The ladder, the tiers, Edge and Burden, how far clocks move, the gate, and where Edge comes from."""
    return sheets(
        PACKAGE,
        tiers=[(_margins(row), row.name, row.text) for row in tiers()],
        levels=[(level.name, level.says, level.text) for level in levels()],
        advances=[(row.tier.label, _ticks(row.progress), _ticks(row.threat)) for row in advances()],
    )


def _margins(row: TierRow) -> str:
    if row.low is None:
        return f"{row.high:+d} or less"
    return f"{row.low:+d} or more" if row.high is None else f"{row.low:+d} to {row.high:+d}"


def _ticks(span: SegmentSpan) -> str:
    if not span.moves:
        return "none"
    return str(span.high) if span.low == span.high else f"{span.low} to {span.high}"
