"""Doubles explode, and a Critical has a choice."""

import pytest

from tests.table.resonance.rolling import apply, attack, call, lines, roll
from tests.table.resonance.sparks import Sparks
from webapp.table.refusals import Refused


def test_doubles_explode_and_a_critical_may_double_the_loss(sparks: Sparks) -> None:
    check = attack(sparks)
    result = roll(sparks, check, 5, 5, 4, 9)
    assert (result["label"], result["data"]["sr"]) == ("Critical success", 14)  # 20 against 9
    sparks.gm(do="resonance.critical", check=check, pick="value_loss")
    assert sparks.oak.lines("player")[0] == "Captain, “Attack on Sparks”: Critical, double loss"
    assert lines(sparks) == ["Sparks loses 22 HP"]
    with pytest.raises(Refused, match="already been spent: double loss"):
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


def test_a_super_critical_takes_one_off_the_situation(sparks: Sparks) -> None:
    sparks.oak.clock("Get in", 3, kind="situation", direction="drain")
    check = call(sparks, tn=9)
    assert roll(sparks, check, 10, 10, 9, 9, 1, 2)["label"] == "Super Critical success"
    apply(sparks, check)
    assert sparks.oak.sees()["clocks"][0]["filled"] == 2
