"""Exact chances of the exploding roll."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webapp.games.resonance import rules as resonance
from webapp.games.resonance.rules import Mode, chances
from webapp.rules.calculator import calculate
from webapp.rules.codec import load_value
from webapp.rules.errors import RuleError

MODES = ("normal", "advantage", "disadvantage")


def exactly(mode, number):
    """The chance that the SR is exactly this number."""
    return chances.at_least(mode, number) - chances.at_least(mode, number + 1)


@cache
def listed(mode, pairs):
    """How often, in parts of 100 ** pairs, each (sr, miss) comes up with every roll of so many pairs listed.

    Chains still open then are left out: they are what is missing from the whole, 1 in 10 ** pairs.
    """
    found, open_chains = Counter(), Counter({(0, None): 1})
    for left in reversed(range(pairs)):
        chains, open_chains = open_chains, Counter()
        for (total, missed), ways in chains.items():
            for main, lucky in product(range(1, 11), repeat=2):
                miss = mode == "disadvantage" and min(main, lucky) == 1 if missed is None else missed
                if main == lucky:
                    open_chains[(total + 2 * main, miss)] += ways
                else:
                    read = {"normal": main, "advantage": max(main, lucky), "disadvantage": min(main, lucky)}
                    found[(total + read[mode], miss)] += ways * 100**left
    return found


def brute(mode, wanted, pairs=3):
    """The chance that `wanted(sr, miss)` holds within so many pairs: a lower bound, off by 10 ** -pairs."""
    return Fraction(sum(ways for fell, ways in listed(mode, pairs).items() if wanted(*fell)), 100**pairs)


@pytest.mark.parametrize("mode", MODES)
def test_small_numbers_agree_with_listing_every_roll(mode):
    for number in range(1, 7):  # up to 6 no chain is longer than three pairs
        assert exactly(Mode(mode), number) == brute(mode, lambda sr, miss: sr == number)  # noqa: B023


@pytest.mark.parametrize("mode", MODES)
def test_success_agrees_with_listing_every_roll_of_four_pairs(mode):
    for needed in (1, 2, 9, 14, 25, 31):
        low = brute(mode, lambda sr, miss: sr >= needed and not miss, pairs=4)  # noqa: B023
        assert low <= chances.success(Mode(mode), needed) <= low + Fraction(1, 10**4)


def test_one_roll_at_several_succeeds_where_resolve_says_so():
    """All first pairs and what follows a double, by `resolve` itself: each target has a mode of its own."""
    rules = resonance.RULESET
    check = {"kind": "attack", "level": 2, "stat": 4, "against": 14, "targeted": True}
    check |= {
        "conditions": ["prone"],
        "others": [
            {"id": 1, "against": 11, "conditions": ["exposed"]},
            {"id": 2, "against": 13, "pool": {"mark": 1, "weaken": 2}},
        ],
    }
    fell = Counter()
    for main, lucky in product(range(1, 11), repeat=2):
        tails = [(10, 9), (1, 2), (9, 1)] if main == lucky else [()]
        for tail in tails:
            dice = [[main, lucky], *([list(tail)] if tail else [])]
            fell[rules.resolve(load_value(rules.check, check), dice).outcome] += 1 if not tail else 0
    odds = rules.odds(load_value(rules.check, check))
    assert sum(odds.values()) == 1
    for outcome in ("success", "failure", "miss"):  # 10 of 100 first pairs are doubles and go on
        assert Fraction(fell[outcome], 100) <= odds[outcome] <= Fraction(fell[outcome] + 10, 100)
    assert odds["success"] > rules.odds(load_value(rules.check, {**check, "others": []}))["success"]


def test_several_of_one_kind_are_as_likely_as_the_easiest():
    rules = resonance.RULESET
    check = {"kind": "effect", "level": 2, "stat": 3, "against": 20, "targeted": True}
    for easiest in (4, 9, 15, 30):
        others = [{"id": 1, "against": easiest}]
        wanted = rules.odds(load_value(rules.check, {**check, "against": min(20, easiest)}))
        assert rules.odds(load_value(rules.check, {**check, "others": others})) == wanted


def test_a_normal_roll_of_nine_or_more():
    # 9 or 10 on a plain pair: 18/100. A double of 4 or more, which leaves at most 1 to go: 7/100.
    # Doubles of 3, 2 and 1 leave 3, 5 and 7 to go.
    p = chances.at_least
    normal = Mode.NORMAL
    by_hand = Fraction(18, 100) + Fraction(7, 100) + (p(normal, 3) + p(normal, 5) + p(normal, 7)) / 100
    assert p(normal, 9) == by_hand
    assert p(normal, 3) == Fraction(82, 100)  # all but 1 or 2 on the Main of a plain pair
    assert float(by_hand) == pytest.approx(0.26912782, abs=1e-12)


def calculate_odds(mode, level, stat, against):
    """Ask the calculator for the odds of a roll."""
    return calculate("resonance", "odds", {"mode": mode, "level": level, "stat": stat, "against": against})


def test_criticals_and_misses():
    assert [calculate_odds(mode, 2, 3, 14)["critical"] for mode in MODES] == [0.1, 0.1, 0.1]
    assert [calculate_odds(mode, 2, 3, 14)["miss"] for mode in MODES] == [0, 0, 0.19]


def test_a_sure_success_with_disadvantage_still_fails_on_a_miss():
    prone = resonance.Check(0, level=9, stat=5, conditions=["Prone"])
    assert resonance.odds(prone)["success"] == Fraction(81, 100)
    assert resonance.odds(resonance.Check(0, level=9, stat=5))["success"] == 1


def test_meeting_the_number_is_no_success():
    found = calculate_odds("normal", 0, 1, 9)
    assert found["success"] == found["at_least"]["10"]


@pytest.mark.parametrize("mode", MODES)
def test_the_tail_of_all_chances_dies_out(mode):
    """What is left of 1 above 200: with a chance counted twice or left out, nothing or too much would be."""
    assert 0 < chances.at_least(Mode(mode), 200) < Fraction(1, 10**12)


def test_at_least_runs_from_1_to_60_and_never_rises():
    table = calculate_odds("normal", 1, 2, 9)["at_least"]
    assert list(table) == [str(n) for n in range(1, 61)]
    assert table["4"] == 1
    assert all(table[str(n)] >= table[str(n + 1)] > 0 for n in range(1, 60))


@given(st.integers(0, 9), st.integers(1, 5), st.integers(0, 60))
def test_help_never_lowers_the_chance(level, stat, against):
    low, mid, high = (
        calculate_odds(mode, level, stat, against)["success"]
        for mode in ("disadvantage", "normal", "advantage")
    )
    assert low <= mid <= high
    assert 0 < low <= high <= 1


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ({"level": 10}, "level"),
        ({"level": -1}, "level"),
        ({"stat": 0}, "stat"),
        ({"stat": 6}, "stat"),
        ({"against": 101}, "against"),
    ],
)
def test_numbers_outside_the_book_are_refused(arguments, field):
    with pytest.raises(RuleError) as refused:
        resonance.odds(resonance.Check(**{"against": 9, **arguments}))
    assert refused.value.field == field
