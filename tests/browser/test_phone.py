"""The player's phone: in one hand, in few taps, at every size a phone has."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.host import Host
from tests.browser.lasting_faults import still_wrong
from tests.browser.seats import Gm, Phone, Screen
from tests.browser.test_look import in_the, overflow, violations

SIZES = [(390, 844), (360, 640), (320, 568), (844, 390)]


def a_phone(open_page: Callable[..., Page], size: tuple[int, int] = (390, 844), **more: object) -> Page:
    return open_page(*size, has_touch=True, is_mobile=True, **more)


@pytest.fixture
def ana(host: Host, open_page: Callable[..., Page]) -> Phone:
    return of_mara(host, a_phone(open_page))


def of_mara(host: Host, page: Page) -> Phone:
    """Ana plays Mara; a clock runs, a tag is out."""
    host.has(clocks={"Alarm": 6}, tags="Slick", people="Mara")
    return Phone(page, host.server).join(host, "Ana", "Mara")


def test_a_tick_is_two_taps_a_sheet_goes_down_and_waking_up_tells_what_was_missed(
    host: Host, gm: Gm, ana: Phone
) -> None:
    _a_tick_is_proposed_in_two_taps_on_the_clock_itself(gm, ana)
    _a_sheet_goes_down_by_escape_by_a_tap_beside_it_and_once_it_was_taken(ana)
    _waking_up_tells_what_was_missed_until_it_is_read(host, ana)


@pytest.mark.soak
def test_a_player_proposes_each_thing_where_it_belongs_and_counts_on_a_clock_of_their_own(
    gm: Gm, ana: Phone
) -> None:
    _a_reason_goes_along_and_a_declined_proposal_says_so(gm, ana)
    _propose_asks_what_about_and_has_ones_own_character_chosen(gm, ana)
    _a_tag_tells_its_effect_and_is_burned_or_asked_away(gm, ana)
    _a_clock_of_ones_own_is_started_ticked_and_put_away(gm, ana)


def _a_tick_is_proposed_in_two_taps_on_the_clock_itself(gm: Gm, ana: Phone) -> None:
    ana.clock("Alarm").tap()
    ana.page.get_by_role("button", name="+1", exact=True).tap()
    expect(ana.page.locator("#mine [data-proposal]")).to_contain_text("Waiting for the GM")
    expect(ana.page.locator("#ask-tick")).not_to_be_visible()
    gm.page.locator("#waits").get_by_role("button", name="Accept").click()
    ana.sees_clock("Alarm", 1, 6)
    expect(ana.page.locator("#mine [data-proposal]")).to_contain_text("Accepted")


def _a_reason_goes_along_and_a_declined_proposal_says_so(gm: Gm, ana: Phone) -> None:
    ana.opens("Alarm").tap()
    ana.page.locator("#ask-tick").get_by_label("Because").fill("I bribe the clerk")
    ana.page.get_by_role("button", name="+2", exact=True).tap()
    gm.sees("I bribe the clerk")
    gm.page.get_by_role("button", name=re.compile("^Decline")).click()
    expect(ana.page.locator("#mine")).to_contain_text("Declined")
    ana.sees_clock("Alarm", 0, 6)


def _propose_asks_what_about_and_has_ones_own_character_chosen(gm: Gm, ana: Phone) -> None:
    sheet = ana.page.locator("#propose > .sheet-body")
    expect(ana.page.locator("main .ask")).to_have_count(0)
    ana.page.locator("#propose > summary").tap()
    sheet.get_by_label("What is true here?").fill("Slippery roof")
    sheet.get_by_role("button", name="Propose tag").tap()
    gm.sees("a tag “Slippery roof”")
    ana.page.locator("#propose > summary").tap()
    sheet.get_by_text("A condition", exact=True).tap()
    sheet.get_by_role("button", name="Propose condition").tap()
    expect(ana.page.get_by_role("alert").filter(visible=True)).to_have_count(1)
    sheet.locator(".pill").first.tap()
    sheet.get_by_role("button", name="Propose condition").tap()
    expect(ana.page.locator("#mine [data-proposal]").filter(has_text="Waiting for the GM")).to_have_count(2)
    expect(gm.page.locator("#proposals [data-proposal]").last).to_contain_text("on Mara")


def _a_sheet_goes_down_by_escape_by_a_tap_beside_it_and_once_it_was_taken(ana: Phone) -> None:
    sheet = ana.page.locator("#propose > .sheet-body")
    for leave in (lambda: ana.page.keyboard.press("Escape"), ana.page.locator("h1").tap):
        ana.page.locator("#propose > summary").tap()
        expect(sheet).to_be_visible()
        leave()
        expect(sheet).to_be_hidden()
    ana.page.locator("#propose > summary").tap()
    sheet.get_by_label("What is true here?").fill("Slippery roof")
    sheet.get_by_role("button", name="Propose tag").tap()
    expect(sheet).to_be_hidden()
    expect(ana.page.locator("#mine [data-proposal]").filter(has_text="Slippery roof")).to_be_visible()


def _a_tag_tells_its_effect_and_is_burned_or_asked_away(gm: Gm, ana: Phone) -> None:
    tag = ana.page.locator("[data-tag]").filter(has_text="Slick").first
    tag.locator("summary").tap()
    expect(tag.locator(".meaning")).to_be_visible()
    tag.get_by_role("button", name="Propose to remove: Slick").tap()
    gm.sees("to remove the tag “Slick”")
    tag.get_by_role("button", name="Burn Slick").tap()
    expect(tag).to_have_class(re.compile("burned"))


def _a_clock_of_ones_own_is_started_ticked_and_put_away(gm: Gm, ana: Phone) -> None:
    ana.page.get_by_text("Start a clock").tap()
    ana.page.get_by_label("What does it count?").fill("My debt")
    ana.page.get_by_role("button", name="Start my clock").tap()
    ana.page.get_by_role("button", name="Tick My debt").tap()
    expect(ana.page.locator("#mine [data-clock]")).to_have_attribute("data-filled", "1")
    gm.sees_clock("My debt", 1, 4)
    ana.page.get_by_role("button", name="Remove My debt").tap()
    expect(ana.page.locator("#mine [data-clock]")).to_have_count(0)


CUT = """() => [...document.querySelectorAll(".pages :is(h2, h3, summary, p)")]
    .filter(each => each.checkVisibility() && getComputedStyle(each).clipPath === "none")
    .filter(each => each.scrollWidth > each.clientWidth + 1)
    .map(each => each.textContent)"""


OUTSIDE = """words => {
    const { left, top, bottom, width } = document.querySelector(words).getBoundingClientRect();
    return !width || left < 0 || top < 0 || bottom > innerHeight;
}"""


@pytest.mark.soak
def test_however_wordy_nothing_overflows_and_the_sheets_fit_at_any_phone_size(host: Host, ana: Phone) -> None:
    host.clock("Donaudampfschifffahrtsgesellschaftskapitän", 8, visibility="masked")
    host.clock("The Unbearably Long Investigation of the Harbourmaster's Secret Ledgers", 100)
    host.race("The Unbearably Long Investigation of the Harbourmaster's Secret Ledgers", against="Alarm")
    host.tag("Thick fog from the sea that smells of tar", object="Donaudampfschifffahrtsgesellschaft")
    ana.sees_tag("Thick fog")
    for width, height in SIZES:
        ana.page.set_viewport_size({"width": width, "height": height})
        assert overflow(ana.page) == 0
        assert still_wrong(ana.page, CUT) == []
        ana.opens("Alarm").tap()
        assert not still_wrong(ana.page, OUTSIDE, "#ask-tick")
        ana.page.keyboard.press("Escape")


def slept(phone: Phone, minutes: int = 5) -> None:
    """As if this device had last looked some minutes ago."""
    phone.page.evaluate(
        """minutes => {
            for (const name of Object.keys(localStorage).filter(each => each.startsWith("tableside seen"))) {
                const seen = JSON.parse(localStorage[name]);
                localStorage[name] = JSON.stringify({ ...seen, at: seen.at - minutes * 60000 });
            }
        }""",
        minutes,
    )


# What is on the screen by now is noted as seen.
NOTED = """before => document.body.dataset.cursor !== before
    && Object.entries(localStorage).some(([name, seen]) => name.startsWith("tableside seen")
        && JSON.parse(seen).cursor === document.body.dataset.cursor)"""


def _waking_up_tells_what_was_missed_until_it_is_read(host: Host, ana: Phone) -> None:
    _a_short_look_away_is_not_told(host, ana)
    ana.sleep()
    slept(ana)
    host.tick("Alarm", 2).has(tags="Cramped")
    ana.wake()
    missed = ana.page.locator(".missed")
    expect(missed).to_contain_text("Alarm: now 4 of 6, after 2 moves")
    expect(missed).to_contain_text("Cramped: tag added")
    ana.page.get_by_role("button", name="Got it").tap()
    expect(missed).to_have_count(0)
    ana.page.reload(wait_until="domcontentloaded")
    ana.is_live()
    expect(missed).to_have_count(0)


def _a_short_look_away_is_not_told(host: Host, ana: Phone) -> None:
    ana.sleep()
    before = ana.page.locator("body").get_attribute("data-cursor")
    host.tick("Alarm")
    ana.wake()
    ana.sees_clock("Alarm", 2, 6)
    ana.page.wait_for_function(NOTED, arg=before)
    expect(ana.page.locator(".missed")).to_have_count(0)


# ---- at every size, for every eye -----------------------------------------------------------------

# What does something is 48 px; a chip that only tells more may be 44, 36 where the phone is low.
TOO_SMALL = """() => [...document.querySelectorAll("button, summary, select, input:not([type=hidden])")]
    .filter(each => each.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .map(each => [each, each.closest(each.matches(".opens") ? "[data-clock]" : "label") ?? each])
    .map(([each, target]) => [each, target.getBoundingClientRect()])
    .filter(([each, box]) => box.width > 1 && box.height > 1
        && Math.min(box.width, box.height) < (each.closest(".tags, .me, .on-cast, .place") ? 35.5 : 47.5))
    .map(([each, box]) => `${each.outerHTML.slice(0, 90)} ${box.width}x${box.height}`)"""


def opened(phone: Phone) -> Phone:
    """Everything that a tap opens is open."""
    phone.page.evaluate(
        "document.querySelectorAll('main details:not(.foot details)')"
        ".forEach(each => each.setAttribute('open', ''))"
    )
    return phone


@pytest.mark.soak
def test_every_control_of_a_player_is_as_large_as_a_thumb_and_axe_finds_nothing_in_either_theme(
    host: Host, open_page: Callable[..., Page]
) -> None:
    page = a_phone(open_page, bypass_csp=True)
    ana = of_mara(host, page)
    _what_is_typed_is_never_so_small_that_a_phone_zooms(ana)
    assert still_wrong(opened(ana).page, TOO_SMALL) == []
    assert violations(page) + in_the(page, "light") == []
    ana.opens("Alarm").tap()
    assert violations(page) + in_the(page, "dark") == []
    page.keyboard.press("Escape")
    page.locator("#propose > summary").tap()
    assert still_wrong(page, TOO_SMALL) == []


def _what_is_typed_is_never_so_small_that_a_phone_zooms(ana: Phone) -> None:
    sizes = ana.page.evaluate(
        "[...document.querySelectorAll('input:not([type=hidden], [type=radio], [type=checkbox]), select')]"
        ".map(each => parseFloat(getComputedStyle(each).fontSize))"
    )
    assert min(sizes) >= 16


@pytest.mark.soak
def test_another_device_takes_the_seat_with_six_digits(ana: Phone, open_page: Callable[..., Page]) -> None:
    ana.page.get_by_text("My seat", exact=True).tap()
    ana.page.get_by_role("button", name="Get a code").tap()
    code = ana.page.locator(".device-code").inner_text()
    tablet = Phone(a_phone(open_page), ana.server)
    tablet.page.goto(ana.server.url, wait_until="domcontentloaded")
    tablet.page.get_by_label("Code from the TV").fill(code)
    tablet.page.get_by_role("button", name="Join").tap()
    expect(tablet.page.locator("#me")).to_contain_text("Mara")
    expect(ana.page.locator("#me")).to_have_count(0)


@pytest.mark.soak
def test_the_journal_reads_back_in_place_and_goes_on(host: Host, ana: Phone) -> None:
    ana.page.evaluate(
        """async () => {
            const door = location.pathname + "/do", headers = { "HX-Request": "true" };
            for (let n = 0; n < 30; n += 1) {
                const body = new URLSearchParams({ do: "pause.set", on: n % 2 ? "false" : "true" });
                await fetch(door, { method: "POST", body, headers });
            }
        }"""
    )
    ana.page.reload(wait_until="domcontentloaded")
    lines = ana.is_live().page.locator("#journal .line")
    expect(lines).to_have_count(6)
    ana.page.get_by_role("link", name="Earlier").tap()
    expect(ana.page.locator("#journal")).to_contain_text("This is the start of the journal.")
    host.tag("Newest")
    expect(lines.first).to_contain_text("Newest")
    assert lines.count() > 30


DOCK = """cut => {
    if (cut) {
        document.body.dataset.live = "offline";
        for (const word of document.querySelectorAll("[data-word]")) word.textContent = "Not live since 9:18";
        for (const each of document.querySelectorAll("[data-retry]")) each.hidden = false;
    }
    const isBeyond = ({ left, right }) => left < -1 || right > innerWidth + 1;
    const beyond = [...document.querySelectorAll(".dock > *, .dock > * > *, .dock form > *")]
        .filter(each => each.matches("button, summary, p") && each.checkVisibility())
        .filter(each => isBeyond(each.getBoundingClientRect())).map(each => each.textContent);
    const part = document.querySelector(".dock").getBoundingClientRect().height / innerHeight;
    return part > 0.4 ? [...beyond, `${Math.round(part * 100)} %`] : beyond;
}"""


def cramped(screen: Screen, cut: bool = False) -> list[str]:
    """What of the dock is out of reach, and where it takes more than its share."""
    found = []
    for width, height in (*SIZES, (568, 320), (667, 375), (820, 1180)):
        screen.page.set_viewport_size({"width": width, "height": height})
        found += [f"{width}x{height}: {each}" for each in still_wrong(screen.page, DOCK, cut)]
    return found


@pytest.mark.soak
def test_a_pause_has_a_name_only_if_wished_and_the_dock_leaves_the_table_its_room(gm: Gm, ana: Phone) -> None:
    """In large letters, paused or cut."""
    for screen in (gm, ana):
        letters = screen.page.context.new_cdp_session(screen.page)
        letters.send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
        assert cramped(screen) == []
        letters.send("Page.setFontSizes", {"fontSizes": {"standard": 16}})
    ana.page.get_by_role("button", name="Pause", exact=True).tap()
    expect(gm.page.locator("#bar")).to_contain_text("Paused")
    expect(gm.page.locator("#bar")).not_to_contain_text("Ana")
    ana.page.get_by_role("button", name="Show my name").tap()
    gm.host.do("tv.spotlight", clock=gm.host.ids["Alarm"])
    expect(gm.page.locator("#bar")).to_contain_text("by Ana")
    expect(gm.page.get_by_role("button", name="End spotlight")).to_be_visible()
    assert cramped(gm) + cramped(ana) == []
    assert cramped(gm, cut=True) + cramped(ana, cut=True) == []
