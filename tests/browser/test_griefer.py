"""A guest floods the table with all they may; the GM ends it with two taps, and a player notices nothing."""

from collections.abc import Callable

import httpx
from playwright.sync_api import Page, expect

from tests.browser.host import Host
from tests.browser.seats import Gm, Phone
from tests.browser.test_look import in_the, overflow, violations


def troll(host: Host, name: str) -> None:
    """Somebody with the player link sits down as a script would, and asks for all that a seat may."""
    with httpx.Client(base_url=host.server.url, headers={"HX-Request": "true"}, timeout=60) as browser:
        browser.get(host.link("player"), follow_redirects=True)
        at = f"/t/{host.made['table']}/do"
        assert browser.post(at, data={"do": "seat.claim", "name": name}).status_code == 200
        for number in range(12):
            spam = {"do": "proposal.make", "command-do": "tag.add", "command-name": f"Spam {number}"}
            assert browser.post(at, data=spam).status_code == 200
        note = {"do": "note.add", "text": f"{name} was here", "visibility": "shown"}
        assert browser.post(at, data=note).status_code == 200


def test_two_taps_end_a_griefers_work_and_a_player_notices_nothing(
    host: Host, open_page: Callable[..., Page]
) -> None:
    host.clock("Alarm")
    host.character("Mara")
    ana = Phone(open_page(390, 844), host.server).join(host, "Ana", "Mara")
    gm = Gm(open_page(1180, 820, has_touch=True, bypass_csp=True), host.server).open(host.link("gm"))
    for number in range(4):
        troll(host, f"Troll {number}")
    ana.page.evaluate("window.same = true")
    waits = gm.page.locator("#waits")
    expect(waits).to_contain_text("Guests on player link “First link”: 4 seats, 48 proposals and 4 notes")
    expect(waits.locator(".waiting")).to_have_count(1)
    with gm.in_taps(2):
        waits.get_by_role("link", name="Open Guests on player link").click()
        sheet = gm.page.locator("#inspector #guests")
        expect(sheet.get_by_label("Ana stays")).to_be_checked()
        expect(sheet.get_by_label("Troll 0 stays")).not_to_be_checked()
        for size in ((1180, 820), (820, 1180), (390, 844)):
            gm.page.set_viewport_size({"width": size[0], "height": size[1]})
            assert overflow(gm.page) == 0
        assert violations(gm.page) + in_the(gm.page, "light") == []
        gm.page.set_viewport_size({"width": 1180, "height": 820})
        sheet.get_by_role(
            "button", name="Remove all of it, except who stays: Guests on player link “First link”"
        ).click()
    expect(waits.locator(".waiting")).to_have_count(0)
    assert [seat["name"] for seat in host.sees()["seats"]] == ["Ana"]
    ana.no_longer_sees("Troll 0")
    ana.clock("Alarm")
    assert ana.page.evaluate("window.same"), "her page was never loaded anew"
    expect(ana.page.locator("body")).to_have_attribute("data-seated", "")


def test_a_new_guest_waits_for_the_gms_yes_and_hears_the_answer_at_once(
    host: Host, open_page: Callable[..., Page]
) -> None:
    host.do("table.edit", settings={"guests": "ask"})
    gm = Gm(open_page(390, 844, has_touch=True, bypass_csp=True), host.server).open(host.link("gm"))
    guest = Phone(open_page(390, 844, has_touch=True, is_mobile=True, bypass_csp=True), host.server)
    guest.open(host.link("player"))
    for answer, then in (("No: Cleo", "Your request was declined"), ("Let in Cleo", "")):
        claim = guest.page.locator("#claim")
        claim.get_by_label("Your name").fill("Cleo")
        claim.get_by_role("button", name="Ask to join").click()
        expect(guest.page.locator("#asked")).to_contain_text("You asked to join as Cleo")
        expect(claim).to_be_hidden()
        expect(gm.page.locator("#waits")).to_contain_text("Cleo asks to join")
        assert violations(guest.page) + in_the(guest.page, "light", "#asked") == []
        gm.page.get_by_role("button", name=answer).click()
        if then:
            guest.sees(then)
            expect(claim).to_be_visible()
    expect(guest.page.locator("body")).to_have_attribute("data-seated", "")
    assert violations(gm.page) == []


def test_a_request_for_a_held_seat_carries_the_name_that_was_typed(
    host: Host, open_page: Callable[..., Page]
) -> None:
    Phone(open_page(390, 844), host.server).join(host, "Ana")
    guest = Phone(open_page(390, 844), host.server)
    guest.open(host.link("player"))
    guest.page.locator("#claim").get_by_label("Your name").fill("Ben")
    guest.page.get_by_role("button", name="Request this seat: Ana").click()
    expect(guest.page.locator("#asked")).to_contain_text("You requested the seat of")
    assert host.sees()["seats"][0]["asked"] == "Ben"
