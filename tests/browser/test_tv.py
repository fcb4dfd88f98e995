"""The TV, measured: every box where it belongs, every letter large enough, whatever is on the table."""

import base64
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.host import Host
from tests.browser.seats import Gm, Tv
from tests.browser.server import Server
from tests.browser.test_look import violations

SIZES = [(1280, 720), (1920, 1080), (3840, 2160)]
NAMES = [
    "Expose the Official",
    "Cover-Up Complete",
    "The Unbearably Long Investigation of the Harbourmaster's Secret Ledgers",
    "Donaudampfschifffahrtsgesellschaftskapitän",
]
MEASURE = (Path(__file__).parent / "measure.js").read_text(encoding="utf-8")


def fill(host: Host, clocks: int = 0, tags: int = 0, people: int = 0) -> list[int]:
    """So many of each, with names long and short; the ids of the clocks."""
    kinds = ("progress", "threat")
    ids = [host.clock(f"{NAMES[n % 4]} {n}", (6, 4, 8, 12)[n % 4], kind=kinds[n % 2]) for n in range(clocks)]
    for number in range(tags):
        host.tag(("Slick", "Rival Crew Nearby", "Thick Fog from the Sea")[number % 3])
    for number in range(people):
        who = ("Mara Venn", "Captain Harrow of the Docks")[number % 2]
        host.character(who)
        for name in ("Frightened", "Bleeding")[: 1 + number % 2]:
            host.condition(name, who)
    return ids


@pytest.fixture
def host(server: Server) -> Host:
    return Host(server)


def a_tv(host: Host, open_page: Callable[..., Page]) -> Tv:
    """A TV whose clock can be put forward."""
    page = open_page(1920, 1080)
    page.clock.install()
    return Tv(page, host.server).open(host.link("tv"))


@pytest.fixture
def big(host: Host, open_page: Callable[..., Page]) -> Tv:
    """The TV across the room."""
    return a_tv(host, open_page)


def faults(page: Page, with_hint: bool = False) -> list[str]:
    """What is too small, out of place or cut; how to keep the screen on is said for a moment only."""
    if not with_hint:
        page.evaluate("document.querySelector('[data-awake]').hidden = true")
    page.evaluate("document.getAnimations().forEach(each => each.finish())")
    page.evaluate("document.getElementById('moment').hidden = true")
    found: list[str] = page.evaluate(MEASURE)
    return found


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


@pytest.mark.parametrize(("width", "height"), [(1024, 768), (820, 1180), (1180, 820)])
def test_a_tablet_does_for_a_tv(host: Host, open_page: Callable[..., Page], width: int, height: int) -> None:
    fill(host, 7, 6, 3)
    tv = Tv(open_page(width, height), host.server).open(host.link("tv"))
    broken = [each for each in faults(tv.page) if each.startswith(("overlap", "scrolls", "unsafe"))]
    assert broken == []


# ---- what takes turns, and what does not ----------------------------------------------------------


def test_nine_clocks_take_turns_and_a_change_turns_to_its_page(host: Host, big: Tv) -> None:
    ids = fill(host, 9)
    first, last = big.page.locator(f"#clock-{ids[0]}"), big.page.locator(f"#clock-{ids[8]}")
    expect(big.page.locator("#layout")).to_contain_text("of 2")
    host.do("clock.tick", clock=ids[8])
    expect(last).to_be_visible()
    expect(first).to_be_hidden()
    expect(big.page.locator("#layout")).to_have_text(re.compile("page 2 of 2"))
    big.page.clock.fast_forward(12000)
    expect(first).to_be_visible()
    expect(last).to_be_hidden()


def test_one_tap_on_a_card_fills_the_screen_and_another_ends_it(
    host: Host, big: Tv, open_page: Callable[..., Page]
) -> None:
    ids = fill(host, 3)
    gm = Gm(open_page(820, 1180, has_touch=True), host.server).open(host.link("gm"))
    gm.page.get_by_role("button", name=f"Show {NAMES[1]} 1 alone on the TV").click()
    expect(big.page.locator(f".tv-spot #clock-{ids[1]}")).to_be_visible()
    expect(big.page.locator(f"#clock-{ids[0]}")).to_be_visible()
    gm.page.get_by_role("button", name="Show all clocks on the TV").click()
    expect(big.page.locator(".tv-spot")).to_have_count(0)
    gm.undo()
    expect(big.page.locator(".tv-spot")).to_have_count(1)


# ---- moments ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_what_is_revealed_rises_and_takes_its_place(
    host: Host, open_page: Callable[..., Page], motion: Any
) -> None:
    fill(host, 2)
    secret = host.clock("The Ambush", visibility="secret")
    tv = Tv(open_page(1920, 1080, reduced_motion=motion), host.server).open(host.link("tv"))
    tv.does_not_see("Ambush")
    host.do("clock.edit", clock=secret, visibility="shown")
    moment = tv.page.locator("#moment")
    expect(moment).to_be_visible()
    expect(moment).to_have_text("The Ambush")
    if motion == "reduce":
        assert tv.page.evaluate("document.getAnimations().length") == 0
    expect(moment).to_be_hidden(timeout=4000)
    expect(tv.page.locator(f"#clock-{secret}")).to_be_visible()


def test_what_is_hidden_again_leaves_the_stage_with_its_name(host: Host, big: Tv) -> None:
    fill(host, 2)
    secret = host.clock("The Ambush", visibility="secret")
    expect(big.page.locator(".clock")).to_have_count(2)
    host.do("clock.edit", clock=secret, visibility="shown")
    expect(big.page.locator("#moment")).to_have_text("The Ambush")
    host.do("clock.edit", clock=secret, visibility="secret")
    expect(big.page.locator("#moment")).to_be_hidden(timeout=1500)
    big.does_not_see("Ambush")


def test_a_full_clock_strikes_and_says_what_happens(host: Host, open_page: Callable[..., Page]) -> None:
    clock = host.clock("Alarm", 4, filled=3, on_full="The gates close.")
    big = a_tv(host, open_page)
    host.do("clock.tick", clock=clock)
    moment = big.page.locator("#moment")
    expect(moment).to_contain_text("The gates close.")
    expect(moment.locator(".moment-word")).to_have_text("Full")
    big.page.clock.fast_forward(6000)
    expect(moment).to_be_hidden()
    expect(big.page.locator(f"#clock-{clock} .on-full")).to_be_visible()


def test_a_check_is_read_by_all_then_steps_aside_and_never_covers_a_tick(
    server: Server, open_page: Callable[..., Page]
) -> None:
    host = Host(server, "razorweave")
    clock = host.clock("Alarm")
    tv = a_tv(host, open_page)
    mara = host.do("character.add", name="Mara")["character"]
    check = host.do("check.call", character=mara, intent="Climb the wall", attribute="AGI", dc=14)["check"]
    card, line = tv.page.locator(".tv-check-card"), tv.page.locator(".tv-check-line")
    expect(card).to_be_visible()
    expect(card).to_contain_text("Climb the wall")
    host.do("clock.tick", clock=clock)
    expect(line).to_be_visible()
    expect(card).to_be_hidden()
    expect(line).to_contain_text("Mara is to roll")
    box, dial = line.bounding_box(), tv.page.locator(".dial").first.bounding_box()
    assert box
    assert dial
    assert box["y"] + box["height"] <= dial["y"] + 1
    host.do("check.roll", check=check, dice=[6, 6, 5, 5])
    expect(card).to_be_visible()
    expect(card.locator(".outcome")).to_be_visible()
    assert faults(tv.page) == []
    tv.page.clock.fast_forward(12000)
    expect(card).to_be_hidden()


def test_a_pause_is_seen_from_across_the_room(host: Host, big: Tv) -> None:
    fill(host, 2)
    host.do("pause.set", on=True)
    said = big.page.get_by_text("Paused")
    expect(said).to_be_visible()
    size: float = said.evaluate("each => parseFloat(getComputedStyle(each).fontSize)")
    assert size > 0.15 * 1080


# ---- for days, without hands ------------------------------------------------------------------------

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
    page.wait_for_function("window.asked === 2")
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
    big.is_live(within=20)
    host.do("clock.tick", clock=clock)
    big.sees_clock("Alarm", 1, 6)
    assert big.page.evaluate("window.same") is True

    big.page.route(
        host.address, lambda route: route.fulfill(body="another version", content_type="text/html"), times=1
    )
    host.server.stop()
    expect(big.page.locator("body")).not_to_have_attribute("data-live", "live")
    with big.page.expect_navigation(timeout=30000):
        host.server.start()
    big.is_live(within=20).sees_clock("Alarm", 1, 6)


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


def test_an_old_tv_without_scripts_shows_every_page_in_turn(
    host: Host, open_page: Callable[..., Page]
) -> None:
    ids = fill(host, 9, 2)
    page = open_page(1280, 720, java_script_enabled=False)
    page.goto(host.link("tv"), wait_until="domcontentloaded")
    expect(page.locator(f"#clock-{ids[0]}")).to_be_visible()
    page.goto(f"{host.address}?page=2", wait_until="domcontentloaded")
    expect(page.locator(f"#clock-{ids[8]}")).to_be_visible()
    expect(page.locator(f"#clock-{ids[0]}")).to_be_hidden()


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


@pytest.mark.parametrize("crowd", [(0, 0, 0), (8, 12, 0)])
def test_it_is_light_on_dark_even_with_the_qr_code(
    host: Host, open_page: Callable[..., Page], crowd: tuple[int, int, int]
) -> None:
    fill(host, *crowd)
    tv = Tv(open_page(1280, 720, color_scheme="light"), host.server).open(host.link("tv"))
    picture = base64.b64encode(tv.page.screenshot()).decode()
    assert open_page(200, 200).evaluate(BRIGHTNESS, picture) < 0.25
    assert tv.page.evaluate("getComputedStyle(document.body).cursor") == "none"


# ---- over a stream -----------------------------------------------------------------------------------


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
    assert page.evaluate(BEYOND) == []
    one = page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)")
    assert one < 0.044 * 720
    for tag in host.sees()["tags"]:
        host.do("tag.remove", tag=tag["id"])
    expect(page.locator("[data-tag]")).to_have_count(0)
    assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") > one
