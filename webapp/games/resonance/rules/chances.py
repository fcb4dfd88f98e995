"""The exact chances of a Standard Roll, although its doubles may explode without end.

Every double adds at least 2 (a pair of ones), so a roll of a given number n has at most n / 2
doubles. The chance of exactly n is therefore a finite sum,

  p(n) = last(n) + 1/100 * (p(n - 2) + p(n - 4) + ... + p(n - 20)),

where last(n) is the chance that the next pair is no double and reads n, and each double of d has
chance 1/100 and leaves n - 2d to be rolled. The chance of at least n is then 1 - (p(1) + ... + p(n
- 1)). Nothing is cut off or rounded; totals of 60 take 600 additions.
"""

from fractions import Fraction
from functools import lru_cache
from itertools import product

from webapp.games.api import Chances
from webapp.games.resonance.rules.check import Check
from webapp.games.resonance.rules.standard_roll import FACES, Mode, Pair, read

PAIRS = FACES * FACES
ALL_PAIRS: tuple[Pair, ...] = tuple(product(range(1, FACES + 1), range(1, FACES + 1)))


def odds(check: Check) -> Chances:
    """Return the exact chances of success, failure and Miss, which sum to 1.

    With several targets, success against any of them is success, as in `Outcome.success`.
    """
    mode, needed = check.settled.mode, check.needed
    hit, missed = success(mode, needed), miss(mode)
    if check.others:
        faced = (check.facing(other) for other in check.others)
        hit, missed = of_several(((mode, needed), *((value.settled.mode, value.needed) for value in faced)))
    return Chances({"success": hit, "failure": 1 - hit - missed, "miss": missed}, hit)


@lru_cache(maxsize=4096)
def at_least(mode: Mode, number: int) -> Fraction:
    """Return the chance that the SR is this number or more: 1 minus the chances of all smaller numbers."""
    if number <= 1:
        return Fraction(1)
    depth = number - 1
    below = sum(_ways(mode, smaller) * PAIRS ** (depth - smaller) for smaller in range(1, number))
    return Fraction(PAIRS**depth - below, PAIRS**depth)


@lru_cache(maxsize=4096)
def success(mode: Mode, needed: int) -> Fraction:
    """Return the chance that the SR is `needed` or more and the roll is no Miss.

    A Miss needs Disadvantage and a 1 in the first pair. All such pairs read 1 anyway, except the
    double of ones.
    """
    if mode is not Mode.DISADVANTAGE:
        return at_least(mode, needed)
    single = sum(last(mode, face) for face in range(max(needed, 2), FACES + 1))
    doubled = sum((at_least(mode, needed - 2 * face) for face in range(2, FACES + 1)), Fraction(0))
    return Fraction(single, PAIRS) + doubled / PAIRS


@lru_cache(maxsize=4096)
def of_several(needs: tuple[tuple[Mode, int], ...]) -> tuple[Fraction, Fraction]:
    """Return the chance that one roll reaches any of several numbers, and the chance of a Miss.

    `needs` are the mode and the number of each target, the first target first. Whether a roll is a
    Miss depends on the first target's mode; it counts as one only if no number is reached.
    """
    struck, missed = Fraction(0), Fraction(0)
    for pair in ALL_PAIRS:
        missing = min(pair) == 1
        reached = _any_reached(needs, 0, missing, pair)
        struck += reached
        missed += (1 - reached) * (missing and needs[0][0] is Mode.DISADVANTAGE)
    return struck / PAIRS, missed / PAIRS


def _any_reached(needs: tuple[tuple[Mode, int], ...], fell: int, missing: bool, pair: Pair) -> Fraction:
    """Return the chance of reaching any of the numbers with this pair, after doubles that add up to `fell`.

    `missing` means that the first pair had a 1, which is a Miss with Disadvantage.
    """
    if pair[0] == pair[1]:
        return _after_doubles(needs, fell + sum(pair), missing)
    open_still = (value for value in needs if not (missing and value[0] is Mode.DISADVANTAGE))
    return Fraction(any(fell + read(pair, mode) >= need for mode, need in open_still))


@lru_cache(maxsize=4096)
def _after_doubles(needs: tuple[tuple[Mode, int], ...], fell: int, missing: bool) -> Fraction:
    open_still = [need for mode, need in needs if not (missing and mode is Mode.DISADVANTAGE)]
    if not open_still or fell + 1 >= min(open_still):
        return Fraction(bool(open_still))
    return sum((_any_reached(needs, fell, missing, pair) for pair in ALL_PAIRS), Fraction(0)) / PAIRS


def miss(mode: Mode) -> Fraction:
    """Return the chance of a Miss: 19 of 100 pairs have a 1, which only matters with Disadvantage."""
    return Fraction(2 * FACES - 1, PAIRS) if mode is Mode.DISADVANTAGE else Fraction(0)


def last(mode: Mode, face: int) -> int:
    """Return how many of the 100 pairs are not doubles and read as this number in this mode."""
    if not 1 <= face <= FACES:
        return 0
    if mode is Mode.ADVANTAGE:
        return 2 * (face - 1)
    return 2 * (FACES - face) if mode is Mode.DISADVANTAGE else FACES - 1


@lru_cache(maxsize=4096)
def _ways(mode: Mode, number: int) -> int:
    """Return p(number) in parts of 100 ** number, so that the recursion adds whole numbers."""
    ways: int = last(mode, number) * PAIRS ** (number - 1)
    for face in range(1, FACES + 1):
        left = number - 2 * face
        if left > 0:
            ways += _ways(mode, left) * PAIRS ** (2 * face - 1)
    return ways
