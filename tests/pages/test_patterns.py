"""The pattern page shows the whole language: nothing is missing, twice there, or connected to a table."""

import re
from collections import Counter

import pytest
from flask.testing import FlaskClient

from tests.house.reading import ROOT
from webapp.pages.patterns.registry import SECTIONS
from webapp.rules.playable_games import ruleset

PARTS = [
    "buttons",
    "cards",
    "check",
    "clock",
    "dial",
    "dice",
    "dock",
    "fields",
    "icons",
    "journal",
    "odds",
    "race",
    "sight",
    "sprite",
    "theme",
    "things",
    "toast",
    "reference",
    "../after/chart",
    "../after/story",
    "../gm/screens",
]
"""The style files of the language; a new one is added here with its example."""


@pytest.fixture
def shown(client: FlaskClient) -> str:
    answer = client.get("/patterns")
    assert answer.status_code == 200
    return answer.text


def test_every_section_shows_its_examples(client: FlaskClient, shown: str) -> None:
    assert len(SECTIONS) >= 13
    with client.application.test_request_context("/patterns"):
        for each in SECTIONS:
            assert f'id="p-{each.key}"' in shown
            names = [example.name for example in each.examples()]
            assert names, each.title
            assert len(set(names)) == len(names), each.title


def test_every_kind_of_clock_every_word_and_every_state_is_there(shown: str) -> None:
    for kind in ruleset("razorweave").catalogue.clock_kinds:
        assert f": {kind.key}</figcaption>" in shown
    for word in ("empty", "filling", "nearly full", "full"):
        assert f"Masked: {word}" in shown
    for state in ("secret", "rumoured", "masked", "shown"):
        assert f"Who may know: {state}" in shown
    for state in ("beats-1", "beats-2", "beats-3", "done", "drain", "veil"):
        assert re.search(rf'<svg class="dial [^"]*\b{state}\b', shown), state


def test_every_state_of_a_check_and_of_a_proposal_is_there(shown: str) -> None:
    for state in ("called", "rolled", "settled resolved", "settled void"):
        assert f'class="check-card {state}"' in shown
    for state in ("Waiting for the GM", "Accepted", "Declined"):
        assert state in shown


def test_no_id_stands_there_twice_and_nothing_refers_to_what_is_not_there(shown: str) -> None:
    ids = Counter(re.findall(r'\bid="([^"]+)"', shown))
    assert [each for each, times in ids.items() if times > 1] == []
    referred = re.findall(r'(?:for|aria-labelledby|href)="#?([a-z][\w-]*)"', shown)
    referred += re.findall(r"url\(#([\w-]+)\)", shown)
    assert [each for each in referred if each.startswith("x") and each not in ids] == []


@pytest.mark.parametrize("part", PARTS)
def test_every_part_of_the_language_is_shown(shown: str, part: str) -> None:
    text = (ROOT / "static" / "css" / "parts" / f"{part}.css").read_text(encoding="utf-8")
    style = re.sub(r"/\*.*?\*/|url\([^)]*\)|\{[^}]*\}", " ", text, flags=re.DOTALL)
    classes = set(re.findall(r"\.([a-z][a-z-]+)", style))
    assert [name for name in classes if re.search(rf'class="[^"]*(?<![\w-]){name}(?![\w-])', shown)]


@pytest.mark.parametrize("clocks", range(9))
def test_the_tv_is_shown_with_any_number_of_clocks(client: FlaskClient, clocks: int) -> None:
    answer = client.get(f"/patterns/tv/{clocks}")
    assert answer.text.count('<article id="clock-') == clocks
    assert "frame-ancestors 'self'" in answer.headers["Content-Security-Policy"]
    assert "/live?" not in answer.text
    for picture in re.findall(r'<img src="([^"]+)', answer.text):
        assert client.get(picture).mimetype == "image/svg+xml"


def test_nobody_elses_site_may_frame_it(client: FlaskClient) -> None:
    policy = client.get("/patterns").headers["Content-Security-Policy"]
    assert "frame-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
