"""The TV, measured: every box where it belongs, every letter large enough, whatever is on the table."""

import base64
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.host import Host
from tests.browser.lasting_faults import at_rest
from tests.browser.seats import Tv
from tests.browser.server import Server
from tests.browser.televised import a_tv, faults, fill

SIZES = [(1280, 720), (1920, 1080), (3840, 2160)]


CROWDS = [
    (0, 0, 0), (0, 12, 2), (1, 0, 0), (1, 4, 2), (2, 12, 0), (3, 12, 6), (4, 5, 2), (5, 3, 6), (6, 12, 0),
    (7, 0, 4), (12, 14, 6),
]  # fmt: skip


def test_a_full_table_veiled_things_a_spotlight_and_long_names_are_readable_and_in_their_place(
    server: Server, open_page: Callable[..., Page]
) -> None:
    tv = Tv(open_page(1280, 720, color_scheme="light"), server)
    assert _faults_at_every_size(tv, 8, 12, 6) == {}
    assert sum(tv.page.evaluate(PAPER)) < 0.25 * 3 * 255
    assert tv.page.evaluate("getComputedStyle(document.body).cursor") == "none"
    tv.page.set_viewport_size({"width": 1280, "height": 720})
    _veiled_things_and_a_spotlight_are_as_readable(Host(server), tv)
    _names_in_a_row_take_the_lines_they_need_and_dials_all_that_is_left(Host(server), tv)


PAPER = """getComputedStyle(document.body).backgroundColor.match(/[\\d.]+/g).slice(0, 3).map(Number)"""
"""Red, green and blue of what all stands on."""


@pytest.mark.soak
def test_all_is_readable_and_in_its_place_however_much_there_is(
    server: Server, open_page: Callable[..., Page]
) -> None:
    tv = Tv(open_page(1280, 720), server)
    assert {crowd: each for crowd in CROWDS if (each := _faults_at_every_size(tv, *crowd))} == {}


def _faults_at_every_size(tv: Tv, *crowd: int) -> dict[int, list[str]]:
    """What is wrong with a table of so many clocks, tags and people, by the height of the screen."""
    host = Host(tv.server)
    fill(host, *crowd)
    tv.open(host.link("tv"))
    found = {}
    for width, height in SIZES:
        tv.page.set_viewport_size({"width": width, "height": height})
        found[height] = faults(tv.page)
    return {height: each for height, each in found.items() if each}


def _veiled_things_and_a_spotlight_are_as_readable(host: Host, tv: Tv) -> None:
    ids = fill(host, 7, 6, 3)
    host.do("clock.edit", clock=ids[6], segments=100, filled=100)
    host.do("clock.edit", clock=ids[1], visibility="masked")
    host.do("clock.edit", clock=ids[4], visibility="rumoured")
    host.do("tag.add", name="Spy", visibility="rumoured")
    assert faults(tv.open(host.link("tv")).page) == []
    host.do("tv.spotlight", clock=ids[2])
    expect(tv.page.locator(f".tv-spot #clock-{ids[2]}")).to_be_visible()
    expect(tv.page.locator(f"#clock-{ids[0]}")).to_be_visible()
    assert faults(tv.page) == []
    dial = at_rest(tv.page).locator(".tv-spot .dial").bounding_box()
    assert dial
    assert min(dial["width"], dial["height"]) > 0.5 * 720
    host.do("tv.spotlight")
    expect(tv.page.locator(".tv-spot")).to_have_count(0)


DIALS_TAKE_THE_ROOM = """() => {
    const list = document.querySelector(".tv-rest"), dials = [...list.querySelectorAll(".dial")];
    const left = list.offsetHeight - list.querySelector(".about").offsetHeight;
    return Math.min(...dials.map(each => each.getBoundingClientRect().height)) > left - 20;
}"""
NAMES_TAKE_THEIR_LINES = """() => {
    const lines = [...document.querySelector(".tv-rest").children];
    const [dawn, tide, ledgers] = lines.map(each => each.querySelector(".about").offsetHeight);
    const cut = [...document.querySelectorAll("h3")].map(each => each.scrollHeight - each.clientHeight);
    return dawn === tide && tide < ledgers / 2 && Math.max(...cut) < 18;
}"""
"""None of them is cut by a line."""


def _names_in_a_row_take_the_lines_they_need_and_dials_all_that_is_left(host: Host, tv: Tv) -> None:
    host.clock("Dawn", 6)
    host.clock("The tide turns", 4)
    at_rest(tv.open(host.link("tv")).page).wait_for_function(DIALS_TAKE_THE_ROOM)
    host.clock("The Investigation of the Harbourmaster's Secret Ledgers", 8)
    expect(tv.page.locator(".tv-rest .dial")).to_have_count(3)
    tv.page.wait_for_function(NAMES_TAKE_THEIR_LINES)
    assert not faults(tv.page)


@pytest.mark.soak
def test_a_tablet_does_for_a_tv(host: Host, open_page: Callable[..., Page]) -> None:
    fill(host, 7, 6, 3)
    tv = Tv(open_page(1024, 768), host.server)
    for width, height in ((1024, 768), (820, 1180), (1180, 820)):
        tv.page.set_viewport_size({"width": width, "height": height})
        tv.open(host.link("tv"))
        assert faults(tv.page, of=("overlap", "scrolls", "unsafe")) == [], (width, height)


# ---- what takes turns, and what does not ----------------------------------------------------------


MEASURED = """() => {
    window.measured = 0;
    const tries = { attributes: true, attributeFilter: ["data-wraps", "data-long"] };
    const watch = new MutationObserver(all => { window.measured += all.length; });
    watch.observe(document.querySelector("[data-tv]"), tries);
}"""
"""Counts how often the page tries out how much has room."""


def test_what_has_no_room_takes_turns_and_a_change_turns_to_its_page(
    host: Host, open_page: Callable[..., Page]
) -> None:
    tv, ids = _turned_through_all_there_is(host, open_page, 8, 12)
    with tv.is_live().standing_still():
        first, last = tv.page.locator(f"#clock-{ids[0]}"), tv.page.locator(f"#clock-{ids[7]}")
        host.do("clock.tick", clock=ids[0])
        expect(first).to_be_visible()
        expect(last).to_be_hidden()
        host.do("clock.tick", clock=ids[7])
        expect(last).to_be_visible()
        expect(first).to_be_hidden()
        expect(tv.page.locator("[data-pages]")).to_contain_text("page 2 of")
        tv.page.clock.fast_forward(12000)
        expect(first).to_be_visible()
        expect(last).to_be_hidden()


@pytest.mark.soak
def test_what_changes_again_and_again_keeps_no_page_from_its_turn(
    host: Host, open_page: Callable[..., Page]
) -> None:
    """Of a table with three pages of clocks, one clock moves within each turn."""
    ids = fill(host, 18, 0, 0)
    tv = a_tv(host, open_page)
    with tv.standing_still():
        expect(tv.page.locator("[data-clock]")).to_have_count(18)
        seen = _in_view(tv)
        for filled in (1, 2, 3):
            host.do("clock.tick", clock=ids[0])
            expect(tv.page.locator(f"#clock-{ids[0]}")).to_have_attribute("data-filled", str(filled))
            expect(tv.page.locator(f"#clock-{ids[0]}")).to_be_visible()
            tv.page.clock.fast_forward(12000)
            expect(tv.page.locator("[data-pages]")).not_to_contain_text("page 1 of")
            seen |= _in_view(tv)
    assert seen == {f"clock-{id}" for id in ids}


@pytest.mark.soak
def test_all_there_is_comes_on_some_page_below_few_clocks(host: Host, open_page: Callable[..., Page]) -> None:
    """On a line, where it is a column beside many."""
    _turned_through_all_there_is(host, open_page, 3, 4)


BETWEEN = """id => {
    const said = getComputedStyle(document.getElementById(`clock-${id}`), "::after");
    return said.display === "none" ? "" : said.content.replaceAll('"', "");
}"""


@pytest.mark.soak
def test_two_that_race_say_so_between_them_in_two_rows(host: Host, open_page: Callable[..., Page]) -> None:
    for number in range(1, 7):
        host.clock(f"Clock {number}", 4)
    first, second = host.ids["Clock 1"], host.ids["Clock 2"]
    tv = a_tv(host, open_page)
    expect(tv.page.locator("[data-clock]")).to_have_count(6)
    assert tv.page.evaluate(BETWEEN, first) == "none"
    host.do("clock.edit", clock=second, opposes=first)
    expect(tv.page.locator(f"#clock-{first}")).to_have_class(re.compile("racing"))
    assert tv.page.evaluate(BETWEEN, first) == "VS"
    assert tv.page.evaluate(BETWEEN, second) == "none"
    host.do("clock.edit", clock=second, opposes=None)
    host.do("clock.edit", clock=host.ids["Clock 4"], opposes=host.ids["Clock 3"])
    expect(tv.page.locator(f"#clock-{host.ids['Clock 3']}")).to_have_class(re.compile("racing"))
    assert tv.page.evaluate(BETWEEN, host.ids["Clock 3"]) == "", "it hangs over the end of its row"
    host.do("clock.edit", clock=host.ids["Clock 4"], opposes=None)
    host.do("clock.edit", clock=second, opposes=first)
    host.do("clock.tick", clock=second, by=4)
    expect(tv.page.locator(f"#clock-{second}")).to_have_class(re.compile("came-first"))
    assert tv.page.evaluate(BETWEEN, first) == "", "the winner's own clock says it"


def _turned_through_all_there_is(
    host: Host, open_page: Callable[..., Page], clocks: int, tags: int
) -> tuple[Tv, list[int]]:
    """A TV on which everything was seen on some page, but for who is well; the ids of its clocks."""
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
    return tv, ids


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


@pytest.mark.soak
def test_it_is_light_on_dark_even_with_the_qr_code(host: Host, open_page: Callable[..., Page]) -> None:
    tv, meter = Tv(open_page(1280, 720, color_scheme="light"), host.server), open_page(200, 200)
    for crowd in ((0, 0, 0), (8, 12, 0)):
        fill(host, *crowd)
        tv.open(host.link("tv"))
        picture = base64.b64encode(tv.page.screenshot()).decode()
        assert meter.evaluate(BRIGHTNESS, picture) < 0.25, crowd


def test_a_tv_that_is_open_turns_light_and_dark_as_the_gm_says(
    host: Host, open_page: Callable[..., Page]
) -> None:
    tv = Tv(open_page(1280, 720), host.server).open(host.link("tv"))
    for theme, bright in (("light", True), ("dark", False), ("light", True)):
        host.do("table.edit", settings={"tv_theme": theme})
        expect(tv.page.locator("#layout")).to_have_attribute("data-theme", theme)
        assert (sum(tv.page.evaluate(PAPER)) > 0.75 * 3 * 255) is bright
    tv.page.reload()
    assert sum(tv.page.evaluate(PAPER)) > 0.75 * 3 * 255


SIX_LINES = """([lines, place]) => {
    const layout = document.getElementById("layout").dataset;
    layout.place = place;
    layout.form = place === "stage" ? place : "grid";
    const own = document.createElement("section");
    const line = () => Object.assign(document.createElement("p"), { textContent: "It burns for four more." });
    for (let n = 0; n < lines; n++) own.append(line());
    document.querySelector(".tv-game").replaceChildren(own);
    const wide = [...document.querySelectorAll("#clocks .clock:not([data-away]) .dial")]
        .map(dial => dial.getBoundingClientRect()).filter(box => box.width);
    const all = own.parentElement.getBoundingClientRect();
    const meets = wide.some(box => box.right > all.left && all.right > box.left
        && box.bottom > all.top && all.bottom > box.top);
    const size = [all.width, all.height].map(each => Math.round(each * 1080 / innerHeight));
    const least = Math.min(...wide.flatMap(box => [box.width, box.height]));
    return { size, meets, dials: wide.length, least };
}"""


PLACES = {"strip": [1728, 205], "side": [481, 902], "stage": [1096, 880]}
"""How wide and high a game's places are on a screen of 1920x1080, as `webapp/games/README.md` tells."""


@pytest.mark.parametrize(("width", "height"), [(1280, 720), pytest.param(1920, 1080, marks=pytest.mark.soak)])
def test_six_lines_of_a_game_leave_the_dials_their_size(
    host: Host, open_page: Callable[..., Page], width: int, height: int
) -> None:
    """What a game prints has the place it names, as large as told; no dial is less than 96 px."""
    fill(host, 8)
    tv = Tv(open_page(width, height), host.server).open(host.link("tv"))
    bare = at_rest(tv.page).evaluate(SIX_LINES, [0, "strip"])
    crowded = {place: tv.page.evaluate(SIX_LINES, [6, place]) for place in PLACES}
    assert {place: each["size"] for place, each in crowded.items()} == PLACES
    assert crowded["strip"]["dials"] == bare["dials"] == 8
    assert min(each["least"] for each in crowded.values()) >= 96, (bare, crowded)
    assert not any(each["meets"] for each in crowded.values())
