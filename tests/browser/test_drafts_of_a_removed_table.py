"""Texts of a table that was removed can be copied for a day, under the table's name."""

from playwright.sync_api import Locator, Page, expect

from tests.browser.drafting import DESCRIPTION, KEPT, MINE, keeps, open_scene
from tests.browser.host import Host
from tests.browser.seats import Gm, Phone


def _kept(page: Page) -> Locator:
    return page.locator("[data-unsent-texts]")


def test_the_start_page_has_them_and_so_has_the_tables_address(roof: Gm) -> None:
    page, host = roof.page, roof.host
    open_scene(roof).get_by_label(DESCRIPTION).fill(MINE)
    keeps(page)
    host.do("table.edit", name="The Elm")
    expect(page.get_by_role("heading", name="The Elm")).to_be_visible()
    page.locator("#add-text").fill("Half a thing")
    keeps(page, 2)
    host.do("table.remove")
    page.wait_for_url(f"{roof.server.url}/")
    expect(_kept(page).get_by_label(f"The roof, {DESCRIPTION}")).to_have_value(MINE)
    expect(_kept(page).get_by_role("heading")).to_have_text(["The Elm"])
    page.goto(host.address)
    expect(page.get_by_role("heading", name="That didn't work")).to_be_visible()
    expect(_kept(page).get_by_label(f"The roof, {DESCRIPTION}")).to_have_value(MINE)
    expect(_kept(page).get_by_role("heading")).to_have_text(["The Elm"])


def test_each_under_the_name_of_its_table_and_none_of_a_table_that_can_be_opened(roof: Gm) -> None:
    page = roof.page
    page.locator("#add-text").fill("Half a thing")
    keeps(page)
    page.goto(roof.server.url)
    expect(page.get_by_role("link", name="The Oak")).to_be_visible()
    page.wait_for_load_state()
    expect(_kept(page)).to_be_hidden()
    for name, text in (("The Ash", "He lied"), ("The Yew", "She knows")):
        other = Gm(page, roof.server).sit_at(Host(roof.server, name=name))
        page.locator("#add-text").fill(text)
        keeps(page, 2)
        other.host.do("table.remove")
        page.wait_for_url(f"{roof.server.url}/")
    expect(_kept(page).get_by_role("heading")).to_have_text(["The Ash", "The Yew"])
    assert {each.input_value() for each in _kept(page).locator("textarea").all()} == {"He lied", "She knows"}


def test_on_a_players_phone_too_for_a_day(phone: Phone, host: Host) -> None:
    page = phone.join(host, "Ana").page
    page.clock.install()
    page.get_by_text("Add a note").click()
    page.locator("#note-line").fill("He lied to us")
    page.clock.run_for(1000)
    keeps(page)
    host.do("table.remove")
    page.wait_for_url(f"{host.server.url}/")
    expect(_kept(page).get_by_label("Note")).to_have_value("He lied to us")
    expect(_kept(page).get_by_role("heading")).to_have_text(["The Oak"])
    page.clock.fast_forward("25:00:00")
    page.reload(wait_until="load")
    expect(_kept(page)).to_be_hidden()
    page.wait_for_function(f"() => ({KEPT})().then(({{ length }}) => !length)")
