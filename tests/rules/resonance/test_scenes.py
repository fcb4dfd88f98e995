"""Clocks in clocks: Situations in a Scene, and how long a threat is."""

import pytest

from webapp.rules import resonance
from webapp.rules.errors import RuleError
from webapp.rules.resonance import Scene, Situation


def test_a_situation_has_a_point_for_each_part_and_is_won_at_zero():
    fight = Situation.of(3)
    assert fight.resolve().clock.filled == 2
    assert fight.resolve().resolve().state == "running"
    won = fight.resolve().resolve().resolve()
    assert won.clock.filled == 0
    assert won.state == "success"


def test_a_failed_situation_offers_a_complication_and_the_scene_goes_on():
    scene = Scene.of(8)
    lost = Situation.of(3).fail("defeated")
    assert (lost.state, lost.why, lost.complication) == ("failed", "defeated", True)
    assert scene.after(lost).clock.filled == 8
    assert scene.state == "running"


def test_a_won_situation_travel_and_rest_each_take_one_off_the_scene():
    scene = Scene.of(3).after(Situation.of(1).resolve())
    assert scene.clock.filled == 2
    scene = scene.travel()
    assert scene.clock.filled == 1
    scene = scene.rest()
    assert scene.state == "success"


def test_a_scene_may_have_any_length_and_says_if_it_is_usual():
    assert Scene.of(8).usual
    assert Scene.of(15).usual
    assert not Scene.of(5).usual
    assert not Scene.of(16).usual


def test_what_is_over_is_over():
    with pytest.raises(RuleError, match="Situation is over"):
        Situation.of(1).resolve().resolve()
    with pytest.raises(RuleError, match="fails by defeated, retreat, time"):
        Situation.of(1).fail("boredom")
    with pytest.raises(RuleError, match="situation, travel, rest"):
        Scene.of(3).step("shopping")


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
        (3, 0.5, "modifier"),
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
    with pytest.raises(RuleError, match="at least one level"):
        resonance.level_modifier(3, [])
