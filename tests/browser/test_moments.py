"""Moments on the TV: what is revealed, a clock that is full, a check, a pause.

The clocks of these pages stand still, so that what goes again after seconds stays until it was read.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.host import Host
from tests.browser.lasting_faults import at_rest
from tests.browser.seats import Tv
from tests.browser.server import Server
from tests.browser.televised import a_tv, faults, fill

pytestmark = pytest.mark.in_motion

REVEAL = 3000
"""Milliseconds after which somebody's name that came to light has gone from the TV."""
SHADES = """cards => {
    const [one, other] = cards.map((each) => each.getBoundingClientRect());
    const lengths = cards.map((each) => getComputedStyle(each).boxShadow.match(/[\\d.]+px/g).map(parseFloat));
    const apart = Math.max(other.left - one.right, other.top - one.bottom);
    return [apart, ...lengths.map(([, , blur, spread]) => blur + spread)];
}"""
"""How far two cards stand apart, and how far the shade of each reaches."""


def test_what_is_revealed_or_full_is_a_moment_and_what_is_hidden_again_leaves_at_once(
    host: Host, open_page: Callable[..., Page]
) -> None:
    """On a TV as it comes, and on one that asked for less motion."""
    fill(host, 2)
    host.clock("Alarm", 4, filled=3, on_full="The gates close.")
    host.clock("The Ambush", visibility="secret")
    lively = a_tv(host, open_page)
    calm = a_tv(host, open_page, reduced_motion="reduce")
    with lively.standing_still(), calm.standing_still():
        _what_is_revealed_rises_and_takes_its_place(host, lively, calm)
        _what_is_hidden_again_leaves_the_stage_with_its_name(host, lively)
        _a_full_clock_strikes_and_says_what_happens(host, lively)
        _a_pause_is_seen_from_across_the_room(host, lively)


def _what_is_revealed_rises_and_takes_its_place(host: Host, lively: Tv, calm: Tv) -> None:
    secret = host.ids["The Ambush"]
    for tv in (lively, calm):
        tv.does_not_see("Ambush").notes_moments()
    host.do("clock.edit", clock=secret, visibility="shown")
    for tv in (lively, calm):
        _rises_for_three_seconds(tv, "The Ambush")
        expect(tv.page.locator(f"#clock-{secret}")).to_be_visible()
    assert lively.page.evaluate("window.moving") > 0
    assert calm.page.evaluate("window.moving") == 0


def _rises_for_three_seconds(tv: Tv, name: str) -> None:
    tv.sees_moment(name)
    moment = tv.page.locator("#moment")
    tv.page.clock.run_for(2000)
    expect(moment).to_be_visible()
    tv.page.clock.run_for(1000)
    expect(moment).to_be_hidden()


def _what_is_hidden_again_leaves_the_stage_with_its_name(host: Host, tv: Tv) -> None:
    secret, moment = host.ids["The Ambush"], tv.page.locator("#moment")
    host.do("clock.edit", clock=secret, visibility="secret")
    tv.no_longer_sees("Ambush")
    host.do("clock.edit", clock=secret, visibility="shown")
    expect(moment).to_have_text("The Ambush")
    host.do("clock.edit", clock=secret, visibility="secret")
    expect(moment).to_be_hidden()
    tv.no_longer_sees("Ambush")


def _a_full_clock_strikes_and_says_what_happens(host: Host, tv: Tv) -> None:
    host.tick("Alarm")
    moment = tv.page.locator("#moment")
    expect(moment).to_contain_text("The gates close.")
    expect(moment.locator(".moment-word")).to_have_text("Full")
    tv.page.clock.run_for(7000)
    expect(moment).to_be_hidden()
    expect(tv.page.locator(f"#clock-{host.ids['Alarm']} .on-full")).to_be_visible()


def _a_pause_is_seen_from_across_the_room(host: Host, tv: Tv) -> None:
    host.do("pause.set", on=True)
    said = tv.page.get_by_text("Paused")
    expect(said).to_be_visible()
    size: float = said.evaluate("each => parseFloat(getComputedStyle(each).fontSize)")
    assert size > 0.15 * 1080


def test_a_check_is_read_by_all_then_steps_aside_and_never_covers_a_tick(
    server: Server, open_page: Callable[..., Page]
) -> None:
    host = Host(server, "razorweave")
    host.clock("Alarm")
    tv = a_tv(host, open_page)
    with tv.standing_still():
        check = _a_check_steps_aside_for_a_tick(host, tv)
        _its_outcome_stands_large_for_twelve_seconds(host, tv, check)
        _two_checks_stand_side_by_side(host, tv)


def _a_check_steps_aside_for_a_tick(host: Host, tv: Tv) -> int:
    mara = host.character("Mara")
    wall = {"intent": "Climb the wall", "attribute": "AGI", "dc": 14}
    check: int = host.do("check.call", character=mara, **wall)["check"]
    card, line = tv.page.locator(".tv-check-card"), tv.page.locator(".tv-check-line")
    expect(card).to_be_visible()
    expect(card).to_contain_text("Climb the wall")
    host.tick("Alarm")
    expect(line).to_be_visible()
    expect(card).to_be_hidden()
    expect(line).to_contain_text("Mara rolls")
    tv.page.clock.run_for(REVEAL)
    box, dial = line.bounding_box(), at_rest(tv.page).locator(".dial").first.bounding_box()
    assert box
    assert dial
    assert box["y"] + box["height"] <= dial["y"] + 1
    return check


def _its_outcome_stands_large_for_twelve_seconds(host: Host, tv: Tv, check: int) -> None:
    card = tv.page.locator(".tv-check-card")
    host.do("check.roll", check=check, dice=[6, 6, 5, 5])
    expect(card).to_be_visible()
    expect(card.locator(".outcome")).to_be_visible()
    assert faults(tv.page) == []
    tv.page.clock.fast_forward(12500)
    expect(card).to_be_hidden()


def _two_checks_stand_side_by_side(host: Host, tv: Tv) -> None:
    """What was told of one is not told again when the other goes."""
    jump = {"intent": "Jump", "attribute": "AGI", "dc": 14}
    older = host.do("check.call", character=host.ids["Mara"], **jump)["check"]
    newer = host.do("check.call", character=host.character("Tomas"), **jump)["check"]
    two = tv.page.locator(".tv-check[data-large] .tv-check-card")
    expect(two).to_have_count(2)
    tv.page.clock.run_for(REVEAL)
    at_rest(tv.page)
    gap, *shades = two.evaluate_all(SHADES)
    assert max(shades) <= gap
    tv.page.clock.fast_forward(12500)
    expect(two).to_have_count(0)
    host.do("check.roll", check=older, dice=[6, 6, 5, 5])
    expect(two).to_have_count(1)
    expect(two.get_by_text("Total 22 against DC 14")).to_be_visible()
    host.do("check.cancel", check=newer)
    expect(tv.page.locator("[data-check]").filter(has_text="Tomas")).to_have_count(0)
    expect(two).to_have_count(1)
