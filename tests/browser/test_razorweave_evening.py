"""An evening of the book's examples (seeds 000, 004) on a tablet, two phones and a TV, number by number."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.host import Host
from tests.browser.seats import Gm, Phone, Screen, Tv
from tests.browser.server import Server

pytestmark = pytest.mark.soak
EVACUATION, FLOOD = "Evacuation Complete", "Flood Waters Rise"


@pytest.fixture
def gm(server: Server, open_page: Callable[..., Page]) -> Gm:
    """Rain on the roofs, and two people with numbers of their own."""
    host = Host(server, "razorweave", "The flooded district")
    host.character("Mara", stats={"AGI": 1, "PRE": 2})
    host.character("Tomas", stats={"MIG": 2})
    host.tag("Slick")
    return Gm(open_page(1180, 820, has_touch=True), server).sit_at(host)


@pytest.fixture
def mara(gm: Gm, open_page: Callable[..., Page]) -> Phone:
    return Phone(open_page(390, 844, has_touch=True, is_mobile=True), gm.server).join(gm.host, "Ana", "Mara")


@pytest.fixture
def tomas(gm: Gm, open_page: Callable[..., Page]) -> Phone:
    return Phone(open_page(360, 640, has_touch=True, is_mobile=True), gm.server).join(gm.host, "Ben", "Tomas")


@pytest.fixture
def big(gm: Gm, open_page: Callable[..., Page]) -> Tv:
    return Tv(open_page(1920, 1080), gm.server).open(gm.links["tv"])


def test_roofs_a_bridge_ropes_and_a_flood(gm: Gm, mara: Phone, tomas: Phone, big: Tv) -> None:
    screens = (gm, mara, tomas, big)
    _leap(gm, mara, screens)
    _bridge(gm, tomas)
    _ropes(gm, tomas)
    _flood(gm, mara, screens)


def _leap(gm: Gm, mara: Phone, screens: tuple[Screen, ...]) -> None:
    """Uncertain, grave, and up to her: dice. Slick is a Burden, so the worst four of five: 4 + 5 + 5 + 6.

    Her words suggest it, she asks that it counts, and the GM's DC agrees.
    """
    mara.declare("Leap between the roofs", "a run-up in heavy rain")
    expect(mara.my_check()).to_contain_text("Leap between the roofs")
    slick = mara.open_my_check().get_by_role("button", name="Ask for Slick")
    expect(slick).to_have_attribute("aria-pressed", "false")
    slick.click()
    expect(slick).to_have_attribute("aria-pressed", "true")
    gm.adjust_check("AGI +1", "16 Tough")
    expect(mara.my_check().locator(".to-roll")).to_contain_text("5d6 (keep the worst 4) against DC 16 Tough")
    mara.type_dice(6, 5, 5, 4, 6)
    for screen in screens:
        screen.sees("Critical success")
    expect(mara.my_moment()).to_contain_text("Total 21 against DC 16, margin +5")


def _bridge(gm: Gm, tomas: Phone) -> None:
    """A sturdy bridge in calm weather: success is assumed, nobody rolls."""
    tomas.declare("Cross the sturdy bridge")
    gm.adjust_check("AGI", "12 Easy")
    gm.check().get_by_text("Does it need a roll?").click()
    gm.check().get_by_role("group", name="Can the action both succeed and fail?").get_by_text("No").click()
    expect(tomas.my_check()).to_contain_text("This check needs no dice: the GM says yes or no.")
    expect(tomas.my_check().get_by_role("button", name="Roll")).to_have_count(0)
    gm.check().get_by_role("button", name="Say yes").click()
    tomas.sees("Yes, without a roll")


def _ropes(gm: Gm, tomas: Phone) -> None:
    """Restrained: no running before breaking free; that comes off, and clears it."""
    gm.add_condition("Restrained", "Tomas")
    tomas.declare("Run for the boats")
    gm.adjust_check("AGI", "14 Routine")
    expect(tomas.my_check().locator(".barred")).to_contain_text("Restrained: break free first")
    gm.cancels_check()
    expect(tomas.page.locator("#my-checks .barred")).to_have_count(0)
    tomas.declare("Tear myself loose")
    gm.adjust_check("MIG +2", "14 Routine")
    tomas.type_dice(4, 4, 3, 1)
    expect(tomas.my_moment()).to_contain_text("Total 14 against DC 14, margin 0")
    gm.apply_all()
    expect(tomas.page.locator("#me")).not_to_contain_text("Restrained")


def _flood(gm: Gm, mara: Phone, screens: tuple[Screen, ...]) -> None:
    """A partial success ends both clocks with one roll: partially saved, as the GM decides."""
    gm.host.clock(EVACUATION, 6, filled=5)
    gm.host.clock(FLOOD, 4, filled=3, kind="danger", opposes=gm.host.ids[EVACUATION])
    mara.declare("Coordinate the crowds", "calm and loud")
    gm.adjust_check("PRE +2", "14 Routine", EVACUATION)
    mara.type_dice(4, 3, 2, 2)
    expect(mara.my_moment()).to_contain_text("Total 13 against DC 14, margin -1")
    gm.apply_all()
    for screen in screens:
        screen.sees_clock(EVACUATION, 6, 6).sees_clock(FLOOD, 4, 4)
    gm.sees("complete at the same time: the GM decides")
