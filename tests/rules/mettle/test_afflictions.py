"""Afflictions: what gets through adds up, interval by interval, until it stops, is treated or kills."""

import pytest

from webapp.games.mettle.rules import Affliction, Exposure, Hazard, affliction
from webapp.games.mettle.rules.afflictions import is_due
from webapp.rules.dice import Loaded
from webapp.rules.errors import RuleError


@pytest.mark.parametrize(
    ("name", "potence", "by_frame", "interval", "death_at"),
    [
        ("Common cold", "2D", False, "week", 1),
        ("Monitor lizard bite", "3D", False, "day", 1),
        ("Curare dart", "5D+5", True, "minute", 1),
        ("Rattler venom", "3D+3", True, "hour", 1),
        ("Cobra venom", "4D+4", True, "hour", 1),
        ("Tranquilizer dart", "4D+4", True, "minute", 2),
    ],
)
def test_the_six_afflictions(name: str, potence: str, by_frame: bool, interval: str, death_at: int) -> None:
    found = affliction(name)
    assert (str(found.hazard), found.soaked) == (potence, by_frame)
    assert (found.interval, found.death_at) == (interval, death_at)


def test_a_cobra_bite_over_three_hours() -> None:
    bite = Exposure(affliction("Cobra venom"), frame=3, maximum_mettle=10)
    assert bite.difficulty == 0
    bite = bite.check([4, 5, 1, 1])
    assert (bite.difficulty, bite.stopped) == (3, False)
    bite = bite.check(Loaded(6, 6, 6, 1))
    assert (bite.difficulty, bite.dead) == (7, False)
    bite = bite.check([1, 2, 3, 1])
    assert (bite.difficulty, bite.stopped, bite.checks, bite.dead) == (7, True, 3, False)
    with pytest.raises(RuleError, match="run its course"):
        bite.check([6, 6, 6, 6])


def test_an_affliction_that_rolls_no_edge_again_keeps_the_difficulty_whatever_its_bonus() -> None:
    """Seed 003:318: "stop Checking the Affliction but keep the +Difficulty as-is"."""
    bite = Exposure(affliction("Cobra venom"), frame=3, maximum_mettle=10, difficulty=3, checks=1)
    assert (bite.check([1, 2, 3, 1]).difficulty, bite.check([1, 2, 3, 1]).stopped) == (3, True)
    ague = Exposure(Affliction("Ague", Hazard(2, 3), False, "day"), frame=9, maximum_mettle=10, checks=1)
    assert (ague.check([1, 3]).difficulty, ague.check([1, 3]).stopped) == (0, True)


@pytest.mark.parametrize(("frame", "difficulty"), [(3, 1), (4, 0), (11, 0)])
def test_at_exposure_the_bonus_alone_gets_through(frame: int, difficulty: int) -> None:
    """Seed 003:316 and 003:338: 4D+4 is 4 to 8, and FRAME soaks it; without Edge it is checked no more."""
    bite = Exposure(affliction("Cobra venom"), frame=frame, maximum_mettle=10).check([1, 2, 3, 1])
    assert (bite.difficulty, bite.stopped, bite.checks) == (difficulty, True, 1)


def test_the_elephant() -> None:
    """Seed 003:338: a dart for FRAME 11 is at least 6D+6, "6-12"."""
    usual = Exposure(affliction("Tranquilizer dart"), frame=11, maximum_mettle=20)
    assert usual.check([6, 6, 6, 6]).difficulty == 0
    strong = Exposure(Affliction("Dart", Hazard(6, 6), True, "minute"), frame=11, maximum_mettle=20)
    assert (strong.check([6] * 6).difficulty, strong.check([1] * 6).difficulty) == (1, 0)


def test_death_comes_above_maximum_mettle_not_at_it() -> None:
    bite = Exposure(affliction("Monitor lizard bite"), frame=9, maximum_mettle=3).check([4, 4, 4])
    assert (bite.difficulty, bite.dead) == (3, False)
    assert bite.check([4, 1, 1]).dead


def test_a_tranquilizer_kills_at_twice_maximum_mettle() -> None:
    dart = Exposure(affliction("Tranquilizer dart"), frame=0, maximum_mettle=4, difficulty=8)
    assert not dart.dead
    assert dart.check([4, 1, 1, 1]).dead


def test_soaked_entirely_stops_without_a_status() -> None:
    bite = Exposure(affliction("Rattler venom"), frame=5, maximum_mettle=10).check([4, 4, 1])
    assert (bite.difficulty, bite.stopped) == (0, True)


def test_a_stopped_affliction_stays_until_the_next_scene_and_a_working_one_beyond() -> None:
    working = Exposure(affliction("Cobra venom"), frame=3, maximum_mettle=10).check([4, 5, 1, 1])
    assert working.next_scene() is working
    stopped = working.check([1, 1, 1, 1])
    assert stopped.next_scene() is None


def test_death_comes_at_once_maximum_mettle_unless_it_says_otherwise() -> None:
    assert Affliction("Ague", Hazard(2), False, "day").death_at == 1


def test_a_treatment_clears_it() -> None:
    bite = Exposure(affliction("Cobra venom"), frame=3, maximum_mettle=10).check([4, 5, 1, 1]).treated()
    assert (bite.difficulty, bite.stopped) == (0, True)


def test_checks_fall_due_by_the_interval() -> None:
    bite = Exposure(affliction("Cobra venom"), frame=3, maximum_mettle=10)
    assert [bite.due(100, now) for now in (3699, 3700, 10999)] == [(0, 100), (1, 3700), (3, 10900)]
    assert bite.treated().due(0, 10800) == (0, 0)


def test_what_is_checked_by_the_round_is_checked_once_as_a_turn_ends() -> None:
    gas = Exposure(Affliction("Gas", Hazard(2), False, "round"), frame=3, maximum_mettle=10)
    assert gas.due(0, 60, by_turn=True) == (1, 60)
    assert gas.due(0, 60) == (10, 60)
    assert gas.treated().due(0, 60, by_turn=True) == (0, 0)


def test_an_elephant_needs_a_larger_dose() -> None:
    dart = affliction("Tranquilizer dart")
    for frame, through in ((11, 0), (8, 0), (7, 1)):
        assert Exposure(dart, frame=frame, maximum_mettle=6).check([6, 6, 6, 6]).difficulty == through
    large = Affliction("Large dose", Hazard.parse("6D+6"), True, "minute", 2)
    worst = Exposure(large, frame=11, maximum_mettle=6).check([6, 6, 6, 6, 6, 6])
    assert worst.difficulty == 1
    assert Exposure(large, frame=11, maximum_mettle=6).check([6, 6, 6, 6, 6, 1]).difficulty == 0


def test_an_affliction_without_a_real_interval_is_refused() -> None:
    with pytest.raises(RuleError, match="no fixed length"):
        Affliction("Curse", Hazard(1), False, "scene")
    with pytest.raises(RuleError, match="no span of time"):
        Affliction("Curse", Hazard(1), False, "moon")


def test_an_affliction_is_due_when_its_interval_is_over_and_with_each_round_if_it_counts_those() -> None:
    assert not is_due("hour", since=60, by=3659)
    assert is_due("hour", since=60, by=3660)
    assert is_due("round", since=60, by=60)
