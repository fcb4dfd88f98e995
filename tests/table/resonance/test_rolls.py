"""Rolls at the table: what is rolled against what, what helps and hinders, what forbids it."""

import pytest

from tests.table.resonance.rolling import apply, attack, call, counted, lines, roll, view
from tests.table.resonance.sparks import Sparks
from webapp.table.refusals import Forbidden, Missing, Refused


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
    with pytest.raises(Refused, match="The GM still has to set the stat and the TN"):
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
    sparks.oak.dispatch(sparks.alex(), do="resonance.pool.spend", character=sparks.sparks, tag="Bless")
    assert counted(sparks, check) == [("Curse", "disadvantage"), ("Bless", "advantage")]
    assert view(sparks, check)["numbers"]["mode"] == "normal"
    assert "Advantage and Disadvantage cancel" in view(sparks, check, "player")["dice"]


def test_range_beyond_touch_has_disadvantage_and_aiming_cancels_it(sparks: Sparks) -> None:
    check = attack(sparks, band="far")
    assert view(sparks, check)["numbers"]["mode"] == "disadvantage"
    assert "Range: Disadvantage, at Far range." in view(sparks, check, "player")["notes"]
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
    for kind in ("effort", "reaction"):
        check = call(sparks, tn=9, roll=kind)
        with pytest.raises(Refused, match="Unconscious"):
            sparks.gm(do="check.roll", check=check)


def test_silenced_forbids_innate_keywords(sparks: Sparks) -> None:
    sparks.set(ep=0)
    assert view(sparks, call(sparks, tn=9))["blocked"] == []
    assert "Silenced" in view(sparks, call(sparks, tn=9, keywords=True))["blocked"][0]


def test_real_dice_are_taken_as_pairs_and_marked(sparks: Sparks) -> None:
    check = call(sparks, tn=9)
    result = sparks.gm(do="check.roll", check=check, dice=[5, 5, 4, 9]).result
    assert (result["real"], result["data"]["roll"]["dice"]) == (True, [[5, 5], [4, 9]])
    other = call(sparks, tn=9)
    assert sparks.gm(do="check.roll", check=other, dice=[[9, 3]]).result["real"] is True


def test_a_player_picks_stat_and_kind_and_rolls_but_does_not_set_the_number(sparks: Sparks) -> None:
    alex = sparks.alex()
    check = sparks.oak.dispatch(
        alex, do="check.call", intent="The lock", roll="effort", stat="technique"
    ).result["check"]
    with pytest.raises(Forbidden):
        sparks.oak.dispatch(alex, do="check.call", intent="Another", tn=3)
    sparks.gm(do="check.edit", check=check, tn=12)
    sparks.dice = [9, 3]
    assert sparks.oak.dispatch(alex, do="check.roll", check=check).result["success"] is True


def test_nobody_is_aimed_at_who_is_not_there(sparks: Sparks) -> None:
    with pytest.raises(Missing, match="no such character"):
        sparks.gm(do="check.call", character=sparks.sparks, roll="attack", stat="force", target=77)


def test_what_nobody_said_is_told_in_the_games_words(sparks: Sparks) -> None:
    check = attack(sparks)
    assert view(sparks, check)["intent"] == "Attack on Sparks"
    sparks.gm(do="check.edit", check=check, target=sparks.rook)
    assert view(sparks, check)["intent"] == "Attack on Rook"
    sparks.gm(do="check.edit", check=check, intent="Shock baton")
    assert view(sparks, check)["intent"] == "Shock baton"
    hidden = sparks.oak.character("Sniper", kind="npc")
    unseen = call(sparks, sparks.captain, roll="attack", stat="power", target=hidden)
    assert view(sparks, unseen)["intent"] == "Attack"
