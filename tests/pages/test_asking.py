"""Taking a seat that somebody holds asks first: whoever holds it, or the GM."""

import re

import pytest

from tests.pages.visitor import SCRIPT, Visitor
from tests.table.oak import Oak
from webapp.services import services
from webapp.store.db import db
from webapp.table.refusals import Forbidden, Refused


@pytest.fixture
def ana(oak: Oak) -> Visitor:
    phone = Visitor(oak, "player")
    phone.post(do="seat.claim", name="Ana")
    return phone


@pytest.fixture
def other(oak: Oak, ana: Visitor) -> Visitor:
    """Somebody with another phone, who asked for Ana's seat."""
    phone = Visitor(oak, "player")
    assert phone.post(do="seat.ask", seat=seat_of(oak)).status_code == 303
    return phone


def seat_of(oak: Oak, place: int = 0) -> int:
    found: int = oak.sees()["seats"][place]["id"]
    return found


def sits(phone: Visitor) -> bool:
    db.session.rollback()
    return "data-seated" in phone.page().text


def test_a_held_seat_is_asked_for_and_a_free_one_is_sat_on(oak: Oak, ana: Visitor) -> None:
    page = Visitor(oak, "player").page().text
    assert "Request this seat: Ana" in page
    assert "Take over" not in page
    ana.post(do="seat.leave")
    assert "Sit here, on the seat of Ana" in Visitor(oak, "player").page().text


def test_until_the_answer_nothing_moves_and_the_asker_sees_that_it_waits(
    oak: Oak, ana: Visitor, other: Visitor
) -> None:
    assert (sits(ana), sits(other)) == (True, False)
    assert "You requested the seat of" in other.page().text
    assert "You requested the seat of" not in Visitor(oak, "player").page().text
    for page in (ana.page().text, Visitor(oak, "gm").page().text):
        assert "Give the seat of Ana to another device" in page
        assert "Keep the seat of Ana where it is" in page
    assert "Give the seat" not in other.page().text


def test_the_gm_is_told_of_it_wherever_they_have_scrolled(oak: Oak, other: Visitor) -> None:
    def docks() -> str:
        return Visitor(oak, "gm").page().text.partition('id="waits"')[2].partition("</div>")[0]

    assert "asks for Ana&#39;s seat" in docks()
    assert 'href="#proposals"' in docks()
    Visitor(oak, "gm").post(do="seat.answer", seat=seat_of(oak), yes="false")
    assert "asks for" not in docks()


@pytest.mark.parametrize("who", ["gm", "Ana"])
def test_a_yes_of_the_holder_or_the_gm_moves_the_seat(
    oak: Oak, ana: Visitor, other: Visitor, who: str
) -> None:
    answering = ana if who == "Ana" else Visitor(oak, "gm")
    answering.post(do="seat.answer", seat=seat_of(oak), yes="true")
    assert (sits(ana), sits(other)) == (False, True)
    assert oak.lines()[0] == "Ana's seat is now on another device"
    assert "You requested" not in other.page().text


def test_both_answers_say_whom_they_are_for(oak: Oak, ana: Visitor, other: Visitor) -> None:
    asker = oak.sees()["seats"][0]["asker"]
    for page in (ana.page().text, Visitor(oak, "gm").page().text):
        assert page.count(f"asker={asker}") == 2


def test_a_no_leaves_it_where_it_is(oak: Oak, ana: Visitor, other: Visitor) -> None:
    ana.post(do="seat.answer", seat=seat_of(oak), yes="false")
    assert (sits(ana), sits(other)) == (True, False)
    assert "Your request was declined, or" in other.client.get(f"/t/{oak.id}/asked?of=0").text
    assert "Request this seat: Ana" in other.page().text


def test_whoever_asked_is_told_of_a_no_once_also_by_a_page_that_was_opened_after_it(
    oak: Oak, ana: Visitor, other: Visitor
) -> None:
    assert "Your request was declined" not in other.page().text
    ana.post(do="seat.answer", seat=seat_of(oak), yes="false")
    assert "Your request was declined" in other.page().text
    assert "Your request was declined" not in other.page().text
    other.post(do="seat.ask", seat=seat_of(oak))
    ana.post(do="seat.answer", seat=seat_of(oak), yes="true")
    assert "Your request was declined" not in other.page().text


def test_whoever_asked_can_ask_no_more(oak: Oak, ana: Visitor, other: Visitor) -> None:
    other.post(do="seat.answer", seat=seat_of(oak), yes="false")
    assert oak.lines()[0] == "A guest no longer asks for Ana's seat"
    assert "Your request was declined" not in other.page().text, "nobody declined it"
    assert "Give the seat" not in ana.page().text


def test_nobody_else_answers_and_who_asks_says_no_yes(oak: Oak, ana: Visitor, other: Visitor) -> None:
    assert other.post(do="seat.answer", seat=seat_of(oak), yes="true").status_code == 403
    with pytest.raises(Forbidden):
        oak.player(do="seat.answer", seat=seat_of(oak), yes=True)
    with pytest.raises(Forbidden):
        oak.dispatch(oak.sit("Ben"), do="seat.answer", seat=seat_of(oak), yes=True)
    assert sits(ana)


def test_one_asks_at_a_time_and_not_for_a_free_seat_or_ones_own(
    oak: Oak, ana: Visitor, other: Visitor
) -> None:
    with pytest.raises(Refused, match="already been requested"):
        oak.player(do="seat.ask", seat=seat_of(oak))
    ben = oak.sit("Ben")
    with pytest.raises(Refused, match="This is already your seat"):
        oak.dispatch(ben, do="seat.ask", seat=ben.seat)
    oak.dispatch(ben, do="seat.leave")
    with pytest.raises(Refused, match="This seat is free"):
        oak.player(do="seat.ask", seat=ben.seat)


def test_who_asks_for_another_seat_asks_for_the_first_no_more(oak: Oak, ana: Visitor, other: Visitor) -> None:
    oak.sit("Ben")
    other.post(do="seat.ask", seat=seat_of(oak, 1))
    assert [each.get("asked") for each in oak.sees()["seats"]] == [None, "A guest"]


def test_who_sits_and_is_given_another_seat_sits_there(oak: Oak, ana: Visitor) -> None:
    ben = Visitor(oak, "player")
    ben.post(do="seat.claim", name="Ben")
    ben.post(do="seat.ask", seat=seat_of(oak))
    assert oak.sees()["seats"][0]["asked"] == "Ben"
    oak.gm(do="seat.answer", seat=seat_of(oak), yes=True)
    db.session.rollback()
    assert "you, on this device" in re.split('id="seat-', ben.page().text)[1]


@pytest.mark.parametrize("change", ["seat.leave", "seat.code", "seat.remove"])
def test_what_becomes_of_the_seat_ends_the_asking(
    oak: Oak, ana: Visitor, other: Visitor, change: str
) -> None:
    seat = seat_of(oak)
    if change == "seat.leave":
        ana.post(do=change)
    elif change == "seat.remove":
        oak.gm(do=change, seat=seat)
    else:
        code = oak.gm(do="seat.give", seat=seat).result["code"]
        Visitor(oak).client.post("/join", data={"code": code}, headers=SCRIPT)
    assert "Give the seat" not in Visitor(oak, "gm").page().text
    assert "You requested" not in other.page().text


def test_six_digits_ask_nobody(oak: Oak) -> None:
    code = oak.dispatch(oak.sit("Ben"), do="seat.code").result["code"]
    moved = Visitor(oak)
    assert moved.client.post("/join", data={"code": code}, headers=SCRIPT).status_code == 303
    assert sits(moved)


def test_who_answers_is_said_by_whether_the_holders_screen_is_awake(
    oak: Oak, ana: Visitor, other: Visitor
) -> None:
    assert "The holder is away, so your GM will answer." in other.page().text
    cursor = re.search(r'data-cursor="([^"]+)"', ana.page().text)
    assert cursor is not None
    services().presence.report(oak.id, f"seat:{seat_of(oak)}", "0" * 16, cursor[1], "here")
    assert "The holder or your GM will answer." in other.page().text


def test_the_page_of_who_was_given_a_seat_is_sent_to_it(oak: Oak, ana: Visitor, other: Visitor) -> None:
    oak.gm(do="seat.answer", seat=seat_of(oak), yes=True)
    db.session.rollback()
    answer = other.client.get(f"/t/{oak.id}/asked?of=0", headers=SCRIPT)
    assert answer.headers["HX-Redirect"] == f"/t/{oak.id}"


def test_no_document_and_no_screen_has_the_key_of_who_asks(oak: Oak, ana: Visitor, other: Visitor) -> None:
    token = other.cookie().split(".")[0]
    document = Visitor(oak, "gm").client.get(f"/t/{oak.id}/export").text
    assert token not in document + ana.page().text + Visitor(oak, "gm").page().text
    assert '"asked' not in document


# ---- new guests who need the GM's yes -------------------------------------------------------------


@pytest.fixture
def guest(oak: Oak) -> Visitor:
    oak.gm(do="table.edit", settings={"guests": "ask"})
    return Visitor(oak, "player")


def test_a_guests_phone_says_that_the_gm_lets_new_guests_in(oak: Oak, guest: Visitor) -> None:
    page = guest.page().text
    assert "Your GM lets new guests in. Until then you can look, and pause." in page
    assert "Ask to join" in page
    assert "Sit down" not in page


def test_the_gm_lets_a_guest_in_whose_phone_waits(oak: Oak, guest: Visitor) -> None:
    guest.post(do="seat.claim", name="Ana")
    page = guest.page().text
    assert "You asked to join as <b><bdi>Ana</bdi></b>. Your GM will answer." in page
    assert "Let in Ana" in Visitor(oak, "gm").page().text
    assert "Ana asks to join" in Visitor(oak, "gm").page().text
    assert "Ana" not in Visitor(oak, "player").page().text
    Visitor(oak, "gm").post(do="seat.answer", seat=seat_of(oak), yes="true")
    assert sits(guest)
    assert "You asked to join" not in guest.page().text


def test_a_guest_who_may_not_join_hears_so_and_looks_on(oak: Oak, guest: Visitor) -> None:
    guest.post(do="seat.claim", name="Ana")
    Visitor(oak, "gm").post(do="seat.answer", seat=seat_of(oak), yes="false")
    assert "Your request was declined" in guest.page().text
    assert "Ask to join" in guest.page().text


def test_the_setting_is_in_the_menu_where_the_others_are(oak: Oak) -> None:
    page = Visitor(oak, "gm").client.get(f"/t/{oak.id}/moves/people").text
    assert "New guests" in page
    assert "Need my yes" in page
