"""The TV's band: what is to be rolled and what happened have a place that covers nothing and cuts nothing."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.host import Host
from tests.browser.lasting_faults import still_wrong
from tests.browser.seats import Tv
from tests.browser.server import Server
from tests.browser.televised import a_tv, faults
from tests.browser.test_scene_first import CHECKS, CLOCKS, build_full_table

LONG = "Climb the wall of the old customs house"
WRONG = """() => {
    const all = (words) => [...document.querySelectorAll(words)]
        .filter((each) => each.checkVisibility({ visibilityProperty: true }));
    const box = (each) => each.getBoundingClientRect();
    const meet = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
        && one.top < other.bottom - 1 && other.top < one.bottom - 1;
    const within = (one, other) => one.left >= other.left - 1 && one.right <= other.right + 1
        && one.top >= other.top - 1 && one.bottom <= other.bottom + 1;
    const high = innerHeight, wide = innerWidth;
    const safe = { left: 0.05 * wide, right: 0.95 * wide, top: 0.05 * high, bottom: 0.95 * high };
    const cards = all("[data-large] .tv-card, [data-aside] .tv-line");
    const things = ".dial, .clock h3, .tv-tag, .tv-person b, .tv-holder, .m-zone h3, .m-token, .m-racer,"
        + ".nest-scene, .turn-card, .tv-bar h1, .tv-join p";
    const covered = all(things).filter((each) => cards.some((card) => meet(box(each), box(card))));
    const cut = cards.filter((card) => [...card.querySelectorAll("b, bdi, .die, .chance")].filter((each) =>
        each.checkVisibility()).some((each) => !within(box(each), box(card))));
    const beyond = cards.filter((each) => !within(box(each), safe));
    return [...covered, ...cut, ...beyond].map((each) => each.outerHTML.slice(0, 160));
}"""
"""What a card covers, a card of which something is cut, and one off the edge."""
ON_NUMBERS = """() => [...document.querySelectorAll(".tv-clocks .clock.complete")].filter((clock) => {
    const badge = clock.querySelector(".strike"), number = clock.querySelector(".dial text");
    if (!badge?.checkVisibility()) return false;
    const pen = document.createElement("canvas").getContext("2d"), on = number.getScreenCTM();
    const { fontWeight, fontSize, fontFamily } = getComputedStyle(number);
    pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
    const high = pen.measureText("8").actualBoundingBoxAscent;
    const lines = [...number.textContent].map((_, at) => number.getStartPositionOfChar(at).y);
    const top = on.f + on.d * (Math.min(...lines) - high), foot = on.f + on.d * Math.max(...lines);
    const box = badge.getBoundingClientRect();
    return box.top < foot && box.bottom > top;
}).map((clock) => clock.querySelector("h3").textContent)"""
"""The full clocks whose word lies on their number."""
ON_TOP = """document.querySelectorAll(".clock .strike").forEach((each) => {
    each.style.bottom = "calc(100% + 1rem)";
})"""
PLACES = (
    "() => [...document.querySelectorAll('.dial')].map(each => JSON.stringify(each.getBoundingClientRect()))"
)


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", sorted(each for each in CHECKS if CHECKS[each]))
@pytest.mark.parametrize("clocks", [3, 8])
def test_it_covers_nothing_and_cuts_nothing_from_the_call_to_the_dice(
    server: Server, open_page: Callable[..., Page], ruleset: str, clocks: int
) -> None:
    host = build_full_table(server, ruleset) if clocks == len(CLOCKS) else _a_few(server, ruleset, clocks)
    host.has(clocks={name: CLOCKS[name] for name in list(CLOCKS)[:clocks] if name not in host.ids})
    tv = Tv(open_page(1920, 1080), server).open(host.link("tv"))
    checks = []
    for count, who in enumerate(("Vesna", "Mara"), start=1):
        asked = {"character": host.ids[who], "intent": LONG, **CHECKS[ruleset]}
        checks.append(host.do("check.call", **asked)["check"])
        expect(tv.page.locator(f"#check-{checks[-1]}")).to_be_visible()
        assert still_wrong(tv.page, WRONG) == [], count
    for check in checks:
        host.do("check.roll", check=check)
        expect(tv.page.locator(f"#moment-{check}")).to_be_visible()
        assert still_wrong(tv.page, WRONG) == []
    for width, height in ((1280, 720), (1080, 1920)):
        tv.page.set_viewport_size({"width": width, "height": height})
        assert still_wrong(tv.page, WRONG) == [], width


def test_the_word_full_leaves_small_dials_their_number(
    server: Server, open_page: Callable[..., Page]
) -> None:
    host = build_full_table(server, "razorweave")
    for name in list(CLOCKS)[:2]:
        host.do("clock.tick", clock=host.ids[name], by=CLOCKS[name])
    if "Storm" in host.ids:
        host.do("clock.edit", clock=host.ids["Storm"], segments=100, filled=100)
    tv = Tv(open_page(1920, 1080), server).open(host.link("tv"))
    expect(tv.page.locator("[data-band]")).to_have_attribute("data-open", "1")
    for width, height in ((1080, 1920), (1180, 820), (1280, 720), (1920, 1080)):
        tv.page.set_viewport_size({"width": width, "height": height})
        assert still_wrong(tv.page, ON_NUMBERS) == [], width
        expect(tv.page.locator(".strike").first).to_be_visible()
    tv.page.evaluate(ON_TOP)
    assert tv.page.evaluate(ON_NUMBERS), "a word on a number was overlooked"


def _a_few(server: Server, ruleset: str, clocks: int) -> Host:
    named = dict(list(CLOCKS.items())[:clocks])
    return Host(server, ruleset).has(clocks=named, tags="Slick, Dark", people="Vesna, Mara")


@pytest.mark.in_motion
def test_a_check_keeps_its_place_until_its_outcome_was_read_and_is_a_line_then(
    server: Server, open_page: Callable[..., Page]
) -> None:
    """No dial moves while dice fall."""
    host = Host(server, "razorweave")
    alarm, mara = host.clock("Alarm"), host.character("Mara")
    tv = a_tv(host, open_page)
    wall = {"intent": "Climb the wall", "attribute": "AGI", "dc": 14, "targets": [alarm]}
    with tv.standing_still():
        check = host.do("check.call", character=mara, **wall)["check"]
        band, told = tv.page.locator("[data-band]"), tv.page.locator(f"#moment-{check}")
        expect(band).to_contain_text("Climb the wall")
        tv.page.clock.run_for(13_000)
        expect(tv.page.locator(f"#check-{check} .tv-card")).to_be_visible()
        before = tv.page.evaluate(PLACES)
        host.do("check.roll", check=check, dice=[6, 6, 5, 5])
        expect(told.locator(".verdict b")).to_have_text("Critical success")
        expect(told.locator(".tv-total")).to_have_text("22 against DC 14")
        expect(told.locator(".die")).to_have_count(4)
        assert tv.page.evaluate(PLACES) == before
        host.do("check.resolve", check=check)
        expect(told.locator(".tv-says")).to_contain_text("Alarm: +")
        assert tv.page.evaluate(PLACES) == before
        assert faults(tv.page, with_what_passes=True, of=("overlap", "unsafe", "cut", "scrolls")) == []
        tv.page.clock.run_for(12_500)
        expect(told.locator(".tv-card")).to_be_hidden()
        expect(told.locator(".tv-line")).to_contain_text("Critical success")
        tv.page.clock.run_for(50_000)
        expect(band).to_be_hidden()


def test_two_stand_side_by_side_and_a_third_waits(server: Server, open_page: Callable[..., Page]) -> None:
    host = Host(server, "freeform")
    for name in ("Mara", "Tomas", "Vesna"):
        host.character(name)
    tv = a_tv(host, open_page)
    large = tv.page.locator("[data-large]")
    with tv.standing_still():
        for name in ("Mara", "Tomas", "Vesna"):
            host.condition("Tired", name)
            expect(tv.page.locator("#moments")).to_contain_text(name)
        expect(large).to_have_count(2)
        expect(large.filter(has_text="Vesna")).to_have_count(0)
        tv.page.clock.run_for(6000)
        expect(large.filter(has_text="Vesna")).to_have_count(1)
        expect(large.filter(has_text="Mara")).to_have_count(0)
        host.do("undo")
        expect(large.filter(has_text="Vesna")).to_have_count(0)


def test_what_happened_before_the_page_came_is_past(host: Host, open_page: Callable[..., Page]) -> None:
    host.character("Mara")
    host.condition("Tired", "Mara")
    tv = Tv(open_page(1280, 720), host.server).open(host.link("tv"))
    expect(tv.page.locator("#moments [data-moment][data-shown]")).to_have_count(1)
    expect(tv.page.locator("[data-band]")).to_be_hidden()
    host.condition("Cold", "Mara")
    expect(tv.page.locator("[data-large]")).to_contain_text("Cold")
