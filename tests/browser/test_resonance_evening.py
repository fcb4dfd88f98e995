"""An evening of the book on a tablet, two phones and a TV: seeds 001 and 002, every number as printed.

A level for Sparks; a Blight that bites; an Enhance for Rook, who spends it; Hide at 14; the bomb.
"""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conduit import PARTS, Conduit
from tests.browser.lasting_faults import at_rest, still_wrong
from tests.browser.seats import Gm, Phone, Screen, Tv
from tests.browser.server import Server
from tests.browser.test_scene_first import WHOLE

pytestmark = pytest.mark.soak
CUT = """words => {
    const { clientWidth, scrollWidth } = document.querySelector(words);
    return !clientWidth || scrollWidth > clientWidth;
}"""
SIZES = {"Threat": 15, "The bomb": 3, "Scene": 5}


def test_an_evening_of_the_book(server: Server, open_page: Callable[..., Page]) -> None:
    conduit = Conduit(server, sparks={"level": 1, "influence": 2})
    gm = Gm(open_page(820, 1180, has_touch=True), server).sit_at(conduit)
    alex, sam = (
        Phone(open_page(390, 844, has_touch=True, is_mobile=True), server).join(conduit, name, who)
        for name, who in (("Alex", "Sparks"), ("Sam", "Rook"))
    )
    tv = Tv(open_page(1920, 1080), server).open(conduit.link("tv"))
    _sparks_reaches_level_two(gm, alex)
    conduit.give("Blight", "Sparks")
    conduit.do("resonance.value.lose", character=conduit.ids["Sparks"], value="hp", amount=3)
    _she_lifts_rook_up(conduit, gm, alex, (sam, tv), sam)
    _rook_adds_his_influence(gm, sam)
    _she_hides(gm, alex, (sam, tv))
    _the_captain_finds_her_with_more_than_fourteen(conduit, gm, (sam, tv))
    _the_bomb(conduit, gm, (gm, alex, sam, tv), tv)
    _two_machines_wait_on_the_gantry(conduit, gm, alex)
    _her_turn_and_an_attack_leave_a_low_phone_its_tags(conduit, gm, alex, tv)


# ---- seed 001: tags and teamwork -------------------------------------------------------------------


def _sparks_reaches_level_two(gm: Gm, alex: Phone) -> None:
    """Two more keywords in Downtime: level 2, and Influence 3."""
    form = gm.move("Level up").get_by_role("form", name="Level up")
    form.get_by_label("Who").select_option(label="Sparks")
    form.get_by_label("Raise stat").select_option(label="Influence")
    form.get_by_role("button", name="Level up").click()
    gm.closes()
    gm.sees("Sparks reaches level 2, with 6 keywords; Influence is now 3")
    expect(alex.page.locator("#my-values")).to_contain_text("Level 2")


def _she_lifts_rook_up(conduit: Conduit, gm: Gm, alex: Phone, others: tuple[Screen, ...], sam: Phone) -> None:
    """An effect of her own: the Blight bites as the dice fall; 8 + 2 + 3 gets through to Rook."""
    _declare(alex, "Lift Rook up", "effect", "influence")
    gm.adjust_check("Rook")
    gives(gm, "Enhance")
    alex.page.locator("#my-dice summary").click()
    real_dice(alex.page, 8, 2)
    for screen in (gm, *others):
        expect(left(screen, conduit.ids["Sparks"], "hp")).to_contain_text("6")
    expect(alex.page.locator("#my-pool")).to_contain_text("Blight: 1 HP lost; nothing can prevent it.")
    expect(pool_tag(alex, "blight")).to_have_count(0)
    expect(pool_tag(sam, "enhance")).to_contain_text("Enhance")


def _rook_adds_his_influence(gm: Gm, sam: Phone) -> None:
    """3 + 2 + 4 only meets an average number; his own Influence on top, 1, is more."""
    _declare(sam, "Lift the hatch", "effort", "brawn")
    gm.adjust_check("9 Average")
    sam.page.locator("#my-dice summary").click()
    real_dice(sam.page, 3, 7)
    expect(sam.page.locator("#moments")).to_contain_text("Total 9 against 9, margin 0")
    sam.page.get_by_role("button", name="Spend Enhance").click()
    expect(sam.page.locator("#moments")).to_contain_text("Total 10 against 9, margin +1")
    expect(pool_tag(sam, "enhance")).to_have_count(0)


def _she_hides(gm: Gm, alex: Phone, others: tuple[Screen, ...]) -> None:
    """Out of sight: 10 + 2 + 2 is 14, which the GM and Alex read."""
    _declare(alex, "Get behind the crates", "hide", "movement")
    gm.adjust_check("In cover")
    alex.page.locator("#my-dice summary").click()
    real_dice(alex.page, 10, 4)
    gm.sees("hidden, TN 14")
    for screen in (alex, *others):
        expect(condition(screen, "Hidden").filter(visible=True).first).to_be_visible()
        expect(condition(screen, "Cover").filter(visible=True).first).to_be_visible()
    for screen in others:
        screen.does_not_see("hidden, TN 14").does_not_see("must beat 14")


def _the_captain_finds_her_with_more_than_fourteen(
    conduit: Conduit, gm: Gm, others: tuple[Screen, ...]
) -> None:
    """Enemies have to beat it: 14 is not enough, 15 is."""
    for main, hidden in ((8, 1), (9, 0)):
        gm.call_for("Captain")
        gm.adjust_check("Search", "Power 4", "Sparks")
        gm.page.get_by_text("Enter Captain's dice").click()
        real_dice(gm.page, main, 2)
        expect(gm.page.locator("#checks .called")).to_have_count(0)
        expect(gm.page.locator(f"[data-holder='{conduit.ids['Sparks']}']")).to_contain_text(
            "hidden, TN 14" if hidden else "Sparks"
        )
    for screen in others:
        expect(condition(screen, "Hidden")).to_have_count(0)


# ---- seed 002: racing the clock --------------------------------------------------------------------


def _the_bomb(conduit: Conduit, gm: Gm, screens: tuple[Screen, ...], tv: Tv) -> None:
    """Threat 15; one roll and a round: 13; the lock: 12; two rounds with the Turret: 10, and the Scene 4."""
    conduit.do("resonance.scene.start", length=5)
    for name in ("Sparks", "Rook"):
        conduit.do("character.edit", character=conduit.ids[name], stats={"level": 3})
    _start_race(gm)
    _stand(screens, {"Threat": 15, "The bomb": 3, "Scene": 5})
    conduit.roll_at("Outer door", "Rook", "brawn", [10, 10, 5, 3])
    gm.page.get_by_role("button", name="Apply now").click()
    _stand(screens, {"Threat": 14, "The bomb": 2})
    gm.page.get_by_role("button", name="Round ends: Threat −1 in The bomb").click()
    _stand(screens, {"Threat": 13})
    conduit.roll_at("Inner door", "Sparks", "technique", [9, 3])
    _stand(screens, {"Threat": 12, "The bomb": 1})
    for threat in (11, 10):
        conduit.do("resonance.race.happen", on="round ends")
        _stand(screens, {"Threat": threat})
    gm.page.get_by_role("button", name="Done: Sentry Turret").click()
    _stand(screens, {"The bomb": 0, "Threat": 10, "Scene": 4})
    for screen in screens:
        expect(screen.page.locator(".nest-outcome")).to_contain_text("Success")
    told = tv.page.locator("#moments")
    expect(told.locator("[data-staged]").first).to_have_text(
        "The bomb: success. The Situation Clock is at 0."
    )
    expect(told).not_to_contain_text("Run out")


def _two_machines_wait_on_the_gantry(conduit: Conduit, gm: Gm, alex: Phone) -> None:
    """The zone, how many, of which kind: four taps at most."""
    conduit.do("zone.add", name="Gantry")
    with gm.in_taps(4):
        gm.page.locator("#scene").get_by_role("link", name="Gantry").click()
        form = gm.page.locator("#inspector").get_by_role("form", name="Bring in NPCs")
        form.get_by_role("group", name="How many").get_by_text("2", exact=True).click()
        form.get_by_role("button", name=re.compile("^Animation")).click()
        made = gm.page.locator("#cast [data-character]").filter(has_text="Animation")
        expect(made.filter(has_text="Gantry")).to_have_count(2)
    conduit.do("pause.set", on=True)
    expect(alex.page.locator(".dock .paused")).to_be_visible()  # which came after them
    alex.does_not_see("Animation")
    conduit.do("pause.set", on=False)


def _her_turn_and_an_attack_leave_a_low_phone_its_tags(conduit: Conduit, gm: Gm, alex: Phone, tv: Tv) -> None:
    """Both stand in two lines; Act leads to the action, what was opened covers neither, a boost is a tap."""
    others = "Old Harrow, Fixer, The Boy"
    conduit.has(people=others).do("resonance.round.start", characters=[conduit.ids["Sparks"]])
    for name in ("Rook", "Captain", *others.split(", ")):
        conduit.do("resonance.round.join", character=conduit.ids[name])
    with gm.in_taps(3):
        gm.call_for("Captain").adjust_check("Attack", "Sparks")
        expect(gm.check().get_by_role("button", name="Roll for them")).to_be_visible()
    expect(gm.check().locator(".stat [aria-pressed=true]")).to_have_text("Power 4")
    conduit.give("Ward", "Sparks")
    page = alex.page
    page.set_viewport_size({"width": 360, "height": 640})
    expect(page.locator("#my-chances .button")).to_have_count(6)
    page.keyboard.press("Escape")  # what she rolled last has been read
    expect(page.locator(".waits .wait").filter(visible=True)).to_have_count(0)
    dock = at_rest(page).locator(".dock").bounding_box()
    assert dock is not None
    assert dock["height"] <= 172
    page.locator("#declare > summary").click()
    expect(page.locator("#my-chances")).to_be_hidden()
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Act", exact=True).click()
    assert still_wrong(page, WHOLE, ["#deeds .nine label", "#deeds .main"]) == []
    with alex.in_taps(1):
        page.locator("#my-chances").get_by_role("button", name="Ward now").click()
        expect(page.locator("#my-chances")).not_to_contain_text("Ward")
    expect(tv.page.locator(".tv-rounds .active b")).to_have_text("Sparks")
    assert not still_wrong(tv.page, CUT, ".tv-rounds .active b"), "whose turn it is, is cut"
    with alex.in_taps(1):
        page.get_by_role("button", name="End turn now").click()
        expect(page.locator("#turn-now")).to_have_count(0)
    expect(tv.page.locator(".tv-rounds .active b")).not_to_have_text("Sparks")
    acts = tv.page.locator(".tv-rounds .active b").inner_text()
    with gm.in_taps(1):
        gm.page.get_by_role("button", name="Next turn").click()
        expect(tv.page.locator(".tv-rounds .active b")).not_to_have_text(acts)


def _start_race(gm: Gm) -> None:
    """The wizard: what must be dealt with, and the level that says how long the threat is."""
    form = gm.move("Start a Race").get_by_role("form", name="Start a Race")
    form.get_by_label("Name of the Race").fill("The bomb")
    for n, part in enumerate(PARTS):
        form.locator(f"[name='parts.{n}.name']").fill(part["name"])
        form.locator(f"[name='parts.{n}.kind']").select_option(part["kind"])
        for field in ("tn", "length"):
            form.locator(f"[name='parts.{n}.{field}']").fill(str(part.get(field, "")))
    expect(form).to_contain_text("party average: 3")
    form.locator("input[name=level][value='3']").check(force=True)
    expect(form.locator("label.budget").nth(2)).to_contain_text("normal threat 15")
    form.get_by_role("button", name="Start the Race").click()
    expect(gm.page.locator("#nest")).to_contain_text("The bomb")
    gm.closes()


def _stand(screens: tuple[Screen, ...], clocks: dict[str, int]) -> None:
    """Every screen has each of these clocks once, in its Situation or a phone's strip, at this number."""
    for screen in screens:
        for name, filled in clocks.items():
            dial = screen.page.locator(f":is(#nest, [data-strip]) svg.dial[aria-label^='{name}: ']")
            expect(dial).to_have_attribute("aria-label", f"{name}: {filled} of {SIZES[name]}")


# ---- hands and eyes --------------------------------------------------------------------------------


def _declare(phone: Phone, intent: str, roll: str, stat: str) -> None:
    phone.page.locator("#declare > summary").click()
    phone.page.get_by_label("What do you want to achieve?").fill(intent)
    phone.page.locator(f"#declare input[value={roll}]").check(force=True)
    phone.page.locator("#declare").get_by_role("button", name=stat.capitalize(), exact=True).click()
    expect(phone.my_check()).to_contain_text(intent)


def gives(gm: Gm, tag: str) -> None:
    """The tag of the effect's keyword, out of a fold of the newest check."""
    gm.check().locator("details.gives > summary").click()
    gm.adjust_check(tag)


def real_dice(page: Page, *faces: int) -> None:
    """Two ten-sided dice, tapped in as they fell."""
    for face in faces:
        page.get_by_role("button", name=f"Rolled {face}", exact=True).click()
    page.get_by_role("button", name="Use these dice").click()


def left(screen: Screen, who: int, value: str) -> Locator:
    """What somebody has left of HP, SP or EP, as a screen says it."""
    return screen.page.locator(f"[data-holder='{who}'] .meter.{value} b").first


def condition(screen: Screen, name: str) -> Locator:
    """A condition of somebody, as everybody reads it."""
    return screen.page.locator("[data-condition], .ails", has_text=name)


def pool_tag(phone: Phone, tag: str) -> Locator:
    return phone.page.locator(f"#my-pool [data-pool-tag={tag}]")
