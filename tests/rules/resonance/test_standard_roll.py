"""The Standard Roll: Main and Lucky, doubles that explode, Advantage, Disadvantage, Miss."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webapp.games.resonance import rules as resonance
from webapp.games.resonance.rules import Mode, standard_roll
from webapp.rules.check import Modifier
from webapp.rules.dice import Loaded
from webapp.rules.effects import ModifierKind
from webapp.rules.errors import RuleError

BLESS = Modifier("Bless", ModifierKind.ADVANTAGE)
CURSE = Modifier("Curse", ModifierKind.DISADVANTAGE)


def test_the_main_die_counts():
    assert resonance.given([[9, 3]]).sr == 9


def test_a_double_adds_both_dice_and_rolls_on():
    rolled = resonance.given([[5, 5], [4, 9]])
    assert rolled.sr == 14
    assert rolled.critical
    assert not rolled.super_critical


def test_doubles_chain():
    rolled = resonance.given([[10, 10], [4, 4], [3, 1]])
    assert rolled.sr == 31
    assert rolled.super_critical
    assert rolled.critical


def test_thirty_is_not_yet_a_super_critical():
    assert not resonance.given([[10, 10], [4, 4], [2, 1]]).super_critical


def test_advantage_takes_the_higher_of_the_last_pair_only():
    assert resonance.given([[5, 5], [4, 9]], "advantage").sr == 19


def test_disadvantage_takes_the_lower_of_the_last_pair_only():
    assert resonance.given([[5, 5], [9, 4]], Mode.DISADVANTAGE).sr == 14


def test_a_one_in_the_first_pair_with_disadvantage_is_a_miss():
    assert resonance.given([[1, 8]], "disadvantage").miss
    assert resonance.given([[8, 1]], "disadvantage").miss
    assert resonance.given([[1, 1], [9, 8]], "disadvantage").miss


def test_a_one_after_the_first_pair_is_no_miss():
    assert not resonance.given([[5, 5], [1, 8]], "disadvantage").miss


def test_without_disadvantage_a_one_is_no_miss():
    assert not resonance.given([[1, 8]]).miss
    assert not resonance.given([[1, 8]], "advantage").miss


def test_daze_lowers_the_sr_but_not_below_zero():
    assert resonance.given([[9, 3]]).dazed(4).sr == 5
    assert resonance.given([[2, 3]]).dazed(4).sr == 0


def test_a_dazed_thirty_one_is_no_super_critical():
    assert not resonance.given([[10, 10], [4, 4], [3, 1]]).dazed(1).super_critical


def test_rolling_goes_on_as_long_as_doubles_fall():
    dice = Loaded(7, 7, 2, 2, 6, 1, 9, 9)
    rolled = standard_roll.roll(dice)
    assert rolled.pairs == ((7, 7), (2, 2), (6, 1))
    assert rolled.sr == 24
    assert not rolled.real
    assert dice(2, 10) == [9, 9]


def test_a_persons_dice_are_marked_real():
    assert resonance.given([[9, 3]]).real


def test_advantage_and_disadvantage_cancel_without_counting():
    settled = resonance.decide_mode([BLESS, CURSE, CURSE])
    assert settled.mode is Mode.NORMAL
    assert settled.advantages == (BLESS,)
    assert settled.disadvantages == (CURSE, CURSE)


@pytest.mark.parametrize(
    ("sources", "mode"),
    [
        ([], "normal"),
        ([BLESS], "advantage"),
        ([BLESS, BLESS], "advantage"),
        ([CURSE], "disadvantage"),
        ([Modifier("x", ModifierKind.NOTE)], "normal"),
    ],
)
def test_the_mode_of_a_roll(sources, mode):
    assert resonance.decide_mode(sources).mode == mode


@pytest.mark.parametrize(
    ("dice", "says"),
    [
        ([], "Dice must be pairs"),
        ("93", "Dice must be pairs"),
        ([[9]], "Pair 1: This roll needs 2 dice"),
        ([[0, 3]], "Die 1 shows 0"),
        ([[3, 11]], "Die 2 shows 11"),
        ([[3, True]], "Die 2 shows true"),
        ([[3.0, 4]], "Die 1 shows 3.0"),
        ([[5, 5]], "roll once more"),
        ([[5, 4], [3, 2]], "is not a double"),
        ([[5, 5]] * 31, "at most 60 dice, not 62"),
    ],
)
def test_dice_that_cannot_have_fallen_are_refused(dice, says):
    with pytest.raises(RuleError, match=says) as refused:
        resonance.given(dice)
    assert refused.value.field == "dice"


def test_a_source_that_never_stops_doubling_is_refused():
    with pytest.raises(RuleError, match="30 doubles in a row"):
        standard_roll.roll(lambda count, faces: [4] * count)


def test_an_unknown_mode_is_refused():
    with pytest.raises(RuleError, match="not 'lucky'") as refused:
        resonance.given([[9, 3]], "lucky")
    assert refused.value.field == "mode"


pairs = st.tuples(st.integers(1, 10), st.integers(1, 10))


@given(st.lists(st.integers(1, 10), max_size=6), pairs.filter(lambda pair: pair[0] != pair[1]))
def test_advantage_never_reads_less_than_disadvantage(doubles, last):
    dice = [*([face, face] for face in doubles), list(last)]
    low, mid, high = (resonance.given(dice, mode).sr for mode in ("disadvantage", "normal", "advantage"))
    assert low <= mid <= high
    assert low >= 2 * sum(doubles) + 1
