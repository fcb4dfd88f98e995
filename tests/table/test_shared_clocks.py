"""Clocks that players tick and start: the GM's, one seat's, or everybody's."""

from typing import Any

import pytest

from tests.table.oak import Oak
from webapp.table.refusals import Forbidden, Missing


def clock(oak: Oak, id: int) -> dict[str, Any]:
    return next(each for each in oak.sees()["clocks"] if each["id"] == id)


def test_everybody_with_a_seat_ticks_a_clock_that_is_everybodys(oak: Oak) -> None:
    alarm = oak.clock("Alarm", 6, shared=True)
    oak.dispatch(oak.sit("Ana"), do="clock.tick", clock=alarm)
    oak.dispatch(oak.sit("Ben"), do="clock.tick", clock=alarm, by=2)
    assert clock(oak, alarm)["filled"] == 3
    with pytest.raises(Forbidden, match="Take a seat first"):
        oak.player(do="clock.tick", clock=alarm)
    oak.gm(do="clock.tick", clock=alarm, by=5)
    assert oak.lines()[0] == "Alarm: +3, now 6 of 6 (2 segments did not fit). It is complete!"


def test_the_gm_gives_a_clock_to_one_seat_to_all_and_takes_it_back(oak: Oak) -> None:
    alarm, ana, ben = oak.clock("Alarm", 6), oak.sit("Ana"), oak.sit("Ben")
    oak.gm(do="clock.edit", clock=alarm, owner=ana.seat)
    assert oak.lines()[0] == "Alarm: tick permission changed"
    oak.dispatch(ana, do="clock.tick", clock=alarm)
    with pytest.raises(Forbidden, match="but you can propose a tick"):
        oak.dispatch(ben, do="clock.tick", clock=alarm)
    oak.gm(do="clock.edit", clock=alarm, owner=None, shared=True)
    oak.dispatch(ben, do="clock.tick", clock=alarm)
    oak.gm(do="clock.edit", clock=alarm, shared=False)
    with pytest.raises(Forbidden):
        oak.dispatch(ana, do="clock.tick", clock=alarm)
    assert clock(oak, alarm)["filled"] == 2


@pytest.mark.parametrize(("visibility", "refusal"), [("masked", Forbidden), ("secret", Missing)])
def test_nobody_ticks_what_they_cannot_count(oak: Oak, visibility: str, refusal: type[Exception]) -> None:
    alarm = oak.clock("Alarm", 6, shared=True, visibility=visibility)
    with pytest.raises(refusal):
        oak.dispatch(oak.sit("Ana"), do="clock.tick", clock=alarm)


def test_a_clock_for_all_that_a_player_starts_is_a_proposal_at_first(oak: Oak) -> None:
    ana = oak.sit("Ana")
    made = oak.dispatch(ana, do="clock.add", name="To the harbour", segments=6)
    assert oak.sees()["clocks"] == []
    id = oak.gm(do="proposal.accept", proposal=made.result["proposal"]).result["clock"]
    oak.dispatch(oak.sit("Ben"), do="clock.tick", clock=id)
    assert (clock(oak, id)["shared"], clock(oak, id)["filled"]) == (True, 1)


def test_where_players_start_clocks_freely_it_stands_there_at_once(oak: Oak) -> None:
    oak.gm(do="table.edit", settings={"players_clocks": "free"})
    id = oak.dispatch(oak.sit("Ana"), do="clock.add", name="To the harbour", segments=4).result["clock"]
    assert (clock(oak, id)["shared"], clock(oak, id)["visibility"]) == (True, "shown")


@pytest.mark.parametrize("field", [{"visibility": "secret"}, {"kind": "threat"}, {"on_full": "Doom"}])
def test_a_player_sets_no_more_of_it(oak: Oak, field: dict[str, str]) -> None:
    oak.gm(do="table.edit", settings={"players_clocks": "free"})
    with pytest.raises(Forbidden, match="Only the GM can set"):
        oak.dispatch(oak.sit("Ana"), do="clock.add", name="Mine", segments=4, **field)
    with pytest.raises(Forbidden, match="Take a seat"):
        oak.player(do="clock.add", name="Mine", segments=4)


@pytest.mark.parametrize("unit", ["round", "day"])
def test_a_clock_set_once_ticks_whenever_a_round_or_a_day_passes(oak: Oak, unit: str) -> None:
    torch, plot = oak.clock("Torch", 6, tempo=unit), oak.clock("Plot", 6, tempo="time")
    oak.gm(do="time.pass", unit=unit)
    oak.gm(do="time.pass", unit=unit)
    assert (clock(oak, torch)["filled"], clock(oak, plot)["filled"]) == (2, 0)
    oak.gm(do="undo")
    assert clock(oak, torch)["filled"] == 1


def test_time_that_completes_a_clock_does_not_name_its_hidden_rival(oak: Oak) -> None:
    rival = oak.clock("Nemesis", 6, visibility="secret")
    oak.clock("Torch", 1, tempo="time", opposes=rival)
    oak.gm(do="time.pass")
    assert "wins the race against “Nemesis”" in oak.lines()[0]
    assert "Torch: +1, now 1 of 1. It is complete!" in oak.lines("player")[0]
    assert "Nemesis" not in str(oak.lines("player"))
