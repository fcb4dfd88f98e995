"""A counter goes back by what was applied, whatever came since, unless somebody set it since."""

import pytest
from flask import Flask

from tests.table.mettle.brawl import Brawl, brawl
from tests.table.oak import Oak
from tests.table.resonance.rolling import apply, attack, roll
from tests.table.resonance.sparks import Sparks
from tests.table.resonance.turning import begin, order
from tests.table.test_undo import entry, filled
from webapp.state.audience import GM
from webapp.table.refusals import Refused
from webapp.views.journal import journal_lines


@pytest.fixture
def sparks(app: Flask) -> Sparks:
    return Sparks.open(app)


@pytest.fixture
def yard(app: Flask) -> Brawl:
    return brawl(app)


def _line(sparks: Sparks, words: str) -> int:
    lines = journal_lines(sparks.oak.state(), GM)
    return next(each.id for each in lines if words in each.summary)


def _left(sparks: Sparks) -> dict[str, int]:
    """Everybody's actions left."""
    return {name: left for name, _, left in order(sparks)}


def test_harm_is_taken_back_though_somebody_has_reacted_since(sparks: Sparks) -> None:
    begin(sparks, 3, 1)
    check = attack(sparks)
    roll(sparks, check, 9, 8)
    apply(sparks, check)
    hurt = sparks.left()
    assert hurt[0] < 10
    sparks.gm(do="resonance.round.react", character=sparks.sparks)
    left = _left(sparks)
    sparks.gm(do="undo", entry=_line(sparks, "6 HP, now 4"))
    assert sparks.left()[0] == 10
    assert _left(sparks) == left


def test_actions_left_go_back_by_their_difference(sparks: Sparks) -> None:
    begin(sparks, 1, 1)
    acting = _left(sparks)
    sparks.gm(do="resonance.round.react", character=sparks.rook)
    reacted = sparks.oak.lately()
    sparks.gm(do="resonance.round.act")
    sparks.gm(do="undo", entry=reacted)
    now = _left(sparks)
    assert now["Rook"] == acting["Rook"]
    assert now["Sparks"] == acting["Sparks"] - 1


def test_a_loss_is_given_back_up_to_the_maximum(sparks: Sparks) -> None:
    sparks.gm(do="resonance.value.lose", character=sparks.sparks, amount=4)
    lost = sparks.oak.lately()
    sparks.gm(do="resonance.value.gain", character=sparks.sparks, amount=3)
    sparks.gm(do="undo", entry=lost)
    assert sparks.left()[0] == 10


def test_a_value_that_was_set_since_is_left_and_who_set_it_named(sparks: Sparks) -> None:
    sparks.gm(do="resonance.value.lose", character=sparks.sparks, amount=4)
    lost = sparks.oak.lately()
    sparks.set(hp=2)
    with pytest.raises(Refused, match=r"Can't undo: .* set HP of Sparks to 2 afterwards\."):
        sparks.gm(do="undo", entry=lost)
    sparks.gm(do="undo")
    sparks.gm(do="undo", entry=lost)
    assert sparks.left()[0] == 10


def test_a_clock_that_was_set_since_is_left_and_named(oak: Oak) -> None:
    alarm = oak.clock("Alarm", 6)
    oak.gm(do="clock.tick", clock=alarm)
    oak.gm(do="clock.set", clock=alarm, filled=4)
    with pytest.raises(Refused, match=r"Can't undo: .* set “Alarm” to 4 afterwards\."):
        oak.gm(do="undo", entry=entry(oak, "Alarm: +1, now 1 of 6"))
    assert filled(oak, alarm) == 4


def test_mettle_is_given_back_from_full_whatever_was_lost_since(yard: Brawl) -> None:
    yard.gm(do="mettle.hurt", character=yard.who("Ann"), by=3)
    first = yard.lately()
    yard.gm(do="mettle.hurt", character=yard.who("Ann"), by=2)
    yard.gm(do="undo", entry=first)
    assert yard.mettle("Ann") == 8


def test_a_pool_loses_what_one_gave_and_keeps_what_another_did(sparks: Sparks) -> None:
    sparks.give("Bless")
    given = sparks.oak.lately()
    sparks.give("Bless", 2)
    sparks.gm(do="undo", entry=given)
    assert sparks.pool() == {"Bless": 2}


def test_what_is_done_again_counts_on_from_what_is_there(oak: Oak) -> None:
    alarm = oak.clock("Alarm", 6)
    oak.gm(do="clock.tick", clock=alarm, by=2)
    oak.gm(do="undo")
    assert oak.lines()[0] == "Undid Alarm +2 (0 of 6)"
    assert oak.gm(do="redo").summary == "Redid Alarm +2 (2 of 6)"


def test_who_knows_a_clock_by_a_word_hears_of_an_undo_when_the_word_changes(oak: Oak) -> None:
    alarm = oak.clock("Alarm", 6, visibility="masked")
    oak.gm(do="clock.tick", clock=alarm)
    oak.gm(do="clock.tick", clock=alarm)
    oak.gm(do="undo")
    assert not [line for line in oak.lines("player") if line.startswith("Undid")]
    oak.gm(do="undo")
    assert oak.lines("player")[0] == "Undid Alarm: empty"
