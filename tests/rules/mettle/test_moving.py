"""Move: obstacles on the way, climbing what is huge, chases."""

import pytest

from tests.rules.mettle.checks import HIT, came
from tests.rules.mettle.people import ANN, BO, FOX
from webapp.games.mettle.rules import chases
from webapp.rules.errors import RuleError


def test_obstacles_add_up_and_the_score_says_how_many_were_passed() -> None:
    assert chases.added_up([2, 3, 1]) == 6
    assert chases.move(came([3, 3], 2, 6), [2, 3, 1]) == 3
    assert chases.move(came([3, 2], 1, 6), [2, 3, 1]) == 2
    assert chases.move(came([1], 1, 6), [2, 3, 1]) == 0


def test_the_score_is_used_up_obstacle_by_obstacle() -> None:
    assert chases.move(came([3, 2], 0, 12), [2, 2, 3, 3, 2]) == 2


def test_a_failed_move_never_passes_the_last_obstacle() -> None:
    encumbered = came([3, 3], 1, 7)
    assert chases.move(encumbered, [2, 3, 1]) == 2


def test_a_rope_makes_obstacles_easier() -> None:
    assert chases.move(came([3, 2], 1, 5), [2, 3, 1]) == 3


def test_a_move_past_nothing_is_a_charge() -> None:
    with pytest.raises(RuleError, match="a Charge, which is free"):
        chases.move(HIT, [])


def test_climbing_something_huge_is_against_its_poise_or_top_speed() -> None:
    assert chases.climb_difficulty(poise=4) == 4
    assert chases.climb_difficulty(top_speed=5) == 5
    with pytest.raises(RuleError, match="either a creature"):
        chases.climb_difficulty()
    with pytest.raises(RuleError, match="either a creature"):
        chases.climb_difficulty(poise=4, top_speed=5)


def test_a_chase_goes_where_the_quarry_leads() -> None:
    run = chases.chase(FOX, [ANN, BO], path=["Gate", "Yard"])
    run = run.flee("Barn").flee("Roof")
    assert (run.path, run.lead) == (("Gate", "Yard", "Barn", "Roof"), 3)
    run = run.go(ANN, 2)
    assert (run.lead, run.caught_by) == (1, ())
    run = run.go(ANN, 4)
    assert run.caught_by == (ANN,)
    with pytest.raises(RuleError, match=f"{ANN} has already caught up with {FOX}"):
        run.go(ANN)
    with pytest.raises(RuleError, match=f"Choose the next Zone for {FOX} first"):
        run.go(FOX, checked=True)
    with pytest.raises(RuleError, match="needs a pursuer"):
        chases.chase(FOX, [], path=["Gate"], behind=0)
    with pytest.raises(RuleError, match="A lead of 1 Zone needs a path of at least 2 Zones"):
        chases.chase(FOX, [ANN], path=["Gate"])
    with pytest.raises(RuleError, match="at least one Zone"):
        chases.chase(FOX, [ANN], path=[], behind=0)


def test_what_is_in_the_way_of_a_chase_takes_a_move_of_all_who_come_by() -> None:
    run = chases.chase(FOX, [ANN], path=["Gate", "Yard"]).flee("Wall", 4)
    assert (run.at[FOX], run.ahead(FOX), run.ahead(ANN)) == (1, (4,), (0,))
    with pytest.raises(RuleError, match=f"{FOX} must first get into Wall"):
        run.flee("Roof")
    with pytest.raises(RuleError, match="Wall is hard to get into"):
        run.go(FOX)
    run = run.go(FOX, checked=True).flee("Roof")
    assert run.go(ANN, 3).at[ANN] == 1
    assert (run.go(ANN, 3, checked=True).caught_by, run.ahead(ANN, 2)) == ((ANN,), (0, 4))


def test_a_chase_is_over_without_a_quarry_or_anybody_after_it() -> None:
    run = chases.chase(FOX, [ANN, BO], path=["Gate", "Yard"])
    left = run.without(ANN)
    assert left is not None
    assert left.pursuers == (BO,)
    assert (left.without(BO), run.without(FOX)) == (None, None)
    with pytest.raises(RuleError, match="needs a pursuer"):
        chases.Chase(FOX, ("Gate",), (0,), {FOX: 0})
    with pytest.raises(RuleError, match="The number of Zones in a chase"):
        chases.chase(FOX, [ANN], path=[f"Zone {each}" for each in range(101)])
