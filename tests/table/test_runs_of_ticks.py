"""Ticks of one clock by one person are one line of the journal, and are taken back one by one."""

from datetime import timedelta

import pytest

from tests.table.oak import Oak
from webapp.state.audience import GM, PLAYER, Audience
from webapp.table import recent_entries
from webapp.views.journal import journal_lines


@pytest.fixture(autouse=True)
def _time_to_tick(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the machine takes, the ticks come within ten seconds."""
    monkeypatch.setattr(recent_entries, "WITHIN", timedelta(hours=1))


def read_journal(oak: Oak, audience: Audience = GM) -> list[tuple[str, bool]]:
    """Return the newest lines as a page prints them, and whether each continues the one below."""
    return [(line.words, line.goes_on) for line in journal_lines(oak.state(), audience)]


def test_three_ticks_say_together_how_far_they_went(oak: Oak) -> None:
    alarm = oak.clock("Alarm", 6)
    for _ in range(3):
        oak.gm(do="clock.tick", clock=alarm)
    assert read_journal(oak)[:3] == [
        ("Alarm: +3, now 3 of 6", True),
        ("Alarm: +2, now 2 of 6", True),
        ("Alarm: +1, now 1 of 6", False),
    ]
    assert read_journal(oak, PLAYER)[0] == ("Alarm: +3, now 3 of 6", True)
    assert oak.lines()[0] == "Alarm: +1, now 3 of 6"


def test_undo_takes_them_one_by_one(oak: Oak) -> None:
    alarm = oak.clock("Alarm", 6)
    for _ in range(3):
        oak.gm(do="clock.tick", clock=alarm)
    assert oak.gm(do="undo").summary == "Undid Alarm +1 (2 of 6)"


def test_what_lies_between_begins_another_line(oak: Oak) -> None:
    alarm, fire = oak.clock("Alarm", 6), oak.clock("Fire", 6)
    for clock in (alarm, fire, alarm):
        oak.gm(do="clock.tick", clock=clock)
    assert [goes_on for _, goes_on in read_journal(oak)[:3]] == [False, False, False]


def test_another_hand_on_the_same_clock_begins_another_line(oak: Oak) -> None:
    alarm = oak.clock("Alarm", 6, shared=True)
    ana, ben = oak.sit("Ana"), oak.sit("Ben")
    oak.gm(do="clock.tick", clock=alarm)
    for actor in (ana, ana, ben):
        oak.dispatch(actor, do="clock.tick", clock=alarm)
    assert read_journal(oak)[:4] == [
        ("Alarm: +1, now 4 of 6", False),
        ("Alarm: +2, now 3 of 6", True),
        ("Alarm: +1, now 2 of 6", False),
        ("Alarm: +1, now 1 of 6", False),
    ]


def test_after_ten_seconds_it_is_another_line(oak: Oak, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recent_entries, "WITHIN", timedelta(0))
    alarm = oak.clock("Alarm", 6)
    oak.gm(do="clock.tick", clock=alarm)
    oak.gm(do="clock.tick", clock=alarm)
    assert read_journal(oak)[0] == ("Alarm: +1, now 2 of 6", False)


def test_a_tick_with_a_reason_is_told_by_itself(oak: Oak) -> None:
    alarm = oak.clock("Alarm", 6)
    oak.gm(do="clock.tick", clock=alarm)
    oak.gm(do="clock.tick", clock=alarm, because="a lamp shatters")
    assert read_journal(oak)[0] == ("Alarm: +1, now 2 of 6", False)


def test_who_knows_a_word_alone_reads_no_number(oak: Oak) -> None:
    alarm = oak.clock("Alarm", 3, visibility="masked")
    for _ in range(3):
        oak.gm(do="clock.tick", clock=alarm)
    assert all("+" not in words and not goes_on for words, goes_on in read_journal(oak, PLAYER))
