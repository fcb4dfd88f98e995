"""What is typed and not sent stays through every change, outlasts a reload and overwrites nobody's words."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.drafting import (
    DESCRIPTION,
    HELD_BACK,
    KEPT,
    MINE,
    THEIRS,
    boxes,
    cursor,
    keeps,
    keeps_none,
    open_scene,
    others_change,
    release,
    told,
)
from tests.browser.host import Host
from tests.browser.seats import Gm, Phone
from tests.browser.server import Server

OPENED = "at => document.dispatchEvent(new CustomEvent('table:inspect', { detail: new URL(at).pathname }))"


def test_a_draft_stays_through_any_number_of_changes(roof: Gm) -> None:
    description = open_scene(roof).get_by_label(DESCRIPTION)
    description.fill(MINE)
    roof.page.get_by_label("GM notes").focus()
    others_change(roof)
    expect(description).to_have_value(MINE)
    roof.page.get_by_role("form", name="Details of The roof").get_by_role("button", name="Save").click()
    expect(roof.page.locator("#notice")).to_contain_text("description changed")
    assert told(roof.host)["description"] == MINE


@pytest.mark.parametrize(
    ("opens", "field", "typed"),
    [
        ("Scenes and zones", "#scene-description", "Fog over the harbour"),
        ("This table", "#table-name", "The Rowan"),
        ("Notes", "#new-note", "They lie"),
        ("Alarm", "#edit-on_full", "The guards come"),
        ("Alarm", "#edit-segments", "9"),
        ("Mara", "#edit-name", "Mara Venn"),
    ],
)
def test_so_does_one_in_every_other_form(roof: Gm, opens: str, field: str, typed: str) -> None:
    sheet = roof.inspect(opens) if opens in roof.host.ids else roof.move(opens)
    for folded in sheet.locator("summary", has_text="Options").all()[:1]:
        folded.click()
    sheet.locator(field).fill(typed)
    roof.page.locator("#h-inspected").focus()
    others_change(roof)
    expect(sheet.locator(field)).to_have_value(typed)


def test_a_choice_that_is_not_saved_stays_and_a_saved_one_follows_what_others_choose(roof: Gm) -> None:
    form = roof.inspect("Alarm").get_by_role("form", name="Details of Alarm")
    form.get_by_label("Direction").select_option("drain")
    others_change(roof)
    expect(form.get_by_label("Direction")).to_have_value("drain")
    form.get_by_role("button", name="Save").click()
    expect(roof.page.locator("#notice")).to_contain_text("changed")
    roof.host.do("clock.edit", clock=roof.host.ids["Alarm"], direction="fill")
    expect(form.get_by_label("Direction")).to_have_value("fill")


def test_two_gms_write_one_description_and_the_second_reads_both(roof: Gm) -> None:
    form, host = open_scene(roof), roof.host
    description = form.get_by_label(DESCRIPTION)
    description.fill(MINE)
    host.do("scene.edit", scene=host.ids["The roof"], description=THEIRS)
    said = form.get_by_role("status")
    expect(said).to_contain_text(THEIRS)
    expect(description).to_have_value(MINE)
    form.get_by_role("button", name="Save").click()
    expect(roof.page.locator("#notice")).to_contain_text("The description changed elsewhere")
    assert told(host)["description"] == THEIRS
    others_change(roof)
    form.get_by_role("button", name="Keep mine").click()
    expect(said).to_have_text("Yours is not saved yet. Press Save to put it in place of the other.")
    host.do("pause.set", on=False)
    expect(roof.page.locator("#inspected")).to_have_attribute("data-at", cursor(host))
    expect(said).to_have_count(1)
    form.get_by_role("button", name="Save").click()
    expect(roof.page.locator("#notice")).to_contain_text("description changed")
    expect(said).to_have_count(0)
    assert told(host)["description"] == MINE


def test_or_takes_theirs(roof: Gm) -> None:
    form, host = open_scene(roof), roof.host
    form.get_by_label(DESCRIPTION).fill(MINE)
    host.do("scene.edit", scene=host.ids["The roof"], description=THEIRS)
    form.get_by_role("button", name="Use theirs").click()
    expect(form.get_by_label(DESCRIPTION)).to_have_value(THEIRS)
    expect(form.get_by_role("status")).to_have_count(0)
    expect(boxes(roof.page).get_by_label("Your text")).to_have_value(MINE)


def test_what_has_no_room_in_a_field_is_offered_whole(roof: Gm) -> None:
    form, long = open_scene(roof), f"{'All work and no play. ' * 200}The last clue."
    _paste(roof.page, form.get_by_label(DESCRIPTION), long)
    expect(boxes(roof.page).get_by_label("Your text")).to_have_value(long)
    expect(boxes(roof.page)).to_contain_text("At most 4,000 characters fit in “Description")


@pytest.mark.parametrize("by_hand", [True, False])
def test_nor_is_a_long_name_for_a_seat_cut_silently(phone: Phone, by_hand: bool) -> None:
    """Pasted, or as a phone's keyboard puts in what it has kept or heard."""
    field, long = phone.page.get_by_label("Your name"), f"{'Ana ' * 30}Lee"
    if by_hand:
        _paste(phone.page, field, long)
    else:
        field.focus()
        phone.page.keyboard.insert_text(long)
    expect(boxes(phone.page).get_by_label("Your text")).to_have_value(long)


def test_a_letter_that_finds_no_room_is_said_to_be_left_out(phone: Phone) -> None:
    field = phone.page.get_by_label("Your name")
    most = int(field.get_attribute("maxlength") or 0)
    field.fill("x" * most)
    field.press("y")
    told = phone.page.get_by_role("status").filter(has_text=f"Full: {most} characters")
    expect(told).to_be_visible()
    field.press("Backspace")
    expect(told).to_have_count(0)


def test_a_long_name_for_a_table_is_said_to_be_too_long(
    open_page: Callable[..., Page], server: Server
) -> None:
    page, long = open_page(820, 1180), f"{'The Oak ' * 12}again"
    page.goto(server.url)
    field = page.get_by_label("Name (optional)")
    _paste(page, field, long)
    page.get_by_role("button", name="Start the table").click()
    expect(field).to_have_value(long)
    expect(field).to_be_focused()
    assert field.evaluate("each => each.validity.patternMismatch && each.title") == "At most 80 characters"


def _paste(page: Page, field: Locator, text: str) -> None:
    page.evaluate("text => navigator.clipboard.writeText(text)", text)
    field.focus()
    page.keyboard.press("ControlOrMeta+V")


def test_a_number_for_what_is_removed_is_back_with_it(played: Gm) -> None:
    page, host = played.page, played.host
    page.get_by_role("link", name="Alarm").first.click()
    segments = page.get_by_role("form", name="Details of Alarm").get_by_label("Segments")
    segments.fill("9")
    page.get_by_role("form", name="Details of Alarm").get_by_label("Completion text").fill(MINE)
    host.do("clock.remove", clock=host.ids["Alarm"])
    expect(boxes(page).get_by_label("Your text")).to_have_value(MINE)
    host.do("undo")
    expect(boxes(page)).to_have_count(0)
    page.get_by_role("link", name="Alarm").first.click()
    expect(segments).to_have_value("9")


def test_what_others_wrote_in_a_field_that_was_left_alone_is_not_sent_back(roof: Gm) -> None:
    """The save says what it changes and no more, though its page has not heard of their change yet."""
    form, host = open_scene(roof), roof.host
    form.get_by_label(DESCRIPTION).fill(MINE)
    roof.page.route("**/edit/scene/*", lambda route: route.abort())
    host.do("scene.edit", scene=host.ids["The roof"], notes="The rope is cut")
    form.get_by_role("button", name="Save").click()
    expect(roof.page.locator("#notice")).to_contain_text("description changed")
    scene = told(host)
    assert (scene["description"], scene["notes"]) == (MINE, "The rope is cut")


def test_a_removed_thing_leaves_the_words_to_be_copied(roof: Gm) -> None:
    open_scene(roof).get_by_label(DESCRIPTION).fill(MINE)
    roof.host.do("scene.remove", scene=roof.host.ids["The roof"])
    expect(roof.page.get_by_label("Your text")).to_have_value(MINE)
    roof.page.get_by_role("region", name="Texts that were not sent").get_by_role(
        "button", name="Copy"
    ).click()
    assert roof.page.evaluate("navigator.clipboard.readText()") == MINE


def test_a_text_outlasts_a_reload_until_it_is_discarded(roof: Gm) -> None:
    open_scene(roof).get_by_label(DESCRIPTION).fill(MINE)
    roof.page.reload(wait_until="domcontentloaded")
    form = open_scene(roof.is_live())
    expect(form.get_by_label(DESCRIPTION)).to_have_value(MINE)
    expect(form.get_by_role("status")).to_contain_text("Not sent yet, from")
    form.get_by_role("button", name="Discard").click()
    expect(form.get_by_label(DESCRIPTION)).to_have_value("")
    keeps_none(roof.page)


def test_and_not_once_it_was_sent_nor_after_a_day(roof: Gm) -> None:
    roof.page.clock.install()
    form = open_scene(roof)
    form.get_by_label(DESCRIPTION).fill(MINE)
    form.get_by_role("button", name="Save").click()
    expect(roof.page.locator("#notice")).to_contain_text("description changed")
    roof.page.clock.run_for(1000)
    keeps_none(roof.page)
    roof.page.locator("#add-text").fill("Half a th")
    roof.page.clock.run_for(1000)
    assert len(roof.page.evaluate(KEPT)) == 1
    roof.page.clock.fast_forward("25:00:00")
    roof.page.reload(wait_until="domcontentloaded")
    expect(roof.page.locator("#add-text")).to_have_value("")
    keeps_none(roof.page)


def test_two_tabs_have_a_draft_each_and_what_one_sends_is_gone_in_both(roof: Gm) -> None:
    other = Gm(roof.page.context.new_page(), roof.server)
    other.page.goto(roof.page.url, wait_until="domcontentloaded")
    other.is_live()
    roof.page.locator("#add-text").fill("#Fog")
    other.page.locator("#add-text").fill("#Rain")
    others_change(roof)
    expect(roof.page.locator("#add-text")).to_have_value("#Fog")
    roof.page.locator("#add-text").press("Enter")
    roof.sees_tag("Fog")
    other.page.locator("#add-text").press("Enter")
    other.sees_tag("Rain")
    for each in (roof, other):
        each.page.reload(wait_until="domcontentloaded")
        expect(each.page.locator("#add-text")).to_have_value("")


def test_a_phone_that_drops_its_page_offers_the_try_again(
    open_page: Callable[..., Page], server: Server
) -> None:
    phone = Phone(open_page(390, 844, has_touch=True, is_mobile=True), server)
    phone.join(Host(server, "razorweave"), "Ana")
    phone.page.locator("#declare > summary").click()
    phone.page.get_by_label("What do you want to achieve?").fill("Climb the wall")
    phone.page.reload(wait_until="domcontentloaded")
    phone.is_live().page.locator("#declare > summary").click()
    expect(phone.page.get_by_label("What do you want to achieve?")).to_have_value("Climb the wall")


def test_a_seats_name_stays_while_others_sit_down(phone: Phone, host: Host) -> None:
    form = phone.page.locator("form:has(input[name=do][value='seat.claim'])").first
    form.locator("input[name=name]").fill("Anastasia")
    phone.page.locator("h1, h2").first.click()
    for name in ("Ben", "Cleo", "Dario"):
        host.do("seat.claim", name=name)
        phone.sees(name)
    expect(form.locator("input[name=name]")).to_have_value("Anastasia")
    phone.page.reload(wait_until="domcontentloaded")
    expect(form.locator("input[name=name]")).to_have_value("Anastasia")
    form.get_by_role("button", name="Sit down").click()
    expect(phone.page.locator("body")).to_have_attribute("data-seated", "")
    keeps_none(phone.page)


def test_what_a_phone_kept_about_something_hidden_does_not_stay(phone: Phone, host: Host) -> None:
    """On whichever page of the table it was typed; and the page says why it is gone."""
    host.clock("Vault", visibility="secret")
    leave = """clock => {
        const at = location.pathname, of = `clock=${clock}`;
        const left = { value: "The vault is false", base: "", at: Date.now(), of };
        localStorage.setItem(`tableside:draft:${at}#${at}#gone@other.page`, JSON.stringify(left));
    }"""
    phone.join(host, "Ana").page.evaluate(leave, host.ids["Vault"])
    phone.page.reload(wait_until="domcontentloaded")
    phone.is_live()
    keeps_none(phone.page)
    expect(boxes(phone.page)).to_have_text(
        re.compile("^Your text about something that is now hidden from you")
    )


def test_the_line_is_free_at_once_and_a_refusal_brings_its_text_back(roof: Gm) -> None:
    """On a slow link; what was typed since stays, and the refused text waits beside it."""
    line, kept = (
        roof.page.locator("#add-text"),
        roof.page.get_by_role("region", name="Texts that were not sent"),
    )
    roof.page.evaluate(HELD_BACK)
    for text in ("#Rain-slick metal", "Evidence burns 6"):
        line.fill(text)
        line.press("Enter")
        expect(line).to_have_value("")
    line.fill("Half a th")
    release(roof, 2)
    roof.sees_tag("Rain-slick metal").sees_clock("Evidence burns", 0, 6)
    expect(line).to_have_value("Half a th")

    line.fill("+Bleeding Nobody")
    line.press("Enter")
    line.fill("#Fog")
    release(roof, 1)
    expect(kept.get_by_label("Your text")).to_have_value("+Bleeding Nobody")
    expect(line).to_have_value("#Fog")
    line.press("Enter")
    release(roof, 1)
    roof.sees_tag("Fog")
    line.fill("+Bleeding Nobody")
    line.press("Enter")
    release(roof, 1)
    expect(line).to_have_value("+Bleeding Nobody")


def test_an_own_sheet_outlasts_a_reload_and_another_form_of_its_page(
    open_page: Callable[..., Page], server: Server
) -> None:
    host = Host(server, "resonance")
    host.character("Mara")
    phone = Phone(open_page(390, 844, has_touch=True, is_mobile=True), server).join(host, "Ana", "Mara")
    sheet = f"{host.address}/sheet"
    phone.page.goto(sheet)
    form = phone.page.get_by_role("form", name="Sheet of Mara")
    box = form.locator("[type=number]").first
    box.fill("4")
    form.get_by_label("Name").first.fill("Mara Venn")
    phone.page.reload(wait_until="domcontentloaded")
    expect(box).to_have_value("4")
    expect(form.get_by_label("Name").first).to_have_value("Mara Venn")
    expect(form.get_by_role("status").first).to_contain_text("Not saved yet, from")
    form.get_by_role("button", name="Save").click()
    phone.is_live()
    keeps_none(phone.page)
    phone.page.goto(sheet)
    expect(box).to_have_value("4")
    expect(form.get_by_label("Name").first).to_have_value("Mara Venn")
    expect(phone.page.get_by_text("Not saved yet")).to_have_count(0)


def test_a_line_of_numbers_on_a_sheet_outlasts_another_form_too(
    open_page: Callable[..., Page], server: Server
) -> None:
    """The numbers that it filled in win over those typed before."""
    host = Host(server, "resonance")
    host.character("Mara")
    phone = Phone(open_page(390, 844, has_touch=True, is_mobile=True), server).join(host, "Ana", "Mara")
    phone.page.goto(f"{host.address}/sheet")
    box = phone.page.locator(".own-sheet [type=number]").first
    box.fill("4")
    phone.page.locator("#sheet-line").fill("2")
    phone.page.get_by_role("button", name="Fill in").click()
    expect(box).to_have_value("2")
    keeps(phone.page, 2)
    phone.page.goto(f"{host.address}/sheet")
    expect(box).to_have_value("2")
    phone.page.get_by_role("button", name="Save", exact=True).click()
    phone.is_live()
    assert 2 in host.sees()["cast"][0]["stats"].values()


def test_whatever_is_opened_can_be_saved(open_page: Callable[..., Page], server: Server) -> None:
    """Also what keeps no earlier text: a check, something in the library."""
    gm = Gm(open_page(1180, 820, has_touch=True), server).sit_at(Host(server, "razorweave"))
    gm.has(people="Mara", tags="Slick")
    host = gm.host
    check = host.do("check.call", character=host.ids["Mara"], intent="Climb")["check"]
    saved = host.do("saved.add", tag=host.ids["Slick"])["saved"]
    for path, field, said in (
        (f"check/{check}", "#edit-intent", "intent set"),
        (f"saved/{saved}", "#edit-name", "renamed"),
        (f"tag/{host.ids['Slick']}", "#edit-object", "changed"),
        (f"character/{host.ids['Mara']}", "#edit-name", "changed"),
    ):
        gm.page.evaluate(OPENED, f"{gm.page.url.split('?')[0].split('#')[0]}/edit/{path}")
        form = gm.page.locator(f"#inspected form:has({field})")
        form.locator(field).fill("The wall, at night")
        form.get_by_role("button", name="Save", exact=True).click()
        expect(gm.page.locator("#notice")).to_contain_text(said)
        gm.closes()


def test_whoever_types_on_while_the_save_is_slow_is_not_told_of_themselves(roof: Gm) -> None:
    form, page = open_scene(roof), roof.page
    page.evaluate(HELD_BACK.replace("/add", "/do"))
    form.get_by_label("GM notes").fill("First half.")
    form.get_by_role("button", name="Save").click()
    form.get_by_label("GM notes").fill("First half. Second half.")
    release(roof, 1)
    expect(page.locator("#notice")).to_contain_text("changed")
    expect(page.locator("#inspected")).to_have_attribute("data-at", cursor(roof.host))
    expect(form.get_by_label("GM notes")).to_have_value("First half. Second half.")
    expect(form.get_by_text("elsewhere")).to_have_count(0)
    form.get_by_role("button", name="Save").click()
    release(roof, 1)
    page.wait_for_function("() => !document.querySelector('[data-pending]')")
    assert told(roof.host)["notes"] == "First half. Second half."


def test_whoever_types_on_and_closes_the_panel_before_the_answer_keeps_the_rest(roof: Gm) -> None:
    form, page = open_scene(roof), roof.page
    page.evaluate(HELD_BACK.replace("/add", "/do"))
    form.get_by_label("GM notes").fill("First half.")
    form.get_by_role("button", name="Save").click()
    form.get_by_label("GM notes").fill("First half. Second half.")
    roof.closes()
    release(roof, 1)
    expect(page.locator("#notice")).to_contain_text("changed")
    roof.host.do("scene.remove", scene=roof.host.ids["The roof"])
    expect(boxes(page).get_by_label("Your text")).to_have_value("First half. Second half.")


def test_an_idle_tab_takes_nothing_over_from_one_that_is_typed_in(roof: Gm) -> None:
    other = Gm(roof.page.context.new_page(), roof.server)
    other.page.goto(roof.page.url, wait_until="domcontentloaded")
    other.is_live()
    roof.page.locator("#add-text").fill("#Fog")
    keeps(roof.page)
    others_change(roof)
    expect(other.page.locator("body")).to_have_attribute("data-cursor", cursor(roof.host))
    expect(other.page.locator("#add-text")).to_have_value("")


def test_a_line_of_a_sheet_that_goes_leaves_its_words_and_takes_no_others_place(roof: Gm) -> None:
    mara = roof.host.ids["Mara"]
    roof.host.do("character.edit", character=mara, stats={"Oath": "sworn", "Zeal": "burning"})
    form = roof.inspect("Mara").get_by_role("form", name="Details of Mara")
    form.locator("[name='stats.Oath']").fill("never to lie")
    roof.host.do("character.edit", character=mara, stats={"Oath": None})
    expect(roof.page.get_by_label("Your text")).to_have_value("never to lie")
    expect(form.locator("[name='stats.Zeal']")).to_have_value("burning")


def test_a_refused_sheet_shows_what_was_typed(open_page: Callable[..., Page], server: Server) -> None:
    host = Host(server, "freeform")
    host.character("Mara", stats={"Trade": "smith"})
    phone = Phone(open_page(390, 844, has_touch=True, is_mobile=True), server).join(host, "Ana", "Mara")
    phone.page.goto(f"{host.address}/sheet")
    phone.page.locator("[name='stats.Trade']").fill("a spy, in truth")
    host.do("character.edit", character=host.ids["Mara"], locked=True)
    phone.page.get_by_role("button", name="Save").click()
    expect(phone.page.get_by_label("Trade")).to_have_value("a spy, in truth")
    host.do("character.edit", character=host.ids["Mara"], locked=False)
    phone.page.get_by_role("link", name="Back to the table").click()
    phone.is_live()
    phone.page.goto(f"{host.address}/sheet")
    expect(phone.page.locator("[name='stats.Trade']")).to_have_value("a spy, in truth")
