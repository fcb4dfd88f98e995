"""The scene is the furniture of phone and tablet: it needs no scrolling, nor does what waits."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser.host import Host
from tests.browser.lasting_faults import at_rest, still_wrong
from tests.browser.prompt import SOON, is_soon, painted
from tests.browser.seats import Gm, Phone
from tests.browser.server import Server
from tests.browser.test_phone import a_phone
from tests.streams import bounded

WHOLE = Path(__file__).with_name("whole.js").read_text(encoding="utf-8")
CLOCKS = {
    "Expose the smugglers": 6,
    "Cover": 4,
    "The watch arrives": 6,
    "Oil catches fire": 8,
    "Break the door": 4,
    "Chase the ledger": 6,
    "Alarm": 5,
    "Storm": 10,
}
TAGS = "Slick, Dark, Cramped, Crates everywhere, Rain on tin, Hanging chains, Lantern light, Smoke"
MORE_TAGS = "Narrow stairs, Wet ropes, Loose planks, High windows"
CONDITIONS = ("Angry", "Tired", "Limping", "Marked")
CHECKS: dict[str, dict[str, Any]] = {
    "freeform": {},
    "razorweave": {"attribute": "AGI", "dc": 14},
    "resonance": {"roll": "effort", "stat": "force", "tn": 9},
    "mettle": {"action": "use", "difficulty": 4},
}
DIALS = "[data-strip] .dial"
NAMES = "[data-strip] h3"
SMALLEST = """() => [
    Math.min(...[...document.querySelectorAll("[data-strip] .dial")].map(each => each.clientWidth)),
    Math.min(...[...document.querySelectorAll("[data-strip] h3")]
        .map(each => parseFloat(getComputedStyle(each).fontSize)))]"""
WORDS_ON_DIALS = """() => [...document.querySelectorAll("[data-strip] .versus")].filter(each => {
    const range = document.createRange();
    range.selectNodeContents(each);
    const word = range.getBoundingClientRect();
    return [...document.querySelectorAll("[data-strip] .dial")].some(each => {
        const dial = each.getBoundingClientRect();
        const x = dial.left + dial.width / 2, y = dial.top + dial.height / 2;
        const across = Math.min(Math.max(x, word.left), word.right) - x;
        const down = Math.min(Math.max(y, word.top), word.bottom) - y;
        return Math.hypot(across, down) < dial.width / 2;
    });
}).map(each => each.textContent)"""
"""What is said between two dials and lies on one."""
SCROLLED = """for (const each of document.querySelectorAll("html, body *:not(.on-clocks, .on-clocks *)"))
    each.scrollTop = each.scrollHeight"""
TURNED = """async (wide) => {
    const drawn = () => new Promise(requestAnimationFrame);
    while (innerWidth !== wide) await drawn();
    await drawn();
    return document.documentElement.scrollHeight;
}"""
"""How long the page is once the phone has been turned."""
PUSHED = """document.querySelector("main").prepend(
    Object.assign(document.createElement("hr"), { style: "height: 20rem" }))"""


def full(server: Server, ruleset: str) -> Host:
    """Eight clocks, eight tags, Mara with four conditions and, where the game rolls, a check to roll."""
    host = Host(server, ruleset).has(clocks=CLOCKS, tags=TAGS)
    host.character("Mara", **({"stats": {"POISE": 3}} if ruleset == "mettle" else {}))
    for name in CONDITIONS:
        host.condition(name, "Mara")
    if CHECKS[ruleset]:
        host.do("check.call", character=host.ids["Mara"], intent="Climb the wall", **CHECKS[ruleset])
    return host


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", sorted(CHECKS))
def test_the_scene_me_and_what_waits_lie_in_the_first_view_of_a_phone(
    server: Server, open_page: Callable[..., Page], ruleset: str
) -> None:
    host = full(server, ruleset)
    ana = Phone(a_phone(open_page), server).join(host, "Ana", "Mara")
    shown = [
        DIALS,
        NAMES,
        ".tags > [data-tag]",
        "#me h2",
        "#me [data-condition]",
        *([".waits .roll"] if CHECKS[ruleset] else []),
    ]
    for width, height in ((390, 844), (360, 640)):
        ana.page.set_viewport_size({"width": width, "height": height})
        ana.page.evaluate("scrollTo(0, 0)")
        ana.page.locator("[data-strip]:not([data-small])").wait_for()
        assert still_wrong(ana.page, WHOLE, shown) == [], (width, height)
        dial, letters = at_rest(ana.page).evaluate(SMALLEST)
        assert dial >= 48
        assert letters >= 12

        ana.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        ana.page.locator("[data-strip][data-small]").wait_for()
        assert still_wrong(ana.page, WHOLE, [DIALS]) == []
    _twelve_tags_and_a_turn_leave_me_in_view(host, ana, ruleset)
    host.do("clock.edit", clock=host.ids["Cover"], opposes=host.ids["Expose the smugglers"])
    ana.page.locator("[data-small] .pair-of-clocks").wait_for()
    assert ana.page.evaluate(SMALLEST)[0] >= 30, "two that race are dots"

    ana.page.evaluate("scrollTo(0, 0)")
    ana.page.locator("[data-strip]:not([data-small]) .versus").wait_for()
    assert still_wrong(ana.page, WORDS_ON_DIALS) == []
    ana.page.evaluate(PUSHED)
    assert ana.page.evaluate(WHOLE, shown), "something pushed the scene away, and nobody noticed"


def _twelve_tags_and_a_turn_leave_me_in_view(host: Host, ana: Phone, ruleset: str) -> None:
    host.has(tags=MORE_TAGS)
    if ruleset == "mettle":
        host.do("mettle.initiative.start", first=host.ids["Mara"])
        expect(ana.page.locator("#m-turn")).to_contain_text("Your turn")
    expect(ana.page.locator(".tags > [data-tag]")).to_have_count(12)
    ana.page.evaluate("scrollTo(0, 0)")
    ana.page.locator("[data-strip]:not([data-small])").wait_for()
    assert still_wrong(ana.page, WHOLE, [DIALS, ".tags > [data-tag]", "#me h2"]) == []
    if ruleset == "mettle":
        _a_turn_and_a_twist_wait_side_by_side(host, ana)
    ana.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")


def _a_turn_and_a_twist_wait_side_by_side(host: Host, ana: Phone) -> None:
    host.do("mettle.initiative.end")
    pull = {"action": "use", "attribute": "POISE", "difficulty": 4}
    check = host.do("check.call", character=host.ids["Mara"], **pull)["check"]
    host.do("check.roll", check=check, dice=[1, 4, 4])
    host.do("mettle.twist.offer", check=check, text="The rope frays")
    host.do("mettle.initiative.start", first=host.ids["Mara"])
    expect(ana.page.locator("#m-turn .button")).to_have_count(1)
    expect(ana.page.locator("#m-offer .button.main")).to_have_count(1)
    assert still_wrong(ana.page, WHOLE, ["#m-turn .button", "#m-offer .button.main"]) == []


def test_more_clocks_than_fit_go_on_sideways_and_what_changes_comes_into_view(
    server: Server, open_page: Callable[..., Page]
) -> None:
    host = Host(server).has(clocks={f"Clock {n}": 4 for n in range(1, 31)}, people="Mara")
    ana = Phone(a_phone(open_page), server).join(host, "Ana", "Mara")
    assert at_rest(ana.page).evaluate("document.documentElement.scrollWidth") == 390
    last = [f"#clock-{host.ids['Clock 29']} .dial"]
    assert ana.page.evaluate(WHOLE, last)
    host.do("clock.tick", clock=host.ids["Clock 29"], by=1)
    ana.sees_clock("Clock 29", 1, 4)
    expect(ana.page.locator(*last)).to_be_in_viewport(ratio=0.99)
    gm = Gm(open_page(1180, 820, has_touch=True), server).sit_at(host)
    for width, height in ((1180, 820), (820, 1180)):
        gm.page.set_viewport_size({"width": width, "height": height})
        expect(gm.page.locator(".on-clocks")).to_have_attribute("data-more", re.compile(r"^\d\d$"))
        gm.page.locator(".on-clocks").evaluate("each => each.scrollTop = 0")
        assert gm.page.evaluate(WHOLE, last)
        host.do("clock.tick", clock=host.ids["Clock 29"], by=1)
        expect(gm.page.locator(*last)).to_be_in_viewport(ratio=0.99)

    ana.page.set_viewport_size({"width": 844, "height": 390})
    ana.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    ana.page.locator("[data-strip][data-small]").wait_for()
    ana.page.set_viewport_size({"width": 390, "height": 844})
    small = ana.page.evaluate(TURNED, 390)
    ana.page.evaluate("scrollTo(0, 0)")
    ana.page.locator("[data-strip]:not([data-small])").wait_for()
    assert ana.page.evaluate(TURNED, 390) == small, "what lies below the strip jumps when it grows"


LIES_OVER = """() => document.querySelector(".toast").getBoundingClientRect().height > 1
    || document.querySelector(".toast-close").checkVisibility()"""
"""A toast is seen, or the Tab key comes to its button."""
STUB = "() => { window.buzzed = []; navigator.vibrate = (long) => window.buzzed.push(long); }"
TURNS = {
    "resonance": ("resonance.round", "characters", "#turn-now"),
    "mettle": ("mettle.initiative", "first", "#m-turn"),
}


def test_a_roll_and_ones_turn_come_into_view_and_buzz_unless_this_phone_never_buzzes(
    server: Server, open_page: Callable[..., Page]
) -> None:
    host = Host(server, "mettle").has(clocks=CLOCKS, tags=TAGS)
    wall = {"character": host.character("Mara", stats={"POISE": 3}), **CHECKS["mettle"]}
    ana = Phone(a_phone(open_page), server).join(host, "Ana", "Mara")
    ana.page.evaluate(STUB)
    ana.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    check = host.do("check.call", intent="Climb the wall", **wall)["check"]
    expect(ana.page.locator("#my-checks")).to_contain_text("Climb the wall")
    assert still_wrong(ana.page, WHOLE, [".waits .roll"]) == []
    assert _buzzes(ana, 1) == [[80, 60, 80]]
    host.do("check.cancel", check=check)
    expect(ana.page.locator("#my-checks .called")).to_have_count(0)

    host.do("mettle.initiative.start", first=host.ids["Mara"])
    expect(ana.page.locator("#m-turn")).to_contain_text("Your turn")
    assert still_wrong(ana.page, WHOLE, ["#m-turn b", "#m-turn .button"]) == []
    assert _buzzes(ana, 2) == [[80, 60, 80]] * 2
    host.do("mettle.initiative.end")

    ana.page.get_by_text("This phone", exact=True).tap()
    ana.page.get_by_text("No vibration").tap()
    host.do("check.call", intent="Down again", **wall)
    ana.roll()
    ana.page.locator("#moments .verdict").wait_for()
    assert not still_wrong(ana.page, LIES_OVER), "the toast says again what the open result says"
    assert len(ana.page.evaluate("window.buzzed")) == 2


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", sorted(each for each in CHECKS if CHECKS[each]))
def test_a_roll_and_ones_turn_are_told_at_once_wherever_one_has_scrolled_and_buzz(
    server: Server, open_page: Callable[..., Page], ruleset: str
) -> None:
    host = Host(server, ruleset).has(clocks=CLOCKS, tags=TAGS)
    mara = host.character("Mara", **({"stats": {"POISE": 3}} if ruleset == "mettle" else {}))
    ana = Phone(a_phone(open_page), server).join(host, "Ana", "Mara")
    ana.page.evaluate(STUB)
    ana.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")

    def to_roll(number: int) -> float:
        wall = {"do": "check.call", "character": mara, "intent": f"Climb wall {number}", **CHECKS[ruleset]}
        took, made = painted(ana.page, host, "#my-checks", wall["intent"], **wall)
        assert still_wrong(ana.page, WHOLE, [".waits .roll"]) == []
        assert _buzzes(ana, number) == [[80, 60, 80]] * number
        host.do("check.cancel", check=made["check"])
        expect(ana.page.locator("#my-checks .called")).to_have_count(0)
        return took

    assert is_soon(to_roll)
    _asks_when_it_is_ones_turn(host, ana, ruleset)

    ana.page.get_by_text("This phone", exact=True).tap()
    ana.page.get_by_text("No vibration").tap()
    ana.page.evaluate(STUB)
    host.do("check.call", character=mara, intent="Down again", **CHECKS[ruleset])
    ana.roll()
    ana.page.locator("#moments .verdict").wait_for()
    assert not still_wrong(ana.page, LIES_OVER), "the toast says again what the open result says"
    assert ana.page.evaluate("window.buzzed") == []
    ana.sleep()
    asleep, _ = painted(
        ana.page, host, ".waits", "Wake up", 400,
        do="check.call", character=mara, intent="Wake up", **CHECKS[ruleset],
    )  # fmt: skip
    assert asleep > SOON, "a page that hears nothing was in time"


def _buzzes(ana: Phone, number: int) -> Any:
    """All of them, once there are so many."""
    ana.page.wait_for_function("number => window.buzzed.length >= number", arg=number)
    return ana.page.evaluate("window.buzzed")


def _asks_when_it_is_ones_turn(host: Host, ana: Phone, ruleset: str) -> None:
    """In the games that have turns: in view, in time, with a buzz of its own."""
    if ruleset not in TURNS:
        return
    rounds, field, place = TURNS[ruleset]
    first = host.ids["Mara"] if field == "first" else [host.ids["Mara"]]

    def turn(number: int) -> float:
        ana.page.evaluate(STUB)
        took, _ = painted(ana.page, host, place, "Your turn", do=f"{rounds}.start", **{field: first})
        assert still_wrong(ana.page, WHOLE, [f"{place} b", f"{place} .button"]) == []
        assert _buzzes(ana, 1) == [[80, 60, 80]]
        host.do(f"{rounds}.end")
        expect(ana.page.locator(place).filter(visible=True)).to_have_count(0)
        return took

    assert is_soon(turn)


# ---- the GM's tablet -------------------------------------------------------------------------------

CAST = "Mara, Tobin, Bruno, Vesna, Fixer, Old Harrow, Captain Ilse, The Boy"
FULL = [
    "#clocks [data-clock] .dial",
    "#clocks [data-clock] h3",
    "#tags > [data-tag]",
    "#cast > [data-character] h3",
    "#cast [data-condition]",
    "#add-text",
    "#bar .undo, .dock .undo",
    "#waits .button:not([data-later])",
    ".top-keys a[href$='/moves']",
]
RAIL = ["#clocks .dial", "#clocks h3", "#clocks .tick"]
"""What the desk of a check does not push away from a tablet: every clock, to be ticked and taken back."""
FIRST_STEPS = """() => [...document.querySelectorAll(".on-now > *")]
    .filter((each, at, all) => all.slice(0, at).some(one => one.matches(".tour, .first-steps")))
    .filter(each => !each.matches(".tour, .first-steps")).map(each => each.id)"""
"""What comes after the first steps of a new table and would be pushed down by them."""


def build_full_table(server: Server, ruleset: str) -> Host:
    """Set up a table as full as a real one: six clocks in a game with a stage, else eight."""
    staged = ruleset in ("resonance", "mettle")
    clocks = dict(list(CLOCKS.items())[: 6 if staged else 8])
    host = Host(server, ruleset).has(clocks=clocks, tags=f"{TAGS}, {MORE_TAGS}", people=CAST)
    for who in ("Mara", "Tobin", "Bruno"):
        for name in ("Tired", "Marked"):
            host.condition(name, who)
    if staged:
        for name in ("Pier", "Loading floor", "Office", "Roof"):
            host.do("zone.add", name=name)
    host.do("proposal.make", command={"do": "tag.add", "name": "Broken glass"}, because="I threw the lamp")
    if CHECKS[ruleset]:
        host.do("check.call", character=host.ids["Vesna"], intent="Climb the wall", **CHECKS[ruleset])
    return host


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", sorted(CHECKS))
def test_the_scene_and_what_waits_lie_in_the_first_view_of_a_tablet_and_no_edit_moves_them(
    server: Server, open_page: Callable[..., Page], ruleset: str
) -> None:
    gm = Gm(open_page(1180, 820, has_touch=True), server).sit_at(build_full_table(server, ruleset))
    shown = [*FULL, *(["#m-map [data-zone] h3"] if ruleset == "mettle" else [])]
    assert still_wrong(gm.page, FIRST_STEPS) == [], "first steps stand before something of the scene"
    for width, height in ((1180, 820), (820, 1180)):
        gm.page.set_viewport_size({"width": width, "height": height})
        assert still_wrong(gm.page, WHOLE, shown) == [], (width, height)
        assert (
            at_rest(gm.page).evaluate(SMALLEST.replace("data-strip", "data-clock").replace("h3", "h3"))[0]
            >= 72
        )
        gm.page.evaluate(SCROLLED)
        assert still_wrong(gm.page, WHOLE, ["#clocks .dial", "#clocks h3", "#clocks .tick"]) == [], (
            width,
            "end",
        )
        gm.page.reload()
    gm.page.evaluate(PUSHED.replace("20rem", "40rem"))
    assert gm.page.evaluate(WHOLE, FULL), "something pushed the scene away, and nobody noticed"
    gm.page.evaluate("document.querySelector('main > hr').remove()")
    an_edit_never_moves_the_page(gm.is_live())


OPEN = """() => [document.scrollingElement.scrollTop, document.activeElement.textContent.trim(),
    document.getElementById("find").value, document.getElementById("inspector").matches(":popover-open")]"""
STANDS = """() => [...document.querySelectorAll("[data-clock], [data-tag], [data-character]")].map(each => {
    const box = each.getBoundingClientRect();
    return [box.left, box.top, box.right, box.bottom].map(Math.round);
})"""


def an_edit_never_moves_the_page(gm: Gm) -> None:
    gm.page.evaluate("scrollTo(0, 0)")
    gm.host.clock("Raid")
    gm.sees_clock("Raid", 0, 6)
    stands = at_rest(gm.page).evaluate(STANDS)
    for kind, name in (("tag", "Crates everywhere"), ("clock", "Cover"), ("character", "Captain Ilse")):
        gm.host.do(f"{kind}.edit", visibility="secret", **{kind: gm.host.ids[name]})
    expect(gm.page.locator("#cast")).to_contain_text("Captain Ilse (secret)")
    assert gm.page.evaluate(STANDS) == stands, "a mark pushed something aside"
    gm.page.get_by_role("searchbox", name="Find a clock").fill("a")
    gm.page.evaluate("scrollTo(0, 120)")
    inspector = gm.inspect("Raid")
    form = inspector.get_by_role("form", name="Details of Raid")
    form.get_by_label("Group").fill("Factions")
    before = gm.page.evaluate(OPEN)
    for press, seen in (("Secret", "Raid (secret)"), ("Save", "Factions")):
        button = inspector.get_by_role("button", name=press, exact=True)
        button.focus()
        gm.page.keyboard.press("Enter")
        expect(gm.page.locator("#clocks")).to_contain_text(seen)
        expect(button).to_be_focused()
        assert gm.page.evaluate(OPEN) == [before[0], press, *before[2:]]
    expect(form.get_by_label("Group")).to_have_value("Factions")
    gm.host.do("tag.add", name="Ash")
    gm.sees_tag("Ash")
    expect(inspector).to_be_visible()
    assert gm.page.evaluate(OPEN) == [before[0], "Save", *before[2:]]
    gm.closes()
    expect(gm.page.locator("#clocks").get_by_role("link", name="Raid (secret)")).to_be_focused()


# ---- what the GM's page weighs ---------------------------------------------------------------------

WEIGHS = """() => {
    const many = (each) => document.querySelectorAll(each).length;
    return { elements: many("*"), buttons: many("button"), controls: many(
        "button, a[href], input, select, textarea, summary, [role=button], [tabindex='0']") };
}"""
MOST = {"elements": 1000, "controls": 140, "buttons": 100}
LONGEST, A_TICK = 80 * 1024, 1638


def usual(server: Server, ruleset: str) -> Host:
    """A usual table: eight clocks, twelve tags, six people, four conditions."""
    host = Host(server, ruleset).has(clocks=CLOCKS, tags=f"{TAGS}, {MORE_TAGS}")
    stats = {"stats": {"POISE": 3, "FRAME": 4}} if ruleset == "mettle" else {}
    for name in CAST.split(", ")[:6]:
        host.character(name, **stats)
    for name in CONDITIONS:
        host.condition(name, "Mara")
    return host


@pytest.mark.soak
def test_the_gms_page_holds_the_scene_and_no_forms_nor_does_a_tick(
    server: Server, open_page: Callable[..., Page]
) -> None:
    """In every game; all pages wait together until they say who is here."""
    gms = [
        Gm(open_page(1180, 820, has_touch=True), server).sit_at(usual(server, ruleset))
        for ruleset in sorted(CHECKS)
    ]
    for gm in gms:
        expect(gm.page.locator("#presence")).to_contain_text("1 here")
        weighs = gm.page.evaluate(WEIGHS)
        assert {what: many for what, many in weighs.items() if many > MOST[what]} == {}
        _holds_little_and_tells_less(gm.host)


def _holds_little_and_tells_less(host: Host) -> None:
    with httpx.Client(follow_redirects=True, timeout=60) as tablet:
        page = tablet.get(host.link("gm")).text
        assert len(page.encode()) <= LONGEST
        assert 200 < len(_of_a_tick(tablet, host, page).encode()) <= A_TICK


def _of_a_tick(tablet: httpx.Client, host: Host, page: str) -> str:
    """What the stream of a page that is open brings when a clock ticks."""
    at = page.partition('data-cursor="')[2].partition('"')[0]
    with tablet.stream("GET", f"{host.address}/live?cursor={at}") as stream:
        lines, heard = bounded(stream.iter_lines()), ""
        next(line for line in lines if not line)  # it has begun
        host.do("clock.tick", clock=host.ids["Alarm"], by=1)
        for line in lines:
            heard += (
                line + "\n" if line.startswith("data:") else ""
            )  # how soon to come again may come with it
            if not line and "hx-partial" in heard:
                return heard
    raise AssertionError("the stream ended")
