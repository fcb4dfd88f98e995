"""Rider and mount at the table: who says what happens, and whose pool pays."""

import pytest

from tests.table.resonance.sparks import Sparks
from tests.table.resonance.turning import begin, order, rounds
from webapp.state.audience import Audience, Role
from webapp.table.actor import Actor
from webapp.table.refusals import Forbidden


def test_a_mount_pays_for_its_rider(sparks: Sparks) -> None:
    begin(sparks)
    sparks.gm(do="resonance.round.act", pool=sparks.rook)
    assert order(sparks)[1] == ("Rook", "deck", 0)


def test_a_player_spends_nobodys_actions_but_a_mounts(sparks: Sparks) -> None:
    alex = sparks.alex()
    begin(sparks)
    for pool in (sparks.rook, sparks.captain):
        with pytest.raises(Forbidden, match="cannot lend you actions"):
            sparks.oak.dispatch(alex, do="resonance.round.act", pool=pool)
    sparks.gm(do="resonance.mount", character=sparks.sparks, mount=sparks.rook)
    sparks.oak.dispatch(alex, do="resonance.round.act", pool=sparks.rook)
    assert order(sparks)[1] == ("Rook", "deck", 0)


def test_a_rider_decides_on_the_mounts_turn_too(sparks: Sparks) -> None:
    alex, sam = sparks.alex(), sparks.sam()
    sparks.gm(do="resonance.mount", character=sparks.sparks, mount=sparks.rook)
    begin(sparks, 2, 1)
    sparks.oak.dispatch(alex, do="resonance.round.act", pool=sparks.sparks)
    assert order(sparks)[:2] == [("Rook", "active", 1), ("Sparks", "deck", 2)]
    pair = rounds(sparks, "player")["pair"]
    assert (pair["name"], pair["left"], pair["rides"]) == ("Sparks", 2, True)
    with pytest.raises(Forbidden, match="Your rider decides your actions"):
        sparks.oak.dispatch(sam, do="resonance.round.act")
    sparks.oak.dispatch(alex, do="resonance.round.turn")
    assert rounds(sparks)["pair"]["rides"] is False
    with pytest.raises(Forbidden, match="not your turn"):
        sparks.oak.dispatch(sam, do="resonance.round.act")


def test_a_riders_roll_is_an_action_on_either_turn_paid_from_either_pool(sparks: Sparks) -> None:
    alex = sparks.alex()
    sparks.gm(do="resonance.mount", character=sparks.sparks, mount=sparks.rook)
    begin(sparks, 2, 1)  # Rook, the mount, is first
    for left in ([("Rook", 1), ("Sparks", 2)], [("Rook", 1), ("Sparks", 1)], [("Rook", 1), ("Sparks", 0)]):
        rolls(sparks, alex)
        assert [(name, rest) for name, _, rest in order(sparks)[:2]] == left
    rolls(sparks, alex)
    assert order(sparks)[0] == ("Rook", "active", 0)


def rolls(sparks: Sparks, who: Actor) -> None:
    """Somebody makes an Effort Roll for the own character."""
    check = sparks.oak.dispatch(who, do="check.call", stat="technique", intent="climb").result["check"]
    sparks.gm(do="check.edit", check=check, tn=2)
    sparks.oak.dispatch(who, do="check.roll", check=check, dice=[8, 2])


def test_a_rider_says_when_the_mount_recharges(sparks: Sparks) -> None:
    sparks.gm(do="resonance.mount", character=sparks.sparks, mount=sparks.rook)
    sparks.set(sparks.rook, ep=4)
    recharge = {"do": "resonance.recharge", "character": sparks.rook, "value": "ep"}
    with pytest.raises(Forbidden, match="You cannot decide for"):
        sparks.oak.dispatch(sparks.sam(), **recharge)
    sparks.oak.dispatch(sparks.alex(), **recharge)
    assert sparks.left(sparks.rook) == (10, 9, 5)


def test_who_leaves_the_table_leaves_the_deck_and_whom_they_rode(sparks: Sparks) -> None:
    begin(sparks)
    sparks.gm(do="resonance.mount", character=sparks.sparks, mount=sparks.rook)
    sparks.gm(do="character.remove", character=sparks.sparks)
    assert [name for name, *_ in order(sparks)] == ["Rook", "Captain"]
    assert sparks.conditions(sparks.rook) == []


def test_a_rider_declares_and_rolls_for_the_mount_and_its_player_does_not(sparks: Sparks) -> None:
    alex, sam = sparks.alex(), sparks.sam()
    kick = {"do": "check.call", "character": sparks.rook, "stat": "brawn", "intent": "kick"}
    with pytest.raises(Forbidden, match="You cannot roll for Rook"):
        sparks.oak.dispatch(alex, **kick)
    sparks.gm(do="resonance.mount", character=sparks.sparks, mount=sparks.rook)
    with pytest.raises(Forbidden, match=r"^Sparks controls your character now"):
        sparks.oak.dispatch(sam, **kick)
    check = sparks.oak.dispatch(alex, **kick).result["check"]
    sparks.gm(do="check.edit", check=check, tn=2)
    seat = Audience(Role.PLAYER, alex.seat)
    assert [each.id for each in sparks.oak.view(seat).mine.checks] == [check]
    sparks.oak.dispatch(alex, do="check.roll", check=check, dice=[8, 2])
    asked = sparks.gm(do="check.call", character=sparks.rook, stat="brawn", tn=2).result["check"]
    sparks.oak.dispatch(sam, do="check.roll", check=asked, dice=[8, 2])  # the own dice, where the GM asks


def test_what_a_rider_declares_for_the_mount_is_commanded(sparks: Sparks) -> None:
    alex = sparks.alex()
    sparks.gm(do="resonance.mount", character=sparks.sparks, mount=sparks.rook)
    breathes = {"do": "check.call", "character": sparks.rook, "stat": "force", "keywords": True}
    own, told = sparks.gm(**breathes, tn=9), sparks.oak.dispatch(alex, **breathes)
    sparks.gm(do="check.edit", check=told.result["check"], tn=9)
    ready = {each.id: each.ready for each in sparks.oak.view().checks}
    assert (ready[own.result["check"]], ready[told.result["check"]]) == (False, True)
