"""Taps that an evening repeats, counted at a full table: none needs a scroll, and typing is not counted."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.seats import Gm, Phone
from tests.browser.server import Server
from tests.browser.test_phone import a_phone
from tests.browser.test_scene_in_taps import seated, tap, taps

pytestmark = pytest.mark.soak


def test_people_weapons_and_corrections_of_mettle(server: Server, open_page: Callable[..., Page]) -> None:
    gm = seated(server, open_page, "mettle")
    gm.host.do("character.edit", character=gm.host.ids["Mara"], stats={"CALLING": 6, "FRAME": 3, "MOTIVE": 3})
    inspector = gm.page.locator("#inspector")
    with taps(gm, 2):
        tap(gm, gm.page.locator("#cast").get_by_role("link", name="Mara", exact=True))
        tap(gm, inspector.get_by_role("button", name="Sword for Mara"))
        expect(inspector.locator(".chips")).to_contain_text("Sword")
    with taps(gm, 1):
        tap(gm, inspector.get_by_role("button", name="+1 for Mara"))
    gm.page.keyboard.press("Escape")
    with taps(gm, 3):
        tap(gm, gm.page.locator("#m-map").get_by_role("link", name="Pier"))
        tap(gm, inspector.get_by_text("at once"))
        tap(gm, inspector.get_by_role("button", name="Thug"))
        expect(gm.page.locator("#m-map")).to_contain_text("Thug")


def test_tags_and_a_race_of_resonance(server: Server, open_page: Callable[..., Page]) -> None:
    gm = seated(server, open_page, "resonance")
    inspector = gm.page.locator("#inspector")
    with taps(gm, 2):
        tap(gm, gm.page.locator("#party").get_by_role("link", name="Mara", exact=True))
        tap(gm, inspector.get_by_role("button", name="Give one Mark to Mara"))
        expect(gm.page.locator("#party")).to_contain_text("Mark")
    gm.page.keyboard.press("Escape")
    with taps(gm, 5):  # and one for the level
        tap(gm, gm.page.get_by_role("link", name="Menu", exact=True))
        tap(gm, inspector.get_by_role("link", name="Start a Race"))
        inspector.get_by_label("Name of the Race").fill("The bomb")
        for part, name in enumerate(("Door", "Lock", "Guard"), start=1):
            inspector.get_by_label(f"Part {part}").fill(name)
        level = inspector.locator("input[name=level][value='3']")
        level.evaluate("each => each.focus({ preventScroll: true })")  # a test's own hand scrolls to a radio
        gm.page.keyboard.press("Space")
        expect(level).to_be_checked()
        tap(gm, inspector.get_by_role("button", name="Start the Race"))
        expect(gm.page.locator("#nest")).to_contain_text("The bomb")


def test_a_secret_clock_a_condition_for_all_and_from_a_declaration_to_the_tick(
    server: Server, open_page: Callable[..., Page]
) -> None:
    gm = seated(server, open_page, "razorweave")
    _one_line_says_whom_and_who_sees_it(gm)
    ana = Phone(a_phone(open_page), server).join(gm.host, "Ana", "Mara")
    with ana.in_taps(2):
        ana.page.locator("#declare > summary").tap()
        ana.page.get_by_label("What do you want to achieve?").fill("Break the door down")
        ana.page.locator("#declare").get_by_role("button", name="AGI", exact=True).tap()
        expect(gm.page.locator("#waits")).to_contain_text("Break the door down")
    check = next(each["id"] for each in gm.host.sees()["checks"] if each["intent"] == "Break the door down")
    with taps(gm, 2):
        tap(gm, gm.page.locator("#waits").get_by_role("button", name="DC 14 Routine for Mara"))
        expect(ana.my_check().get_by_role("button", name="Roll")).to_be_visible()
        gm.host.do("check.roll", check=check, dice=[6, 6, 5, 5])
        tap(gm, gm.page.get_by_role("button", name="Apply all"))
        expect(gm.clock("Break the door")).not_to_have_attribute("data-filled", "0")


def _one_line_says_whom_and_who_sees_it(gm: Gm) -> None:
    with taps(gm, 1):
        tap(gm, gm.page.locator("#add-text"))
        gm.says("Raid 6 secret")
        expect(gm.page.locator("#clocks")).to_contain_text("Raid (secret)")
    with taps(gm, 1):
        tap(gm, gm.page.locator("#add-text"))
        gm.says("+Soaked all")
        expect(gm.page.locator("#cast [data-condition]", has_text="Soaked")).to_have_count(8)
