"""How screens look: the TV shows all, nothing is too small to touch, nothing moves unasked."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.host import Host
from tests.browser.lasting_faults import at_rest, still_wrong
from tests.browser.seats import Gm

AXE = (Path(__file__).parent / "vendor" / "axe-4.14.1.min.js").read_text(encoding="utf-8")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
CONTROLS = "a, button, summary, input:not([type=hidden]), select, textarea"
SMALL = """([least, controls]) => [...document.querySelectorAll(controls)]
    .filter(each => each.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .map(each => [each, each.closest("label") ?? (each.matches(".opens") ? each.offsetParent : each)])
    .map(([each, target]) => [each, target.getBoundingClientRect()])
    .filter(([each, box]) => box.width > 1 && box.height > 1 && Math.min(box.width, box.height) < least)
    .map(([each, box]) => `${each.outerHTML.slice(0, 80)} ${box.width}x${box.height}`)"""

AT_REST = """async () => {
    await document.fonts.ready;
    document.querySelectorAll("[data-moment]").forEach(each => each.style.display = "none");
    document.getAnimations().filter(each => each.effect?.getComputedTiming().endTime < Infinity)
        .forEach(each => each.finish());
}"""
"""What passes by is over: a colour halfway to another is nobody's to read."""


@pytest.fixture
def played(host: Host) -> Host:
    """A table with something of everything on it."""
    host.clock("Cover-Up Complete", 4, visibility="masked")
    host.has(
        clocks={"Expose the Official": 6},
        tags="Cramped, Fragile Cover, A rather long tag name that has to wrap somewhere on a phone",
    )
    return host.tick("Cover-Up Complete")


def overflow(page: Page) -> int:
    """By how many pixels something sticks out, once the page has come to rest."""
    wide: int = still_wrong(
        page, "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    return wide


def violations(page: Page, rules: list[str] = RULES, within: str = "html") -> list[str]:
    """What axe finds on a page as it stands, or in a part of it."""
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(AXE)
    page.evaluate(AT_REST)
    found = page.evaluate(
        "([rules, within]) =>"
        " axe.run(within, { runOnly: rules, reporter: 'no-passes', preload: false })"
        ".then(done => done.violations.map(each => "
        "each.id + ': ' + each.nodes.map(node => node.html.slice(0, 120)).join(' | ')))",
        [rules, within],
    )
    return list(found)


def in_the(page: Page, theme: str, within: str = "html") -> list[str]:
    """What axe finds once the page is dark or light: the colours alone differ."""
    page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
    return violations(page, ["color-contrast"], within)


@pytest.mark.soak
def test_nothing_is_too_small_to_touch_and_ticking_is_a_thumbs_work(
    played: Host, gm: Gm, open_page: Callable[..., Page]
) -> None:
    for name in ("Tick Expose the Official", "Take back a tick of Expose the Official"):
        box = at_rest(gm.page).get_by_role("button", name=name).bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
    phone = open_page(390, 844)
    phone.goto(played.link("player"), wait_until="domcontentloaded")
    for page in (gm.page, phone):
        page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
        assert still_wrong(page, SMALL, [24, CONTROLS]) == []


def test_the_theme_stays_nothing_moves_unasked_and_only_this_server_is_asked(
    played: Host, open_page: Callable[..., Page]
) -> None:
    tv = open_page(1920, 1080, reduced_motion="reduce")
    tv.goto(played.link("tv"), wait_until="domcontentloaded")
    played.tick("Expose the Official")
    tv.locator("[data-clock][data-filled='1']").first.wait_for()
    assert not still_wrong(tv, "document.getAnimations().length")
    page, asked = open_page(390, 844, color_scheme="dark"), list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.goto(played.link("player"), wait_until="load")
    _the_theme_changes_at_once_and_stays(page)
    assert [url for url in asked if not url.startswith((played.server.url, "data:"))] == []


def _the_theme_changes_at_once_and_stays(page: Page) -> None:
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    assert page.evaluate(ground) == "rgb(13, 16, 23)"
    page.get_by_role("button", name="Light").click()
    assert page.evaluate(ground) == "rgb(238, 240, 245)"
    assert page.locator("meta[name=theme-color]").get_attribute("content") == "rgb(238, 240, 245)"
    page.wait_for_function(
        "() => fetch('/').then(page => page.text()).then(text => text.includes('data-theme=\"light\"'))"
    )
    page.reload(wait_until="domcontentloaded")
    assert page.evaluate(ground) == "rgb(238, 240, 245)"
