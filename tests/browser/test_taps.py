"""A tap hits what it was meant for, whatever comes meanwhile."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.host import Host
from tests.browser.lasting_faults import at_rest, still_wrong
from tests.browser.seats import Gm, Phone
from tests.browser.server import Server
from tests.table.mettle.brawl import ANN

PATIENT = """() => {
    const real = window.setTimeout;
    const put = (what) => { window.lapse = what; };
    window.setTimeout = (what, wait, ...more) => wait === 1000 ? put(what) : real(what, wait, ...more);
}"""
"""A second, for which a finger may hold something up, is over when the test says so."""
STANDS = """() => [...document.querySelectorAll(
    "[data-clock], .dial, [data-tag], [data-character], #scene")].map(each => {
    const box = each.getBoundingClientRect();
    return [each.id, box.left, box.top, box.width, box.height].join(" ");
})"""

OFFLINE = """() => {
    document.body.dataset.live = "offline";
    document.querySelector("[data-retry]").hidden = false;
}"""
"""The link is lost, and the page has said so."""
MOVED = f"stands => ({STANDS})().filter(each => !stands.includes(each))"


@pytest.fixture
def flat(host: Host, open_page: Callable[..., Page]) -> Gm:
    return held_flat(host, open_page)


def held_flat(host: Host, open_page: Callable[..., Page]) -> Gm:
    """The GM with a tablet held flat, at which a second lasts as long as the test wants."""
    page = open_page(1180, 820)
    page.add_init_script(f"({PATIENT})()")
    return Gm(page, host.server).sit_at(host)


@contextmanager
def finger_on(page: Page, control: Locator) -> Iterator[None]:
    """A finger lies on it, and is lifted where it lay."""
    expect(control).not_to_have_attribute("data-fresh", "")
    at_rest(page)
    box = control.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    yield
    page.mouse.up()


def test_what_a_finger_is_on_waits_and_numbers_go_on(flat: Gm) -> None:
    flat.has(clocks={"Alarm": 6, "Escape": 6}, tags="Slick", people="Mara, Tobin")
    with finger_on(flat.page, flat.page.get_by_role("button", name="Take back a tick of Alarm")):
        flat.host.do("clock.remove", clock=flat.host.ids["Alarm"])
        flat.host.tick("Escape")
        flat.host.tag("Dark")
        flat.sees_clock("Escape", 1, 6).sees_tag("Dark")
        expect(flat.clock("Alarm")).to_be_visible()
    expect(flat.page.locator("#clocks")).not_to_contain_text("Alarm")
    with finger_on(flat.page, flat.page.get_by_role("button", name="Take back a tick of Escape")):
        flat.host.do("clock.remove", clock=flat.host.ids["Escape"])
        flat.sees_tag("Slick")
        flat.page.evaluate("window.lapse()")
        expect(flat.page.locator("#clocks")).not_to_contain_text("Escape")


def test_the_bar_stays_with_the_check_that_it_shows(open_page: Callable[..., Page], host: Host) -> None:
    host = Host(host.server, "razorweave")
    gm = held_flat(host, open_page)
    mara, tove = (
        host.do("check.call", character=host.character(who), intent="Climb")["check"]
        for who in ("Mara", "Tove")
    )
    expect(gm.page.locator("#waits [data-place='2']")).to_contain_text("Tove: Climb")
    rung = gm.page.locator("#waits").get_by_role("button", name="for Mara: Climb").first
    with finger_on(gm.page, rung):
        host.do("check.call", character=host.character("Zoe"), intent="Hide")
    expect(gm.page.locator("#waits")).to_contain_text("Zoe: Hide")
    expect(gm.page.locator("#waits [data-place='1'] .rung")).to_have_count(0)
    dcs = {each["id"]: each.get("dc") for each in host.sees()["checks"]}
    assert dcs[mara]
    assert not dcs[tove]
    expect(gm.page.locator("#waits [data-place='2']")).to_contain_text("Tove: Climb")


def test_bar_and_desk_show_the_same_check_and_answering_it_moves_nothing_of_the_next(
    open_page: Callable[..., Page], host: Host
) -> None:
    gm = held_flat(Host(host.server, "razorweave"), open_page)
    gm.host.clock("Alarm")
    mara, *_ = (
        gm.host.do("check.call", character=gm.host.character(who), intent=f"{who} climbs")["check"]
        for who in ("Mara", "Bo", "Tove")
    )
    expect(gm.page.locator("#waits [data-place='3']")).to_contain_text("Tove: Tove climbs")
    gm.page.evaluate("document.fonts.ready")
    shown = gm.page.locator("#waits .waiting").filter(visible=True)
    rungs = shown.nth(1).locator(".rung")
    at_rest(gm.page)
    places = [each.bounding_box() for each in rungs.all()]
    rung = gm.page.locator("#waits").get_by_role("button", name="for Mara: Mara climbs").first
    expect(rung).not_to_have_attribute("data-fresh", "")
    rung.click()
    expect(gm.page.get_by_role("button", name="Roll for them: Mara")).to_be_visible()
    in_front(gm, "Mara climbs")
    gm.host.do("check.roll", check=mara, dice=[6, 6, 5, 5])
    expect(gm.page.get_by_role("button", name="Apply all")).to_be_visible()
    in_front(gm, "Mara climbs")
    assert [each.bounding_box() for each in rungs.all()] == places
    gm.page.get_by_role("button", name="Check for Bo").click()
    expect(gm.page.locator("#waits [data-front] bdi")).to_have_text("Bo")
    in_front(gm, "Bo")
    gm.page.locator("#waits").get_by_role("button", name="Later: Bo", exact=True).click()
    in_front(gm, "Mara climbs")


def in_front(gm: Gm, words: str) -> None:
    """What is marked in the bar and what stands on top of the desk is the check called so."""
    expect(gm.page.locator("#waits [data-front] bdi")).to_contain_text(words)
    front = gm.page.locator("#checks [data-front] h3")
    expect(front).to_contain_text(words)
    titles = gm.page.locator("#checks h3")
    at_rest(gm.page)
    tops = titles.evaluate_all("all => all.map(each => each.getBoundingClientRect().top)")
    box = front.bounding_box()
    assert box is not None
    assert abs(min(tops) - box["y"]) < 1


def test_what_became_another_thing_under_the_finger_is_not_done_and_says_so(flat: Gm) -> None:
    flat.has(tags="Slick")
    flat.inspect("Slick")
    burn = flat.page.locator("#inspector").get_by_role("button", name="Burn Slick")
    with finger_on(flat.page, burn):
        flat.page.evaluate("window.lapse()")
        flat.host.do("tag.burn", tag=flat.host.ids["Slick"])
        expect(flat.page.locator("#inspector").get_by_role("button", name="Unburn Slick")).to_be_visible()
    expect(flat.page.locator("#notice")).to_contain_text("This button just changed to “Unburn Slick”")
    assert flat.host.sees()["tags"][0]["burned"]


def test_an_open_panel_moves_nothing_and_a_tap_beside_it_closes_it_and_acts(flat: Gm) -> None:
    flat.has(clocks={"Alarm": 6, "Escape": 6}, tags="Slick, Dark", people="Mara, Tobin")
    flat.page.evaluate("document.fonts.ready")
    stands = at_rest(flat.page).evaluate(STANDS)
    inspector = flat.inspect("Slick")
    assert still_wrong(flat.page, MOVED, stands) == []
    inspector.get_by_label("When it applies").fill("on wet stone")
    flat.page.get_by_role("button", name="Tick Alarm").click()
    flat.sees_clock("Alarm", 1, 6)
    expect(inspector).to_be_hidden()
    flat.inspect("Slick")
    expect(inspector.get_by_label("When it applies")).to_have_value("on wet stone")
    flat.page.locator("#cast").get_by_role("link", name="Mara", exact=True).click()
    expect(inspector.get_by_role("heading", name="Mara", exact=True)).to_be_visible()
    flat.page.locator("#scene").click(position={"x": 2, "y": 2})
    expect(inspector).to_be_hidden()
    flat.host.do("proposal.make", command={"do": "tag.add", "name": "Loud"})
    expect(flat.page.locator("#waits")).to_contain_text("Loud")
    assert still_wrong(flat.page, MOVED, stands) == []


@pytest.mark.parametrize("size", [(1180, 820), pytest.param((820, 1180), marks=pytest.mark.soak)])
def test_the_answer_to_a_press_in_the_inspector_is_read_and_tapped_beside_it(
    host: Host, open_page: Callable[..., Page], size: tuple[int, int]
) -> None:
    """A tap on it closes the inspector, and moves nothing under the finger."""
    gm = Gm(open_page(*size, has_touch=True), host.server).sit_at(host).has(clocks={"Alarm": 6})
    gm.host.do("scene.add", name="The roof")
    gm.move("Scenes and zones").get_by_role("button", name="Begin The roof").tap()
    expect(gm.page.locator("#notice")).to_contain_text("“Alarm” waits in its scene.")
    expect(gm.page.locator("#inspector")).to_be_visible()
    gm.page.locator("#notice").get_by_role("button", name="Keep Alarm in play").tap()
    gm.sees_clock("Alarm", 0, 6)
    expect(gm.page.locator("#inspector")).to_be_hidden()


def test_what_was_confirmed_is_no_draft_for_the_next_time(
    server: Server, open_page: Callable[..., Page]
) -> None:
    """Thirty days without water, confirmed; the next day that passes is one."""
    gm = Gm(open_page(1180, 820, has_touch=True), server).sit_at(Host(server, "mettle"))
    gm.host.character("Ann", stats=ANN)
    days = gm.move("Pass days").get_by_role("form", name="Pass days")
    days.get_by_label("Days", exact=True).fill("30")
    days.get_by_text("no water", exact=True).tap()
    days.get_by_role("button", name="Pass days").tap()
    gm.page.locator("#notice").get_by_role("button", name="Do it anyway").tap()
    expect(gm.page.locator("#notice")).to_contain_text("30 days later")
    expect(gm.move("Pass days").get_by_label("Days", exact=True)).to_have_value("1")


HEARS = """() => document.getElementById("live").addEventListener("reload", () => { window.heard = true; })"""


def test_a_scene_that_begins_on_its_preparing_desk_says_which_clocks_wait(flat: Gm) -> None:
    """The press leads to the table's page, and the words with their buttons come along."""
    flat.add_clock("Alarm", 6).prepares("The roof")
    flat.page.evaluate(HEARS)

    def answered_late(route: Route) -> None:
        """The stream says first that this page's scene is no longer being prepared."""
        answer = route.fetch()
        flat.page.wait_for_function("() => window.heard")
        route.fulfill(response=answer)

    flat.page.route("**/do", answered_late, times=1)
    flat.page.get_by_role("button", name="Begin The roof").click()
    notice = flat.page.locator("#notice")
    expect(notice).to_contain_text("“Alarm” waits in its scene.")
    expect(flat.page).not_to_have_url(re.compile("prepare"))
    notice.get_by_role("button", name="Keep Alarm in play").click()
    flat.sees_clock("Alarm", 0, 6)


def test_a_chip_holds_for_one_entry_and_a_mark_in_the_text_wins_over_it(flat: Gm) -> None:
    chips = flat.page.locator("form:has(#add-text)")
    chips.get_by_text("Clock", exact=True).last.click()
    flat.add_by_hand("character", "Mara")
    chips.get_by_text("Tag", exact=True).last.click()
    flat.says("Fog 6").sees_tag("Fog 6")
    flat.add_clock_by_hand("Storm", 4)
    assert [each["name"] for each in flat.host.sees()["clocks"]] == ["Storm"]


def test_on_a_phone_a_tap_beside_an_open_sheet_acts_too(host: Host, phone: Phone) -> None:
    host.has(clocks={"Alarm": 6}, tags="Slick")
    phone.sit("Ana")
    phone.opens("Alarm").click()
    asking = phone.page.locator("#ask-tick")
    asking.get_by_label("Because").fill("I ring the bell")
    slick = at_rest(phone.page).locator("#tags [data-tag] summary").bounding_box()
    assert slick is not None
    phone.page.mouse.click(slick["x"] + 5, slick["y"] + 5)
    expect(asking).to_be_hidden()
    expect(phone.page.locator("#tags [data-tag] details")).to_have_attribute("open", "")
    phone.opens("Alarm").click()
    expect(asking.get_by_label("Because")).to_have_value("I ring the bell")


def test_a_tap_beside_what_the_gm_opened_reaches_whatever_it_meets(
    host: Host, open_page: Callable[..., Page]
) -> None:
    """Dials, tags, people, the lost link beside Rest and care; a driver beside a person."""
    gm = held_flat(Host(host.server, "razorweave"), open_page).has({"Alarm": 6}, "Slick", "Mara")
    inspector = gm.move("Rest and care")
    gm.page.get_by_role("button", name="Tick Alarm").click()
    gm.sees_clock("Alarm", 1, 6)
    expect(inspector).to_be_hidden()
    for rows, name in (("#tags", "Slick"), ("#cast", "Mara")):
        gm.move("Rest and care")
        gm.page.locator(rows).get_by_role("link", name=name, exact=True).click()
        expect(inspector.get_by_role("heading", name=name, exact=True)).to_be_visible()
    gm.move("Rest and care")
    gm.page.evaluate(OFFLINE)
    gm.page.get_by_role("button", name="Retry now").click()
    gm.is_live()
    expect(inspector).to_be_hidden()
    race = a_race(host)
    gm.sit_at(race).inspect("Mara")
    gm.page.get_by_role("button", name="Mara drives").click()
    expect(gm.page.locator("#checks")).to_contain_text("Drive Stretch 1")
    expect(inspector).to_be_hidden()


def a_race(host: Host) -> Host:
    """Mara drives in a race of METTLE, at a table with tags in more than one row."""
    race = Host(host.server, "mettle").has(clocks={"Alarm": 6}, tags="Slick, Dark, Loud, Wet, Cold")
    driver = race.character("Mara", stats=ANN)
    race.do("mettle.stretch.start", drivers=[{"character": driver, "speed": 2}])
    return race


def test_on_a_phone_a_tap_beside_a_sheet_reaches_the_rows_of_tags_the_lost_link_and_drive(
    host: Host, phone: Phone
) -> None:
    race = a_race(host)
    phone.join(race, "Ana", "Mara")
    sheet = phone.page.locator("#propose")
    reason = sheet.get_by_label("What is true here?")
    rows = phone.page.get_by_role("checkbox", name="Tags as rows")

    def open_sheet() -> None:
        sheet.locator("> summary").click()
        expect(reason).to_be_visible()

    open_sheet()
    reason.fill("Foggy")
    rows.click(position={"x": 5, "y": 5})
    expect(rows).to_be_checked()
    expect(sheet).not_to_have_attribute("open", "")
    open_sheet()
    phone.page.evaluate(OFFLINE)
    phone.page.get_by_role("button", name="Retry now").click()
    phone.is_live()
    expect(sheet).not_to_have_attribute("open", "")
    open_sheet()
    expect(reason).to_have_value("Foggy")
    phone.page.locator("#m-turn").get_by_role("button", name="Drive", exact=True).click()
    expect(phone.my_check()).to_contain_text("Drive Stretch 1")
    expect(sheet).not_to_have_attribute("open", "")


def test_what_comes_newly_takes_presses_after_a_moment_and_what_was_there_at_once(flat: Gm) -> None:
    flat.has(clocks={"Alarm": 6})
    fresh = "new MutationObserver(() => { window.fresh ||= !!document.querySelector('#tags [data-fresh]'); })"
    watched = f"{fresh}.observe(document.body, {{ attributes: true, subtree: true }})"
    flat.page.evaluate(watched)
    flat.host.tag("Slick")
    flat.sees_tag("Slick")
    flat.page.wait_for_function("window.fresh")
    expect(flat.clock("Alarm").locator("[data-fresh]")).to_have_count(0)
    expect(flat.page.locator("#tags [data-fresh]")).to_have_count(0)
