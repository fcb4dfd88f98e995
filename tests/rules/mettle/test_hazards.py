"""Hazards: a pool and a bonus, falls, crashes, fires."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webapp.games.mettle.rules import Hazard, fall, fire, plummet
from webapp.rules.dice import Loaded
from webapp.rules.errors import RuleError


@pytest.mark.parametrize(("written", "pool", "bonus"), [("3D+3", 3, 3), ("5D", 5, 0), ("15D+15", 15, 15)])
def test_a_hazard_is_written_as_pool_and_bonus(written: str, pool: int, bonus: int) -> None:
    assert Hazard.parse(written) == Hazard(pool, bonus)
    assert str(Hazard(pool, bonus)) == written


@pytest.mark.parametrize("written", ["1d6", "3D-1", "D+3", "", "61D", None, "3D+"])
def test_other_writing_is_refused(written: Any) -> None:
    with pytest.raises(RuleError) as wrong:
        Hazard.parse(written)
    assert wrong.value.field == "hazard"


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        ("100D", "The dice of a hazard must be a whole number from 0 to 60, not 100"),
        ("3D+2000", "The bonus of a hazard must be a whole number from 0 to 1000, not 2000"),
    ],
)
def test_a_hazard_that_is_too_large_is_refused_by_its_part(written: str, sentence: str) -> None:
    with pytest.raises(RuleError, match=sentence) as refused:
        Hazard.parse(written)
    assert refused.value.field == "hazard"


def test_3d_plus_3_does_3_to_6_and_5d_does_0_to_5() -> None:
    assert (Hazard(3, 3).least, Hazard(3, 3).most) == (3, 6)
    assert (Hazard(5).least, Hazard(5).most) == (0, 5)


def test_a_hazard_counts_edge_and_adds_its_bonus() -> None:
    harm = Hazard(3, 3).roll([1, 4, 6])
    assert (harm.edge, harm.damage, harm.through(3), harm.ends, harm.real) == (2, 5, 2, False, True)


def test_no_edge_hurts_by_its_bonus_once_more_and_then_ends() -> None:
    """Seed 003:310: "3D+3 (3-6 damage)", and "rolls no Edge (before Bonus), it ends"."""
    harm = Hazard(3, 3).roll(Loaded(1, 2, 3))
    assert (harm.edge, harm.damage, harm.ends, harm.real) == (0, 3, True, False)


@given(st.lists(st.integers(1, 6), max_size=20), st.integers(0, 20), st.integers(0, 30))
def test_damage_stays_between_bonus_and_pool_plus_bonus(dice: list[int], bonus: int, soak: int) -> None:
    hazard = Hazard(len(dice), bonus)
    harm = hazard.roll(dice)
    assert (hazard.least, hazard.most) == (bonus, len(dice) + bonus)
    assert bonus <= harm.damage <= len(dice) + bonus
    assert 0 <= harm.through(soak) <= harm.damage


@pytest.mark.parametrize(
    ("metres", "hazard"), [(1, "1D+1"), (5, "5D+5"), (15, "15D+15"), (20, "15D+15"), (0, "0D")]
)
def test_a_fall_is_1d_plus_1_a_metre_up_to_15(metres: int, hazard: str) -> None:
    assert str(fall(metres)) == hazard


def test_a_fall_is_soaked_with_poise() -> None:
    assert fall(5).roll([4, 5, 1, 1, 2]).through(4) == 3


@pytest.mark.parametrize(("metres", "extra"), [(0, 0), (1, 1), (2, 2), (9, 2)])
def test_a_plummet_adds_2_at_most(metres: int, extra: int) -> None:
    assert plummet(metres) == extra


@pytest.mark.parametrize(("name", "hazard"), [("Campfire", "2D+2"), ("Bonfire", "4D+4"), ("Forge", "6D+6")])
def test_fires_by_size(name: str, hazard: str) -> None:
    assert str(fire(name)) == hazard


def test_a_fire_burns_each_round_until_it_rolls_no_edge() -> None:
    campfire = fire("campfire")
    assert [(harm.damage, harm.ends) for harm in (campfire.roll([4, 1]), campfire.roll(Loaded(1, 2)))] == [
        (3, False),
        (2, True),
    ]
