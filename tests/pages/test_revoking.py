"""Revoking a link asks once, and says who loses their screen."""

import pytest

from tests.pages.visitor import OURS, Visitor
from tests.table.oak import Oak


def opened(oak: Oak, visitor: Visitor, screen: str) -> None:
    """A page that says that it is here."""
    sent = {"screen": screen * 16, "cursor": visitor.cursor(), "state": "here"}
    assert visitor.client.post(f"/t/{oak.id}/here", data=sent, headers=OURS).status_code == 204


def read_question(gm: Visitor, role: str) -> str:
    key = next(each["id"] for each in gm.oak.sees()["keys"] if each["role"] == role)
    return " ".join(gm.client.get(f"/t/{gm.oak.id}/losing/{key}").text.split())


@pytest.fixture
def gm(oak: Oak) -> Visitor:
    return Visitor(oak, "gm")


def test_a_press_on_revoke_opens_a_question_and_revokes_nothing(gm: Visitor) -> None:
    page = gm.page("/moves/people").text
    before = page.partition("Revoke for good")[0]
    assert before.rindex("<details") > before.rindex("</details>"), "the button lies within the fold"
    assert page.count("key.revoke") == page.count('class="more revoke"') == 3
    assert "Everyone who opened the table with this link loses access at once." in page


def test_it_says_who_loses_their_screen(oak: Oak, gm: Visitor) -> None:
    assert read_question(gm, "player") == "No open screen uses this link."
    for name, screen in (("Ana", "a"), ("Ben", "b")):
        phone = Visitor(oak, "player")
        phone.post(do="seat.claim", name=name)
        opened(oak, phone, screen)
    opened(oak, Visitor(oak, "player"), "c")
    assert read_question(gm, "player") == "<bdi>Ana</bdi>, <bdi>Ben</bdi> and 1 guest lose access at once."
    opened(oak, Visitor(oak, "tv"), "d")
    assert read_question(gm, "tv") == "1 TV loses access at once."


def test_ones_own_link_is_said_to_be_ones_own(oak: Oak, gm: Visitor) -> None:
    opened(oak, gm, "e")
    assert read_question(gm, "gm") == "<b>You opened this page with this link, so you lose access.</b>"


def test_only_the_gm_asks_and_only_of_links_that_are_there(oak: Oak, gm: Visitor) -> None:
    key = oak.sees()["keys"][1]["id"]
    assert Visitor(oak, "player").client.get(f"/t/{oak.id}/losing/{key}").status_code == 403
    assert gm.client.get(f"/t/{oak.id}/losing/1").status_code == 404


def test_the_scene_ends_is_not_beside_time_passes(oak: Oak) -> None:
    razor = Oak.start(oak.app, ruleset="razorweave")
    gm = Visitor(razor, "gm")
    passing, scenes = gm.page("/moves/time").text, gm.page("/moves/scenes").text
    assert "do=time.pass" in passing
    assert "do=scene.end" in scenes
    assert "do=scene.end" not in passing
