"""Resonance's reference tables: reference.toml, and rows computed from the other tables."""

from webapp.games.resonance.rules import book
from webapp.rules.check_hooks import LookupTable
from webapp.rules.game_files import Rows, load_reference


def reference() -> tuple[LookupTable, ...]:
    """Return the tables: dice, TNs, Criticals, range, Races, actions, stats, levels, social rolls, events."""
    return load_reference(book.PACKAGE, categories=_categories(), actions=_actions())


def _categories() -> Rows:
    for row in book.rows("category"):
        yield (
            row["name"],
            " or ".join(f"{modifier:+d}" if modifier else "0" for modifier in row["modifiers"]),
            row["text"],
        )


def _actions() -> Rows:
    for row in book.actions():
        turn = ", whole turn" if row.get("whole_turn") else ""
        yield row["name"], f"{row['sp']}{turn}", (row["roll"] or "none").capitalize(), row["text"]
