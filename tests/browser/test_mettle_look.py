"""METTLE looked at: its screens in dark and light, at every size; the TV is read from four metres."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.host import Host
from tests.browser.lasting_faults import at_rest, still_wrong
from tests.browser.seats import Gm, Phone, Tv
from tests.browser.server import Server
from tests.browser.televised import faults
from tests.browser.test_look import in_the, overflow, violations
from tests.browser.test_scene_first import CLOCKS, MORE_TAGS, RAIL, TAGS, WHOLE
from tests.browser.test_scene_in_taps import DECIDES
from tests.table.mettle.brawl import ANN, BOG, CAI

NARROW = """words => [...document.querySelectorAll(words)]
    .filter(each => each.clientWidth < innerHeight / 8).map(each => each.textContent.trim())"""
ALL_TOLD = """list => document.fonts.ready.then(() => {
    const left = list.querySelector("[data-more]").dataset.left?.match(/[0-9]+/) ?? 0;
    return list.querySelectorAll(":scope > :not([data-away], [data-more])").length + Number(left);
})"""
"""How many a list tells of, shown or counted."""
SIZES = [(320, 568), (390, 844), (820, 1180), (1180, 820), (1920, 1080)]
CAST = (("Ann Carver", ANN, "pc"), ("Cai", CAI, "pc"), ("Bog the Bandit", BOG, "npc"))


class Yard(Host):
    """A METTLE table with its people by name."""

    def __init__(self, server: Server) -> None:
        super().__init__(server, "mettle")
        for name, stats, kind in CAST:
            self.character(name, stats=stats, kind=kind, visibility="shown")
        self.who = dict(self.ids)

    def check(self, dice: list[int], **fields: Any) -> None:
        """Call a check and roll it with these dice."""
        check = self.do(**fields)["check"]
        self.do("check.roll", check=check, dice=dice)

    def fight(self) -> None:
        """A fight in the middle of it: somebody Fallen, somebody Staggered, a fire, the dark."""
        zones = self.do("mettle.zone.quick")["zones"]
        self.do("mettle.zone.scenery", zone=zones[0], name="Bramble hedge", what="obstacle", difficulty=3)
        self.do("mettle.zone.light", zone=zones[1], light="dark")
        self.do("mettle.hazard.add", zone=zones[1], name="Bonfire")
        self.do("mettle.hazard.expose", character=self.who["Cai"], name="Cobra venom", dice=[4, 4, 1, 1])
        self.do("mettle.initiative.start", first=self.who["Ann Carver"])
        self.check(
            [1, 2, 3, 4],
            do="check.call",
            character=self.who["Ann Carver"],
            action="sneak",
            foes=[self.who["Bog the Bandit"]],
        )
        self.do("mettle.hurt", character=self.who["Cai"], by=14)
        self.do("mettle.hurt", character=self.who["Bog the Bandit"], by=10)

    def race(self) -> None:
        """A Stretch that was driven, with a Stunt."""
        drivers = [{"character": id, "speed": 2} for id in self.who.values()]
        self.do("mettle.stretch.start", drivers=drivers)
        for name, dice in (("Ann Carver", [2, 4, 5, 6]), ("Cai", [1, 1]), ("Bog the Bandit", [3, 4, 5])):
            self.check(dice, do="mettle.stretch.check", character=self.who[name])
        for stunt, edge in (("swerve", 2), ("steady", 1)):
            self.do("mettle.stretch.stunt", character=self.who["Ann Carver"], stunt=stunt, edge=edge)

    def chase(self) -> None:
        """A chase over what is in the way."""
        people = {"quarry": self.who["Bog the Bandit"], "pursuers": [self.who["Ann Carver"], self.who["Cai"]]}
        self.do("mettle.chase.start", path=["The market", "Behind the stables"], **people)
        for through in ("The mill", "The crane", "The bridge"):
            self.do("mettle.chase.flee", through=through)
        self.do("mettle.chase.flee", through="Over the old harbour wall", difficulty=4)

    def many_race(self) -> None:
        """More drivers than have a row each."""
        self.do("mettle.stretch.end")
        names = ("Dee of the Marsh", "Old Harrow", "Captain Ilse", "The Boy", "Vesna", *"FGHI")
        more = [self.character(name, stats=ANN, visibility="shown") for name in names]
        drivers = [{"character": id, "speed": 2} for id in (*self.who.values(), *more)]
        self.do("mettle.stretch.start", drivers=drivers)

    def journey(self) -> None:
        """Under way, with names that are long."""
        self.do("mettle.travel.map", name="The island", stops=["The bay", "Sunken temple", "Watchtower"])
        self.do("mettle.travel.path", one="The bay", other="Sunken temple", difficulty=4)
        self.do("mettle.travel.path", one="Sunken temple", other="Watchtower", difficulty=10)
        self.do("mettle.travel.pin", name="The old smugglers' camp", near="The bay", difficulty=2)
        self.check(
            [1, 1, 5, 6], do="mettle.travel.go", character=self.who["Ann Carver"], stop="Sunken temple"
        )
        self.do("mettle.voucher.give", busy=[self.who["Cai"]])


@pytest.mark.parametrize(
    "scene", ["fight", *(pytest.param(each, marks=pytest.mark.soak) for each in ("race", "chase", "journey"))]
)
def test_the_tv_is_read_from_four_metres(server: Server, open_page: Callable[..., Page], scene: str) -> None:
    yard = Yard(server)
    getattr(yard, scene)()
    tv = Tv(open_page(1280, 720, bypass_csp=True), server).open(yard.link("tv"))
    found: dict[str, list[str]] = {}
    for words, things in {"alone": 0, "crowded": 4}.items():
        for number in range(things):
            yard.do("clock.add", name=f"The camp wakes {number}", segments=6, kind="countdown")
            yard.do("tag.add", name="Thick Fog from the Sea")
        expect(tv.page.locator("#clocks [data-clock]")).to_have_count(things)
        for width, height in ((1280, 720), (1920, 1080)):
            tv.page.set_viewport_size({"width": width, "height": height})
            found[f"{words} {height}"] = faults(tv.page) + small(tv.page)
    if scene == "race":
        yard.many_race()
        expect(tv.page.locator("[data-racer]")).to_have_count(12)
        found["many"] = faults(tv.page)
        assert tv.page.locator("[data-racer]").filter(visible=True).count() >= 4
        assert tv.page.locator(".m-racers").evaluate(ALL_TOLD) == 12
    found["axe"] = violations(tv.page)
    tv.page.goto(f"{yard.address}/overlay", wait_until="domcontentloaded")
    found["overlay"] = still_wrong(tv.page, NARROW, ".overlay .clock .about")
    assert {case: each for case, each in found.items() if each} == {}


def small(page: Page) -> list[str]:
    """Letters of a drawing that are less than a twentieth of the screen."""
    words: list[str] = page.evaluate(
        """() => [...document.querySelectorAll(".m-stage-tv svg text")].filter((each) => {
            const scale = each.getScreenCTM().a, size = parseFloat(getComputedStyle(each).fontSize);
            return size * scale < innerHeight * 0.0489;
        }).map((each) => each.textContent)"""
    )
    return words


@pytest.mark.soak
def test_nothing_sticks_out_and_axe_finds_nothing(server: Server, open_page: Callable[..., Page]) -> None:
    yard = Yard(server)
    yard.journey()
    yard.race()
    yard.fight()
    pages = [open_page(*size, bypass_csp=True) for size in ((1180, 820), (390, 844))]
    gm = Gm(pages[0], server).open(yard.link("gm"))
    phone = Phone(pages[1], server).join(yard, "Ana", "Ann Carver")
    found = {}
    for name, screen in (("gm", gm), ("phone", phone)):
        screen.page.locator("details").evaluate_all(
            "all => all.forEach(each => { each.open = each.id !== 'declare' })"
        )
        found[f"{name} axe"] = violations(screen.page) + in_the(screen.page, "light")
        for width, height in SIZES:
            screen.page.set_viewport_size({"width": width, "height": height})
            found[f"{name} {width}"] = [str(wide)] if (wide := overflow(screen.page)) > 0 else []
        screen.page.set_viewport_size({"width": 390, "height": 844})
        screen.page.evaluate("document.documentElement.style.fontSize = '200%'")
        found[f"{name} twice the text"] = [str(wide)] if (wide := overflow(screen.page)) > 0 else []
    assert {case: each for case, each in found.items() if each} == {}


SCENE = [
    "#clocks [data-clock] .dial",
    "#clocks [data-clock] h3",
    "#tags > [data-tag]",
    "#cast > [data-character] h3",
]
CLOCKS_AND_CAST = [each for each in SCENE if not each.startswith("#tags")]
FIGHT = ["#m-fight .m-round", "#m-fight .m-turn .button", "#m-map [data-zone] h3", "#m-map [data-token]"]
"""Whose turn it is, what comes of it with one tap, and where everybody stands."""
CUT = """words => [...document.querySelectorAll(words)]
    .filter(each => each.scrollWidth > each.clientWidth).map(each => each.textContent.trim())"""
CROWD = "Mara, Tobin, Bruno, Vesna, Fixer, Old Harrow, Captain Ilse, The Boy"
TABLETS = ((1180, 820), (820, 1180))


def crowd(server: Server) -> Host:
    """Eight clocks, twelve tags, eight people in four zones, and Mara holds Initiative."""
    host = Host(server, "mettle").has(clocks=CLOCKS, tags=f"{TAGS}, {MORE_TAGS}")
    zones: list[int] = []
    for name in ("Pier", "Loading floor", "Office", "Roof"):
        zones.append(host.do("zone.add", name=name, joins=zones[-1:])["zone"])
    for place, name in enumerate(CROWD.split(", ")):
        kind = "pc" if place < 4 else "npc"
        who = host.character(name, stats=(ANN, CAI, BOG)[place % 3], kind=kind, visibility="shown")
        host.do("mettle.zone.move", character=who, zone=zones[place % 4], free=True)
    for who in ("Mara", "Tobin", "Bruno"):
        host.condition("Tired", who)
    host.do("mettle.initiative.start", first=host.ids["Mara"])
    return host


@pytest.mark.soak
def test_a_full_fight_needs_no_scroll_while_one_looks_inspects_and_settles(
    server: Server, open_page: Callable[..., Page]
) -> None:
    gm = Gm(open_page(*TABLETS[0], has_touch=True), server).sit_at(crowd(server))
    tv = Tv(open_page(1920, 1080), server).open(gm.links["tv"])
    expect(tv.page.locator(".m-left")).to_contain_text("Still to act: Tobin")
    assert tv.page.locator(".m-left [data-fits]").evaluate(ALL_TOLD) == 7
    assert still_wrong(tv.page, CUT, ".tv-scene, .tv-turn, .m-left, .m-left [data-fits]") == []
    expect(tv.page.locator("#clocks [data-clock]").filter(visible=True)).to_have_count(4)
    assert _beyond(gm, SCENE + FIGHT) == {}
    assert list(_told_of(tv).values()) == [2, 2, 2, 2]
    gm.inspect("Slick")
    assert _beyond(gm, CLOCKS_AND_CAST) == {}, "flat, the inspector lies over tags and journal alone"
    assert _beyond(gm, SCENE, TABLETS[1:]) == {}
    gm.closes()
    for button, stands in (("Mara acts, no Check", "Mara passes"), ("Pass to Fixer", "Fixer holds")):
        with gm.in_taps(1):
            gm.page.get_by_role("button", name=button).tap()
            expect(gm.page.locator("#m-fight .m-round")).to_contain_text(stands)
    with gm.in_taps(4):
        gm.page.locator("#m-map").get_by_role("link", name="Mara", exact=True).tap()
        gm.page.get_by_role("button", name="Attack with bare hands: Mara").tap()
        expect(gm.page.locator("#checks .called:target")).to_be_visible()
        assert _beyond(gm, [*DECIDES, *RAIL]) == {}
        gm.page.get_by_role("button", name="Roll for them: Fixer").tap()
        expect(gm.page.locator("#checks .called")).to_have_count(0)


def test_six_in_one_zone_are_all_seen_while_a_check_is_open(
    server: Server, open_page: Callable[..., Page]
) -> None:
    """Places without anybody give way."""
    yard = Yard(server)
    yard.has(people="Dutch, Tess Okafor, Mara Venn")
    yard.do("mettle.zone.quick")
    yard.do("mettle.initiative.start", first=yard.who["Ann Carver"])
    yard.do(
        "check.call", character=yard.who["Ann Carver"], action="attack", foes=[yard.who["Bog the Bandit"]]
    )
    tv = Tv(open_page(1920, 1080), server).open(yard.link("tv"))
    expect(tv.page.locator("[data-band]")).to_have_attribute("data-open", "1")
    expect(tv.page.locator("[data-token]").filter(visible=True)).to_have_count(6)
    assert still_wrong(tv.page, CUT, "[data-token] bdi") == []


def test_a_town_of_many_zones_stands_on_the_tv_and_whoever_has_no_room_is_counted(
    server: Server, open_page: Callable[..., Page]
) -> None:
    yard = Yard(server)
    zones: list[int] = []
    for place in range(12):
        joins = [zones[at] for at in (place - 1, place - 3) if at >= 0]
        name = ("Pier", "Chapel of the drowned sailors")[place % 2]
        zones.append(yard.do("zone.add", name=f"{name} {place}", joins=joins)["zone"])
    for number in range(5):
        who = yard.character(f"Captain Harrow of the Docks {number}", stats=BOG, visibility="shown")
        yard.do("mettle.zone.move", character=who, zone=zones[0], free=True)
    for who in yard.who.values():
        yard.do("mettle.zone.move", character=who, zone=zones[1], free=True)
    tv = Tv(open_page(1280, 720), server).open(yard.link("tv"))
    expect(tv.page.locator("[data-token]")).to_have_count(8)
    assert _told_of(tv) == dict.fromkeys(map(str, zones), 0) | {str(zones[0]): 5, str(zones[1]): 3}
    assert tv.page.locator("[data-token]").filter(visible=True).count() >= 2
    assert faults(tv.page) == []


TOLD_OF = """zones => document.fonts.ready.then(() => Object.fromEntries(zones.map(zone => {
    const all = zone.parentElement.getBoundingClientRect(), box = zone.getBoundingClientRect();
    const left = zone.querySelector("[data-people]").dataset.left?.match(/[0-9]+/) ?? 0;
    const shown = zone.querySelectorAll("[data-token]:not([data-away])").length;
    const whole = box.top >= all.top - 1 && box.bottom <= all.bottom + 1;
    return [zone.dataset.zone, whole ? shown + Number(left) : "cut"];
})))"""


def _told_of(tv: Tv) -> dict[str, int | str]:
    """How many people are told of in each zone, shown or counted; or that it does not stand there whole."""
    told: dict[str, int | str] = at_rest(tv.page).locator("[data-zone]").evaluate_all(TOLD_OF)
    return told


def _beyond(gm: Gm, shown: list[str], tablets: tuple[tuple[int, int], ...] = TABLETS) -> dict[int, list[str]]:
    """What does not lie in view, flat and upright."""
    found = {}
    for width, height in tablets[::-1]:
        gm.page.set_viewport_size({"width": width, "height": height})
        gm.page.evaluate("document.querySelector(':target')?.scrollIntoView()")
        found[width] = still_wrong(gm.page, WHOLE, shown)
    return {width: each for width, each in found.items() if each}
