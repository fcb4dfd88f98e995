"""Recharge and Recover at the table: what they cost, what they give, the turn they take; the surprised."""

import pytest

from tests.pages.visitor import Visitor
from tests.table.resonance.sparks import Sparks
from tests.table.resonance.test_turns import begin, order
from webapp.table.refusals import Refused


def test_recharge_pays_one_sp_for_wit_in_ep(sparks: Sparks) -> None:
    sparks.set(ep=4)
    sparks.oak.dispatch(sparks.alex(), do="resonance.recharge", character=sparks.sparks, value="ep")
    assert sparks.left() == (10, 9, 6)


def test_recover_removes_as_many_tags_as_the_stat_allows(sparks: Sparks) -> None:
    sparks.give("Curse", 2)
    sparks.give("Daze")
    with pytest.raises(Refused, match="Recover with Brawn removes at most 2 tags"):
        sparks.gm(do="resonance.recover", character=sparks.sparks, stat="brawn", tags=["Curse"] * 3)
    sparks.gm(do="resonance.recover", character=sparks.sparks, stat="brawn", tags=["Curse", "Daze"])
    assert (sparks.pool(), sparks.left()[1]) == ({"Curse": 1}, 9)


def test_a_tag_of_the_tables_own_is_recovered_too(sparks: Sparks) -> None:
    sparks.gm(do="resonance.pool.own", character=sparks.sparks, name="Hexed by the salt of nine seas")
    tags = ["Hexed by the salt of nine seas"]
    sparks.gm(do="resonance.recover", character=sparks.sparks, stat="wit", tags=tags)
    assert sparks.pool() == {}


def test_in_rounds_it_is_the_whole_turn_and_one_undo_brings_it_back(sparks: Sparks) -> None:
    begin(sparks)
    sparks.set(ep=4)
    done = sparks.oak.dispatch(sparks.alex(), do="resonance.recharge", character=sparks.sparks, value="ep")
    assert "Sparks recharges" in done.summary
    assert order(sparks) == [("Rook", "active", 1), ("Captain", "deck", 1), ("Sparks", "done", 0)]
    assert sparks.left()[2] == 6
    sparks.gm(do="undo")
    assert (order(sparks)[0], sparks.left()[2]) == (("Sparks", "active", 3), 4)


def test_it_waits_for_the_own_turn_and_for_nothing_done_on_it(sparks: Sparks) -> None:
    begin(sparks)
    with pytest.raises(Refused, match="not Rook's turn"):
        sparks.gm(do="resonance.recharge", character=sparks.rook, value="sp")
    sparks.gm(do="resonance.round.act")
    with pytest.raises(Refused, match="Sparks has already acted this turn"):
        sparks.gm(do="resonance.recharge", character=sparks.sparks, value="sp")


def test_no_recharge_at_zero_sp(sparks: Sparks) -> None:
    sparks.set(sp=0)
    with pytest.raises(Refused, match="costs 1 SP, with none left"):
        sparks.gm(do="resonance.recharge", character=sparks.sparks, value="sp")


def test_the_unconscious_do_not_recharge(sparks: Sparks) -> None:
    sparks.set(hp=0)
    with pytest.raises(Refused, match="Sparks is unconscious"):
        sparks.gm(do="resonance.recharge", character=sparks.sparks)


def test_the_phone_offers_what_it_would_give_and_which_tags_may_go(sparks: Sparks) -> None:
    sparks.give("Curse", 2)
    alex = Visitor(sparks.oak, "player")
    alex.post(do="seat.claim", name="Alex", character=str(sparks.sparks))
    page = alex.page().text
    assert "Recharge 2 EP: Sparks" in page
    assert "Recover: remove up to 3 (Influence)" in page
    answer = alex.post(do="resonance.recover", character=str(sparks.sparks), stat="influence", tags="Curse")
    assert (answer.status_code, sparks.pool()) == (303, {"Curse": 1})
    begin(sparks, 2, 1)
    assert "own turn, with an action left and before any other action." in alex.page().text


def test_the_surprised_are_picked_as_the_rounds_begin(sparks: Sparks) -> None:
    gm = Visitor(sparks.oak, "gm")
    assert "Mark surprised, then begin rounds" in gm.page().text
    sparks.set(sparks.captain, hp=0)
    sparks.dice = [1]
    gm.post(do="resonance.round.start", surprised=[str(sparks.sparks), str(sparks.captain)])
    assert [name for name, _, _ in order(sparks)] == ["Rook", "Sparks"]
    assert "waits, surprised" in gm.page().text


def test_whoever_is_surprised_reacts_with_disadvantage_in_the_first_round(sparks: Sparks) -> None:
    begin(sparks, 1, 1, surprised=[sparks.sparks])
    asked = {"character": sparks.sparks, "roll": "reaction", "stat": "alacrity", "tn": 9}

    def how() -> str:
        call = sparks.gm(do="check.call", **asked).result["check"]
        row = next(each for each in sparks.oak.sees()["checks"] if each["id"] == call)
        mode: str = row["numbers"]["mode"]
        return mode

    assert how() == "disadvantage"
    sparks.dice = [1, 1]
    for _ in range(3):
        sparks.gm(do="resonance.round.turn")
    assert how() == "normal"
