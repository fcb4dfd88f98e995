"""The ranges of numbers that all of Resonance shares."""

from typing import Annotated, Any

from webapp.rules.dice import whole
from webapp.rules.guard import Within

MOST_LEVEL = 9
LEAST_STAT, MOST_STAT = 1, 5
MOST_TARGET = 100
MOST_BONUS = 20
MOST_ACTIONS = 6
Level = Annotated[int, Within(0, MOST_LEVEL)]
"""0 (seed) to 9."""
Stat = Annotated[int, Within(LEAST_STAT, MOST_STAT)]
Target = Annotated[int, Within(0, MOST_TARGET)]
"""A Target Number or a Resistance."""
Bonus = Annotated[int, Within(-MOST_BONUS, MOST_BONUS)]
Left = Annotated[int, Within(0, 100)]
"""What is left on a clock or of a Value."""
Parts = Annotated[int, Within(1, 100)]
Actions = Annotated[int, Within(0, MOST_ACTIONS)]
Count = Annotated[int, Within(0, 1000)]


def brought_within(value: Any, low: int, high: int) -> int:
    """A number from a sheet, where anything may stand: the nearest there is, the least for what is none."""
    return min(max(int(value), low), high) if whole(value) else low
