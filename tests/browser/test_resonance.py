"""Seeds 001 and 002 on a tablet, two phones and a TV: Blight on Sparks, Hide at 14, the bomb."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.seats import Gm, Phone, Screen, Tv
from tests.browser.server import Server
from tests.browser.test_look import overflow, violations
from tests.browser.test_tv import faults

SPARKS = {"level": 2, "influence": 3, "technique": 3, "alacrity": 3, "movement": 2}
ROOK = {"level": 2, "brawn": 4}
CAPTAIN = {"level": 2, "power": 4}
PARTS: list[dict[str, Any]] = [
    {"name": "Outer door", "kind": "barrier", "tn": 12, "length": 6},
    {"name": "Inner door", "kind": "puzzle", "tn": 12},
    {"name": "Sentry Turret", "kind": "foe"},
]


class Table:
    """What was prepared before the evening, and what is rolled beside the screens."""

    def __init__(self, gm: Gm) -> None:
        self.url = f"{gm.server.url}/api/v1/tables/{gm.page.url.rpartition('/')[2]}"
        self.headers = {"Authorization": f"Bearer {gm.links['gm'].rpartition('/')[2]}"}
        self.sparks = self._join("Sparks", SPARKS)
        self.rook = self._join("Rook", ROOK)
        self.captain = self._join("Captain", CAPTAIN, kind="npc", visibility="shown")

    def do(self, **command: Any) -> dict[str, Any]:
        answer = httpx.post(f"{self.url}/commands", json=command, headers=self.headers, timeout=20)
        assert answer.status_code == 200, answer.text
        result: dict[str, Any] = answer.json()["result"]
        return result

    def sees(self) -> dict[str, Any]:
        seen: dict[str, Any] = httpx.get(self.url, headers=self.headers, timeout=20).json()
        return seen

    def _join(self, name: str, stats: dict[str, int], **more: str) -> int:
        id: int = self.do(do="character.add", name=name, stats=stats, **more)["character"]
        return id


@pytest.fixture
def gm(server: Server, open_page: Callable[..., Page]) -> Gm:
    screen = Gm(open_page(820, 1180, has_touch=True, bypass_csp=True), server)
    return screen.start_table("Conduit", "resonance")


@pytest.fixture
def table(gm: Gm) -> Table:
    return Table(gm)


@pytest.fixture
def alex(gm: Gm, table: Table, open_page: Callable[..., Page]) -> Phone:
    page = open_page(390, 844, has_touch=True, is_mobile=True, bypass_csp=True)
    return Phone(page, gm.server).open(gm.links["player"]).sit("Alex").play("Sparks")


@pytest.fixture
def sam(gm: Gm, table: Table, open_page: Callable[..., Page]) -> Phone:
    page = open_page(390, 844, has_touch=True, is_mobile=True)
    return Phone(page, gm.server).open(gm.links["player"]).sit("Sam").play("Rook")


@pytest.fixture
def tv(gm: Gm, open_page: Callable[..., Page]) -> Tv:
    return Tv(open_page(1920, 1080, bypass_csp=True), gm.server).open(gm.links["tv"])


def left(screen: Screen, who: int, value: str) -> Locator:
    """What somebody has left of HP, SP or EP, as a screen says it."""
    return screen.page.locator(f"[data-holder='{who}'] .meter.{value} b").first


def give(gm: Gm, tag: str, to: str) -> None:
    """Out of the palette into somebody's pool."""
    form = gm.page.get_by_role("form", name="Give a tag")
    form.get_by_label("Give to").select_option(label=to)
    form.locator(f"input[name=tag][value={tag}]").check(force=True)
    form.get_by_role("button", name="Give tag").click()


def real_dice(page: Page, *faces: int) -> None:
    """Two ten-sided dice, typed in as they fell."""
    for place, face in enumerate(faces, start=1):
        page.get_by_label(f"Die {place} of 8").fill(str(face))
    page.get_by_role("button", name="Use these dice").click()


def test_blight_on_sparks_then_rook_gains_enhance_and_she_hides_at_fourteen(
    gm: Gm, table: Table, alex: Phone, sam: Phone, tv: Tv
) -> None:
    # The Captain hits: 5 + 2 + 4 against Resistance 8 takes 3 HP.
    table.do(
        do="character.edit", character=table.sparks, stats={"influence": 3, "technique": 3, "alacrity": 2}
    )
    gm.page.get_by_role("button", name="Check for Captain").click()
    gm.settle("Attack", "Power 4", "Sparks")
    gm.page.get_by_text("Real dice of Captain").click()
    real_dice(gm.page, 5, 2)
    for screen in (gm, alex, sam):
        screen.sees("Success")
    gm.apply_all()
    for screen in (gm, sam, tv):
        expect(left(screen, table.sparks, "hp")).to_contain_text("7")
    give(gm, "blight", "Sparks")
    expect(alex.page.locator("#my-pool [data-pool-tag=blight]")).to_contain_text("×1")

    # She acts: the Blight bites first, then Rook gains an Enhance.
    alex.page.locator("#my-pool details.more summary").click()
    alex.page.get_by_role("button", name="Sparks acts").click()
    for screen in (gm, sam, tv):
        expect(left(screen, table.sparks, "hp")).to_contain_text("6")
    expect(alex.page.locator("#my-pool")).to_contain_text("Blight: 1 HP lost, which nothing prevents.")
    expect(alex.page.locator("#my-pool [data-pool-tag=blight]")).to_have_count(0)
    give(gm, "enhance", "Rook")
    expect(sam.page.locator("#my-pool [data-pool-tag=enhance]")).to_contain_text("Enhance")
    expect(tv.page.locator(f"[data-holder='{table.rook}'] .pool-chip")).to_contain_text("Enhance")

    # Out of sight: 10 + 2 + 2 is 14, which the GM alone reads.
    alex.page.locator("#declare > summary").click()
    alex.page.get_by_label("What do you want to achieve?").fill("Get behind the crates")
    alex.page.locator("#declare input[value=hide]").check(force=True)
    alex.page.locator("#declare input[name=stat][value=movement]").check(force=True)
    alex.page.get_by_role("button", name="Declare", exact=True).click()
    alex.page.locator("#my-dice summary").click()
    real_dice(alex.page, 10, 4)
    gm.apply_all()
    gm.sees("hidden at 14")
    for screen in (alex, sam, tv):
        screen.sees("Hidden")
    for screen in (sam, tv):
        screen.does_not_see("hidden at 14").does_not_see("more than 14")

    # Whoever looks for her must beat it: 14 is not enough, 15 is.
    _search(gm, 8, 2)
    for screen in (gm, sam, tv):
        screen.sees("Failure")
    gm.sees("hidden at 14")
    _search(gm, 9, 2)
    gm.apply_all()
    expect(gm.page.locator(f"[data-holder='{table.sparks}']")).not_to_contain_text("hidden at 14")
    for screen in (sam, tv):
        expect(screen.page.locator("[data-condition], .ails", has_text="Hidden")).to_have_count(0)


def _search(gm: Gm, *dice: int) -> None:
    """The Captain looks around, by Power: what the Main die shows and 6."""
    gm.page.get_by_role("button", name="Check for Captain").click()
    gm.settle("Search", "Power 4", "Sparks")
    gm.page.get_by_text("Real dice of Captain").click()
    real_dice(gm.page, *dice)


def test_the_bomb(gm: Gm, table: Table, alex: Phone, sam: Phone, tv: Tv) -> None:
    table.do(do="resonance.scene.start", length=5)
    _start_race(gm)
    screens = (gm, alex, sam, tv)
    _all_see(screens, threat=15, situation=3)
    _roll_at(table, "Outer door", table.rook, "brawn", [10, 10, 5, 3])
    _all_see(screens, threat=14, situation=3)
    gm.apply_all()
    gm.page.get_by_role("button", name="Round ends −1: The bomb").click()
    _all_see(screens, threat=13, situation=2)
    _roll_at(table, "Inner door", table.sparks, "technique", [9, 3])
    gm.apply_all()
    _all_see(screens, threat=12, situation=1)
    for threat in (11, 10):
        gm.page.get_by_role("button", name="Round ends −1: The bomb").click()
        _all_see(screens, threat=threat, situation=1)
    gm.page.get_by_role("button", name="Done: Sentry Turret").click()
    _all_see(screens, threat=10, situation=0, scene=4)
    for screen in screens:
        expect(screen.page.locator(".nest-outcome")).to_contain_text("Success")


def _start_race(gm: Gm) -> None:
    """The wizard: what must be dealt with, and the level that says how long the threat is."""
    gm.page.locator("#start-race > summary").click()
    form = gm.page.get_by_role("form", name="Start a Race")
    form.get_by_label("What is it about?").fill("The bomb")
    for n, part in enumerate(PARTS):
        form.locator(f"[name='parts.{n}.name']").fill(part["name"])
        form.locator(f"[name='parts.{n}.kind']").select_option(part["kind"])
        for field in ("tn", "length"):
            form.locator(f"[name='parts.{n}.{field}']").fill(str(part.get(field, "")))
    expect(form).to_contain_text("normal threat 15")
    form.locator("input[name=level][value='2']").check(force=True)
    form.get_by_role("button", name="Start the Race").click()


def _roll_at(table: Table, clock: str, who: int, stat: str, dice: list[int]) -> None:
    """Somebody works on a door; the dice were rolled at the table."""
    id = next(each["id"] for each in table.sees()["clocks"] if each["name"] == clock)
    check = table.do(do="check.call", character=who, stat=stat, tn=12, targets=[id])["check"]
    table.do(do="check.roll", check=check, dice=dice)


def _all_see(screens: tuple[Screen, ...], threat: int, situation: int, scene: int = 5) -> None:
    for screen in screens:
        for name, stands in (("Threat", threat), ("The bomb", situation), ("Scene", scene)):
            dial = screen.page.locator(f"#nest svg.dial[aria-label^='{name}: {stands} of']")
            expect(dial).to_have_count(1)


def test_the_sixth_curse_and_the_eleventh_status_tag_are_refused_in_words(gm: Gm, table: Table) -> None:
    for tag in ("Curse", "Daze"):
        table.do(do="resonance.pool.add", character=table.sparks, tag=tag, count=5)
    expect(gm.page.locator(f"[data-holder='{table.sparks}']")).to_contain_text("10/10")
    give(gm, "curse", "Sparks")
    gm.sees("nobody holds more than 5 Curse")
    give(gm, "mark", "Sparks")
    gm.sees("nobody holds more than 10 status tags")


def test_the_turn_order_goes_round_by_taps(gm: Gm, table: Table, alex: Phone, tv: Tv) -> None:
    gm.page.get_by_role("button", name="Begin rounds").click()
    expect(tv.page.locator("#rounds .turn-card")).to_have_count(3)
    for _ in range(3):
        active = gm.page.locator("#rounds .turn-card.active")
        before = active.locator("b bdi").inner_text()
        if before == "Sparks":
            alex.page.get_by_role("button", name="End my turn").click()
        else:
            gm.page.get_by_role("button", name="Next turn").click()
        expect(gm.page.locator("#journal li").first).to_contain_text(f"{before}: the turn ends")
    expect(gm.page.locator("#h-rounds")).to_contain_text("round 2")
    expect(alex.page.locator("#h-rounds")).to_contain_text("round 2")


def test_every_screen_of_a_race_is_sound_by_night_and_by_day(
    gm: Gm, table: Table, alex: Phone, tv: Tv
) -> None:
    _busy(table)
    for screen in (gm, alex, tv):
        expect(screen.page.locator("#nest .nest-clock.threat")).to_be_visible()
    found = {}
    for scheme in ("dark", "light"):
        for name, screen in (("gm", gm), ("phone", alex)):
            _in_the(screen.page, scheme)
            found[f"{name}, {scheme}"] = [*violations(screen.page), *_too_wide(screen.page)]
    found["tv"] = [*violations(tv.page), *_unreadable(tv.page)]
    assert {name: each for name, each in found.items() if each} == {}


def _busy(table: Table) -> None:
    """A Race, turns, tags of both lists, a boost that may be spent, a roll that waits for its Critical."""
    table.do(do="resonance.race.start", name="The bomb", parts=PARTS, level=2)
    table.do(do="resonance.round.start")
    for tag in ("Curse", "Blight", "Regen", "Enhance", "Obscure"):
        table.do(do="resonance.pool.add", character=table.sparks, tag=tag, count=2)
    table.do(do="character.add", name="Vex", stats={"level": 2})
    table.do(do="resonance.pool.happen", character=table.sparks, on="acts")
    attack = {"character": table.captain, "roll": "attack", "stat": "power", "target": table.sparks}
    check = table.do(do="check.call", **attack)["check"]
    table.do(do="check.roll", check=check, dice=[5, 5, 4, 9])


def _in_the(page: Page, scheme: Any) -> None:
    page.context.add_cookies([{"name": "theme", "value": "auto", "url": page.url}])
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.reload(wait_until="domcontentloaded")


def _too_wide(page: Page) -> list[str]:
    """The sizes at which something sticks out, with everything unfolded."""
    page.evaluate("document.querySelectorAll('main details').forEach(each => each.open = true)")
    found = []
    for width, height in ((320, 568), (390, 844), (820, 1180), (1180, 820), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        if overflow(page) > 0:
            found.append(f"{overflow(page)} too wide at {width}")
    return found


def _unreadable(page: Page) -> list[str]:
    """What is too small on the TV, out of its safe border, or over something else."""
    page.locator("#checks").evaluate("each => each.remove()")
    found = []
    for width, height in ((1280, 720), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{each} at {width}" for each in faults(page)]
    return found
