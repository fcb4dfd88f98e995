"""The one road: what a change does, who hears of it, what is refused."""

import pytest

from tests.table.oak import Oak
from webapp.table.refusals import Forbidden, Missing


def test_a_tick_moves_the_clock_and_tells_why(oak: Oak) -> None:
    alarm = oak.clock("Alarm", 6)
    done = oak.gm(do="clock.tick", clock=alarm, by=2, because="a bottle breaks")
    assert done.result == {"clock": alarm, "filled": 2, "segments": 6, "completed": False, "surplus": 0}
    assert oak.lines("player")[0] == "Alarm: +2, now 2 of 6"


def test_a_tick_past_the_end_says_what_did_not_fit(oak: Oak) -> None:
    alarm = oak.clock("Alarm", 4, filled=3)
    done = oak.gm(do="clock.tick", clock=alarm, by=3)
    assert (done.result["filled"], done.result["completed"], done.result["surplus"]) == (4, True, 2)


def test_a_player_may_not_tick_the_gms_clock(oak: Oak) -> None:
    alarm = oak.clock("Alarm")
    with pytest.raises(Forbidden):
        oak.player(do="clock.tick", clock=alarm)


def test_a_secret_clock_is_missing_for_a_player_as_if_it_never_was(oak: Oak) -> None:
    secret = oak.clock("Ambush", visibility="secret")
    with pytest.raises(Missing) as hidden:
        oak.player(do="clock.tick", clock=secret)
    with pytest.raises(Missing) as absent:
        oak.player(do="clock.tick", clock=1)
    assert str(hidden.value) == str(absent.value)


def test_hidden_edits_leave_no_gap_in_the_players_count(oak: Oak) -> None:
    before = oak.revisions()
    secret = oak.clock("Ambush", visibility="secret")
    oak.gm(do="clock.tick", clock=secret)
    after = oak.revisions()
    assert (after[0] - before[0], after[1] - before[1], after[2] - before[2]) == (2, 0, 0)


def test_a_tick_on_a_clock_that_another_gm_just_removed_is_missing_and_leaves_no_ghost(oak: Oak) -> None:
    alarm = oak.clock("Alarm", 6)
    oak.gm(do="clock.remove", clock=alarm)
    with pytest.raises(Missing, match="There is no such clock"):
        oak.gm(do="clock.tick", clock=alarm)
    assert oak.sees()["clocks"] == []
