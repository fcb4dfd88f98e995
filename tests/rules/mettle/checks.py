"""Checks that came out as they are told."""

from webapp.games.mettle.rules import Check, Result, resolve


def came(score: list[int], edge: int, difficulty: int) -> Result:
    """A Check with these Score dice and this much Edge."""
    dice = [*score, *[6] * edge]
    return resolve(Check(len(dice), difficulty), dice)


HIT = came([3, 2], 3, 4)
MISS = came([1], 3, 4)
