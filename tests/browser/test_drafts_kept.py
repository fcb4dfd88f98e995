"""What is typed survives failed saves, lost answers, lost links, crashes and removed things."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.drafting import (
    DESCRIPTION,
    HELD_BACK,
    KEPT,
    MINE,
    boxes,
    keeps,
    keeps_none,
    open_scene,
    release,
    told,
    trade,
)
from tests.browser.host import Host
from tests.browser.lasting_faults import at_rest
from tests.browser.seats import Gm, Phone

TYPED_ON = """() => new Promise((done) => {
    const field = document.getElementById("add-text");
    field.value = "";
    const timer = setInterval(async () => {
        field.value += "x";
        field.dispatchEvent(new Event("input", { bubbles: true }));
        const kept = (await (KEPT)()).length;
        if (!kept && field.value.length < 40) return;
        clearInterval(timer);
        done(kept);
    }, 50);
})""".replace("KEPT", KEPT)
"""Somebody types twenty letters a second for two seconds, without a pause; whether any was kept meanwhile."""
HIDES_UNHEARD = "() => addEventListener('pagehide', (hidden) => hidden.stopImmediatePropagation(), true)"
WIDTHS = "() => ['#new-note', '#inspected'].map((each) => document.querySelector(each).offsetWidth)"
TYPED_AS_IT_CAME_BACK = """text => new Promise((done) => {
    const field = document.getElementById("add-text");
    const look = () => {
        if (field.value !== text) return void requestAnimationFrame(look);
        field.value += "#Fog";
        field.dispatchEvent(new Event("input", { bubbles: true }));
        done();
    };
    look();
})"""


def _taken_unanswered(route: Route) -> None:
    """The table takes a press, and its answer is lost."""
    if route.request.method == "POST":
        route.fetch()
    route.abort()


# ---- a page of its own ------------------------------------------------------------------------------


def test_a_save_that_failed_loses_nothing_on_the_way_back(sheet: Phone) -> None:
    page, host = sheet.page, sheet.host
    page.route("**/do", lambda route: route.abort())
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("chrome-error://**")
    page.unroute("**/do")
    page.go_back(wait_until="domcontentloaded")
    expect(trade(sheet)).to_have_value("a spy, in truth")
    page.get_by_role("link", name="Back to the table").click()
    sheet.is_live()
    page.wait_for_function("() => typeof drafts === 'object'")
    page.goto(f"{host.address}/sheet")
    expect(trade(sheet)).to_have_value("a spy, in truth")
    page.goto(host.address)
    page.get_by_role("link", name="my sheet").click()
    expect(trade(sheet)).to_have_value("a spy, in truth")


def test_nor_does_one_that_was_refused_and_one_that_was_taken_leaves_nothing(sheet: Phone) -> None:
    page, host, asked = sheet.page, sheet.host, list[str]()
    page.on("request", lambda request: asked.append(request.url) if "/pressed" in request.url else None)
    keeps(page)
    host.do("character.edit", character=host.ids["Mara"], stats={"Trade": "monk"})
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="Trade")).to_be_visible()
    expect(page.get_by_role("link", name="Back to the sheet")).to_be_visible()
    page.get_by_role("link", name="Back to the table").click()
    sheet.is_live()
    page.goto(f"{host.address}/sheet")
    expect(trade(sheet)).to_have_value("a spy, in truth")
    assert asked == [], "a refusal is an answer, so the text is back at once"
    page.get_by_role("button", name="Keep mine").click()
    page.get_by_role("button", name="Save").click()
    sheet.is_live()
    keeps_none(page)
    assert host.sees()["cast"][0]["stats"] == {"Trade": "a spy, in truth"}


def test_what_was_typed_about_a_character_that_is_hidden_leaves_the_phone(sheet: Phone) -> None:
    page, host = sheet.page, sheet.host
    keeps(page)
    host.do("character.edit", character=host.ids["Mara"], visibility="secret")
    page.goto(host.address)
    sheet.is_live()
    keeps_none(page)
    expect(boxes(page)).to_contain_text("something that is now hidden from you")


# ---- a link that opens nothing for a while -------------------------------------------------------------


def test_a_link_that_was_lost_takes_no_words_with_it(roof: Gm) -> None:
    form, page = open_scene(roof), roof.page
    form.get_by_label(DESCRIPTION).fill(MINE)
    page.context.clear_cookies()
    form.get_by_role("button", name="Save").click()
    page.wait_for_function("() => document.body.textContent.includes('your link was revoked')")
    expect(boxes(page)).to_have_count(0)
    page.reload(wait_until="domcontentloaded")
    expect(page.get_by_label(f"The roof, {DESCRIPTION}")).to_have_value(MINE)
    roof.at_my_table()
    expect(open_scene(roof).get_by_label(DESCRIPTION)).to_have_value(MINE)


def test_nor_does_a_phones(phone: Phone, host: Host) -> None:
    page = phone.join(host, "Ana").page
    page.get_by_text("Add a note").click()
    page.locator("#note-line").fill("He lied to us")
    cookies = page.context.cookies()
    page.context.clear_cookies()
    page.get_by_role("button", name="Add note").click()
    page.wait_for_function("() => document.body.textContent.includes('your link was revoked')")
    page.context.add_cookies(cookies)
    page.goto(host.address, wait_until="domcontentloaded")
    expect(phone.is_live().page.locator("#note-line")).to_have_value("He lied to us")


# ---- texts without a field ------------------------------------------------------------------------------


def test_a_text_without_a_field_stands_after_any_number_of_reloads(roof: Gm) -> None:
    open_scene(roof).get_by_label(DESCRIPTION).fill(MINE)
    roof.host.do("scene.remove", scene=roof.host.ids["The roof"])
    expect(boxes(roof.page).get_by_label("Your text")).to_have_value(MINE)
    for _ in range(2):
        roof.page.reload(wait_until="domcontentloaded")
        expect(boxes(roof.page).get_by_label("Your text")).to_have_value(MINE)
    boxes(roof.page).get_by_role("button", name="Close").click()
    roof.page.reload(wait_until="domcontentloaded")
    roof.is_live()
    keeps_none(roof.page)


def test_a_refused_line_stands_too_until_it_is_put_back(roof: Gm) -> None:
    page, line = roof.page, roof.page.locator("#add-text")
    page.evaluate(HELD_BACK)
    line.fill("+Bleeding Nobody")
    line.press("Enter")
    line.fill("#Fog")
    release(roof, 1)
    expect(boxes(page)).to_contain_text("Not added")
    page.reload(wait_until="domcontentloaded")
    expect(line).to_have_value("#Fog")
    line.press("End")
    line.press_sequentially("gy")
    expect(page.locator("#add-says")).to_be_visible()
    boxes(page).get_by_role("button", name="Put back").click()
    expect(line).to_have_value("+Bleeding Nobody")
    expect(boxes(page).get_by_label("Your text")).to_have_value("#Foggy")


@pytest.mark.parametrize("reloads", [False, True])
def test_a_thing_that_is_removed_behind_a_closed_panel_leaves_its_words(roof: Gm, reloads: bool) -> None:
    open_scene(roof).get_by_label(DESCRIPTION).fill(MINE)
    roof.closes()
    expect(roof.page.locator("#unsent-texts")).to_contain_text("The roof")
    if reloads:
        roof.page.goto("about:blank")
    roof.host.do("scene.remove", scene=roof.host.ids["The roof"])
    if reloads:
        roof.page.goto(roof.host.address, wait_until="domcontentloaded")
    expect(boxes(roof.page)).to_contain_text("Your text for The roof")
    expect(boxes(roof.page).get_by_label("Your text")).to_have_value(MINE)
    expect(roof.page.locator("#unsent-texts")).to_have_count(0)


def test_what_waits_in_a_closed_panel_is_named_and_opens(roof: Gm) -> None:
    open_scene(roof).get_by_label(DESCRIPTION).fill(MINE)
    roof.closes()
    roof.page.locator("#unsent-texts").get_by_role("link", name="The roof").click()
    expect(roof.page.get_by_label(DESCRIPTION)).to_have_value(MINE)
    expect(roof.page.locator("#unsent-texts")).to_have_count(0)


# ---- crashes and closed tabs ----------------------------------------------------------------------------


def test_whoever_types_on_and_on_is_kept_meanwhile(roof: Gm) -> None:
    assert roof.page.evaluate(TYPED_ON)


@pytest.mark.parametrize("missing", ["", "delete Navigator.prototype.locks", "delete window.indexedDB"])
def test_what_a_closed_tab_left_comes_to_a_page_that_is_open(roof: Gm, missing: str) -> None:
    """Also where a browser gives a page no locks, as over plain HTTP, or no database."""
    if missing:
        roof.page.context.add_init_script(missing)
        roof.page.reload(wait_until="domcontentloaded")
        roof.is_live()
    other = Gm(roof.page.context.new_page(), roof.server)
    other.page.goto(roof.page.url, wait_until="domcontentloaded")
    other.is_live()
    roof.page.locator("#add-text").fill("Half a th")
    if "indexedDB" not in missing:
        keeps(roof.page)
    roof.page.close()
    expect(other.page.locator("#add-text")).to_have_value("Half a th")


def test_and_to_one_that_is_opened_after_a_crash(roof: Gm) -> None:
    roof.page.locator("#add-text").fill("Half a th")
    keeps(roof.page)
    after = roof.page.context.new_page()
    roof.page.evaluate(
        "() => addEventListener('pagehide', (hidden) => hidden.stopImmediatePropagation(), true)"
    )
    roof.page.close()
    after.goto(roof.host.address, wait_until="domcontentloaded")
    expect(after.locator("#add-text")).to_have_value("Half a th")


# ---- answers that are lost or late ----------------------------------------------------------------------


@pytest.mark.parametrize("taken", [True, False])
def test_after_a_lost_answer_only_what_was_not_taken_is_offered(roof: Gm, taken: bool) -> None:
    page, note = roof.page, "They all know"
    page.route("**/do", _taken_unanswered if taken else lambda route: route.abort())
    panel = roof.move("Notes")
    panel.locator("#new-note").fill(note)
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/do")):
        panel.get_by_role("button", name="Add note").click()
    expect(page.locator("#notice")).to_contain_text("What you sent is kept and sent again")
    page.unroute("**/do")
    page.reload(wait_until="domcontentloaded")
    roof.is_live()
    if taken:
        keeps_none(page)
        assert [each["text"] for each in roof.host.sees()["notes"]] == [note]
    field = roof.move("Notes").locator("#new-note")
    expect(field).to_have_value("" if taken else note)
    expect(page.get_by_text("Not sent yet, from")).to_have_count(0 if taken else 1)


def test_what_stands_over_a_line_that_is_back_is_of_that_line(roof: Gm) -> None:
    page, line = roof.page, roof.page.locator("#add-text")
    line.fill("#Foggy")
    keeps(page)
    page.reload(wait_until="domcontentloaded")
    expect(line).to_have_value("#Foggy")
    expect(page.locator("#add-says")).to_contain_text("Foggy")


def test_a_late_refusal_is_not_glued_to_what_is_typed(roof: Gm) -> None:
    page, line = roof.page, roof.page.locator("#add-text")
    page.evaluate(HELD_BACK)
    line.fill("+Bleeding Nobody")
    line.press("Enter")
    release(roof, 1)
    page.evaluate(TYPED_AS_IT_CAME_BACK, "+Bleeding Nobody")
    expect(line).to_have_value("#Fog")
    expect(boxes(page).get_by_label("Your text")).to_have_value("+Bleeding Nobody")


# ---- the right field, and room for it --------------------------------------------------------------------


def test_a_restored_note_has_the_width_of_its_panel(open_page: Callable[..., Page], host: Host) -> None:
    gm = Gm(open_page(1180, 820, has_touch=True), host.server).sit_at(host)
    gm.move("Notes").locator("#new-note").fill(MINE)
    gm.page.reload(wait_until="domcontentloaded")
    field = gm.is_live().move("Notes").locator("#new-note")
    expect(gm.page.get_by_text("Not sent yet, from")).to_be_visible()
    widths = at_rest(gm.page).evaluate(
        "() => ['#new-note', '#inspected'].map((each) => document.querySelector(each).offsetWidth)"
    )
    expect(field).to_have_value(MINE)
    assert widths[0] > 0.6 * widths[1], widths


def test_a_name_does_not_cross_from_one_form_to_another(phone: Phone, host: Host) -> None:
    page = phone.join(host, "Ana").page
    page.get_by_text("My seat", exact=True).click()
    page.get_by_label("New name").fill("Anastasia")
    keeps(page)
    host.do("seat.remove", seat=host.sees()["seats"][0]["id"])
    expect(page.locator("body:not([data-seated])")).to_be_attached()
    phone.is_live()
    page.wait_for_load_state("load")
    page.locator("#claim").scroll_into_view_if_needed()
    page.wait_for_function("() => typeof drafts === 'object'")
    expect(page.get_by_label("Your name")).to_have_value("")


def test_a_save_over_a_newer_text_shows_both(roof: Gm) -> None:
    """The panel goes to where they stand."""
    form, host = open_scene(roof), roof.host
    form.get_by_label(DESCRIPTION).fill(MINE)
    host.do("scene.edit", scene=host.ids["The roof"], description="Rain.")
    expect(form.get_by_role("status")).to_contain_text("Rain.")
    roof.page.locator("#inspector").evaluate("each => each.scrollTo(0, each.scrollHeight)")
    form.get_by_role("button", name="Save").click()
    expect(form.get_by_role("status")).to_be_in_viewport()
    assert told(host)["description"] == "Rain."
