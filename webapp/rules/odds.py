"""Exact chances: what a roll can come to and how likely each result is, in fractions, without simulation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb, gcd, lcm
from typing import Any

from webapp.rules.errors import RuleError

MOST_DICE = 100


class Odds(Mapping[int, Fraction]):
    """Every whole number a roll can come to, with its exact chance; the chances sum to 1 and never change.

    Inside, chances are whole-number weights over one common total, so that adding dice stays fast.
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

    @classmethod
    def die(cls, faces: int) -> Odds:
        """One fair die with `faces` sides."""
        if faces < 1:
            raise RuleError(f"A die has at least one face, not {faces}.", field="faces", value=faces)
        return cls(dict.fromkeys(range(1, faces + 1), 1))

    @classmethod
    def constant(cls, number: int) -> Odds:
        """No dice: always this number."""
        return cls({number: 1})

    @classmethod
    def of(cls, chances: Mapping[int, Fraction]) -> Odds:
        """Odds from exact chances; RuleError unless they sum to 1."""
        if sum(chances.values(), Fraction(0)) != 1:
            raise RuleError("Chances must sum to exactly 1.", value=dict(chances))
        shared = lcm(*(Fraction(chance).denominator for chance in chances.values()))
        return cls({number: int(chance * shared) for number, chance in chances.items()})

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

    def __add__(self, other: Odds | int) -> Odds:
        """Both rolled and added up (a number moves every result by it)."""
        if isinstance(other, int):
            return Odds({number + other: weight for number, weight in self._weights.items()})
        total: dict[int, int] = {}
        for mine, weight in self._weights.items():
            for theirs, times in other._weights.items():
                total[mine + theirs] = total.get(mine + theirs, 0) + weight * times
        return Odds(total)

    def times(self, count: int) -> Odds:
        """The sum of `count` such rolls, each on its own (`Odds.die(6).times(4)` is 4d6); 0 to 100."""
        if not 0 <= count <= MOST_DICE:
            raise RuleError(f"Roll it 0 to {MOST_DICE} times, not {count}.", field="count", value=count)
        total, power = Odds.constant(0), self
        while count:
            if count & 1:
                total = total + power
            count >>= 1
            power = power + power if count else power
        return total

    def map(self, change: Callable[[int], int]) -> Odds:
        """The same roll read another way: every result replaced by `change(result)`."""
        total: dict[int, int] = {}
        for number, weight in self._weights.items():
            total[change(number)] = total.get(change(number), 0) + weight
        return Odds(total)

    def at_least(self, number: int) -> Fraction:
        """The chance of this number or more."""
        return self.where(lambda result: result >= number)

    def where(self, wanted: Callable[[int], bool]) -> Fraction:
        """The chance of a result that `wanted` says yes to."""
        return Fraction(
            sum(weight for number, weight in self._weights.items() if wanted(number)), self._total
        )

    def mean(self) -> Fraction:
        """The average result."""
        return Fraction(sum(number * weight for number, weight in self._weights.items()), self._total)


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
    return Odds(_sums(hands, count))


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


def _sums(hands: dict[tuple[int, int], int], count: int) -> dict[int, int]:
    return {total: ways for (used, total), ways in hands.items() if used == count}


def as_floats(mapping: Mapping[Any, object]) -> dict[str, object]:
    """Write exact chances for the world outside: floats, right to 1e-12, keys as text as JSON has them.

    Nested mappings are written the same way; anything that is no fraction stays as it is.
    """
    return {str(key): _outside(value) for key, value in mapping.items()}


def _outside(value: object) -> object:
    if isinstance(value, Fraction):
        return float(value)
    return as_floats(value) if isinstance(value, Mapping) else value
