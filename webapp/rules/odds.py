"""Exact chances: what a roll can come to and how likely each result is, in fractions, without simulation."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb, gcd

from webapp.rules.errors import RuleError

MOST_DICE = 100


class Odds(Mapping[int, Fraction]):
    """Every whole number a roll can come to, with its exact chance; the chances sum to 1 and never change.

    Inside, chances are whole-number weights over one common total.
    `odds[14]` is the chance of exactly 14 (0 if it cannot happen); iterating goes from low to high.
    """

    __slots__ = ("_total", "_weights")

    def __init__(self, weights: Mapping[int, int]) -> None:
        """Make odds from whole-number weights: `Odds({0: 1, 1: 3})` is 1 in 4 against 3 in 4."""
        kept = {number: weight for number, weight in sorted(weights.items()) if weight}
        if not kept or any(weight < 0 for weight in kept.values()):
            raise RuleError("Odds need at least one result and no negative weight.", value=dict(weights))
        shared = gcd(*kept.values())
        self._weights = {number: weight // shared for number, weight in kept.items()}
        self._total = sum(self._weights.values())

    def __getitem__(self, number: int) -> Fraction:
        return Fraction(self._weights.get(number, 0), self._total)

    def __iter__(self) -> Iterator[int]:
        return iter(self._weights)

    def __len__(self) -> int:
        return len(self._weights)

    def __contains__(self, number: object) -> bool:
        return number in self._weights

    def __eq__(self, other: object) -> bool:
        return self._weights == other._weights if isinstance(other, Odds) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self._weights.items()))

    def __repr__(self) -> str:
        return f"Odds({self._weights})"

    def __add__(self, number: int) -> "Odds":
        """The same roll with a number added to every result."""
        return Odds({result + number: weight for result, weight in self._weights.items()})


@lru_cache(maxsize=512)
def keep(count: int, faces: int, kept: int, best: bool) -> Odds:
    """Roll `count` dice and add up the best (or the worst) `kept` of them.

    Counts hands face by face instead of listing rolls, so 20 dice cost about as little as 4.
    """
    if not 0 <= kept <= count <= MOST_DICE:
        raise RuleError(f"Cannot keep {kept} of {count} dice.", field="dice", value=(count, kept))
    hands = {(0, 0): 1}
    for face in range(faces, 0, -1) if best else range(1, faces + 1):
        hands = _with_face(hands, face, count, kept)
    return Odds({total: ways for (used, total), ways in hands.items() if used == count})


def _with_face(
    hands: dict[tuple[int, int], int], face: int, count: int, kept: int
) -> dict[tuple[int, int], int]:
    """Let any number of the dice still open show this face; only the first `kept` dice overall count."""
    grown: dict[tuple[int, int], int] = {}
    for (used, total), ways in hands.items():
        for showing in range(count - used + 1):
            scoring = max(0, min(showing, kept - used))
            hand = (used + showing, total + face * scoring)
            grown[hand] = grown.get(hand, 0) + ways * comb(count - used, showing)
    return grown
