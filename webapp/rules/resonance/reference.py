"""What a table looks up in Resonance while it plays: the tables of the book, row by row."""

from __future__ import annotations

from webapp.rules.play import Sheet
from webapp.rules.resonance import book


def reference() -> tuple[Sheet, ...]:
    """Target Numbers, Critical choices, range, the threat budget, actions, stats, levels, social talk."""
    return (
        Sheet(
            "Target Numbers",
            ("TN", "How hard", "Task clock"),
            _rows("tn", "value", "name", ("clock_low", "clock_high")),
        ),
        Sheet("Choices of a Critical", ("Choice", "What it does"), _rows("critical", "name", "text")),
        Sheet(
            "Range", ("Band", "Up to"), tuple((str(r["name"]), f"{r['up_to']} m") for r in book.rows("band"))
        ),
        Sheet("How hard a Race is", ("Category", "Level Modifier", "What it is"), _categories()),
        Sheet("Threat budget", ("Situation level", "Hard", "Normal", "Easy"), _budgets()),
        Sheet("Actions", ("Action", "SP", "Roll", "What it does"), _actions()),
        Sheet("Stats", ("Stat", "Group", "What it gives"), _rows("stat", "name", "group", "text")),
        Sheet("Levels", ("Level", "Keywords", "Stat points"), _rows("level", "level", "keywords", "points")),
        Sheet("Social: trust", ("Trust", "TN"), _rows("trust", "name", "tn")),
        Sheet("Social: tension", ("Tension", "Task clock"), _rows("tension", "name", "clock")),
        Sheet("Social: faction", ("Faction", "Roll"), _rows("faction", "name", "mode")),
        Sheet(
            "What can happen to a tag pool",
            ("Say", "What it is"),
            tuple((str(r["name"]), str(r["text"])) for r in book.events()),
        ),
    )


def _rows(table: str, *columns: str | tuple[str, str]) -> tuple[tuple[str, ...], ...]:
    """The rows of a table of the book; two columns together are a span."""
    return tuple(tuple(_cell(row, column) for column in columns) for row in book.rows(table))


def _cell(row: object, column: str | tuple[str, str]) -> str:
    assert isinstance(row, dict)
    if isinstance(column, tuple):
        return f"{row[column[0]]} to {row[column[1]]}"
    return str(row[column])


def _categories() -> tuple[tuple[str, ...], ...]:
    return tuple(
        (str(row["name"]), " or ".join(f"{each:+d}" for each in row["modifiers"]), str(row["text"]))
        for row in book.rows("category")
    )


def _budgets() -> tuple[tuple[str, ...], ...]:
    return tuple(
        (f"{row['low']} to {row['high']}", str(row["hard"]), str(row["normal"]), str(row["easy"]))
        for row in book.rows("budget")
    )


def _actions() -> tuple[tuple[str, ...], ...]:
    return tuple(
        (
            str(row["name"]),
            f"{row['sp']}{', whole turn' if row.get('whole_turn') else ''}",
            str(row["roll"]) or "none",
            str(row["text"]),
        )
        for row in book.actions()
    )
