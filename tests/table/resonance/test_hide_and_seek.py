"""Out of sight: the number to find somebody by, which players do not see."""

from tests.table.resonance.rolling import apply, attack, call, counted, lines, roll, view
from tests.table.resonance.sparks import Sparks


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
