"""What a character brings: four attributes, skills, proficiencies."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from webapp.rules.dice import whole
from webapp.rules.errors import RuleError
from webapp.rules.ruleset import Attribute
from webapp.rules.tables import rows

PACKAGE = "webapp.rules.razorweave"
START = (2, 1, 1, 0)
SOFT_CAP = 3


@cache
def attributes() -> tuple[Attribute, ...]:
    """Might, Agility, Presence, Reason: 0 ordinary, 1 competent, 2 exceptional, later 3. Source: ch. 6, 7."""
    text = {"key": str, "name": str, "text": str}
    return tuple(
        Attribute(**row, low=0, high=SOFT_CAP) for row in rows(PACKAGE, "tables.toml", "attribute", text)
    )


def starting_ratings(ratings: Mapping[str, int]) -> dict[str, int]:
    """Check a new character's attributes: 2, 1, 1 and 0 in any order, each of the four exactly once."""
    keys = [attribute.key for attribute in attributes()]
    if sorted(ratings) != sorted(keys):
        raise RuleError(f"A character has {', '.join(keys)}, each once.", field="stats", value=dict(ratings))
    if not all(whole(rating) for rating in ratings.values()) or sorted(
        ratings.values(), reverse=True
    ) != list(START):
        raise RuleError("A new character has 2, 1, 1 and 0.", field="stats", value=dict(ratings))
    return {key: ratings[key] for key in keys}
