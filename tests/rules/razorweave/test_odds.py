"""Exact chances of a check, against the printed figures and against counting every roll."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webapp.games.razorweave import rules as rw
from webapp.games.razorweave.rules import RULESET, Check, Modifier, ModifierKind, Tier
from webapp.rules.codec import load_value
from webapp.rules.dice import Rolled
from webapp.rules.odds import odds_of_kept_dice


def at_level(level: int, **fields: int) -> Check:
    modifier = ModifierKind.EDGE if level > 0 else ModifierKind.BURDEN
    sources = (Modifier("Anything", modifier, abs(level)),) if level else ()
    return Check(sources=sources, **fields)


@pytest.mark.parametrize(
    ("level", "mean", "reached"),
    [
        (0, 14.0000, [76.08, 55.63, 33.56, 15.90, 5.40, 1.16]),
        (1, 15.9309, [89.75, 76.23, 56.30, 33.91, 15.07, 4.06]),
        (2, 17.3445, [95.80, 87.86, 72.73, 50.76, 26.83, 8.70]),
        (-1, 12.0691, [54.96, 33.09, 16.11, 6.07, 1.63, 0.27]),
        (-2, 10.6555, [37.61, 18.73, 7.39, 2.22, 0.47, 0.06]),
    ],
)
def test_the_chance_to_reach_each_rung(level: int, mean: float, reached: list[float]) -> None:
    check = at_level(level, dc=14)
    totals = odds_of_kept_dice(check.level.dice, 6, 4, check.level.best)
    assert round(float(sum(total * chance for total, chance in totals.items())), 4) == mean
    for dc, percent in zip((12, 14, 16, 18, 20, 22), reached, strict=True):
        chances = rw.odds(at_level(level, dc=dc))
        full = chances[Tier.CRITICAL_SUCCESS] + chances[Tier.FULL_SUCCESS]
        assert round(100 * float(full), 2) == percent


def test_the_books_own_table_is_wrong_about_fourteen() -> None:
    fourteen = odds_of_kept_dice(4, 6, 4, best=True)[14]
    assert (round(100 * float(fourteen), 2), fourteen) == (11.27, Fraction(146, 1296))


@pytest.mark.parametrize("level", [-2, -1, 0, 1, 2])
@pytest.mark.parametrize(("dc", "attribute"), [(4, 0), (14, 0), (16, 2), (22, 3)])
def test_odds_agree_with_counting_every_roll(level: int, dc: int, attribute: int) -> None:
    check = at_level(level, dc=dc, attribute=attribute)
    counted: Counter[Tier] = Counter()
    # Unordered counting would be faster; every roll, one by one, is what the chances mean.
    for dice in product(range(1, 7), repeat=check.level.dice):
        kept = sum(sorted(dice, reverse=level >= 0)[:4])
        counted[rw.tier_of(kept + attribute - dc, set(dice) == {1})] += 1
    total = 6**check.level.dice
    assert rw.odds(check) == {tier: Fraction(counted[tier], total) for tier in Tier}
    assert rw.odds(check).success == Fraction(sum(counted[tier] for tier in Tier if tier.succeeds), total)


def test_one_roll_of_the_count_reads_as_the_engine_reads_it() -> None:
    outcome = rw.outcome_of(at_level(-2, dc=4), Rolled((1, 1, 1, 1, 6, 6), 6))
    assert (outcome.tier, outcome.natural_ones) == (Tier.FULL_SUCCESS, False)


levels = st.integers(-2, 2)


@given(levels, st.integers(0, 40), st.integers(-5, 8))
def test_odds_sum_to_one(level: int, dc: int, attribute: int) -> None:
    assert sum(rw.odds(at_level(level, dc=dc, attribute=attribute)).values()) == 1


def success(level: int, dc: int, attribute: int) -> Fraction:
    chances = rw.odds(at_level(level, dc=dc, attribute=attribute))
    return sum((chance for tier, chance in chances.items() if tier.succeeds), Fraction(0))


@given(st.integers(-2, 1), st.integers(12, 40), st.integers(-5, 5))
def test_better_edge_never_lowers_the_chance_of_success(level: int, dc: int, attribute: int) -> None:
    assert success(level, dc, attribute) <= success(level + 1, dc, attribute)


def test_only_where_nothing_else_can_fail_more_dice_make_all_ones_rarer() -> None:
    """With +8 against DC 14 only four ones fail; five dice, even under Burden, show them less often."""
    assert success(0, 14, 8) == Fraction(1295, 1296)
    assert success(-1, 14, 8) == Fraction(7775, 7776)
    assert success(0, 14, 7) > success(-1, 14, 7)


@given(levels, st.integers(0, 39))
def test_a_higher_dc_is_never_easier(level: int, dc: int) -> None:
    easy, hard = (rw.odds(at_level(level, dc=number)) for number in (dc, dc + 1))
    assert hard[Tier.CRITICAL_SUCCESS] <= easy[Tier.CRITICAL_SUCCESS]
    assert hard[Tier.CRITICAL_FAILURE] >= easy[Tier.CRITICAL_FAILURE]


def test_the_front_gives_the_same_odds() -> None:
    check = {"dc": 16, "attribute": 2, "sources": [{"name": "Dim Light", "modifier": "edge"}]}
    assert RULESET.odds(load_value(RULESET.check, check)) == rw.odds(at_level(1, dc=16, attribute=2))
