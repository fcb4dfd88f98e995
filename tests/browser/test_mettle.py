"""METTLE on a tablet, phones and a TV: a blow, who stands where, a race, a journey."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.host import Host
from tests.browser.lasting_faults import at_rest
from tests.browser.seats import Gm, Phone, Tv
from tests.browser.server import Server

ANN = {"CALLING": 6, "CULTURE": 3, "FRAME": 3, "MOTIVE": 4, "NATURE": 5, "POISE": 4}
CAI = {"CALLING": 6, "CULTURE": 3, "FRAME": 3, "MOTIVE": 4, "NATURE": 6, "POISE": 4}
BOG = {"CALLING": 6, "CULTURE": 2, "FRAME": 3, "MOTIVE": 3, "NATURE": 6, "POISE": 3}
ABOVE_OF = """([above, below]) => document.querySelector(above).getBoundingClientRect().bottom
    <= document.querySelector(below).getBoundingClientRect().top"""
STANDS_BEFORE = """words => {
    const [one, other] = words.map(each => document.querySelector(each).getBoundingClientRect());
    return one.top < other.top;
}"""


class Arena(Gm):
    """The GM of a METTLE table: people come through the API, what happens is tapped."""

    def ready(self) -> "Arena":
        host = Host(self.server, "mettle", "The yard")
        for name, stats, kind in (("Ann", ANN, "pc"), ("Cai", CAI, "pc"), ("Bog", BOG, "npc")):
            host.character(name, stats=stats, kind=kind, visibility="shown")
        self.sit_at(host).page.get_by_role("button", name="Add Zones").click()
        expect(self.page.locator("#m-map")).to_contain_text("Melee")
        return self

    def send(self, **command: Any) -> dict[str, Any]:
        """What a script of the GM's would send."""
        return self.host.do(**command)

    def id_of(self, name: str) -> int:
        return self.host.ids[name]

    def start_fight(self, first: str) -> "Arena":
        form = self.move("Start a fight").get_by_role("form", name="Start Initiative")
        form.locator("label", has_text=first).first.click()
        form.get_by_role("button", name="Start Initiative").click()
        expect(self.page.locator("#inspector"), "what was begun there is on its way").to_be_hidden()
        return self.holds(first)

    def ends_the_fight(self) -> "Arena":
        self.page.locator("#m-fight > .more:not([open]) > summary").click()
        self.page.get_by_role("button", name="End the fight").click()
        return self

    def holds(self, who: str) -> "Arena":
        expect(self.page.locator("#m-fight .m-round")).to_contain_text(f"{who} holds Initiative")
        return self

    def acts(self, who: str, action: str, *foes: str) -> "Arena":
        """The GM calls an Action for somebody."""
        form = self.move("Call an Action").get_by_role("form", name="Call an Action")
        form.locator("select[name=character]").select_option(label=who)
        form.locator(f"[name=action][value={action}]").check(force=True)
        for foe in foes:
            form.locator("#m-foes label", has_text=foe).click()
        form.get_by_role("button", name="Call the Action").click()
        expect(self.page.locator("#notice")).to_contain_text(who)
        return self.closes()

    def real_dice(self, who: str, *faces: int) -> "Arena":
        """Dice that the GM rolled on the real table."""
        card = self.page.locator("#checks .called").first
        card.locator(".adjust:not([open]) > summary").click()
        card.get_by_text(f"Enter {who}'s dice").click()
        for place, face in enumerate(faces, start=1):
            card.get_by_label(f"Die {place} of {len(faces)}").fill(str(face))
        card.get_by_role("button", name="Use these dice").click()
        return self

    def takes_back_line(self, who: str) -> "Arena":
        """The newest line of the journal about them that can be undone: a tap on it shows its Undo."""
        undo = self.page.get_by_role("button", name="Undo")
        line = self.page.locator("#journal .line").filter(has_text=who).filter(has=undo).first
        line.locator("p").click()
        line.get_by_role("button", name="Undo").click()
        return self


class Fighter(Phone):
    """A player's phone in a fight."""

    def act(self, action: str, *foes: str) -> "Fighter":
        self.page.locator("#declare > summary").click()
        sheet = self.page.locator("#declare")
        sheet.locator(f"[name=action][value={action}]").check(force=True)
        for foe in foes:
            sheet.locator("#m-foes label", has_text=foe).click()
        sheet.get_by_role("button", name="Declare", exact=True).click()
        return self

    def strikes(self, foe: str, weapon: str) -> "Fighter":
        """Tap the foe on the map; form, weapon and range follow."""
        self.page.locator("#m-map").get_by_role("button", name=foe, exact=True).click()
        self.page.get_by_role("button", name=f"Attack with {weapon}: {foe}").click()
        return self

    def outcome(self) -> Locator:
        return self.my_moment().locator(".verdict")

    def mettle(self, points: int) -> "Fighter":
        expect(self.page.locator("#m-me .m-meter b")).to_have_text(str(points))
        return self


@pytest.fixture
def gm(server: Server, open_page: Callable[..., Page]) -> Arena:
    return Arena(open_page(820, 1180, has_touch=True, bypass_csp=True), server).ready()


@pytest.fixture
def ana(gm: Arena, open_page: Callable[..., Page]) -> Fighter:
    page = open_page(390, 844, has_touch=True, is_mobile=True, bypass_csp=True)
    return Fighter(page, gm.server).join(gm.host, "Ana", "Ann")


@pytest.fixture
def ben(gm: Arena, open_page: Callable[..., Page]) -> Fighter:
    page = open_page(390, 844, has_touch=True, is_mobile=True)
    return Fighter(page, gm.server).join(gm.host, "Ben", "Cai")


@pytest.fixture
def tv(gm: Arena, open_page: Callable[..., Page]) -> Tv:
    return Tv(open_page(1920, 1080, bypass_csp=True), gm.server).open(gm.links["tv"])


def zone(screen: Page, name: str) -> Locator:
    return screen.locator("[data-zone]").filter(has=screen.locator("h3", has_text=name))


def token(screen: Page, name: str) -> Locator:
    return screen.locator("[data-token]").filter(has_text=name).first


def test_a_blow_is_struck_answered_and_taken_back(gm: Arena, ana: Fighter, tv: Tv) -> None:
    """Two taps each; every screen is told the sum, and an undo gives Mettle and Initiative back."""
    gm.start_fight("Ann")
    expect(ana.page.locator("#m-me")).to_contain_text("Your turn")
    expect(tv.page.locator("#turn")).to_contain_text("Ann Round 1")
    _ann_hits_bog(gm, ana, tv)
    _bog_hits_ann_and_that_is_taken_back(gm, ana)


def _ann_hits_bog(gm: Arena, ana: Fighter, tv: Tv) -> None:
    """Score 3 against POISE 3, 3 Edge; the sword does FRAME + 3, less FRAME, as the GM reads."""
    gm.send(do="mettle.weapon.add", character=gm.id_of("Ann"), name="sword", damage="FRAME+3")
    with ana.in_taps(2):
        ana.strikes("Bog", "sword")
        expect(ana.my_check().get_by_role("button", name="Roll Melee Attack on Bog")).to_be_visible()
    ana.type_dice(1, 2, 4, 5, 6)
    expect(ana.outcome()).to_contain_text("Excellent")
    said = "6 + 3 Edge − 3 FRAME = 6"
    told = tv.page.locator("#moments [data-large]").filter(has_text="Ann hits Bog: 6 Mettle")
    expect(told).to_be_visible()
    for screen in (ana.page.locator("#moments"), gm.page.locator("#moments")):
        expect(screen).to_contain_text(said)
    gm.holds("Bog")
    told = gm.page.locator("#moments [data-shown] summary").first
    expect(told).to_contain_text("Excellent Ann hits Bog: 6 Mettle, now 3")
    expect(token(tv.page, "Bog")).to_contain_text("3")
    ana.page.locator("#m-map").get_by_role("button", name="Bog", exact=True).click()
    ana.sees("Bog holds Initiative and must act first.")
    ana.page.keyboard.press("Escape")


def _bog_hits_ann_and_that_is_taken_back(gm: Arena, ana: Fighter) -> None:
    """Tap whom, with what, Roll (here dice are typed): three taps; then it is undone in two steps."""
    with gm.in_taps(2):
        gm.page.locator("#m-map").get_by_role("link", name="Ann", exact=True).click()
        gm.page.get_by_role("button", name="Attack with bare hands: Ann").click()
        expect(gm.page.locator("#inspector")).to_be_hidden()
        expect(gm.page.get_by_role("button", name="Roll for them: Bog")).to_be_in_viewport()
    gm.real_dice("Bog", 1, 1, 2, 4, 5, 6)
    ana.mettle(7)
    gm.takes_back_line("Bog")
    ana.mettle(10)
    expect(gm.page.locator("#checks")).to_contain_text("Apply")
    gm.takes_back_line("Bog")
    gm.holds("Bog")


def _a_cobra_bites_over_three_hours(gm: Arena, ana: Fighter) -> None:
    gm.send(do="mettle.hazard.expose", character=gm.id_of("Ann"), name="Cobra venom", dice=[4, 5, 1, 1])
    expect(ana.page.locator("#me")).to_contain_text("Afflicted")
    bite = gm.page.locator("#m-dangers [data-piece]").filter(has_text="Cobra venom")
    expect(bite).to_contain_text("Difficulty +3")
    gm.move("Pass time")
    for hour in (1, 2, 3):
        if (dice := gm.page.get_by_role("textbox", name="Cobra venom on Ann")).count():
            dice.fill("1 1 1 1")
        gm.page.get_by_role("button", name="An hour passes").click()
        expect(gm.page.locator("#m-time")).to_contain_text(f"0{hour}:01")
    gm.closes()
    expect(gm.page.locator("#journal")).to_contain_text("Cobra venom on Ann")
    bite.get_by_role("button", name="Cobra venom is treated").click()
    expect(ana.page.locator("#me")).not_to_contain_text("Afflicted")


@pytest.mark.soak
def test_a_race_with_muscle_and_swerve_and_a_cobra_that_bites_over_three_hours(
    gm: Arena, ana: Fighter, ben: Fighter, tv: Tv
) -> None:
    _a_race_with_muscle_and_swerve(gm, ana, ben, tv)
    _a_cobra_bites_over_three_hours(gm, ana)


def _a_race_with_muscle_and_swerve(gm: Arena, ana: Fighter, ben: Fighter, tv: Tv) -> None:
    form = gm.move("Start a race").get_by_role("form", name="Start a race")
    for name in ("Ann", "Cai"):
        form.locator("label.pill", has_text=name).click()
        form.locator(f"#m-speed-{gm.id_of(name)}").fill("2")
    form.get_by_role("button", name="Start the race").click()
    expect(tv.page.locator("#m-stage")).to_contain_text("Stretch 1")
    gm.page.wait_for_function(STANDS_BEFORE, arg=["#m-race", "#m-map"])  # what is on, before the zones
    expect(gm.page.locator(".toast[data-beside]")).to_have_count(0)  # nothing lies on the stage any more
    expect(gm.page.get_by_role("button", name="Cai drives")).to_be_in_viewport(ratio=1)
    assert at_rest(gm.page).evaluate(ABOVE_OF, ["#m-race .actions", "#m-race .m-racers"])

    ana.page.locator("#m-turn").get_by_role("button", name="Drive", exact=True).tap()
    ana.type_dice(2, 4, 5, 6)
    expect(tv.page.locator("[data-racer]").filter(has_text="Ann")).to_have_attribute("data-edge", "3")
    gm.page.get_by_role("button", name="Cai drives").click()
    ben.type_dice(2, 1, 4, 5)

    stunts = ana.page.get_by_role("form", name="Ann’s Stunt")
    stunts.get_by_role("button", name="Muscle").click()
    expect(tv.page.locator("[data-racer]").filter(has_text="Cai")).to_have_attribute("data-edge", "1")
    stunts.locator("label.pill", has_text="2").click()
    stunts.get_by_role("button", name="Swerve").click()
    expect(ben.page.locator("#m-race")).to_contain_text("swerves +2")
    ben.page.get_by_role("button", name="Cai cancels 1 Edge of Ann’s Swerve").click()
    expect(tv.page.locator("#m-stage")).to_contain_text("swerves +1")
    gm.page.get_by_role("button", name="Next Stretch").click()
    expect(tv.page.locator("#m-stage")).to_contain_text("Stretch 2")
    gm.send(do="mettle.stretch.end")
    expect(tv.page.locator("#m-stage")).to_contain_text("Race: Ann and Cai win")


def _a_journey_with_an_encounter(gm: Arena, ana: Fighter, tv: Tv) -> None:
    zones = gm.page.locator("#m-map [data-zone]").evaluate_all("all => all.map(each => +each.dataset.zone)")
    for id in zones:
        gm.send(do="zone.remove", zone=id)
    gm.send(do="mettle.travel.map", name="The island", stops=["The bay", "The mine", "The tower"])
    gm.send(do="mettle.travel.path", one="The bay", other="The mine", difficulty=4, days=2)
    gm.send(do="mettle.travel.provisions", food=3, water=3)
    path = gm.move("Draw a path").get_by_role("form", name="Draw a path")
    for end, stop in (("Path from", "The mine"), ("to", "The tower")):
        path.get_by_role("group", name=end, exact=True).get_by_text(stop).tap()
    path.get_by_role("button", name="Draw the path").click()
    expect(tv.page.locator("#m-stage svg")).to_have_attribute("aria-label", re.compile("at The bay"))
    gm.closes()

    ana.page.get_by_role("button", name="To The mine: Difficulty 4, 2 days").click()
    ana.type_dice(1, 1, 5, 6)
    expect(ana.outcome()).to_contain_text("Failure")
    gm.apply_all()
    expect(ana.page.locator("#m-travel")).to_contain_text("On the way to The mine: an encounter")
    gm.page.get_by_role("button", name="Arrive at The mine").click()
    expect(ana.page.locator("#m-travel")).to_contain_text("Food for 1 day")
    expect(tv.page.locator("#m-stage svg")).to_have_attribute("aria-label", re.compile("at The mine"))


@pytest.mark.soak
def test_somebody_is_dragged_to_another_zone(gm: Arena) -> None:
    ann, right = token(gm.page, "Ann"), zone(gm.page, "Right range")
    at_rest(gm.page)
    here, there = ann.bounding_box(), right.bounding_box()
    assert here is not None
    assert there is not None
    gm.page.mouse.move(here["x"] + 20, here["y"] + 10)
    gm.page.mouse.down()
    gm.page.mouse.move(there["x"] + 40, there["y"] + 60, steps=4)
    gm.page.mouse.up()
    expect(right).to_contain_text("Ann")


@pytest.mark.soak
def test_guards_come_a_scene_is_prepared_and_a_journey_meets_something(
    gm: Arena, ana: Fighter, tv: Tv
) -> None:
    form = gm.move("Move a character").get_by_role("form", name="Move a character")
    form.locator("select[name=character]").select_option(label="Ann")
    form.locator("select[name=zone]").select_option(label="Left range")
    form.get_by_role("button", name="Move").click()
    expect(zone(tv.page, "Left range")).to_contain_text("Ann")
    gm.closes()
    _three_guards_are_placed_in_four_taps(gm)
    _a_scene_is_prepared_meanwhile(gm)
    _a_journey_with_an_encounter(gm, ana, tv)


def _three_guards_are_placed_in_four_taps(gm: Arena) -> None:
    """The zone, how many, who: its inspector asks for no more."""
    with gm.in_taps(4):
        gm.page.locator("#m-map").get_by_role("link", name="Melee", exact=True).click()
        form = gm.page.locator("#inspector").get_by_role("form", name="Bring in NPCs")
        form.get_by_text("3", exact=True).click()
        form.get_by_role("button", name=re.compile("^Guard")).click()
        expect(zone(gm.page, "Melee").locator("[data-token]").filter(has_text="Guard")).to_have_count(3)


def _a_scene_is_prepared_meanwhile(gm: Arena) -> None:
    """What comes from elsewhere arrives there, and the table is as it was."""
    scene = gm.prepares("Guildhall")
    expect(gm.page.locator("#m-map")).to_contain_text("This scene has no Zones.")
    gm.send(do="zone.add", name="Gallery", scene=scene)
    expect(zone(gm.page, "Gallery")).to_be_visible()
    gm.page.get_by_role("link", name="Back to the table").click()
    expect(zone(gm.page, "Left range")).to_contain_text("Ann")
    expect(zone(gm.page, "Gallery")).to_have_count(0)
