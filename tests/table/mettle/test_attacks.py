"""Attacks at the table: weapons, range, light, and every form from area to vehicle."""

from typing import Any

import pytest

from tests.table.mettle.brawl import Brawl, arm, numbers
from webapp.table.refusals import Missing, Refused


def test_a_weapon_brings_its_dice_and_its_damage(yard: Brawl) -> None:
    sword = arm(yard, "Ann", name="Sword", damage="FRAME+3", dice=2)
    check = yard.call("Ann", "attack", "Bog", weapon=sword)
    seen = numbers(yard, check)
    assert (seen["numbers"]["pool"], seen["counted"][0]["name"]) == (7, "Sword")
    yard.roll(check, 1, 2, 4, 4, 1, 1, 1)
    (line,) = yard.sees()["proposals"]
    assert line["command"]["by"] == 6 + 2 - 3


def test_whoever_names_no_weapon_uses_one_that_reaches(yard: Brawl) -> None:
    arm(yard, "Ann", name="Pistol", damage="7", range=2)
    arm(yard, "Ann", name="Sword", damage="FRAME+3", dice=2)
    near = numbers(yard, yard.call("Ann", "attack", "Bog"))
    assert (near["numbers"]["pool"], near["counted"][0]["name"]) == (5 + 2, "Sword")
    yard.gm(do="mettle.zone.move", character=yard.who("Bog"), zone=yard.zone("Right range"), free=True)
    shot = yard.call("Ann", "attack", "Bog")
    seen = numbers(yard, shot)
    assert (seen["numbers"]["pool"], seen["counted"][0]["name"]) == (3, "Pistol")
    assert (seen["blocked"], seen["counted"][0]["note"]) == ([], "damage 7")
    yard.roll(shot, 1, 2, 4)
    assert yard.sees()["proposals"][-1]["command"]["by"] == 7 + 1 - 3


def test_a_blow_whose_weapon_does_not_reach_says_that_it_is_bare_hands(yard: Brawl) -> None:
    arm(yard, "Ann", name="Pistol", damage="7", range=2)
    check = yard.call("Ann", "attack", "Bog", manner="melee")
    told = numbers(yard, check)["counted"]
    assert [(each["name"], each["note"]) for each in told] == [("Bare hands", "no weapon is used")]


def test_a_player_attacks_with_what_is_their_own(yard: Brawl) -> None:
    own, anothers = arm(yard, "Ann", name="Sword"), arm(yard, "Cai", name="Axe")
    ana = yard.play("Ana", "Ann")
    attack: dict[str, Any] = {"do": "check.call", "action": "attack", "foes": [yard.who("Bog")]}
    with pytest.raises(Refused, match="You cannot attack with Axe"):
        yard.dispatch(ana, **attack, weapon=anothers)
    assert yard.dispatch(ana, **attack, weapon=own).result["check"]


def test_the_armed_may_strike_with_bare_hands(yard: Brawl) -> None:
    arm(yard, "Ann", name="Sword", damage="FRAME+3", dice=2)
    check = yard.call("Ann", "attack", "Bog", unarmed=True)
    yard.roll(check, 1, 2, 4, 4, 1)
    assert yard.sees()["proposals"][-1]["command"]["by"] == 3 + 2 - 3


def test_range_light_and_cover_make_a_shot_harder_and_can_be_switched_off(yard: Brawl) -> None:
    bow = arm(yard, "Ann", name="Bow", damage="7", range=0)
    yard.gm(do="mettle.zone.move", character=yard.who("Bog"), zone=yard.zone("Right range"))
    yard.gm(do="mettle.action.cover", character=yard.who("Bog"), cover="partial")
    yard.gm(do="mettle.zone.light", zone=yard.zone("Melee"), light="dark")
    check = yard.call("Ann", "attack", "Bog", manner="ranged", weapon=bow)
    seen = numbers(yard, check)
    assert seen["numbers"]["difficulty"] == 3 + 1 + 2 + 2
    light = next(each["key"] for each in seen["counted"] if each["name"] == "Poor light")
    yard.gm(do="check.edit", check=check, uses={light: "off"})
    assert numbers(yard, check)["numbers"]["difficulty"] == 6


def test_a_melee_attack_reaches_only_the_own_zone(yard: Brawl) -> None:
    yard.gm(do="mettle.zone.move", character=yard.who("Bog"), zone=yard.zone("Right range"))
    check = yard.call("Ann", "attack", "Bog")
    assert numbers(yard, check)["blocked"] == ["Out of reach: 1 Zone away."]


def test_an_area_attack_meets_everyone_in_the_zone_with_one_score(yard: Brawl) -> None:
    yard.gm(do="mettle.zone.move", character=yard.who("Ann"), zone=yard.zone("Left range"))
    check = yard.call("Ann", "attack", manner="area", aim=yard.zone("Melee"), damage="5", reach=1)
    assert numbers(yard, check)["numbers"]["difficulty"] == 0
    yard.roll(check, 4, 4, 1)
    yard.apply(check)
    assert (yard.mettle("Bog"), yard.mettle("Cai")) == (9 - 4, 9 - 5)


def test_whoever_a_split_attack_missed_may_be_passed_to_as_well(yard: Brawl) -> None:
    dun = yard.character("Dun", kind="npc", stats={"Threat": "2D+1"}, visibility="shown")
    yard.gm(do="mettle.zone.move", character=dun, zone=yard.zone("Melee"))
    yard.gm(do="mettle.initiative.start", first=yard.who("Ann"))
    split = {"do": "mettle.action.split", "character": yard.who("Ann"), "foes": [yard.who("Bog"), dun]}
    first, second = yard.gm(**split, dice=3).result["checks"]
    yard.roll(first, 1, 1, 4)
    yard.roll(second, 3, 3)
    fight = yard.piece("fight")
    assert (fight["phase"], fight["choices"]) == ("passing", [yard.who("Bog"), dun])


def test_a_split_attack_is_two_checks_and_one_action(yard: Brawl) -> None:
    dun = yard.character("Dun", kind="npc", stats={"Threat": "2D+1"}, visibility="shown")
    yard.gm(do="mettle.zone.move", character=dun, zone=yard.zone("Melee"))
    yard.gm(do="mettle.initiative.start", first=yard.who("Ann"))
    split = {"do": "mettle.action.split", "character": yard.who("Ann"), "foes": [yard.who("Bog"), dun]}
    first, second = yard.gm(**split, dice=3).result["checks"]
    assert [numbers(yard, each)["numbers"]["pool"] for each in (first, second)] == [3, 2]
    yard.roll(first, 1, 2, 4)
    yard.roll(second, 2, 1)
    fight = yard.piece("fight")
    assert set(fight["choices"]) == {yard.who("Bog"), dun}
    with pytest.raises(Refused, match="two different targets"):
        yard.gm(**{**split, "foes": [dun, dun]}, dice=3)


def split(yard: Brawl, who: str = "Ann") -> list[int]:
    sent = {"do": "mettle.action.split", "character": yard.who(who), "dice": 3}
    made: list[int] = yard.gm(**sent, foes=[yard.who("Bog"), yard.who("Cai")]).result["checks"]
    return made


def test_what_ails_somebody_bears_on_both_halves_of_a_split_and_is_used_up_once(yard: Brawl) -> None:
    yard.gm(do="mettle.status.add", character=yard.who("Ann"), name="Rattled", count=2)
    yard.gm(do="mettle.status.add", character=yard.who("Ann"), name="Grappled", count=1)
    first, second = split(yard)
    yard.roll(first, 1, 1, 4)
    assert yard.statuses("Ann") == {"Rattled": 2, "Grappled": 1}
    seen = numbers(yard, second)["numbers"]
    assert (seen["difficulty"], seen["discard"]) == (2 + 1, "lowest")
    yard.roll(second, 3, 3)
    assert yard.statuses("Ann") == {"Rattled": 1}


def test_a_surge_between_the_halves_of_a_split_is_not_used_up_by_the_second(yard: Brawl) -> None:
    yard.gm(do="mettle.initiative.start", first=yard.who("Ann"))
    first, second = split(yard)
    yard.roll(first, 1, 1, 4)
    yard.gm(do="mettle.action.surge", character=yard.who("Ann"))
    yard.gm(do="mettle.initiative.pass", character=yard.who("Bog"))
    yard.gm(do="mettle.initiative.act", character=yard.who("Bog"), targets=[yard.who("Ann")])
    yard.roll(second, 3, 3)
    assert (yard.piece("fight")["phase"], yard.piece("fight")["holder"]) == ("acting", yard.who("Ann"))


def test_a_split_whose_other_half_comes_to_nothing_was_the_action_all_the_same(yard: Brawl) -> None:
    yard.gm(do="mettle.status.add", character=yard.who("Ann"), name="Grappled", count=1)
    first, second = split(yard)
    yard.roll(first, 1, 1, 4)
    yard.gm(do="check.cancel", check=second)
    assert yard.statuses("Ann") == {}
    assert (yard.piece("fight")["phase"], yard.piece("fight")["holder"]) == ("passing", yard.who("Ann"))


def test_a_split_with_a_bow_rolls_what_a_shot_rolls(yard: Brawl) -> None:
    arm(yard, "Ann", name="Bow", damage="7", range=2, dice=1)
    for foe in ("Bog", "Cai"):
        yard.gm(do="mettle.zone.move", character=yard.who(foe), zone=yard.zone("Right range"), free=True)
    sent = {"do": "mettle.action.split", "character": yard.who("Ann"), "dice": 2}
    first, second = yard.gm(**sent, foes=[yard.who("Bog"), yard.who("Cai")]).result["checks"]
    assert [numbers(yard, each)["numbers"]["pool"] for each in (first, second)] == [2 + 1, 1 + 1]


def test_a_grapple_makes_the_next_action_harder(yard: Brawl) -> None:
    yard.does("Ann", "attack", "Cai", manner="grapple", dice=[1, 1, 4, 4, 4])
    assert yard.statuses("Cai") == {"Grappled": 1}
    yard.does("Cai", "attack", "Ann", dice=[3, 2, 1])
    assert yard.statuses("Cai") == {}


def test_a_weapon_counts_in_a_grapple_only_if_the_gm_says_so(yard: Brawl) -> None:
    arm = {"do": "mettle.weapon.add", "character": yard.who("Ann"), "name": "Sword", "dice": 2}
    weapon = yard.gm(**arm).result["piece"]
    seen = numbers(yard, yard.call("Ann", "attack", "Bog", manner="grapple", weapon=weapon))
    assert (seen["numbers"]["pool"], [each["name"] for each in seen["offered"]]) == (5, ["Sword"])


def test_a_shove_moves_the_foe(yard: Brawl) -> None:
    yard.gm(do="mettle.hurt", character=yard.who("Bog"), by=8)
    yard.does("Ann", "attack", "Bog", manner="shove", aim=yard.zone("Right range"), dice=[1, 2, 4, 4, 1])
    (bog,) = [each for each in yard.sees()["cast"] if each["name"] == "Bog"]
    assert bog["zone"] == yard.zone("Right range")


def test_a_disarm_leaves_the_weapon_on_the_ground(yard: Brawl) -> None:
    yard.gm(do="mettle.hurt", character=yard.who("Bog"), by=8)
    yard.does("Ann", "attack", "Bog", manner="disarm", dice=[1, 2, 4, 4, 1])
    assert [tag["name"] for tag in yard.sees()["tags"]] == ["Weapon on the ground"]


def test_a_blow_that_is_soaked_to_nothing_disarms_nobody(yard: Brawl) -> None:
    """Seed 003:112: there is no damage to spare, also where Mettle is below 0."""
    yard.gm(do="mettle.hurt", character=yard.who("Bog"), by=11)
    yard.gm(do="character.edit", character=yard.who("Bog"), stats={"Armour": 9})
    yard.does("Ann", "attack", "Bog", manner="disarm", dice=[1, 2, 4, 4, 1])
    assert yard.sees()["tags"] == []


@pytest.mark.parametrize("manner", ["disarm", "shove"])
def test_a_blow_too_weak_for_it_is_told_as_a_hit_alone(yard: Brawl, manner: str) -> None:
    """The spared damage must bring Mettle below 0 (003:112, 003:114); else nobody is disarmed or shoved."""
    aim = {"aim": yard.zone("Right range")} if manner == "shove" else {}
    check = yard.does("Ann", "attack", "Bog", manner=manner, dice=[1, 2, 4, 4, 1], **aim)["check"]
    told = numbers(yard, check)["outcome"]
    assert told["sentence"] == f"Ann hits Bog: too weak to {manner}"
    assert told["verdict"] == f"Too weak to {manner}"


def test_a_grapple_that_frame_soaks_is_told_as_a_hit_alone(yard: Brawl) -> None:
    """Each unsoaked point holds (003:113); without one, nobody is held."""
    check = yard.does("Ann", "attack", "Bog", manner="grapple", dice=[1, 2, 4, 1, 1])["check"]
    assert numbers(yard, check)["outcome"]["sentence"] == "Ann hits Bog: too weak to grapple"


def test_ramming_counts_speed(yard: Brawl) -> None:
    yard.gm(do="character.edit", character=yard.who("Ann"), stats={"Speed": 4})
    yard.gm(do="character.edit", character=yard.who("Bog"), stats={"Speed": 2})
    check = yard.call("Ann", "attack", "Bog", manner="vehicle")
    assert numbers(yard, check)["numbers"]["difficulty"] == 2
    yard.roll(check, 1, 1, 4, 4, 4)
    yard.apply(check)
    assert (yard.mettle("Bog"), yard.mettle("Ann")) == (9 - (3 + 4 + 3 - 3), 10 - 2)


def test_ramming_somebody_on_foot_is_against_poise_and_their_cover(yard: Brawl) -> None:
    """As any Attack; only another vehicle is met by its Speed."""
    yard.gm(do="character.edit", character=yard.who("Ann"), stats={"Speed": 4})
    yard.gm(do="mettle.action.cover", character=yard.who("Bog"), cover="partial")
    check = yard.call("Ann", "attack", "Bog", manner="vehicle")
    assert numbers(yard, check)["numbers"]["difficulty"] == 3 + 2


def test_ramming_in_a_race_counts_current_speed(yard: Brawl) -> None:
    drivers = [{"character": yard.who("Ann"), "speed": 4}, {"character": yard.who("Bog"), "speed": 2}]
    yard.gm(do="mettle.stretch.start", drivers=drivers)
    check = yard.call("Ann", "attack", "Bog", manner="vehicle")
    assert numbers(yard, check)["numbers"]["difficulty"] == 2
    yard.gm(do="check.edit", check=check, uses={f"piece:{yard.piece('race')['id']}:The race:blocks": "off"})
    yard.roll(check, 1, 1, 4, 4, 4)
    yard.apply(check)
    assert (yard.mettle("Bog"), yard.mettle("Ann")) == (9 - (3 + 4 + 3 - 3), 10 - 2)


def test_mud_in_the_eyes_is_in_the_way_of_whatever_needs_sight(yard: Brawl) -> None:
    """Splatter makes everyone aboard see badly, the driver and whoever mends the engine alike."""
    drivers = [{"character": yard.who(who), "speed": 2} for who in ("Ann", "Bog")]
    yard.gm(do="mettle.stretch.start", drivers=drivers)
    for who, dice in (("Ann", [2, 4, 5, 6]), ("Bog", [2, 1, 3])):
        check = yard.gm(do="mettle.stretch.check", character=yard.who(who)).result["check"]
        yard.roll(check, *dice)
    yard.gm(
        do="mettle.stretch.stunt", character=yard.who("Ann"), stunt="splatter", on=yard.who("Bog"), edge=2
    )
    mending = yard.call("Bog", "use", attribute="POISE", difficulty=1)
    assert numbers(yard, mending)["numbers"]["difficulty"] == 1 + 2
    talking = yard.call("Bog", "sway", "Ann", difficulty=1)
    assert numbers(yard, talking)["numbers"]["difficulty"] == 1


def test_a_player_cannot_aim_at_what_is_hidden(yard: Brawl) -> None:
    ana = yard.play("Ana", "Ann")
    dun = yard.character("Dun", kind="npc", stats={"Threat": "2D+1"})
    with pytest.raises(Missing):
        yard.dispatch(ana, do="check.call", action="attack", foes=[dun])
    check = yard.call("Ann", "attack", "Dun")
    seen = next(each for each in yard.sees("player")["checks"] if each["id"] == check)
    assert seen["foes"] == []


def test_a_player_attacks_in_one_step_and_rolls(yard: Brawl) -> None:
    ana = yard.play("Ana", "Ann")
    check = yard.dispatch(ana, do="check.call", action="attack", foes=[yard.who("Bog")]).result["check"]
    yard.rolls(1, 2, 4, 5, 6)
    assert yard.dispatch(ana, do="check.roll", check=check).result["success"]


def test_a_shot_into_the_dark_is_harder(yard: Brawl) -> None:
    yard.gm(do="mettle.zone.move", character=yard.who("Bog"), zone=yard.zone("Right range"))
    yard.gm(do="mettle.zone.light", zone=yard.zone("Right range"), light="total-dark")
    check = yard.call("Ann", "attack", "Bog", manner="ranged", reach=2)
    assert numbers(yard, check)["numbers"]["difficulty"] == 3 + 4


@pytest.mark.parametrize(
    ("faces", "said"),
    [
        ((1, 2, 4, 4, 4), "Bog: 3 + 3 Edge − 3 FRAME = 3."),
        ((3, 1, 1, 1, 1), "Bog: 3 + 0 Edge − 3 FRAME = 0: soaked to nothing."),
    ],
)
def test_every_screen_is_told_the_sum_of_a_hit(yard: Brawl, faces: tuple[int, ...], said: str) -> None:
    check = yard.call("Ann", "attack", "Bog")
    yard.roll(check, *faces)
    for role in ("gm", "player", "tv"):
        (seen,) = yard.sees(role)["checks"]
        assert seen["result"]["sentences"][-1] == said


def test_whoever_is_hidden_is_in_no_sum(yard: Brawl) -> None:
    yard.gm(do="character.edit", character=yard.who("Bog"), visibility="secret")
    check = yard.call("Ann", "attack", "Bog", visibility="shown")
    yard.roll(check, 1, 2, 4, 4, 4)
    (seen,) = yard.sees("player")["checks"]
    assert not any("FRAME" in each for each in seen["result"]["sentences"])
