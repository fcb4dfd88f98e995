"""The small tables of the game, read once from tables.toml."""

from functools import cache
from typing import Any

from webapp.rules import tables
from webapp.rules.ruleset import Attribute, Rung

PACKAGE = "webapp.rules.mettle"
FILE = "tables.toml"
STARTING_HIGH = 6


@cache
def ladder() -> tuple[Rung, ...]:
    """The Difficulties a Guide may name, easiest first: 1, 3, 6, 10, 15."""
    rows = rows_of("difficulty", {"value": int, "name": str, "text": str, "example": str})
    return tuple(Rung(row["value"], row["name"], row["text"], row["example"]) for row in rows)


@cache
def qualities() -> tuple[str, ...]:
    """What a success with 0, 1, 2 ... Edge is called; the last word is for everything above."""
    rows = rows_of("quality", {"edge": int, "name": str})
    return tuple(row["name"] for row in sorted(rows, key=lambda row: row["edge"]))


def quality_of(edge: int) -> str:
    """What a success with this Edge is called: OK, Good, Great, Excellent, Amazing, Legendary (5 or more)."""
    return qualities()[min(edge, len(qualities()) - 1)]


@cache
def attributes() -> tuple[Attribute, ...]:
    """The six Attributes with their starting range 1 to 6."""
    rows = rows_of("attribute", {"key": str, "name": str, "text": str})
    return tuple(Attribute(row["key"], row["name"], row["text"], 1, STARTING_HIGH) for row in rows)


def rows_of(
    table: str, required: tables.Schema, optional: tables.Schema | None = None
) -> list[dict[str, Any]]:
    """The checked rows of one table of tables.toml; CatalogueError says row and field."""
    return tables.rows(PACKAGE, FILE, table, required, optional or {})
