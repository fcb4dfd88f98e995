"""Hiding, Barriers, Puzzles and talk: what a roll has to beat, and what it moves."""

import pytest

from webapp.games.resonance import rules as resonance
from webapp.games.resonance.rules import RULESET, ResonanceRequest, book, situations
from webapp.rules.check import ClockRef
from webapp.rules.check_hooks import RolledCheck
from webapp.rules.clocks import Clock, Direction
from webapp.rules.codec import load_value

ROLL = {"level": 0, "stat": 1, "against": 5}


def test_a_hide_in_cover_brings_both_conditions():
    hiding = resonance.hide(14, in_cover=True)
    assert (hiding.tn, hiding.conditions) == (14, ("hidden", "cover"))
    assert resonance.hide(-3).tn == 0


def test_obscure_at_level_two_with_stat_three_is_fifteen():
    assert resonance.obscure(2, 3).tn == 15


def test_a_missed_hide_hides_nobody():
    hide = {**ROLL, "kind": "hide", "against": 0, "conditions": ["prone"]}
    check = load_value(RULESET.check, hide)
    missed = RULESET.resolve(check, [[1, 9]])
    assert missed.outcome == "miss"
    assert RULESET.proposes(RolledCheck(check, missed, ResonanceRequest(character=3))) == ()


def attempt(clock, sr, tn):
    """An Effort Roll of level 0 and stat 1 at a task clock, as the table makes it."""
    check = load_value(RULESET.check, {**ROLL, "against": tn})
    came = RULESET.resolve(check, [[sr, 10 if sr < 10 else 9]])
    lines = RULESET.proposes(
        RolledCheck(check, came, ResonanceRequest()), [ClockRef(1, kind="task", targeted=True)]
    )
    for line in lines:
        clock = clock.tick(line.fields["by"]).clock
    return clock


def test_a_barrier_falls_by_what_is_above_its_number():
    door = Clock.new(situations.task_length("barrier", 7), direction=Direction.DRAIN)
    door = attempt(door, 9, 5)
    assert door.filled == 2
    assert not situations.dealt_with("barrier", door.filled, None)
    door = attempt(door, 10, 5)
    assert situations.dealt_with("barrier", door.filled, None)


def test_a_failed_attempt_moves_nothing():
    assert attempt(Clock.new(7, direction=Direction.DRAIN), 8, 9).filled == 7


def test_a_puzzle_is_solved_by_one_decisive_roll():
    lock = Clock.new(situations.task_length("puzzle", 9), direction=Direction.DRAIN)
    assert attempt(lock, 8, 9).filled == 1
    assert attempt(lock, 9, 9).complete


def test_a_foe_is_down_with_its_hp_or_with_its_clock():
    assert situations.task_length("foe", None) is None
    assert situations.task_length("foe", 4) == 4
    assert situations.dealt_with("foe", None, 0)
    assert situations.dealt_with("foe", 0, 3)
    assert not situations.dealt_with("foe", None, 1)
    assert not situations.dealt_with("barrier", 2, 0)


def test_a_barrier_is_usually_ten_plus_its_level():
    assert situations.number_to_beat("barrier", None, 3) == 13
    assert situations.number_to_beat("barrier", 9, 3) == 9
    assert situations.number_to_beat("puzzle", None, 3) is None
    assert situations.number_to_beat("barrier", None, None) is None


@pytest.mark.parametrize(
    ("name", "length"),
    [
        ("Trivial", "1 to 2"),
        ("Easy", "3 to 4"),
        ("Average", "5 to 7"),
        ("Difficult", "8 to 10"),
        ("Challenging", "11 to 14"),
        ("Heroic", "15 or more"),
    ],
)
def test_the_usual_length_of_a_task_clock(name, length):
    rung = next(each for each in resonance.ladder() if each.name == name)
    assert rung.text == f"task clock of {length} segments"


@pytest.mark.parametrize(
    ("title", "rows"),
    [
        ("Social: trust", [("Trusting", "5"), ("Neutral", "8"), ("Doubting", "12")]),
        ("Social: tension", [("Calm", "3"), ("Neutral", "5"), ("Tense", "10")]),
        ("Social: faction", [("Ally", "Advantage"), ("Neutral", "Normal"), ("Enemy", "Disadvantage")]),
    ],
)
def test_talk_has_its_numbers_in_the_reference(title, rows):
    sheet = next(each for each in RULESET.reference if each.title == title)
    assert list(sheet.rows) == rows
    assert len(book.rows(title.removeprefix("Social: "))) == 3
