"""The Actions at the table: forms of Attack, Know, Move, Sneak, Sway, Use; weapons, Cover, Twists."""

from typing import Any

import pytest

from tests.table.mettle.brawl import Brawl
from webapp.screens.games.mettle.twists import on_the_desk
from webapp.table.refusals import Forbidden, Missing, Refused


def numbers(yard: Brawl, check: int) -> dict[str, Any]:
    seen: dict[str, Any] = next(each for each in yard.sees()["checks"] if each["id"] == check)
    return seen


def arm(yard: Brawl, who: str, **weapon: Any) -> int:
    sent = {"do": "mettle.weapon.add", "character": yard.who(who), **weapon}
    id: int = yard.gm(**sent).result["piece"]
    return id


def test_a_weapon_brings_its_dice_and_its_damage(yard: Brawl) -> None:
    sword = arm(yard, "Ann", name="Sword", damage="FRAME+3", dice=2)
    check = yard.call("Ann", "attack", "Bog", weapon=sword)
    seen = numbers(yard, check)
    assert (seen["numbers"]["pool"], seen["counted"][0]["name"]) == (7, "Sword")
    yard.roll(check, 1, 2, 4, 4, 1, 1, 1)
    (line,) = yard.sees()["proposals"]
    assert line["command"]["by"] == 6 + 2 - 3


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
    assert numbers(yard, check)["blocked"] == ["Out of reach: 1 Zone away"]


def test_total_cover_stops_damage_and_shooting_from_it_leaves_partial(yard: Brawl) -> None:
    yard.gm(do="mettle.action.cover", character=yard.who("Bog"), cover="total")
    yard.does("Ann", "attack", "Bog", dice=[1, 2, 4, 4, 4], damage="9")
    assert yard.mettle("Bog") is None
    yard.does("Bog", "attack", "Ann", dice=[1, 4, 4, 4])
    assert yard.statuses("Bog") == {"Partial Cover": 1}


def test_guard_shields_another_in_the_same_zone(yard: Brawl) -> None:
    yard.gm(do="mettle.action.cover", character=yard.who("Ann"), cover="guard", ward=yard.who("Cai"))
    assert yard.statuses("Ann") == {"Guard Cover": 1}
    assert numbers(yard, yard.call("Bog", "attack", "Cai"))["numbers"]["difficulty"] == 4
    assert numbers(yard, yard.call("Bog", "attack", "Ann"))["numbers"]["difficulty"] == 2
    yard.gm(do="mettle.zone.move", character=yard.who("Cai"), zone=yard.zone("Left range"))
    with pytest.raises(Refused, match="own Zone"):
        yard.gm(do="mettle.action.cover", character=yard.who("Ann"), cover="guard", ward=yard.who("Cai"))


def test_whoever_is_to_be_shielded_is_asked_first(yard: Brawl) -> None:
    ana, ben = yard.play("Ana", "Ann"), yard.play("Ben", "Cai")
    guard = {"do": "mettle.action.cover", "cover": "guard", "character": yard.who("Ann")}
    asked = yard.take(ana, **guard, ward=yard.who("Cai")).result["piece"]
    assert (yard.statuses("Ann"), yard.statuses("Cai")) == ({}, {})
    with pytest.raises(Forbidden, match="not yours"):
        yard.take(ana, do="mettle.guard.accept", guard=asked)
    yard.take(ben, do="mettle.guard.accept", guard=asked)
    assert (yard.statuses("Ann"), yard.statuses("Cai")) == ({"Guard Cover": 1}, {"Guarded": 1})
    yard.take(ana, do="mettle.action.cover", character=yard.who("Ann"), cover="none")
    assert (yard.statuses("Ann"), yard.statuses("Cai")) == ({}, {})
    again = yard.take(ana, **guard, ward=yard.who("Cai")).result["piece"]
    yard.take(ben, do="mettle.guard.refuse", guard=again)
    assert "Cai stands alone" in yard.lines("player")[0]
    assert "guard" not in [each["kind"] for each in yard.sees()["pieces"]]


def test_who_leaves_the_table_shields_nobody(yard: Brawl) -> None:
    ann, cai, bog = (yard.who(name) for name in ("Ann", "Cai", "Bog"))
    guard = {"do": "mettle.action.cover", "cover": "guard"}
    yard.gm(**guard, character=ann, ward=cai)
    yard.take(yard.play("Ana", "Ann"), **guard, character=ann, ward=bog)
    yard.gm(do="character.remove", character=ann)
    assert yard.statuses("Cai") == {}
    assert "guard" not in [each["kind"] for each in yard.sees()["pieces"]]


def test_the_gm_answers_for_whoever_has_no_seat_and_a_guard_ends_in_another_zone(yard: Brawl) -> None:
    ana, bog = yard.play("Ana", "Ann"), yard.who("Bog")
    guard = {"do": "mettle.action.cover", "cover": "guard", "character": yard.who("Ann"), "ward": bog}
    yard.gm(do="mettle.guard.accept", guard=yard.take(ana, **guard).result["piece"])
    assert yard.statuses("Bog") == {"Guarded": 1}
    yard.gm(do="mettle.zone.move", character=bog, zone=yard.zone("Left range"))
    assert (yard.statuses("Ann"), yard.statuses("Bog")) == ({}, {})


def test_an_area_attack_meets_everyone_in_the_zone_with_one_score(yard: Brawl) -> None:
    yard.gm(do="mettle.zone.move", character=yard.who("Ann"), zone=yard.zone("Left range"))
    check = yard.call("Ann", "attack", manner="area", aim=yard.zone("Melee"), damage="5", reach=1)
    assert numbers(yard, check)["numbers"]["difficulty"] == 0
    yard.roll(check, 4, 4, 1)
    yard.apply(check)
    assert (yard.mettle("Bog"), yard.mettle("Cai")) == (9 - 4, 9 - 5)


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


def test_ramming_counts_speed(yard: Brawl) -> None:
    yard.gm(do="character.edit", character=yard.who("Ann"), stats={"Speed": 4})
    yard.gm(do="character.edit", character=yard.who("Bog"), stats={"Speed": 2})
    check = yard.call("Ann", "attack", "Bog", manner="vehicle")
    assert numbers(yard, check)["numbers"]["difficulty"] == 2
    yard.roll(check, 1, 1, 4, 4, 4)
    yard.apply(check)
    assert (yard.mettle("Bog"), yard.mettle("Ann")) == (9 - (3 + 4 + 3 - 3), 10 - 2)


def test_a_charge_is_free_and_an_obstacle_takes_a_move(yard: Brawl) -> None:
    left, middle = yard.zone("Left range"), yard.zone("Melee")
    yard.gm(do="mettle.zone.move", character=yard.who("Ann"), zone=left)
    yard.gm(do="mettle.zone.scenery", zone=middle, name="Hedge", what="obstacle", difficulty=3)
    with pytest.raises(Refused, match="Hedge is in the way; that takes a Move"):
        yard.gm(do="mettle.zone.move", character=yard.who("Ann"), zone=middle)
    yard.does("Ann", "move", aim=middle, dice=[1, 2, 4, 4])
    (ann,) = [each for each in yard.sees()["cast"] if each["name"] == "Ann"]
    assert ann["zone"] == middle


def test_climbing_a_creature_is_against_its_poise_and_a_vehicle_against_its_speed(yard: Brawl) -> None:
    assert numbers(yard, yard.call("Ann", "move", "Bog", manner="climbing"))["numbers"]["difficulty"] == 3
    yard.character("Truck", kind="npc", stats={"FRAME": 9, "Speed": 5}, visibility="shown")
    onto = yard.call("Ann", "move", "Truck", manner="climbing")
    assert numbers(yard, onto)["numbers"]["difficulty"] == 5
    assert numbers(yard, onto)["intent"] == "Move onto Truck (climbing)"


def test_what_is_in_vain_is_refused_with_the_reason(yard: Brawl) -> None:
    """Nobody who stands is healed; nobody is Rattled twice at once."""
    heal = yard.call("Ann", "heal", "Cai")
    assert numbers(yard, heal)["blocked"] == ["Heal: only at 0 Mettle or below"]
    with pytest.raises(Refused, match="only at 0 Mettle"):
        yard.roll(heal, 1, 2, 3)
    yard.gm(do="mettle.hurt", character=yard.who("Cai"), by=9)
    assert yard.roll(heal, 1, 2, 3).result["success"]
    yard.gm(do="mettle.status.add", character=yard.who("Bog"), name="Rattled")
    assert numbers(yard, yard.call("Ann", "rattle", "Bog"))["blocked"] == [
        "Rattled: not again until that is over"
    ]


def test_nobody_moves_further_than_speed_in_a_fight(yard: Brawl) -> None:
    ann, right = yard.who("Ann"), yard.zone("Right range")
    yard.gm(do="mettle.zone.move", character=ann, zone=yard.zone("Left range"))
    yard.gm(do="mettle.initiative.start", first=ann)
    with pytest.raises(Refused, match="Speed 1 leaves 1 Zones this Round, not 2"):
        yard.gm(do="mettle.zone.move", character=ann, zone=right)
    yard.gm(do="mettle.zone.move", character=ann, zone=yard.zone("Melee"))
    with pytest.raises(Refused, match="leaves 0 Zones"):
        yard.gm(do="mettle.zone.move", character=ann, zone=right)
    yard.gm(do="mettle.zone.move", character=ann, zone=right, free=True)


def test_the_slow_take_two_rounds_for_a_zone(yard: Brawl) -> None:
    ann, bog = yard.who("Ann"), yard.who("Bog")
    yard.gm(do="character.edit", character=ann, stats={"Speed": "1/2"})
    yard.gm(do="mettle.initiative.start", first=ann, combatants=[ann, bog])
    move = {"do": "mettle.zone.move", "character": ann, "zone": yard.zone("Left range")}
    assert "another Round" in yard.gm(**move).summary
    with pytest.raises(Refused, match="used up this Round"):
        yard.gm(**move)
    yard.gm(do="mettle.initiative.act", character=ann, targets=[bog])
    yard.gm(do="mettle.initiative.act", character=bog, targets=[ann])
    yard.gm(do="mettle.initiative.round")
    yard.gm(**move)
    (seen,) = [each for each in yard.sees()["cast"] if each["name"] == "Ann"]
    assert seen["zone"] == yard.zone("Left range")


def test_a_sneak_for_surprise_leaves_them_without_an_action(yard: Brawl) -> None:
    yard.does("Ann", "sneak", "Bog", manner="surprise", dice=[1, 2, 4, 4])
    assert yard.statuses("Bog") == {"Surprised": 1}
    yard.gm(do="mettle.initiative.start", first=yard.who("Ann"))
    yard.does("Ann", "attack", "Bog", dice=[1, 2, 1, 1, 1])
    assert yard.mettle("Bog") == 9 - 2
    with pytest.raises(Refused, match="is surprised"):
        yard.gm(do="mettle.initiative.pass", character=yard.who("Bog"))


def test_the_highest_motive_of_a_group_is_what_a_sneak_meets(yard: Brawl) -> None:
    check = yard.call("Cai", "sneak", "Bog", "Ann")
    assert numbers(yard, check)["numbers"]["difficulty"] == 4


def test_the_group_sneaks_with_its_lowest_pool(yard: Brawl) -> None:
    party = [yard.who("Ann"), yard.who("Cai")]
    made = yard.gm(do="mettle.action.sneak", characters=party, foes=[yard.who("Bog")])
    seen = numbers(yard, made.result["check"])
    assert seen["character"] == yard.who("Cai")
    assert (seen["numbers"]["pool"], seen["numbers"]["difficulty"]) == (2, 3)


def test_a_sway_is_noted_and_harder_to_undo_if_the_gm_says_so(yard: Brawl) -> None:
    yard.does("Ann", "sway", "Bog", about="The bridge is safe", dice=[1, 2, 4, 4, 4])
    assert yard.statuses("Bog") == {"Convinced": 3}
    check = yard.call("Cai", "sway", "Bog")
    (offered,) = numbers(yard, check)["offered"]
    yard.gm(do="check.edit", check=check, uses={offered["key"]: "difficulty"})
    assert numbers(yard, check)["numbers"]["difficulty"] == 6


def test_a_know_of_a_fact_waits_for_its_difficulty(yard: Brawl) -> None:
    check = yard.call("Ann", "know", about="what car the part fits")
    assert numbers(yard, check)["waits"] == "The GM has yet to set: Difficulty."
    yard.gm(do="check.edit", check=check, difficulty=3, attribute="CALLING")
    assert yard.roll(check, 1, 2, 4, 4, 4, 4).result["success"]


def test_a_trivial_use_takes_the_action_and_no_check(yard: Brawl) -> None:
    yard.gm(do="mettle.initiative.start", first=yard.who("Ann"))
    yard.gm(do="mettle.action.use", character=yard.who("Ann"), what="the lever")
    assert yard.piece("fight")["phase"] == "passing"


def test_a_project_fills_by_edge_and_starts_again_on_a_failure(yard: Brawl) -> None:
    clocks = yard.gm(do="mettle.project.add", name="Engine", difficulty=3, edge=6).result["clocks"]
    use = {"targets": clocks, "attribute": "MOTIVE"}
    yard.does("Ann", "use", dice=[1, 2, 4, 4], **use)
    (clock,) = yard.sees()["clocks"]
    assert (clock["kind"], clock["filled"]) == ("project", 2)
    yard.does("Ann", "use", dice=[1, 1, 4, 4], **use)
    assert yard.sees()["clocks"][0]["filled"] == 0


def test_a_project_is_split_among_helpers(yard: Brawl) -> None:
    parts = [{"name": "Pistons", "difficulty": 2, "edge": 4}, {"name": "Wires", "difficulty": 4, "edge": 2}]
    split = {"do": "mettle.project.add", "name": "Engine", "difficulty": 3, "edge": 6}
    made = yard.gm(**split, parts=parts).result["clocks"]
    clocks = [(clock["name"], clock["segments"]) for clock in yard.sees()["clocks"]]
    assert clocks == [("Pistons", 4), ("Wires", 2)]
    check = yard.call("Ann", "use", attribute="MOTIVE", targets=[made[1]])
    assert numbers(yard, check)["numbers"]["difficulty"] == 4
    with pytest.raises(Refused, match="6 Edge together"):
        yard.gm(**split, parts=parts[:1])


def test_a_twist_rerolls_edge_once_if_both_agree(yard: Brawl) -> None:
    """5 dice against MOTIVE 3: [1, 4, 4, 5, 6] fails; the four again as [1, 3, 5, 5] give 5/2."""
    ana = yard.play("Ana", "Ann")
    yard.gm(do="mettle.initiative.start", first=yard.who("Ann"))
    check = yard.call("Ann", "rattle", "Bog")
    yard.roll(check, 1, 4, 4, 5, 6)
    with pytest.raises(Refused, match="Nobody has offered"):
        yard.take(ana, do="mettle.twist.accept", check=check)
    yard.gm(do="mettle.twist.offer", check=check, text="Delay: lose the next Action", delay=True)
    yard.take(ana, do="mettle.twist.accept", check=check, dice=[1, 3, 5, 5])
    seen = numbers(yard, check)
    assert (seen["result"]["success"], seen["result"]["data"]["score"]) == (True, 5)
    yard.apply(check)
    assert yard.statuses("Bog") == {"Rattled": 3}
    ann = next(each for each in yard.piece("fight")["combatants"] if each["character"] == yard.who("Ann"))
    assert ann["state"] == "delayed"
    with pytest.raises(Refused, match="not twisted yet"):
        yard.gm(do="mettle.twist.offer", check=check, text="again")


def test_a_twist_may_be_refused_and_belongs_to_who_rolled(yard: Brawl) -> None:
    ben = yard.play("Ben", "Cai")
    check = yard.call("Ann", "rattle", "Bog")
    yard.roll(check, 1, 4, 4, 5, 6)
    yard.gm(do="mettle.twist.offer", check=check, text="a friend takes offence")
    with pytest.raises(Forbidden, match="Only the seat"):
        yard.take(ben, do="mettle.twist.accept", check=check)
    yard.gm(do="mettle.twist.refuse", check=check)
    assert [each for each in yard.sees()["pieces"] if each["kind"] == "twist"] == []


def twists(yard: Brawl) -> list[str]:
    """Whose failed Checks the GM may still twist."""
    return [check.who for check, _, _ in on_the_desk(yard.view())]


def test_a_twist_is_off_once_what_follows_was_applied(yard: Brawl) -> None:
    yard.gm(do="mettle.travel.map", name="The island", stops=["Bay", "Temple"])
    yard.gm(do="mettle.travel.path", one="Bay", other="Temple", difficulty=5)
    check = yard.gm(do="mettle.travel.go", stop="Temple", character=yard.who("Ann")).result["check"]
    yard.roll(check, 1, 1, 5, 6)
    yard.gm(do="mettle.twist.offer", check=check, text="lose supplies or goods")
    assert twists(yard) == ["Ann"]
    yard.apply(check)
    assert (twists(yard), [each for each in yard.sees()["pieces"] if each["kind"] == "twist"]) == ([], [])


def test_only_somebodys_last_roll_waits_for_a_twist(yard: Brawl) -> None:
    yard.roll(yard.call("Ann", "rattle", "Bog"), 1, 4, 4, 5, 6)
    yard.roll(yard.call("Cai", "rattle", "Bog"), 1, 4, 4)
    assert twists(yard) == ["Ann", "Cai"]
    yard.roll(yard.call("Ann", "use", attribute="MOTIVE", difficulty=1), 3, 3, 3, 3)
    assert twists(yard) == ["Cai"]


def test_a_delay_without_a_fight_is_a_status(yard: Brawl) -> None:
    check = yard.call("Ann", "rattle", "Bog")
    yard.roll(check, 1, 4, 4, 5, 6)
    yard.gm(do="mettle.twist.offer", check=check, text="Delay", delay=True)
    yard.gm(do="mettle.twist.accept", check=check, dice=[4, 4, 4, 4])
    assert yard.statuses("Ann") == {"Delayed": 1}


def test_a_player_cannot_aim_at_what_is_hidden(yard: Brawl) -> None:
    ana = yard.play("Ana", "Ann")
    dun = yard.character("Dun", kind="npc", stats={"Threat": "2D+1"})
    with pytest.raises(Missing):
        yard.take(ana, do="check.call", action="attack", foes=[dun])
    check = yard.call("Ann", "attack", "Dun")
    seen = next(each for each in yard.sees("player")["checks"] if each["id"] == check)
    assert seen["foes"] == []


def test_a_player_attacks_in_one_step_and_rolls(yard: Brawl) -> None:
    ana = yard.play("Ana", "Ann")
    check = yard.take(ana, do="check.call", action="attack", foes=[yard.who("Bog")]).result["check"]
    yard.rolls(1, 2, 4, 5, 6)
    assert yard.take(ana, do="check.roll", check=check).result["success"]


def test_a_shot_into_the_dark_is_harder(yard: Brawl) -> None:
    yard.gm(do="mettle.zone.move", character=yard.who("Bog"), zone=yard.zone("Right range"))
    yard.gm(do="mettle.zone.light", zone=yard.zone("Right range"), light="total-dark")
    check = yard.call("Ann", "attack", "Bog", manner="ranged", reach=2)
    assert numbers(yard, check)["numbers"]["difficulty"] == 3 + 4


def test_the_odds_say_what_a_twist_would_save(yard: Brawl) -> None:
    """One die against 1: half at once, half of the rest by a Twist."""
    check = yard.call("Ann", "use", attribute="POISE", pool=1, difficulty=1)
    odds = [(each["name"], each["chance"]) for each in numbers(yard, check)["odds"]["outcomes"]]
    assert odds == [("Success", 0.5), ("By a Twist", 0.25), ("Failure", 0.25)]
