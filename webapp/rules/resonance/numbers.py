"""Small checks of numbers that all of Resonance shares."""

from __future__ import annotations

from webapp.rules.dice import whole
from webapp.rules.errors import RuleError, shown

MOST_LEVEL = 9
LEAST_STAT, MOST_STAT = 1, 5
MOST_TARGET = 100
MOST_BONUS = 20


def number(name: str, value: object, low: int, high: int, what: str = "") -> int:
    """Take a whole number from `low` to `high`; RuleError with the field and a sentence otherwise."""
    if not whole(value) or not isinstance(value, int) or not low <= value <= high:
        said = f"{what or name} is a whole number from {low} to {high}, not {shown(value)}."
        raise RuleError(said, field=name, value=value)
    return value


def level(value: object) -> int:
    """A level: 0 (seed) to 9."""
    return number("level", value, 0, MOST_LEVEL, "A level")


def stat(value: object, name: str = "stat") -> int:
    """A stat: 1 to 5."""
    return number(name, value, LEAST_STAT, MOST_STAT, "A stat")


def target(value: object, name: str = "against") -> int:
    """A Target Number or a Resistance: 0 to 100."""
    return number(name, value, 0, MOST_TARGET, "A Target Number or Resistance")
