"""The exact chances of a Check and of a Twist, without listing rolls.

A die is a polynomial: an exponent is a number that the die may add, its coefficient the number of
ways. A pool is a power of that polynomial, so 60 dice cost little more than 6. Discards are counted
by inclusion and exclusion over the faces that stay: the rolls whose lowest face is 2, for example,
are the rolls of 2 and above minus the rolls above 2.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb

from webapp.games.api import Chances
from webapp.games.mettle.rules.check import FACES, HIGHEST_SCORING_FACE, Check
from webapp.games.mettle.rules.check_burdens import Discard
from webapp.rules.odds import Odds

Polynomial = tuple[int, ...]
Die = Callable[[range, int], Polynomial]
EDGE_FACES = range(HIGHEST_SCORING_FACE + 1, FACES + 1)


class CheckChances(Chances):
    """The chances of a Check: success at once, success after a Twist, or failure.

    `edge` has the odds of each number of Edge, on success and failure alike; `success_with_twist`
    is the chance of success at once or after the Twist.
    """

    __slots__ = ("edge", "success_with_twist")

    def __init__(self, success: Fraction, edge: Odds, success_with_twist: Fraction) -> None:
        twist, failure = success_with_twist - success, 1 - success_with_twist
        super().__init__({"success": success, "twist": twist, "failure": failure}, success)
        self.edge, self.success_with_twist = edge, success_with_twist


def odds(check: Check) -> CheckChances:
    """Return the chances of success, of each number of Edge, and of success at once or after a Twist.

    Rerolling Edge dice can only raise the Score. So the chance of "success at once or after the
    Twist" is the chance that the Score reaches the Difficulty if every Edge die is always rerolled.
    """
    ready = check.ready
    return _chances(ready.pool, ready.difficulty, ready.discard)


@lru_cache(maxsize=1024)
def _chances(pool: int, difficulty: int, discard: Discard | None) -> CheckChances:
    return CheckChances(
        success=_reached(_spread(pool, discard, _score), difficulty),
        edge=Odds(_spread(pool, discard, _edge)),
        success_with_twist=_reached(_spread(pool, discard, _score_after_twist), difficulty),
    )


def _reached(ways: Mapping[int, int], difficulty: int) -> Fraction:
    return Fraction(sum(ways[score] for score in ways if score >= difficulty), sum(ways.values()))


def _score(stay: range, gone: int) -> Polynomial:
    """Return the polynomial of one die's Score: 1 to 3; Edge and `gone` discarded faces add 0."""
    return (gone + _edges(stay), *_scoring(stay))


def _edge(stay: range, gone: int) -> Polynomial:
    """Return the polynomial of one die's Edge: 1 for a face of 4 to 6, otherwise 0."""
    return (gone + sum(_scoring(stay)), _edges(stay))


def _score_after_twist(stay: range, gone: int) -> Polynomial:
    """Return the polynomial of one die's Score if an Edge die is rerolled, with all ways counted in 36ths."""
    again = _edges(stay)
    return (FACES * gone + again * len(EDGE_FACES), *(FACES * ways + again for ways in _scoring(stay)))


def _edges(stay: range) -> int:
    return sum(face in stay for face in EDGE_FACES)


def _scoring(stay: range) -> Polynomial:
    return tuple(int(face in stay) for face in range(1, HIGHEST_SCORING_FACE + 1))


def _spread(pool: int, discard: Discard | None, die: Die) -> dict[int, int]:
    """Return the number of ways to roll each total of a pool; `die` makes the polynomial of one die.

    A polynomial is packed into one large integer, its coefficients side by side, each wide enough
    for all ways. The integers are raised and added like any number, and the sum is unpacked again.
    """
    every = die(range(1, FACES + 1), 0)
    width = (sum(every) ** pool).bit_length() // 8 + 1
    dice = _dice(discard if pool else None, die)
    packed = sum(times * _packed(one, width) ** pool for one, times in dice.items() if times)
    if pool and discard is Discard.BOTH:
        packed += sum(die(range(0), 1)) ** pool * FACES  # all dice show one face, so none is left
    length = (len(every) - 1) * pool + 1
    unpacked = packed.to_bytes(width * length, "little")
    ways = [int.from_bytes(unpacked[width * at : width * (at + 1)], "little") for at in range(length)]
    return {result: count for result, count in enumerate(ways) if count}


def _packed(polynomial: Polynomial, width: int) -> int:
    return sum(ways << (8 * width * place) for place, ways in enumerate(polynomial))


def _dice(discard: Discard | None, die: Die) -> Mapping[Polynomial, int]:
    """Return the polynomials to raise to the pool's power, each with its factor in the sum."""
    found: Counter[Polynomial] = Counter()
    for stay, gone in _ends_of_roll(discard):
        for missing in range(gone + 1):
            found[die(stay, gone - missing)] += (-1) ** missing * comb(gone, missing)
    return found


def _ends_of_roll(discard: Discard | None) -> list[tuple[range, int]]:
    """Return the cases of a discard, each as the faces that stay and how many faces are discarded.

    With both ends discarded, the case of one face on all dice is missing; `_spread` adds it.
    """
    faces = range(1, FACES + 1)
    if discard is None:
        return [(faces, 0)]
    if discard is Discard.LOWEST:
        return [(range(low + 1, FACES + 1), 1) for low in faces]
    if discard is Discard.HIGHEST:
        return [(range(1, high), 1) for high in faces]
    return [(range(low + 1, high), 2) for low in faces for high in range(low + 1, FACES + 1)]
