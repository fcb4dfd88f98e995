"""What a table looks up in Resonance while it plays (reference.toml), as far as that is worked out."""

from webapp.rules.play import LookupTable
from webapp.rules.resonance import book
from webapp.rules.sheets import Rows, sheets


def reference() -> tuple[LookupTable, ...]:
    """Target Numbers, Critical choices, range, the threat budget, actions, stats, levels, social talk."""
    return sheets(book.PACKAGE, categories=_categories(), actions=_actions())


def _categories() -> Rows:
    for row in book.rows("category"):
        yield row["name"], " or ".join(f"{each:+d}" for each in row["modifiers"]), row["text"]


def _actions() -> Rows:
    for row in book.actions():
        turn = ", whole turn" if row.get("whole_turn") else ""
        yield row["name"], f"{row['sp']}{turn}", row["roll"] or "none", row["text"]
