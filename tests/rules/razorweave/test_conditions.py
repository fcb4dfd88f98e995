"""Conditions in time: what a scene, a clock, a check, rest or treatment does to them."""

from typing import Any

import pytest

from tests.rules.razorweave.rolls import outcome
from webapp.games.razorweave import rules as rw
from webapp.games.razorweave.rules import RULESET, Condition, Tier
from webapp.rules.clocks import Clock
from webapp.rules.errors import RuleError


def condition(name: str, **more: Any) -> Condition:
    entry = RULESET.catalogue.find(name)
    severity = entry.data.get("severity", "minor")
    return Condition(
        **{"id": 7, "name": name, "character": 3, "severity": severity, "data": entry.data, **more}
    )


def test_an_untreated_wound_ticks_when_the_scene_ends() -> None:
    (tick,) = rw.scene_ends([condition("Bleeding", clock=9)])
    assert (tick.do, tick.fields, tick.low, tick.high) == ("clock.tick", {"clock": 9, "by": 1}, 1, 1)
    assert rw.scene_ends([condition("Bleeding", clock=9, treated=True)]) == ()


def test_a_wound_without_a_clock_is_offered_one_of_four() -> None:
    (made,) = rw.scene_ends([condition("Bleeding")])
    assert made.do == "clock.add"
    assert made.fields == {"name": "Bleeding", "segments": 4, "filled": 1, "kind": "personal"}


def test_poison_may_tick() -> None:
    (tick,) = rw.scene_ends([condition("Poisoned", clock=9)])
    assert (tick.low, tick.high) == (0, 1)


def test_a_daze_ends_with_the_scene_and_other_conditions_stay() -> None:
    (cleared,) = rw.scene_ends([condition("Dazed"), condition("Wounded"), condition("Shaken")])
    assert (cleared.do, cleared.fields, cleared.because) == (
        "condition.clear",
        {"condition": 7},
        "Dazed: the scene ends",
    )


def test_bleeding_out_is_offered_once_when_its_clock_fills() -> None:
    bleeding = condition("Bleeding", clock=9)
    (worse,) = rw.clock_full(bleeding, Clock(4, 3).tick())
    assert worse.do == "condition.add"
    assert worse.fields == {"character": 3, "name": "Unconscious", "severity": "major", "source": "Bleeding"}
    assert rw.clock_full(bleeding, Clock(4, 4).tick()) == ()
    assert rw.clock_full(condition("Poisoned"), Clock(4, 3).tick()) == ()


def test_a_completed_goal_may_clear_a_condition() -> None:
    assert [one.do for one in rw.goal_reached(condition("Wounded"), Clock(4, 3).tick())] == [
        "condition.clear"
    ]
    assert rw.goal_reached(condition("Wounded"), Clock(4, 2).tick()) == ()


@pytest.mark.parametrize(
    ("name", "tier", "words", "cleared"),
    [
        ("Shaken", Tier.FULL_SUCCESS, {}, "Shaken: a check succeeded"),
        ("Shaken", Tier.PARTIAL_SUCCESS, {}, "Shaken: a check succeeded"),
        ("Shaken", Tier.FAILURE, {}, ""),
        ("Restrained", Tier.FULL_SUCCESS, {"approach": "break free"}, "Restrained: broke free"),
        ("Restrained", Tier.FULL_SUCCESS, {"approach": "shout for help"}, ""),
        ("Restrained", Tier.FAILURE, {"approach": "break free"}, ""),
        ("Suppressed", Tier.FAILURE, {}, "Suppressed: it applied only to the next action"),
        ("Wounded", Tier.FULL_SUCCESS, {}, ""),
    ],
)
def test_what_a_check_may_clear(name: str, tier: Tier, words: dict[str, str], cleared: str) -> None:
    proposed = rw.after_check([condition(name)], outcome(tier, **words))
    assert [one.because for one in proposed] == ([cleared] if cleared else [])


MINOR = ["Exhausted", "Dazed", "Shaken", "Distracted"]
"""What a short rest clears; for the rest of the minor ones the book wants something else."""


def conditions() -> list[Condition]:
    return [condition(entry.name) for entry in RULESET.catalogue.entries("condition")]


def whys(proposed: tuple[rw.ProposalLine, ...]) -> list[str]:
    return [f"{one.do}: {one.because}" for one in proposed]


def test_a_short_rest_clears_what_is_minor_and_wants_nothing_else() -> None:
    assert whys(rw.rest(conditions())) == [f"condition.clear: {name}: a short rest" for name in MINOR]
    own = Condition(1, "Homesick", 3), Condition(2, "Cursed", 3, severity="major")
    assert whys(rw.rest(own)) == ["condition.clear: Homesick: a short rest"]


@pytest.mark.parametrize("long", [False, True])
def test_no_rest_ends_fear(long: bool) -> None:
    """Seed 000:119: it clears when they rally, escape or defeat the source."""
    assert rw.rest([condition("Frightened")], long=long) == ()


def test_time_to_recover_clears_poison_and_a_wound_that_was_treated() -> None:
    recovered = [one.because.partition(":")[0] for one in rw.rest(conditions(), long=True)]
    assert sorted(recovered) == sorted([*MINOR, "Poisoned", "Unconscious"])
    assert whys(rw.rest([condition("Wounded", treated=True)], long=True)) == [
        "condition.clear: Wounded: enough time to recover"
    ]
    assert rw.rest([condition("Wounded", treated=True)]) == ()


def test_treatment_clears_what_care_ends_and_lets_a_wound_heal() -> None:
    assert whys(rw.treat(conditions())) == [
        "condition.clear: Exhausted: treatment",
        "condition.clear: Bleeding: treatment, DC 14 if it takes a check",
        "condition.edit: Wounded: treated; it can now heal with time",
        "condition.clear: Poisoned: treatment",
        "condition.clear: Unconscious: treatment",
    ]
    assert rw.treat([condition("Wounded", treated=True)]) == ()


def test_a_condition_is_minor_or_major() -> None:
    with pytest.raises(RuleError, match="minor or major, not “awful”"):
        Condition(1, "Hurt", 1, severity="awful")
