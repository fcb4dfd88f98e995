"""Resonance on a tablet, a phone and a TV: a blow, what may be spent against it, who sees a pool."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conduit import PARTS, Conduit
from tests.browser.lasting_faults import at_rest
from tests.browser.seats import Gm, Phone, Tv
from tests.browser.server import Server
from tests.browser.test_resonance_evening import gives, left, pool_tag, real_dice

IS_IN_SIGHT = """(found) => {
    const { left, top, width, height } = found.getBoundingClientRect();
    return found.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""


@pytest.fixture
def conduit(server: Server) -> Conduit:
    return Conduit(server)


@pytest.fixture
def gm(conduit: Conduit, open_page: Callable[..., Page]) -> Gm:
    return Gm(open_page(820, 1180, has_touch=True), conduit.server).sit_at(conduit)


def test_a_blow_takes_hp_gives_its_tag_and_is_struck_back_blessed(
    conduit: Conduit, gm: Gm, open_page: Callable[..., Page]
) -> None:
    """5 + 2 + 4 against Resistance 8 takes 3 HP and gives a Blight; then two taps attack with a Bless."""
    page = open_page(390, 844, has_touch=True, is_mobile=True)
    alex = Phone(page, conduit.server).join(conduit, "Alex", "Sparks")
    tv = Tv(open_page(1920, 1080), conduit.server).open(conduit.link("tv"))
    conduit.give("Bless", "Sparks")
    gm.call_for("Captain").adjust_check("Attack", "Power 4", "Sparks")
    gives(gm, "Blight")
    expect(alex.page.locator("#my-chances")).to_contain_text("Captain attacks you Avoid 1 SP")
    gm.page.get_by_text("Enter Captain's dice").click()
    real_dice(gm.page, 5, 2)
    expect(gm.check()).to_contain_text("Total 11 against 8, margin +3")
    alex.page.get_by_role("button", name="Take it").click()
    for screen in (gm, tv):
        expect(left(screen, conduit.ids["Sparks"], "hp")).to_contain_text("7")
    expect(pool_tag(alex, "blight")).to_contain_text("×1")
    chances = alex.page.locator("#my-chances")
    with alex.in_taps(2):
        alex.page.locator("#deeds").get_by_role("button", name="Attack", exact=True).click()
        chances.get_by_role("button", name="Bless now").click()
        expect(alex.my_check()).to_contain_text("Advantage")
    expect(chances.get_by_role("button", name="Bless now")).to_have_count(0)
    expect(alex.my_check().get_by_role("button", name="Roll Attack on Captain")).to_be_visible()
    alex.tap_dice(8, 8)
    refusal = alex.page.locator("#notice .refusal")
    expect(refusal).to_contain_text("roll once more")
    at_rest(alex.page)
    assert refusal.evaluate(IS_IN_SIGHT), "the dice cover what is wrong with them"
    alex.page.locator("#my-dice summary").click()
    alex.open_my_check().get_by_role("button", name="Never mind: Attack on Captain").click()
    expect(alex.page.locator("#my-checks .called")).to_have_count(0)


def give(gm: Gm, tag: str, to: str, count: int = 1) -> Locator:
    """Out of the palette into somebody's pool; the form."""
    form = gm.move("Give a tag").get_by_role("form", name="Give a tag", exact=True)
    form.get_by_label("Give to").select_option(label=to)
    form.locator(f"input[name=tag][value={tag}]").check(force=True)
    if count > 1:
        form.locator(f"input[name=count][value='{count}']").check(force=True)
    form.get_by_role("button", name="Give tag").click()
    return form


@pytest.mark.soak
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
    steps = give(gm, "mark", "Sparks", 2).get_by_role("group", name="How many")
    expect(cure).to_have_text(["Mark", "Daze", "Curse"])
    expect(steps.get_by_role("radio", name="1")).to_be_checked()  # it was taken, so it is as before
    gm.closes()
    conduit.give("Haste", "Sparks")
    expect(offer(holder, "Haste").get_by_role("button")).to_have_text(["Spend"])
    expect(cure).to_have_text(["Mark", "Daze", "Curse"])
    cure.filter(has_text="Daze").click()
    expect(offer(holder, "Cure")).to_have_count(0)
    gm.sees("Cure: one Daze is removed.")
    assert (len(streams), wrong) == (1, [])


def offer(holder: Locator, boost: str) -> Locator:
    """A boost that may be spent now, with its buttons."""
    return holder.locator("article.offer", has_text=boost)


# ---- who sees a pool ---------------------------------------------------------------------------------


@pytest.mark.soak
def test_a_hidden_pool_is_revealed_by_one_tap_and_changes_reach_the_desk_that_prepares(
    conduit: Conduit, gm: Gm
) -> None:
    _a_hidden_pool_is_revealed_again_by_one_tap(gm)
    _a_change_from_elsewhere_reaches_the_desk_that_prepares(conduit, gm)


def _a_hidden_pool_is_revealed_again_by_one_tap(gm: Gm) -> None:
    sight = gm.inspect("Sparks").get_by_role("form", name="Visibility of the pool of Sparks")
    sight.get_by_role("button", name="Secret").click()
    expect(sight.get_by_role("button", name="Secret")).to_have_attribute("aria-pressed", "true")
    gm.page.clock.install()
    with gm.standing_still():
        sight.get_by_role("button", name="Shown").click()
        expect(sight.get_by_text("Revealing… tap to cancel")).to_be_visible()
    expect(sight.get_by_role("button", name="Shown")).to_have_attribute("aria-pressed", "true")


def _a_change_from_elsewhere_reaches_the_desk_that_prepares(conduit: Conduit, gm: Gm) -> None:
    conduit.do("resonance.race.start", name="The bomb", parts=PARTS, level=2)
    scene = gm.prepares("Guildhall")
    expect(gm.page.locator("#nest")).not_to_contain_text("The bomb")
    conduit.do("tag.add", name="Crowded", scene=scene)
    conduit.give("Mark", "Sparks")
    gm.sees_tag("Crowded")
    expect(gm.page.locator(f"[data-holder='{conduit.ids['Sparks']}']")).to_contain_text("Mark")
    gm.page.get_by_role("link", name="Back to the table").click()
    expect(gm.page.locator("#nest")).to_contain_text("The bomb")
    expect(gm.page.locator("#tags")).not_to_contain_text("Crowded")
