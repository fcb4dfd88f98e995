"""The book's examples (seed 000), on the screens: what counts, and what is rolled."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.host import Host
from tests.browser.seats import Gm, Phone
from tests.browser.server import Server


@pytest.fixture
def gm(server: Server, open_page: Callable[..., Page]) -> Gm:
    host = Host(server, "razorweave", "Harbour").has(people="Mara")
    return Gm(open_page(820, 1180, has_touch=True), server).sit_at(host)


@pytest.fixture
def ana(gm: Gm, open_page: Callable[..., Page]) -> Phone:
    page = open_page(390, 844, has_touch=True, is_mobile=True)
    return Phone(page, gm.server).join(gm.host, "Ana", "Mara")


def tag_with(gm: Gm, name: str, touches: str, how: str) -> None:
    """A tag of one's own, with what it does."""
    gm.host.tag(name, effects=[{"on": touches, "modifier": how.lower(), "amount": 1}])
    gm.sees_tag(name)


def way(gm: Gm, source: str) -> Locator:
    return gm.check().get_by_role("group", name=f"How {source} counts")


def shows(gm: Gm, phone: Phone, dice: str, dc: int = 14) -> None:
    """Both the tablet and the phone say what is rolled, against what."""
    for card in (gm.check(), phone.my_check()):
        expect(card.locator(".to-roll b")).to_have_text(dice)
        expect(card.locator(".against")).to_contain_text(f"DC {dc}")


def never_mind(phone: Phone) -> None:
    phone.open_my_check().get_by_role("button", name=re.compile("^Never mind")).click()
    expect(phone.page.locator("#my-checks")).to_be_hidden()


def test_tags_add_up_cancel_out_or_move_the_dc(gm: Gm, ana: Phone) -> None:
    gm.add_tag("Dim Light")
    ana.declare("Sneak past the guards", "stealth")
    gm.settle("AGI", "14 Routine")
    shows(gm, ana, "5d6, keep the best 4")
    tag_with(gm, "Cluttered", "stealth", "Edge")
    shows(gm, ana, "6d6, keep the best 4")
    never_mind(ana)

    gm.add_tag("Slick")
    tag_with(gm, "Abundant Handholds", "climb", "Edge")
    ana.declare("Climb the wall")
    gm.settle("MIG", "14 Routine")
    shows(gm, ana, "4d6")
    for name in ("Slick", "Abundant Handholds"):
        expect(ana.my_check().locator(".counted")).to_contain_text(name)
    never_mind(ana)

    tag_with(gm, "Total Darkness", "lock", "Burden")
    ana.declare("Pick the lock")
    gm.settle("AGI", "14 Routine")
    shows(gm, ana, "5d6, keep the worst 4")
    way(gm, "Total Darkness").get_by_role("button", name="DC").click()
    shows(gm, ana, "4d6", dc=16)


def test_conditions_weigh_up_to_two_and_two_edges_against_a_burden_leave_one(gm: Gm, ana: Phone) -> None:
    gm.add_condition("Exhausted", "Mara")
    ana.declare("Sprint across the yard")
    gm.settle("AGI", "14 Routine")
    shows(gm, ana, "5d6, keep the worst 4")
    never_mind(ana)
    gm.add_condition("Wounded", "Mara")
    ana.declare("Climb the fence")
    gm.settle("MIG", "14 Routine")
    shows(gm, ana, "6d6, keep the worst 4")

    for each in ("Exhausted", "Wounded"):
        off = way(gm, each).get_by_role("button", name="off")
        off.click()
        expect(off).to_have_attribute("aria-pressed", "true")
    shows(gm, ana, "4d6")
    for added in ("Tools: +1 Edge", "Setup: +1 Edge", "Environment: −1 Burden"):
        gm.check().get_by_role("button", name=f"Add {added}").click()
        for card in (gm.check(), ana.my_check()):
            expect(card.locator(".counted")).to_contain_text(added.partition(":")[0])
    shows(gm, ana, "5d6, keep the best 4")


def test_in_the_graveyard_fear_weighs_against_the_dark(gm: Gm, ana: Phone) -> None:
    gm.add_tag("Dim Light").add_tag("Obscured").add_condition("Frightened", "Mara")
    ana.declare("Sneak past the figures", "stealth")
    gm.settle("AGI", "14 Routine")
    shows(gm, ana, "6d6, keep the best 4")
    gm.inspect("Frightened").get_by_role("button", name="Threat visible: no (Frightened, Mara)").click()
    shows(gm, ana, "5d6, keep the best 4")
    for name in ("Dim Light", "Obscured", "Frightened"):
        expect(ana.my_check().locator(".counted")).to_contain_text(name)
