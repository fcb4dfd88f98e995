"""Lines that were entered wait on the device, in sight, until the table has answered for each."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.drafting import HELD_BACK, boxes, keeps_none, release
from tests.browser.host import Host
from tests.browser.lasting_faults import still_wrong
from tests.browser.seats import Gm
from tests.browser.test_look import in_the, violations

COVERED = """() => {
    const faults = [], boxOf = (each) => each.getBoundingClientRect();
    const isInside = ({ top, bottom, left, right }) =>
        top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth;
    const foot = boxOf(document.querySelector(".foot")).height / innerHeight;
    if (foot > 0.65) faults.push(`the foot is ${foot} of the page`);
    if (!isInside(boxOf(document.querySelector("#notice")))) faults.push("the answer is cut off");
    for (const tick of innerWidth < 700 ? [] : document.querySelectorAll("[data-clock] .tick")) {
        const { left, top, width, height } = boxOf(tick);
        const there = document.elementFromPoint(left + width / 2, top + height / 2);
        if (!isInside(boxOf(tick)) || !tick.contains(there)) faults.push(tick.getAttribute("aria-label"));
    }
    return faults;
}"""
"""What all that stands at the page's foot covers or cuts off; on a phone the page itself scrolls."""

pytestmark = pytest.mark.in_motion

LINES = ("Siren 6", "Door 4", "#Fog")
OLD = """() => {
    const [name] = draftStore.named(draftStore.ALL).filter((name) => name.includes("#line-"));
    const draft = draftStore.read(name);
    draftStore.write(name, { ...draft, at: draft.at - 2 * 3600000 });
}"""


def waiting(gm: Gm) -> Locator:
    return gm.page.get_by_role("region", name="Lines that wait")


def enter(gm: Gm, *lines: str) -> None:
    field = gm.page.locator("#add-text")
    for line in lines:
        field.fill(line)
        field.press("Enter")
        expect(field).to_have_value("")


def names(gm: Gm) -> list[str]:
    seen = gm.host.sees()
    return [each["name"] for kind in ("clocks", "tags") for each in seen[kind]]


def _taken_unanswered(route: Route) -> None:
    """The table takes a line, and its answer is lost."""
    route.fetch()
    route.abort()


def test_what_waits_behind_a_line_is_listed_and_can_be_edited_or_removed(roof: Gm) -> None:
    roof.page.evaluate(HELD_BACK)
    enter(roof, *LINES, "#Rain")
    expect(waiting(roof)).to_contain_text("4 lines waiting")
    expect(waiting(roof).get_by_role("listitem").locator("bdi")).to_have_text([*LINES, "#Rain"])
    expect(waiting(roof).get_by_role("button", name="Remove: Siren 6")).to_have_count(0)
    assert violations(roof.page) + in_the(roof.page, "light") == []
    waiting(roof).get_by_role("button", name="Remove: Door 4").click()
    waiting(roof).get_by_role("button", name="Remove: #Rain").click()
    removed = boxes(roof.page).locator(".quick", has_text="Removed: #Rain")
    removed.get_by_role("button", name="Put back").click()
    expect(waiting(roof).get_by_role("listitem").locator("bdi")).to_have_text(["Siren 6", "#Fog", "#Rain"])
    waiting(roof).get_by_role("button", name="Edit: #Fog").click()
    field = roof.page.locator("#add-text")
    expect(field).to_have_value("#Fog")
    field.press("End")
    field.press_sequentially("gy")
    field.press("Enter")
    release(roof, 3)
    expect(waiting(roof)).to_be_hidden()
    keeps_none(roof.page)
    assert names(roof) == ["Alarm", "Siren", "Slick", "Rain", "Foggy"]


@pytest.mark.parametrize("taken", [True, False])
def test_a_reload_loses_and_doubles_none_of_them(roof: Gm, taken: bool) -> None:
    """Whether the table took the first, whose answer is lost, or not."""
    roof.page.route("**/add", _taken_unanswered if taken else lambda route: route.abort())
    with roof.page.expect_event("requestfailed", lambda request: request.url.endswith("/add")):
        enter(roof, *LINES)
    roof.page.reload(wait_until="domcontentloaded")
    roof.is_live()
    roof.page.unroute("**/add")
    roof.sees_tag("Fog").sees_clock("Door", 0, 4)
    expect(waiting(roof)).to_be_hidden()
    keeps_none(roof.page)
    assert names(roof) == ["Alarm", "Siren", "Door", "Slick", "Fog"]


def test_nor_does_a_tab_that_is_gone(roof: Gm) -> None:
    other = Gm(roof.page.context.new_page(), roof.server)
    other.host = roof.host
    other.page.goto(roof.page.url, wait_until="domcontentloaded")
    other.is_live()
    roof.page.route("**/add", lambda route: route.abort())
    enter(roof, *LINES)
    roof.page.close()
    other.sees_clock("Siren", 0, 6).sees_clock("Door", 0, 4).sees_tag("Fog")
    keeps_none(other.page)


def test_a_link_that_is_gone_for_a_while_keeps_them_and_sends_them_by_itself(roof: Gm) -> None:
    roof.page.route("**/add", lambda route: route.abort())
    enter(roof, "Siren 6")
    expect(waiting(roof)).to_contain_text("1 line waiting")
    enter(roof, "Door 4")
    roof.page.unroute("**/add")
    roof.sees_clock("Siren", 0, 6).sees_clock("Door", 0, 4)
    expect(waiting(roof)).to_be_hidden()


def test_a_table_that_asks_to_wait_has_not_refused_them(roof: Gm) -> None:
    asked: list[str] = []

    def busy_once(route: Route) -> None:
        asked.append(route.request.post_data or "")
        route.fulfill(status=503, headers={"Retry-After": "1"}, body="") if len(
            asked
        ) == 1 else route.continue_()

    roof.page.route("**/add", busy_once)
    enter(roof, "Siren 6", "Door 4")
    roof.sees_clock("Siren", 0, 6).sees_clock("Door", 0, 4)
    assert asked[0] == asked[1]


def test_a_refusal_in_the_middle_leaves_the_others_in_order_and_says_why(roof: Gm) -> None:
    roof.page.evaluate(HELD_BACK)
    enter(roof, "Siren 6", "+Sad X", "Rumble", "Door 4")
    roof.page.locator("#add-text").fill("#F")
    release(roof, 4)
    roof.sees_clock("Door", 0, 4)
    kept = roof.page.get_by_role("region", name="Texts that were not sent")
    expect(kept).to_contain_text("Not added: Who? “X” is nobody here; e.g. +Sad Mara")
    expect(kept).to_contain_text("Not added: it may mean more than one thing. Put it back to choose.")
    texts = kept.get_by_label("Your text")
    expect(texts.first).to_have_value("+Sad X")
    expect(texts.last).to_have_value("Rumble")
    expect(roof.page.locator("#add-text")).to_have_value("#F")
    assert names(roof) == ["Alarm", "Siren", "Door", "Slick"]


def test_what_is_asked_of_a_line_that_came_back_late_is_not_asked_of_the_next(roof: Gm) -> None:
    roof.page.evaluate(HELD_BACK)
    enter(roof, "Siren 6", "Room 101")
    roof.page.locator("#add-text").fill("Lamp 6")
    meant = roof.page.locator("#add-says input[name=of]")
    expect(meant).to_have_value("Lamp 6")
    with roof.page.expect_response(lambda answer: answer.url.endswith("/add/says")):
        release(roof, 2)
    expect(meant).to_have_value("Lamp 6")
    expect(roof.page.locator("#add-says").get_by_role("button", name="Room 101")).to_have_count(0)
    kept = roof.page.get_by_role("region", name="Texts that were not sent")
    expect(kept.get_by_label("Your text")).to_have_value("Room 101")


def test_a_line_for_a_prepared_scene_goes_there_from_another_page_too(roof: Gm) -> None:
    scene = roof.host.ids["The roof"]
    roof.page.goto(f"{roof.host.address}?prepare={scene}", wait_until="domcontentloaded")
    roof.is_live().page.route("**/add", lambda route: route.abort())
    enter(roof, "Siren 6")
    roof.page.goto(roof.host.address, wait_until="domcontentloaded")
    expect(waiting(roof)).to_be_visible()
    roof.page.unroute("**/add")
    keeps_none(roof.page)
    assert [each["scene"] for each in roof.host.sees()["clocks"] if each["name"] == "Siren"] == [scene]


def test_what_is_old_by_now_is_offered_and_not_added(roof: Gm) -> None:
    roof.page.route("**/add", lambda route: route.abort())
    enter(roof, "#Fog")
    roof.page.evaluate(OLD)
    roof.page.reload(wait_until="domcontentloaded")
    kept = roof.page.get_by_role("region", name="Texts that were not sent")
    expect(kept).to_contain_text("Not added: it was entered at ")
    expect(kept.get_by_label("Your text")).to_have_value("#Fog")
    assert names(roof) == ["Alarm", "Slick"]


@pytest.mark.parametrize("size", [(1180, 820), (820, 1180), (390, 844)])
def test_however_much_stands_at_the_foot_the_clocks_keep_their_controls(
    host: Host, open_page: Callable[..., Page], size: tuple[int, int]
) -> None:
    """Three refused lines, four that wait, a question, a proposal, and the answer to a press."""
    for place in range(6):
        host.clock(f"The guards at gate {place}", 6)
    host.character("Mara")
    host.do("proposal.make", command={"do": "tag.add", "name": "Broken glass"})
    roof = Gm(open_page(*size, has_touch=True), host.server).sit_at(host)
    roof.page.evaluate(HELD_BACK)
    refused = ("+Sad X", "+Wet Y", "+Tired Z")
    enter(roof, *refused)
    roof.page.locator("#add-text").fill("#F")
    release(roof, len(refused))
    kept = roof.page.get_by_role("region", name="Texts that were not sent")
    expect(kept.get_by_label("Your text")).to_have_count(len(refused))
    enter(roof, *LINES, "#Rain")
    expect(waiting(roof)).to_contain_text("4 lines waiting")
    roof.page.locator("#add-text").fill("Siren 6, Door 4")
    expect(roof.page.locator("#add-says").get_by_role("button").first).to_be_visible()
    expect(roof.page.locator("#notice")).to_contain_text("Who?")
    assert still_wrong(roof.page, COVERED) == []
    last = kept.get_by_role("button", name="Close").last
    last.click()
    expect(kept.get_by_label("Your text")).to_have_count(len(refused) - 1)
