"""Zones measure the range bands."""

import pytest

from webapp.games.resonance.rules.check_request import ResonanceRequest
from webapp.games.resonance.rules.positions import ROW, Band, band_of, steps_between, within_a_move
from webapp.games.resonance.rules.ruleset import RULESET

LINE = {1: [2], 2: [1, 3], 3: [2, 4], 4: [3, 5], 5: [4, 6], 6: [5]}


@pytest.mark.parametrize(
    ("goal", "band"), [(1, "touch"), (2, "close"), (3, "near"), (4, "far"), (5, "distant")]
)
def test_each_step_is_one_band(goal, band):
    """Seed 001:80 and 001:82 to 001:86: five bands, for targeting and for movement."""
    assert band_of(steps_between(LINE, 1, goal)) is Band(band)


def test_the_shortest_way_counts_and_beyond_the_last_band_there_is_none():
    assert band_of(steps_between(LINE, 1, 6)) is None
    assert steps_between({**LINE, 1: [2, 5], 5: [4, 6, 1]}, 1, 6) == 2
    assert steps_between({1: [2], 2: [1], 3: []}, 1, 3) is None


@pytest.mark.parametrize(("bands", "goals"), [(1, (2, 4)), (2, (1, 2, 4, 5)), (9, (1, 2, 4, 5, 6))])
def test_a_move_goes_as_many_bands_as_movement_says(bands, goals):
    assert within_a_move(LINE, 3, bands) == goals


def test_from_the_first_of_five_zones_each_other_is_one_band_further():
    assert len(ROW) == len(Band)


def test_what_somebody_says_of_the_range_goes_before_the_zones():
    assert ResonanceRequest(ranged=True, away="far").reach is Band.FAR
    assert ResonanceRequest(ranged=True, away="far", band="near").reach is Band.NEAR
    assert ResonanceRequest(away="far").reach is None
    assert ResonanceRequest(ranged=True).reach is None
    assert ResonanceRequest(ranged=True, away="beyond").out_of_range


def test_a_ranged_effect_waits_for_its_range_where_nobody_knows_it():
    shot = {"roll": "attack", "stat": "force", "target": 3, "ranged": True}
    assert RULESET.describe_missing_input(ResonanceRequest(**shot)) == "The GM still has to set the range."
    assert (
        RULESET.describe_missing_input(ResonanceRequest(**shot, away="near"))
        == RULESET.describe_missing_input(ResonanceRequest(**shot, away="beyond"))
        == ""
    )


def test_only_effects_are_ranged():
    assert "ranged" in {each.key for each in RULESET.may_be_true(ResonanceRequest(roll="attack"))}
    assert "ranged" not in {each.key for each in RULESET.may_be_true(ResonanceRequest(roll="effort"))}
