"""What is always at hand: nothing in the dock breaks or is cut, and small things step aside by themselves."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.host import Host
from tests.browser.lasting_faults import still_wrong
from tests.browser.seats import Gm, Phone, Tv
from tests.browser.server import Server

HERE = Path(__file__).parent
FAULTS = (HERE / "dock.js").read_text(encoding="utf-8")
ON_THE_TV = (HERE / "covered.js").read_text(encoding="utf-8")
STATES = ("live", "catching-up", "offline")
NARROWER = "width => document.querySelector('.paused').getBoundingClientRect().width < width - 2"
SAY = """state => {
    document.body.dataset.live = state;
    const words = { live: "Live", "catching-up": "Catching up…", offline: "Not live since 20:14" };
    document.querySelector("[data-word]").textContent = words[state];
    document.querySelector("[data-retry]").hidden = state !== "offline";
}"""


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", ["freeform", "razorweave"])
def test_nothing_in_the_gms_dock_breaks_or_is_cut_in_any_state(
    server: Server, open_page: Callable[..., Page], ruleset: str
) -> None:
    host = Host(server, ruleset)
    host.clock("The harbour master notices", 8)
    host.do("tv.spotlight", clock=host.ids["The harbour master notices"])
    lamp = {"do": "tag.add", "name": "Broken glass and oil"}
    host.do("proposal.make", command=lamp, because="I threw the lamp")
    if ruleset == "razorweave":
        climb = "Climb the wall before the lantern swings round again"
        host.do("check.call", character=host.character("Vesna"), intent=climb)
    gm = Gm(open_page(1180, 820, has_touch=True), server).open(host.link("gm"))
    assert _broken_or_cut(gm.page) == {}
    host.do("pause.set", on=True, named=True)
    expect(gm.page.locator(".paused")).to_be_visible()
    assert _broken_or_cut(gm.page) == {}


def _broken_or_cut(page: Page) -> dict[tuple[tuple[int, int], str], list[str]]:
    faults = {}
    for size in ((1180, 820), (820, 1180), (1280, 800), (1024, 768), (390, 844)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for state in STATES:
            page.evaluate(SAY, state)
            faults[size, state] = still_wrong(page, FAULTS)
    return {where: each for where, each in faults.items() if each}


@pytest.mark.soak
def test_a_pause_is_a_bar_across_every_screen_and_on_the_tv_nothing_lies_on_another(
    played: Gm, phone: Phone, tv: Tv
) -> None:
    _on_the_tv_catching_up_lies_on_nothing(played.host, tv)
    played.page.get_by_role("button", name="Pause").click()
    for screen in (played, phone):
        bar = screen.page.locator(".paused")
        for width, height in ((390, 844), (820, 1180), (1180, 820)):
            screen.page.set_viewport_size({"width": width, "height": height})
            bar.wait_for()
            assert not still_wrong(screen.page, NARROWER, width)
    expect(tv.page.locator("#bar .pause")).to_be_visible()


def _on_the_tv_catching_up_lies_on_nothing(host: Host, tv: Tv) -> None:
    tv.sees_tag("Loud")
    for width, height in ((1280, 720), (1920, 1080)):
        tv.page.set_viewport_size({"width": width, "height": height})
        for paused in (False, True):
            if paused:
                host.do("pause.set", on=True)
                tv.page.locator("#bar .pause").wait_for()
            tv.page.evaluate("document.body.dataset.live = 'catching-up'")
            assert still_wrong(tv.page, ON_THE_TV) == []
        host.do("pause.set", on=False)
        expect(tv.page.locator("#bar .pause")).to_have_count(0)


def test_what_was_opened_closes_what_is_not_found_goes_and_a_refusal_steps_aside(played: Gm) -> None:
    _a_list_closes_by_a_tap_or_escape_and_a_race_in_which_nothing_is_found_leaves_no_frame(played)
    _what_is_inspected_closes_when_it_is_gone(played)
    _a_refusal_steps_aside_by_itself(played)


def _what_is_inspected_closes_when_it_is_gone(played: Gm) -> None:
    played.page.locator("#find").fill("")
    with played.in_taps(3):
        inspector = played.inspect("Slick")
        inspector.get_by_text("Remove", exact=True).first.click()
        inspector.get_by_role("button", name="Remove Slick").click()
        expect(inspector).to_be_hidden()
    expect(played.page.locator("#notice")).to_contain_text("Slick")


def _a_list_closes_by_a_tap_or_escape_and_a_race_in_which_nothing_is_found_leaves_no_frame(
    played: Gm,
) -> None:
    screens = played.page.locator("#screens")
    for close in (lambda: played.page.locator("h1").click(), lambda: played.page.keyboard.press("Escape")):
        screens.locator("summary").click()
        expect(screens).to_have_attribute("open", "")
        close()
        expect(screens).not_to_have_attribute("open", "")

    played.host.race("Alarm", "Escape")
    played.page.reload()
    played.is_live()
    race = played.page.locator(".pair-of-clocks")
    expect(race).to_be_visible()
    played.page.locator("#find").fill("Slick")
    expect(race).to_be_hidden()
    played.page.locator("#find").fill("Alarm")
    expect(race).to_be_visible()


def _a_refusal_steps_aside_by_itself(played: Gm) -> None:
    played.page.clock.install()
    played.page.get_by_role("button", name="Redo", exact=True).click()
    refusal = played.page.locator("#notice .refusal")
    expect(refusal).to_contain_text("You have nothing to redo")
    played.page.clock.fast_forward(13000)
    expect(refusal).to_have_count(0)
