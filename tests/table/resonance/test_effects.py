"""What an effect gives, and one roll at several targets."""

from tests.table.resonance.rolling import apply, attack, call, lines, roll, view
from tests.table.resonance.sparks import Sparks


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
    sparks.oak.dispatch(sparks.sam(), do="resonance.pool.spend", character=sparks.rook, tag="Ward")
    assert lines(sparks) == ["Sparks loses 6 HP"]


def test_apply_all_does_what_fits_and_says_what_was_lost(sparks: Sparks) -> None:
    sparks.give("Curse", 5)
    check = attack(sparks, gives="curse")
    roll(sparks, check, 6, 2)
    done = sparks.gm(do="check.resolve", check=check)
    assert done.summary.startswith("Captain hits Sparks: 3 HP, now 7; ")
    assert "Sparks: 1 Curse not added, since a pool holds at most 5 Curse tags" in done.summary
    assert (sparks.left()[0], sparks.pool()) == (7, {"Curse": 5})
    sparks.gm(do="undo")
    assert (sparks.left()[0], sparks.pool()) == (10, {"Curse": 5})
