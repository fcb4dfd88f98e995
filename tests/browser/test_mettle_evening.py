"""An evening of the METTLE book's own examples on a tablet, two phones and a TV, number by number."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.host import Host
from tests.browser.seats import Tv
from tests.browser.server import Server
from tests.browser.test_mettle import Arena, Fighter, token

VIKTOR = {"CALLING": 6, "CULTURE": 3, "FRAME": 3, "MOTIVE": 4, "NATURE": 6, "POISE": 5}
KIRIN = {"CALLING": 6, "CULTURE": 3, "FRAME": 3, "MOTIVE": 4, "NATURE": 4, "POISE": 5}
CLERK = {"CALLING": 6, "CULTURE": 2, "FRAME": 3, "MOTIVE": 4, "NATURE": 6, "POISE": 3}
pytestmark = pytest.mark.soak
ROW = ["Left range", "Melee", "Right range", "Orchard", "Barn"]


class Evening(Arena):
    """The GM of this evening: everybody and five zones in a row are there before anyone looks."""

    def ready(self) -> "Evening":
        host = Host(self.server, "mettle", "The inn")
        for name, stats, kind in (("Viktor", VIKTOR, "pc"), ("Kirin", KIRIN, "pc"), ("Clerk", CLERK, "npc")):
            host.character(name, stats=stats, kind=kind, visibility="shown")
        host.do("mettle.zone.quick")
        known = {zone["name"]: zone["id"] for zone in host.sees()["zones"]}
        for name, beside in zip(ROW[3:], ROW[2:], strict=False):
            known[name] = host.do("zone.add", name=name, joins=[known[beside]])["zone"]
        self.zones = known
        self.sit_at(host)
        return self

    def stands(self, who: str, where: str) -> None:
        self.send(do="mettle.zone.move", character=self.id_of(who), zone=self.zones[where], free=True)

    def called(self) -> Locator:
        """The check that waits on the desk."""
        return self.page.locator("#checks .called").first


@pytest.fixture
def gm(server: Server, open_page: Callable[..., Page]) -> Evening:
    return Evening(open_page(1180, 820, has_touch=True, bypass_csp=True), server).ready()


@pytest.fixture
def viktor(gm: Evening, open_page: Callable[..., Page]) -> Fighter:
    page = open_page(390, 844, has_touch=True, is_mobile=True)
    return Fighter(page, gm.server).join(gm.host, "Ana", "Viktor")


@pytest.fixture
def kirin(gm: Evening, open_page: Callable[..., Page]) -> Fighter:
    page = open_page(360, 640, has_touch=True, is_mobile=True)
    return Fighter(page, gm.server).join(gm.host, "Ben", "Kirin")


@pytest.fixture
def tv(gm: Evening, open_page: Callable[..., Page]) -> Tv:
    return Tv(open_page(1920, 1080), gm.server).open(gm.links["tv"])


def test_an_evening_of_the_books_examples(gm: Evening, viktor: Fighter, kirin: Fighter, tv: Tv) -> None:
    _the_clerk_is_charmed(gm, viktor, kirin)
    _the_rattled_lose_both_twos(gm, viktor, tv)
    _seven_damage_leave_six_of_ten(gm, viktor)
    _kirin_lifts_the_squeaky_door(gm, kirin)
    _the_last_to_go_begins_another_round(gm, viktor, tv)
    _five_are_ten_and_nine_are_five(gm, viktor)
    _kirin_climbs_in_three_taps(gm, kirin)
    _below_zero_staggers_and_fells(gm, viktor, tv)
    _a_fall_from_the_second_floor(gm, kirin)
    _an_elephant_shrugs_it_off(gm)
    _range_two_reaches_two(gm)


def _the_clerk_is_charmed(gm: Evening, viktor: Fighter, kirin: Fighter) -> None:
    """[3,2,2,4,4,6] against MOTIVE 4: Score 7, 3 Edge; what he believes is harder to undo by 3."""
    viktor.act("sway", "Clerk").type_dice(3, 2, 2, 4, 4, 6)
    expect(viktor.outcome()).to_contain_text("Excellent")
    _says(viktor, "Score 7 against Difficulty 4: .* Edge 3: 4, 4, 6")
    expect(kirin.page.locator("#cast")).to_contain_text("Convinced")


def _the_rattled_lose_both_twos(gm: Evening, viktor: Fighter, tv: Tv) -> None:
    """[2,2,4,5,5,6]: the 2s go, Score 0, 4 Edge. The first attack began the fight; its target is next."""
    gm.send(do="mettle.status.add", character=gm.id_of("Viktor"), name="Rattled")
    expect(viktor.page.locator("#me")).to_contain_text("Rattled")
    viktor.act("attack", "Clerk").type_dice(2, 2, 4, 5, 5, 6)
    _says(viktor, "Score 0 against Difficulty 3.*Discarded: 2, 2")
    expect(viktor.page.locator("#me")).not_to_contain_text("Rattled")
    expect(tv.page.locator("#turn")).to_contain_text("Clerk Round 1")


def _seven_damage_leave_six_of_ten(gm: Evening, viktor: Fighter) -> None:
    """FRAME 3 and 4 Edge are 7 damage; FRAME 3 soaks 3. He has acted, so the Clerk has to pass elsewhere."""
    gm.acts("Clerk", "attack", "Viktor").real_dice("Clerk", 3, 2, 4, 5, 6, 6)
    viktor.mettle(6)
    gm.page.get_by_role("button", name="Pass to Kirin").click()
    gm.holds("Kirin")


def _kirin_lifts_the_squeaky_door(gm: Evening, kirin: Fighter) -> None:
    """[1,2,2,5,6] fails by one; the Twist rolls two Edge dice again as 3 and 4: Score 8, 1 Edge."""
    sent = {"do": "check.call", "character": gm.id_of("Kirin"), "action": "use", "intent": "Lift the door"}
    gm.send(**sent, attribute="POISE", difficulty=6)
    kirin.type_dice(1, 2, 2, 5, 6)
    _says(kirin, "Score 5 against Difficulty 6: .* Edge 2: 5, 6")
    gm.page.get_by_text("Other complications").click()
    gm.page.get_by_role("button", name="Unwanted attention: a Twist for Kirin").click()
    offer = kirin.page.locator("[data-twist]")
    offer.get_by_text("Real dice").click()
    for place, face in enumerate((3, 4), start=1):
        offer.get_by_label(f"Edge die {place}").fill(str(face))
    offer.get_by_role("button", name="Use these dice").click()
    _says(kirin, "Score 8 against Difficulty 6: .* Edge 1: 4")
    expect(gm.page.locator("#journal")).to_contain_text("unwanted attention")


def _the_last_to_go_begins_another_round(gm: Evening, viktor: Fighter, tv: Tv) -> None:
    """Nobody has an Action left; all get one back, and who went last chooses."""
    gm.page.get_by_role("button", name="Round 2").click()
    gm.page.get_by_role("button", name="Pass to Viktor").click()
    expect(tv.page.locator("#turn")).to_contain_text("Viktor Round 2")
    expect(viktor.page.locator("#m-me")).to_contain_text("Your turn")


def _five_are_ten_and_nine_are_five(gm: Evening, viktor: Fighter) -> None:
    """A Rally doubles 5 to 10; a Surge halves 9, rounded up."""
    for reaction, before, after in (("Rally", 5, 10), ("Surge", 9, 5)):
        gm.send(do="mettle.hurt", character=gm.id_of("Viktor"), by=1)
        viktor.mettle(before)
        with viktor.in_taps(1):
            viktor.page.get_by_role("button", name=reaction, exact=True).click()
            viktor.mettle(after)
    gm.ends_the_fight()


def _kirin_climbs_in_three_taps(gm: Evening, kirin: Fighter) -> None:
    """An attribute declares without an Action; the GM says how hard it is, where it waits."""
    with kirin.in_taps(3):
        kirin.page.locator("#declare > summary").click()
        kirin.page.get_by_label("Description").fill("Climb the wall")
        kirin.page.locator("#declare").get_by_role("button", name="Poise", exact=True).click()
        rung = gm.page.locator("#waits").get_by_role(
            "button", name="Difficulty 1 Routine for Kirin: Climb the wall"
        )
        with gm.in_taps(1):
            rung.click()
            expect(kirin.my_check().get_by_role("button", name=re.compile("^Roll"))).to_be_visible()
        kirin.roll()
        expect(kirin.my_check()).to_contain_text("Climb the wall")
        expect(kirin.outcome()).to_be_visible()


def _below_zero_staggers_and_fells(gm: Evening, viktor: Fighter, tv: Tv) -> None:
    """MOTIVE 4: at -2 Staggered with two dice less, at -5 Fallen."""
    gm.send(do="mettle.hurt", character=gm.id_of("Viktor"), by=7)
    expect(token(tv.page, "Viktor")).to_contain_text("Staggered")
    gm.send(do="check.call", character=gm.id_of("Viktor"), action="use", attribute="POISE", difficulty=1)
    expect(gm.called()).to_contain_text("3d6")
    gm.send(do="mettle.hurt", character=gm.id_of("Viktor"), by=3)
    expect(token(tv.page, "Viktor")).to_contain_text("Fallen")
    gm.cancels_check()


def _a_fall_from_the_second_floor(gm: Evening, kirin: Fighter) -> None:
    """5 metres are 5D+5, soaked with POISE: 2 Edge and 5, less 5."""
    gm.send(do="mettle.hazard.fall", character=gm.id_of("Kirin"), metres=5, dice=[4, 5, 1, 1, 2])
    expect(gm.page.locator("#journal")).to_contain_text("falls 5 m (5D+5: 4, 5, 1, 1, 2, real dice)")
    kirin.mettle(8)


def _an_elephant_shrugs_it_off(gm: Evening) -> None:
    """Of a dart's 4D+4 at most 8 come through, which FRAME 11 soaks."""
    gm.send(do="mettle.npc.add", name="Elephant", threat="4D+11")
    elephant = next(each["id"] for each in gm.host.sees()["cast"] if each["name"] == "Elephant")
    gm.send(do="mettle.hazard.expose", character=elephant, name="Tranquilizer dart", dice=[4, 5, 6, 6])
    dart = gm.page.locator("#m-dangers [data-piece]").filter(has_text="Tranquilizer dart")
    expect(dart).to_contain_text("Difficulty +0")
    expect(dart).to_contain_text("has run its course")


def _range_two_reaches_two(gm: Evening) -> None:
    """Three Zones away is one beyond Range 2, four are two; POISE is 3."""
    bow = {"name": "Bow", "damage": "7", "range": 2}
    gm.send(do="mettle.weapon.add", character=gm.id_of("Kirin"), **bow)
    gm.stands("Kirin", ROW[0])
    for where, needed in ((ROW[3], 4), (ROW[4], 5)):
        gm.stands("Clerk", where)
        gm.acts("Kirin", "attack", "Clerk")
        expect(gm.called()).to_contain_text(f"Difficulty {needed}")
        gm.cancels_check()
        expect(gm.page.locator("#checks .called")).to_have_count(0)


def _says(phone: Fighter, words: str) -> None:
    expect(phone.my_moment().locator(".heaps")).to_have_attribute("aria-label", re.compile(words))
