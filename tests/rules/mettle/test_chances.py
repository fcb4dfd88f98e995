"""Exact chances of Checks, Twists and Hazards: against hands counted one by one, and as properties."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webapp.games.mettle.rules import Check, Discard, odds, resolve
from webapp.rules.errors import RuleError
from webapp.rules.odds import Odds

DISCARDS = [None, *Discard]
pools = st.integers(0, 20)
difficulties = st.integers(0, 40)
discards = st.sampled_from(DISCARDS)


def low(dice: tuple[int, ...]) -> int:
    return sum(face for face in dice if face <= 3)


def counted(
    pool: int, difficulty: int, discard: Discard | None
) -> tuple[Fraction, dict[int, Fraction], Fraction]:
    """Roll every hand there is, and every Twist of every failure."""
    check, success, twisted, edges = Check(pool, difficulty, discard), Fraction(0), Fraction(0), {}
    for hand in product(range(1, 7), repeat=pool):
        result = resolve(check, hand)
        edges[result.edge] = edges.get(result.edge, Fraction(0)) + Fraction(1, 6**pool)
        success += Fraction(result.success, 6**pool)
        if result.may_twist:
            again = product(range(1, 7), repeat=result.edge)
            good = sum(result.score + low(dice) >= difficulty for dice in again)
            twisted += Fraction(good, 6**result.edge * 6**pool)
    return success, edges, success + twisted


@pytest.mark.parametrize("discard", DISCARDS)
@pytest.mark.parametrize(
    ("pool", "difficulty"), [(0, 0), (0, 1), (1, 1), (1, 3), (2, 0), (2, 2), (3, 3), (3, 8), (4, 2), (4, 5)]
)
def test_chances_agree_with_every_hand_counted(pool: int, difficulty: int, discard: Discard | None) -> None:
    found = odds(Check(pool, difficulty, discard))
    assert (found.success, dict(found.edge), found.success_with_twist) == counted(pool, difficulty, discard)


@pytest.mark.parametrize(
    ("pool", "difficulty", "percent"), [(3, 3, 58.33), (5, 3, 82.99), (5, 5, 55.59), (6, 6, 55.17)]
)
def test_the_chances_of_the_worked_examples(pool: int, difficulty: int, percent: float) -> None:
    assert round(float(odds(Check(pool, difficulty)).success) * 100, 2) == percent


def test_one_die_against_difficulty_1() -> None:
    found = odds(Check(1, 1))
    assert found.success == Fraction(1, 2)
    assert found.edge == Odds({0: 1, 1: 1})
    assert found.success_with_twist == Fraction(3, 4)


def test_one_die_that_is_discarded_leaves_nothing() -> None:
    found = odds(Check(1, 1, Discard.LOWEST))
    assert (found.success, found.edge, found.success_with_twist) == (0, Odds({0: 1}), 0)


@pytest.mark.parametrize("discard", DISCARDS)
def test_sixty_dice_are_counted_too(discard: Discard | None) -> None:
    found = odds(Check(60, 60, discard))
    assert 0 < found.success < found.success_with_twist < 1
    assert sum(found.edge.values()) == 1


@given(pools, difficulties, discards)
def test_chances_sum_to_one(pool: int, difficulty: int, discard: Discard | None) -> None:
    assert sum(odds(Check(pool, difficulty, discard)).edge.values()) == 1


@given(pools, discards)
def test_success_is_the_score_reaching_the_difficulty(pool: int, discard: Discard | None) -> None:
    assert odds(Check(pool, 0, discard)).success == 1
    assert odds(Check(pool, 3 * pool + 1, discard)).success == 0


@given(pools, difficulties)
def test_one_die_more_never_lowers_the_chance(pool: int, difficulty: int) -> None:
    assert odds(Check(pool + 1, difficulty)).success >= odds(Check(pool, difficulty)).success


@given(pools, difficulties, discards)
def test_more_difficulty_never_raises_the_chance(pool: int, difficulty: int, discard: Discard | None) -> None:
    harder = odds(Check(pool, difficulty + 1, discard))
    assert harder.success <= odds(Check(pool, difficulty, discard)).success


@given(pools, difficulties, discards)
def test_a_twist_never_lowers_the_chance(pool: int, difficulty: int, discard: Discard | None) -> None:
    found = odds(Check(pool, difficulty, discard))
    assert found.success <= found.success_with_twist <= 1


@given(pools, difficulties)
def test_being_rattled_never_helps(pool: int, difficulty: int) -> None:
    assert odds(Check(pool, difficulty, Discard.LOWEST)).success <= odds(Check(pool, difficulty)).success


@given(st.lists(st.integers(1, 6), max_size=20), discards)
def test_kept_and_discarded_are_the_whole_roll(dice: list[int], discard: Discard | None) -> None:
    result = resolve(Check(len(dice), 3, discard), dice)
    assert sorted(result.kept + result.discarded) == sorted(dice)
    assert not set(result.kept) & set(result.discarded)


def test_a_mean_die_scores_1() -> None:
    assert sum(odds(Check(7, score)).success for score in range(1, 22)) == 7


def test_a_hazard_of_three_dice_rolls_no_edge_once_in_eight() -> None:
    assert odds(Check(3, 0)).edge[0] == Fraction(1, 8)


@pytest.mark.parametrize("pool", [-1, 61])
def test_odds_want_a_pool_from_0_to_60(pool: int) -> None:
    with pytest.raises(RuleError) as wrong:
        odds(Check(pool, 3))
    assert wrong.value.field == "pool"
