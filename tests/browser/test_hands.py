"""What a hand is doing on a screen survives whatever happens at the table."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.host import Host
from tests.browser.lasting_faults import at_rest
from tests.browser.seats import Gm, Phone

pytestmark = pytest.mark.in_motion

ON_A_DIAL = [(0.5, 0.5), (0.35, 0.5), (0.75, 0.75), (0.5, 0.15), (0.2, 0.2)]
"""Where a thumb may land on it, as parts of its width and height."""


def test_half_typed_text_focus_scroll_and_an_opened_detail_survive_updates(
    host: Host, open_page: Callable[..., Page]
) -> None:
    host.clock("Alarm", 12)
    gm = Gm(open_page(820, 1180), host.server).open(host.link("gm"))
    field = gm.page.locator("#add-text")
    field.click()
    field.press_sequentially("A half-typed", delay=5)
    scrolled = gm.page.evaluate("scrollY")
    for ticked in range(1, 9):
        host.tick("Alarm")
        if ticked % 2:  # each by itself, and two at once
            gm.sees_clock("Alarm", ticked, 12)
    field.press_sequentially(" name", delay=5)
    gm.sees_clock("Alarm", 8, 12)
    expect(field).to_have_value("A half-typed name")
    expect(field).to_be_focused()
    assert gm.page.evaluate("scrollY") == scrolled
    _an_opened_detail_stays_open_and_a_tap_anywhere_on_a_dial_moves_it_on_by_one(gm.sit_at(host), open_page)


def _an_opened_detail_stays_open_and_a_tap_anywhere_on_a_dial_moves_it_on_by_one(
    gm: Gm, open_page: Callable[..., Page]
) -> None:
    phone = Phone(open_page(390, 844), gm.server).open(gm.links["player"])
    gm.add_tag("Slick")
    detail = phone.page.locator("[data-tag] details, details[data-tag]").first
    detail.locator("summary").click()
    expect(detail.locator(".meaning")).to_be_visible()
    expect(detail.get_by_role("button")).to_have_count(0)  # a guest may neither burn nor propose
    gm.add_tag("Cramped")
    phone.sees_tag("Cramped")
    expect(detail).to_have_attribute("open", "")

    gm.add_clock("Bell", 6)
    for filled, (across, down) in enumerate(ON_A_DIAL, start=1):
        dial = gm.clock("Bell").locator("[data-dial]")
        at_rest(gm.page)
        box = dial.bounding_box()
        assert box is not None
        dial.click(position={"x": box["width"] * across, "y": box["height"] * down})
        for screen in (gm, phone):
            screen.sees_clock("Bell", filled, 6)
    inspector = gm.inspect("Bell")
    inspector.get_by_label("Filled segments (of 6)").fill("1")
    inspector.get_by_role("button", name="Set").click()
    phone.sees_clock("Bell", 1, 6)


@pytest.mark.soak
def test_a_player_proposes_the_gm_accepts_and_takes_it_back(gm: Gm, phone: Phone) -> None:
    _a_player_proposes_and_the_gm_accepts(gm, phone)


def test_without_scripts_the_gm_can_do_it_all_and_a_player_sees_it(
    host: Host, open_page: Callable[..., Page]
) -> None:
    plain = open_page(820, 1180, java_script_enabled=False)
    plain.goto(host.link("gm"))
    plain.locator("#add-text").fill("Alarm 4")
    plain.locator("#add-text").press("Enter")
    plain.get_by_role("button", name="Tick Alarm").click()
    expect(plain.locator("[data-clock][data-filled='1']")).to_have_count(1)
    player = open_page(390, 844, java_script_enabled=False)
    player.goto(host.link("player"))
    expect(player.locator("[data-clock][data-filled='1']")).to_be_visible()


@pytest.mark.soak
def test_who_asks_for_a_seat_from_another_phone_hears_a_no_asks_no_more_or_is_given_it(
    gm: Gm, phone: Phone, open_page: Callable[..., Page]
) -> None:
    phone.sit("Ana")
    other = Phone(open_page(390, 844, has_touch=True, is_mobile=True), gm.server).open(gm.links["player"])
    asked, ask = (
        other.page.locator("#asked"),
        other.page.get_by_role("button", name="Request this seat: Ana"),
    )
    ask.click()
    expect(asked).to_contain_text("You requested the seat of Ana")
    gm.page.get_by_role("button", name="Keep the seat of Ana where it is").click()
    expect(asked).to_contain_text("Your request was declined")
    ask.click()
    gm.sees("asks for Ana's seat")
    other.page.get_by_role("button", name="Cancel request for the seat of Ana").click()
    expect(gm.page.locator("#proposals")).to_be_hidden()
    expect(phone.page.locator("#me")).to_contain_text("Ana")

    gm.looks_until("Ana here")
    ask.click()
    expect(asked).to_contain_text("You requested the seat of Ana. The holder or your GM will answer.")
    gm.sees("asks for Ana's seat")
    phone.page.get_by_role("button", name="Give the seat of Ana to another device").click()
    expect(other.page.locator("#me")).to_contain_text("Ana")
    expect(phone.page.locator("#me")).to_have_count(0)


def _a_player_proposes_and_the_gm_accepts(gm: Gm, phone: Phone) -> None:
    gm.add_clock("Storm", 6)
    phone.sit("Ana")
    phone.page.evaluate(
        """async id => {
            const form = new URLSearchParams({ do: "proposal.make", "command-do": "clock.tick",
                "command-clock": id, "command-by": "2", because: "I shouted" });
            const headers = { "HX-Request": "true" };
            await fetch(location.pathname + "/do", { method: "POST", body: form, headers });
        }""",
        gm.clock("Storm").get_attribute("data-clock"),
    )
    gm.sees("I shouted")
    gm.page.get_by_role("button", name="Accept").first.click()
    phone.sees_clock("Storm", 2, 6)
    gm.undo()
    phone.sees_clock("Storm", 0, 6)
    gm.sees("I shouted")


WATCHES = """id => {
    window.seen = { elements: 0, words: 0 };
    window.panel = document.getElementById(id);
    new MutationObserver(changes => {
        for (const { type } of changes) window.seen[type === "childList" ? "elements" : "words"] += 1;
    }).observe(window.panel, { subtree: true, childList: true, attributes: true, characterData: true });
}"""


def test_a_panel_of_the_same_shape_keeps_its_elements_and_one_of_another_is_morphed(
    host: Host, phone: Phone
) -> None:
    host.clock("Alarm", 6)
    phone.sees_clock("Alarm", 0, 6).page.evaluate(WATCHES, phone.clock("Alarm").get_attribute("id"))
    host.tick("Alarm")  # its first segment is an element more
    phone.sees_clock("Alarm", 1, 6)
    assert phone.page.evaluate("window.seen.elements") > 0
    phone.page.evaluate("window.seen = { elements: 0, words: 0 }")
    host.tick("Alarm")
    phone.sees_clock("Alarm", 2, 6)
    seen = phone.page.evaluate("window.seen")
    assert (seen["elements"], seen["words"] > 0) == (0, True)
    assert phone.page.evaluate("window.panel.isConnected")


def test_the_tvs_digits_lie_free_on_a_gms_phone(host: Host, open_page: Callable[..., Page]) -> None:
    gm = Gm(open_page(390, 844, has_touch=True), host.server).sit_at(host)
    gm.move("People and links")
    gm.page.get_by_role("button", name="Get a TV code").tap()
    expect(gm.page.locator("#notice .device-code")).to_be_visible()
    free = """() => {
        const { left, top, bottom } = document.querySelector("#notice .device-code").getBoundingClientRect();
        return [top + 2, bottom - 2].every(y => document.elementFromPoint(left + 20, y).closest("#notice"));
    }"""
    assert gm.page.evaluate(free), "the sheet covers them"
