"""Who I am and what I have left stand in the first view of a phone at a full table, below the scene."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.lasting_faults import at_rest, still_wrong
from tests.browser.seats import Phone
from tests.browser.server import Server
from tests.browser.test_mettle import ANN, BOG
from tests.browser.test_phone import a_phone
from tests.browser.test_scene_first import CHECKS, CLOCKS, WHOLE, build_full_table

MINE = {"resonance": [".me-first .meter b"], "mettle": [".me-first .m-meter"]}
"""What a game's sheet has left, on the card of who I am."""
TALL, SCREENS = 66, 5
HOW_TALL = "document.querySelector('#tags').getBoundingClientRect().height"
HOW_LONG = "document.documentElement.scrollHeight / innerHeight"


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", sorted(CHECKS))
def test_my_values_lie_in_the_first_view_and_tags_are_three_lines_that_open_as_rows(
    server: Server, open_page: Callable[..., Page], ruleset: str
) -> None:
    host = build_full_table(server, ruleset)
    host.has(clocks={name: CLOCKS[name] for name in CLOCKS if name not in host.ids})
    if ruleset == "mettle":
        host.do("character.edit", character=host.ids["Mara"], stats=ANN)
    if CHECKS[ruleset]:
        host.do("check.call", character=host.ids["Mara"], intent="Climb the old wall", **CHECKS[ruleset])
    ana = Phone(a_phone(open_page), server).join(host, "Ana", "Mara")
    expect(ana.page.locator("[data-strip] [data-clock]")).to_have_count(len(CLOCKS))
    shown = ["#me h2", "#me [data-condition]", ".tags > [data-tag]", *MINE.get(ruleset, [])]
    for width, height in ((360, 640), (390, 844)):
        ana.page.set_viewport_size({"width": width, "height": height})
        assert still_wrong(ana.page, WHOLE, shown) == [], (width, height)
        assert at_rest(ana.page).evaluate(HOW_TALL) <= TALL
        assert ana.page.evaluate(HOW_LONG) <= SCREENS
    rows = ana.page.get_by_role("checkbox", name="Tags as rows")
    with ana.in_taps(2):
        rows.tap()
        ana.page.locator("#tags summary", has_text="Smoke").tap()
        expect(ana.page.get_by_role("button", name="Propose to remove").first).to_be_visible()


@pytest.mark.soak
def test_a_melee_attack_of_mettle_takes_three_taps_and_no_scroll(
    server: Server, open_page: Callable[..., Page]
) -> None:
    host = build_full_table(server, "mettle")
    pier = host.do("zone.add", name="Quay")["zone"]
    host.character("Thug", kind="npc", stats=BOG, visibility="shown", zone=pier)
    host.do("character.edit", character=host.ids["Mara"], stats=ANN, zone=pier)
    ana = Phone(a_phone(open_page), server).join(host, "Ana", "Mara")
    for width, height in ((390, 844), (360, 640)):
        ana.page.set_viewport_size({"width": width, "height": height})
        assert still_wrong(ana.page, WHOLE, [".me-first [popovertarget]"]) == []
    with ana.in_taps(3):
        ana.page.locator(".me-first").get_by_role("button", name="Attack Thug").tap()
        ana.page.get_by_role("button", name=re.compile("^Attack with")).tap()
        ana.page.locator(".waits .roll").tap()
        expect(ana.page.locator("#moments .moment-says").first).to_contain_text("Thug")
    assert ana.page.evaluate("scrollY") == 0
