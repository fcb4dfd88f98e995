"""Seed 000, "Investigation vs. Cover-Up", on a tablet, two phones and a TV, with real dice typed in."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.host import Host
from tests.browser.seats import Gm, Phone, Screen, Tv
from tests.browser.server import Server
from tests.browser.test_look import overflow

EXPOSE, COVER = "Expose the Official", "Cover-Up Complete"


@pytest.fixture
def case(server: Server, open_page: Callable[..., Page]) -> Gm:
    """A Razorweave table with two characters and two clocks that race."""
    gm = Gm(open_page(820, 1180, has_touch=True, bypass_csp=True), server)
    host = Host(server, "razorweave", "Harbour").has({EXPOSE: 6, COVER: 4}, people="Mara, Tomas")
    return gm.sit_at(host.race(COVER, against=EXPOSE, on_full="The evidence burns."))


@pytest.fixture
def ana(case: Gm, open_page: Callable[..., Page]) -> Phone:
    page = open_page(390, 844, has_touch=True, is_mobile=True, bypass_csp=True)
    return Phone(page, case.server).join(case.host, "Ana", "Mara")


@pytest.fixture
def ben(case: Gm, open_page: Callable[..., Page]) -> Phone:
    page = open_page(390, 844, has_touch=True, is_mobile=True)
    return Phone(page, case.server).join(case.host, "Ben", "Tomas")


@pytest.fixture
def big(case: Gm, open_page: Callable[..., Page]) -> Tv:
    return Tv(open_page(1920, 1080, bypass_csp=True), case.server).open(case.links["tv"])


@pytest.fixture
def screens(case: Gm, ana: Phone, ben: Phone, big: Tv) -> tuple[Screen, ...]:
    return (case, ana, ben, big)


def test_the_investigation_is_played_and_the_cover_up_wins(
    case: Gm, ana: Phone, ben: Phone, big: Tv, screens: tuple[Screen, ...]
) -> None:
    ana.declare("Search the office", "drawer by drawer")
    case.settle("RSN", "16 Tough", EXPOSE)
    ana.type_dice(6, 5, 4, 3)
    for screen in screens:
        screen.sees("Full success")
    case.apply_all()
    _all_see(screens, expose=2, cover=0)

    ana.declare("Question the clerk", "friendly")
    case.settle("PRE", "14 Routine", EXPOSE)
    ana.type_dice(4, 4, 3, 2)
    expect(big.check()).to_contain_text("Partial success")
    case.apply_all()
    _all_see(screens, expose=3, cover=1)

    case.tick_because(COVER, "The official hears of it and burns papers")
    _all_see(screens, expose=3, cover=2)

    ana.declare("Intercept the papers")
    case.settle("AGI", "16 Tough", EXPOSE)
    ana.tap_dice(3, 3, 3, 3)
    expect(ana.my_check()).to_contain_text("margin -4")
    case.apply_all()
    _all_see(screens, expose=3, cover=4)

    journal = ben.page.locator("#journal")
    for told in (
        "Full success, margin +2, on Search the office",
        "Partial success, margin -1, on Question the clerk",
        "The official hears of it and burns papers",
        "Failure, margin -4, on Intercept the papers",
    ):
        expect(journal).to_contain_text(told)
    for screen in screens:
        expect(screen.clock(COVER)).to_contain_text("The evidence burns.")
        expect(screen.clock(COVER)).to_contain_text(f"Full first: decides against {EXPOSE}")

    case.undo()
    _all_see(screens, expose=3, cover=2)


def _all_see(screens: tuple[Screen, ...], expose: int, cover: int) -> None:
    for screen in screens:
        screen.sees_clock(EXPOSE, expose, 6).sees_clock(COVER, cover, 4)


def test_the_rules_are_a_tap_away_wounds_bleed_on_and_what_blocks_is_said_before_the_roll(
    case: Gm, ana: Phone
) -> None:
    _the_rules_are_one_tap_away_and_searchable(case, ana)
    _wounds_bleed_on_when_the_scene_ends(case, ana)
    _what_blocks_is_said_before_the_roll(case, ana)


def _what_blocks_is_said_before_the_roll(case: Gm, ana: Phone) -> None:
    case.add_condition("Restrained", "Mara")
    ana.declare("Run across the yard", "sprint")
    case.settle("AGI", "14 Routine")
    expect(ana.my_check().locator(".barred")).to_contain_text("break free")
    expect(ana.my_check().get_by_role("button", name="Roll")).to_have_count(0)
    case.check().get_by_role("button", name="Let it pass").click()
    expect(ana.my_check().get_by_role("button", name="Roll")).to_be_visible()


def test_trying_the_same_again_asks_what_has_changed_and_calm_dice_lie_still(
    case: Gm, ana: Phone, open_page: Callable[..., Page]
) -> None:
    calm = Tv(open_page(1920, 1080, reduced_motion="reduce"), case.server).open(case.links["tv"])
    ana.declare("Question the clerk", "friendly")
    case.settle("PRE", "16 Tough")
    ana.type_dice(2, 2, 2, 1)
    ana.sees("Critical failure")
    expect(calm.check().locator(".thrown .die")).to_have_count(4)
    assert calm.page.evaluate("document.getAnimations().length") == 0
    ana.declare("Question the clerk", "friendly")
    ana.sees("Nothing has changed since the last try")
    ana.page.get_by_label("What has changed since?").fill("Tomas holds the door")
    ana.page.get_by_role("button", name="Declare", exact=True).click()
    expect(ana.my_check()).to_contain_text("Tomas holds the door")


def _the_rules_are_one_tap_away_and_searchable(case: Gm, ana: Phone) -> None:
    for screen in (case, ana):
        screen.page.get_by_text("Rules", exact=True).click()
        screen.sees("An ordinary challenge in ordinary circumstances.")
        screen.page.get_by_label("Find", exact=True).fill("bleed")
        expect(screen.page.locator("#reference .entry", has_text="Bleeding").first).to_be_visible()
        expect(screen.page.locator("#reference tr", has_text="Routine")).to_be_hidden()


def test_the_rules_are_a_plain_page_without_scripts(server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page(390, 844, java_script_enabled=False)
    page.goto(f"{server.url}/rules/razorweave", wait_until="domcontentloaded")
    expect(page.get_by_role("rowheader", name="16")).to_be_visible()
    page.get_by_text("How far clocks move").click()
    expect(page.get_by_role("row", name="Critical failure none 2 to 3")).to_be_visible()
    assert overflow(page) <= 0


def _wounds_bleed_on_when_the_scene_ends(case: Gm, ana: Phone) -> None:
    case.add_condition("Bleeding", "Mara")
    case.move("Scenes and zones").get_by_role("button", name="End ").click()
    case.closes()
    case.page.get_by_role("button", name="Accept").first.click()
    ana.sees_clock("Bleeding (Mara)", 1, 4)
