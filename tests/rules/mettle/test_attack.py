"""Attack: what it takes to hit, what a hit does, and its eight forms."""

from typing import Any

import pytest

from tests.rules.mettle.checks import HIT, MISS, came
from tests.rules.mettle.people import ANN, BO, CAT, DOG
from webapp.games.mettle.rules import (
    Body,
    Check,
    Cover,
    Mettle,
    Result,
    attacks,
    defence,
    plummet,
    resolve,
    roll,
)
from webapp.rules.dice import Loaded
from webapp.rules.errors import RuleError


def test_a_hit_does_dm_and_edge_less_frame_and_armour() -> None:
    blow = attacks.strike(HIT, 6, Body(frame=3, armour=1))
    assert (blow.hit, blow.damage, blow.unsoaked) == (True, 9, 5)
    assert attacks.strike(MISS, 6, Body(frame=3)) == attacks.Blow(hit=False)


def test_sneak_edge_and_a_plummet_add_to_damage() -> None:
    assert attacks.strike(HIT, 6, Body(frame=3), extra=2 + plummet(5)).damage == 13


def test_total_cover_takes_no_damage() -> None:
    assert not attacks.strike(HIT, 6, Body(frame=3, cover=Cover.TOTAL)).hit


def test_cover_may_be_said_as_a_word() -> None:
    assert not attacks.strike(HIT, 6, Body(frame=3, cover="total")).hit  # type: ignore[arg-type]
    with pytest.raises(RuleError, match=r"“cover” must be one of .* not 'totl'"):
        Body(frame=3, cover="totl")  # type: ignore[arg-type]


def test_bulletproof_halves_after_soaking() -> None:
    assert attacks.strike(HIT, 7, Body(frame=3, armour=2, proof=True)).unsoaked == 3


@pytest.mark.parametrize(
    ("away", "aiming", "scoped", "harder"),
    [
        (2, False, False, 0),
        (3, False, False, 1),
        (4, False, False, 2),
        (4, True, False, 0),
        (7, True, True, 1),
    ],
)
def test_range_2_reaches_2_zones_and_further_is_harder(
    away: int, aiming: bool, scoped: bool, harder: int
) -> None:
    assert attacks.range_difficulty(away, 2, aiming=aiming, scoped=scoped) == harder


def test_melee_is_for_the_same_zone() -> None:
    assert not attacks.out_of_reach("melee", 0)
    assert attacks.out_of_reach("melee", 1)
    assert not attacks.out_of_reach("ranged", 3)
    assert [attacks.out_of_reach("split", 1, shoots=shoots) for shoots in (False, True)] == [True, False]


@pytest.mark.parametrize(("written", "damage"), [("FRAME+3", 6), ("FRAME", 3), ("7", 7), ("frame+2", 5)])
def test_weapon_damage_is_written_with_frame_or_a_number(written: str, damage: int) -> None:
    assert attacks.damage_of(written, 3) == damage


@pytest.mark.parametrize("written", ["POISE+1", "", "3D", None])
def test_other_weapon_damage_is_refused(written: Any) -> None:
    with pytest.raises(RuleError, match="FRAME, FRAME"):
        attacks.damage_of(written, 3)


def test_an_area_attack_has_one_score_for_all_in_the_zone() -> None:
    zone = {
        ANN: Body(frame=3),
        BO: Body(frame=3, cover=Cover.PARTIAL),
        CAT: Body(frame=3, cover=Cover.GUARD),
        DOG: Body(frame=3, cover=Cover.TOTAL),
    }

    def struck(result: Result) -> dict[str, int]:
        met = {name: attacks.reaching(result, target) for name, target in zone.items()}
        return {name: attacks.strike(met[name], 9, target).unsoaked for name, target in zone.items()}

    assert struck(resolve(Check(4, 2), [2, 1, 5, 6])) == {ANN: 8, BO: 0, CAT: 8, DOG: 0}
    assert struck(resolve(Check(4, 0), [2, 4, 5, 6])) == {ANN: 9, BO: 9, CAT: 9, DOG: 0}


def test_disarm_and_shove_need_damage_that_would_have_gone_below_0() -> None:
    """Seed 003:112 and 003:114."""
    blow = attacks.strike(HIT, 6, Body(frame=3))
    assert blow.unsoaked == 6
    assert attacks.spares(blow, Mettle(5, 10, 4))
    assert not attacks.spares(blow, Mettle(6, 10, 4))
    assert not attacks.spares(attacks.Blow(hit=False), Mettle(0, 10, 4))
    soaked = attacks.Blow(hit=True, damage=3, unsoaked=0)
    assert not attacks.spares(soaked, Mettle(-2, 10, 4)), "nothing was spared"
    assert attacks.spares(attacks.Blow(hit=True, damage=4, unsoaked=1), Mettle(-2, 10, 4))


def test_a_grapple_holds_by_edge_less_frame_without_armour() -> None:
    """Seed 003:113: "each unsoaked point"; "armor and weapons do not usually count"."""
    assert attacks.grapple(came([3, 2], 5, 4), 3) == 2
    assert attacks.grapple(HIT, 3) == 0
    assert attacks.grapple(MISS, 1) == 0


def test_a_split_divides_the_pool_between_two_different_targets() -> None:
    assert attacks.split_pool(7, 3, (BO, CAT)) == (3, 4)
    with pytest.raises(RuleError, match="two different targets"):
        attacks.split_pool(7, 3, (BO, BO))
    with pytest.raises(RuleError, match="from 1 to 6, not 7"):
        attacks.split_pool(7, 7, (BO, CAT))
    with pytest.raises(RuleError, match="needs at least 2 dice, not"):
        attacks.split_pool(1, 1, (BO, CAT))


def test_ramming_counts_speed_and_doubles_it_head_on() -> None:
    truck, bike = Body(frame=11, speed=3), Body(frame=5, speed=2)
    assert attacks.ram(HIT, truck, bike) == attacks.RamResult(target=17, rammer=7)
    assert attacks.ram(HIT, truck, bike, head_on=True) == attacks.RamResult(target=20, rammer=9)
    assert attacks.ram(MISS, truck, bike) == attacks.RamResult(0, 0)


def test_loaded_dice_play_an_attack_from_start_to_end() -> None:
    result = roll(Check(7, 2 + defence(Cover.PARTIAL)), Loaded(3, 1, 4, 5, 2, 6, 6))
    blow = attacks.strike(result, attacks.damage_of("FRAME+3", 3), Body(frame=3))
    assert (result.score, result.edge, blow.damage, blow.unsoaked) == (6, 4, 10, 7)
    assert Mettle(6, 6, 3).lose(blow.unsoaked).current == -1
