"""The sheet of a character in a game: its lines, their names, and what the book lets a character carry."""

from collections.abc import Mapping
from typing import Any

from webapp.rules.catalogue import CatalogueEntry
from webapp.rules.ruleset import Attribute, Ruleset


def lines_of(rules: Ruleset) -> tuple[Attribute, ...]:
    """Return all lines that a sheet of this game may have, in the book's order."""
    return (*rules.attributes, *rules.sheet_numbers)


def line_of(rules: Ruleset, key: str) -> Attribute | None:
    """Return the line with this key, ignoring case; None for a line that the table added."""
    wanted = key.casefold()
    return next((line for line in lines_of(rules) if line.key.casefold() == wanted), None)


def name_of(rules: Ruleset, key: str) -> str:
    """Return the name of a sheet's line; for a line that the table added, its key."""
    line = line_of(rules, key)
    return line.name if line is not None else key


def values_of(rules: Ruleset, stats: Mapping[str, Any]) -> tuple[tuple[str, Any], ...]:
    """Return a sheet's names and values: the game's lines in the book's order, then the others."""
    known = [line.key for line in lines_of(rules)]
    keys = [*(key for key in known if key in stats), *(key for key in stats if key not in known)]
    return tuple((name_of(rules, key), stats[key]) for key in keys)


def entries_carried(rules: Ruleset) -> tuple[CatalogueEntry, ...]:
    """Return the book's entries that a character can have, in the book's order."""
    return tuple(entry for kind in rules.carried for entry in rules.catalogue.entries(kind))
