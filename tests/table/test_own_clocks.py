"""What a player does with their own hands: a private clock, a named pause, proposals with their answers."""

import json

import pytest

from tests.table.oak import Oak
from webapp.state.audience import GM, audience_for
from webapp.table.command import MOST
from webapp.table.refusals import Forbidden, Invalid, Missing, Refused, TableFull
from webapp.table.table_export import export_table
from webapp.table.table_import import import_table
from webapp.views.journal import journal_lines


def own(oak: Oak, name: str = "My debt") -> int:
    id: int = oak.dispatch(oak.sit("Ana"), do="clock.own", name=name, segments=6).result["clock"]
    return id


def test_a_clock_of_ones_own_is_seen_by_its_seat_and_the_gm_alone(oak: Oak) -> None:
    own(oak)
    ana, ben = oak.sit("Ana"), oak.sit("Ben")
    assert [clock["name"] for clock in oak.sees(ana.audience)["clocks"]] == ["My debt"]
    assert [clock["name"] for clock in oak.sees("gm")["clocks"]] == ["My debt"]
    for other in (ben.audience, audience_for(ben.role), "tv"):
        assert oak.sees(other)["clocks"] == []
        assert all("debt" not in line for line in oak.lines(other))


def test_its_seat_ticks_it_and_puts_it_away_and_nobody_else_does(oak: Oak) -> None:
    debt = own(oak)
    ana, ben = oak.sit("Ana"), oak.sit("Ben")
    assert oak.dispatch(ana, do="clock.tick", clock=debt, by=2).result["filled"] == 2
    for do in ("clock.tick", "clock.drop"):
        with pytest.raises(Missing):
            oak.dispatch(ben, do=do, clock=debt)
    oak.dispatch(ana, do="clock.drop", clock=debt)
    assert oak.sees("gm")["clocks"] == []
    oak.gm(do="undo")
    assert oak.sees(ana.audience)["clocks"][0]["filled"] == 2


def test_what_a_new_clock_was_not_given_is_put_back_when_a_change_of_it_is_undone(oak: Oak) -> None:
    debt, alarm = own(oak), oak.clock("Alarm")
    oak.gm(do="clock.edit", clock=alarm, opposes=debt)
    oak.gm(do="undo")
    assert [clock["opposes"] for clock in oak.sees("gm")["clocks"]] == [None, None]


def test_a_clock_of_the_gms_is_not_put_away_by_a_player(oak: Oak) -> None:
    alarm = oak.clock("Alarm")
    with pytest.raises(Forbidden):
        oak.dispatch(oak.sit("Ana"), do="clock.drop", clock=alarm)


def test_a_private_clock_moves_no_counter_of_anybody_else(oak: Oak) -> None:
    oak.sit("Ben")
    debt = own(oak)
    before = oak.revisions()[1:]
    oak.dispatch(oak.sit("Ana"), do="clock.tick", clock=debt)
    assert oak.revisions()[1:] == before


def test_a_guest_has_none_and_a_seat_has_six_at_most(oak: Oak) -> None:
    with pytest.raises(Forbidden):
        oak.player(do="clock.own", name="Mine")
    for number in range(6):
        own(oak, f"Debt {number}")
    with pytest.raises(TableFull):
        own(oak, "One more")


def test_hidden_clocks_take_up_no_room_of_ones_own_and_all_are_taken_along(oak: Oak) -> None:
    oak.sit("Ana")
    for number in range(MOST["clock"]):
        oak.clock(f"Plot {number}", visibility="secret")
    with pytest.raises(TableFull):
        oak.clock("One more", visibility="secret")
    own(oak)
    document = json.loads(json.dumps(export_table(oak.id)))
    again = Oak(oak.app, import_table(document))
    assert len(again.sees()["clocks"]) == MOST["clock"] + 1


def test_what_a_player_proposes_is_not_refused_for_what_they_know_nothing_of(
    oak: Oak, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(MOST, "proposal", 2)
    asked = {"do": "proposal.make", "command": {"do": "clock.tick", "clock": oak.clock("Alarm")}}
    for _ in range(2):
        oak.gm(**asked)
    with pytest.raises(TableFull):
        oak.gm(**asked)
    for name in ("Ana", "Ben"):
        oak.dispatch(oak.sit(name), **asked)


def test_a_pause_is_named_only_by_those_who_want_it(oak: Oak) -> None:
    ana = oak.sit("Ana")
    oak.dispatch(ana, do="pause.set", on=True, named=True)
    assert (oak.sees("tv")["paused"], oak.sees("tv")["paused_by"]) == (True, "Ana")
    oak.dispatch(ana, do="pause.set", on=False)
    assert oak.sees("tv")["paused_by"] is None
    oak.dispatch(ana, do="pause.set", on=True)
    assert oak.sees("tv")["paused_by"] is None
    line = journal_lines(oak.state(), GM)[0]
    assert (line.summary, line.who, line.role) == ("The table is paused", "", "")
    oak.gm(do="table.edit", paused=False)
    assert oak.sees("player")["paused_by"] is None
    assert oak.lines()[0] == "Play resumes"
    oak.gm(do="table.edit", name="Elm", paused=True, settings={"show_odds": True})
    assert oak.lines()[0] == "The table's name, pause and settings changed"
    oak.gm(do="table.edit", name="Elm")
    assert oak.lines()[0] == "The table's name, pause and settings changed"
    with pytest.raises(Invalid, match="“show_odds” must be true or false"):
        oak.gm(do="table.edit", settings={"show_odds": "words"})


def test_a_player_sees_what_became_of_the_last_proposals(oak: Oak) -> None:
    alarm, ana = oak.clock("Alarm"), oak.sit("Ana")
    tick = {"do": "clock.tick", "clock": alarm}
    made = [
        oak.dispatch(ana, do="proposal.make", command=tick, because=f"no. {n}").result["proposal"]
        for n in range(5)
    ]
    oak.gm(do="proposal.decline", proposal=made[1])
    for each in (made[0], made[2], made[3]):
        oak.gm(do="proposal.accept", proposal=each)
    seen = {row["because"]: row["state"] for row in oak.sees(ana.audience)["proposals"]}
    assert seen == {"no. 1": "declined", "no. 2": "accepted", "no. 3": "accepted", "no. 4": "open"}
    assert oak.sees(oak.sit("Ben").audience)["proposals"] == []
    assert [row["because"] for row in oak.sees("gm")["proposals"]] == ["no. 4"]


def test_one_player_does_not_take_the_room_that_others_need_to_ask(oak: Oak) -> None:
    alarm, ana = oak.clock("Alarm"), oak.sit("Ana")
    asked = {"do": "proposal.make", "command": {"do": "clock.tick", "clock": alarm}}
    made = [oak.dispatch(ana, **asked).result["proposal"] for _ in range(12)]
    with pytest.raises(TableFull, match="already have 12 open proposals"):
        oak.dispatch(ana, **asked)
    oak.dispatch(oak.sit("Ben"), **asked)
    oak.gm(do="proposal.decline", proposal=made[0])
    oak.dispatch(ana, **asked)


def test_the_clock_that_ones_own_waits_for_is_not_named_while_it_is_secret(oak: Oak) -> None:
    ana = oak.sit("Ana")
    plot = oak.clock("The plot", 4, visibility="secret")
    mine = oak.clock("My plan", 4, owner=ana.seat, follows=plot)
    with pytest.raises(Refused, match="“My plan” follows another clock, which is not complete yet"):
        oak.dispatch(ana, do="clock.tick", clock=mine)
    oak.gm(do="clock.edit", clock=plot, visibility="shown")
    with pytest.raises(Refused, match="“My plan” follows “The plot”"):
        oak.dispatch(ana, do="clock.tick", clock=mine)


def test_winning_against_a_secret_clock_tells_nothing_of_it(oak: Oak) -> None:
    ana = oak.sit("Ana")
    plot = oak.clock("The plot", 4, visibility="secret")
    mine = oak.clock("My plan", 1, owner=ana.seat, opposes=plot)
    done = oak.dispatch(ana, do="clock.tick", clock=mine)
    assert done.summary == "My plan: +1, now 1 of 1. It is complete!"
    race = "“My plan” is complete first and wins the race against “The plot”"
    assert oak.lines()[0] == f"{done.summary} {race}"


def test_a_proposal_about_what_is_hidden_since_is_told_to_nobody(oak: Oak) -> None:
    ana = oak.sit("Ana")
    alarm = oak.clock("Alarm", 6)
    oak.dispatch(ana, do="proposal.make", command={"do": "clock.tick", "clock": alarm})
    oak.gm(do="clock.edit", clock=alarm, name="The guards", visibility="secret")
    oak.gm(do="proposal.decline", proposal=oak.sees()["proposals"][0]["id"])
    assert oak.lines(ana.audience) == ["Ana joined"]
    oak.gm(do="clock.edit", clock=alarm, visibility="shown")
    assert oak.lines(ana.audience)[1] == "Declined: +1 on “The guards”"


def test_declining_a_proposal_about_a_rumour_does_not_name_it(oak: Oak) -> None:
    ana = oak.sit("Ana")
    plot = oak.clock("The plot", 6, visibility="rumoured")
    oak.dispatch(ana, do="proposal.make", command={"do": "clock.tick", "clock": plot})
    oak.gm(do="proposal.decline", proposal=oak.sees()["proposals"][0]["id"])
    assert "plot" not in " ".join(oak.lines(ana.audience))
