"""Move: obstacles in a row, and climbing. Source: Scenes, "Move"."""

from collections.abc import Sequence

from webapp.rules.errors import RuleError
from webapp.rules.mettle.check import Result
from webapp.rules.mettle.needs import Count


def added_up(obstacles: Sequence[Count]) -> int:
    """The Difficulty of a Move past several obstacles: all of them together."""
    return sum(obstacles)


def move(result: Result, obstacles: Sequence[int]) -> int:
    """How many obstacles, in their order, a Move passes; on a failure the Score says it.

    The Check is against all of them (`added_up`) and whatever else makes it harder or easier; a failure never
    passes the last one. RuleError for no obstacle: just Charge.
    """
    if not added_up(obstacles):
        raise RuleError("Nothing hinders this Move; a Charge is free.", field="obstacles", value=obstacles)
    if result.success:
        return len(obstacles)
    needed = [sum(obstacles[: passed + 1]) for passed in range(len(obstacles) - 1)]
    return sum(result.score >= each for each in needed)


def climb_difficulty(*, poise: Count | None = None, top_speed: Count | None = None) -> int:
    """Climbing something huge that moves: a creature's POISE, or a vehicle's greatest Speed."""
    if (poise is None) == (top_speed is None):
        raise RuleError("Climb either a creature (POISE) or a vehicle (top Speed).", field="climb")
    return (top_speed or 0) if poise is None else poise
