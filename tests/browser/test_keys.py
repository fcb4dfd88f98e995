"""The tablet by keyboard: every key of the list, and none while somebody types."""

import pytest
from playwright.sync_api import Page, expect

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
