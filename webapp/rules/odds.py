"""Exact chances: the possible results of a roll with their probabilities as fractions, without simulation."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb, gcd
from typing import Any

from webapp.rules.errors import RuleError
from webapp.rules.short_repr import cut

MOST_DICE = 100


class Odds(Mapping[int, Fraction]):
    """Every possible total of a roll with its exact chance; the chances sum to 1 and never change.

    Internally, chances are whole-number weights over one common total. `odds[14]` is the chance of exactly 14
    (0 if impossible); iteration goes from low to high.
    """

    __slots__ = ("_total", "_weights")

    def __init__(self, weights: Mapping[int, int]) -> None:
        """Make odds from whole-number weights: `Odds({0: 1, 1: 3})` is 1 in 4 against 3 in 4."""
        weights_left = {number: weight for number, weight in sorted(weights.items()) if weight}
        if not weights_left or any(weight < 0 for weight in weights_left.values()):
            raise RuleError(
                "Odds need at least one result, and no weight may be negative.", value=dict(weights)
            )
        shared = gcd(*weights_left.values())
        self._weights = {number: weight // shared for number, weight in weights_left.items()}
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
        return cut(f"Odds({self._weights})")

    def __add__(self, number: int) -> "Odds":
        """Return the same roll with a number added to every total."""
        return Odds({result + number: weight for result, weight in self._weights.items()})


class Chances(Mapping[str, Fraction]):
    """The exact chance of each outcome of a check, by its key; the chances sum to 1 and never change.

    `chances["failure"]` is the chance of that outcome; `chances.success` is the chance of any
    success, with or without a price. `str()` writes them in percent.
    """

    __slots__ = ("_chances", "success")

    def __init__(self, chances: Mapping[Any, Fraction], success: Fraction) -> None:
        self._chances: dict[str, Fraction] = dict(chances)
        self.success = success

    def __getitem__(self, outcome: str) -> Fraction:
        return self._chances[outcome]

    def __iter__(self) -> Iterator[str]:
        return iter(self._chances)

    def __len__(self) -> int:
        return len(self._chances)

    def __str__(self) -> str:
        """Describe the chances: "76.2% success: critical success 23.7%, full success 38.2%, ..."."""
        value = (f"{key.replace('_', ' ')} {float(chance):.1%}" for key, chance in self._chances.items())
        return f"{float(self.success):.1%} success: {', '.join(value)}"

    def __repr__(self) -> str:
        return cut(f"<{self}>")


@lru_cache(maxsize=512)
def odds_of_kept_dice(count: int, faces: int, kept_count: int, best: bool) -> Odds:
    """Return the odds of the sum of the best (or worst) `kept_count` of `count` dice.

    Combinations are counted face by face instead of listing rolls, so 20 dice take about as long as
    4.
    """
    if count > MOST_DICE:
        raise RuleError(f"A roll has at most {MOST_DICE} dice, not {count}.", field="dice", value=count)
    if not 0 <= kept_count <= count:
        raise RuleError(f"Cannot keep {kept_count} of {count} dice.", field="dice", value=(count, kept_count))
    hands = {(0, 0): 1}
    for face in range(faces, 0, -1) if best else range(1, faces + 1):
        hands = _with_face(hands, face, count, kept_count)
    return Odds({total: ways for (used, total), ways in hands.items() if used == count})


def _with_face(
    hands: dict[tuple[int, int], int], face: int, count: int, kept_count: int
) -> dict[tuple[int, int], int]:
    """Extend each hand by every possible number of dice that show this face.

    A hand is the number of dice used and their total; only the first `kept_count` dice add to the
    total.
    """
    grown: dict[tuple[int, int], int] = {}
    for (used, total), ways in hands.items():
        for showing in range(count - used + 1):
            scoring = max(0, min(showing, kept_count - used))
            hand = (used + showing, total + face * scoring)
            grown[hand] = grown.get(hand, 0) + ways * comb(count - used, showing)
    return grown
