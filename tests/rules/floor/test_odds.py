"""Exact chances, held against counting every roll by hand."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webapp.rules.errors import RuleError
from webapp.rules.odds import Odds, odds_of_kept_dice


def test_two_dice_come_to_seven_most_often() -> None:
    two = odds_of_kept_dice(2, 6, 2, True)

    assert two[7] == Fraction(1, 6)
    assert two[2] == Fraction(1, 36)
    assert two[13] == 0
    assert list(two) == [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]


def test_no_dice_come_to_nothing() -> None:
    assert odds_of_kept_dice(0, 6, 0, True) == Odds({0: 1})


def test_odds_are_equal_whatever_their_weights_were() -> None:
    assert Odds({1: 2, 2: 4}) == Odds({1: 1, 2: 2})
    assert hash(Odds({1: 2, 2: 4})) == hash(Odds({1: 1, 2: 2}))
    assert 1 in Odds({1: 1})
    assert 2 not in Odds({1: 1})


@pytest.mark.parametrize(
    ("count", "kept", "best", "mean"),
    [
        (4, 4, True, "14.0000"),
        (5, 4, True, "15.9309"),
        (6, 4, True, "17.3445"),
        (5, 4, False, "12.0691"),
        (6, 4, False, "10.6555"),
    ],
)
def test_the_means_of_keeping_four(count: int, kept: int, best: bool, mean: str) -> None:
    odds = odds_of_kept_dice(count, 6, kept, best)
    assert f"{float(sum(total * chance for total, chance in odds.items())):.4f}" == mean


@given(st.integers(0, 5), st.integers(2, 6), st.booleans(), st.data())
def test_keeping_agrees_with_counting_every_roll(
    count: int, faces: int, best: bool, data: st.DataObject
) -> None:
    kept = data.draw(st.integers(0, count))
    counted = Counter(
        sum(sorted(dice, reverse=best)[:kept]) for dice in product(range(1, faces + 1), repeat=count)
    )

    odds = odds_of_kept_dice(count, faces, kept, best)

    assert odds == Odds(counted)
    assert sum(odds.values()) == 1


def test_weights_that_make_no_chances_are_refused() -> None:
    with pytest.raises(RuleError, match="at least one result"):
        Odds({1: 0})
    with pytest.raises(RuleError, match="no weight may be negative"):
        Odds({1: 2, 2: -1})


@pytest.mark.parametrize("wanted", [(2, 6, 3), (101, 6, 4), (4, 6, -1)])
def test_more_dice_than_there_are_cannot_be_kept(wanted: tuple[int, int, int]) -> None:
    with pytest.raises(RuleError, match=r"Cannot keep|at most 100 dice"):
        odds_of_kept_dice(*wanted, True)
