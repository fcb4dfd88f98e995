"""What a character brings: four attributes, skills, proficiencies."""

from functools import cache

from webapp.rules.ruleset import Attribute
from webapp.rules.tables import rows

PACKAGE = "webapp.rules.razorweave"
SOFT_CAP = 3


@cache
def attributes() -> tuple[Attribute, ...]:
    """Might, Agility, Presence, Reason: 0 ordinary, 1 competent, 2 exceptional, later 3. Source: ch. 6, 7."""
    text = {"key": str, "name": str, "text": str}
    return tuple(
        Attribute(**row, low=0, high=SOFT_CAP) for row in rows(PACKAGE, "tables.toml", "attribute", text)
    )
