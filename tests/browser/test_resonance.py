"""Seeds 001 and 002 on a tablet, two phones and a TV: Blight on Sparks, Hide at 14, the bomb."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conduit import PARTS, Conduit
from tests.browser.seats import Gm, Phone, Screen, Tv
from tests.browser.server import Server

SIZES = {"Threat": 15, "The bomb": 3, "Scene": 5}


@pytest.fixture
def conduit(server: Server) -> Conduit:
    return Conduit(server)


@pytest.fixture
def gm(conduit: Conduit, open_page: Callable[..., Page]) -> Gm:
    return Gm(open_page(820, 1180, has_touch=True), conduit.server).sit_at(conduit)


@pytest.fixture
def alex(conduit: Conduit, open_page: Callable[..., Page]) -> Phone:
    page = open_page(390, 844, has_touch=True, is_mobile=True)
    return Phone(page, conduit.server).join(conduit, "Alex", "Sparks")


@pytest.fixture
def sam(conduit: Conduit, open_page: Callable[..., Page]) -> Phone:
    page = open_page(390, 844, has_touch=True, is_mobile=True)
    return Phone(page, conduit.server).join(conduit, "Sam", "Rook")


@pytest.fixture
def tv(conduit: Conduit, open_page: Callable[..., Page]) -> Tv:
    return Tv(open_page(1920, 1080), conduit.server).open(conduit.link("tv"))


# ---- seed 001: tags and teamwork -------------------------------------------------------------------


def test_blight_on_sparks_then_rook_gains_enhance_and_she_hides_at_fourteen(
    conduit: Conduit, gm: Gm, alex: Phone, sam: Phone, tv: Tv
) -> None:
    _the_captain_hits(gm, alex)
    for screen in (gm, sam, tv):
        expect(left(screen, conduit.ids["Sparks"], "hp")).to_contain_text("7")
    expect(pool_tag(alex, "blight")).to_contain_text("×1")

    _she_lifts_rook_up(gm, alex)
    for screen in (gm, sam, tv):
        expect(left(screen, conduit.ids["Sparks"], "hp")).to_contain_text("6")
    expect(alex.page.locator("#my-pool")).to_contain_text("Blight: 1 HP lost, which nothing prevents.")
    expect(pool_tag(alex, "blight")).to_have_count(0)
    expect(pool_tag(sam, "enhance")).to_contain_text("Enhance")
    expect(tv.page.locator(f"[data-holder='{conduit.ids['Rook']}'] .pool-chip")).to_contain_text("Enhance")

    _she_hides(gm, alex)
    gm.sees("hidden at 14")
    for screen in (alex, sam, tv):
        screen.sees("Hidden")
    for screen in (sam, tv):
        expect(hidden(screen).filter(visible=True).first).to_be_visible()
    for screen in (sam, tv):
        screen.does_not_see("hidden at 14").does_not_see("more than 14")

    # Whoever looks for her must beat it: 14 is not enough, 15 is.
    _search(gm, 8, 2)
    for screen in (gm, sam, tv):
        screen.sees("Failure")
    gm.sees("hidden at 14")
    _search(gm, 9, 2)
    gm.apply_all()
    expect(gm.page.locator(f"[data-holder='{conduit.ids['Sparks']}']")).not_to_contain_text("hidden at 14")
    for screen in (sam, tv):
        expect(hidden(screen)).to_have_count(0)


def _the_captain_hits(gm: Gm, alex: Phone) -> None:
    """5 + 2 + 4 against Resistance 8 takes 3 HP, and the effect gives a Blight."""
    gm.page.get_by_role("button", name="Check for Captain").click()
    gm.settle("Attack", "Power 4", "Sparks")
    _gives(gm, "Blight")
    gm.page.get_by_text("Real dice of Captain").click()
    real_dice(gm.page, 5, 2)
    alex.sees("Success")
    gm.apply_all()


def _she_lifts_rook_up(gm: Gm, alex: Phone) -> None:
    """An effect of her own: the Blight bites as the dice fall; 8 + 2 + 3 gets through to Rook."""
    _declare(alex, "Lift Rook up", "effect", "influence")
    gm.settle("Rook")
    _gives(gm, "Enhance")
    alex.page.locator("#my-dice summary").click()
    real_dice(alex.page, 8, 2)
    gm.apply_all()


def _she_hides(gm: Gm, alex: Phone) -> None:
    """Out of sight: 10 + 2 + 2 is 14, which the GM alone reads."""
    _declare(alex, "Get behind the crates", "hide", "movement")
    alex.page.locator("#my-dice summary").click()
    real_dice(alex.page, 10, 4)
    gm.apply_all()


def _search(gm: Gm, *dice: int) -> None:
    """The Captain looks around, by Power: what the Main die shows and 6."""
    gm.page.get_by_role("button", name="Check for Captain").click()
    gm.settle("Search", "Power 4", "Sparks")
    gm.page.get_by_text("Real dice of Captain").click()
    real_dice(gm.page, *dice)


def _declare(phone: Phone, intent: str, roll: str, stat: str) -> None:
    phone.page.locator("#declare > summary").click()
    phone.page.get_by_label("What do you want to achieve?").fill(intent)
    phone.page.locator(f"#declare input[value={roll}]").check(force=True)
    phone.page.locator(f"#declare input[name=stat][value={stat}]").check(force=True)
    phone.page.get_by_role("button", name="Declare", exact=True).click()
    expect(phone.my_check()).to_contain_text(intent)


def _gives(gm: Gm, tag: str) -> None:
    """The tag of the effect's keyword, out of a fold of the newest check."""
    gm.check().locator("details.gives > summary").click()
    gm.settle(tag)


def left(screen: Screen, who: int, value: str) -> Locator:
    """What somebody has left of HP, SP or EP, as a screen says it."""
    return screen.page.locator(f"[data-holder='{who}'] .meter.{value} b").first


def hidden(screen: Screen) -> Locator:
    """That somebody is Hidden, as everybody reads it."""
    return screen.page.locator("[data-condition], .ails", has_text="Hidden")


def pool_tag(phone: Phone, tag: str) -> Locator:
    return phone.page.locator(f"#my-pool [data-pool-tag={tag}]")


def real_dice(page: Page, *faces: int) -> None:
    """Two ten-sided dice, tapped in as they fell."""
    for face in faces:
        page.get_by_role("button", name=f"Fell: {face}", exact=True).click()
    page.get_by_role("button", name="Use these dice").click()


def test_a_tag_beyond_the_limits_is_refused_in_words(conduit: Conduit, gm: Gm) -> None:
    for tag in ("Curse", "Daze"):
        conduit.give(tag, "Sparks", 5)
    expect(gm.page.locator(f"[data-holder='{conduit.ids['Sparks']}']")).to_contain_text("10/10")
    give(gm, "curse", "Sparks")
    gm.sees("nobody holds more than 5 Curse")
    give(gm, "mark", "Sparks")
    gm.sees("nobody holds more than 10 status tags")


def give(gm: Gm, tag: str, to: str) -> None:
    """Out of the palette into somebody's pool."""
    form = gm.page.get_by_role("form", name="Give a tag", exact=True)
    form.get_by_label("Give to").select_option(label=to)
    form.locator(f"input[name=tag][value={tag}]").check(force=True)
    form.get_by_role("button", name="Give tag").click()


def test_with_cure_in_play_updates_go_on_and_its_buttons_stand_under_it(
    conduit: Conduit, open_page: Callable[..., Page]
) -> None:
    page, streams, wrong = open_page(820, 1180, has_touch=True), list[str](), list[str]()
    page.on("request", lambda each: streams.append(each.url) if "/live" in each.url else None)
    page.on("console", lambda each: wrong.append(each.text) if "htmx:" in each.text else None)
    gm = Gm(page, conduit.server).sit_at(conduit)
    sparks = conduit.ids["Sparks"]
    for tag in ("Cure", "Curse", "Daze"):
        conduit.give(tag, "Sparks")
    conduit.do("resonance.round.start", characters=[sparks])
    holder = gm.page.locator(f"[data-holder='{sparks}']")
    cure = offer(holder, "Cure").get_by_role("button")
    conduit.give("Mark", "Sparks")
    expect(cure).to_have_text(["Mark", "Daze", "Curse"])
    conduit.give("Haste", "Sparks")
    expect(offer(holder, "Haste").get_by_role("button")).to_have_text(["Spend"])
    expect(cure).to_have_text(["Mark", "Daze", "Curse"])
    cure.filter(has_text="Daze").click()
    expect(offer(holder, "Cure")).to_have_count(0)
    gm.sees("Cure: one Daze goes.")
    assert (len(streams), wrong) == (1, [])


def offer(holder: Locator, boost: str) -> Locator:
    """A boost that may be spent now, with its buttons."""
    return holder.locator("article.offer", has_text=boost)


# ---- seed 002: racing the clock --------------------------------------------------------------------


def test_the_bomb(conduit: Conduit, gm: Gm, alex: Phone, sam: Phone, tv: Tv) -> None:
    conduit.do("resonance.scene.start", length=5)
    _start_race(gm)
    screens = (gm, alex, sam, tv)
    _stands(screens, "Threat", 15)
    _stands(screens, "The bomb", 3)
    conduit.roll_at("Outer door", "Rook", "brawn", [10, 10, 5, 3])
    _stands(screens, "Threat", 14)
    gm.apply_all()
    gm.page.get_by_role("button", name="Round ends −1: The bomb").click()
    _stands(screens, "Threat", 13)
    conduit.roll_at("Inner door", "Sparks", "technique", [9, 3])
    gm.apply_all()
    _stands(screens, "Threat", 12)
    _stands(screens, "The bomb", 1)
    _a_round_by_turns(gm, alex, tv)
    _stands(screens, "Threat", 11)
    gm.page.get_by_role("button", name="Round ends −1: The bomb").click()
    _stands(screens, "Threat", 10)
    tv.page.evaluate(
        """() => {
            const stage = document.getElementById("moment"), told = (window.told = []);
            new MutationObserver(() => told.push(stage.textContent)).observe(stage, { childList: true });
        }"""
    )
    gm.page.get_by_role("button", name="Done: Sentry Turret").click()
    _stands(screens, "The bomb", 0)
    _stands(screens, "Scene", 4)
    for screen in screens:
        expect(screen.page.locator(".nest-outcome")).to_contain_text("Success")
    expect(tv.page.locator("#moment")).to_contain_text("Success")
    assert "The bomb" in tv.page.evaluate("window.told[0]")
    assert not any("Run out" in words for words in tv.page.evaluate("window.told"))


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


def _stands(screens: tuple[Screen, ...], name: str, filled: int) -> None:
    """Every screen has this clock once, in its Situation, at this number."""
    for screen in screens:
        dial = screen.page.locator(f"#nest svg.dial[aria-label^='{name}: ']")
        expect(dial).to_have_attribute("aria-label", f"{name}: {filled} of {SIZES[name]}")


def _a_round_by_turns(gm: Gm, alex: Phone, tv: Tv) -> None:
    """Everybody's card is drawn once: Alex ends her turn on the phone, the GM all others."""
    gm.page.get_by_role("button", name="Begin rounds").click()
    expect(tv.page.locator("#rounds .turn-card")).to_have_count(3)
    for _ in range(3):
        before = gm.page.locator("#rounds .turn-card.active b bdi").inner_text()
        own = before == "Sparks"
        page, button = (alex.page, "End my turn") if own else (gm.page, "Next turn")
        page.get_by_role("button", name=button).click()
        expect(gm.page.locator("#journal li").first).to_contain_text(f"{before}: the turn ends")
    for screen in (gm, alex):
        expect(screen.page.locator("#h-rounds")).to_contain_text("round 2")


# ---- who sees a pool ---------------------------------------------------------------------------------


def test_a_hidden_pool_is_revealed_again_by_one_tap(conduit: Conduit, gm: Gm) -> None:
    gm.page.locator(f"[data-holder='{conduit.ids['Sparks']}']").get_by_text("More happens").click()
    sight = gm.page.get_by_role("form", name="Who sees the pool of Sparks")
    sight.get_by_role("button", name="Secret").click()
    expect(sight.get_by_role("button", name="Secret")).to_have_attribute("aria-pressed", "true")
    sight.get_by_role("button", name="Shown").click()
    expect(sight.get_by_text("Revealing, cancel")).to_be_visible()
    expect(sight.get_by_role("button", name="Shown")).to_have_attribute("aria-pressed", "true")
