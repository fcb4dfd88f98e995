"""The GM's desk: an NPC's dice, choices not sent yet, how it looks."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.host import Host
from tests.browser.lasting_faults import at_rest, still_wrong
from tests.browser.seats import Gm, Phone, Screen, Tv
from tests.browser.server import Server
from tests.browser.test_look import in_the, overflow, violations
from tests.browser.test_scene_first import WHOLE


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
def tv(gm: Gm, open_page: Callable[..., Page]) -> Tv:
    return Tv(open_page(1920, 1080, bypass_csp=True), gm.server).open(gm.links["tv"])


def card(gm: Gm, words: str) -> Locator:
    return gm.page.locator("#checks [data-check]").filter(has_text=words).first


def test_the_gm_taps_in_the_dice_of_an_npc(gm: Gm) -> None:
    """One die more counts meanwhile: what was tapped in stays."""
    gm.host.character("Captain", kind="npc")
    gm.call_for("Captain").adjust_check("MIG", "14 Routine")
    gm.check().get_by_text("Enter Captain's dice").click()
    for face in (6, 5, 4, 3):
        gm.check().get_by_role("button", name=f"Rolled {face}").click()
    gm.check().get_by_role("button", name="Add Setup: +1 Edge").click()
    expect(gm.check().get_by_label("Die 5 of 5")).to_be_visible()
    expect(gm.check().get_by_label("Die 4 of 5")).to_have_value("3")
    gm.check().get_by_role("button", name="Rolled 1").click()
    gm.check().get_by_role("button", name="Use these dice").click()
    expect(gm.check().locator(".outcome")).to_contain_text("real dice")
    expect(gm.check().locator(".sum")).to_contain_text("Total 18")


CUT = """() => {
    const inside = (each, place) => {
        const box = each.getBoundingClientRect(), room = place.getBoundingClientRect();
        return box.left >= room.left - 1 && box.right <= room.right + 1
            && (place.matches(".check-inside") || (box.top >= room.top - 1 && box.bottom <= room.bottom + 1));
    };
    const wrong = (parts, place) => [...document.querySelectorAll(parts)].filter(each =>
        each.checkVisibility() && !inside(each, each.closest(place))).map(each => each.outerHTML);
    return [...wrong("#checks .rolled .die", ".check-set"), ...wrong("#checks .rolled .apply", "#checks"),
        ...wrong("#checks .check-inside *:not(.unseen, .unseen *)", ".check-inside")];
}"""
"""What of a check is not whole on the desk: dice, Apply all, or what is wider than the card."""
COVERED = """() => [...document.querySelectorAll("#checks .rolled .outcome")].filter(each => {
    const { left, top, height } = each.getBoundingClientRect();
    return !document.elementFromPoint(left + 5, top + height / 2)?.closest("#checks");
}).map(each => each.textContent)"""
"""The verdicts on the desk under something else."""


@pytest.mark.parametrize(("width", "height"), [(1180, 820), (820, 1180)])
def test_no_die_and_no_key_is_cut_though_twelve_tags_lie_above(
    server: Server, open_page: Callable[..., Page], width: int, height: int
) -> None:
    host = Host(server, "mettle").asks().has(tags=", ".join(f"Slick boards {n}" for n in range(12)))
    people = {who: host.character(who, stats={"Threat": "5D+3"}) for who in ("Ann", "Thug")}
    gm = Gm(open_page(width, height), server).sit_at(host)
    asked = {"action": "attack", "foes": [people["Ann"]]}
    host.do("check.call", character=people["Thug"], **asked)
    gm.page.locator("#checks").get_by_text("Adjust", exact=True).click()
    gm.page.get_by_text("Enter Thug's dice").click()
    expect(gm.page.get_by_role("button", name="Rolled 6")).to_be_visible()
    assert still_wrong(gm.page, CUT) == []
    for face in (3, 2, 2, 5, 4):
        gm.page.get_by_role("button", name=f"Rolled {face}").click()
    gm.page.get_by_role("button", name="Use these dice").click()
    expect(gm.page.locator("#checks .die")).to_have_count(5)
    expect(gm.page.locator("#notice .as-moment")).to_have_count(1)
    assert at_rest(gm.page).evaluate(COVERED) == [], "the answer to the press lies over the verdict"
    assert still_wrong(gm.page, CUT) == []


def test_upright_what_came_out_is_whole_beside_what_comes_of_it(gm: Gm) -> None:
    check = gm.host.do(
        "check.call", character=gm.host.ids["Mara"], intent="Swing across", attribute="AGI", dc=20
    )["check"]
    gm.host.do("check.roll", check=check, dice=[3, 2, 4, 1])
    expect(gm.check().locator(".die")).to_have_count(4)
    assert still_wrong(gm.page, WHOLE, ["#checks .check-set > *", "#checks .apply"]) == []


def test_choices_not_sent_yet_outlast_what_arrives(gm: Gm) -> None:
    called(gm, "Mara", "Slip away")
    lines = card(gm, "Slip away")
    steps = lines.get_by_role("group", name=re.compile("How much: .*Alarm"))
    steps.get_by_text("1", exact=True).click()
    lines.get_by_label(re.compile("Which: a condition for Mara")).select_option("Dazed")
    called(gm, "Tomas", "Hold the door")
    expect(card(gm, "Hold the door").locator(".outcome")).to_be_visible()
    expect(steps.get_by_label("1", exact=True)).to_be_checked()
    expect(lines.get_by_label(re.compile("Which: a condition for Mara"))).to_have_value("Dazed")
    drop = card(gm, "Hold the door").get_by_role("checkbox", name=re.compile("Leave out: .*Alarm"))
    expect(drop).not_to_have_attribute("data-fresh", "")  # it has just come
    drop.check(force=True)
    lines.get_by_role("button", name="Apply all").click()
    gm.sees_clock("Alarm", 1, 4)
    expect(drop).to_be_checked()


def called(gm: Gm, who: str, intent: str) -> None:
    """A check that a program called and rolled: a failure."""
    fields = {"attribute": "AGI", "dc": 16, "targets": [gm.host.ids["Escape"]]}
    check = gm.host.do("check.call", character=gm.host.ids[who], intent=intent, **fields)["check"]
    gm.host.do("check.roll", check=check, dice=[3, 3, 3, 3])


@pytest.mark.soak
def test_axe_finds_nothing_on_the_desk_in_either_theme(gm: Gm, ana: Phone, tv: Tv) -> None:
    gm.add_tag("Dim Light").add_condition("Frightened", "Mara")
    ana.declare("Sneak in", "stealth")
    gm.adjust_check("AGI", "14 Routine", "Escape", "Assistance", "Tomas")
    expect(ana.my_check().get_by_role("button", name="Roll")).to_be_visible()
    ana.page.locator("#my-dice summary").click()
    expect(ana.page.get_by_role("button", name="Use these dice")).to_be_in_viewport(ratio=1)
    expect(ana.my_check().get_by_role("button", name="Roll")).to_be_hidden()
    expect(tv.page.locator("[data-on]")).to_have_count(0)
    assert _wrong(gm, ana, tv, then="light") == {}
    ana.page.locator("#my-dice summary").click()
    ana.type_dice(2, 2, 1, 1)
    gm.sees("Apply all")
    assert _wrong(gm, ana, tv, then="dark", within="#checks, #moments") == {}


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
