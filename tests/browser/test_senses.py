"""Without eyes and without a mouse: what a screen reader hears, and where the Tab key leads."""

from itertools import pairwise

from playwright.sync_api import Page, expect

from tests.browser.host import Host
from tests.browser.seats import Gm, Phone

FOCUSABLE = """() => [...document.querySelectorAll("a[href], button, summary, input, select, textarea")]
    .filter(each => !each.disabled && each.tabIndex >= 0 && each.type !== "hidden"
        && each.checkVisibility({ visibilityProperty: true }))
    .map((each, place) => each.dataset.stop = `${place}`).length"""
STOP = "() => document.activeElement?.dataset?.stop ?? ''"


def test_thirty_ticks_in_a_row_are_told_every_two_seconds_at_most_and_then_no_more(
    gm: Gm, phone: Phone
) -> None:
    """What was told does not stand there for ever: the clock may be hidden since."""
    gm.add_clock("Alarm", 8)
    phone.sees_clock("Alarm", 0, 8)
    phone.page.evaluate("""() => {
        window.told = [];
        const place = document.getElementById("announcer");
        new MutationObserver(() => window.told.push([performance.now(), place.textContent]))
            .observe(place, { childList: true, characterData: true, subtree: true });
    }""")
    gm.page.evaluate("""async () => {
        for (let press = 0; press <= 30; press += 1) {
            const label = press % 2 ? "Take back Alarm" : "Tick Alarm";
            document.querySelector(`button[aria-label="${label}"]`).click();
            await new Promise(done => setTimeout(done, 160));
        }
    }""")
    phone.sees_clock("Alarm", 1, 8)
    phone.page.wait_for_function("() => window.told.some(([, said]) => said === 'Alarm: 1 of 8')")
    expect(phone.page.locator("#announcer")).to_have_text("")
    told = [when for when, _ in phone.page.evaluate("window.told")]
    pauses = [later - earlier for earlier, later in pairwise(told)]
    assert pauses, "all was told at once"
    assert min(pauses) > 1900


def test_who_ticked_is_not_told_again(gm: Gm) -> None:
    gm.add_clock("Alarm", 6).tick("Alarm").sees_clock("Alarm", 1, 6)
    assert gm.page.locator("#announcer").text_content() == ""


def stops(page: Page) -> tuple[int, set[str]]:
    """How many controls can be reached by key, and those that the Tab key did reach in one round.

    What a change replaced meanwhile is no stop any more.
    """
    count: int = page.evaluate(FOCUSABLE)
    page.evaluate("document.activeElement?.blur()")
    reached = set()
    for _ in range(count + 5):
        page.keyboard.press("Tab")
        reached.add(page.evaluate(STOP))
    return page.locator("[data-stop]").count(), reached - {""}


def test_the_tab_key_reaches_every_control_of_a_guest_and_is_never_trapped(host: Host, phone: Phone) -> None:
    host.has(clocks={"Alarm": 6}, tags="Cramped")
    phone.sees_tag("Cramped")
    assert any(all_are_reached(phone.page) for _ in range(3)), "not once while nothing was replaced"


def all_are_reached(page: Page) -> bool:
    count, reached = stops(page)
    radios = page.locator("input[type=radio]:visible").count()  # one stop for a group of them
    return len(reached) >= count - radios
