"""The stream overlay: what the TV shows, for a broadcasting program; never a code, never a secret."""

import pytest
from flask import Flask

from tests.pages.visitor import Visitor
from tests.table.oak import Oak
from webapp.pages.overlay import USUAL, OverlayChoice

OPENED = {"nobody": 404, "tv": 200, "player": 403, "gm": 200}


def overlay(oak: Oak, who: str = "tv", query: str = "") -> str:
    answer = Visitor(oak, who).page(f"/overlay{query}")
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


@pytest.mark.parametrize(("who", "status"), OPENED.items())
def test_it_is_for_the_tv_link_and_the_gm(oak: Oak, who: str, status: int) -> None:
    visitor = Visitor(oak) if who == "nobody" else Visitor(oak, who)
    assert visitor.page("/overlay").status_code == status


def test_without_a_link_every_page_of_a_table_is_as_good_as_none(app: Flask, oak: Oak) -> None:
    """Whatever pages there are now or will be."""
    rules = [rule for rule in app.url_map.iter_rules() if rule.rule.startswith("/t/<table_id>")]
    parts = {"table_id": oak.id, "what": "join", "kind": "clock"}
    asked = {}
    for rule in rules:
        if "GET" in (rule.methods or set()):
            built = rule.build({name: parts.get(name, 1) for name in rule.arguments})
            if built is not None:
                asked[built[1]] = oak.app.test_client().get(built[1]).status_code
    assert f"/t/{oak.id}/overlay" in asked
    assert {path: status for path, status in asked.items() if status != 404} == {}


def test_it_follows_the_tvs_stream_whoever_opened_it(oak: Oak) -> None:
    assert "&amp;as=tv" in overlay(oak, "gm").replace("&as", "&amp;as")
    assert "as=tv" not in overlay(oak, "tv")
    assert 'data-role="tv"' in overlay(oak, "gm")


@pytest.mark.parametrize("who", ["tv", "gm"])
def test_it_never_shows_the_code_nor_a_secret(oak: Oak, who: str) -> None:
    oak.clock("Ambush", visibility="secret")
    oak.clock("Alarm")
    page = overlay(oak, who, "?show=clocks,tags,cast,checks,turn,join,bar")
    assert oak.made.join_code not in page
    assert "/qr/" not in page
    assert "Ambush" not in page
    assert "Alarm" in page


def test_the_address_chooses_what_it_shows(oak: Oak) -> None:
    oak.tag("Slick")
    oak.clock("Alarm")
    assert "Slick" not in overlay(oak)
    page = overlay(oak, query="?show=tags&size=large&side=top")
    assert "Slick" in page
    assert "Alarm" not in page
    assert 'data-size="large" data-side="top"' in page


@pytest.mark.parametrize(
    ("asked", "chosen"),
    [
        ({}, OverlayChoice()),
        ({"show": "nonsense", "size": "99", "side": "middle", "clock": "x", "more": "1"}, OverlayChoice()),
        ({"show": "cast, tags,tags"}, OverlayChoice(show=("tags", "cast"))),
        ({"clock": "7"}, OverlayChoice(show=("clocks",), clock=7)),
        ({"clock": "7" * 30}, OverlayChoice(show=USUAL)),
        ({"size": "small", "side": "left"}, OverlayChoice(size="small", side="left")),
    ],
)
def test_what_it_does_not_know_is_left_as_usual(asked: dict[str, str], chosen: OverlayChoice) -> None:
    assert OverlayChoice.of(asked) == chosen


def test_a_tv_link_may_lead_straight_to_it(oak: Oak) -> None:
    client = oak.app.test_client()
    answer = client.get(f"/k/{oak.made.tokens['tv']}?to=overlay&show=clocks&next=//evil.example")
    assert answer.headers["Location"].startswith(f"/t/{oak.id}/overlay?show=clocks")
    assert client.get(answer.headers["Location"]).status_code == 200


def test_a_player_link_does_not_lead_there(oak: Oak) -> None:
    answer = oak.app.test_client().get(f"/k/{oak.made.tokens['player']}?to=overlay")
    assert answer.headers["Location"] == f"/t/{oak.id}"


def test_the_gms_links_say_how_to_use_it(oak: Oak) -> None:
    page = Visitor(oak, "gm").page("/moves/people").get_data(as_text=True)
    assert f"/k/{oak.made.tokens['tv']}?to=overlay" in page


# ---- the TV without scripts -----------------------------------------------------------------------


def test_without_scripts_the_tv_shows_all_at_once_and_reloads_itself(oak: Oak) -> None:
    for number in range(9):
        oak.clock(f"Clock {number}")
    page = Visitor(oak, "tv").page().get_data(as_text=True)
    plain = page.partition("<noscript>")[2].partition("</noscript>")[0]
    assert 'content="15">' in plain
    assert "tv-plain" in plain
    assert "data-away" not in page.partition('id="clocks"')[2]


def test_the_empty_table_says_how_to_join_until_that_is_switched_off(oak: Oak) -> None:
    tv = Visitor(oak, "tv")
    page = tv.page().get_data(as_text=True)
    assert 'data-form="idle"' in page
    assert oak.made.join_code in page
    assert "qr/join.svg" in page
    assert "/join</b>" in page
    oak.gm(do="join.set", on=False)
    page = tv.page().get_data(as_text=True)
    assert oak.made.join_code not in page
    assert "qr/join.svg" not in page
    assert "Your GM is about to begin" in page
