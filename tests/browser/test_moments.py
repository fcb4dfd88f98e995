"""Moments on the TV: what is revealed, a clock that is full, a check, a pause."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.host import Host
from tests.browser.seats import Tv
from tests.browser.server import Server
from tests.browser.televised import a_tv, faults, fill

pytestmark = pytest.mark.in_motion

SHADES = """cards => {
    const [one, other] = cards.map((each) => each.getBoundingClientRect());
    const lengths = cards.map((each) => getComputedStyle(each).boxShadow.match(/[\\d.]+px/g).map(parseFloat));
    const apart = Math.max(other.left - one.right, other.top - one.bottom);
    return [apart, ...lengths.map(([, , blur, spread]) => blur + spread)];
}"""
"""How far two cards stand apart, and how far the shade of each reaches."""


def test_what_is_revealed_rises_and_takes_its_place(host: Host, open_page: Callable[..., Page]) -> None:
    """On a TV as it comes, and on one that asked for less motion."""
    fill(host, 2)
    secret = host.clock("The Ambush", visibility="secret")
    lively = a_tv(host, open_page)
    calm = a_tv(host, open_page, reduced_motion="reduce")
    for tv in (lively, calm):
        tv.does_not_see("Ambush").notes_moments()
    with lively.standing_still(), calm.standing_still():
        host.do("clock.edit", clock=secret, visibility="shown")
        for tv in (lively, calm):
            _rises_for_three_seconds(tv, "The Ambush")
    assert lively.page.evaluate("window.moving") > 0
    assert calm.page.evaluate("window.moving") == 0
    for tv in (lively, calm):
        expect(tv.page.locator(f"#clock-{secret}")).to_be_visible()


def _rises_for_three_seconds(tv: Tv, name: str) -> None:
    """On a page whose clock stands still but for this."""
    tv.told(name)
    moment = tv.page.locator("#moment")
    tv.page.clock.run_for(2000)
    expect(moment).to_be_visible()
    tv.page.clock.run_for(1000)
    expect(moment).to_be_hidden()


def test_what_is_hidden_again_leaves_the_stage_and_a_pause_is_seen_from_across_the_room(
    host: Host, big: Tv
) -> None:
    fill(host, 2)
    _what_is_hidden_again_leaves_the_stage_with_its_name(host, big)
    _a_pause_is_seen_from_across_the_room(host, big)


def _what_is_hidden_again_leaves_the_stage_with_its_name(host: Host, big: Tv) -> None:
    secret = host.clock("The Ambush", visibility="secret")
    expect(big.page.locator(".clock")).to_have_count(2)
    big.page.clock.fast_forward(6000)
    expect(big.page.locator("#moment")).to_be_hidden()
    with big.standing_still():  # else it would leave by itself
        host.do("clock.edit", clock=secret, visibility="shown")
        expect(big.page.locator("#moment")).to_have_text("The Ambush")
        host.do("clock.edit", clock=secret, visibility="secret")
        expect(big.page.locator("#moment")).to_be_hidden()
        big.no_longer_sees("Ambush")


def _a_pause_is_seen_from_across_the_room(host: Host, big: Tv) -> None:
    host.do("pause.set", on=True)
    said = big.page.get_by_text("Paused")
    expect(said).to_be_visible()
    size: float = said.evaluate("each => parseFloat(getComputedStyle(each).fontSize)")
    assert size > 0.15 * 1080


def test_a_full_clock_strikes_and_says_what_happens(host: Host, open_page: Callable[..., Page]) -> None:
    clock = host.clock("Alarm", 4, filled=3, on_full="The gates close.")
    big = a_tv(host, open_page)
    host.do("clock.tick", clock=clock)
    moment = big.page.locator("#moment")
    expect(moment).to_contain_text("The gates close.")
    expect(moment.locator(".moment-word")).to_have_text("Full")
    big.page.clock.fast_forward(6000)
    expect(moment).to_be_hidden()
    expect(big.page.locator(f"#clock-{clock} .on-full")).to_be_visible()


def test_a_check_is_read_by_all_then_steps_aside_and_never_covers_a_tick(
    server: Server, open_page: Callable[..., Page]
) -> None:
    host = Host(server, "razorweave")
    clock = host.clock("Alarm")
    tv = a_tv(host, open_page)
    mara = host.do("character.add", name="Mara")["character"]
    check = host.do("check.call", character=mara, intent="Climb the wall", attribute="AGI", dc=14)["check"]
    card, line = tv.page.locator(".tv-check-card"), tv.page.locator(".tv-check-line")
    expect(card).to_be_visible()
    expect(card).to_contain_text("Climb the wall")
    host.do("clock.tick", clock=clock)
    expect(line).to_be_visible()
    expect(card).to_be_hidden()
    expect(line).to_contain_text("Mara is to roll")
    box, dial = line.bounding_box(), tv.page.locator(".dial").first.bounding_box()
    assert box
    assert dial
    assert box["y"] + box["height"] <= dial["y"] + 1
    host.do("check.roll", check=check, dice=[6, 6, 5, 5])
    expect(card).to_be_visible()
    expect(card.locator(".outcome")).to_be_visible()
    assert faults(tv.page) == []
    tv.page.clock.fast_forward(12000)
    expect(card).to_be_hidden()
    jump = {"intent": "Jump", "attribute": "AGI", "dc": 14}
    older = host.do("check.call", character=mara, **jump)["check"]
    newer = host.do("check.call", character=host.character("Tomas"), **jump)["check"]
    two = tv.page.locator(".tv-check[data-large] .tv-check-card")
    expect(two).to_have_count(2)
    gap, *shades = two.evaluate_all(SHADES)
    assert max(shades) <= gap
    tv.page.clock.fast_forward(12000)
    expect(two).to_have_count(0)
    host.do("check.roll", check=older, dice=[6, 6, 5, 5])
    expect(two).to_have_count(1)
    expect(two.get_by_text("Total 22 against DC 14")).to_be_visible()
    host.do("check.cancel", check=newer)
    expect(tv.page.locator("[data-check]").filter(has_text="Tomas")).to_have_count(0)
    expect(two).to_have_count(1)  # what was told of the climb is not told again
