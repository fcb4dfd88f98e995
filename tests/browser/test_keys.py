"""The tablet by keyboard: every key of the list, and none while somebody types."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.drafting import HELD_BACK, release
from tests.browser.host import Host
from tests.browser.seats import Gm, Phone


def away(page: Page) -> Page:
    """Nothing is being typed any more."""
    page.evaluate("document.activeElement.blur()")
    return page


@pytest.mark.soak
def test_twenty_presses_are_twenty_ticks_and_the_focus_stays(played: Gm, phone: Phone) -> None:
    away(played.page).keyboard.press("j")
    chosen = played.clock("Alarm")
    expect(chosen).to_be_focused()
    outline = chosen.evaluate("each => parseFloat(getComputedStyle(each).outlineWidth)")
    assert outline >= 2
    for key in "++++-+++-+-+-+-+-+++":
        played.page.keyboard.press(key)
    phone.sees_clock("Alarm", 8, 8)
    expect(chosen).to_be_focused()
    lines = played.page.locator("#journal-lines > li", has_text="Alarm: ")
    expect(lines).to_have_count(21)
    expect(lines.filter(visible=True)).to_have_count(2)  # the ticks are one line, the clock is another


def test_each_key_does_what_the_list_says_until_they_are_switched_off_on_this_device(played: Gm) -> None:
    _a_slash_finds_by_name(played)
    _each_key_does_what_the_list_says(played)
    _the_keys_can_be_switched_off_on_this_device(played)


def _a_slash_finds_by_name(played: Gm) -> None:
    away(played.page).keyboard.press("/")
    played.page.keyboard.type("al")
    expect(played.clock("Alarm")).to_be_visible()
    expect(played.clock("Escape")).to_be_hidden()
    expect(played.page.locator("[data-tag]").filter(has_text="Slick")).to_be_hidden()
    played.page.keyboard.press("Enter")
    expect(played.clock("Alarm")).to_be_focused()
    played.page.keyboard.press("+")
    played.sees_clock("Alarm", 1, 8)
    expect(played.clock("Escape")).to_be_hidden()
    played.page.locator("#find").press("Escape")
    expect(played.clock("Escape")).to_be_visible()


def _each_key_does_what_the_list_says(played: Gm) -> None:
    page = played.page
    away(page).keyboard.press("?")
    expect(page.get_by_role("heading", name="Keyboard shortcuts")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    page.keyboard.press("+")
    played.sees_clock("Alarm", 2, 8)
    page.keyboard.press("u")
    played.sees_clock("Alarm", 1, 8)
    page.keyboard.press("r")
    played.sees_clock("Alarm", 2, 8)
    page.keyboard.press("p")
    played.sees("Paused")
    page.keyboard.press("p")
    expect(page.locator("#bar .pause")).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(played.clock("Escape")).to_be_focused()
    page.keyboard.press("n")
    expect(page.locator("#add-text")).to_be_focused()
    page.keyboard.type("unp+")
    expect(page.locator("#add-text")).to_have_value("unp+")


def _the_keys_can_be_switched_off_on_this_device(played: Gm) -> None:
    away(played.page).keyboard.press("?")
    played.page.get_by_label("Shortcuts on this device").uncheck()
    played.page.reload()
    played.is_live()
    away(played.page).keyboard.press("n")
    expect(played.page.locator("#add-text")).not_to_be_focused()


def test_letters_typed_on_after_save_are_no_keys_until_it_was_taken(played: Gm) -> None:
    """The button has the focus, and nobody who types looks there."""
    page = played.page
    page.clock.install()
    form = played.inspect("Alarm").get_by_role("form", name="Details of Alarm")
    form.get_by_label("Completion text").fill("The guards come")
    page.evaluate(HELD_BACK.replace("/add", "/do"))
    form.get_by_role("button", name="Save", exact=True).click()
    page.keyboard.type("upn/")
    release(played, 1)
    expect(page.locator("#notice")).to_contain_text("completion text changed")
    assert page.evaluate("window.held.length") == 0, "nothing else was sent"
    expect(page.locator("#bar .pause")).to_be_visible()
    page.clock.run_for(1000)
    page.keyboard.press("n")
    expect(page.locator("#add-text")).to_be_focused()


def test_escape_closes_what_lies_on_top_and_nothing_below_it(
    host: Host, open_page: Callable[..., Page]
) -> None:
    gm = Gm(open_page(1180, 820), host.server).sit_at(Host(host.server, "razorweave")).has({"Alarm": 6})
    page, line = gm.page, gm.page.locator("#add-text")
    book, screens, inspector = (page.locator(each) for each in ("#book", "#screens", "#inspector"))
    book.locator("summary").first.click()
    page.locator("#clocks").get_by_role("link", name="Alarm").press("Enter")
    expect(inspector.get_by_role("heading", name="Alarm", exact=True)).to_be_focused()
    line.evaluate("each => each.focus()")
    page.keyboard.type("Fog")
    screens.locator("summary").press("Enter")
    line.evaluate("each => each.focus()")
    for closed, left in ((inspector, screens), (screens, book)):
        page.keyboard.press("Escape")
        is_closed(closed)
        expect(left).to_have_attribute("open", "")
        expect(line).to_have_value("Fog")
        line.evaluate("each => each.focus()")
    page.keyboard.press("Escape")
    is_closed(book)
    expect(line).to_have_value("Fog")
    line.press("Escape")
    expect(line).to_have_value("")


def is_closed(panel: Locator) -> None:
    """A list or a sheet folds, a panel is gone."""
    if panel.get_attribute("id") == "inspector":
        expect(panel).to_be_hidden()
    else:
        expect(panel).not_to_have_attribute("open", "")
