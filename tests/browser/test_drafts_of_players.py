"""What players type and have not sent: on their sheet, on their notes, and on a slow link."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.drafting import HELD_BACK, boxes, keeps, keeps_none, release, trade
from tests.browser.host import Host
from tests.browser.lasting_faults import at_rest
from tests.browser.seats import Phone
from tests.browser.server import Server

HELD_PRESSES = HELD_BACK.replace("/add", "/do")
SPY = "a spy, in truth"


def _kept(page: Page) -> None:
    keeps(page)


def _note(phone: Phone, text: str) -> None:
    line = phone.page.locator("#note-line")
    line.fill(text)
    line.press("Enter")


@pytest.fixture
def noting(phone: Phone, host: Host) -> Phone:
    """Ana's phone, with the line for a note open."""
    phone.join(host, "Ana").page.get_by_text("Add a note").click()
    return phone


# ---- what a text is about goes -------------------------------------------------------------------------


def test_words_about_a_removed_character_stay_and_find_their_field_again(sheet: Phone) -> None:
    page, host = sheet.page, sheet.host
    _kept(page)
    page.goto(host.address)
    sheet.is_live()
    host.do("character.remove", character=host.ids["Mara"])
    expect(boxes(page).get_by_label("Your text")).to_have_value(SPY)
    page.reload(wait_until="domcontentloaded")
    boxes(page).get_by_role("button", name="Copy").click()
    assert page.evaluate("navigator.clipboard.readText()") == SPY
    host.do("undo")
    expect(boxes(page)).to_have_count(0)
    page.locator("#unsent-texts").get_by_role("link", name="my sheet").click()
    expect(trade(sheet)).to_have_value(SPY)


def test_they_stay_where_the_sheet_was_open_meanwhile(sheet: Phone) -> None:
    page, host = sheet.page, sheet.host
    host.do("character.remove", character=host.ids["Mara"])
    page.get_by_role("button", name="Save").click()
    page.get_by_role("link", name="Back to the table").click()
    expect(boxes(sheet.is_live().page).get_by_label("Your text")).to_have_value(SPY)


def test_words_for_one_character_do_not_cross_to_anothers_sheet(sheet: Phone) -> None:
    page, host = sheet.page, sheet.host
    host.character("Tobin", stats={"Trade": "cook"})
    _kept(page)
    taken = {"do": "seat.claim", "name": "Ana", "character": str(host.ids["Tobin"])}
    assert page.request.post(f"{host.address}/do", form=taken, headers={"HX-Request": "true"}).ok
    page.goto(host.address)
    expect(boxes(sheet.is_live().page).get_by_label("Your text")).to_have_value(SPY)
    page.goto(f"{host.address}/sheet")
    expect(trade(sheet)).to_have_value("cook")


def test_a_note_that_was_removed_leaves_its_words(phone: Phone, host: Host) -> None:
    page = phone.join(host, "Ana").page
    page.get_by_text("Add a note").click()
    page.get_by_role("checkbox", name="For everyone").check()
    _note(phone, "He lied")
    phone.sees("He lied")
    page.goto(f"{host.address}/notes")
    page.locator("summary").filter(has_text="He lied").click()
    page.get_by_label("Note", exact=True).first.fill("He lied to us all")
    _kept(page)
    host.do("note.remove", note=host.sees()["notes"][0]["id"])
    page.reload(wait_until="domcontentloaded")
    expect(boxes(page).get_by_label("Your text")).to_have_value("He lied to us all")
    page.goto(host.address)
    expect(boxes(phone.is_live().page).get_by_label("Your text")).to_have_value("He lied to us all")
    expect(page.locator("#unsent-texts")).to_have_count(0)


def test_a_note_that_a_search_leaves_out_keeps_its_words(noting: Phone, host: Host) -> None:
    page = noting.page
    _note(noting, "He lied")
    noting.sees("He lied")
    page.goto(f"{host.address}/notes")
    page.locator("summary").filter(has_text="He lied").click()
    page.get_by_label("Note", exact=True).first.fill("He lied to us all")
    _kept(page)
    with page.expect_response("**/standing?*"):
        page.goto(f"{host.address}/notes?find=moon")
    page.goto(f"{host.address}/notes")
    page.locator("summary").filter(has_text="He lied").click()
    expect(page.get_by_label("Note", exact=True).first).to_have_value("He lied to us all")
    expect(boxes(page)).to_have_count(0)


def test_a_page_without_its_table_says_that_the_text_is_kept(sheet: Phone) -> None:
    page, host = sheet.page, sheet.host
    said = page.get_by_text("What you typed and did not send is kept on this device")
    host.do("character.edit", character=host.ids["Mara"], locked=True)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="That didn't work")).to_be_visible()
    expect(said).to_be_visible()
    page.goto(f"{host.server.url}/offline")
    expect(said).to_be_visible()
    page.evaluate("draftStore.named(draftStore.ALL).forEach(draftStore.forget)")
    page.reload()
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    page.wait_for_load_state()
    expect(said).to_be_hidden()


def test_the_page_that_refuses_a_sheet_has_its_words_first(sheet: Phone) -> None:
    page, host = sheet.page, sheet.host
    page.locator("[name='stats.Trade']").fill("spy")
    page.get_by_label("Name").fill("Mara Venn")
    keeps(page, 2)
    page.goto(host.address)
    sheet.is_live().page.get_by_text("Add a note", exact=True).click()
    page.locator("#note-line").fill("He lied")
    keeps(page, 3)
    page.goto(f"{host.address}/sheet")
    expect(trade(sheet)).to_have_value("spy")
    host.do("character.edit", character=host.ids["Mara"], locked=True)
    page.get_by_role("button", name="Save").click()
    labels = page.locator("label:has(textarea), label:has(+ textarea)")
    expect(labels).to_have_text(["Name", "Trade", "Note"])
    assert [each.input_value() for each in page.locator("textarea").all()] == ["Mara Venn", "spy", "He lied"]


def test_words_for_a_locked_sheet_are_not_called_those_of_a_removed_one(sheet: Phone) -> None:
    page, host = sheet.page, sheet.host
    _kept(page)
    host.do("character.edit", character=host.ids["Mara"], locked=True)
    page.goto(f"{host.address}/sheet")
    expect(boxes(page)).to_contain_text("Your text for Trade, whose field is gone:")


def test_many_kept_texts_leave_the_phone_its_page(noting: Phone) -> None:
    """The newest two stand there, and the others are a tap away."""
    page = noting.page
    offer = (
        "n => draftBoxes.offer({ value: `He lied ${n}`, words: 'Your text for Note, whose field is gone:' })"
    )
    for number in range(1, 5):
        page.evaluate(offer, number)
    texts = boxes(page).get_by_label("Your text").filter(visible=True)
    expect(texts).to_have_count(2)
    assert [each.input_value() for each in texts.all()] == ["He lied 3", "He lied 4"]
    at_rest(page)
    covered = boxes(page).bounding_box()
    assert covered is not None
    assert covered["height"] <= 844 / 3
    boxes(page).get_by_role("button", name="2 more texts").tap()
    expect(texts).to_have_count(4)
    boxes(page).get_by_role("button", name="Close").first.tap()
    expect(texts).to_have_count(3)


# ---- two texts for one field -----------------------------------------------------------------------------


def test_whoever_types_before_the_kept_text_is_back_loses_neither(sheet: Phone) -> None:
    """The page still asks whether that text arrived."""
    page, held, waits = sheet.page, list[Route](), True
    page.route("**/do", lambda route: route.abort())
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("chrome-error://**")
    page.route("**/pressed?*", lambda route: held.append(route) if waits else route.continue_())
    page.goto(f"{sheet.host.address}/sheet")
    trade(sheet).fill("a thief")
    keeps(page, 2)
    waits = False
    for route in held:
        route.continue_()
    expect(boxes(page)).to_contain_text("Another text for Trade, from")
    expect(boxes(page).get_by_label("Your text")).to_have_value(SPY)
    expect(trade(sheet)).to_have_value("a thief")
    page.reload(wait_until="domcontentloaded")
    expect(trade(sheet)).to_have_value("a thief")
    expect(boxes(page).get_by_label("Your text")).to_have_value(SPY)


# ---- a slow link -----------------------------------------------------------------------------------------


def test_a_note_is_free_at_once_for_the_next(noting: Phone) -> None:
    page, line = noting.page, noting.page.locator("#note-line")
    page.evaluate(HELD_PRESSES)
    for text in ("He lied", "She knows"):
        _note(noting, text)
        expect(line).to_have_value("")
    release(noting, 2)
    noting.sees("He lied").sees("She knows")
    expect(page.locator("#notes [data-note]")).to_have_count(2)
    keeps_none(page)


def test_so_is_a_try_and_what_is_typed_meanwhile_is_named_once_its_sheet_is_down(
    open_page: Callable[..., Page], server: Server
) -> None:
    phone = Phone(open_page(390, 844, has_touch=True, is_mobile=True), server)
    page = phone.join(Host(server, "razorweave").has(people="Mara"), "Ana", "Mara").page
    intent = page.get_by_label("What do you want to achieve?")
    page.evaluate(HELD_PRESSES)
    phone.declare("Climb the wall", "By the ivy")
    expect(intent).to_have_value("")
    expect(page.get_by_label("How do you go about it?")).to_have_value("")
    intent.fill("Jump down")
    release(phone, 1)
    expect(phone.my_check()).to_contain_text("Climb the wall")
    expect(intent).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("#unsent-texts").get_by_role("button", name="I try to…").click()
    expect(intent).to_have_value("Jump down")


@pytest.mark.parametrize("meanwhile", ["", "She kn"])
def test_a_refused_note_comes_back_or_waits_beside_the_next(noting: Phone, meanwhile: str) -> None:
    page, line = noting.page, noting.page.locator("#note-line")
    page.route("**/do", lambda route: route.fulfill(status=422, content_type="text/html", body=""))
    page.evaluate(HELD_PRESSES)
    _note(noting, "He lied")
    line.fill(meanwhile)
    release(noting, 1)
    text = boxes(page).get_by_label("Your text") if meanwhile else line
    expect(text).to_have_value("He lied")
    page.reload(wait_until="domcontentloaded")
    expect(line).to_have_value(meanwhile or "He lied")
    if meanwhile:
        expect(text).to_have_value("He lied")


def test_several_notes_that_were_under_way_at_a_reload_are_all_offered(noting: Phone) -> None:
    page = noting.page
    page.evaluate(HELD_PRESSES)
    for text in ("He lied", "She knows"):
        _note(noting, text)
    noting.page.locator("#note-line").fill("They all kn")
    keeps(page, 3)
    page.reload(wait_until="domcontentloaded")
    expect(page.locator("#note-line")).to_have_value("They all kn")
    found = boxes(page).get_by_label("Your text")
    expect(found).to_have_count(2)
    assert {each.input_value() for each in found.all()} == {"He lied", "She knows"}


def test_what_was_sent_before_the_page_had_loaded_is_no_draft(
    open_page: Callable[..., Page], host: Host
) -> None:
    page, held = open_page(390, 844, has_touch=True, is_mobile=True), list[Route]()
    page.route("**/static/drafts.*", lambda route: held.append(route))
    with page.expect_request("**/static/drafts.*"):
        phone = Phone(page, host.server).open(host.link("player"))
    page.evaluate(HELD_PRESSES)
    form = page.locator("form:has(input[name=do][value='seat.claim'])").first
    form.locator("input[name=name]").fill("Ana")
    form.get_by_role("button").first.click()
    expect(form).to_have_attribute("data-pending", "")
    with page.expect_response("**/static/drafts.*"):
        held.pop().continue_()
    page.wait_for_function("() => typeof drafts === 'object'")
    page.unroute("**/static/drafts.*")
    release(phone, 1)
    expect(page.locator("body")).to_have_attribute("data-seated", "")
    keeps_none(phone.is_live().page)
    expect(boxes(page)).to_have_count(0)


def test_whoever_sits_down_is_told_so_and_offered_no_seat_until_their_own_page_is_there(
    phone: Phone, host: Host
) -> None:
    """Its answer leads to that page, which is long in coming: here it does not come."""
    page = phone.page
    host.do("seat.claim", name="Ben")
    phone.sees("Ben")
    page.evaluate(HELD_PRESSES)
    page.route(host.address, lambda route: route.fulfill(status=204))
    name, sits = page.get_by_label("Your name"), page.get_by_role("button", name="Sit down")
    name.fill("Ana")
    sits.click()
    expect(page.get_by_text("Sitting down…")).to_be_visible()
    with page.expect_response(host.address):
        release(phone, 1)
    phone.sees("Ana")  # by the stream, before the page
    expect(page.get_by_text("Sitting down…")).to_be_visible()
    for offered in (sits, page.get_by_role("link", name="Take a seat"), page.locator("#seats button")):
        expect(offered.filter(visible=True)).to_have_count(0)
    page.unroute(host.address)
    page.reload(wait_until="domcontentloaded")
    expect(page.locator("body")).to_have_attribute("data-seated", "")


def test_a_seat_that_is_refused_is_offered_again(phone: Phone) -> None:
    page = phone.page
    page.route("**/do", lambda route: route.fulfill(status=422, content_type="text/html", body=""))
    page.get_by_label("Your name").fill("Ana")
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_text("Sitting down…")).to_have_count(0)
    expect(page.get_by_label("Your name")).to_have_value("Ana")
    expect(page.get_by_role("button", name="Sit down")).to_be_visible()


# ---- the small sheet of a clock ----------------------------------------------------------------------------


def test_what_is_typed_about_a_clock_is_kept_for_that_clock(phone: Phone, host: Host) -> None:
    host.has({"Alarm": 6, "Escape": 4})
    page = phone.join(host, "Ana").page
    because = page.locator("#ask-tick").get_by_label("Because")
    for clock, words in (("Alarm", "I bribe the clerk"), ("Escape", "We run")):
        phone.opens(clock).click()
        expect(because).to_have_value("")
        because.fill(words)
        page.keyboard.press("Escape")
    keeps(page, 2)
    page.reload(wait_until="domcontentloaded")
    named = page.locator("#unsent-texts").get_by_role("button")
    expect(named).to_have_count(2)
    named.filter(has_text="Alarm").click()
    expect(because).to_have_value("I bribe the clerk")
    page.locator("#ask-tick").get_by_role("button", name="+1").click()
    expect(named).to_have_text(["Escape"])
    phone.opens("Escape").click()
    expect(because).to_have_value("We run")
    host.do("clock.remove", clock=host.ids["Escape"])
    expect(boxes(page).get_by_label("Your text")).to_have_value("We run")


def test_a_clock_whose_name_is_hidden_leaves_the_words_about_it(phone: Phone, host: Host) -> None:
    host.clock("Alarm")
    page = phone.join(host, "Ana").page
    because = page.locator("#ask-tick").get_by_label("Because")
    phone.opens("Alarm").click()
    because.fill("I bribe the clerk")
    keeps(page)
    host.do("clock.edit", clock=host.ids["Alarm"], visibility="rumoured")
    phone.no_longer_sees("Alarm")
    expect(boxes(page).get_by_label("Your text")).to_have_value("I bribe the clerk")
    host.do("clock.edit", clock=host.ids["Alarm"], visibility="shown")
    expect(boxes(page)).to_have_count(0)
    page.locator("#unsent-texts").get_by_role("button", name="Alarm").click()
    expect(because).to_have_value("I bribe the clerk")
