"""A day that would kill says so first, and kills once the GM has said yes."""

import re
from html import unescape
from typing import Any

import pytest

from tests.pages.visitor import SCRIPT, Visitor
from tests.table.mettle.brawl import Brawl
from webapp.table.refusals import Unconfirmed

THIRST: dict[str, Any] = {"do": "mettle.time.pass", "span": "day", "count": 30, "water": False}


def test_a_day_that_would_kill_lists_whom_and_does_nothing(yard: Brawl) -> None:
    before = yard.sees()
    with pytest.raises(
        Unconfirmed, match=r"This would kill Ann \(.*\) and Cai \(.*\)\. Nothing has happened yet\."
    ):
        yard.gm(**THIRST, ask=True)
    assert yard.sees() == before
    yard.gm(**THIRST)
    assert "Dead" in yard.statuses("Ann")


def test_one_that_kills_nobody_passes_at_once(yard: Brawl) -> None:
    yard.gm(do="mettle.time.pass", span="day", ask=True)
    yard.gm(do="scene.end", scene=yard.sees()["scene"], ask=True)
    assert yard.statuses("Ann") == {}


@pytest.mark.parametrize("headers", [SCRIPT, {"Sec-Fetch-Site": "same-origin"}])
def test_the_page_asks_and_does_it_on_the_second_press(yard: Brawl, headers: dict[str, str]) -> None:
    gm = Visitor(yard, "gm")
    asked = gm.post(headers, **THIRST | {"water": "false", "ask": "true"})
    assert asked.status_code == 409
    assert "This would kill Ann" in asked.text
    button = re.search(r'name="act" value="([^"]+)"', asked.text)
    assert button is not None
    gm.post(act=unescape(button[1]))
    assert "Dead" in yard.statuses("Ann")


def test_the_forms_of_a_day_and_of_a_scenes_end_ask(yard: Brawl) -> None:
    gm = Visitor(yard, "gm")
    assert 'name="ask" value="true"' in gm.page("/moves/day").text
    assert re.search(r"do=scene\.end&amp;scene=\d+&amp;ask=true", gm.page("/moves/scenes").text)


def test_a_clock_set_to_every_day_ticks_with_the_days_of_game_time(yard: Brawl) -> None:
    siege, torch = yard.clock("Siege", 8, tempo="day"), yard.clock("Torch", 6, tempo="round")
    yard.gm(do="mettle.time.pass", span="day", count=3)
    filled = {row["id"]: row["filled"] for row in yard.sees()["clocks"]}
    assert (filled[siege], filled[torch]) == (3, 0)
    yard.gm(do="undo")
    assert {row["filled"] for row in yard.sees()["clocks"]} == {0}


def test_a_clock_set_to_every_round_ticks_as_a_round_of_the_fight_ends(yard: Brawl) -> None:
    torch = yard.clock("Torch", 6, tempo="round")
    ann, bog = yard.who("Ann"), yard.who("Bog")
    yard.gm(do="mettle.initiative.start", first=ann, combatants=[ann, bog])
    yard.gm(do="mettle.initiative.act", character=ann, targets=[bog])
    yard.gm(do="mettle.initiative.act", character=bog, targets=[ann])
    yard.gm(do="mettle.initiative.round")
    assert next(row["filled"] for row in yard.sees()["clocks"] if row["id"] == torch) == 1
