"""What is done ten times an hour, counted in taps at a full table; none of them needs a scroll before it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.lasting_faults import still_wrong
from tests.browser.prompt import is_soon, painted
from tests.browser.seats import Gm, Phone, Tv
from tests.browser.server import Server
from tests.browser.test_look import in_the, overflow, violations
from tests.browser.test_phone import SIZES, a_phone, opened
from tests.browser.test_scene_first import CHECKS, RAIL, WHOLE, build_full_table

pytestmark = pytest.mark.soak

RULESETS = sorted(CHECKS)
COUNT_TAPS = (
    "window.taps = 0; addEventListener('pointerdown', tap => { window.taps += tap.isTrusted; }, true)"
)
OPENED = "#checks .called:target"
DECIDES = [f"{OPENED} {each}" for each in (".check-head h3", ".chance-now", ".to-roll", ".rulings .button")]
"""Who tries, the number, the chance and the ruling: they are in view however far the card is scrolled."""
STANDING = (
    "#tags > [data-tag]",
    "#cast > [data-character] h3",
    "#waits [data-place='1'] .button",
    "#add-text",
)
"""What a check that is open covers nothing of."""
BEARS = ("Curse", "Bless")
CLIMBS = [
    ("razorweave", "AGI", "DC 14 Routine", [6, 6, 5, 5]),
    ("resonance", "Movement", "TN 9 Average", [9, 8]),
]
LIES = f"""each => {{
    each.dataset.tapped = "";
    const beyond = ({WHOLE})(["[data-tapped]"]);
    delete each.dataset.tapped;
    return beyond;
}}"""
TAB = """() => {
    window.tabbed = new Set();
    addEventListener("focusin", (event) => window.tabbed.add(event.target));
}"""
PASSED_BY = """() => [...document.querySelectorAll("a[href], button, input, select, textarea, summary")]
    .filter(each => each.checkVisibility({ visibilityProperty: true }))
    .filter(each => !each.disabled && each.tabIndex >= 0 && (each.type !== "radio" || each.checked))
    .filter(each => !window.tabbed.has(each)).map(each => each.outerHTML.slice(0, 120))"""
"""Controls that no press of the Tab key has come to yet."""
PLACES = """() => [...window.tabbed]
    .map(each => each.closest("[data-strip], .on-tags, .waits, #me, .on-cast")?.className.split(" ")[0])
    .filter((each, at, all) => each && each !== all[at - 1])"""
"""The parts of a phone in the order in which the Tab key comes to them."""


def tabbed_through(page: Page) -> list[str]:
    """Press Tab until the page begins anew; the controls that were not reached."""
    page.evaluate(TAB)
    passed_by: list[str] = []
    for _ in range(8):
        for _ in range(30):
            page.keyboard.down("Tab")  # held: it says so again and again
        page.keyboard.up("Tab")
        passed_by = page.evaluate(PASSED_BY)
        if not passed_by:
            break
    return passed_by


def seated(server: Server, open_page: Callable[..., Page], ruleset: str) -> Gm:
    """A GM at a table as full as a real one, flat; taps are counted from now on."""
    gm = Gm(open_page(1180, 820, has_touch=True, bypass_csp=True), server).sit_at(
        build_full_table(server, ruleset)
    )
    gm.page.evaluate(COUNT_TAPS)
    return gm


@contextmanager
def taps(gm: Gm, most: int) -> Iterator[None]:
    """So many taps of this hand at most, typing not counted."""
    before = gm.page.evaluate("window.taps")
    yield
    assert gm.page.evaluate("window.taps") - before <= most


def tap(gm: Gm, what: Locator) -> None:
    """Tap what lies in view and takes a press; a test's own hand would scroll to it."""
    expect(what).not_to_have_attribute("data-fresh", "")
    for _ in range(100):
        beyond = what.evaluate(LIES)
        if not beyond:
            break
        gm.page.wait_for_timeout(50)  # it was just drawn anew, or has not found its place yet
    assert beyond == []
    what.tap()


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_full_table_is_played_in_a_tap_or_two_or_by_the_tab_key_and_axe_finds_nothing_on_any_screen(
    server: Server, open_page: Callable[..., Page], ruleset: str
) -> None:
    gm = seated(server, open_page, ruleset)
    _what_happens_ten_times_an_hour_takes_a_tap_or_two(gm)
    _the_tab_key_comes_to_everything_and_axe_finds_nothing(gm, open_page, ruleset)
    gm.at_my_table()
    _the_desk_tells_what_is_asked_wherever_one_is_and_with_twice_the_text(gm, ruleset)


def _what_happens_ten_times_an_hour_takes_a_tap_or_two(gm: Gm) -> None:
    with taps(gm, 1):
        tap(gm, gm.page.get_by_role("button", name="Tick Cover"))
        gm.sees_clock("Cover", 1, 4)
    with taps(gm, 1):
        tap(gm, gm.page.get_by_role("button", name="Take back a tick of Cover"))
        gm.sees_clock("Cover", 0, 4)
    with taps(gm, 0):
        gm.says("Bell 4").sees_clock("Bell", 0, 4)
        gm.says("#Ash").sees_tag("Ash")
        gm.says("@Zoe")
        expect(gm.page.locator("#cast [data-character]").filter(has_text="Zoe")).to_be_visible()
    with taps(gm, 2):
        tap(gm, gm.page.get_by_role("link", name="Add condition to The Boy"))
        expect(gm.page.locator("#add-text")).to_be_focused()
        gm.page.keyboard.type("Hurt")
        gm.page.keyboard.press("Enter")
        boy = gm.page.locator("#cast [data-character]").filter(has_text="The Boy")
        expect(boy.locator("[data-condition]")).to_have_text("Hurt")
    with taps(gm, 2):
        tap(gm, gm.page.locator("#tags").get_by_role("link", name="Slick"))
        tap(gm, gm.page.locator("#inspector").get_by_role("button", name="Secret", exact=True))
        expect(gm.page.locator("#tags")).to_contain_text("Slick (secret)")
        gm.page.keyboard.press("Escape")
    with taps(gm, 1):
        tap(gm, gm.page.locator("#waits").get_by_role("button", name="Accept"))
        gm.sees_tag("Broken glass")


def _the_desk_tells_what_is_asked_wherever_one_is_and_with_twice_the_text(gm: Gm, ruleset: str) -> None:
    gm.page.set_viewport_size({"width": 820, "height": 1180})
    gm.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    mara = gm.host.ids["Mara"]

    def proposed(number: int) -> float:
        tag = {"do": "tag.add", "name": f"Hole {number}"}
        return painted(gm.page, gm.host, "#waits", tag["name"], do="proposal.make", command=tag)[0]

    def declared(number: int) -> float:
        words = f"Step {number}"
        took, _ = painted(gm.page, gm.host, "#waits", words, do="check.call", character=mara, intent=words)
        return took

    for asked in (proposed, *([declared] if CHECKS[ruleset] else [])):
        assert is_soon(asked)
        assert still_wrong(gm.page, WHOLE, ["#waits [data-place='1'] .button"]) == []
    gm.page.evaluate("document.documentElement.style.fontSize = '200%'")
    for width, height in ((820, 1180), (1180, 820)):
        gm.page.set_viewport_size({"width": width, "height": height})
        assert overflow(gm.page) == 0, width


def _the_tab_key_comes_to_everything_and_axe_finds_nothing(
    gm: Gm, open_page: Callable[..., Page], ruleset: str
) -> None:
    scene = gm.host.do("scene.add", name="Guildhall")["scene"]
    oil = {"do": "tag.add", "name": "Spilled oil"}
    gm.host.do("proposal.make", command=oil, because="I broke the barrel")
    expect(gm.page.locator("#waits")).to_contain_text("Spilled oil")
    found = {"gm": violations(gm.page)}
    assert tabbed_through(gm.page) == []
    vera = Phone(a_phone(open_page, bypass_csp=True), gm.server).join(gm.host, "Vera", "Vesna")
    assert tabbed_through(vera.page) == []
    waits, roll = (["waits"], [".waits .roll"]) if CHECKS[ruleset] else ([], [])
    places = [each for each in vera.page.evaluate(PLACES) if waits or each != "waits"]  # what just happened
    assert places == ["on-clocks", "on-tags", *waits, "me", "area"]
    _holds_twice_the_text(vera, roll)
    gm.host.condition("Limping", "Vesna")
    expect(vera.page.locator("#me [data-condition]")).to_contain_text("Limping")
    vera.page.evaluate("document.querySelectorAll('main details').forEach(each => { each.open = true; })")
    found["phone"] = violations(vera.page)
    vera.page.close()
    tv = Tv(open_page(1920, 1080, bypass_csp=True), gm.server).open(gm.links["tv"])
    found["tv"] = violations(tv.page)
    tv.page.close()
    if CHECKS[ruleset]:
        gm.page.locator("#waits").get_by_role("link", name="Open").first.click()
        found["desk"] = _wrong(gm.page, "#checks")
    if ruleset == "mettle":
        found |= _what_all_games_share(gm, scene)
    assert {name: faults for name, faults in found.items() if faults} == {}


def _what_all_games_share(gm: Gm, scene: int) -> dict[str, list[str]]:
    """What is wrong with the inspector of a clock and with a desk that prepares, among a game's own parts."""
    gm.inspect("Cover")
    found = {"inspector": _wrong(gm.page, "#inspector")}
    gm.page.goto(f"{gm.host.address}?prepare={scene}", wait_until="domcontentloaded")
    expect(gm.page.locator("#head")).to_contain_text("Preparing Guildhall")
    return found | {"prepare": _wrong(gm.page)}


def _holds_twice_the_text(phone: Phone, roll: list[str]) -> None:
    opened(phone).page.evaluate("document.documentElement.style.fontSize = '200%'")
    for width, height in SIZES:
        phone.page.set_viewport_size({"width": width, "height": height})
        assert overflow(phone.page) == 0, width
        clocks = ["#clocks > :first-child"] if height >= 640 else []
        assert still_wrong(phone.page, WHOLE, [*roll, *clocks]) == [], width
    phone.page.set_viewport_size({"width": 390, "height": 844})
    phone.page.evaluate("document.documentElement.style.fontSize = ''")


def _wrong(page: Page, within: str = "html") -> list[str]:
    """What axe finds by night, and of the colours by day."""
    found = violations(page, within=within) + in_the(page, "light", within)
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    return found


@pytest.mark.parametrize(("ruleset", "stat", "rung", "dice"), CLIMBS)
def test_from_a_declared_climb_to_the_tick_in_three_taps_of_the_gm_and_three_of_the_player(
    server: Server, open_page: Callable[..., Page], ruleset: str, stat: str, rung: str, dice: list[int]
) -> None:
    gm = seated(server, open_page, ruleset)
    gm.host.asks()
    for tag in BEARS if ruleset == "resonance" else ():
        gm.host.do("resonance.pool.add", character=gm.host.ids["Mara"], tag=tag)
    ana = Phone(a_phone(open_page), server).join(gm.host, "Ana", "Mara")
    with ana.in_taps(2):
        ana.page.locator("#declare > summary").tap()
        ana.page.get_by_label("What do you want to achieve?").fill("Climb the wall")
        ana.page.locator("#declare").get_by_role("button", name=stat, exact=True).tap()
        expect(gm.page.locator("#waits")).to_contain_text("Mara: Climb the wall")
    expect(ana.my_check()).not_to_contain_text("Roll")
    check = next(
        each["id"] for each in gm.host.sees()["checks"] if each["intent"] == "Climb the wall" and each["seat"]
    )
    with taps(gm, 3):
        tap(gm, gm.page.locator("#waits").get_by_role("button", name=f"{rung} for Mara: Climb the wall"))
        roll = ana.my_check().get_by_role("button", name="Roll")
        expect(roll).to_be_visible()
        assert still_wrong(ana.page, WHOLE, [".waits .roll"]) == [], (
            "the third of the player's taps needs a scroll"
        )
        aim = gm.page.locator(f"{OPENED} .clocks-aimed")
        expect(aim.locator("[aria-pressed=true]")).to_have_count(0)
        tap(gm, aim.get_by_role("button", name="Cover"))
        expect(aim.locator("[aria-pressed=true]")).to_have_text("Cover")
        for width, height in ((820, 1180), (1180, 820)):
            gm.page.set_viewport_size({"width": width, "height": height})
            gm.page.locator(OPENED).evaluate("each => each.scrollIntoView()")
            assert still_wrong(gm.page, WHOLE, [*DECIDES, *RAIL, *STANDING]) == [], width
        gm.host.do("check.roll", check=check, dice=dice)
        tap(gm, gm.page.get_by_role("button", name="Apply all"))
        expect(gm.clock("Cover")).not_to_have_attribute("data-filled", "0")
        assert still_wrong(gm.page, WHOLE, ["#clocks h3"]) == [], "the clocks stayed out of view"
