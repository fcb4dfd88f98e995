"""The TV's sound is off until the GM switches it on, in the menu beside the TV's theme."""

import re
from typing import Any

import pytest

from tests.pages.visitor import Visitor
from tests.table.oak import Oak
from webapp.state.audience import TV
from webapp.table.refusals import Invalid
from webapp.views.panels import make_panels
from webapp.views.view_changes import changes_between


def test_it_is_off_until_the_gm_switches_it_on_and_no_other_screen_hears_of_it(oak: Oak) -> None:
    tv = Visitor(oak, "tv")
    before, players = oak.view("tv"), oak.view("player")
    assert "data-sound>" not in tv.page().text
    chosen: dict[str, Any] = {"settings.tv_sound": "on"}
    Visitor(oak, "gm").post(do="table.edit", **chosen)
    assert re.search(r'id="layout"[^>]* data-sound>', tv.page().text)
    assert changes_between(before, oak.view("tv")) == ["table"]
    assert oak.view("player") == players
    assert make_panels(oak.view("tv"), TV)["layout"].it.sound


def test_the_menu_says_whether_it_is_on(oak: Oak) -> None:
    oak.gm(do="table.edit", settings={"tv_sound": "on"})
    choices = Visitor(oak, "gm").page("/moves/table").text.partition("TV sound</p>")[2]
    assert re.findall(r'value="(\w+)"\s+aria-pressed="(\w+)"', choices)[:2] == [
        ("off", "false"),
        ("on", "true"),
    ]


def test_it_is_on_or_off_and_nothing_between(oak: Oak) -> None:
    with pytest.raises(Invalid, match="tv_sound"):
        oak.gm(do="table.edit", settings={"tv_sound": "loud"})
    assert not oak.view("tv").tv_sound
