"""The same press, sent again: done once, answered alike."""

import pytest

from tests.table.oak import Oak
from webapp.table.refusals import Invalid


def test_the_same_press_is_done_once_and_answered_twice(oak: Oak) -> None:
    alarm = oak.clock("Alarm", 6)
    gm = oak.actor("gm")
    first = oak.dispatch(gm, press="p1", do="clock.tick", clock=alarm)
    again = oak.dispatch(gm, press="p1", do="clock.tick", clock=alarm)
    assert again.replayed
    assert again.as_answer() == first.as_answer()
    assert oak.sees()["clocks"][0]["filled"] == 1


def test_the_same_key_with_another_command_is_refused(oak: Oak) -> None:
    alarm = oak.clock("Alarm", 6)
    gm = oak.actor("gm")
    oak.dispatch(gm, press="p1", do="clock.tick", clock=alarm)
    with pytest.raises(Invalid, match="another command"):
        oak.dispatch(gm, press="p1", do="clock.tick", clock=alarm, by=2)


def test_a_replayed_claim_gives_the_same_seat_secret(oak: Oak) -> None:
    guest = oak.actor("player")
    first = oak.dispatch(guest, press="sit", do="seat.claim", name="Ana").result
    again = oak.dispatch(guest, press="sit", do="seat.claim", name="Ana").result
    assert first == again
    assert len(oak.sees()["seats"]) == 1
