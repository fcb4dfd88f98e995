"""New guests who need the GM's yes: they may look and pause, and nothing else, until they have a seat."""

import pytest

from tests.table.oak import Oak
from webapp.services import project_for
from webapp.state.audience import PLAYER
from webapp.store.table_state import TableState
from webapp.table.refusals import Forbidden, Missing, Refused
from webapp.table.table_export import export_table
from webapp.table.table_import import import_table


@pytest.fixture
def asked(oak: Oak) -> Oak:
    oak.gm(do="table.edit", settings={"guests": "ask"})
    return oak


def test_a_guest_asks_to_join_and_sits_once_the_gm_says_yes(asked: Oak) -> None:
    done = asked.player(do="seat.claim", name="Ana")
    assert done.summary == "Ana asks to join"
    seat, key = done.result["seat"], done.result["seat_key"]
    assert asked.actor("player", key).seat is None
    assert asked.sees("player")["seats"] == [], "nobody but the GM hears of it"
    assert asked.sees()["seats"][0] | {"asker": ""} == {
        "id": seat,
        "name": "Ana",
        "character": None,
        "taken": False,
        "asked": "Ana",
        "asker": "",
    }
    assert asked.gm(do="seat.answer", seat=seat, yes=True).summary == "Ana joined"
    assert asked.actor("player", key).seat == seat
    assert [each["name"] for each in asked.sees("player")["seats"]] == ["Ana"]


def test_a_no_removes_the_seat_that_was_asked_for_and_the_guest_hears_of_it(asked: Oak) -> None:
    seat = asked.player(do="seat.claim", name="Ana").result["seat"]
    before = project_for(asked.state(), PLAYER).at
    assert asked.gm(do="seat.answer", seat=seat, yes=False).summary == "Ana may not join"
    assert project_for(asked.state(), PLAYER).at != before, "the guest's page looks for the answer"
    assert asked.sees()["seats"] == []


def test_whoever_waits_can_make_nothing_but_a_pause(asked: Oak) -> None:
    key = asked.player(do="seat.claim", name="Ana").result["seat_key"]
    waiting = asked.actor("player", key)
    for command in (
        {"do": "proposal.make", "command": {"do": "tag.add", "name": "Fog"}},
        {"do": "note.add", "text": "Mine", "visibility": "shown"},
        {"do": "clock.own", "name": "Mine", "segments": 4},
    ):
        with pytest.raises((Forbidden, Refused)):
            asked.dispatch(waiting, **command)
    asked.dispatch(waiting, do="pause.set", on=True)
    assert asked.sees()["paused"]


def test_a_guest_may_take_the_request_back(asked: Oak) -> None:
    done = asked.player(do="seat.claim", name="Ana").result
    waiting = asked.actor("player", done["seat_key"])
    asked.dispatch(waiting, do="seat.answer", seat=done["seat"], yes=False)
    assert asked.lines()[0] == "Ana no longer asks to join"
    assert asked.sees()["seats"] == []


def test_asking_again_replaces_the_first_request(asked: Oak) -> None:
    first = asked.player(do="seat.claim", name="Ana").result["seat_key"]
    asked.dispatch(asked.actor("player", first), do="seat.claim", name="Anna")
    assert [seat["name"] for seat in asked.sees()["seats"]] == ["Anna"]


def test_nobody_else_can_answer_for_a_guest_or_sit_on_the_seat(asked: Oak) -> None:
    asked.gm(do="table.edit", settings={"guests": "free"})
    ben = asked.sit("Ben")
    asked.gm(do="table.edit", settings={"guests": "ask"})
    seat = asked.player(do="seat.claim", name="Ana").result["seat"]
    for who in (ben, asked.actor("player")):
        for sent in ({"do": "seat.answer", "yes": True}, {"do": "seat.claim"}, {"do": "seat.ask"}):
            with pytest.raises(Missing):
                asked.dispatch(who, seat=seat, **sent)


def test_a_free_seat_is_asked_for_too_and_a_no_leaves_it_free(asked: Oak) -> None:
    asked.gm(do="table.edit", settings={"guests": "free"})
    ben = asked.sit("Ben")
    asked.dispatch(ben, do="seat.leave")
    asked.gm(do="table.edit", settings={"guests": "ask"})
    done = asked.player(do="seat.claim", seat=ben.seat, name="Ana")
    assert done.summary == "Ana asks for Ben's seat"
    asked.gm(do="seat.answer", seat=ben.seat, yes=False)
    assert asked.sees("player")["seats"] == [
        {"id": ben.seat, "name": "Ben", "character": None, "taken": False}
    ]
    key = asked.player(do="seat.claim", seat=ben.seat).result["seat_key"]
    asked.gm(do="seat.answer", seat=ben.seat, yes=True)
    assert asked.actor("player", key).seat == ben.seat


def test_seated_people_and_the_gms_codes_go_on_as_before(oak: Oak) -> None:
    ana = oak.sit("Ana")
    oak.gm(do="table.edit", settings={"guests": "ask"})
    done = oak.dispatch(ana, do="seat.claim", name="Anna", new="Mara")
    assert oak.actor("player", done.result["seat_key"]).seat == ana.seat
    assert done.result["character"]
    assert oak.sit_elsewhere(ana.seat or 0).seat == ana.seat


def test_a_new_seat_is_asked_for_only_where_guests_need_a_yes(oak: Oak) -> None:
    with pytest.raises(Refused, match="This seat is free"):
        oak.player(do="seat.ask", name="Ben")


def test_the_gm_answers_all_requests_at_once(asked: Oak) -> None:
    first = asked.player(do="seat.claim", name="Ana").result["seat"]
    for name in ("Ben", "Cleo"):
        asked.player(do="seat.claim", name=name)
    askers = {seat["name"]: seat["asker"] for seat in asked.sees()["seats"]}
    entries = asked.state().table.entries
    done = asked.gm(do="seat.answer", seat=first, yes=False, also=[askers["Ben"], askers["Cleo"], "gone"])
    assert done.summary == "3 requests declined: Ana, Ben and Cleo"
    assert asked.sees()["seats"] == []
    assert asked.state().table.entries == entries + 1


def test_the_gm_lets_everybody_in_at_once(asked: Oak) -> None:
    first = asked.player(do="seat.claim", name="Ana").result["seat"]
    asked.player(do="seat.claim", name="Ben")
    asker = asked.sees()["seats"][1]["asker"]
    assert asked.gm(do="seat.answer", seat=first, yes=True, also=[asker]).summary == "Ana joined; Ben joined"
    assert [seat["taken"] for seat in asked.sees("player")["seats"]] == [True, True]


def test_only_a_gm_answers_several_requests(asked: Oak) -> None:
    done = asked.player(do="seat.claim", name="Ana").result
    waiting = asked.actor("player", done["seat_key"])
    with pytest.raises(Forbidden, match="Only the GM"):
        asked.dispatch(waiting, do="seat.answer", seat=done["seat"], yes=False, also=["x"])


def test_a_seat_that_waited_is_free_in_an_imported_table(asked: Oak) -> None:
    """The request itself is not exported, so nobody could answer it there."""
    asked.player(do="seat.claim", name="Ana")
    made = import_table(export_table(asked.id))
    state = TableState.load(made.table)
    assert state is not None
    assert [seat.visibility for seat in state.things() if seat.kind_name == "seat"] == ["shown"]
