"""What the GM knows of the other screens: who follows, and what they see."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.host import Host
from tests.browser.lasting_faults import at_rest
from tests.browser.seats import Gm, Phone, Tv


@pytest.mark.soak
def test_the_gm_sees_who_is_here_who_sleeps_and_who_left(gm: Gm, phone: Phone, tv: Tv) -> None:
    phone.sit("Ana")
    gm.page.locator("#screens > summary").click()
    gm.looks_until("Ana here")
    phone.sleep()
    gm.looks_until("Ana asleep since")
    phone.wake()
    gm.looks_until("Ana here")
    tv.page.close()
    expect(gm.page.locator("#presence")).to_contain_text("TV gone since")  # the page looks by itself, too
    expect(gm.page.locator("#screens")).to_have_attribute("open", "")


def test_the_gm_sees_who_is_here_and_looks_on_as_a_player_and_as_the_tv(gm: Gm, phone: Phone) -> None:
    phone.sit("Ana")
    gm.page.get_by_role("button", name="End the tour").click()
    gm.add_clock("Alarm", 6)
    frame = gm.page.locator("iframe[data-preview-frame]")
    expect(frame).to_have_count(0)
    gm.page.get_by_text("Preview", exact=True).click()
    seen = gm.page.frame_locator("iframe[data-preview-frame]")
    expect(seen.locator("body")).to_have_attribute("data-role", "player")
    expect(seen.locator("[data-clock]")).to_contain_text("Alarm")
    gm.page.locator("#pick-preview-seat").select_option(label="Ana")
    expect(seen.locator(".looking")).to_contain_text("Ana")
    expect(seen.get_by_text("Back to your own page")).to_be_hidden()
    seen.get_by_role("button", name="Pause").click()
    expect(seen.locator("#notice")).to_contain_text("only a preview")
    expect(gm.page.locator("#bar")).not_to_contain_text("Paused")
    gm.looks_until("Ana here")
    gm.host.do("table.edit", name="The oak & the ash")
    for screen in (gm, phone):
        expect(screen.page).to_have_title("The oak & the ash")
    gm.page.locator("#preview input[name=as][value=tv]").check(force=True)
    expect(seen.locator("body")).to_have_attribute("data-role", "tv")
    gm.add_clock("Escape", 4)
    expect(seen.locator("body")).to_contain_text("Escape")
    gm.page.get_by_text("Preview", exact=True).click()
    expect(frame).not_to_have_attribute("src", re.compile("."))


@pytest.mark.soak
def test_new_names_reach_the_tabs_and_the_preview(host: Host, open_page: Callable[..., Page]) -> None:
    """A tab says what the table is called, a preview as whom the GM looks."""
    pages = {role: open_page(820, 1180) for role in ("gm", "player", "tv")}
    for role, page in pages.items():
        page.goto(host.link(role), wait_until="domcontentloaded")
    ana = Phone(pages["player"], host.server).sit("Ana")
    seat = host.sees()["seats"][0]["id"]
    preview = open_page(390, 844)
    preview.goto(host.link("gm"), wait_until="domcontentloaded")
    preview.goto(f"{host.address}?as=player&seat={seat}", wait_until="domcontentloaded")
    expect(preview.locator("#looking")).to_contain_text("viewing as Ana")
    host.do("table.edit", name="The oak & the ash")
    ana.page.locator("#my-seat > summary").click()
    ana.page.get_by_label("New name").fill("Anna")
    ana.page.get_by_role("button", name="Change my name").click()
    for page in (*pages.values(), preview):
        expect(page).to_have_title("The oak & the ash")
    expect(preview.locator("#looking")).to_contain_text("viewing as Anna")


COVERED = """() => {
    const over = document.getElementById("preview-body").getBoundingClientRect();
    const places = [".top", ".foot", ".on-tags", ".desk-place", ".on-clocks", ".on-cast"];
    const controls = [...document.querySelectorAll(`:is(${places}) :is(a, button, input, summary)`)];
    const seen = controls.filter(each => !each.closest("#preview-body") && each.checkVisibility());
    return seen.filter(each => {
        const box = each.getBoundingClientRect();
        return box.width && box.right > over.left && box.left < over.right && box.bottom > over.top + 1
            && box.top < over.bottom - 1;
    }).map(each => each.textContent.trim() || each.name);
}"""
"""The controls that lie under the preview, except those of the journal (the foot has its Undo)."""


@pytest.mark.parametrize("size", [(1180, 820), pytest.param((820, 1180), marks=pytest.mark.soak)])
def test_the_preview_covers_no_control_and_goes_by_its_close_and_by_escape(
    host: Host, open_page: Callable[..., Page], size: tuple[int, int]
) -> None:
    wide = size[0] == 1180
    host = Host(host.server, "razorweave")
    mara = host.has(tags=", ".join(f"Tag {number}" for number in range(12 if wide else 0))).character("Mara")
    page = open_page(*size)
    page.goto(host.link("gm"), wait_until="domcontentloaded")
    page.get_by_text("Preview", exact=True).click()
    body = page.locator("#preview-body")
    frame = body.locator("iframe")
    expect(frame).to_be_visible()
    expect(body.frame_locator("iframe").locator("body")).to_have_attribute("data-live", "live")
    assert at_rest(page).evaluate(COVERED) == []
    assert frame.evaluate("each => each.contentWindow.innerWidth") == 390
    body.get_by_role("button", name="Close").click()
    expect(body).to_be_hidden()
    page.get_by_text("Preview", exact=True).click()
    expect(body).to_be_visible()
    if wide:
        host.do("check.call", character=mara, intent="Climb", attribute="AGI", dc=14)
        expect(page.locator("#checks .called")).to_be_visible()
        expect(page.locator("#checks").get_by_role("button", name="Roll for them")).to_be_in_viewport(ratio=1)
        page.wait_for_function(f"({COVERED})().length === 0")
    page.keyboard.press("Escape")
    expect(body).to_be_hidden()
    expect(page.locator("#preview > summary")).to_be_focused()
