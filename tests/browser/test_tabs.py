"""Many pages of one browser over plain http: four hold a stream, the others ask, and none hangs."""

import re
import time
from collections.abc import Callable

import httpx
from playwright.sync_api import Page, expect

from tests.browser.conftest import PATIENCE
from tests.browser.host import Host
from tests.browser.seats import Screen

COMES = "window.dispatchEvent(new Event('focus'))"


def open_streams(host: Host) -> int:
    found = re.search(
        r"^tableside_streams_open (\d+)", httpx.get(f"{host.server.url}/metrics").text, re.MULTILINE
    )
    assert found is not None
    return int(float(found[1]))


def asking(pages: list[Page]) -> list[int]:
    """Which of them ask, by their place."""
    return [place for place, page in enumerate(pages) if page.locator("body[data-asks]").count()]


def comes_to(count: Callable[[], int], wanted: int, page: Page) -> bool:
    """Whether it is so many at last: it notices pages of earlier tests at a heartbeat."""
    until = time.monotonic() + 60
    while count() != wanted and time.monotonic() < until:
        page.evaluate("() => new Promise(requestAnimationFrame)")  # its messages are handled meanwhile
        time.sleep(0.05)
    return count() == wanted


def test_of_six_pages_of_one_browser_four_hold_a_stream_and_all_are_live(
    host: Host, open_page: Callable[..., Page]
) -> None:
    host.clock("Alarm", 6)
    pages = [open_page(820, 1180)]
    pages += [pages[0].context.new_page() for _ in range(5)]
    screens = [
        Screen(page, host.server).open(host.link(role))
        for page, role in zip(pages, ("gm", "tv", "player", "player", "player", "gm"), strict=True)
    ]
    for page in pages[:2]:
        expect(page.locator("body")).to_have_attribute("data-asks", "")
    assert asking(pages) == [0, 1], "those longest without focus"
    assert comes_to(lambda: open_streams(host), 4, pages[0])
    pages[5].get_by_role("button", name="Tick Alarm").click()
    for screen in screens:
        screen.is_live()
        expect(screen.page.locator("[data-clock]").first).to_have_attribute("data-filled", "1")
    pages[0].evaluate(COMES)
    expect(pages[0].locator("body")).not_to_have_attribute("data-asks", "")
    expect(pages[2].locator("body")).to_have_attribute("data-asks", "", timeout=PATIENCE)
    assert asking(pages) == [1, 2]
    pages[5].close()
    expect(pages[2].locator("body")).not_to_have_attribute("data-asks", "")
    pages[0].get_by_role("button", name="Tick Alarm").click()
    for screen in screens[:5]:
        screen.is_live()
        expect(screen.page.locator("[data-clock]").first).to_have_attribute("data-filled", "2")
    assert asking(pages[:5]) == [1]


HIDDEN = """(() => {
    window.away = true;
    window.prevented = [];
    Object.defineProperty(document, "hidden", { get: () => window.away });
    addEventListener("htmx:config:request", (event) => {
        if (event.target.id === "live") window.prevented.push(event.defaultPrevented);
    });
})()"""
SEEN = "window.away = false; document.dispatchEvent(new Event('visibilitychange'))"
RETRY = "document.getElementById('live').dispatchEvent(new CustomEvent('live:retry'))"


def test_a_hidden_page_opens_no_stream_and_gets_one_when_it_is_seen(
    host: Host, open_page: Callable[..., Page]
) -> None:
    page = open_page(390, 844)
    page.add_init_script(HIDDEN)
    page.goto(host.link("player"))
    page.wait_for_function("window.prevented.length === 1")
    page.evaluate(RETRY)
    assert page.evaluate("window.prevented") == [True, True]
    page.evaluate(SEEN)
    Screen(page, host.server).is_live()
    assert page.evaluate("window.prevented.at(-1)") is False
