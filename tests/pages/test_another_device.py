"""Continue on another device: a few digits move a seat once, within five minutes, and cannot be guessed."""

from collections.abc import Iterator
from datetime import timedelta
from html import unescape

import pytest
from flask import Flask

from tests.pages.visitor import OURS, SCRIPT, Visitor
from tests.table.oak import Oak
from webapp.store.db import db
from webapp.store.link_models import Handover
from webapp.store.models import Entry
from webapp.table import typed_codes


def sitting(oak: Oak, name: str = "Ana") -> Visitor:
    phone = Visitor(oak, "player")
    phone.post(do="seat.claim", name=name)
    return phone


def code_of(oak: Oak, phone: Visitor) -> str:
    grant = phone.cookie().replace("%2E", ".").split(".")
    oak.seats["Ana"] = grant[0]
    code: str = oak.dispatch(oak.sit("Ana"), do="seat.code").result["code"]
    return code


def typed(oak: Oak, code: str, address: str = "81.2.69.9") -> tuple[Visitor, int]:
    tablet = Visitor(oak)
    answer = tablet.client.post(
        "/join", data={"code": code}, headers=OURS, environ_base={"REMOTE_ADDR": address}
    )
    return tablet, answer.status_code


def is_ana(visitor: Visitor) -> bool:
    answer = visitor.page()
    return answer.status_code == 200 and "played by" in answer.get_data(as_text=True)


@pytest.fixture
def ana(oak: Oak) -> Visitor:
    mara = oak.character("Mara")
    phone = Visitor(oak, "player")
    phone.post(do="seat.claim", name="Ana", character=str(mara))
    return phone


def test_the_seat_moves_to_the_device_that_types_the_code(oak: Oak, ana: Visitor) -> None:
    code = code_of(oak, ana)
    tablet, status = typed(oak, f"{code[:3]} {code[3:]}")
    assert status == 303
    assert is_ana(tablet)
    assert not is_ana(ana), "the first device is a guest now"
    assert oak.lines("gm")[0] == "Ana's seat is now on another device"


def test_a_gm_hands_a_seat_over_with_six_digits(oak: Oak, ana: Visitor) -> None:
    gm, seat = Visitor(oak, "gm"), oak.sees()["seats"][0]["id"]
    assert "Hand over the seat of Ana" in gm.page("/moves/people").text
    page = gm.post(do="seat.give", seat=seat).text
    assert "Any device that has the seat then becomes a guest" in unescape(page)
    code = page.split('class="device-code">')[1].split("<")[0].replace(" ", "")
    assert is_ana(ana), "nothing moves before it is typed"
    tablet, status = typed(oak, code)
    assert (status, is_ana(tablet), is_ana(ana)) == (303, True, False)
    assert typed(oak, code)[1] == 404


@pytest.mark.parametrize("script", [OURS, SCRIPT])
def test_no_page_takes_a_held_seat(oak: Oak, ana: Visitor, script: dict[str, str]) -> None:
    other = Visitor(oak, "player")
    answer = other.post(script, do="seat.claim", seat=oak.sees()["seats"][0]["id"])
    assert answer.status_code == 409
    assert "held by another device" in unescape(answer.text)
    assert (is_ana(ana), is_ana(other)) == (True, False)


def test_the_old_device_says_that_it_is_a_guest_until_it_sits_down_again(oak: Oak, ana: Visitor) -> None:
    says, guest = "This device is now a guest", Visitor(oak, "player")
    assert says not in ana.page().text + guest.page().text
    typed(oak, code_of(oak, ana))
    assert [says in ana.page().text for _ in range(2)] == [True, True]
    assert says not in guest.page().text
    ana.post(do="seat.claim", name="Cleo")
    assert says not in ana.page().text
    ana.post(do="seat.leave")
    assert says not in ana.page().text, "it left by itself"


def test_a_page_without_scripts_shows_the_code(oak: Oak, ana: Visitor) -> None:
    page = ana.post(do="seat.code").get_data(as_text=True)
    code = page.split('class="device-code">')[1].split("<")[0].replace(" ", "")
    assert typed(oak, code)[1] == 303


def test_a_code_works_once(oak: Oak, ana: Visitor) -> None:
    code = code_of(oak, ana)
    assert [typed(oak, code)[1] for _ in range(2)] == [303, 404]


def test_a_new_code_replaces_the_one_before(oak: Oak, ana: Visitor) -> None:
    first, second = code_of(oak, ana), code_of(oak, ana)
    assert [typed(oak, each)[1] for each in (first, second)] == [404, 303]


def test_a_code_is_good_for_five_minutes_and_no_longer(oak: Oak, ana: Visitor) -> None:
    code = code_of(oak, ana)
    row = db.session.query(Handover).one()
    row.until -= timedelta(minutes=5, seconds=1)
    db.session.commit()
    assert typed(oak, code)[1] == 404
    assert is_ana(ana), "nothing moved"


def test_a_code_falls_with_the_link_it_came_by(oak: Oak, ana: Visitor) -> None:
    code = code_of(oak, ana)
    key = next(key for key in oak.sees()["keys"] if key["role"] == "player")
    oak.gm(do="key.revoke", key=key["id"])
    assert typed(oak, code)[1] == 404


def test_a_seat_that_moved_meanwhile_is_not_moved_again(oak: Oak, ana: Visitor) -> None:
    code = code_of(oak, ana)
    seat = str(oak.sees()["seats"][0]["id"])
    other = Visitor(oak, "player")
    other.post(do="seat.ask", seat=seat)
    Visitor(oak, "gm").post(do="seat.answer", seat=seat, yes="true")
    assert typed(oak, code)[1] == 404
    assert is_ana(other)


def test_a_code_opens_its_own_table_and_no_other(oak: Oak, ana: Visitor) -> None:
    elm = Oak.start(oak.app, "Elm")
    tablet, _ = typed(oak, code_of(oak, ana))
    assert tablet.client.get(f"/t/{elm.id}").status_code == 404
    assert is_ana(tablet)


def test_only_the_hash_of_a_code_is_kept_and_no_journal_tells_it(oak: Oak, ana: Visitor) -> None:
    code = code_of(oak, ana)
    assert code not in db.session.query(Handover).one().hashed
    told = [str((entry.summary, entry.changes)) for entry in db.session.query(Entry).all()]
    assert all(code not in each for each in told)
    assert "got a code" not in " ".join(oak.lines("player"))


def test_the_gms_journal_says_once_who_got_a_code(oak: Oak, ana: Visitor) -> None:
    code_of(oak, ana)
    assert (
        "<b><bdi>Ana</bdi></b> <bdi>got a code to move to another device</bdi>"
        in Visitor(oak, "gm").page().text
    )


def test_a_guest_and_a_gm_have_no_seat_to_move(oak: Oak) -> None:
    assert Visitor(oak, "player").post(do="seat.code").status_code == 409
    assert Visitor(oak, "gm").post(do="seat.code").status_code == 403


# ---- guessing ------------------------------------------------------------------------------------


def wrong_ones(right: str) -> Iterator[str]:
    return (f"{number:06}" for number in range(1000) if f"{number:06}" != right)


def test_after_ten_wrong_codes_even_the_right_one_is_too_many(strict: Flask) -> None:
    oak = Oak.start(strict)
    code = code_of(oak, sitting(oak))
    guesses = wrong_ones(code)
    assert [typed(oak, next(guesses))[1] for _ in range(11)] == [404] * 10 + [429]
    assert typed(oak, code)[1] == 429
    assert typed(oak, code, "81.2.69.10")[1] == 303, "somebody at another address may"


def test_addresses_that_guess_together_wait_and_others_use_their_codes(strict: Flask) -> None:
    oak = Oak.start(strict)
    code = code_of(oak, sitting(oak))
    guesses = wrong_ones(code)
    found = [typed(oak, next(guesses), f"81.2.{number % 31}.9")[1] for number in range(310)]
    assert found == [404] * 300 + [429] * 10
    assert typed(oak, code, "81.2.7.9")[1] == 429
    assert typed(oak, next(guesses), "92.40.1.1")[1] == 404, "a newcomer may mistype once"
    late = Visitor(oak).client.post(
        "/join", data={"code": code}, headers=OURS, environ_base={"REMOTE_ADDR": "92.40.1.1"}
    )
    assert late.status_code == 429
    assert "Ask the GM for a link instead: it works at once." in late.text
    assert typed(oak, code, "92.40.1.2")[1] == 303


def test_a_guess_finds_no_code_more_often_where_many_are_valid(oak: Oak, ana: Visitor) -> None:
    six = code_of(oak, ana)
    until = db.session.query(Handover).one().until
    others = [Handover(hashed=str(n), table_id=oak.id, seat=-n, key=0, until=until) for n in range(1, 52)]
    db.session.add_all(others)
    db.session.commit()
    assert len(code_of(oak, ana)) == 8, "51 others are valid"
    db.session.delete(others[0])
    db.session.commit()
    assert len(code_of(oak, ana)) == 6
    assert len(six) == 6


def test_codes_of_both_lengths_are_typed_as_shown(
    oak: Oak, ana: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    six = code_of(oak, ana)
    monkeypatch.setattr(typed_codes, "MANY", 0)
    page = Visitor(oak, "gm").post(do="tv.code").text
    shown = page.split('class="device-code">')[1].split("<")[0]
    assert [len(half) for half in shown.split()] == [4, 4]
    assert typed(oak, shown)[1] == 303
    assert typed(oak, f"{six[:3]} {six[3:]}")[1] == 303, "it was given before"
