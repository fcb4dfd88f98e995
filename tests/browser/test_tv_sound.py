"""The TV's sounds, counted by a loudspeaker that notes what it would play."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.host import Host
from tests.browser.seats import Tv
from tests.browser.server import Server
from tests.table.mettle.brawl import ANN

LOUDSPEAKER = """
window.played = [];
window.AudioContext = class {
    currentTime = 0;
    sampleRate = 8000;
    state = window.silent ? "suspended" : "running";
    async resume() { if (window.touched) this.state = "running"; else await new Promise(() => {}); }
    createBuffer(count, length) { return { getChannelData: () => new Float32Array(length) }; }
    createBufferSource() { return this.node("knock"); }
    createOscillator() { return this.node("tone"); }
    createBiquadFilter() { return this.node("filter"); }
    createGain() { return this.node("gain"); }
    node(what) {
        const level = (value) => { if (what === "gain") played.at(-1).loud = value; };
        const setting = () => ({ setValueAtTime: level, exponentialRampToValueAtTime() {} });
        if (what === "gain") played.push({});
        return { frequency: setting(), gain: setting(), connect: (next) => next,
            start: () => { played.at(-1).what = what; }, stop: (at) => { played.at(-1).until = at; } };
    }
};
addEventListener("keydown", () => { window.touched = true; }, true);
"""
SILENT = "window.silent = true;"
"""The browser lets no page sound before somebody has touched it."""


def a_loud_tv(host: Host, open_page: Callable[..., Page], *more: str) -> Tv:
    page = open_page(1920, 1080)
    for script in (LOUDSPEAKER, *more):
        page.add_init_script(script)
    return Tv(page, host.server).open(host.link("tv"))


def heard(tv: Tv, count: int) -> list[str]:
    """What has sounded since, once there are so many; each light, and over within 0.6 s."""
    tv.page.wait_for_function("count => played.length >= count", arg=count)
    sounds: list[dict[str, Any]] = tv.page.evaluate("played.splice(0)")
    assert all(each["until"] <= 0.6 and 0 < each["loud"] < 0.25 for each in sounds)
    return [each["what"] for each in sounds]


@pytest.fixture
def wall(server: Server) -> Host:
    host = Host(server, "razorweave")
    host.clock("Alarm", 1)
    host.character("Mara")
    return host


def roll(host: Host) -> None:
    check = host.do("check.call", character=host.ids["Mara"], attribute="AGI", dc=14)["check"]
    host.do("check.roll", check=check, dice=[6, 6, 5, 5])


def test_dice_and_a_full_clock_sound_once_the_gm_has_switched_it_on(
    wall: Host, open_page: Callable[..., Page]
) -> None:
    tv = a_loud_tv(wall, open_page)
    roll(wall)
    expect(tv.page.locator("[data-large] .verdict")).to_have_count(1)
    assert heard(tv, 0) == [], "off until it is switched on"
    wall.do("table.edit", settings={"tv_sound": "on"})
    expect(tv.page.locator("#layout[data-sound]")).to_have_count(1)
    roll(wall)
    assert heard(tv, 6) == ["knock"] * 6
    wall.tick("Alarm")
    assert heard(tv, 2) == ["tone"] * 2
    expect(tv.page.locator("[data-sound-waits]")).to_be_hidden()
    wall.do("table.edit", settings={"tv_sound": "off"})
    expect(tv.page.locator("#layout[data-sound]")).to_have_count(0)
    roll(wall)
    expect(tv.page.locator("#moments .verdict")).to_have_count(3)
    assert heard(tv, 0) == []


def test_who_goes_down_sounds_in_a_fight_too(server: Server, open_page: Callable[..., Page]) -> None:
    host = Host(server, "mettle")
    ann = host.character("Ann", stats=ANN)
    host.do("table.edit", settings={"tv_sound": "on"})
    host.do("mettle.initiative.start", first=ann)
    tv = a_loud_tv(host, open_page)
    host.do("mettle.hurt", character=ann, by=2)
    expect(tv.page.locator("#moments")).to_contain_text("Ann loses 2 Mettle")
    assert heard(tv, 0) == []
    host.do("mettle.hurt", character=ann, by=30)
    assert heard(tv, 1) == ["tone"]


def test_a_tv_whose_browser_is_silent_says_once_what_to_do(
    wall: Host, open_page: Callable[..., Page]
) -> None:
    wall.do("table.edit", settings={"tv_sound": "on"})
    tv = a_loud_tv(wall, open_page, SILENT)
    hint = tv.page.locator("[data-sound-waits]")
    expect(hint).to_have_text("Tap or press a key for sound")
    expect(hint).to_be_visible()
    roll(wall)
    expect(tv.page.locator("#moments .verdict")).to_have_count(1)
    assert heard(tv, 0) == []
    tv.page.keyboard.press("Enter")
    expect(hint).to_be_hidden()
    roll(wall)
    assert heard(tv, 6) == ["knock"] * 6
    for chosen in ("off", "on"):
        wall.do("table.edit", settings={"tv_sound": chosen})
        expect(tv.page.locator("#layout[data-sound]")).to_have_count(int(chosen == "on"))
    expect(hint).to_be_hidden()
