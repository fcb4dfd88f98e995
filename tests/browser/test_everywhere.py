"""Every page in every theme at every size: nothing overflows, axe finds nothing, twice the text fits."""

import re
import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page

from tests.browser.lasting_faults import still_wrong
from tests.browser.seats import Gm, Phone
from tests.browser.server import Server
from tests.browser.test_look import in_the, overflow, violations
from tests.browser.test_phone import TOO_SMALL, opened
from tests.browser.test_scene_first import (
    DIALS,
    FULL,
    NAMES,
    WHOLE,
    an_edit_never_moves_the_page,
    build_full_table,
)

SIZES = [
    (320, 568),
    (360, 640),
    (390, 844),
    (844, 390),
    (768, 1024),
    (820, 1180),
    (1180, 820),
    (1280, 720),
    (1920, 1080),
    (3840, 2160),
]
OPEN = ["/", "/join", "/credits", "/api", "/handbook", "/patterns", "/rules/razorweave", "/nothing-here"]
OPEN += ["/rules/resonance", "/rules/mettle"]
OWN = {"gm": ["", "?as=player", "/after"], "player": ["", "/after"], "tv": ["", "/overlay"]}
HELD = {"gm": (820, 1180), "player": (390, 844), "tv": (1920, 1080)}
LINK = re.compile(r"/k/([\w-]+)\S*\n")
OpenPage = Callable[..., Page]
SEEN = "how => document.documentElement.style.visibility = how"
"""What is laid out at a dozen sizes need not be drawn at them."""
THINNED = "document.querySelectorAll('.reference details').forEach((each, n) => n % 15 && each.remove())"
"""Of hundreds of commands, made by one template, axe reads some; it takes seconds for all."""


@pytest.fixture
def keys(server: Server) -> dict[str, str]:
    """The links of the demo table, which has something of everything; told soon after the server answers."""
    until = time.monotonic() + 20
    while len(found := LINK.findall(server.log.read_text(encoding="utf-8"))) < 3:
        assert time.monotonic() < until, "the server told no links"
        time.sleep(0.05)
    return dict(zip(("gm", "player", "tv"), found, strict=False))


def walk(server: Server, keys: dict[str, str], open_page: OpenPage) -> Iterator[tuple[str, Page]]:
    """Every page in turn, as each role sees it; the player has taken a seat."""
    for role, key in keys.items():
        page = open_page(*HELD[role], bypass_csp=True)
        page.goto(f"{server.url}/k/{key}", wait_until="domcontentloaded")
        table = page.url
        if role == "player":
            _sit(page)
        paths = [table + path for path in OWN[role]] + _edits(page)
        for address in paths + ([server.url + path for path in OPEN] if role == "gm" else []):
            answer = page.goto(address, wait_until="load")
            page.evaluate("document.fonts.ready.then(() => true)")  # until then other faces are wider
            page.set_viewport_size({"width": HELD[role][0], "height": HELD[role][1]})
            assert answer is not None
            assert answer.ok or address.endswith("/nothing-here"), f"{address}: {answer.status}"
            yield f"{role} {address.removeprefix(server.url)}", page
        page.close()


def _sit(page: Page) -> None:
    form = page.locator("form:has(input[value='seat.claim'])").first
    form.locator("input[name=name]").fill("Ana")
    with page.expect_navigation(wait_until="domcontentloaded"):
        form.get_by_role("button").first.click()


def _edits(page: Page) -> list[str]:
    """One page of each kind that this one links to."""
    links = page.eval_on_selector_all("a[href*='/edit/']", "links => links.map(each => each.href)")
    return list({link.split("/edit/")[1].split("/")[0]: link for link in links}.values())


def test_a_full_table_fits_a_tablet_and_a_phone_and_axe_finds_nothing(
    server: Server, open_page: OpenPage
) -> None:
    """An edit never moves the page."""
    gm = Gm(open_page(1180, 820, has_touch=True, bypass_csp=True), server).sit_at(
        build_full_table(server, "razorweave")
    )
    assert still_wrong(gm.page, WHOLE, FULL) == []
    assert violations(gm.page) == []
    phone = Phone(open_page(390, 844, has_touch=True, is_mobile=True, bypass_csp=True), server)
    page = phone.join(gm.host, "Vera", "Vesna").page
    assert still_wrong(page, WHOLE, [DIALS, NAMES, ".tags > [data-tag]", "#me h2"]) == []
    assert violations(opened(phone).page) + in_the(page, "light") == []
    assert still_wrong(page, TOO_SMALL) == []
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert [_beyond(page, size) for size in ((390, 844), (320, 568))] == [0, 0]
    an_edit_never_moves_the_page(gm)


@pytest.mark.soak
def test_on_every_page_nothing_overflows_axe_finds_nothing_and_twice_the_text_fits(
    server: Server, keys: dict[str, str], open_page: OpenPage
) -> None:
    found = {path: _faults(page) for path, page in walk(server, keys, open_page)}
    assert {path: each for path, each in found.items() if each} == {}


def _faults(page: Page) -> list[str]:
    held = page.viewport_size
    assert held is not None
    page.evaluate(SEEN, "hidden")
    faults = [f"{beyond} px too wide at {size}" for size in SIZES if (beyond := _beyond(page, size)) > 0]
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    if (beyond := _beyond(page, (390, 844))) > 0:
        faults.append(f"{beyond} px too wide with twice the text")
    page.evaluate("document.documentElement.style.fontSize = ''")
    page.evaluate(SEEN, "")
    _beyond(page, (held["width"], held["height"]))
    page.evaluate(THINNED)
    return faults + violations(page) + in_the(page, "light")


def _beyond(page: Page, size: tuple[int, int]) -> int:
    """By how much something sticks out on a screen of this size."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    return overflow(page)
