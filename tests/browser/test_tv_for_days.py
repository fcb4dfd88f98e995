"""A TV left on for days, without hands: it stays awake, heals, and takes no harm from a remote."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.host import Host
from tests.browser.seats import Tv
from tests.browser.televised import a_tv, faults, fill

pytestmark = pytest.mark.in_motion

LOCKS = """() => {
    window.asked = 0;
    const wakeLock = { request: async () => { window.asked += 1; return {}; } };
    Object.defineProperty(navigator, "wakeLock", { value: wakeLock, configurable: true });
}"""


def test_the_screen_is_kept_on_and_again_after_it_slept(host: Host, open_page: Callable[..., Page]) -> None:
    page = open_page(1920, 1080)
    page.add_init_script(f"({LOCKS})()")
    tv = Tv(page, host.server).open(host.link("tv"))
    tv.sleep()
    tv.wake()
    page.wait_for_function("() => window.asked === 2")
    expect(page.locator("[data-awake]")).to_be_hidden()


def test_where_it_cannot_be_kept_on_it_says_once_how(host: Host, open_page: Callable[..., Page]) -> None:
    page = open_page(1920, 1080)
    page.add_init_script("delete Navigator.prototype.wakeLock")
    fill(host, 2, 12)
    Tv(page, host.server).open(host.link("tv"))
    expect(page.get_by_text("This TV may go dark")).to_be_visible()
    assert faults(page, with_hint=True) == []
    page.reload(wait_until="domcontentloaded")
    expect(page.locator("body")).to_have_attribute("data-live", "live")
    expect(page.locator("[data-awake]")).to_be_hidden()


def test_a_restart_heals_and_a_newer_version_is_taken(host: Host, big: Tv) -> None:
    clock = host.clock("Alarm")
    big.page.evaluate("window.same = true")
    host.server.stop()
    expect(big.page.get_by_text(re.compile("Catching up|Not live since"))).to_be_visible()
    host.server.start()
    big.page.clock.fast_forward(6000)
    big.is_live()
    host.do("clock.tick", clock=clock)
    big.sees_clock("Alarm", 1, 6)
    assert big.page.evaluate("window.same") is True

    big.page.route(
        host.address, lambda route: route.fulfill(body="another version", content_type="text/html"), times=1
    )
    host.server.stop()
    expect(big.page.locator("body")).not_to_have_attribute("data-live", "live")
    with big.page.expect_navigation():
        host.server.start()
        big.page.clock.fast_forward(6000)
    big.is_live().sees_clock("Alarm", 1, 6)


def test_an_evening_of_ticks_leaves_the_page_as_large_as_it_was(
    host: Host, open_page: Callable[..., Page]
) -> None:
    clock = host.clock("Alarm", 100)
    big = a_tv(host, open_page)
    count = "document.querySelectorAll('*').length"
    before = big.page.evaluate(count)
    for _ in range(40):
        host.do("clock.tick", clock=clock)
    big.sees_clock("Alarm", 40, 100)
    expect(big.page.locator("#moment")).to_be_hidden()
    assert big.page.evaluate(count) <= before + 12


def test_no_key_of_a_remote_does_harm(host: Host, big: Tv) -> None:
    fill(host, 3, 2, 1)
    expect(big.page.locator("[data-condition], .ails").first).to_be_visible()
    address, before = big.page.url, host.sees()["journal"]
    for key in ("Tab", "Tab", "Enter", " ", "ArrowDown", "PageDown", "End", "Escape", "Backspace", "u", "+"):
        big.page.keyboard.press(key)
    assert (big.page.url, host.sees()["journal"]) == (address, before)
    assert big.page.evaluate("document.activeElement.tagName") == "BODY"
    assert big.page.evaluate("scrollY + document.querySelector('.tv').scrollTop") == 0


def test_an_old_tv_without_scripts_shows_all_there_is_and_moves_past_it(
    host: Host, open_page: Callable[..., Page]
) -> None:
    ids = fill(host, 9, 2)
    page = open_page(1280, 720, java_script_enabled=False)
    page.goto(host.link("tv"), wait_until="domcontentloaded")
    page.emulate_media(reduced_motion="reduce")
    assert page.locator(".tv").evaluate("each => each.scrollHeight") > 720
    for clock in (ids[0], ids[8]):
        dial = page.locator(f"#clock-{clock} .dial")
        dial.scroll_into_view_if_needed()
        expect(dial).to_be_in_viewport(ratio=1)
    page.emulate_media(reduced_motion="no-preference")
    expect(page.locator(f"#clock-{ids[8]}")).to_be_in_viewport()
