"""The ranges of numbers that all of Resonance shares."""

from typing import Annotated, Any

from webapp.rules.codec import Within
from webapp.rules.dice import whole

MOST_LEVEL = 9
LEAST_STAT, MOST_STAT = 1, 5
MOST_TARGET = 100
MOST_BONUS = 20
MOST_ACTIONS = 6
Level = Annotated[int, Within(0, MOST_LEVEL)]
"""A character's level: 0 (before the awakening) to 9."""
Stat = Annotated[int, Within(LEAST_STAT, MOST_STAT)]
Target = Annotated[int, Within(0, MOST_TARGET)]
"""A Target Number or a Resistance."""
Bonus = Annotated[int, Within(-MOST_BONUS, MOST_BONUS)]
MOST_PARTS = 100
MOST_COUNT = 1000
Left = Annotated[int, Within(0, MOST_PARTS)]
"""What is left on a clock or of a Value."""
Parts = Annotated[int, Within(1, MOST_PARTS)]
Actions = Annotated[int, Within(0, MOST_ACTIONS)]
Count = Annotated[int, Within(0, MOST_COUNT)]


def brought_within(value: Any, low: int, high: int) -> int:
    """Return a sheet's value as the nearest allowed number; the least if it is no whole number."""
    return min(max(int(value), low), high) if whole(value) else low
