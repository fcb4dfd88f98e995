"""The overlay for a broadcasting program: live, see-through, and all of it in the picture."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.host import Host
from tests.browser.lasting_faults import still_wrong
from tests.browser.seats import Tv
from tests.browser.televised import fill
from tests.browser.test_look import violations


@pytest.mark.soak
def test_the_overlay_is_live_and_shows_nothing_but_what_it_was_asked_for(
    host: Host, open_page: Callable[..., Page]
) -> None:
    ids = fill(host, 10, 3)
    page = open_page(1280, 720, bypass_csp=True)
    page.goto(f"{host.link('tv')}?to=overlay&clock={ids[9]}", wait_until="domcontentloaded")
    screen = Tv(page, host.server).is_live()
    assert "/overlay" in page.url
    chosen = page.locator(f"#clock-{ids[9]}")
    expect(chosen).to_be_visible()
    expect(page.locator(f"#clock-{ids[0]}")).to_be_hidden()
    host.do("clock.tick", clock=ids[9])
    expect(chosen).to_have_attribute("data-filled", "1")
    host.do("clock.edit", clock=ids[0], name="Another")
    host.clock("One more")
    expect(chosen).to_be_visible()
    expect(page.locator("[data-clock]").filter(visible=True)).to_have_count(1)
    screen.does_not_see(host.made["join_code"])
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"
    assert violations(page) == []


BEYOND = """() => [...document.querySelectorAll(".overlay :is(.clock, .tv-tag, .tv-person)")].filter(each => {
    const box = each.getBoundingClientRect();
    return box.width && (box.top < 0 || box.bottom > innerHeight || box.left < 0 || box.right > innerWidth);
}).map(each => each.textContent)"""


def test_an_overlay_of_everything_is_drawn_smaller_until_all_of_it_stands_there(
    host: Host, open_page: Callable[..., Page]
) -> None:
    fill(host, 8, 12, 2)
    page = open_page(1280, 720)
    page.goto(f"{host.link('tv')}?to=overlay&show=clocks,tags,cast&size=large&side=right")
    Tv(page, host.server).is_live()
    expect(page.locator("[data-clock]").filter(visible=True)).to_have_count(8)
    assert still_wrong(page, BEYOND) == []
    one = page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)")
    assert one < 0.044 * 720
    for tag in host.sees()["tags"]:
        host.do("tag.remove", tag=tag["id"])
    expect(page.locator("[data-tag]")).to_have_count(0)
    page.wait_for_function(
        "one => parseFloat(getComputedStyle(document.documentElement).fontSize) > one", arg=one
    )
