"""The TV, measured: every box where it belongs, every letter large enough, whatever is on the table."""

import base64
from collections.abc import Callable, Iterator

from playwright.sync_api import Page, expect

from tests.browser.host import Host
from tests.browser.seats import Gm, Tv
from tests.browser.server import Server
from tests.browser.televised import NAMES, a_tv, faults, fill

SIZES = [(1280, 720), (1920, 1080), (3840, 2160)]


CROWDS = [
    (0, 0, 0), (0, 12, 2), (1, 0, 0), (1, 4, 2), (2, 12, 0), (3, 12, 6), (4, 5, 2), (5, 3, 6), (6, 12, 0),
    (7, 0, 4), (8, 12, 6), (12, 14, 6),
]  # fmt: skip


def test_all_is_readable_and_in_its_place_however_much_there_is(
    server: Server, open_page: Callable[..., Page]
) -> None:
    tv = Tv(open_page(1280, 720), server)
    found = {}
    for crowd in CROWDS:
        host = Host(server)
        fill(host, *crowd)
        tv.open(host.link("tv"))
        for width, height in SIZES:
            tv.page.set_viewport_size({"width": width, "height": height})
            found[(*crowd, height)] = faults(tv.page)
    assert {case: each for case, each in found.items() if each} == {}


def test_veiled_things_and_a_spotlight_are_as_readable(host: Host, open_page: Callable[..., Page]) -> None:
    ids = fill(host, 7, 6, 3)
    host.do("clock.edit", clock=ids[6], segments=100, filled=100)
    host.do("clock.edit", clock=ids[1], visibility="masked")
    host.do("clock.edit", clock=ids[4], visibility="rumoured")
    host.do("tag.add", name="Spy", visibility="rumoured")
    tv = Tv(open_page(1280, 720), host.server).open(host.link("tv"))
    assert faults(tv.page) == []
    host.do("tv.spotlight", clock=ids[2])
    expect(tv.page.locator(f".tv-spot #clock-{ids[2]}")).to_be_visible()
    assert faults(tv.page) == []
    dial = tv.page.locator(".tv-spot .dial").bounding_box()
    assert dial
    assert min(dial["width"], dial["height"]) > 0.5 * 720


def test_names_in_a_row_take_the_lines_they_need_and_dials_all_that_is_left(
    host: Host, open_page: Callable[..., Page]
) -> None:
    host.clock("Dawn", 6)
    host.clock("The tide turns", 4)
    tv = Tv(open_page(1280, 720), host.server).open(host.link("tv"))
    tv.page.evaluate("document.querySelector('[data-awake]').hidden = true")
    room, dials = tv.page.locator(".tv-rest"), tv.page.locator(".tv-rest .dial")
    below = "list => [...list.children].map(each => each.querySelector('.about').offsetHeight)"
    short = room.evaluate(below)[0]
    left = room.evaluate("list => list.offsetHeight") - short
    high = dials.evaluate_all("all => all.map(each => each.getBoundingClientRect().height)")
    assert min(high) > left - 20
    host.clock("The Investigation of the Harbourmaster's Secret Ledgers", 8)
    expect(dials).to_have_count(3)
    dawn, tide, ledgers = room.evaluate(below)
    assert dawn == tide < ledgers / 2
    missing = tv.page.locator("h3").evaluate_all(
        "all => all.map(each => each.scrollHeight - each.clientHeight)"
    )
    assert max(missing) < 18, "a line is cut"
    assert not faults(tv.page)


def test_a_tablet_does_for_a_tv(host: Host, open_page: Callable[..., Page]) -> None:
    fill(host, 7, 6, 3)
    tv = Tv(open_page(1024, 768), host.server)
    for width, height in ((1024, 768), (820, 1180), (1180, 820)):
        tv.page.set_viewport_size({"width": width, "height": height})
        tv.open(host.link("tv"))
        assert faults(tv.page, of=("overlap", "scrolls", "unsafe")) == [], (width, height)


# ---- what takes turns, and what does not ----------------------------------------------------------


def test_nine_clocks_take_turns_and_a_change_turns_to_its_page(host: Host, big: Tv) -> None:
    ids = fill(host, 9)
    first, last = big.page.locator(f"#clock-{ids[0]}"), big.page.locator(f"#clock-{ids[8]}")
    expect(big.page.locator("[data-pages]")).to_have_text("page 1 of 2")
    host.do("clock.tick", clock=ids[8])
    expect(last).to_be_visible()
    expect(first).to_be_hidden()
    expect(big.page.locator("[data-pages]")).to_have_text("page 2 of 2")
    big.page.clock.fast_forward(12000)
    expect(first).to_be_visible()
    expect(last).to_be_hidden()


MEASURED = """() => {
    window.measured = 0;
    const tries = { attributes: true, attributeFilter: ["data-wraps", "data-long"] };
    const watch = new MutationObserver(all => { window.measured += all.length; });
    watch.observe(document.querySelector("[data-tv]"), tries);
}"""
"""Counts how often the page tries out how much has room."""


def test_all_there_is_comes_on_some_page_and_who_is_well_gives_way(
    server: Server, open_page: Callable[..., Page]
) -> None:
    """In a column beside many clocks, and on a line below few."""
    for clocks, tags in ((8, 12), (3, 4)):
        host = Host(server)
        ids = fill(host, clocks, tags, 6)
        host.clock("Hunter", opposes=ids[0])
        host.character("Somebody well")
        tv = a_tv(host, open_page)
        with tv.standing_still():
            expect(tv.page.locator("[data-clock]")).to_have_count(clocks + 1)
            expect(tv.page.locator("[data-character]")).to_have_count(7)
            tv.page.evaluate("document.fonts.ready.then(() => true)")  # until then it is laid out anew
            first = _in_view(tv)
            assert {f"clock-{ids[0]}", f"clock-{host.ids['Hunter']}"} <= first
            tv.page.evaluate(MEASURED)
            seen = set().union(first, *_turned_through(tv, host, ids[0], first))
            assert tv.page.locator("[data-turns] > *").count() == clocks + 1 + tags + 7
            assert len(seen) == clocks + 1 + tags + 6


def _turned_through(tv: Tv, host: Host, clock: int, first: set[str]) -> Iterator[set[str]]:
    """What stands on each of the other pages, after a tick that moves nothing."""
    host.do("clock.tick", clock=clock)
    expect(tv.page.locator(f"#clock-{clock}")).to_have_attribute("data-filled", "1")
    assert _in_view(tv) == first
    assert tv.page.evaluate("window.measured") == 0
    pages = int(tv.page.locator("[data-pages] b").last.inner_text())
    for number in range(2, pages + 1):
        tv.page.clock.fast_forward(12000)
        expect(tv.page.locator("[data-pages]")).to_have_text(f"page {number} of {pages}")
        assert faults(tv.page) == []
        yield _in_view(tv)


def _in_view(tv: Tv) -> set[str]:
    """The ids of what stands on the page in view."""
    things = tv.page.locator("[data-turns] > :not([data-away])")
    return set(things.evaluate_all("all => all.map(each => each.id)"))


def test_one_tap_on_a_card_fills_the_screen_and_another_ends_it(
    host: Host, big: Tv, open_page: Callable[..., Page]
) -> None:
    ids = fill(host, 3)
    gm = Gm(open_page(820, 1180, has_touch=True), host.server).open(host.link("gm"))
    inspector = gm.inspect(f"{NAMES[1]} 1")
    inspector.get_by_role("button", name=f"Show {NAMES[1]} 1 alone on the TV").click()
    expect(big.page.locator(f".tv-spot #clock-{ids[1]}")).to_be_visible()
    expect(big.page.locator(f"#clock-{ids[0]}")).to_be_visible()
    inspector.get_by_role("button", name="Show all clocks on the TV").click()
    expect(big.page.locator(".tv-spot")).to_have_count(0)
    gm.undo()
    expect(big.page.locator(".tv-spot")).to_have_count(1)


BRIGHTNESS = """async picture => {
    const image = new Image();
    image.src = "data:image/png;base64," + picture;
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: 192, height: 108 });
    const brush = canvas.getContext("2d");
    brush.drawImage(image, 0, 0, 192, 108);
    const dots = brush.getImageData(0, 0, 192, 108).data;
    const linear = (part) => ((part / 255 + 0.055) / 1.055) ** 2.4;
    let sum = 0;
    for (let n = 0; n < dots.length; n += 4) {
        sum += 0.2126 * linear(dots[n]) + 0.7152 * linear(dots[n + 1]) + 0.0722 * linear(dots[n + 2]);
    }
    return sum / (dots.length / 4);
}"""


def test_it_is_light_on_dark_even_with_the_qr_code(host: Host, open_page: Callable[..., Page]) -> None:
    tv, meter = Tv(open_page(1280, 720, color_scheme="light"), host.server), open_page(200, 200)
    for crowd in ((0, 0, 0), (8, 12, 0)):
        fill(host, *crowd)
        tv.open(host.link("tv"))
        picture = base64.b64encode(tv.page.screenshot()).decode()
        assert meter.evaluate(BRIGHTNESS, picture) < 0.25, crowd
    assert tv.page.evaluate("getComputedStyle(document.body).cursor") == "none"
