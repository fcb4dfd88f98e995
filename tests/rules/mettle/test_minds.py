"""Heal, Know, Rattle, Sway and Sneak: what they do to somebody, or with them."""

import pytest

from tests.rules.mettle.checks import HIT, MISS, came
from tests.rules.mettle.people import ANN, BO, CAT
from webapp.games.mettle.rules import (
    Attributes,
    Cover,
    Mettle,
    Status,
    action_effects,
    group_sneaker,
    heal,
    rattle,
    sneak,
    sway,
)
from webapp.games.mettle.rules.action_effects import in_plain_sight
from webapp.rules.errors import RuleError

VIKTOR = Attributes(calling=6, culture=3, frame=3, motive=4, nature=5, poise=2)


def test_heal_keeps_alive_and_edge_comes_back_after_a_days_rest() -> None:
    patient = heal(came([3], 2, 3), Mettle(-3, 10, 4))
    assert (patient.alive, patient.owed, patient.mettle.regain(patient.owed).current) == (True, 2, -1)
    healed = heal(came([3], 9, 3), Mettle(0, 8, 4))
    assert healed.mettle.regain(healed.owed).current == 8


def test_a_failed_heal_is_death() -> None:
    assert not heal(came([2], 2, 3), Mettle(-3, 10, 4)).alive


def test_heal_is_only_for_those_at_0_or_below() -> None:
    with pytest.raises(RuleError, match="0 Mettle or below, not at 1"):
        heal(came([3], 0, 3), Mettle(1, 10, 4))


def test_heal_is_difficulty_3_lower_in_a_hospital_and_higher_in_dirt() -> None:
    assert action_effects.heal_difficulty() == 3
    assert action_effects.heal_difficulty("hospital") == 2
    assert action_effects.heal_difficulty("unsanitary") == 4
    with pytest.raises(RuleError, match="not “ditch”"):
        action_effects.heal_difficulty("ditch")


@pytest.mark.parametrize("about", ["traps", "loot", "lies", "ambushes", " Traps"])
def test_know_does_not_perceive(about: str) -> None:
    assert action_effects.not_found_by_knowing(about)
    assert not action_effects.not_found_by_knowing("the old king")


def test_rattle_lasts_one_action_and_one_more_per_edge() -> None:
    """Seed 003:215 and 003:216: "on their next Action", "lasts until after another Action"."""
    assert rattle(HIT) == Status("rattled", 4)
    assert rattle(came([3, 2], 0, 4)) == Status("rattled", 1)
    assert rattle(MISS) is None


def test_rattle_needs_a_mind_that_is_not_rattled_already() -> None:
    with pytest.raises(RuleError, match="Already Rattled"):
        rattle(HIT, [Status("rattled")])


def test_sway_leaves_a_belief_that_edge_makes_stick() -> None:
    assert sway(HIT) == Status("convinced", 3)
    assert sway(MISS) is None


def test_sneak_edge_adds_to_damage_or_takes_more_small_things() -> None:
    assert sneak(HIT) == Status("unnoticed", 3)
    assert sneak(MISS) is None


def test_nobody_hides_in_plain_sight() -> None:
    blind, deaf, alert = (Status("blinded"),), (Status("deafened"),), (Status("shaken"),)
    assert in_plain_sight(Cover.NONE)
    assert not in_plain_sight(Cover.PARTIAL, [alert])
    assert not in_plain_sight(Cover.NONE, [alert], dark=True)
    assert not in_plain_sight(Cover.NONE, [blind, deaf])
    assert in_plain_sight(Cover.NONE, [blind, alert])


def test_the_lowest_pool_sneaks_for_the_group() -> None:
    party = {ANN: 5, BO: 2, CAT: 2}
    assert group_sneaker(party) == BO
    assert group_sneaker(party, CAT) == CAT
    with pytest.raises(RuleError, match=f"Choose {BO} or {CAT}"):
        group_sneaker(party, ANN)
    with pytest.raises(RuleError, match="Choose at least one character to sneak"):
        group_sneaker({})
