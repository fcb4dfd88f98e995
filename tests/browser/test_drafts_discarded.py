"""What was discarded can be put back for a moment, wherever it was typed and whatever closes meanwhile."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.drafting import DESCRIPTION, MINE, THEIRS, boxes, keeps, open_scene, others_change
from tests.browser.host import Host
from tests.browser.seats import Gm, Phone

PROPOSE, ASK = "#propose", "#ask-tick"


def _back_among_the_kept(page: Page, words: str = "Discarded") -> Locator:
    """What puts a discarded text back that is out of sight."""
    return boxes(page).locator(".quick", has_text=words).get_by_role("button", name="Put back")


def _back_beside(sheet: Locator) -> Locator:
    return sheet.locator(".draft-note", has_text="Discarded.").get_by_role("button", name="Put back")


def _opens(phone: Phone, sheet: str) -> Locator:
    opener = phone.page.locator(f"{PROPOSE} > summary") if sheet == PROPOSE else phone.opens("Alarm")
    opener.tap()
    return phone.page.locator(sheet).get_by_label("What is true here?" if sheet == PROPOSE else "Because")


@pytest.fixture
def typing(phone: Phone, host: Host) -> Callable[[str], Locator]:
    """Ana's phone with a sheet open that holds what she typed before a reload."""
    host.clock("Alarm")
    phone.join(host, "Ana")

    def opened(sheet: str) -> Locator:
        _opens(phone, sheet).fill(MINE)
        keeps(phone.page)
        phone.page.reload(wait_until="domcontentloaded")
        phone.is_live().page.wait_for_function("() => typeof drafts === 'object'")
        field = _opens(phone, sheet)
        expect(field).to_have_value(MINE)
        return field

    return opened


@pytest.mark.parametrize("sheet", [PROPOSE, ASK])
def test_a_sheet_stays_up_when_something_is_discarded_there_and_put_back(
    typing: Callable[[str], Locator], phone: Phone, sheet: str
) -> None:
    field, up = typing(sheet), phone.page.locator(sheet)
    up.get_by_role("button", name="Discard").tap()
    expect(field).to_have_value("")
    expect(field).to_be_visible()
    _back_beside(up).tap()
    expect(field).to_have_value(MINE)
    expect(field).to_be_visible()


@pytest.mark.parametrize("sheet", [PROPOSE, ASK])
def test_the_offer_outlives_the_sheet_and_is_beside_its_field_again_when_that_is_up(
    typing: Callable[[str], Locator], phone: Phone, sheet: str
) -> None:
    field, up, page = typing(sheet), phone.page.locator(sheet), phone.page
    up.get_by_role("button", name="Discard").tap()
    page.keyboard.press("Escape")
    expect(field).to_be_hidden()
    expect(_back_among_the_kept(page)).to_be_visible()
    _opens(phone, sheet)
    expect(boxes(page)).to_have_count(0)
    expect(_back_beside(up)).to_be_visible()
    page.keyboard.press("Escape")
    _back_among_the_kept(page).tap()
    expect(boxes(page)).to_have_count(0)
    _opens(phone, sheet)
    expect(field).to_have_value(MINE)


@pytest.fixture
def described(roof: Gm) -> Gm:
    """A GM with the scene's form open, and a description there that was typed before a reload."""
    open_scene(roof).get_by_label(DESCRIPTION).fill(MINE)
    keeps(roof.page)
    roof.page.reload(wait_until="domcontentloaded")
    open_scene(roof.is_live()).get_by_role("button", name="Discard").click()
    return roof


def test_it_stays_beside_its_field_through_the_changes_of_others(described: Gm) -> None:
    others_change(described)
    _back_beside(described.page.locator("#inspected")).click()
    expect(described.page.get_by_label(DESCRIPTION)).to_have_value(MINE)


def test_it_outlives_the_inspector_and_the_text_waits_there(described: Gm) -> None:
    page = described.closes().page
    _back_among_the_kept(page).click()
    page.locator("#unsent-texts").get_by_role("link", name="The roof").click()
    expect(page.get_by_label(DESCRIPTION)).to_have_value(MINE)


def test_what_was_typed_since_then_is_not_lost_to_it(described: Gm) -> None:
    page, field = described.page, described.page.get_by_label(DESCRIPTION)
    field.fill(THEIRS)
    _back_among_the_kept(page).click()
    page.locator("#unsent-texts").get_by_role("link", name="The roof").click()
    expect(field).to_have_value(MINE)
    expect(boxes(page).get_by_label("Your text")).to_have_value(THEIRS)


def test_after_a_moment_it_is_gone(roof: Gm) -> None:
    roof.page.clock.install()
    open_scene(roof).get_by_label(DESCRIPTION).fill(MINE)
    keeps(roof.page)
    roof.page.reload(wait_until="domcontentloaded")
    open_scene(roof.is_live()).get_by_role("button", name="Discard").click()
    roof.closes()
    expect(_back_among_the_kept(roof.page)).to_be_visible()
    roof.page.clock.fast_forward(21_000)
    expect(boxes(roof.page)).to_have_count(0)


def test_a_kept_text_that_was_closed_can_be_put_back_too(roof: Gm) -> None:
    page = roof.page
    open_scene(roof).get_by_label(DESCRIPTION).fill(MINE)
    roof.host.do("scene.remove", scene=roof.host.ids["The roof"])
    boxes(page).get_by_role("button", name="Close").click()
    expect(boxes(page).get_by_label("Your text")).to_have_count(0)
    _back_among_the_kept(page, "Closed.").click()
    expect(boxes(page).get_by_label("Your text")).to_have_value(MINE)
    roof.host.do("undo")
    expect(boxes(page)).to_have_count(0)
    page.locator("#unsent-texts").get_by_role("link", name="The roof").click()
    expect(page.get_by_label(DESCRIPTION)).to_have_value(MINE)
