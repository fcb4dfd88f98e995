"""A Race against the Threat Clock: what costs a point, and how it ends."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webapp.games.resonance.rules import Race
from webapp.games.resonance.rules.races import situation_levels
from webapp.games.resonance.rules.situations import Situation
from webapp.rules.errors import RuleError


def test_the_bomb_race():
    race = Race(scene=5, situation=3, threat=15)
    race = race.attempt()
    assert race.threat == 14
    race = race.round_end()
    assert race.threat == 13
    race = race.resolve()
    assert (race.situation, race.ending) == (2, None)
    race = race.attempt(resolved=True)  # the second door is a puzzle
    assert (race.threat, race.situation) == (12, 1)
    race = race.round_end().round_end()
    assert race.threat == 10
    race = race.resolve()  # the Sentry Turret falls
    assert (race.situation, race.ending, race.scene) == (0, "success", 4)


@pytest.mark.parametrize(
    ("scene", "threat", "outcome"),
    [(3, 5, "partial_success"), (5, 5, "failure"), (6, 4, "failure"), (6, 0, "failure"), (0, 5, "success")],
)
def test_a_scene_that_ends_early(scene, threat, outcome):
    assert Race(scene=scene, situation=1, threat=threat).scene_ends().ending == outcome


def test_the_cost_is_paid_before_the_result():
    """Seed 002:45, "immediately"; 002:54, "if it reaches 0 before the Situation Clock, you fail"."""
    race = Race(scene=5, situation=1, threat=1).attempt(resolved=True)
    assert (race.threat, race.situation, race.scene, race.ending) == (0, 1, 5, "failure")


def test_only_a_players_effort_roll_at_a_barrier_or_puzzle_costs():
    race = Race(scene=5, situation=2, threat=9)
    assert race.tried(["foe"], "effort", player=True) == race
    assert race.tried(["barrier"], "hide", player=True) == race
    assert race.tried(["barrier"], "effort", player=False) == race
    assert race.tried(["foe", "puzzle"], "effort", player=True).threat == 8
    assert race.tried(["barrier"], "effort", player=True).threat == 8


def test_clocks_that_were_moved_by_hand_decide_the_threat_first():
    assert Race(scene=5, situation=0, threat=0).settled().ending == "failure"
    won = Race(scene=5, situation=0, threat=3).settled()
    assert (won.ending, won.scene, won.settled()) == ("success", 4, won)
    assert Race(scene=0, situation=2, threat=3).settled().ending == "success"
    assert Race(scene=5, situation=2, threat=3).settled().ending is None


def test_a_race_that_is_given_up_is_lost():
    lost = Race(scene=5, situation=2, threat=3).fail("defeated")
    assert (lost.ending, lost.state, lost.why) == ("failure", "failed", "The whole party is down.")
    with pytest.raises(RuleError, match="over: failure"):
        lost.fail("retreat")


def test_the_last_round_may_end_it():
    assert Race(scene=5, situation=1, threat=1).round_end().ending == "failure"


def test_a_super_critical_takes_another_point_off_the_situation():
    race = Race(scene=5, situation=3, threat=9).attempt(resolved=True, super_critical=True)
    assert (race.threat, race.situation) == (8, 1)


def test_travel_and_rest_shorten_the_scene_and_may_end_it():
    race = Race(scene=2, situation=1, threat=9).step("travel")
    assert (race.scene, race.ending) == (1, None)
    assert race.step("rest").ending == "success"


def test_the_curator_may_overrule():
    lost = Race(scene=5, situation=1, threat=1).attempt()
    assert lost.overruled("partial_success").ending == "partial_success"
    with pytest.raises(RuleError, match="success, partial_success, failure"):
        lost.overruled("draw")


def test_the_scene_clock_follows_what_the_curator_decides():
    lost = Race(scene=5, situation=1, threat=1).attempt()
    won = lost.overruled("success")
    assert (won.scene, won.overruled("success").scene, won.overruled("failure").scene) == (4, 4, 5)
    resolved = Race(scene=5, situation=1, threat=9).resolve()
    assert (resolved.scene, resolved.overruled("partial_success").scene) == (4, 5)
    travelled = Race(scene=1, situation=2, threat=9).step("travel")
    assert (travelled.ending, travelled.overruled("failure").scene) == ("success", 0)


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
    assert won.scene_ends().ending == "success"


def test_once_the_scene_clock_is_at_zero_the_race_is_over():
    done = Race(scene=0, situation=2, threat=3)
    for move in (done.attempt, done.round_end, done.resolve):
        with pytest.raises(RuleError, match="over: success"):
            move()


@pytest.mark.parametrize("clocks", [(-1, 1, 1), (1, 101, 1)])
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


@given(st.integers(1, 15), st.integers(1, 5), st.integers(1, 40), moves)
def test_race_clocks_stay_in_range_and_end_as_the_book_says(scene, parts, threat, steps):
    race = Race(scene, parts, threat)
    for step in steps:
        if race.ending is not None:
            break
        before, race = race, MOVES[step](race)
        assert race.scene in (before.scene, before.scene - 1)
        assert race.situation in (before.situation, before.situation - 1)
        assert race.threat in (before.threat, before.threat - 1)
        assert min(race.scene, race.situation, race.threat) >= 0
    if race.threat == 0:
        assert race.ending == "failure"


def test_the_threat_clock_goes_on_through_the_whole_scene():
    won = Race(scene=5, situation=1, threat=10).resolve()
    assert won.state == "success"
    again = won.next_situation(2)
    assert (again.scene, again.situation, again.threat, again.ending) == (4, 2, 10, None)
    with pytest.raises(RuleError, match="still running"):
        again.next_situation(2)


def test_a_lost_race_has_failed_its_situation_and_no_other_starts():
    lost = Race(scene=5, situation=2, threat=1).round_end()
    assert lost.state == "failed"
    with pytest.raises(RuleError, match="start the next Race with a new budget"):
        lost.next_situation(2)


def test_the_book_has_a_budget_for_situations_of_nine_levels():
    assert list(situation_levels()) == [1, 2, 3, 4, 5, 6, 7, 8, 9]


def test_what_waits_for_another_clock_loses_nothing() -> None:
    held = Race(scene=5, situation=2, threat=1, held=frozenset({"threat"}))
    assert held.round_end() == held
    assert held.attempt(resolved=True).situation == 1
    waits = Race(scene=5, situation=1, threat=3, held=frozenset({"situation"}))
    assert (waits.resolve().situation, waits.resolve().ending) == (1, None)
    assert (waits.attempt(resolved=True).situation, waits.attempt().threat) == (1, 2)
    still = Race(scene=1, situation=1, threat=3, held=frozenset({"scene"}))
    assert (still.step("travel").scene, still.resolve().scene, still.overruled("success").scene) == (1, 1, 1)
    assert Situation(1, scene=8, held=frozenset({"scene"})).resolve().scene == 8
    assert Situation(1, held=frozenset({"situation"})).resolve().situation == 1
