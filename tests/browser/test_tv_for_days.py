"""A TV left on for days, without hands: it stays awake, heals, and takes no harm from a remote."""

import re
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest
from playwright.sync_api import Page, expect

from tests.browser.host import Host
from tests.browser.lasting_faults import still_wrong
from tests.browser.proxy import TRIES, WAITS, Proxy, goes_on_until
from tests.browser.seats import Tv
from tests.browser.televised import a_tv, faults, fill

pytestmark = pytest.mark.in_motion

LOCKS = """() => {
    window.asked = 0;
    const wakeLock = { request: async () => { window.asked += 1; return {}; } };
    Object.defineProperty(navigator, "wakeLock", { value: wakeLock, configurable: true });
}"""
RECHECK = 3000  # milliseconds after which a page that was cut off asks for a newer version


@pytest.fixture
def network(host: Host) -> Iterator[Proxy]:
    with closing(Proxy(host.server)) as network:
        yield network


def test_it_stays_awake_heals_after_a_kill_and_takes_a_newer_version(
    host: Host, network: Proxy, open_page: Callable[..., Page]
) -> None:
    clock = host.clock("Alarm")
    page = open_page(1920, 1080)
    page.add_init_script(f"({LOCKS})()")
    page.clock.install()
    tv = Tv(page, host.server).open(network.link(host.link("tv")))
    _the_screen_is_kept_on_again_after_it_slept(tv)
    page.evaluate("window.same = true")
    host.do("clock.tick", clock=clock)
    host.server.stop(hard=True)
    expect(page.get_by_text(re.compile("Catching up|Not live since"))).to_be_visible()
    with tv.standing_still():
        page.wait_for_function(WAITS)
        host.server.start()
        goes_on_until(TRIES, page, within=12000)
        tv.is_live().sees_clock("Alarm", 1, 6)
        with page.expect_response(network.link(host.address)):
            page.clock.run_for(RECHECK)
        host.do("clock.tick", clock=clock)
        tv.sees_clock("Alarm", 2, 6)
        assert page.evaluate("window.same") is True
    _a_newer_version_is_taken(host, network, tv)
    tv.is_live().sees_clock("Alarm", 2, 6)


def _the_screen_is_kept_on_again_after_it_slept(tv: Tv) -> None:
    tv.sleep()
    tv.wake()
    tv.page.wait_for_function("() => window.asked === 2")
    expect(tv.page.locator("[data-awake]")).to_be_hidden()


def _a_newer_version_is_taken(host: Host, network: Proxy, tv: Tv) -> None:
    """Though the server is too busy when it is asked first; the clock goes on, since a stream may break."""
    answers = [{"body": "another version", "content_type": "text/html"}, {"status": 503}]
    tv.page.route(
        network.link(host.address), lambda route: route.fulfill(**answers.pop()), times=len(answers)
    )
    network.become("down")
    expect(tv.page.locator("body")).not_to_have_attribute("data-live", "live")
    with tv.page.expect_navigation(wait_until="domcontentloaded"):
        network.become("up")
    assert answers == []


def test_an_old_tv_shows_all_there_is_and_an_evening_or_a_remote_does_no_harm(
    host: Host, open_page: Callable[..., Page]
) -> None:
    ids = fill(host, 9, 2, 1)
    _without_scripts_it_moves_past_all_there_is(host, ids, open_page(1280, 720, java_script_enabled=False))
    _it_says_once_how_it_is_kept_on(host, open_page(1920, 1080))
    big = a_tv(host, open_page)
    _no_key_of_a_remote_does_harm(host, big)
    _an_evening_of_ticks_leaves_the_page_as_large_as_it_was(host, big)


def _without_scripts_it_moves_past_all_there_is(host: Host, ids: list[int], page: Page) -> None:
    page.goto(host.link("tv"), wait_until="domcontentloaded")
    page.emulate_media(reduced_motion="reduce")
    assert still_wrong(page, "() => document.querySelector('.tv').scrollHeight <= 720") is False
    expect(page.locator("[data-moment]").filter(visible=True)).to_have_count(1)
    for clock in (ids[0], ids[8]):
        dial = page.locator(f"#clock-{clock} .dial")
        dial.scroll_into_view_if_needed()
        expect(dial).to_be_in_viewport(ratio=1)
    page.emulate_media(reduced_motion="no-preference")
    expect(page.locator(f"#clock-{ids[8]}")).to_be_in_viewport()


def _it_says_once_how_it_is_kept_on(host: Host, page: Page) -> None:
    """Where a browser cannot keep its screen on; it is said for 20 seconds."""
    page.add_init_script("delete Navigator.prototype.wakeLock")
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 5)
    page.goto(host.link("tv"), wait_until="domcontentloaded")
    hint = page.get_by_text("screen saver")
    expect(hint).to_be_visible()
    assert faults(page, with_what_passes=True) == []
    page.clock.run_for(20_000)
    expect(hint).to_be_hidden()
    page.clock.resume()
    page.reload(wait_until="domcontentloaded")
    Tv(page, host.server).is_live()
    expect(page.locator("[data-awake]")).to_be_hidden()


def _no_key_of_a_remote_does_harm(host: Host, big: Tv) -> None:
    expect(big.page.locator("[data-condition], .ails").first).to_be_visible()
    address, before = big.page.url, host.sees()["journal"]
    for key in ("Tab", "Tab", "Enter", " ", "ArrowDown", "PageDown", "End", "Escape", "Backspace", "u", "+"):
        big.page.keyboard.press(key)
    assert (big.page.url, host.sees()["journal"]) == (address, before)
    assert big.page.evaluate("document.activeElement.tagName") == "BODY"
    assert big.page.evaluate("scrollY + document.querySelector('.tv').scrollTop") == 0


def _an_evening_of_ticks_leaves_the_page_as_large_as_it_was(host: Host, big: Tv) -> None:
    alarm = host.clock("Alarm", 100)
    big.sees_clock("Alarm", 0, 100).page.clock.fast_forward(3000)
    expect(big.page.locator("[data-large], [data-on]")).to_have_count(0)
    count = "document.querySelectorAll('*').length"
    before = big.page.evaluate(count)
    for _ in range(40):
        host.do("clock.tick", clock=alarm)
    big.sees_clock("Alarm", 40, 100)
    expect(big.page.locator("[data-large], [data-on]")).to_have_count(0)
    assert big.page.evaluate(count) <= before + 12
