"""Use and what takes longer: projects, helpers, Downtime."""

from dataclasses import replace

import pytest

from tests.rules.mettle.people import ANN, BO, CAT, EVE
from webapp.games.mettle.rules import Project, entitled, split
from webapp.games.mettle.rules.action_effects import trivial
from webapp.rules.errors import RuleError


def test_a_project_is_split_among_helpers() -> None:
    car = Project.new("The car", difficulty=4, edge_needed=6)
    parts = split(car, [("Engine", 6, 4), ("Tyres", 2, 2)])
    assert [(part.name, part.difficulty, part.clock.segments) for part in parts] == [
        ("Engine", 6, 4),
        ("Tyres", 2, 2),
    ]
    with pytest.raises(RuleError, match="must add up to 6 Edge"):
        split(car, [("Engine", 6, 4)])
    with pytest.raises(RuleError, match="named only once"):
        split(car, [("Engine", 6, 4), ("Engine", 2, 2)])
    with pytest.raises(RuleError, match="before work on it begins"):
        split(replace(car, clock=car.clock.tick(1).clock), [("All", 4, 6)])


def test_a_trivial_use_takes_the_action_and_no_check() -> None:
    assert trivial("Reload") == "Reload"
    with pytest.raises(RuleError, match="Say what the character uses"):
        trivial("")


def test_those_left_out_of_a_long_scene_get_a_voucher() -> None:
    assert entitled([ANN, BO, CAT], busy=[ANN], unfit=[CAT], span="week") == (BO,)
    with pytest.raises(RuleError, match="no member of the party"):
        entitled([ANN], busy=[EVE])
    with pytest.raises(RuleError, match="Downtime takes a day or more, not one hour"):
        entitled([ANN], busy=[], span="hour")
