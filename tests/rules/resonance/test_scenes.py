"""Clocks in clocks: Situations in a Scene, and how long a threat is."""

import pytest

from webapp.games.resonance import rules as resonance
from webapp.games.resonance.rules import Scene, Situation
from webapp.rules.errors import RuleError


def test_a_situation_has_a_point_for_each_part_and_is_won_at_zero():
    fight = Situation(3, scene=8)
    assert fight.resolve().situation == 2
    assert fight.resolve().resolve().state == "running"
    won = fight.resolve().resolve().resolve()
    assert (won.situation, won.scene, won.state) == (0, 7, "success")


def test_a_failed_situation_leaves_the_scene_as_it_is():
    lost = Situation(3, scene=8).fail("defeated")
    assert (lost.state, lost.why, lost.scene) == ("failed", "The whole party is down.", 8)
    assert Situation(1, scene=8).scene_ends().why == "The Scene ended before the Situation was won."


def test_a_situation_clock_that_was_moved_by_hand_decides_once():
    won = Situation(0).settled()
    assert (won.state, won.scene, won.settled()) == ("success", None, won)
    assert Situation(1).settled().state == "running"


def test_travel_and_rest_each_take_one_off_the_scene():
    scene = Scene(2).step("travel")
    assert (scene.left, scene.state) == (1, "running")
    assert scene.step("rest").state == "success"


def test_what_is_over_is_over():
    with pytest.raises(RuleError, match="Situation is over"):
        Situation(1).resolve().resolve()
    with pytest.raises(RuleError, match="one of defeated, retreat, time"):
        Situation(1).fail("boredom")
    with pytest.raises(RuleError, match="travel, rest"):
        Scene(3).step("shopping")
    with pytest.raises(RuleError, match="0 to 100"):
        Situation(101)


@pytest.mark.parametrize(
    ("level", "modifier", "category", "threat"),
    [
        (3, 0, "normal", 15),
        (5, 1, "hard", 12),
        (8, -2, "easy", 40),
        (2, 2, "hard", 8),
        # all nine cells
        (1, 1, "hard", 8),
        (1, 0, "normal", 15),
        (3, -1, "easy", 20),
        (4, 2, "hard", 12),
        (6, 0, "normal", 20),
        (4, -2, "easy", 30),
        (7, 1, "hard", 16),
        (9, 0, "normal", 25),
        (9, -1, "easy", 40),
    ],
)
def test_the_threat_budget(level, modifier, category, threat):
    found = resonance.budget(level, modifier)
    assert (found.category, found.threat) == (category, threat)


@pytest.mark.parametrize(
    ("level", "modifier", "field"),
    [
        (0, 0, "situation_level"),
        (10, 0, "situation_level"),
        (3, 3, "modifier"),
        (3, -3, "modifier"),
    ],
)
def test_there_is_no_row_outside_the_table(level, modifier, field):
    with pytest.raises(RuleError) as refused:
        resonance.budget(level, modifier)
    assert refused.value.field == field


def test_the_curator_may_pick_the_category():
    assert resonance.budget_for(9, "hard").threat == 16
    with pytest.raises(RuleError, match="hard, normal, easy"):
        resonance.budget_for(9, "brutal")


@pytest.mark.parametrize(
    ("situation", "party", "modifier"),
    [(3, [3, 3], 0), (4, [2, 3], 1), (3, [2, 3], 0), (2, [4], -2), (1, [0, 0, 1], 1)],
)
def test_the_level_modifier_rounds_half_up(situation, party, modifier):
    assert resonance.level_modifier(situation, party) == modifier


def test_a_party_has_someone_in_it():
    with pytest.raises(
        RuleError, match="The party has no characters, so it has no level: pick hard, normal or easy"
    ):
        resonance.level_modifier(3, [])
