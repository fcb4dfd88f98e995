"""A device is known by a mark in its cookie, and its page says what its next undo takes back."""

import pytest

from tests.pages.visitor import SCRIPT, Visitor
from tests.table.oak import Oak
from webapp.store.db import db
from webapp.store.models import Entry

NOTHING = "Nothing to undo"


def mark(device: Visitor) -> str:
    (found,) = (each for each in device.cookie().split(".") if each.startswith("~"))
    return found


def read_undo_label(page: str) -> str:
    return page.partition('id="own-undo"')[2].partition(">")[2].partition("<")[0]


def fetch_news(device: Visitor, headers: dict[str, str] | None = None) -> str:
    """Fetch what a page of this device is sent if it shows an older state."""
    return device.client.get(f"/t/{device.oak.id}/news", headers=headers).text


@pytest.fixture
def tablet(oak: Oak) -> Visitor:
    return Visitor(oak, "gm")


def test_a_device_keeps_its_mark_whatever_links_it_opens(oak: Oak, tablet: Visitor) -> None:
    first = mark(tablet)
    tablet.open(oak.made.tokens["player"])
    tablet.page()
    assert mark(tablet) == first
    assert mark(Visitor(oak, "gm")) != first


def test_a_device_of_before_is_given_a_mark_and_keeps_its_links(oak: Oak) -> None:
    old = Visitor(oak)
    old.client.set_cookie(f"tableside-{oak.id}", oak.made.tokens["gm"])
    assert old.page().status_code == 200
    assert old.cookie().split(".")[0] == oak.made.tokens["gm"]
    first = mark(old)
    assert "Set-Cookie" not in old.page().headers
    assert mark(old) == first


@pytest.mark.parametrize("odd", ["~", "~short", "~" + "x" * 300, "~\\000\\000\\000", "~ÄÖÜäöüßéèêëï"])
def test_what_is_no_mark_is_none(oak: Oak, odd: str) -> None:
    device = Visitor(oak)
    device.client.set_cookie(f"tableside-{oak.id}", f"{oak.made.tokens['gm']}.{odd}")
    assert device.post(do="tag.add", name="Slick").status_code == 303
    assert db.session.query(Entry).one().device == str(oak.actor("gm").key)


def test_the_page_its_replies_and_its_stream_say_what_my_undo_takes_back(oak: Oak, tablet: Visitor) -> None:
    alarm = oak.clock("Alarm")
    assert read_undo_label(tablet.page().text) == NOTHING
    reply = tablet.post(SCRIPT, do="clock.tick", clock=alarm).text
    assert read_undo_label(reply) == read_undo_label(tablet.page().text) == "Alarm: +1, now 1 of 6"
    assert read_undo_label(Visitor(oak, "gm").page().text) == NOTHING
    oak.gm(do="undo", entry=oak.lately())
    assert read_undo_label(fetch_news(tablet)) == NOTHING


def test_the_button_takes_back_what_was_done_here(oak: Oak, tablet: Visitor) -> None:
    tablet.post(do="tag.add", name="Slick")
    oak.tag("Dark")
    assert "do=undo&amp;mine=true" in tablet.page().text
    tablet.post(do="undo", mine="true")
    assert [each["name"] for each in oak.sees()["tags"]] == ["Dark"]


def test_no_page_shows_the_mark(oak: Oak, tablet: Visitor) -> None:
    tablet.post(do="tag.add", name="Slick")
    own = mark(tablet).removeprefix("~")
    for path in ("", "/journal", "/export", "/after", "/recap", "/evening", "/paper"):
        assert own not in tablet.client.get(f"/t/{oak.id}{path}").text


def test_the_stream_says_it_only_where_it_changed(oak: Oak, tablet: Visitor) -> None:
    """Also where it came and went: a reply may have shown what was between."""
    alarm = oak.clock("Alarm")
    headers = {"Tableside-Cursor": tablet.cursor()}
    oak.gm(do="clock.tick", clock=alarm)
    assert "own-undo" not in fetch_news(tablet, headers)
    tablet.post(do="clock.tick", clock=alarm)
    tablet.post(do="undo", mine="true")
    assert read_undo_label(fetch_news(tablet, headers)) == NOTHING
