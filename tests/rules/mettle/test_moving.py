"""Move: obstacles on the way, climbing what is huge, chases."""

import pytest

from tests.rules.mettle.checks import HIT, came
from webapp.rules.errors import RuleError
from webapp.rules.mettle import moving


def test_obstacles_add_up_and_the_score_says_how_many_were_passed() -> None:
    assert moving.added_up([2, 3, 1]) == 6
    assert moving.move(came([3, 3], 2, 6), [2, 3, 1]) == moving.Moved(3, None, cover=True, first=2)
    assert moving.move(came([3, 2], 1, 6), [2, 3, 1]) == moving.Moved(2, 2, cover=True, first=None)
    assert moving.move(came([1], 1, 6), [2, 3, 1]) == moving.Moved(0, 0, cover=False, first=None)


def test_the_score_is_used_up_obstacle_by_obstacle() -> None:
    assert moving.move(came([3, 2], 0, 12), [2, 2, 3, 3, 2]).passed == 2


def test_a_failed_move_never_passes_the_last_obstacle() -> None:
    encumbered = came([3, 3], 1, 7)
    assert moving.move(encumbered, [2, 3, 1]) == moving.Moved(2, 2, cover=True, first=None)


def test_a_rope_makes_obstacles_easier() -> None:
    assert moving.move(came([3, 2], 1, 5), [2, 3, 1]) == moving.Moved(3, None, cover=True, first=1)


def test_a_move_past_nothing_is_a_charge() -> None:
    with pytest.raises(RuleError, match="a Charge is free"):
        moving.move(HIT, [])


def test_climbing_something_huge_is_against_its_poise_or_top_speed() -> None:
    assert moving.climb_difficulty(poise=4) == 4
    assert moving.climb_difficulty(top_speed=5) == 5
    with pytest.raises(RuleError, match="either a creature"):
        moving.climb_difficulty()
    with pytest.raises(RuleError, match="either a creature"):
        moving.climb_difficulty(poise=4, top_speed=5)


def test_edge_says_who_was_there_first() -> None:
    assert moving.ranked({"Ann": 2, "Bo": 4, "Cat": 2}) == (("Bo",), ("Ann", "Cat"))


def test_a_chase_goes_where_the_quarry_leads() -> None:
    run = moving.chase("Fox", ["Ann", "Bo"], path=["Gate", "Yard"])
    run = run.flee("Barn", "Roof")
    assert (run.path, run.lead) == (("Gate", "Yard", "Barn", "Roof"), 3)
    run = run.pursue("Ann", 2)
    assert (run.lead, run.caught_by) == (1, ())
    run = run.pursue("Ann", 4)
    assert run.caught_by == ("Ann",)
    with pytest.raises(RuleError, match="no pursuer 'Fox'"):
        run.pursue("Fox", 1)
    with pytest.raises(RuleError, match="in pursuit"):
        moving.chase("Fox", [], path=["Gate"])
    with pytest.raises(RuleError, match="lead in Zones"):
        moving.chase("Fox", ["Ann"], path=["Gate"])
    with pytest.raises(RuleError, match="begins in a Zone"):
        moving.chase("Fox", ["Ann"], path=[], behind=0)
