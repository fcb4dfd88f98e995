"""After the evening, in browsers: the story and its figures in both themes, and the table on paper."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.host import Host
from tests.browser.seats import Gm, Phone
from tests.browser.server import Server
from tests.browser.test_look import CONTROLS, SMALL, in_the, overflow, violations

SIZES = [(320, 568), (360, 640), (390, 844), (844, 390), (768, 1024), (820, 1180), (1180, 820), (1280, 720)]

BOOK = ("Dim Light", "Slick", "Cramped", "Elevated", "Solid Cover", "Exposed", "Hazardous", "Tense")


@pytest.fixture
def played(server: Server) -> Host:
    """Two scenes with clocks that move, checks that are rolled and a secret that stays one."""
    host = Host(server, "razorweave", "Harbour")
    mara, escape = host.character("Mara"), host.clock("Escape", 6)
    alarm = host.clock("Alarm", 4, kind="threat", on_full="The gate falls.")
    host.clock("Xanadu plot", 8, visibility="secret")
    for intent, dice in (("Slip away", [6, 5, 4, 3]), ("Cross the yard", [2, 2, 2, 1])):
        check = host.do("check.call", character=mara, intent=intent, dc=14, targets=[escape])["check"]
        host.do("check.roll", check=check, dice=dice)
        host.do("check.resolve", check=check)
    roof = host.do("scene.add", name="The roof", description="Rain on slate.")["scene"]
    host.do("scene.activate", scene=roof)
    host.do("clock.tick", clock=alarm, by=1)
    host.do("clock.set", clock=alarm, filled=4, because="the bell")
    return host


@pytest.fixture
def full(server: Server) -> Host:
    """Twelve clocks, forty tags, six people with conditions."""
    host = Host(server, "razorweave", "Harbour")
    falls = "The tower comes down on the lower town, and whoever stands there runs."
    for number in range(12):
        host.clock(f"The watch hears of number {number}", 4 + number, filled=2, on_full=falls)
    for number in range(40):
        host.tag(BOOK[number] if number < len(BOOK) else f"A tag of our own, number {number}")
    for name in ("Mara", "Tomas", "Cleo", "The Captain", "Old Brand", "Sister Ine"):
        host.character(name, stats={"MIG": 2, "AGI": 1, "PRE": 1, "RSN": 0})
        host.condition("Bleeding", name)
        host.condition("Frightened", name)
    return host


def pages_of(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def test_the_story_is_read_copied_and_saved_and_players_read_their_own(
    played: Host, open_page: Callable[..., Page]
) -> None:
    gm = Gm(open_page(820, 1180), played.server).sit_at(played)
    gm.page.get_by_role("link", name="Recap", exact=True).click()
    gm.sees("Rain on slate.").sees("Alarm filled up: The gate falls.")
    expect(gm.page.locator(".chart .bar[data-of=hand]")).to_be_visible()
    gm.page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=gm.server.url)
    gm.page.get_by_role("button", name="Copy").click()
    expect(gm.page.get_by_role("button", name="Copied")).to_be_visible()
    copied = gm.page.evaluate("navigator.clipboard.readText()")
    with gm.page.expect_download() as saved:
        gm.page.get_by_role("link", name="Save as Markdown").click()
    assert saved.value.path().read_text(encoding="utf-8").strip() == copied.strip()
    assert "Xanadu" in copied

    phone = Phone(open_page(390, 844), gm.server).open(played.link("player"))
    phone.page.get_by_role("link", name="Recap", exact=True).click()
    phone.sees("The players' version").sees("Full success, margin +4").does_not_see("Xanadu")
    phone.page.locator("#figure-outcomes").get_by_text("Numbers").click()
    expect(phone.page.get_by_role("row", name="Critical failure 1")).to_be_visible()


def _enter(page: Page, host: Host, role: str, name: str) -> Page:
    page.context.request.get(host.link(role))
    page.goto(f"{host.address}/{name}", wait_until="domcontentloaded")
    return page


@pytest.mark.soak
def test_axe_finds_nothing_afterwards_in_either_theme_and_nothing_overflows(
    played: Host, open_page: Callable[..., Page]
) -> None:
    found = {}
    for role in ("gm", "player"):
        page = open_page(390, 844, bypass_csp=True)
        for name in ("after", "paper"):
            _enter(page, played, role, name)
            page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
            wrong = [*violations(page), *in_the(page, "light"), *page.evaluate(SMALL, [24, CONTROLS])]
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                wrong += [f"too wide at {width}"] if overflow(page) > 0 else []
            found[role, name] = wrong
    assert {where: each for where, each in found.items() if each} == {}


@pytest.mark.soak
def test_a_full_table_fits_on_two_pages_of_paper(full: Host, open_page: Callable[..., Page]) -> None:
    for role in ("gm", "player"):
        page = _enter(open_page(1280, 720), full, role, "paper")
        assert page.locator(".paper-number").count() >= 12
        assert page.locator(".paper-tags li").count() == 40
        assert 1 <= pages_of(page.pdf(prefer_css_page_size=True)) <= 2
        page.emulate_media(media="print")
        for control in ("Print", "Back"):
            expect(page.get_by_text(control, exact=True)).to_be_hidden()
        assert page.evaluate("getComputedStyle(document.body).colorScheme") in ("light", "normal")
        ground = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        assert ground in ("rgb(255, 255, 255)", "rgba(0, 0, 0, 0)")


@pytest.mark.soak
def test_the_story_needs_no_scripts(played: Host, open_page: Callable[..., Page]) -> None:
    page = _enter(open_page(390, 844, java_script_enabled=False), played, "player", "after")
    expect(page.get_by_role("heading", name="The roof")).to_be_visible()
    expect(page.get_by_role("button", name="Copy")).to_be_hidden()
    page.get_by_text("As Markdown", exact=True).click()
    expect(page.get_by_label("The recap as Markdown")).to_contain_text("## The roof")


@pytest.mark.soak
def test_a_file_that_takes_long_says_so(played: Host, open_page: Callable[..., Page]) -> None:
    """While others' files come first, too. The answer is held back until the page has said so."""
    page = _enter(open_page(390, 844), played, "player", "after")
    page.clock.install()
    held: list[Route] = []
    page.route("**/evening*", lambda route: held.append(route))
    with page.expect_request("**/evening*"):
        page.get_by_role("link", name="Save as one file").click()
    page.clock.run_for(3000)
    expect(page.get_by_text("Preparing the file… 3 s")).to_be_visible()
    expect(page.get_by_role("progressbar", name="Preparing the file")).to_be_visible()
    held[0].fulfill(status=503, headers={"Retry-After": "15"}, body="Busy")
    expect(page.get_by_text(re.compile(r"Waiting for other files… \d+ s"))).to_be_visible()
    with page.expect_request("**/evening*"):
        page.clock.run_for(15000)
    expect(page.get_by_text(re.compile(r"Preparing the file… \d+ s"))).to_be_visible()
    with page.expect_download() as saved:
        held[1].continue_()
    assert saved.value.suggested_filename.startswith("evening-")
    assert "The roof" in saved.value.path().read_text(encoding="utf-8")
    expect(page.get_by_text("Preparing the file")).to_be_hidden()
