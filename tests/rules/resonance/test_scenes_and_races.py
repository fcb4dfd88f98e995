"""Hiding, challenges, clocks in clocks, and races."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from webapp.rules import resonance
from webapp.rules.errors import RuleError
from webapp.rules.resonance import Barrier, Puzzle, Race, Scene, Situation


def rolled(sr, tn, *, mode="normal"):
    """An Effort Roll of level 0 and stat 1 whose SR is given (1 to 10)."""
    return resonance.effort(resonance.given([[sr, 10 if sr < 10 else 9]], mode), level=0, stat=1, tn=tn)


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


def test_the_bomb_race():
    race = Race.start(scene=5, parts=3, threat=15)
    race = race.attempt()
    assert race.threat == 14
    race = race.round_end()
    assert race.threat == 13
    race = race.resolve()
    assert (race.situation, race.outcome) == (2, None)
    race = race.attempt(resolved=True)  # the second door is a puzzle
    assert (race.threat, race.situation) == (12, 1)
    race = race.round_end().round_end()
    assert race.threat == 10
    race = race.resolve()  # the Sentry Turret falls
    assert (race.situation, race.outcome, race.scene) == (0, "success", 4)


@pytest.mark.parametrize(
    ("scene", "threat", "outcome"),
    [(3, 5, "partial_success"), (5, 5, "failure"), (6, 4, "failure"), (6, 0, "failure"), (0, 5, "success")],
)
def test_a_scene_that_ends_early(scene, threat, outcome):
    assert Race(scene=scene, situation=1, threat=threat).scene_ends().outcome == outcome


def test_the_cost_is_paid_before_the_result():
    race = Race(scene=5, situation=1, threat=1).attempt(resolved=True)
    assert (race.threat, race.situation, race.scene, race.outcome) == (0, 1, 5, "failure")


def test_the_last_round_may_end_it():
    assert Race(scene=5, situation=1, threat=1).round_end().outcome == "failure"


def test_a_super_critical_takes_another_point_off_the_situation():
    race = Race(scene=5, situation=3, threat=9).attempt(resolved=True, super_critical=True)
    assert (race.threat, race.situation) == (8, 1)


def test_travel_and_rest_shorten_the_scene_and_may_end_it():
    race = Race(scene=2, situation=1, threat=9).step("travel")
    assert (race.scene, race.outcome) == (1, None)
    assert race.step("rest").outcome == "success"


def test_the_curator_may_overrule():
    lost = Race(scene=5, situation=1, threat=1).attempt()
    assert lost.overruled("partial_success").outcome == "partial_success"
    with pytest.raises(RuleError, match="success, partial_success, failure"):
        lost.overruled("draw")


def test_the_scene_clock_follows_what_the_curator_decides():
    lost = Race(scene=5, situation=1, threat=1).attempt()
    won = lost.overruled("success")
    assert (won.scene, won.overruled("success").scene, won.overruled("failure").scene) == (4, 4, 5)
    resolved = Race(scene=5, situation=1, threat=9).resolve()
    assert (resolved.scene, resolved.overruled("partial_success").scene) == (4, 5)
    travelled = Race(scene=1, situation=2, threat=9).step("travel")
    assert (travelled.outcome, travelled.overruled("failure").scene) == ("success", 0)


@pytest.mark.parametrize(
    "move",
    [
        lambda race: race.attempt(),
        lambda race: race.round_end(),
        lambda race: race.resolve(),
        lambda race: race.step("rest"),
    ],
)
def test_a_race_that_is_over_does_not_go_on(move):
    with pytest.raises(RuleError, match="over"):
        move(Race(scene=5, situation=1, threat=0))


def test_nothing_is_left_to_resolve_at_zero():
    with pytest.raises(RuleError, match="nothing is left to resolve"):
        Race(scene=5, situation=0, threat=3).resolve()


def test_a_situation_won_is_not_lost_to_a_round_or_to_the_end_of_the_scene():
    won = Race(scene=5, situation=0, threat=1)
    with pytest.raises(RuleError, match="nothing is left to resolve"):
        won.round_end()
    assert won.scene_ends().outcome == "success"


def test_once_the_scene_clock_is_at_zero_the_race_is_over():
    done = Race(scene=0, situation=2, threat=3)
    for move in (done.attempt, done.round_end, done.resolve):
        with pytest.raises(RuleError, match="over: success"):
            move()


@pytest.mark.parametrize("clocks", [(-1, 1, 1), (1, 101, 1), (1, 1, 2.5)])
def test_clocks_outside_the_range_are_refused(clocks):
    with pytest.raises(RuleError):
        Race(*clocks)


moves = st.lists(st.sampled_from(["attempt", "round", "resolve", "travel", "end"]), max_size=15)
MOVES = {
    "attempt": lambda race: race.attempt(),
    "round": lambda race: race.round_end(),
    "resolve": lambda race: race.resolve(),
    "travel": lambda race: race.step("travel"),
    "end": lambda race: race.scene_ends(),
}


@settings(max_examples=40)
@given(st.integers(1, 15), st.integers(1, 5), st.integers(1, 40), moves)
def test_race_clocks_stay_in_range_and_end_as_the_book_says(scene, parts, threat, steps):
    race = Race.start(scene, parts, threat)
    for step in steps:
        if race.outcome is not None:
            break
        before, race = race, MOVES[step](race)
        assert race.scene in (before.scene, before.scene - 1)
        assert race.situation in (before.situation, before.situation - 1)
        assert race.threat in (before.threat, before.threat - 1)
        assert min(race.scene, race.situation, race.threat) >= 0
    if race.threat == 0:
        assert race.outcome == "failure"


def test_the_threat_clock_goes_on_through_the_whole_scene():
    won = Race(scene=5, situation=1, threat=10).resolve()
    assert won.situation_state == "success"
    again = won.next_situation(2)
    assert (again.scene, again.situation, again.threat, again.outcome) == (4, 2, 10, None)
    with pytest.raises(RuleError, match="still running"):
        again.next_situation(2)


def test_a_lost_race_has_failed_its_situation_and_no_other_starts():
    lost = Race(scene=5, situation=2, threat=1).round_end()
    assert lost.situation_state == "failed"
    with pytest.raises(RuleError, match="Race is over"):
        lost.next_situation(2)
