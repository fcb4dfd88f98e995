"""The TV's stage: a full clock, a scene, what is revealed or who falls stands alone for some seconds.

The clocks of these pages stand still, so that what goes again after seconds stays until it was read.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.host import Host
from tests.browser.lasting_faults import still_wrong
from tests.browser.seats import Tv
from tests.browser.server import Server
from tests.browser.televised import a_tv, fill
from tests.table.mettle.brawl import ANN

pytestmark = pytest.mark.in_motion

ALONE = """() => {
    const stage = document.querySelector("[data-on]"), dial = stage?.querySelector(".dial");
    const { left, top, right, bottom } = stage.getBoundingClientRect();
    const over = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
    const covers = left <= 0 && top <= 0 && right >= innerWidth && bottom >= innerHeight;
    const large = !dial || dial.getBoundingClientRect().height > 0.6 * innerHeight;
    return covers && stage.contains(over) && large;
}"""
"""Nothing is seen but this, and a dial in it is large."""
COVERS = """() => {
    const box = (each) => each.getBoundingClientRect(), stage = box(document.querySelector("[data-on]"));
    const within = box(document.querySelector("[data-band]"));
    const names = [...document.querySelectorAll("[data-token], .m-zone h3, .tv-clocks h3, .tv-bar h1")];
    const over = names.filter((each) => box(each).bottom > stage.top + 1 && box(each).height);
    const beyond = stage.top < within.top - 1 || stage.bottom > within.bottom + 1;
    return [...over.map((each) => each.textContent), ...(beyond ? ["beyond the band"] : [])];
}"""
"""The names that lie under what has the band."""
PAUSED = """() => {
    const said = document.querySelector(".pause p");
    return said?.contains(document.elementFromPoint(innerWidth / 2, innerHeight / 2))
        && parseFloat(getComputedStyle(said).fontSize) > 0.15 * innerHeight;
}"""
SPOKEN = 4500
"""Milliseconds after which a screen reader was told, and the words have left the page."""


def on_stage(tv: Tv) -> Locator:
    return tv.page.locator("[data-on]")


def test_what_is_revealed_or_full_has_the_screen_alone_and_what_is_hidden_again_leaves_at_once(
    host: Host, open_page: Callable[..., Page]
) -> None:
    """On a TV as it comes, and on one that asked for less motion."""
    fill(host, 2)
    host.clock("Alarm", 4, filled=3, on_full="The gates close.")
    host.clock("The Ambush", visibility="secret")
    lively = a_tv(host, open_page)
    calm = a_tv(host, open_page, reduced_motion="reduce")
    with lively.standing_still(), calm.standing_still():
        _what_is_revealed_stands_alone_for_three_seconds(host, lively, calm)
        _what_is_hidden_again_leaves_the_stage_with_its_name(host, lively)
        _a_full_clock_stands_there_large_and_says_what_happens(host, lively)
        _what_is_undone_leaves_at_once(host, lively)
        _a_pause_lies_over_everything(host, lively)


def _what_is_revealed_stands_alone_for_three_seconds(host: Host, lively: Tv, calm: Tv) -> None:
    secret = host.ids["The Ambush"]
    for tv in (lively, calm):
        tv.does_not_see("Ambush")
    host.do("clock.edit", clock=secret, visibility="shown")
    for tv in (lively, calm):
        expect(on_stage(tv)).to_have_text("The Ambush")
        tv.page.wait_for_function(ALONE)
    assert calm.page.evaluate("document.getAnimations().length") == 0
    for tv in (lively, calm):
        tv.page.clock.run_for(2000)
        expect(on_stage(tv)).to_have_count(1)
        tv.page.clock.run_for(1500)
        expect(on_stage(tv)).to_have_count(0)
        expect(tv.page.locator(f"#clock-{secret}")).to_be_visible()


def _what_is_hidden_again_leaves_the_stage_with_its_name(host: Host, tv: Tv) -> None:
    secret = host.ids["The Ambush"]
    host.do("clock.edit", clock=secret, visibility="secret")
    tv.page.clock.run_for(SPOKEN)
    tv.no_longer_sees("Ambush")
    host.do("clock.edit", clock=secret, visibility="shown")
    expect(on_stage(tv)).to_have_text("The Ambush")
    host.do("clock.edit", clock=secret, visibility="secret")
    expect(on_stage(tv)).to_have_count(0)
    tv.page.clock.run_for(SPOKEN)
    tv.no_longer_sees("Ambush")


def _a_full_clock_stands_there_large_and_says_what_happens(host: Host, tv: Tv) -> None:
    host.tick("Alarm")
    expect(on_stage(tv)).to_contain_text("The gates close.")
    expect(on_stage(tv).locator(".tv-stage-what")).to_have_text("Full")
    tv.page.wait_for_function(ALONE)
    tv.page.clock.run_for(6500)
    expect(on_stage(tv)).to_have_count(0)
    expect(tv.page.locator("[data-aside]")).to_contain_text("Alarm: +1, now 4 of 4. It is complete!")


def _what_is_undone_leaves_at_once(host: Host, tv: Tv) -> None:
    host.do("undo")
    expect(tv.page.locator("#moments")).not_to_contain_text("Alarm")
    host.tick("Alarm")
    expect(on_stage(tv)).to_contain_text("Alarm")
    host.do("undo")
    expect(on_stage(tv)).to_have_count(0)


def _a_pause_lies_over_everything(host: Host, tv: Tv) -> None:
    host.tick("Alarm")
    expect(on_stage(tv)).to_contain_text("Alarm")
    host.do("pause.set", on=True)
    tv.page.wait_for_function(PAUSED)


def test_one_comes_after_the_other_and_only_two_wait(host: Host, open_page: Callable[..., Page]) -> None:
    for name in ("First", "Second", "Third", "Fourth"):
        host.clock(name, 1)
    tv = a_tv(host, open_page)
    with tv.standing_still():
        for name in ("First", "Second", "Third", "Fourth"):
            host.tick(name)
            expect(tv.page.locator(f"#clock-{host.ids[name]}")).to_have_attribute("data-filled", "1")
        shown = []
        for _ in range(3):
            expect(on_stage(tv)).to_have_count(1)
            shown.append(on_stage(tv).locator("h3").inner_text())
            tv.page.clock.run_for(6500)
        expect(on_stage(tv)).to_have_count(0)
    assert shown == ["First", "Third", "Fourth"]


def test_a_roll_that_fills_a_clock_has_its_dice_first_and_the_clock_the_screen_then(
    server: Server, open_page: Callable[..., Page]
) -> None:
    host = Host(server, "razorweave")
    alarm, mara = host.clock("Alarm", 1), host.character("Mara")
    check = host.do("check.call", character=mara, attribute="AGI", dc=14, targets=[alarm])["check"]
    tv = a_tv(host, open_page)
    with tv.standing_still():
        host.do("check.roll", check=check, dice=[6, 6, 5, 5])
        host.do("check.resolve", check=check)
        expect(tv.page.locator("[data-large] .tv-says")).to_contain_text("Alarm")
        expect(on_stage(tv)).to_have_count(0)
        tv.page.clock.run_for(3000)
        expect(on_stage(tv).locator("h3")).to_have_text("Alarm")
        tv.page.clock.run_for(6500)
        expect(on_stage(tv)).to_have_count(0)
        expect(tv.page.locator("[data-large] .verdict b")).to_have_text("Critical success")


def test_in_a_fight_what_weighs_most_has_the_band_alone_and_nothing_covers_names(
    server: Server, open_page: Callable[..., Page]
) -> None:
    """Who falls, and a clock that is full: its dial beside the map says no word, and in the band all."""
    host = Host(server, "mettle")
    ann = host.character("Ann", stats=ANN)
    host.clock("Fire", 4, kind="countdown", filled=3, on_full="The roof comes down.")
    host.do("mettle.zone.quick")
    host.do("mettle.initiative.start", first=ann)
    tv = a_tv(host, open_page)
    with tv.standing_still():
        host.do("mettle.hurt", character=ann, by=30)
        _has_the_band(tv, "Ann is now")
        tv.page.clock.run_for(4500)
        expect(on_stage(tv)).to_have_count(0)
        host.tick("Fire")
        _has_the_band(tv, "Fire")
        expect(on_stage(tv)).to_contain_text("The roof comes down.")
        expect(on_stage(tv).locator(".dial")).to_be_visible()
        expect(tv.page.locator(".tv-clocks .strike")).to_be_hidden()
        tv.page.clock.run_for(4500)
        expect(on_stage(tv)).to_have_count(0)


def _has_the_band(tv: Tv, words: str) -> None:
    expect(on_stage(tv)).to_contain_text(words)
    expect(tv.page.locator("[data-large]").filter(visible=True)).to_have_count(0)
    assert still_wrong(tv.page, COVERS) == []
