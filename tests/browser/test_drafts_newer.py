"""What somebody else wrote meanwhile stands beside what one types there, before anybody saves."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.drafting import MINE, boxes, keeps, trade
from tests.browser.host import Host
from tests.browser.seats import Gm, Phone
from tests.browser.server import Server

CHANGED = "Somebody changed this meanwhile:"


def _said(page: Page) -> Locator:
    return page.locator(".draft-note", has_text=CHANGED)


def test_on_ones_own_sheet_it_comes_without_a_save(sheet: Phone) -> None:
    page, host = sheet.page, sheet.host
    host.do("character.edit", character=host.ids["Mara"], stats={"Trade": "monk"}, look="One grey eye")
    expect(_said(page).locator("blockquote")).to_have_text("monk")
    expect(trade(sheet)).to_have_value("a spy, in truth")
    expect(page.get_by_label("Looks")).to_have_value("One grey eye")
    page.get_by_role("button", name="Keep mine").click()
    page.get_by_role("button", name="Save").click()
    sheet.is_live()
    kept = host.sees()["cast"][0]
    assert (kept["stats"], kept["look"]) == ({"Trade": "a spy, in truth"}, "One grey eye")


def test_or_theirs_is_taken(sheet: Phone) -> None:
    page, host = sheet.page, sheet.host
    host.do("character.edit", character=host.ids["Mara"], stats={"Trade": "monk"})
    page.get_by_role("button", name="Use theirs").click()
    expect(trade(sheet)).to_have_value("monk")
    expect(boxes(page).get_by_label("Your text")).to_have_value("a spy, in truth")


def test_a_note_that_its_gm_changes_as_well(phone: Phone, host: Host) -> None:
    page = phone.join(host, "Ana").page
    page.get_by_text("Add a note").click()
    page.get_by_role("checkbox", name="For everyone").check()
    page.locator("#note-line").fill("He lied")
    page.locator("#note-line").press("Enter")
    phone.sees("He lied")
    page.goto(f"{host.address}/notes")
    page.locator("summary").filter(has_text="He lied").click()
    page.get_by_label("Note", exact=True).first.fill("He lied to us all")
    host.do("note.edit", note=host.sees()["notes"][0]["id"], text="He lied, or so it seems")
    expect(_said(page).locator("blockquote")).to_have_text("He lied, or so it seems")
    expect(page.get_by_label("Note", exact=True).first).to_have_value("He lied to us all")


def test_what_a_line_of_numbers_filled_in_stays(open_page: Callable[..., Page], server: Server) -> None:
    host = Host(server, "resonance")
    mara = host.character("Mara")
    phone = Phone(open_page(390, 844, has_touch=True, is_mobile=True), server).join(host, "Ana", "Mara")
    page, number = phone.page, phone.page.locator(".own-sheet [type=number]").first
    page.goto(f"{host.address}/sheet")
    page.locator("#sheet-line").fill("2")
    page.get_by_role("button", name="Fill in").click()
    page.get_by_label("Name", exact=True).fill(MINE)
    keeps(page)
    host.do("character.edit", character=mara, look="One grey eye")
    expect(page.get_by_label("Looks")).to_have_value("One grey eye")
    expect(number).to_have_value("2")


@pytest.mark.parametrize("role", ["gm", "player"])
def test_a_number_that_somebody_changed_is_said_too(
    open_page: Callable[..., Page], server: Server, role: str
) -> None:
    host = Host(server, "resonance")
    mara = host.character("Mara")
    if role == "gm":
        page = Gm(open_page(1180, 820, has_touch=True), server).sit_at(host).page
        page.get_by_role("link", name="Mara", exact=True).first.click()
    else:
        phone = Phone(open_page(390, 844, has_touch=True, is_mobile=True), server)
        page = phone.join(host, "Ana", "Mara").page
        page.goto(f"{host.address}/sheet")
    number = page.locator("[data-based] [type=number][name^='stats.']").first
    stat = (number.get_attribute("name") or "").removeprefix("stats.")
    number.fill("4")
    host.do("character.edit", character=mara, stats={stat: 3})
    expect(_said(page).locator("blockquote")).to_have_text("3")
    expect(number).to_have_value("4")
    page.get_by_role("button", name="Use theirs").click()
    expect(number).to_have_value("3")
    expect(_said(page)).to_have_count(0)
    expect(boxes(page)).to_have_count(0)
