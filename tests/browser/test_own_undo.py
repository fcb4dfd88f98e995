"""Two GMs at one table: each one's Undo is their own, and says what it takes back before it is pressed."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.seats import Gm

pytestmark = pytest.mark.soak


@pytest.fixture
def second(played: Gm, open_page: Callable[..., Page]) -> Gm:
    """Another GM's tablet, held flat."""
    return Gm(open_page(1180, 820, has_touch=True), played.server).open(played.links["gm"])


def undo_says(gm: Gm, words: str) -> None:
    button = gm.page.get_by_role("button", name="Undo", exact=True)
    expect(button).to_have_accessible_name("Undo")
    expect(button).to_have_accessible_description(words)


def test_each_takes_back_their_own_and_knows_what_it_is(played: Gm, second: Gm) -> None:
    _each_takes_back_their_own(played, second)
    _what_another_took_back_of_mine_is_mine_no_more(played, second)
    _my_redo_outlives_what_another_does(played, second)


def _each_takes_back_their_own(played: Gm, second: Gm) -> None:
    undo_says(played, "Nothing to undo")
    played.tick("Alarm")
    undo_says(played, "Alarm: +1, now 1 of 8")
    expect(played.page.locator(".own-step")).to_have_text("Alarm: +1, now 1 of 8")
    second.tick("Escape").sees_clock("Escape", 1, 6)
    undo_says(second, "Escape: +1, now 1 of 6")
    played.sees_clock("Escape", 1, 6)
    played.undo()
    second.sees_clock("Alarm", 0, 8).sees_clock("Escape", 1, 6)
    undo_says(played, "Nothing to undo")


def _what_another_took_back_of_mine_is_mine_no_more(played: Gm, second: Gm) -> None:
    played.tick("Alarm")
    undo_says(played, "Alarm: +1, now 1 of 8")
    second.sees_clock("Alarm", 1, 8)
    second.page.locator(".line").filter(has_text="Alarm: +1, now 1 of 8").first.locator("p").click()
    second.page.get_by_role("button", name="Undo: Alarm: +1, now 1 of 8").click()
    expect(second.page.locator("#notice")).to_contain_text("by a GM on another device")
    undo_says(played, "Nothing to undo")


def _my_redo_outlives_what_another_does(played: Gm, second: Gm) -> None:
    played.tick("Alarm").undo()
    played.sees_clock("Alarm", 0, 8)
    second.tick("Escape")
    played.sees_clock("Escape", 2, 6)
    redo = played.page.get_by_role("button", name="Redo", exact=True)
    expect(redo).to_have_accessible_description("Alarm: +1, now 1 of 8")
    redo.click()
    second.sees_clock("Alarm", 1, 8)
