"""The small tables of the game, read once from tables.toml."""

from functools import cache
from typing import Any

from webapp.games.api import Attribute, Rung
from webapp.rules import toml_tables

PACKAGE = "webapp.games.mettle.rules"
FILE = "tables.toml"
STARTING_HIGH = 6


@cache
def ladder() -> tuple[Rung, ...]:
    """Return the Difficulties that a GM may choose, easiest first: 1, 3, 6, 10, 15."""
    rows = rows_of("difficulty", {"value": int, "name": str, "text": str, "example": str})
    return tuple(Rung(row["value"], row["name"], row["text"], row["example"]) for row in rows)


@cache
def qualities() -> tuple[str, ...]:
    """Return the names of a success with 0, 1, 2 ... Edge; the last is also for more Edge."""
    rows = rows_of("quality", {"edge": int, "name": str})
    return tuple(row["name"] for row in sorted(rows, key=lambda row: row["edge"]))


def quality_of(edge: int) -> str:
    """Return a success's name by Edge: OK, Good, Great, Excellent, Amazing, Legendary (5 or more)."""
    return qualities()[min(edge, len(qualities()) - 1)]


@cache
def attributes() -> tuple[Attribute, ...]:
    """Return the six Attributes with their starting range 1 to 6."""
    rows = rows_of("attribute", {"key": str, "name": str, "text": str})
    return tuple(Attribute(row["key"], row["name"], row["text"], 1, STARTING_HIGH) for row in rows)


def rows_of(
    table: str, required: toml_tables.Schema, optional: toml_tables.Schema | None = None
) -> list[dict[str, Any]]:
    """Return the checked rows of one table of tables.toml; raise CatalogueError for a wrong row."""
    return toml_tables.rows(PACKAGE, FILE, table, required, optional or {})
