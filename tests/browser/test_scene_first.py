"""The scene is the furniture of phone and tablet: it needs no scrolling, nor does what waits."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.host import Host
from tests.browser.seats import Gm, Phone
from tests.browser.server import Server
from tests.browser.test_phone import a_phone

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


@pytest.mark.parametrize("ruleset", sorted(CHECKS))
def test_the_scene_me_and_what_waits_lie_in_the_first_view_of_a_phone(
    server: Server, open_page: Callable[..., Page], ruleset: str
) -> None:
    ana = Phone(a_phone(open_page), server).join(full(server, ruleset), "Ana", "Mara")
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
        assert ana.page.evaluate(WHOLE, shown) == [], (width, height)
        dial, letters = ana.page.evaluate(SMALLEST)
        assert dial >= 48
        assert letters >= 12

        ana.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        ana.page.locator("[data-strip][data-small]").wait_for()
        assert ana.page.evaluate(WHOLE, [DIALS]) == []

    ana.page.evaluate("scrollTo(0, 0)")
    ana.page.evaluate(PUSHED)
    assert ana.page.evaluate(WHOLE, shown), "something pushed the scene away, and nobody noticed"


def test_more_clocks_than_fit_go_on_sideways_and_what_changes_comes_into_view(
    server: Server, open_page: Callable[..., Page]
) -> None:
    host = Host(server).has(clocks={f"Clock {n}": 4 for n in range(1, 31)}, people="Mara")
    ana = Phone(a_phone(open_page), server).join(host, "Ana", "Mara")
    assert ana.page.evaluate("document.documentElement.scrollWidth") == 390
    last = [f"#clock-{host.ids['Clock 29']} .dial"]
    assert ana.page.evaluate(WHOLE, last)
    host.do("clock.tick", clock=host.ids["Clock 29"], by=1)
    ana.sees_clock("Clock 29", 1, 4)
    ana.page.wait_for_timeout(300)
    assert ana.page.evaluate(WHOLE, last) == []


def test_a_check_to_roll_is_told_wherever_one_has_scrolled_and_buzzes(
    server: Server, open_page: Callable[..., Page]
) -> None:
    host = Host(server, "razorweave").has(clocks=CLOCKS, tags=TAGS, people="Mara, Tobin, Bruno, Vesna")
    ana = Phone(a_phone(open_page), server).join(host, "Ana", "Mara")
    ana.page.evaluate("() => { window.buzzed = []; navigator.vibrate = (long) => window.buzzed.push(long); }")
    ana.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    host.do("check.call", character=host.ids["Mara"], intent="Climb the wall", **CHECKS["razorweave"])
    ana.page.locator(".waits .roll").wait_for()
    assert ana.page.evaluate(WHOLE, [".waits .roll"]) == []
    assert ana.page.evaluate("window.buzzed") == [[80, 60, 80]]
    ana.page.get_by_text("This phone", exact=True).tap()
    ana.page.get_by_text("Never buzz").tap()
    ana.roll()
    ana.page.locator("#my-checks .outcome").wait_for()
    assert ana.page.evaluate("window.buzzed.length") == 1


# ---- the GM's tablet -------------------------------------------------------------------------------

MORE_TAGS = "Narrow stairs, Wet ropes, Loose planks, High windows"
PEOPLE = "Mara, Tobin, Bruno, Vesna, Fixer, Old Harrow, Captain Ilse, The Boy"
FULL = [
    "#clocks [data-clock] .dial",
    "#clocks [data-clock] h3",
    "#tags > [data-tag]",
    "#cast > [data-character] h3",
    "#cast [data-condition]",
    "#add-clock input[name=name]",
    "#bar .undo, .dock .undo",
    "#waits .button",
]


def laid(server: Server, ruleset: str) -> Host:
    """A table as full as a real one: with a stage there are six clocks, without one eight."""
    staged = ruleset in ("resonance", "mettle")
    clocks = dict(list(CLOCKS.items())[: 6 if staged else 8])
    host = Host(server, ruleset).has(clocks=clocks, tags=f"{TAGS}, {MORE_TAGS}", people=PEOPLE)
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


@pytest.mark.parametrize("ruleset", sorted(CHECKS))
def test_the_scene_and_what_waits_lie_in_the_first_view_of_a_tablet(
    server: Server, open_page: Callable[..., Page], ruleset: str
) -> None:
    gm = Gm(open_page(1180, 820, has_touch=True), server).sit_at(laid(server, ruleset))
    for width, height in ((1180, 820), (820, 1180)):
        gm.page.set_viewport_size({"width": width, "height": height})
        assert gm.page.evaluate(WHOLE, FULL) == [], (width, height)
        assert gm.page.evaluate(SMALLEST.replace("data-strip", "data-clock").replace("h3", "h3"))[0] >= 72
    gm.page.evaluate(PUSHED)
    assert gm.page.evaluate(WHOLE, FULL), "something pushed the scene away, and nobody noticed"
