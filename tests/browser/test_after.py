"""After the evening, in browsers: the story and its figures in both themes, and the table on paper."""

import re
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser.seats import Gm, Phone
from tests.browser.server import Server
from tests.browser.test_look import CONTROLS, SMALL, overflow, violations

SIZES = [(320, 568), (360, 640), (390, 844), (844, 390), (768, 1024), (820, 1180), (1180, 820), (1280, 720)]

BOOK = ("Dim Light", "Slick", "Cramped", "Elevated", "Solid Cover", "Exposed", "Hazardous", "Tense")


@pytest.fixture
def gm(server: Server, open_page: Callable[..., Page]) -> Gm:
    return Gm(open_page(820, 1180, bypass_csp=True), server).start_table("Harbour", "razorweave")


class Hand:
    """The GM's key in a program's hand: a full table is laid faster than by thumb."""

    def __init__(self, gm: Gm) -> None:
        self.address = gm.page.url.split("?")[0].rstrip("/")
        self.api = self.address.replace("/t/", "/api/v1/tables/")
        self.key = gm.links["gm"].rpartition("/")[2]

    def do(self, **command: Any) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {self.key}"}
        answer = httpx.post(f"{self.api}/commands", json=command, headers=headers)
        assert answer.status_code == 200, answer.text
        result: dict[str, Any] = answer.json()["result"]
        return result


def play(hand: Hand) -> None:
    """Two scenes with clocks that move, checks that are rolled and a secret that stays one."""
    mara = hand.do(do="character.add", name="Mara")["character"]
    escape = hand.do(do="clock.add", name="Escape", segments=6)["clock"]
    alarm = hand.do(do="clock.add", name="Alarm", segments=4, kind="threat", on_full="The gate falls.")[
        "clock"
    ]
    hand.do(do="clock.add", name="Xanadu plot", segments=8, visibility="secret")
    for intent, dice in (("Slip away", [6, 5, 4, 3]), ("Cross the yard", [2, 2, 2, 1])):
        check = hand.do(do="check.call", character=mara, intent=intent, dc=14, targets=[escape])["check"]
        hand.do(do="check.roll", check=check, dice=dice)
        hand.do(do="check.resolve", check=check)
    roof = hand.do(do="scene.add", name="The roof", description="Rain on slate.")["scene"]
    hand.do(do="scene.activate", scene=roof)
    hand.do(do="clock.set", clock=alarm, filled=4, because="the bell")


def fill(hand: Hand) -> None:
    """Twelve clocks, forty tags, six people with conditions."""
    for number in range(12):
        says = {"on_full": "The tower comes down on the lower town, and whoever stands there runs."}
        hand.do(
            do="clock.add", name=f"The watch hears of number {number}", segments=4 + number, filled=2, **says
        )
    for number in range(40):
        name = BOOK[number] if number < len(BOOK) else f"A tag of our own, number {number}"
        hand.do(do="tag.add", name=name)
    for name in ("Mara", "Tomas", "Cleo", "The Captain", "Old Brand", "Sister Ine"):
        who = hand.do(do="character.add", name=name, stats={"MIG": 2, "AGI": 1, "PRE": 1, "RSN": 0})[
            "character"
        ]
        for each in ("Bleeding", "Frightened"):
            hand.do(do="condition.add", character=who, name=each)


def pages_of(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def test_the_story_is_read_copied_and_saved_and_players_read_their_own(
    gm: Gm, open_page: Callable[..., Page]
) -> None:
    hand = Hand(gm)
    play(hand)
    gm.page.get_by_role("link", name="The story so far").click()
    gm.sees("Rain on slate.").sees("Alarm was full: The gate falls.")
    gm.page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=gm.server.url)
    gm.page.get_by_role("button", name="Copy").click()
    expect(gm.page.get_by_role("button", name="Copied")).to_be_visible()
    copied = gm.page.evaluate("navigator.clipboard.readText()")
    with gm.page.expect_download() as saved:
        gm.page.get_by_role("link", name="Save as Markdown").click()
    assert saved.value.path().read_text(encoding="utf-8").strip() == copied.strip()
    assert "Xanadu" in copied

    phone = Phone(open_page(390, 844), gm.server).open(gm.links["player"])
    phone.page.get_by_role("link", name="The story so far").click()
    phone.sees("As the players know it").sees("Full success, margin +4").does_not_see("Xanadu")
    phone.page.locator("#figure-outcomes").get_by_text("Numbers").click()
    expect(phone.page.get_by_role("row", name="Critical failure 1")).to_be_visible()


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_axe_finds_nothing_afterwards_and_nothing_overflows(
    gm: Gm, open_page: Callable[..., Page], theme: str
) -> None:
    hand = Hand(gm)
    play(hand)
    found = {}
    for role in ("gm", "player"):
        page = open_page(390, 844, bypass_csp=True)
        page.context.add_cookies([{"name": "theme", "value": theme, "url": gm.server.url}])
        page.goto(gm.links[role], wait_until="domcontentloaded")
        for name in ("after", "paper"):
            page.goto(f"{hand.address}/{name}", wait_until="domcontentloaded")
            page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
            found[f"{role} {name}"] = [*violations(page), *page.evaluate(SMALL, [24, CONTROLS]), *_wide(page)]
    assert {name: each for name, each in found.items() if each} == {}


def _wide(page: Page) -> list[str]:
    found = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{width}x{height}"] if overflow(page) > 0 else []
    return found


@pytest.mark.parametrize("role", ["gm", "player"])
def test_a_full_table_fits_on_two_pages_of_paper(gm: Gm, open_page: Callable[..., Page], role: str) -> None:
    hand = Hand(gm)
    fill(hand)
    page = open_page(1280, 720)
    page.goto(gm.links[role], wait_until="domcontentloaded")
    page.goto(f"{hand.address}/paper", wait_until="domcontentloaded")
    assert page.locator(".paper-number").count() >= 12
    assert page.locator(".paper-tags li").count() == 40
    assert 1 <= pages_of(page.pdf(prefer_css_page_size=True)) <= 2
    page.emulate_media(media="print")
    for control in ("Print", "Back"):
        expect(page.get_by_text(control, exact=True)).to_be_hidden()
    assert page.evaluate("getComputedStyle(document.body).colorScheme") in ("light", "normal")
    ground = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    assert ground in ("rgb(255, 255, 255)", "rgba(0, 0, 0, 0)")


def test_the_story_needs_no_scripts(gm: Gm, open_page: Callable[..., Page]) -> None:
    hand = Hand(gm)
    play(hand)
    page = open_page(390, 844, java_script_enabled=False)
    page.goto(gm.links["player"], wait_until="domcontentloaded")
    page.goto(f"{hand.address}/after", wait_until="domcontentloaded")
    expect(page.get_by_role("heading", name="The roof")).to_be_visible()
    expect(page.get_by_role("button", name="Copy")).to_be_hidden()
    page.get_by_text("As Markdown", exact=True).click()
    expect(page.get_by_label("The story as Markdown")).to_contain_text("## The roof")
