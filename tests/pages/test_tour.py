"""The first look around: for a GM, until this device has seen it."""

import re

import pytest

from tests.pages.visitor import OURS, SCRIPT, Visitor
from tests.table.oak import Oak


def test_a_new_gm_is_shown_around_in_four_steps(oak: Oak) -> None:
    page = Visitor(oak, "gm").page().text
    assert page.count('<details name="tour"') == 4
    assert page.count('<details name="tour" open>') == 1


def test_it_ticks_off_what_was_done_and_opens_the_next_step(oak: Oak) -> None:
    gm = Visitor(oak, "gm")

    def done() -> list[str]:
        tour = gm.client.get(f"/t/{oak.id}/tour").text
        assert tour in gm.page().text
        assert tour.count('<details name="tour" open>') == (tour.count(", done") < 4)
        return re.findall(r"</span> ([^<]+?)<span class=\"unseen\">, done", tour)

    assert done() == []
    alarm = oak.clock("Alarm", 6)
    assert done() == ["Add something to the table"]
    oak.sit("Ana")
    oak.gm(do="clock.edit", clock=alarm, visibility="secret")
    assert done()[1:] == ["Invite the others", "Choose who sees what"]
    oak.gm(do="undo")
    assert len(done()) == 4


def test_its_steps_are_for_a_gm_who_has_not_ended_it(oak: Oak) -> None:
    gm = Visitor(oak, "gm")
    assert Visitor(oak, "player").page("/tour").status_code == 403
    gm.client.post("/tour", data={"back": oak.id}, headers=SCRIPT)
    assert gm.page("/tour").status_code == 204


@pytest.mark.parametrize("query", ["?as=player", "?as=tv"])
def test_a_preview_shows_nobody_around(oak: Oak, query: str) -> None:
    assert 'id="tour"' not in Visitor(oak, "gm").page(query).text


@pytest.mark.parametrize("role", ["player", "tv"])
def test_players_and_the_tv_are_not_shown_around(oak: Oak, role: str) -> None:
    assert 'id="tour"' not in Visitor(oak, role).page().text


def test_it_goes_for_good_and_at_every_table_of_this_device(oak: Oak) -> None:
    gm, other = Visitor(oak, "gm"), Visitor(oak, "gm")
    answer = gm.client.post("/tour", data={"back": oak.id}, headers=OURS)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{oak.id}")
    assert "Max-Age=34560000" in answer.headers["Set-Cookie"]
    assert "HttpOnly" in answer.headers["Set-Cookie"]
    assert 'id="tour"' not in gm.page().text
    elm = Oak.start(oak.app, "Elm")
    gm.open(elm.made.tokens["gm"])
    assert 'id="tour"' not in gm.client.get(f"/t/{elm.id}").text
    assert 'id="tour"' in other.page().text


def test_a_script_takes_it_off_the_page(oak: Oak) -> None:
    answer = Visitor(oak, "gm").client.post("/tour", data={"back": oak.id}, headers=SCRIPT)
    assert (answer.status_code, answer.data) == (200, b"")
    assert "tableside.tour=seen" in answer.headers["Set-Cookie"]


@pytest.mark.parametrize("back", ["//elsewhere.example", "../k/x", "", "A B"])
def test_it_leads_back_to_a_table_and_nowhere_else(oak: Oak, back: str) -> None:
    answer = oak.app.test_client().post("/tour", data={"back": back}, headers=OURS)
    assert answer.headers["Location"] == "/"


def test_another_site_cannot_dismiss_it(oak: Oak) -> None:
    answer = oak.app.test_client().post("/tour", headers={"Sec-Fetch-Site": "cross-site"})
    assert answer.status_code == 403
