"""Hiding, barriers, puzzles and talk: what a roll has to beat, and what it moves."""

import pytest

from tests.rules.resonance.rolls import rolled
from webapp.rules import resonance
from webapp.rules.errors import RuleError
from webapp.rules.resonance import Barrier, Puzzle


def test_hide_at_fourteen_is_found_by_fifteen():
    hiding = resonance.hide(14, in_cover=True)
    assert hiding.tn == 14
    assert hiding.conditions == ("hidden", "cover")
    assert not hiding.found_by(14)
    assert hiding.found_by(15)


def test_obscure_at_level_two_with_stat_three_is_fifteen():
    assert resonance.obscure(2, 3).tn == 15


def test_a_missed_hide_hides_nobody():
    assert resonance.hide_by(rolled(1, 0, mode="disadvantage")) is None
    assert resonance.hide_by(rolled(8, 0)).tn == 9


def test_a_barrier_falls_by_what_is_above_its_number():
    door = Barrier.new(tn=5, length=7)
    first = door.attempt(rolled(9, 5))
    assert (first.success, first.progress, first.resolved) == (True, 5, False)
    assert first.challenge.clock.filled == 2
    second = first.challenge.attempt(rolled(10, 5))
    assert (second.progress, second.surplus, second.resolved) == (2, 4, True)
    assert second.challenge.resolved


def test_a_failed_attempt_moves_nothing():
    tried = Barrier.new(tn=9, length=7).attempt(rolled(8, 9))
    assert (tried.success, tried.progress) == (False, 0)


def test_a_puzzle_is_solved_by_one_decisive_roll():
    lock = Puzzle(tn=9)
    assert not lock.attempt(rolled(8, 9)).resolved
    solved = lock.attempt(rolled(9, 9))
    assert solved.resolved
    assert solved.challenge.resolved


def test_what_is_resolved_takes_no_more_rolls():
    with pytest.raises(RuleError, match="already resolved"):
        Puzzle(tn=9, resolved=True).attempt(rolled(9, 9))


def test_a_roll_against_another_number_does_not_count():
    with pytest.raises(RuleError, match="Target Number 12; the roll was made against 9"):
        Puzzle(tn=12).attempt(rolled(9, 9))


def test_a_barrier_is_usually_ten_plus_its_level():
    assert resonance.barrier_tn(3) == 13


@pytest.mark.parametrize(
    ("name", "low", "high"),
    [
        ("Trivial", 1, 2),
        ("Easy", 3, 4),
        ("Average", 5, 7),
        ("Difficult", 8, 10),
        ("Challenging", 11, 14),
        ("Heroic", 15, 20),
    ],
)
def test_the_usual_length_of_a_task_clock(name, low, high):
    assert resonance.task_clock(name) == (low, high)


@pytest.mark.parametrize(("trust", "tn"), [("trusting", 5), ("neutral", 8), ("doubting", 12)])
def test_trust_sets_the_number(trust, tn):
    assert resonance.social(trust, "calm").barrier.tn == tn


@pytest.mark.parametrize(("tension", "length"), [("calm", 3), ("neutral", 5), ("tense", 10)])
def test_tension_sets_the_clock(tension, length):
    assert resonance.social("neutral", tension).barrier.clock.segments == length


@pytest.mark.parametrize(
    ("faction", "mode"), [("ally", "advantage"), ("neutral", "normal"), ("enemy", "disadvantage")]
)
def test_the_faction_sets_the_mode(faction, mode):
    assert resonance.social("neutral", "calm", faction).mode == mode
