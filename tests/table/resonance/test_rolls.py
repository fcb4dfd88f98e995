"""Rolls at the table: what helps and hinders both sides, what the dice use up, what they propose."""

from typing import Any

import pytest

from tests.table.resonance.sparks import Sparks
from webapp.table.refusals import Forbidden, Refused


def call(sparks: Sparks, who: int | None = None, **fields: Any) -> int:
    sent = {"character": who or sparks.sparks, "stat": "technique", **fields}
    check: int = sparks.gm(do="check.call", **sent).result["check"]
    return check


def attack(sparks: Sparks, **fields: Any) -> int:
    """The Captain at Sparks: level 2, Power 4, against Resistance 9."""
    return call(sparks, sparks.captain, roll="attack", stat="power", target=sparks.sparks, **fields)


def view(sparks: Sparks, check: int, who: str = "gm") -> dict[str, Any]:
    return next(each for each in sparks.oak.sees(who)["checks"] if each["id"] == check)


def lines(sparks: Sparks) -> list[str]:
    """What waits for the GM, in words."""
    return [each.words for each in sparks.oak.view().proposals]


def roll(sparks: Sparks, check: int, *dice: int) -> dict[str, Any]:
    sparks.dice = list(dice)
    result: dict[str, Any] = sparks.gm(do="check.roll", check=check).result
    return result


def apply(sparks: Sparks, check: int) -> None:
    sparks.gm(do="check.resolve", check=check)


def counted(sparks: Sparks, check: int) -> list[tuple[str, str]]:
    return [(each["name"], each["modifier"]) for each in view(sparks, check)["counted"]]


def test_an_effort_roll_takes_off_a_clock_what_it_has_above_the_tn(sparks: Sparks) -> None:
    door = sparks.oak.clock("Door", 8, kind="task", direction="drain")
    check = call(sparks, tn=12, targets=[door])
    assert roll(sparks, check, 9, 3)["label"] == "Success"  # 9 + 2 + 3 = 14
    apply(sparks, check)
    assert sparks.oak.sees()["clocks"][0]["filled"] == 6


def test_meeting_the_tn_is_not_enough(sparks: Sparks) -> None:
    assert roll(sparks, call(sparks, tn=14), 9, 3)["success"] is False


def test_nobody_rolls_before_stat_and_number_are_set(sparks: Sparks) -> None:
    check = sparks.gm(do="check.call", character=sparks.sparks).result["check"]
    with pytest.raises(Refused, match="Still to be set: the stat, the TN"):
        sparks.gm(do="check.roll", check=check)
    sparks.gm(do="check.edit", check=check, stat="wit", tn=9)
    assert roll(sparks, check, 9, 3)["success"] is True


def test_an_effect_is_held_against_the_targets_resistance_and_proposes_the_loss(sparks: Sparks) -> None:
    check = attack(sparks)
    assert view(sparks, check)["numbers"]["against"] == 9
    roll(sparks, check, 6, 2)  # 6 + 2 + 4 = 12
    [line] = lines(sparks)
    assert line == "Sparks loses 3 HP"
    apply(sparks, check)
    assert sparks.left()[0] == 7


def test_doubles_explode_and_a_critical_may_double_the_loss(sparks: Sparks) -> None:
    check = attack(sparks)
    result = roll(sparks, check, 5, 5, 4, 9)
    assert (result["label"], result["data"]["sr"]) == ("Critical success", 14)  # 20 against 9
    sparks.gm(do="resonance.critical", check=check, pick="value_loss")
    assert lines(sparks) == ["Sparks loses 22 HP"]
    with pytest.raises(Refused, match="spent already: value loss"):
        sparks.gm(do="resonance.critical", check=check, pick="edge")


@pytest.mark.parametrize(("pick", "tag"), [("edge", "Weaken"), ("point", "Blight"), ("surface", "Daze")])
def test_a_critical_gives_the_target_a_tag(sparks: Sparks, pick: str, tag: str) -> None:
    check = attack(sparks)
    roll(sparks, check, 1, 1, 2, 3)
    sparks.gm(do="resonance.critical", check=check, pick=pick)
    apply(sparks, check)
    assert sparks.pool() == {tag: 1}


def test_a_critical_restore_fills_a_value(sparks: Sparks) -> None:
    sparks.set(hp=2)
    check = call(sparks, tn=9)
    roll(sparks, check, 3, 3, 2, 9)
    sparks.gm(do="resonance.critical", check=check, pick="restore")
    apply(sparks, check)
    assert sparks.left()[0] == 10


def test_without_a_double_there_is_no_choice(sparks: Sparks) -> None:
    check = attack(sparks)
    roll(sparks, check, 6, 2)
    with pytest.raises(Refused, match="Only a Critical"):
        sparks.gm(do="resonance.critical", check=check, pick="edge")


def test_with_disadvantage_a_one_in_the_first_pair_is_a_miss(sparks: Sparks) -> None:
    sparks.give("Curse", 2)
    check = call(sparks, tn=3)
    assert counted(sparks, check) == [("Curse", "disadvantage")]
    assert roll(sparks, check, 9, 1)["outcome"] == "miss"
    assert sparks.pool() == {"Curse": 1}


def test_advantage_and_disadvantage_are_listed_and_cancel(sparks: Sparks) -> None:
    sparks.give("Curse")
    sparks.give("Bless")
    check = call(sparks, tn=9)
    assert view(sparks, check)["numbers"]["mode"] == "disadvantage"
    assert sparks.offers() == ["Bless"]
    sparks.oak.take(sparks.alex(), do="resonance.pool.spend", character=sparks.sparks, tag="Bless")
    assert counted(sparks, check) == [("Curse", "disadvantage"), ("Bless", "advantage")]
    assert view(sparks, check)["numbers"]["mode"] == "normal"
    assert "Advantage and Disadvantage cancel" in view(sparks, check, "player")["dice"]


def test_range_beyond_touch_has_disadvantage_and_aiming_cancels_it(sparks: Sparks) -> None:
    check = attack(sparks, band="far")
    assert view(sparks, check)["numbers"]["mode"] == "disadvantage"
    assert "Range: Disadvantage, beyond Touch: Far." in view(sparks, check, "player")["notes"]
    sparks.gm(do="check.edit", check=check, aimed=True)
    assert view(sparks, check)["numbers"]["mode"] == "normal"
    sparks.gm(do="check.edit", check=check, band="touch", aimed=False)
    assert view(sparks, check)["numbers"]["mode"] == "normal"
    sparks.gm(do="check.edit", check=check, band="near")
    roll(sparks, check, 6, 2)
    assert counted(sparks, check) == [("Range", "disadvantage")]


@pytest.mark.parametrize(
    ("condition", "modifier"),
    [("Cover", "disadvantage"), ("Exposed", "advantage"), ("Submerged", "disadvantage")],
)
def test_what_the_target_is_in_counts_for_the_attacker(sparks: Sparks, condition: str, modifier: str) -> None:
    sparks.gm(do="condition.add", character=sparks.sparks, name=condition)
    check = attack(sparks)
    assert view(sparks, check)["numbers"]["mode"] == modifier


@pytest.mark.parametrize("condition", ["Prone", "Submerged", "Exhausted"])
def test_what_one_is_in_oneself_hinders(sparks: Sparks, condition: str) -> None:
    sparks.gm(do="condition.add", character=sparks.sparks, name=condition)
    assert counted(sparks, call(sparks, tn=9)) == [(condition, "disadvantage")]


def test_high_ground_helps_ranged_effects_alone(sparks: Sparks) -> None:
    sparks.gm(do="condition.add", character=sparks.captain, name="High Ground")
    assert counted(sparks, attack(sparks)) == []
    assert ("High Ground", "advantage") in counted(sparks, attack(sparks, band="near"))


def test_the_unconscious_cannot_act_and_the_hidden_cannot_be_aimed_at(sparks: Sparks) -> None:
    sparks.gm(do="resonance.hide", character=sparks.sparks, tn=14)
    assert "Hidden" in view(sparks, attack(sparks))["blocked"][0]
    sparks.set(hp=0)
    for roll in ("effort", "reaction"):
        check = call(sparks, tn=9, roll=roll)
        with pytest.raises(Refused, match="Unconscious"):
            sparks.gm(do="check.roll", check=check)


def test_silenced_forbids_innate_keywords(sparks: Sparks) -> None:
    sparks.set(ep=0)
    assert view(sparks, call(sparks, tn=9))["blocked"] == []
    assert "Silenced" in view(sparks, call(sparks, tn=9, keywords=True))["blocked"][0]


def test_a_silence_is_said_before_the_roll(sparks: Sparks) -> None:
    sparks.give("Silence")
    check = call(sparks, tn=9, keywords=True)
    assert "Silence: no innate keywords on this action." in view(sparks, check, "player")["notes"]
    roll(sparks, check, 9, 3)
    assert sparks.pool() == {}


def test_mark_helps_an_attack_and_is_used_up_by_it(sparks: Sparks) -> None:
    sparks.give("Mark", 2)
    check = attack(sparks)
    assert counted(sparks, check) == [("Mark", "advantage")]
    roll(sparks, check, 6, 2)
    assert sparks.pool() == {"Mark": 1}


def test_daze_lowers_the_roll_and_weaken_the_resistance(sparks: Sparks) -> None:
    sparks.give("Daze", 2, sparks.captain)
    sparks.give("Weaken", 3)
    check = attack(sparks)
    assert view(sparks, check)["numbers"]["against"] == 6
    assert roll(sparks, check, 6, 2)["data"]["total"] == 10  # 6 - 2 + 2 + 4
    assert sparks.pool(sparks.captain) == {"Daze": 1}
    apply(sparks, check)
    assert (sparks.left()[0], sparks.pool()) == (6, {"Weaken": 2})


def test_blight_bites_as_she_rolls_and_costs_are_paid_with_impair(sparks: Sparks) -> None:
    sparks.give("Blight")
    sparks.give("Impair")
    check = call(sparks, tn=9, sp=1, ep=2)
    result = roll(sparks, check, 9, 3)
    assert [each["says"] for each in result["happened"]] == [
        "Sparks, Blight: 1 HP lost, which nothing prevents.",
        "Sparks, Impair: the action costs 1 SP more, 2 in all.",
        "Sparks: 9 HP left.",
        "Sparks pays 2 SP, 8 left.",
        "Sparks pays 2 EP, 8 left.",
    ]
    assert (sparks.left(), sparks.pool()) == ((9, 8, 8), {})


def test_a_blight_that_takes_the_last_hp_takes_the_roll(sparks: Sparks) -> None:
    sparks.set(hp=1)
    sparks.give("Blight")
    check = call(sparks, tn=9, sp=2)
    result = sparks.gm(do="check.roll", check=check).result
    assert (result["outcome"], sparks.left()) == ("lost", (0, 10, 10))
    assert view(sparks, check)["state"] == "resolved"


def test_a_charge_takes_an_ep_off_what_waits_to_be_paid(sparks: Sparks) -> None:
    sparks.give("Charge")
    check = call(sparks, tn=9, ep=2)
    sparks.spends("Charge")
    roll(sparks, check, 9, 3)
    assert sparks.left()[2] == 9


def test_enhance_after_the_roll_turns_a_failure_and_proposes_anew(sparks: Sparks) -> None:
    sparks.give("Enhance")
    door = sparks.oak.clock("Door", 8, kind="task", direction="drain")
    check = call(sparks, tn=12, targets=[door])
    assert roll(sparks, check, 6, 3)["success"] is False  # 11
    sparks.spends("Enhance")  # Influence 3
    assert view(sparks, check)["result"]["data"]["total"] == 14
    apply(sparks, check)
    assert sparks.oak.sees()["clocks"][0]["filled"] == 6


def test_ward_keeps_what_was_aimed_at_one_away(sparks: Sparks) -> None:
    sparks.give("Ward")
    check = attack(sparks)
    roll(sparks, check, 6, 2)
    sparks.oak.take(sparks.alex(), do="resonance.pool.spend", character=sparks.sparks, tag="Ward")
    assert lines(sparks) == []
    apply(sparks, check)
    assert sparks.left()[0] == 10


def test_a_super_critical_takes_one_off_the_situation(sparks: Sparks) -> None:
    sparks.oak.clock("Get in", 3, kind="situation", direction="drain")
    check = call(sparks, tn=9)
    assert roll(sparks, check, 10, 10, 9, 9, 1, 2)["label"] == "Super Critical success"
    apply(sparks, check)
    assert sparks.oak.sees()["clocks"][0]["filled"] == 2


def test_real_dice_are_taken_as_pairs_and_marked(sparks: Sparks) -> None:
    check = call(sparks, tn=9)
    result = sparks.gm(do="check.roll", check=check, dice=[5, 5, 4, 9]).result
    assert (result["real"], result["data"]["roll"]["dice"]) == (True, [[5, 5], [4, 9]])
    other = call(sparks, tn=9)
    assert sparks.gm(do="check.roll", check=other, dice=[[9, 3]]).result["real"] is True


def test_undo_of_a_whole_check_gives_tags_and_values_back(sparks: Sparks) -> None:
    sparks.give("Blight", who=sparks.captain)
    sparks.give("Mark")
    check = attack(sparks)
    roll(sparks, check, 6, 2)
    apply(sparks, check)
    sparks.gm(do="undo")
    assert (sparks.left(), sparks.pool(), sparks.pool(sparks.captain)) == (
        (10, 10, 10),
        {"Mark": 1},
        {"Blight": 1},
    )
    assert sparks.left(sparks.captain) == (10, 10, 10)


def test_a_player_picks_stat_and_kind_and_rolls_but_does_not_set_the_number(sparks: Sparks) -> None:
    alex = sparks.alex()
    check = sparks.oak.take(alex, do="check.call", intent="The lock", roll="effort", stat="technique").result[
        "check"
    ]
    with pytest.raises(Forbidden):
        sparks.oak.take(alex, do="check.call", intent="Another", tn=3)
    sparks.gm(do="check.edit", check=check, tn=12)
    sparks.dice = [9, 3]
    assert sparks.oak.take(alex, do="check.roll", check=check).result["success"] is True


# ---- hide and seek ---------------------------------------------------------------------------------


def test_the_result_of_a_hide_is_the_number_to_find_her_which_players_do_not_see(sparks: Sparks) -> None:
    check = call(sparks, roll="hide", in_cover=True)
    roll(sparks, check, 9, 3)  # 14
    assert any("14" in line for line in lines(sparks))
    assert view(sparks, check, "player")["result"]["sentences"] == ["9 and 3: out of sight."]
    assert {"sr", "total", "by", "bonus"} & set(view(sparks, check, "player")["result"]["data"]) == set()
    apply(sparks, check)
    assert sparks.conditions() == ["Hidden", "Cover"]
    assert sparks.piece("hiding")["tn"] == 14
    assert "hiding" not in [row["kind"] for row in sparks.oak.sees("player")["pieces"]]
    assert not [line for line in sparks.oak.lines("player") if "14" in line]


def test_a_searcher_must_beat_the_number_and_is_not_told_it(sparks: Sparks) -> None:
    sparks.gm(do="resonance.hide", character=sparks.captain, tn=14)
    check = call(sparks, roll="search", target=sparks.captain)
    assert view(sparks, check)["numbers"]["against"] == 14
    assert "against" not in view(sparks, check, "player")["numbers"]
    roll(sparks, check, 9, 3)  # 14: not enough
    seen = view(sparks, check, "player")
    assert "not found" in seen["result"]["sentences"][0]
    assert "against" not in seen["result"]["data"]
    assert sparks.conditions(sparks.captain) == ["Hidden"]
    own = call(sparks, roll="search", target=sparks.captain)
    sparks.dice = [9, 3]
    answer = sparks.oak.take(sparks.alex(), do="check.roll", check=own).result["data"]
    assert (answer["total"], "against" in answer, "by" in answer) == (14, False, False)
    again = call(sparks, roll="search", target=sparks.captain)
    roll(sparks, again, 10, 3)  # 15
    apply(sparks, again)
    assert sparks.conditions(sparks.captain) == []
    assert not [row for row in sparks.oak.sees()["pieces"] if row["kind"] == "hiding"]


def test_stealth_gives_advantage_to_hide_by_crouching_and_cover(sparks: Sparks) -> None:
    sparks.gm(do="condition.add", character=sparks.sparks, name="Crouching")
    sparks.gm(do="condition.add", character=sparks.sparks, name="Cover")
    check = call(sparks, roll="hide")
    assert counted(sparks, check) == [("Crouching", "advantage"), ("Cover", "advantage")]


def test_an_attack_out_of_hiding_has_advantage_and_ends_it(sparks: Sparks) -> None:
    sparks.gm(do="resonance.hide", character=sparks.captain, tn=12)
    check = attack(sparks, unaware=True)
    assert counted(sparks, check) == [("Hidden", "advantage")]
    roll(sparks, check, 6, 2)
    apply(sparks, check)
    assert sparks.conditions(sparks.captain) == []


# ---- what an effect gives, and several targets -----------------------------------------------------


def test_an_effect_that_gets_through_gives_the_tag_of_its_keyword(sparks: Sparks) -> None:
    check = attack(sparks, gives="blight")
    roll(sparks, check, 6, 2)  # 12 against 9
    assert lines(sparks) == ["Sparks loses 3 HP", "1 Blight for Sparks"]
    apply(sparks, check)
    assert (sparks.left()[0], sparks.pool()) == (7, {"Blight": 1})


def test_rook_gains_an_enhance_by_the_effect_and_loses_nothing(sparks: Sparks) -> None:
    sparks.give("Blight")
    check = call(sparks, roll="effect", stat="influence", target=sparks.rook, gives="enhance")
    roll(sparks, check, 7, 2)  # 12 against 9; the Blight bites as she acts
    assert lines(sparks) == ["1 Enhance for Rook"]
    apply(sparks, check)
    assert (sparks.pool(sparks.rook), sparks.left(sparks.rook)[0]) == ({"Enhance": 1}, 10)
    assert (sparks.pool(), sparks.left()[0]) == ({}, 9)


def test_the_gm_may_let_a_boost_be_as_many_as_the_table_plays_it(sparks: Sparks) -> None:
    check = call(sparks, roll="effect", stat="influence", target=sparks.rook, gives="enhance")
    line = roll(sparks, check, 7, 2)["proposals"][0]
    sparks.gm(do="check.resolve", check=check, edits={str(line): {"count": 3}})
    assert sparks.pool(sparks.rook) == {"Enhance": 3}


def test_an_effect_that_takes_nothing_gives_its_tag_alone(sparks: Sparks) -> None:
    check = attack(sparks, gives="bind", value="none")
    roll(sparks, check, 6, 2)
    assert lines(sparks) == ["1 Bind for Sparks"]


def test_one_roll_is_held_against_the_resistance_of_each(sparks: Sparks) -> None:
    sparks.give("Weaken", 2, sparks.rook)
    check = attack(sparks, others=[sparks.rook], gives="curse")  # Resistance 9, and 9 less 2
    result = roll(sparks, check, 5, 2)  # 11
    assert result["data"]["others"][0]["by"] == 4
    assert lines(sparks) == [
        "Sparks loses 2 HP",
        "1 Curse for Sparks",
        "Rook loses 4 HP",
        "1 Curse for Rook",
    ]
    assert view(sparks, check, "player")["result"]["sentences"][1] == "Rook: 11 against 7: success by 4."
    apply(sparks, check)
    assert (sparks.left()[0], sparks.left(sparks.rook)[0]) == (8, 6)
    assert sparks.pool(sparks.rook) == {"Curse": 1, "Weaken": 1}


def test_what_one_target_hides_behind_does_not_help_another(sparks: Sparks) -> None:
    sparks.gm(do="condition.add", character=sparks.sparks, name="Cover")
    check = attack(sparks, others=[sparks.rook])
    result = roll(sparks, check, 8, 1)  # Sparks: a Miss; Rook, by the Main die: 14 against 9
    assert (result["label"], result["success"]) == ("Success", True)
    assert lines(sparks) == ["Rook loses 5 HP"]


def test_every_target_of_an_attack_uses_up_a_mark_and_a_critical_marks_all_it_hit(sparks: Sparks) -> None:
    for who in (sparks.sparks, sparks.rook):
        sparks.give("Mark", 1, who)
    check = attack(sparks, others=[sparks.rook])
    roll(sparks, check, 3, 3, 4, 9)
    assert (sparks.pool(), sparks.pool(sparks.rook)) == ({}, {})
    sparks.gm(do="resonance.critical", check=check, pick="surface")
    apply(sparks, check)
    assert (sparks.pool(), sparks.pool(sparks.rook)) == ({"Daze": 1}, {"Daze": 1})


def test_a_ward_keeps_one_target_out_of_it_and_not_the_other(sparks: Sparks) -> None:
    sparks.give("Ward", 1, sparks.rook)
    check = attack(sparks, others=[sparks.rook])
    roll(sparks, check, 9, 2)
    sparks.oak.take(sparks.sam(), do="resonance.pool.spend", character=sparks.rook, tag="Ward")
    assert lines(sparks) == ["Sparks loses 6 HP"]


def test_apply_all_does_what_fits_and_says_what_was_lost(sparks: Sparks) -> None:
    sparks.give("Curse", 5)
    check = attack(sparks, gives="curse")
    roll(sparks, check, 6, 2)
    done = sparks.gm(do="check.resolve", check=check)
    assert "Sparks loses 3 HP, 7 left." in done.summary
    assert "Sparks, 1 Curse lost: nobody holds more than 5 Curse." in done.summary
    assert (sparks.left()[0], sparks.pool()) == (7, {"Curse": 5})
    sparks.gm(do="undo")
    assert (sparks.left()[0], sparks.pool()) == (10, {"Curse": 5})
