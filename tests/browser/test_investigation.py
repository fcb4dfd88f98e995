"""Seed 000, "Investigation vs. Cover-Up", on a tablet, a phone and a TV, with real dice typed in."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.host import Host
from tests.browser.lasting_faults import still_wrong
from tests.browser.seats import Gm, Phone, Screen, Tv
from tests.browser.server import Server
from tests.browser.test_scene_first import LIES_OVER

EXPOSE, COVER = "Expose the Official", "Cover-Up Complete"


@pytest.fixture
def case(server: Server, open_page: Callable[..., Page]) -> Gm:
    """A Razorweave table with two characters and two clocks that race."""
    gm = Gm(open_page(820, 1180, has_touch=True), server)
    host = Host(server, "razorweave", "Harbour").has({EXPOSE: 6, COVER: 4}, people="Mara, Tomas")
    return gm.sit_at(host.race(COVER, against=EXPOSE, on_full="The evidence burns."))


@pytest.fixture
def ana(case: Gm, open_page: Callable[..., Page]) -> Phone:
    page = open_page(390, 844, has_touch=True, is_mobile=True)
    return Phone(page, case.server).join(case.host, "Ana", "Mara")


@pytest.fixture
def big(case: Gm, open_page: Callable[..., Page]) -> Tv:
    return Tv(open_page(1920, 1080), case.server).open(case.links["tv"])


def test_a_step_of_the_investigation_and_the_cover_up_wins(case: Gm, ana: Phone, big: Tv) -> None:
    """Declared, settled, rolled with real dice and applied in four taps each; then undone on every screen."""
    screens = (case, ana, big)
    with ana.in_taps(4), case.in_taps(4):
        ana.declare("Search the office", "drawer by drawer")
        case.adjust_check("RSN", "16 Tough", EXPOSE)
        assert not still_wrong(case.page, LIES_OVER), "the toast says again what the desk shows"
        ana.type_dice(6, 5, 4, 3)
        for screen in screens:
            screen.sees("Full success")
        case.apply_all()
    expect(big.newest().locator(".thrown .die")).to_have_count(4)
    assert big.page.evaluate("document.getAnimations().length") == 0, "this TV asked for less motion"
    _all_see(screens, expose=2, cover=0)
    for clock, times in ((EXPOSE, 1), (COVER, 2)):
        case.host.tick(clock, times)
    ana.declare("Intercept the papers")
    case.adjust_check("AGI", "16 Tough", EXPOSE)
    ana.tap_dice(3, 3, 3, 3)
    expect(ana.my_moment()).to_contain_text("margin -4")
    case.apply_all()
    _all_see(screens, expose=3, cover=4)
    for screen in screens:
        expect(screen.clock(COVER)).to_contain_text("The evidence burns.")
        expect(screen.clock(COVER)).to_contain_text(f"Won the race against {EXPOSE}")
    case.undo()
    _all_see(screens, expose=3, cover=2)


def _all_see(screens: tuple[Screen, ...], expose: int, cover: int) -> None:
    for screen in screens:
        screen.sees_clock(EXPOSE, expose, 6).sees_clock(COVER, cover, 4)


def test_the_rules_are_one_tap_away_and_searchable(ana: Phone) -> None:
    ana.page.get_by_text("Rules", exact=True).click()
    ana.sees("An ordinary challenge in ordinary circumstances.")
    ana.page.get_by_label("Find", exact=True).fill("bleed")
    expect(ana.page.locator("#reference .entry", has_text="Bleeding").first).to_be_visible()
    expect(ana.page.locator("#reference tr", has_text="Routine")).to_be_hidden()
