"""The outcome line on real screens: first with whom it befell, gone with ×, taken back where it stands."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.host import Host
from tests.browser.lasting_faults import still_wrong
from tests.browser.seats import Gm, Phone, Tv
from tests.browser.server import Server
from tests.browser.televised import a_tv

ANN = {"CALLING": 6, "CULTURE": 3, "FRAME": 3, "MOTIVE": 4, "NATURE": 5, "POISE": 4}
HIT = "Thug hits Ann: 1 Mettle"
LONG = "Maximiliane of the Seven Lanterns"
QUESTION = "Question the clerk about the ledger of the drowned bells"
CUT = """() => [...document.querySelectorAll("[data-large] .tv-card, [data-aside] .tv-line")]
    .flatMap(place => {
        const box = place.getBoundingClientRect(), inside = ({ left, right, top, bottom }) =>
            left >= Math.max(0, box.left) && right <= Math.min(innerWidth, box.right)
            && top >= Math.max(0, box.top) && bottom <= Math.min(innerHeight, box.bottom);
        const parts = [...place.querySelectorAll(".verdict b, .tv-says, .die, bdi")];
        return parts.filter(part => part.checkVisibility()).filter(part => {
            const text = document.createRange();
            text.selectNodeContents(part);
            const drawn = part.matches(".die") ? [part.getBoundingClientRect()] : [...text.getClientRects()];
            return !drawn.length || !drawn.every(inside);
        }).map(part => part.textContent || "a die");
    })"""
"""What of the outcomes on a TV is not whole within its place and the screen."""
LATE = """() => {
    const real = window.fetch;
    const frame = () => new Promise(requestAnimationFrame);
    window.fetch = async (address, request) => {
        const answer = await real(address, request);
        while (request?.method === "POST" && document.querySelector("#checks .apply")) await frame();
        return answer;
    };
}"""
"""The answer to a press comes once the stream has taken what was applied from the desk."""
COVERED = """names => {
    const boxes = each => [...document.querySelectorAll(each)].map(each => each.getBoundingClientRect());
    const top = Math.min(...boxes("[data-large] .tv-card").map(box => box.top));
    const tracks = [...document.querySelectorAll("[data-racer]")];
    return names.filter(name => !tracks.some(track => track.textContent.includes(name)
        && track.getBoundingClientRect().height && track.getBoundingClientRect().bottom <= top));
}"""
"""The racers whose track does not stand above the outcomes."""


def a_hit(host: Host) -> int:
    """Thug hits Ann, who sits at a phone; nothing of it is applied yet."""
    thug = host.character("Thug", kind="npc", stats={**ANN, "NATURE": 4}, visibility="shown")
    asked = {"character": thug, "action": "attack", "foes": [host.ids["Ann"]]}
    check: int = host.do("check.call", **asked)["check"]
    host.do("check.roll", check=check, dice=[3, 2, 1, 4])
    return check


def test_who_is_hit_reads_it_first_and_the_gm_takes_it_back_where_it_stands(
    server: Server, open_page: Callable[..., Page]
) -> None:
    host = Host(server, "mettle").asks()
    host.character("Ann", stats=ANN)
    gm, tv, page = open_page(1180, 820), open_page(1280, 720), open_page(390, 844)
    for screen, role in ((gm, "gm"), (tv, "tv")):
        screen.goto(host.link(role), wait_until="domcontentloaded")
    page.clock.install()
    ann = Phone(page, server).join(host, "Ana", "Ann")
    line = page.locator("#moments [data-own][data-shown]")
    with ann.standing_still():
        check = a_hit(host)
        expect(line).to_contain_text(f"Bad for the party {HIT}")
        _it_shrinks_after_eight_seconds_and_ends_after_a_minute(page)
    host.do("check.resolve", check=check)
    expect(line).to_contain_text(f"{HIT}, now 9")
    expect(tv.locator("#moments")).to_contain_text(f"{HIT}, now 9")
    row = gm.locator("#moments [data-shown]").first
    expect(row).to_contain_text(f"{HIT}, now 9")
    row.get_by_role("button", name=re.compile("^Undo")).click()
    expect(gm.locator("#moments")).not_to_contain_text("now 9")
    expect(gm.locator("#checks")).to_contain_text(f"{HIT}; GM decides")


def _it_shrinks_after_eight_seconds_and_ends_after_a_minute(page: Page) -> None:
    details = page.locator("#moments [data-own] details")
    expect(details).to_have_attribute("open", "")
    page.clock.fast_forward(8500)
    expect(details).not_to_have_attribute("open", "")
    expect(page.locator("#moments [data-own]")).to_be_visible()
    page.clock.fast_forward(55000)
    expect(page.locator("#moments [data-own]")).to_be_hidden()


def test_a_full_clock_comes_up_on_every_phone_before_what_i_did(
    host: Host, open_page: Callable[..., Page]
) -> None:
    """With its dial and what happens then; a player without a character sees it too."""
    host.has(clocks={"Alarm": 4}, people="Mara")
    host.clock("Fire", 4, kind="threat", filled=3, on_full="The roof comes down.")
    pages = open_page(390, 844), open_page(390, 844)
    mara, guest = (
        Phone(pages[0], host.server).join(host, "Ana", "Mara"),
        Phone(pages[1], host.server).join(host, "Ben"),
    )
    host.condition("Bleeding", "Mara")
    expect(pages[0].locator("#moments [data-own][data-shown]")).to_contain_text("Bleeding")
    host.tick("Fire")
    for phone in (mara, guest):
        sheet = phone.page.locator("#moments [data-ours][data-shown] .sheet[open]")
        expect(sheet.locator(".dial")).to_be_visible()
        expect(sheet.get_by_role("heading", name="Fire")).to_be_visible()
        expect(sheet).to_contain_text("The roof comes down.")
    expect(pages[0].locator("#moments [data-own]")).to_be_hidden()


def test_what_was_applied_is_said_to_who_applied_it_though_the_stream_was_quicker(
    server: Server, open_page: Callable[..., Page]
) -> None:
    host = Host(server, "mettle").asks()
    host.character("Ann", stats=ANN)
    page = open_page(1180, 820)
    page.add_init_script(f"({LATE})()")
    gm = Gm(page, server).sit_at(host)
    a_hit(host)
    gm.page.get_by_role("button", name="Apply all").click()
    expect(gm.page.get_by_role("status").filter(has_text=f"{HIT}, now 9")).to_have_count(1)


def test_two_long_results_stand_whole_on_the_tv(host: Host, big: Tv) -> None:
    """Verdict, sentence and dice, beside METTLE's map and above Razorweave's clocks; then the line, too."""
    mettle = Host(host.server, "mettle", "The flying fortress of Mirabel")
    _a_split_attack_is_called(mettle)
    big.page.goto(mettle.link("tv"), wait_until="domcontentloaded")
    with big.is_live().standing_still():
        _both_halves_hit(mettle)
        _two_stand_whole(big.page, f"{LONG} hits Bartholomäus Grauschopf: 2 Mettle, now 8")
    razorweave = Host(host.server, "razorweave", "The harbour of the drowned bells")
    checks = _two_are_called(razorweave)
    big.page.goto(razorweave.link("tv"), wait_until="domcontentloaded")
    with big.is_live().standing_still():
        for check in checks:
            razorweave.do("check.roll", check=check, dice=[4, 3, 2, 2])
        _two_stand_whole(big.page, f"{LONG}, {QUESTION}")
        razorweave.do("check.resolve", check=checks[0])
        expect(said_large(big.page).filter(has_text="is complete first")).to_be_visible()
        assert still_wrong(big.page, CUT) == []


def _a_split_attack_is_called(host: Host) -> None:
    host.character(LONG, stats={**ANN, "NATURE": 8})
    foes = ("Bartholomäus Grauschopf", "Captain of the flying fortress")
    for name in foes:
        host.character(name, kind="npc", stats={**ANN, "POISE": 3}, visibility="shown")
    host.has(clocks={"The gate falls at the third bell": 8, "Reinforcements from the valley": 8, "Fire": 8})
    host.do("mettle.zone.quick")
    aimed = {"foes": [host.ids[name] for name in foes], "manner": "split", "share": 4}
    host.do("check.call", character=host.ids[LONG], action="attack", **aimed)


def _both_halves_hit(host: Host) -> None:
    for check in host.sees()["checks"]:
        host.do("check.roll", check=check["id"], dice=[3, 3, 4, 4])
        host.do("check.resolve", check=check["id"])


def _two_are_called(host: Host) -> list[int]:
    host.has(clocks={"Expose the official of the harbour": 6, "The cover-up is complete": 2, "Fog": 8})
    host.race("The cover-up is complete", "Expose the official of the harbour")
    asked = {"attribute": "AGI", "dc": 18, "targets": [host.ids["Expose the official of the harbour"]]}
    tried = {
        LONG: QUESTION,
        "Bartholomäus Grauschopf": "Intercept the papers before they reach the fire of the customs house",
    }
    return [
        host.do("check.call", character=host.character(who), intent=intent, **asked)["check"]
        for who, intent in tried.items()
    ]


def said_large(tv: Page) -> Locator:
    return tv.locator("[data-large] .tv-says")


def _two_stand_whole(tv: Page, sentence: str) -> None:
    said = said_large(tv)
    expect(said).to_have_count(2)
    expect(said.filter(has_text=sentence)).to_be_visible()
    assert still_wrong(tv, CUT) == []


@pytest.mark.soak
def test_what_is_applied_late_is_read_on_the_tv_and_by_whom_it_befell_on_their_turn(
    server: Server, open_page: Callable[..., Page]
) -> None:
    host = Host(server, "resonance")
    captain = host.character("Captain", kind="npc", stats={"force": 5}, visibility="shown")
    host.character("Mara", stats={"force": 3, "brawn": 2})
    tv, phone = a_tv(host, open_page), Phone(open_page(390, 844), server).join(host, "Ana", "Mara")
    aimed = {"roll": "attack", "stat": "force", "target": host.ids["Mara"]}
    check = host.do("check.call", character=captain, **aimed)["check"]
    with tv.standing_still():
        host.do("check.roll", check=check, dice=[[9, 7]])
        expect(tv.page.locator("[data-large]")).to_have_count(1)
        tv.page.clock.fast_forward(12500)
        expect(tv.page.locator("[data-large]")).to_have_count(0)
        host.do("check.resolve", check=check)
        expect(said_large(tv.page)).to_contain_text("Captain hits Mara: 8 HP, now 2")
    host.do("resonance.round.start", characters=[host.ids["Mara"]])
    expect(phone.page.locator("#my-chances")).to_contain_text("Your turn")
    expect(phone.page.locator("#moments")).to_contain_text("Captain hits Mara: 8 HP")


@pytest.mark.soak
def test_every_track_of_a_race_stands_above_two_results(host: Host, big: Tv) -> None:
    host = Host(host.server, "mettle")
    names = ("Mara", "Bartholomäus", "Cai", "Rival of the dunes")
    drivers = [{"character": host.character(name, stats=ANN), "speed": 3} for name in names]
    host.do("mettle.stretch.start", drivers=drivers)
    big.page.goto(host.link("tv"), wait_until="domcontentloaded")
    with big.is_live().standing_still():
        for name in names[:2]:
            check = host.do("mettle.stretch.check", character=host.ids[name])["check"]
            host.do("check.roll", check=check, dice=[1, 1, 1, 4])
        expect(big.page.locator("[data-large] .tv-says")).to_have_count(2)
        assert still_wrong(big.page, COVERED, list(names)) == []
