"""A sheet that somebody uses stays where it is, through any number of changes of others."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.drafting import HELD_BACK, release
from tests.browser.host import Host
from tests.browser.lasting_faults import at_rest
from tests.browser.seats import Gm, Phone
from tests.browser.server import Server

COVERED = """button => {
    const { left, top, width, height } = button.getBoundingClientRect();
    return !button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""


@pytest.fixture(params=[(390, 844), (360, 640), (1180, 820)])
def ana(request: pytest.FixtureRequest, open_page: Callable[..., Page], server: Server) -> Phone:
    """Ana's phone or tablet; she plays Mara, and others join in."""
    host = Host(server, "razorweave").has({"Alarm": 6, "Escape": 4}, people="Mara, Tobin")
    phone = Phone(open_page(*request.param, has_touch=True), server).join(host, "Ana", "Mara")
    phone.host = host
    return phone


def _others_change(ana: Phone) -> None:
    """Something befalls Mara, she is asked to roll, and other things happen; each seen by her page."""
    host = ana.host
    for name in ("Shaken", "Bleeding"):
        host.condition(name, "Mara")
        expect(ana.page.locator("#moments")).to_contain_text(name)
    host.tick("Alarm").tag("Loud")
    check = host.do("check.call", character=host.ids["Mara"])["check"]
    host.do("check.edit", check=check, dc=12)
    expect(ana.page.locator(f"#my-check-{check}")).to_be_attached()
    host.do("pause.set", on=True)
    expect(ana.page.locator(".paused")).to_be_attached()


@pytest.mark.parametrize(("opener", "button"), [("#propose", "Propose tick"), ("#declare", "Declare")])
def test_what_comes_to_wait_moves_no_open_sheet(ana: Phone, opener: str, button: str) -> None:
    """Or a tap meant for its button would open what came, and close the sheet."""
    page, sheet = ana.page, ana.page.locator(opener)
    sheet.locator("> summary").click()
    if opener == "#propose":
        sheet.get_by_text("A tick", exact=True).click()
        sheet.get_by_label("On which clock?").select_option("Alarm")
    main = sheet.get_by_role("button", name=button, exact=True)
    main.scroll_into_view_if_needed()
    page.wait_for_function("() => typeof drafts === 'object'")
    stood = at_rest(page) and main.bounding_box()
    _others_change(ana)
    assert main.bounding_box() == stood
    assert not main.evaluate(COVERED)
    ana.host.do("pause.set", on=False)
    ana.host.do("check.cancel", check=ana.host.sees()["checks"][0]["id"])
    expect(page.locator(".paused")).to_have_count(0)
    assert main.bounding_box() == stood
    main.click()
    expect(page.locator("#mine [data-proposal], #my-checks [data-check]").first).to_be_attached()
    expect(sheet).not_to_have_attribute("open", "")


# ---- an answer that comes late ---------------------------------------------------------------------------


@pytest.fixture
def slow(host: Host, phone: Phone) -> Phone:
    """Ana's phone, whose presses wait until the test lets them go."""
    host.has({"Alarm": 6, "Escape": 4})
    page = phone.join(host, "Ana").page
    page.wait_for_function("() => typeof drafts === 'object'")
    page.evaluate(HELD_BACK.replace("/add", "/do"))
    return phone


@pytest.mark.parametrize("by", ["button", "Enter"])
def test_a_sheet_goes_down_once_its_proposal_was_taken_unless_the_next_is_typed(slow: Phone, by: str) -> None:
    sheet = slow.page.locator("#propose")
    field = sheet.get_by_label("What is true here?")

    def propose(name: str) -> None:
        field.fill(name)
        field.press("Enter") if by == "Enter" else sheet.get_by_role("button", name="Propose tag").tap()

    sheet.locator("> summary").tap()
    propose("Foggy")
    field.fill("Da")
    release(slow, 1)
    expect(slow.page.locator("#mine [data-proposal]")).to_contain_text("Foggy")
    field.press_sequentially("rk")
    expect(field).to_have_value("Dark")
    propose("Dark")
    release(slow, 1)
    expect(field).to_be_hidden()


def test_an_answer_about_one_clock_closes_no_sheet_about_another(slow: Phone) -> None:
    sheet = slow.page.locator("#ask-tick")
    slow.opens("Alarm").tap()
    sheet.get_by_role("button", name="+1", exact=True).tap()
    sheet.get_by_role("button", name="Not now").tap()
    slow.opens("Escape").tap()
    release(slow, 1)
    expect(slow.page.locator("#mine [data-proposal]")).to_contain_text("Alarm")
    sheet.get_by_label("Because").fill("We run")
    sheet.get_by_role("button", name="+2", exact=True).tap()
    release(slow, 1)
    expect(sheet).to_be_hidden()


def test_nor_does_one_about_a_fight_what_its_gm_opened_since(
    open_page: Callable[..., Page], server: Server
) -> None:
    gm = Gm(open_page(1180, 820, has_touch=True), server).sit_at(Host(server, "mettle").has(people="Mara"))
    form = gm.move("Start a fight").get_by_role("form", name="Start Initiative")
    gm.page.evaluate(HELD_BACK.replace("/add", "/do"))
    form.get_by_text("Mara", exact=True).first.click()
    form.get_by_role("button", name="Start Initiative").click()
    note = gm.move("Notes").locator("#new-note")
    note.fill("They lie")
    release(gm, 1)
    expect(gm.page.locator("#on-journal")).to_contain_text("Initiative")
    expect(note).to_be_visible()
    expect(note).to_have_value("They lie")
