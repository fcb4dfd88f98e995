"""The GM's desk: group checks, secret ones, an NPC's dice, choices not sent yet, how many taps."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.host import Host
from tests.browser.rest import still_wrong
from tests.browser.seats import Gm, Phone, Screen, Tv
from tests.browser.server import Server
from tests.browser.test_look import in_the, overflow, violations
from tests.browser.test_scene_first import LIES_OVER


@pytest.fixture
def gm(server: Server, open_page: Callable[..., Page]) -> Gm:
    host = Host(server, "razorweave", "Harbour").has({"Escape": 6, "Alarm": 4}, people="Mara, Tomas")
    gm = Gm(open_page(820, 1180, has_touch=True, bypass_csp=True), server)
    return gm.sit_at(host.race("Alarm", against="Escape"))


@pytest.fixture
def ana(gm: Gm, open_page: Callable[..., Page]) -> Phone:
    page = open_page(390, 844, has_touch=True, is_mobile=True, bypass_csp=True)
    return Phone(page, gm.server).join(gm.host, "Ana", "Mara")


@pytest.fixture
def ben(gm: Gm, open_page: Callable[..., Page]) -> Phone:
    page = open_page(390, 844, has_touch=True, is_mobile=True, bypass_csp=True)
    return Phone(page, gm.server).join(gm.host, "Ben", "Tomas")


@pytest.fixture
def tv(gm: Gm, open_page: Callable[..., Page]) -> Tv:
    return Tv(open_page(1920, 1080, bypass_csp=True), gm.server).open(gm.links["tv"])


def card(gm: Gm, words: str) -> Locator:
    return gm.page.locator("#checks [data-check]").filter(has_text=words).first


def test_declare_to_result_in_four_taps_and_help_gives_edge(gm: Gm, ana: Phone, tv: Tv) -> None:
    _declare_to_result_in_four_taps_and_three_for_the_gm(gm, ana)
    _help_gives_edge_and_one_may_stand_for_all(gm, ana, tv)


def _declare_to_result_in_four_taps_and_three_for_the_gm(gm: Gm, ana: Phone) -> None:
    with ana.in_taps(4), gm.in_taps(3):
        ana.page.locator("#declare > summary").click()
        ana.page.get_by_role("button", name="Declare", exact=True).click()
        gm.settle("RSN", "12 Easy")
        assert not still_wrong(gm.page, LIES_OVER), "the toast says again what the desk shows"
        ana.roll()
        expect(ana.my_check().locator(".outcome")).to_be_visible()
        gm.page.locator("#checks").get_by_role("button", name=re.compile("Apply all|Done")).first.click()
        expect(gm.page.locator("#checks .rolled")).to_have_count(0)


def _help_gives_edge_and_one_may_stand_for_all(gm: Gm, ana: Phone, tv: Tv) -> None:
    ana.declare("Lift the gate")
    gm.settle("MIG", "14 Routine", "Assistance", "Tomas")
    for screen in (ana.my_check(), gm.check(), tv.check()):
        expect(screen).to_contain_text("With Tomas")
        expect(screen).to_contain_text("5d6, keep the best 4")
    gm.settle("Representative")
    for screen in (ana.my_check(), gm.check(), tv.check()):
        expect(screen).to_contain_text("Together with Tomas")
        expect(screen).to_contain_text("4d6")
    ana.type_dice(4, 4, 4, 4)
    tv.sees("Full success")


def test_everyone_takes_a_risk_and_the_most_interesting_combination_counts(
    gm: Gm, ana: Phone, ben: Phone, tv: Tv
) -> None:
    ana.declare("Cross the yard unseen")
    gm.settle("AGI", "14 Routine", "Escape", "Split risks")
    gm.check().get_by_role("button", name="Tomas", exact=True).click()
    expect(gm.page.locator("#checks .called")).to_have_count(2)
    ben.sees("Cross the yard unseen")
    ana.type_dice(5, 5, 4, 4)
    expect(gm.page.get_by_role("button", name="Apply all")).to_have_count(0)
    ben.type_dice(3, 3, 2, 2)
    for screen in (gm, ana, ben, tv):
        expect(screen.page.locator("body")).to_contain_text("Mara: full success; Tomas: failure.")
    gm.apply_all()
    for screen in (gm, ana, ben, tv):
        screen.sees_clock("Escape", 2, 6).sees_clock("Alarm", 2, 4)
    gm.undo()
    for screen in (gm, ana, ben, tv):
        screen.sees_clock("Escape", 0, 6).sees_clock("Alarm", 0, 4)


def test_a_secret_check_is_rolled_behind_the_screen_and_an_npcs_dice_are_tapped_in(
    gm: Gm, ana: Phone, tv: Tv
) -> None:
    _a_secret_check_is_rolled_behind_the_screen(gm, ana, tv)
    _the_gm_taps_in_the_dice_of_an_npc(gm)


def _a_secret_check_is_rolled_behind_the_screen(gm: Gm, ana: Phone, tv: Tv) -> None:
    gm.says("Tomas: Xanadu patrol notices")
    ana.sees("Xanadu patrol notices")
    gm.check().get_by_role("link", name="More about the check of Tomas").click()
    gm.page.locator("#inspector").get_by_label("Who sees it").select_option(label="the GM alone")
    gm.page.get_by_role("button", name="Save").click()
    gm.is_live().settle("RSN", "14 Routine")
    for screen in (ana, tv):
        screen.no_longer_sees("Xanadu")
    gm.check().get_by_role("button", name="Roll for them").click()
    expect(gm.check().locator(".outcome")).to_be_visible()
    gm.add_tag("Wind")
    for screen in (ana, tv):
        screen.sees_tag("Wind")  # which came after it
        screen.does_not_see("Xanadu")
        assert screen.page.locator("[data-check]").count() == 0


def _the_gm_taps_in_the_dice_of_an_npc(gm: Gm) -> None:
    gm.add_by_hand("npc", "Captain")
    gm.call_for("Captain").settle("MIG", "14 Routine")
    gm.check().get_by_text("Real dice of Captain").click()
    for face in (6, 5, 4, 3):
        gm.check().get_by_role("button", name=f"Fell: {face}").click()
    gm.check().get_by_role("button", name="Add Setup: +1 Edge").click()
    expect(gm.check().get_by_label("Die 5 of 5")).to_be_visible()
    expect(gm.check().get_by_label("Die 4 of 5")).to_have_value("3")
    gm.check().get_by_role("button", name="Fell: 1").click()
    gm.check().get_by_role("button", name="Use these dice").click()
    expect(gm.check().locator(".outcome")).to_contain_text("real dice")
    expect(gm.check().locator(".sum")).to_contain_text("Total 18")


def test_choices_not_sent_yet_outlast_what_arrives(gm: Gm, ana: Phone, ben: Phone) -> None:
    ana.declare("Slip away")
    gm.settle("AGI", "16 Tough", "Escape")
    ana.type_dice(3, 3, 3, 3)
    lines = card(gm, "Slip away")
    steps = lines.get_by_role("group", name=re.compile("How much: .*Alarm"))
    steps.get_by_text("1", exact=True).click()
    lines.get_by_label(re.compile("a condition for Mara: which")).select_option("Dazed")
    ben.declare("Hold the door")
    expect(card(gm, "Hold the door")).to_be_visible()
    gm.settle("MIG", "12 Easy")
    ben.type_dice(3, 3, 3, 3)
    expect(card(gm, "Hold the door").locator(".outcome")).to_be_visible()
    expect(steps.get_by_label("1", exact=True)).to_be_checked()
    expect(lines.get_by_label(re.compile("a condition for Mara: which"))).to_have_value("Dazed")
    drop = card(gm, "Hold the door").get_by_role("checkbox", name=re.compile("Leave out: .*Escape"))
    drop.check(force=True)
    lines.get_by_role("button", name="Apply all").click()
    gm.sees_clock("Alarm", 1, 4)
    expect(drop).to_be_checked()


def test_axe_finds_nothing_on_the_desk_in_either_theme(gm: Gm, ana: Phone, tv: Tv) -> None:
    gm.add_tag("Dim Light").add_condition("Frightened", "Mara")
    ana.declare("Sneak in", "stealth")
    gm.settle("AGI", "14 Routine", "Escape", "Assistance", "Tomas")
    expect(ana.my_check().get_by_role("button", name="Roll")).to_be_visible()
    ana.page.locator("#my-dice summary").click()
    expect(ana.page.get_by_role("button", name="Use these dice")).to_be_in_viewport(ratio=1)
    expect(ana.my_check().get_by_role("button", name="Roll")).to_be_hidden()
    expect(tv.page.locator("#moment")).to_be_hidden()
    assert _wrong(gm, ana, tv, then="light") == {}
    ana.page.locator("#my-dice summary").click()
    ana.type_dice(2, 2, 2, 2, 1, 1)
    gm.sees("Apply all")
    assert _wrong(gm, ana, tv, then="dark", within="#checks, #my-checks") == {}


def _wrong(*screens: Screen, then: str, within: str = "html") -> dict[str, list[str]]:
    """What is wrong in the theme that the screens stand in, and in the one they are put into then."""
    found = {}
    for screen in screens:
        screen.page.evaluate("document.getAnimations().forEach(each => each.finish())")
        assert overflow(screen.page) <= 0
        stays_dark = isinstance(screen, Tv)
        colours = [] if stays_dark else in_the(screen.page, then, within)
        found[type(screen).__name__] = violations(screen.page, within=within) + colours
    return {name: each for name, each in found.items() if each}
