"""What a table looks up in Razorweave while it plays: the tables of the book, row by row."""

from __future__ import annotations

from webapp.rules.play import Sheet
from webapp.rules.razorweave.advancement import Span, advances
from webapp.rules.razorweave.gate import questions
from webapp.rules.razorweave.ladder import ladder
from webapp.rules.razorweave.levels import PACKAGE, levels
from webapp.rules.razorweave.sources import source_kinds
from webapp.rules.razorweave.tiers import TierRow, tiers
from webapp.rules.tables import rows

TYPES = {"name": str, "text": str}


def reference() -> tuple[Sheet, ...]:
    """The ladder, the tiers, Edge and Burden, how far clocks move, the gate, and where Edge comes from."""
    return (
        Sheet(
            "DC ladder",
            ("DC", "Step", "When", "For example"),
            tuple((str(rung.value), rung.name, rung.text, rung.example) for rung in ladder()),
        ),
        Sheet(
            "Outcome tiers",
            ("Margin", "Tier", "What it means"),
            tuple((_margins(row), row.name, row.text) for row in tiers()),
        ),
        Sheet(
            "Edge and Burden",
            ("Level", "Roll", "When"),
            tuple((level.name, level.says, level.text) for level in levels()),
        ),
        Sheet(
            "How far clocks move",
            ("Tier", "Progress clock", "Threat clock"),
            tuple((row.tier.label, _ticks(row.progress), _ticks(row.threat)) for row in advances()),
        ),
        Sheet("Roll gate", ("Ask", "Question"), tuple((each.name, each.text) for each in questions())),
        Sheet(
            "Where Edge and Burden come from",
            ("Source", "What it is"),
            tuple((kind.name, kind.text) for kind in source_kinds()),
        ),
        _sheet("When a clock is worth making", ("There is", "So"), "worth", "name text"),
        _sheet("How large a clock", ("Segments", "For"), "size", "segments text"),
        _sheet("Why a clock moves", ("Cause", "What it is"), "cause", "name text"),
        _sheet("Start small", ("In one scene", "How many"), "start", "name text"),
        _sheet("In a fight", ("Action", "What it does"), "action", "name text"),
        _sheet("Resolve clocks", ("Whose", "Segments", "From", "To"), "resolve", "name segments low high"),
        _sheet("Who acts next", ("Order", "What it is"), "turns", "name text"),
    )


def _sheet(title: str, columns: tuple[str, ...], table: str, fields: str) -> Sheet:
    """A table of the book that nothing else asks for."""
    schema = {field: TYPES.get(field, int) for field in fields.split()}
    found = rows(PACKAGE, "tables.toml", table, schema, {"key": str, "most": int})
    return Sheet(title, columns, tuple(tuple(str(row[field]) for field in schema) for row in found))


def _margins(row: TierRow) -> str:
    if row.low is None:
        return f"{row.high:+d} or less"
    return f"{row.low:+d} or more" if row.high is None else f"{row.low:+d} to {row.high:+d}"


def _ticks(span: Span) -> str:
    if not span.moves:
        return "none"
    return str(span.high) if span.low == span.high else f"{span.low} to {span.high}"
