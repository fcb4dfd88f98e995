"""Each game's evening is begun by a GM and two players, and the GM types no number for a player."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.drafting import keeps_none
from tests.browser.seats import Gm, Phone
from tests.browser.server import Server
from tests.browser.test_phone import a_phone
from webapp.rules.playable_games import rulesets
from webapp.rules.sheets import lines_of


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", sorted(rulesets()))
def test_two_players_make_their_characters_and_the_gm_types_none_of_their_numbers(
    server: Server, open_page: Callable[..., Page], ruleset: str
) -> None:
    gm = Gm(open_page(1180, 820, has_touch=True), server).start_table("The Oak", ruleset)
    ana, ben = (Phone(a_phone(open_page), server).open(gm.links["player"]) for _ in range(2))
    quick = bool(rulesets()[ruleset].typical)
    _makes(ana.sit("Ana"), "Mara", "Quick" if quick else "Make")
    _makes(ben.sit("Ben"), "Tobin", "Make")
    _fills_in_the_sheet(ben, _numbers(ruleset))
    for name in ("Mara", "Tobin"):
        expect(gm.page.locator("#cast")).to_contain_text(name)
    gm.says("Alarm 6").sees_clock("Alarm", 0, 6)
    ana.sees_clock("Alarm", 0, 6)
    seen = gm.host.sees()
    sheets = {who["name"]: who["stats"] for who in seen["cast"]}
    assert bool(sheets["Mara"]) == quick
    assert bool(sheets["Tobin"]) == bool(_numbers(ruleset))
    assert {line["command"] for line in seen["journal"] if line["role"] == "gm"} <= {"clock.add"}


def _numbers(ruleset: str) -> list[str]:
    return [line.key for line in lines_of(rulesets()[ruleset]) if line.kind == "number"]


def _adds_a_weapon(phone: Phone) -> None:
    """Where the game has weapons; what is not saved yet outlasts it."""
    weapon = phone.page.get_by_label("Weapon", exact=True)
    if not weapon.count():
        return
    weapon.fill("Sword")
    phone.page.get_by_role("button", name="Add weapon").tap()
    expect(phone.page.get_by_role("button", name="Remove Sword")).to_be_visible()
    expect(phone.page.get_by_label("Looks")).to_have_value("One grey eye")


def _makes(phone: Phone, character: str, how: str) -> None:
    """In two taps and a name."""
    phone.page.get_by_label("Name of your character").fill(character)
    phone.page.locator("#me").get_by_role("button", name=how, exact=True).tap()
    expect(phone.page.locator("#me[data-character]")).to_contain_text(character)


def _fills_in_the_sheet(phone: Phone, numbers: list[str]) -> None:
    """A line of numbers in the sheet's order, looked at and saved; a game without numbers has looks."""
    phone.page.get_by_role("link", name=re.compile(r"^(Fill in|Edit) sheet$")).tap()
    if numbers:
        left = phone.page.locator("[data-sum=left]")
        before = left.inner_text()
        phone.page.wait_for_load_state()  # a step taken before the scripts are there is none
        phone.page.get_by_role("button", name=re.compile("^More ")).nth(1).tap()
        expect(left).not_to_have_text(before)  # what is left to spend follows each step
        phone.page.get_by_label("Looks").fill("One grey eye")
        phone.page.get_by_label("All numbers in one line").fill(" ".join("2" for _ in numbers))
        phone.page.get_by_role("button", name="Fill in").tap()
        expect(phone.page.get_by_text("Check it, then save")).to_be_visible()
        expect(phone.page.get_by_label("Looks")).to_have_value("One grey eye")  # typed before, not saved yet
        _adds_a_weapon(phone)
    phone.page.get_by_label("Looks").fill("One grey eye")
    phone.page.get_by_role("button", name="Save", exact=True).tap()
    expect(phone.page.locator("#me")).to_contain_text("One grey eye")


def test_the_name_of_a_new_table_is_kept_until_it_is_started(
    server: Server, open_page: Callable[..., Page]
) -> None:
    """Through a reload, another page, an error and the way back."""
    page = open_page(820, 1180)
    page.goto(server.url)
    name, game = page.get_by_label("Name (optional)"), page.get_by_role("radio", name="METTLE")
    name.fill("The Oak")
    game.check()
    page.reload()
    expect(name).to_have_value("The Oak")
    expect(game).to_be_checked()
    page.route("**/tables", lambda route: route.fulfill(status=500, body="Something went wrong"))
    page.get_by_role("button", name="Start the table").click()
    page.get_by_text("Something went wrong").wait_for()
    page.unroute("**/tables")
    page.go_back()
    expect(name).to_have_value("The Oak")
    page.get_by_role("button", name="Start the table").click()
    page.get_by_role("heading", name="The Oak is ready").wait_for()
    page.wait_for_load_state("domcontentloaded")
    page.goto(server.url)
    expect(name).to_have_value("")


SLOW_DISK = """() => {
  const open = indexedDB.open.bind(indexedDB);
  indexedDB.open = (...what) => {
    const asked = {};
    setTimeout(() => {
      const real = open(...what);
      real.onupgradeneeded = () => { asked.result = real.result; asked.onupgradeneeded(); };
      real.onsuccess = () => { asked.result = real.result; asked.onsuccess(); };
    }, 700);
    return asked;
  };
}"""


def test_a_slow_disk_neither_loses_the_name_nor_brings_it_back(
    server: Server, open_page: Callable[..., Page]
) -> None:
    """What is typed before it answers gets there, and what was started is forgotten, though one leaves."""
    page = open_page(820, 1180)
    page.add_init_script(f"({SLOW_DISK})()")
    page.goto(server.url)
    name = page.get_by_label("Name (optional)")
    name.fill("The Ash")
    page.wait_for_function("() => !Object.keys(localStorage).some((name) => name.includes(':draft:'))")
    page.reload()
    expect(name).to_have_value("The Ash")
    page.get_by_role("button", name="Start the table").click()
    page.get_by_role("heading", name="The Ash is ready").wait_for()
    page.wait_for_load_state("domcontentloaded")
    page.goto(server.url)
    keeps_none(page)
    expect(name).to_have_value("")
