"""Drafts that are out of sight: in another tab, in a folded part of the page, in a number's box."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.drafting import DESCRIPTION, MINE, THEIRS, boxes, keeps, open_scene, others_change
from tests.browser.host import Host
from tests.browser.seats import Gm, Phone
from tests.browser.server import Server

OFFERED = re.compile("^Typed in another tab")
TYPED_ON = """field => {
    const timer = setInterval(() => {
        if (!field.isConnected) return clearInterval(timer);
        field.value += "x";
        field.dispatchEvent(new Event("input", { bubbles: true }));
    }, 30);
}"""


# ---- another tab -------------------------------------------------------------------------------------


def test_a_text_of_another_tab_can_be_read_here_and_stays_there(roof: Gm) -> None:
    other = Gm(roof.page.context.new_page(), roof.server)
    other.page.goto(roof.page.url, wait_until="domcontentloaded")
    other.is_live()
    description = open_scene(roof).get_by_label(DESCRIPTION)
    description.fill(MINE)
    expect(boxes(other.page).get_by_text(OFFERED)).to_have_text(
        f"Typed in another tab (The roof, {DESCRIPTION}), not sent:"
    )
    expect(boxes(other.page).get_by_label("Your text")).to_have_value(MINE)
    expect(open_scene(other).get_by_label(DESCRIPTION)).to_have_value("")
    expect(description).to_have_value(MINE)
    description.fill("")
    expect(boxes(other.page)).to_have_count(0)


def test_it_is_offered_no_more_once_it_was_closed_here(roof: Gm) -> None:
    other = Gm(roof.page.context.new_page(), roof.server)
    other.page.goto(roof.page.url, wait_until="domcontentloaded")
    other.is_live()
    roof.page.locator("#add-text").fill("Half a th")
    boxes(other.page).get_by_role("button", name="Close").click()
    roof.page.locator("#add-text").fill("Half a thing")
    expect(boxes(other.page).get_by_label("Your text")).to_have_value("Half a thing")
    roof.page.close()
    expect(other.page.locator("#add-text")).to_have_value("Half a thing")
    expect(boxes(other.page)).to_have_count(0)


def test_one_text_in_two_fields_is_offered_once(roof: Gm) -> None:
    other = Gm(roof.page.context.new_page(), roof.server)
    other.page.goto(roof.page.url, wait_until="domcontentloaded")
    other.is_live()
    form = open_scene(roof)
    for label in (DESCRIPTION, "GM notes"):
        form.get_by_label(label).fill(MINE)
    form.get_by_label("Name").fill("Another roof")
    texts = boxes(other.page).get_by_label("Your text")
    expect(texts).to_have_count(2)
    assert {each.input_value() for each in texts.all()} == {MINE, "Another roof"}


def test_after_a_reload_ones_own_text_is_in_the_field_and_the_other_tabs_beside_it(roof: Gm) -> None:
    other = Gm(roof.page.context.new_page(), roof.server)
    other.host = roof.host
    other.page.goto(roof.page.url, wait_until="domcontentloaded")
    open_scene(roof).get_by_label(DESCRIPTION).fill(MINE)
    open_scene(other.is_live()).get_by_label(DESCRIPTION).fill(THEIRS)
    keeps(roof.page, 2)
    roof.page.goto("about:blank")
    other.page.close()
    roof.page.goto(roof.host.address, wait_until="domcontentloaded")
    expect(open_scene(roof.is_live()).get_by_label(DESCRIPTION)).to_have_value(MINE)
    expect(boxes(roof.page)).to_contain_text(f"Another text for The roof, {DESCRIPTION}, from")
    expect(boxes(roof.page).get_by_label("Your text")).to_have_value(THEIRS)


def test_what_one_tab_saves_is_ones_own_in_the_other(roof: Gm) -> None:
    other = Gm(roof.page.context.new_page(), roof.server)
    other.page.goto(roof.page.url, wait_until="domcontentloaded")
    form, here = open_scene(other.is_live()), open_scene(roof)
    other.page.wait_for_function("() => typeof drafts === 'object'")
    form.get_by_label(DESCRIPTION).fill(MINE)
    here.get_by_label(DESCRIPTION).fill(THEIRS)
    here.get_by_role("button", name="Save").click()
    expect(form.get_by_role("status")).to_contain_text("You wrote here in another tab meanwhile:")
    roof.host.do("scene.edit", scene=roof.host.ids["The roof"], description="Hail.")
    expect(form.get_by_role("status")).to_contain_text("Somebody changed this meanwhile:Hail.")


# ---- a thing that is gone and back -------------------------------------------------------------------------


@pytest.mark.parametrize("opened", [True, False])
def test_the_text_of_a_removed_thing_is_a_draft_again_once_the_thing_is_back(roof: Gm, opened: bool) -> None:
    open_scene(roof).get_by_label(DESCRIPTION).fill(MINE)
    if not opened:
        roof.closes()
    roof.host.do("scene.remove", scene=roof.host.ids["The roof"])
    expect(boxes(roof.page)).to_contain_text("whose field is gone")
    roof.host.do("undo")
    expect(boxes(roof.page)).to_have_count(0)
    roof.page.locator("#unsent-texts").get_by_role("link", name="The roof").click()
    expect(roof.page.get_by_label(DESCRIPTION)).to_have_value(MINE)


def test_whoever_types_on_while_a_thing_goes_has_one_text(roof: Gm) -> None:
    field = roof.inspect("Alarm").get_by_label("Completion text")
    field.press_sequentially("The guards come")
    field.evaluate(TYPED_ON)
    roof.host.do("clock.remove", clock=roof.host.ids["Alarm"])
    expect(roof.page.locator("#inspected")).to_have_count(0)
    expect(boxes(roof.page).get_by_label("Your text")).to_have_value(re.compile("^The guards comex*$"))
    roof.host.do("undo")
    expect(boxes(roof.page)).to_have_count(0)


def test_a_line_of_a_sheet_is_a_draft_again_once_it_is_back(roof: Gm) -> None:
    mara = roof.host.ids["Mara"]
    roof.host.do("character.edit", character=mara, stats={"Oath": "sworn"})
    roof.inspect("Mara").locator("[name='stats.Oath']").fill("never to lie")
    roof.host.do("character.edit", character=mara, stats={"Oath": None})
    expect(boxes(roof.page)).to_contain_text("whose field is gone")
    roof.closes()
    roof.host.do("undo")
    expect(boxes(roof.page)).to_have_count(0)
    roof.page.locator("#unsent-texts").get_by_role("link", name="Mara").click()
    expect(roof.page.locator("[name='stats.Oath']")).to_have_value("never to lie")


# ---- a folded part -----------------------------------------------------------------------------------


def test_a_phone_names_the_texts_in_what_is_folded_and_opens_it(
    open_page: Callable[..., Page], server: Server
) -> None:
    phone = Phone(open_page(390, 844, has_touch=True, is_mobile=True), server)
    page = phone.join(Host(server, "razorweave"), "Ana").page
    for summary, label in (("Add a note", "Note"), ("I try to…", "What do you want to achieve?")):
        page.get_by_text(summary, exact=True).click()
        page.get_by_label(label, exact=True).filter(visible=True).fill("Climb the wall")
    keeps(page, 2)
    page.reload(wait_until="domcontentloaded")
    named = page.locator("#unsent-texts").get_by_role("button")
    expect(named).to_have_text(["I try to…", "Add a note"])
    named.first.click()
    field = page.get_by_label("What do you want to achieve?")
    expect(field).to_be_focused()
    expect(field).to_have_value("Climb the wall")
    expect(named).to_have_text(["Add a note"])


def test_and_on_another_page_it_names_the_table(phone: Phone, host: Host) -> None:
    host.character("Mara")
    page = phone.join(host, "Ana", "Mara").page
    page.get_by_text("Add a note", exact=True).click()
    page.locator("#note-line").fill("He lied")
    keeps(page)
    page.goto(f"{host.address}/sheet")
    page.locator("#unsent-texts").get_by_role("link", name="the table").click()
    expect(page.locator("#note-line")).to_have_value("He lied")


# ---- numbers -----------------------------------------------------------------------------------------


def _outlasts(gm: Gm, opens: Callable[[], Locator], value: str) -> None:
    """A number stays beside changes of others and after a reload, until it is discarded."""
    field = opens()
    field.fill(value)
    gm.page.locator("#h-inspected").focus()
    others_change(gm)
    expect(field).to_have_value(value)
    keeps(gm.page)
    gm.page.reload(wait_until="domcontentloaded")
    gm.is_live()
    expect(opens()).to_have_value(value)
    expect(gm.page.locator("#inspected").get_by_text("Not sent yet, from")).to_be_visible()


@pytest.mark.parametrize("field", ["#set-filled", "#edit-segments"])
def test_a_clocks_numbers_outlast_a_reload(roof: Gm, field: str) -> None:
    _outlasts(roof, lambda: roof.inspect("Alarm").locator(field), "5")


@pytest.mark.parametrize(("game", "field"), [("resonance", "#set-hp"), ("mettle", "#edit-stat-FRAME")])
def test_so_do_the_numbers_of_a_games_sheet(
    open_page: Callable[..., Page], server: Server, game: str, field: str
) -> None:
    gm = Gm(open_page(1180, 820, has_touch=True), server).sit_at(Host(server, game))
    gm.has(clocks={"Alarm": 6}, people="Mara")
    _outlasts(gm, lambda: gm.inspect("Mara").locator(field), "7")


@pytest.mark.parametrize(("game", "field"), [("resonance", "#own-hp"), ("mettle", "#own-dice")])
def test_and_those_beside_a_players_own_sheet(
    open_page: Callable[..., Page], server: Server, game: str, field: str
) -> None:
    host = Host(server, game).has(people="Mara")
    phone = Phone(open_page(390, 844, has_touch=True, is_mobile=True), server).join(host, "Ana", "Mara")
    page, box = phone.page, phone.page.locator(field)
    page.goto(f"{host.address}/sheet")
    box.fill("7")
    page.reload(wait_until="domcontentloaded")
    expect(box).to_have_value("7")
    page.goto(host.address)
    phone.is_live()
    page.goto(f"{host.address}/sheet")
    expect(box).to_have_value("7")
