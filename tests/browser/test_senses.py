"""Without eyes and without a mouse: what a screen reader hears, and where the Tab key leads."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.browser.host import Host
from tests.browser.seats import Gm, Phone

FOCUSABLE = """() => [...document.querySelectorAll("a[href], button, summary, input, select, textarea")]
    .filter(each => !each.disabled && each.tabIndex >= 0 && each.type !== "hidden"
        && each.checkVisibility({ visibilityProperty: true }))
    .map((each, place) => each.dataset.stop = `${place}`).length"""
STOP = "() => document.activeElement?.dataset?.stop ?? ''"


def test_what_changes_is_told_every_two_seconds_at_most_then_no_more_and_not_to_who_did_it(
    host: Host, open_page: Callable[..., Page]
) -> None:
    """What was told does not stand there for ever: the clock may be hidden since."""
    host.clock("Alarm", 8)
    phone, gm = Phone(open_page(390, 844), host.server), Gm(open_page(820, 1180), host.server)
    for screen, role in ((phone, "player"), (gm, "gm")):
        screen.page.clock.install()
        screen.open(host.link(role))
        screen.page.clock.pause_at(screen.page.evaluate("Date.now()") / 1000 + 5)
    told = phone.page.locator("#announcer")
    gm.tick("Alarm").sees_clock("Alarm", 1, 8)
    gm.page.clock.run_for(160)
    expect(gm.page.locator("#announcer")).to_have_text("")
    for filled in range(2, 10):
        phone.sees_clock("Alarm", filled - 1, 8)
        phone.page.clock.run_for(160)
        expect(told).to_have_text("Alarm: 1 of 8")
        if filled <= 8:
            host.tick("Alarm")
    phone.page.clock.run_for(2000)
    expect(told).to_have_text("Alarm: +1, now 8 of 8. It is complete!")
    phone.page.clock.run_for(2000)
    expect(told).to_have_text("")


def test_tags_conditions_and_checks_are_told_and_a_place_apart_from_its_tag(
    host: Host, open_page: Callable[..., Page]
) -> None:
    """What is gone is told without its name, which may be secret again."""
    host.has(people="Mara")
    phone, gm = Phone(open_page(390, 844), host.server), Gm(open_page(820, 1180), host.server)
    for screen, role in ((phone, "player"), (gm, "gm")):
        screen.open(host.link(role))
    told = phone.page.locator("#announcer")
    pier = host.tag("Slick", object="Pier")
    expect(told).to_have_text("Tag: Slick, on Pier")
    expect(told).to_have_text("")
    host.do("tag.burn", tag=pier)
    expect(told).to_have_text("Tag: Slick, on Pier, burned")
    expect(told).to_have_text("")
    gm.says("+Bleeding Mara")
    expect(told).to_have_text("Mara is now Bleeding")
    expect(gm.page.locator("#announcer")).to_have_text("")
    expect(told).to_have_text("")
    host.do("tag.edit", tag=pier, visibility="secret")
    expect(told).to_have_text("A tag is gone")


def test_a_question_to_the_gm_is_told_to_the_gm(host: Host, open_page: Callable[..., Page]) -> None:
    gm = Gm(open_page(820, 1180), host.server).open(host.link("gm"))
    host.do("proposal.make", command={"do": "tag.add", "name": "Wet"}, because="the tide")
    expect(gm.page.locator("#announcer")).to_contain_text("Wet")


def test_times_are_in_the_readers_zone_and_form(host: Host, open_page: Callable[..., Page]) -> None:
    """Tokyo is nine hours ahead of the time that the page was sent."""
    page = open_page(390, 844, timezone_id="Asia/Tokyo", locale="en-US")
    phone = Phone(page, host.server).open(host.link("player"))
    for name in ("Slick", "Cramped"):
        host.tag(name)
        phone.sees_tag(name)
    for time in page.locator("#journal-lines time").all()[:2]:
        expect(time).to_have_attribute("data-local", "")
        sent = datetime.fromisoformat(time.get_attribute("datetime") or "")
        shown = (time.text_content() or "").replace("\u202f", " ")
        assert shown == f"{sent + timedelta(hours=9):%I:%M %p}"


def stops(page: Page) -> tuple[int, set[str]]:
    """How many controls can be reached by key, and those that the Tab key did reach in one round.

    What a change replaced meanwhile is no stop any more.
    """
    count: int = page.evaluate(FOCUSABLE)
    page.evaluate("document.activeElement?.blur()")
    reached = set()
    for _ in range(count + 5):
        page.keyboard.press("Tab")
        reached.add(page.evaluate(STOP))
    return page.locator("[data-stop]").count(), reached - {""}


@pytest.mark.soak
def test_the_tab_key_reaches_every_control_of_a_guest_and_is_never_trapped(host: Host, phone: Phone) -> None:
    host.has(clocks={"Alarm": 6}, tags="Cramped")
    phone.sees_tag("Cramped")
    assert any(all_are_reached(phone.page) for _ in range(3)), "not once while nothing was replaced"


def all_are_reached(page: Page) -> bool:
    count, reached = stops(page)
    radios = page.locator("input[type=radio]:visible").count()  # one stop for a group of them
    return len(reached) >= count - radios
