"""What is chosen beside words that are not sent comes back with them, and goes with them."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.drafting import HELD_BACK, MINE, keeps, keeps_none
from tests.browser.host import Host
from tests.browser.seats import Gm, Phone
from tests.browser.server import Server


@pytest.fixture
def noting(phone: Phone, host: Host) -> Phone:
    """Ana's phone with a note for everyone that is not sent."""
    page = phone.join(host, "Ana").page
    line, tick = _note(page)
    tick.check()
    line.fill("He lied")
    keeps(page)
    page.reload(wait_until="domcontentloaded")
    expect(line).to_have_value("He lied")
    return phone


def _note(page: Page) -> tuple[Locator, Locator]:
    page.locator("summary", has_text="Add a note").click()
    return page.locator("#note-line"), page.locator(".note-line [name=visibility]")


def _segments(page: Page) -> Locator:
    return page.locator("form[aria-label='A clock of my own'] [name=segments][value='8']")


def test_a_tick_beside_words_is_back_after_a_reload(noting: Phone) -> None:
    line, tick = _note(noting.page)
    expect(tick).to_be_checked()
    line.press("Enter")
    keeps_none(noting.page)


def test_it_goes_when_they_are_discarded_and_both_can_be_put_back(noting: Phone) -> None:
    page = noting.page
    line, tick = _note(page)
    page.get_by_role("button", name="Discard").click()
    expect(tick).not_to_be_checked()
    expect(line).to_have_value("")
    keeps_none(page)
    page.get_by_text("Discarded.").locator("..").get_by_role("button", name="Put back").click()
    expect(line).to_have_value("He lied")
    expect(tick).to_be_checked()
    page.reload(wait_until="domcontentloaded")
    expect(line).to_have_value("He lied")
    expect(tick).to_be_checked()


def test_a_tick_alone_is_kept_for_no_later_note(phone: Phone, host: Host) -> None:
    page = phone.join(host, "Ana").page
    line, tick = _note(page)
    tick.check()
    line.fill("He lied")
    keeps(page)
    line.fill("")
    keeps_none(page)
    page.reload(wait_until="domcontentloaded")
    expect(tick).not_to_be_checked()
    phone.is_live()


def test_so_is_one_that_was_under_way(phone: Phone, host: Host) -> None:
    page = phone.join(host, "Ana").page
    line, tick = _note(page)
    page.evaluate(HELD_BACK.replace("/add", "/do"))
    tick.check()
    line.fill("He lied")
    line.press("Enter")
    expect(tick).not_to_be_checked()
    page.reload(wait_until="domcontentloaded")
    expect(line).to_have_value("He lied")
    expect(tick).to_be_checked()


def test_an_own_clock_keeps_its_segments_with_its_name(phone: Phone, host: Host) -> None:
    page = phone.join(host, "Ana").page
    page.get_by_text("Start a clock", exact=True).click()
    page.get_by_label("What does it count?").fill("My debt")
    _segments(page).check(force=True)
    keeps(page)
    page.reload(wait_until="domcontentloaded")
    expect(page.locator("#own-clock-name")).to_have_value("My debt")
    expect(_segments(page)).to_be_checked()


def test_a_clocks_kind_is_kept_with_its_words(roof: Gm) -> None:
    page, form = roof.page, roof.inspect("Alarm").get_by_role("form", name="Details of Alarm")
    form.get_by_label("Completion text").fill(MINE)
    form.get_by_label("Kind").select_option(index=2)
    chosen = form.get_by_label("Kind").input_value()
    keeps(page)
    page.reload(wait_until="domcontentloaded")
    form = roof.is_live().inspect("Alarm").get_by_role("form", name="Details of Alarm")
    expect(form.get_by_label("Completion text")).to_have_value(MINE)
    expect(form.get_by_label("Kind")).to_have_value(chosen)


def test_mettles_action_is_kept_with_its_description(open_page: Callable[..., Page], server: Server) -> None:
    host = Host(server, "mettle").has(people="Mara")
    page = Phone(open_page(390, 844, has_touch=True, is_mobile=True), server).join(host, "Ana", "Mara").page
    page.locator("#declare > summary").click()
    action = page.locator("#declare [name=action]").nth(2)
    action.check(force=True)
    page.locator("#act-intent").fill("Up the wall")
    keeps(page)
    page.reload(wait_until="domcontentloaded")
    expect(page.locator("#act-intent")).to_have_value("Up the wall")
    expect(action).to_be_checked()
