"""A GM looks at the table as somebody else: the same page, in a frame, and nothing can be pressed there."""

import pytest

from tests.pages.visitor import OURS, SCRIPT, Visitor
from tests.table.oak import Oak


def policy(visitor: Visitor, query: str = "") -> str:
    return visitor.page(query).headers["Content-Security-Policy"]


def test_the_gms_page_may_hold_a_frame_and_a_preview_may_stand_in_it(oak: Oak) -> None:
    gm = Visitor(oak, "gm")
    assert "frame-src 'self'" in policy(gm)
    assert "frame-ancestors 'none'" in policy(gm)
    assert "frame-src" not in policy(gm, "?as=tv")
    assert "frame-ancestors 'self'" in policy(gm, "?as=tv")


@pytest.mark.parametrize("role", ["player", "tv"])
def test_nobody_else_frames_or_is_framed(oak: Oak, role: str) -> None:
    visitor = Visitor(oak, role)
    for query in ("", f"?as={role}"):
        assert "frame-src" not in policy(visitor, query)
        assert "frame-ancestors 'none'" in policy(visitor, query)
    assert visitor.page("?as=gm").status_code == 403


def test_the_gm_sees_what_one_seat_sees(oak: Oak) -> None:
    mira = oak.character("Mira")
    ana = oak.sit("Ana", mira)
    oak.clock("My plan", 4, owner=ana.seat)
    gm = Visitor(oak, "gm")
    page = gm.page(f"?as=player&seat={ana.seat}").text
    assert "My plan" in page
    assert f'as=player&amp;seat={ana.seat}"' in page
    assert "My plan" not in gm.page("?as=player").text


@pytest.mark.parametrize("seat", ["7", "x", "99999999999", "-1", "9999999999"])
def test_a_seat_that_is_not_there_is_said_to_be_missing(oak: Oak, seat: str) -> None:
    assert Visitor(oak, "gm").page(f"?as=player&seat={seat}").status_code == 404


def test_a_player_cannot_look_from_anothers_seat(oak: Oak) -> None:
    ana = oak.sit("Ana")
    oak.clock("My plan", 4, owner=ana.seat)
    assert "My plan" not in Visitor(oak, "player").page(f"?as=player&seat={ana.seat}").text


def test_a_player_whose_address_names_their_own_role_is_on_their_own_page(oak: Oak) -> None:
    ana = Visitor(oak, "player")
    ana.post(do="seat.claim", name="Ana")
    here = {**OURS, "Referer": f"http://localhost/t/{oak.id}?as=player"}
    assert ana.page("?as=player").status_code == 200
    assert ana.post(here, do="clock.own", name="My debt").status_code == 303
    assert ana.page("?as=tv").status_code == 403


@pytest.mark.parametrize("said", ["Referer", "HX-Current-URL"])
def test_what_is_pressed_in_a_preview_changes_nothing(oak: Oak, said: str) -> None:
    gm = Visitor(oak, "gm")
    headers = {
        **(SCRIPT if said == "HX-Current-URL" else OURS),
        said: f"http://localhost/t/{oak.id}?as=player",
    }
    answer = gm.post(headers, do="tag.add", name="Slick")
    assert answer.status_code == 403
    assert "only a preview" in answer.text
    assert oak.sees()["tags"] == []


def test_the_preview_streams_as_the_one_it_shows(oak: Oak) -> None:
    ana = oak.sit("Ana")
    gm = Visitor(oak, "gm")
    with gm.client.get(f"/t/{oak.id}/live?as=player&seat={ana.seat}", buffered=False) as answer:
        assert answer.status_code == 200
        assert b'data-role="gm"' not in next(iter(answer.response))


def test_a_preview_does_not_say_that_it_is_here(oak: Oak) -> None:
    gm = Visitor(oak, "gm")
    assert f'data-here="/t/{oak.id}/here"' in gm.page().text
    assert "data-here" not in gm.page("?as=player").text
