"""Resonance looked at: a Race with all there is, by night and by day; the TV from four metres."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conduit import PARTS, Conduit
from tests.browser.host import Host
from tests.browser.lasting_faults import still_wrong
from tests.browser.seats import Gm, Phone, Tv
from tests.browser.server import Server
from tests.browser.televised import faults
from tests.browser.test_look import in_the, overflow, violations
from tests.browser.test_scene_first import CLOCKS, MORE_TAGS, TAGS, WHOLE

SIZES = [(320, 568), (390, 844), (820, 1180), (1180, 820), (1920, 1080)]

COUNTED = """list => [
    list.querySelectorAll(".pool-chip:not([data-away])").length,
    list.querySelector("[data-more]").dataset.left,
]"""
"""How many tags of a pool are shown, and how many are said to be left out."""
SQUEEZED = """() => {
    const head = document.querySelector(".nest-head").getBoundingClientRect();
    const numbers = [...document.querySelectorAll(".nest-beside:not([data-away]) b")];
    const cut = numbers.filter(each => each.getBoundingClientRect().right > head.right);
    return cut.map(each => each.textContent);
}"""
"""The numbers beside a Situation that do not fit."""
LIES_ON = """() => [...document.querySelectorAll("#party .meter")].filter(each => {
    const range = document.createRange();
    range.selectNodeContents(each.querySelector("b"));
    const tap = each.querySelector(".minus").getBoundingClientRect();
    return [...range.getClientRects()].some(({ width, left, right, top, bottom }) =>
        width && left < tap.right && right > tap.left && top < tap.bottom && bottom > tap.top);
}).map(each => each.textContent.trim())"""
"""The values on whose number a tap's place lies."""
BROKEN = """() => [...document.querySelectorAll(
    ".nest-head > p b, .part-row label, .part-row select")].filter(each => {
    if (each.matches("select")) return each.clientWidth < 100; // "Barrier" and its arrow
    const name = each.querySelector("bdi") ?? each.firstElementChild ?? each;
    const range = document.createRange(), text = name.firstChild;
    return [...text.data.matchAll(/\\S+/g)].some(({ 0: word, index }) => {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return range.getClientRects().length > 1;
    });
}).map(each => each.textContent.trim())"""
"""Words that break within, and lists that are too narrow to say what is chosen."""


@pytest.fixture
def conduit(server: Server) -> Conduit:
    made = Conduit(server)
    made.busy()
    return made


@pytest.mark.soak
def test_the_gm_by_day_and_a_phone_by_night_are_sound_at_every_size(
    conduit: Conduit, open_page: Callable[..., Page]
) -> None:
    gm = Gm(open_page(820, 1180, bypass_csp=True, color_scheme="light"), conduit.server).sit_at(conduit)
    page = open_page(390, 844, bypass_csp=True, color_scheme="dark")
    phone = Phone(page, conduit.server).join(conduit, "Alex", "Sparks")
    found = {}
    for name, screen in (("gm", gm), ("phone", phone)):
        place = "#nest .nest-clock.threat" if name == "gm" else "[data-strip] svg[aria-label^='Threat: ']"
        expect(screen.page.locator(place)).to_be_visible()
        found[name] = [*violations(screen.page), *in_the(screen.page, "light"), *_too_wide(screen.page)]
    assert {name: each for name, each in found.items() if each} == {}


@pytest.mark.parametrize("size", [(1180, 820), pytest.param((820, 1180), marks=pytest.mark.soak)])
def test_no_number_lies_under_a_tap_and_no_word_breaks_on_the_gms_stage(
    server: Server, open_page: Callable[..., Page], size: tuple[int, int]
) -> None:
    conduit = Conduit(server)
    gm = Gm(open_page(*size), server).sit_at(conduit)
    expect(gm.page.locator("#party .meter")).to_have_count(9)
    assert still_wrong(gm.page, LIES_ON) == []
    gm.move("Start a Race")
    assert still_wrong(gm.page, BROKEN) == []
    conduit.do("resonance.race.start", name="The bomb", parts=PARTS, level=2)
    expect(gm.page.locator(".nest-head")).to_contain_text("Scene")
    assert still_wrong(gm.page, BROKEN) == []
    assert still_wrong(gm.page, LIES_ON) == []


@pytest.mark.soak
def test_the_tv_is_read_from_four_metres(conduit: Conduit, open_page: Callable[..., Page]) -> None:
    tv = Tv(open_page(1280, 720, bypass_csp=True), conduit.server).open(conduit.link("tv"))
    expect(tv.page.locator("#nest")).to_contain_text("The alarm spreads 0/6")
    expect(
        tv.page.locator(".tv-holder", has_text="Sparks").locator(".pool-chips [data-more][data-left]")
    ).to_have_count(1)
    shown, left = tv.page.locator(".tv-holder", has_text="Sparks").locator(".pool-chips").evaluate(COUNTED)
    assert shown
    assert left == f"+{6 - shown}"
    found: list[Any] = violations(tv.page)
    for width, height in ((1280, 720), (1920, 1080)):
        tv.page.set_viewport_size({"width": width, "height": height})
        found += [f"{each} at {width}" for each in faults(tv.page)]
    assert found == []


def test_everybodys_values_stand_below_eight_clocks_and_twelve_tags(
    server: Server, open_page: Callable[..., Page]
) -> None:
    tags = f"{TAGS}, {MORE_TAGS}"
    host = Host(server, "resonance").has(clocks=CLOCKS, tags=tags, people="Mara, Tobin, Bruno, Vesna")
    tv = Tv(open_page(1920, 1080), server).open(host.link("tv"))
    tv.page.evaluate("document.querySelector('[data-awake]').hidden = true")  # it leaves after a while
    shown = [".tv-clocks [data-clock] .dial", ".tv-tags [data-tag]", ".tv-holder .meter b"]
    assert still_wrong(tv.page, WHOLE, shown) == []
    asked = {"roll": "effort", "stat": "wit", "tn": 12}
    checks = [host.do("check.call", character=host.ids[who], **asked)["check"] for who in ("Mara", "Tobin")]
    expect(tv.page.locator("[data-large]")).to_have_count(2)
    assert still_wrong(tv.page, WHOLE, shown[:1]) == []
    for check in checks:
        host.do("check.cancel", check=check)
    expect(tv.page.locator("[data-large]")).to_have_count(0)
    host.has(people="Fixer, Old Harrow, Captain Ilse, The Boy")
    expect(tv.page.locator(".tv-others")).to_have_text("and 3 more")
    shown = [each.replace("]", "]:not([data-away] *, [data-away])") for each in shown]
    assert still_wrong(tv.page, WHOLE, shown) == []
    assert faults(tv.page) == []


@pytest.mark.soak
def test_every_clock_has_its_turn_beside_a_race_within_two_turns(host: Host, big: Tv) -> None:
    """And one that moves out of sight is turned to."""
    host = Host(host.server, "resonance").has(clocks=CLOCKS)
    host.do("resonance.race.start", name="The bomb", parts=[{"name": "Lock"}], threat=9)
    big.page.goto(host.link("tv"), wait_until="domcontentloaded")
    beside = big.page.locator(".nest-beside:not([data-away])")
    with big.is_live().standing_still():
        expect(beside).to_have_count(3)
        expect(beside.filter(has_text="Storm")).to_have_count(0)
        host.tick("Storm")
        expect(beside.filter(has_text="Storm")).to_contain_text("1/10")
        seen = _stand_beside(big.page)
        for _ in range(2):
            big.page.clock.fast_forward(12500)
            expect(beside.last).not_to_contain_text(seen[-1])
            seen += _stand_beside(big.page)
    assert sorted(seen) == sorted(CLOCKS)


def _stand_beside(tv: Page) -> list[str]:
    """The clocks that are told beside the race, their numbers whole."""
    assert still_wrong(tv, SQUEEZED) == []
    return tv.locator(".nest-beside:not([data-away]) bdi").all_inner_texts()


def _too_wide(page: Page) -> list[str]:
    """The sizes at which something sticks out, with everything unfolded."""
    page.evaluate(
        "document.querySelectorAll('main details:not(.foot details)').forEach(each => each.open = true)"
    )
    found = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        if overflow(page) > 0:
            found.append(f"{overflow(page)} too wide at {width}")
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    if overflow(page) > 0:
        found.append(f"{overflow(page)} too wide with twice the text")
    return found
