"""Exact chances of the exploding roll."""

import time
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from webapp.rules import resonance
from webapp.rules.errors import RuleError
from webapp.rules.resonance import Mode, chances

MODES = ("normal", "advantage", "disadvantage")


def brute(mode, wanted, pairs_left=3, total=0, first=None):
    """The chance that `wanted(sr, miss)` holds, listing every roll of up to three pairs.

    Chains that are still open then count as no: they come to at least 2 * 3 = 6 more pips, so the answer is a
    lower bound, off by at most the chance of three doubles (1 in 1000).
    """
    chance = Fraction(0)
    for main, lucky in product(range(1, 11), repeat=2):
        start = first or (main, lucky)
        if main == lucky:
            if pairs_left > 1:
                chance += brute(mode, wanted, pairs_left - 1, total + 2 * main, start) / 100
            continue
        read = {"normal": main, "advantage": max(main, lucky), "disadvantage": min(main, lucky)}[mode]
        chance += Fraction(wanted(total + read, mode == "disadvantage" and min(start) == 1), 100)
    return chance


@pytest.mark.parametrize("mode", MODES)
def test_small_numbers_agree_with_listing_every_roll(mode):
    for number in range(1, 7):  # up to 6 no chain is longer than three pairs
        listed = brute(mode, lambda sr, miss, number=number: sr == number, pairs_left=4)
        assert chances.exactly(Mode(mode), number) == listed


@pytest.mark.parametrize("mode", MODES)
def test_success_agrees_with_listing_every_roll_of_three_pairs(mode):
    for needed in (1, 2, 9, 14, 25):
        listed = brute(mode, lambda sr, miss, needed=needed: sr >= needed and not miss)
        exact = chances.success(Mode(mode), needed)
        assert listed <= exact <= listed + Fraction(1, 1000)


def test_a_normal_roll_of_nine_or_more():
    # 9 or 10 on a plain pair: 18/100. A double of 4 or more, which leaves at most 1 to go: 7/100.
    # Doubles of 3, 2 and 1 leave 3, 5 and 7 to go.
    p = chances.at_least
    normal = Mode.NORMAL
    by_hand = Fraction(18, 100) + Fraction(7, 100) + (p(normal, 3) + p(normal, 5) + p(normal, 7)) / 100
    assert p(normal, 9) == by_hand
    assert p(normal, 3) == Fraction(82, 100)  # all but 1 or 2 on the Main of a plain pair
    assert float(by_hand) == pytest.approx(0.26912782, abs=1e-12)


def test_criticals_and_misses():
    assert resonance.odds("normal", 2, 3, 14).critical == Fraction(1, 10)
    assert resonance.odds("disadvantage", 2, 3, 14).critical == Fraction(1, 10)
    assert resonance.odds("normal", 2, 3, 14).miss == 0
    assert resonance.odds("advantage", 2, 3, 14).miss == 0
    assert resonance.odds("disadvantage", 2, 3, 14).miss == Fraction(19, 100)


def test_a_sure_success_with_disadvantage_still_fails_on_a_miss():
    assert resonance.odds("disadvantage", 9, 5, 0).success == Fraction(81, 100)
    assert resonance.odds("normal", 9, 5, 0).success == 1


def test_meeting_the_number_is_no_success():
    found = resonance.odds("normal", 0, 1, 9)
    assert found.success == found.at_least[10]


@pytest.mark.parametrize("mode", MODES)
def test_all_chances_sum_to_one_with_the_tail(mode):
    way = Mode(mode)
    assert sum((chances.exactly(way, n) for n in range(1, 60)), Fraction(0)) + chances.at_least(way, 60) == 1


def test_at_least_runs_from_1_to_60_and_never_rises():
    table = resonance.odds("normal", 1, 2, 9).at_least
    assert list(table) == list(range(1, 61))
    assert table[4] == 1
    assert all(table[n] >= table[n + 1] > 0 for n in range(1, 60))


@settings(max_examples=40)
@given(st.integers(0, 9), st.integers(1, 5), st.integers(0, 60))
def test_help_never_lowers_the_chance(level, stat, against):
    low, mid, high = (
        resonance.odds(mode, level, stat, against).success for mode in ("disadvantage", "normal", "advantage")
    )
    assert low <= mid <= high
    assert 0 < low <= high <= 1


def test_odds_are_quick():
    for cached in (chances._odds, chances.at_least, chances.success, chances._ways):
        cached.cache_clear()
    start = time.perf_counter()
    resonance.odds("disadvantage", 2, 3, 60)
    cold = time.perf_counter() - start
    start = time.perf_counter()
    for _ in range(100):
        resonance.odds("disadvantage", 2, 3, 60)
    warm = (time.perf_counter() - start) / 100
    assert cold < 0.05  # bench/ holds it to 5 ms; this only catches listing all rolls
    assert warm < 0.0005


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        (("lucky", 0, 1, 9), "mode"),
        (("normal", 10, 1, 9), "level"),
        (("normal", -1, 1, 9), "level"),
        (("normal", True, 1, 9), "level"),
        (("normal", 0, 0, 9), "stat"),
        (("normal", 0, 6, 9), "stat"),
        (("normal", 0, 1, 101), "against"),
        (("normal", 0, 1, 9.5), "against"),
    ],
)
def test_numbers_outside_the_book_are_refused(arguments, field):
    with pytest.raises(RuleError) as refused:
        resonance.odds(*arguments)
    assert refused.value.field == field
