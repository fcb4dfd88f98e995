"""The GM's tablet: everything by thumb in both orientations, added in a word, folded until it is wanted."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.host import Host
from tests.browser.lasting_faults import at_rest, still_wrong
from tests.browser.seats import Gm
from tests.browser.test_look import in_the, violations
from tests.browser.test_scene_first import RAIL, STANDS, WHOLE

UPRIGHT, FLAT = (820, 1180), (1180, 820)
OUTSIDE = """() => [...document.querySelectorAll("a, button, summary, input:not([type=hidden]), select")]
    .filter(each => each.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter(each => !each.closest(".jumps, .unseen, .skip, [popover]"))
    .map(each => [each.outerHTML.slice(0, 90), each.getBoundingClientRect()])
    .filter(([, box]) => box.width > 1 && (box.left < -1 || box.right > innerWidth + 1))
    .map(([html]) => html)"""


# ---- the layout -----------------------------------------------------------------------------------


@pytest.mark.soak
def test_in_any_size_all_is_in_its_place_and_what_is_fetched_goes_with_a_tap_elsewhere(played: Gm) -> None:
    _a_condition_on_somebody_takes_two_taps_at_most(played)
    _upright_what_is_fetched_when_wanted_goes_with_a_tap_elsewhere(played)
    _at_any_size_all_is_in_its_place_with_undo_redo_and_pause_in_sight(played)


def _upright_what_is_fetched_when_wanted_goes_with_a_tap_elsewhere(played: Gm) -> None:
    played.move("Scenes and zones")
    expect(played.page.locator("#scenes")).to_be_visible()
    expect(played.closes().page.locator("#add-key")).to_have_count(0)
    played.move("People and links")
    expect(played.page.locator("#add-key")).to_be_visible()
    played.page.mouse.click(5, 5)
    expect(played.page.locator("#add-key")).to_have_count(0)


def _at_any_size_all_is_in_its_place_with_undo_redo_and_pause_in_sight(played: Gm) -> None:
    """Flat, the scene stands between cast and tags, and the page stands still."""
    outside = {}
    for width in (320, 390, 820, 1180, 1280, 1920):
        played.page.set_viewport_size({"width": width, "height": 820})
        outside[width] = still_wrong(played.page, OUTSIDE)
    assert {width: each for width, each in outside.items() if each} == {}

    played.page.set_viewport_size({"width": FLAT[0], "height": FLAT[1]})
    at_rest(played.page)
    boxes = [played.page.locator(place).bounding_box() for place in ("#on-cast", "#scene", "#on-tags")]
    lefts = [box["x"] for box in boxes if box]
    assert lefts == sorted(lefts)
    assert len(set(lefts)) == 3
    assert not still_wrong(played.page, "high => document.documentElement.scrollHeight !== high", FLAT[1])

    for width, height in (UPRIGHT, FLAT, (390, 844)):
        played.page.set_viewport_size({"width": width, "height": height})
        played.move("Scenes and zones")
        for name in ("Undo", "Redo", "Pause"):
            expect(played.page.get_by_role("button", name=name, exact=True)).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", [FLAT, UPRIGHT])
def test_an_open_inspector_leaves_the_keys_of_the_table_free(played: Gm, size: tuple[int, int]) -> None:
    played.page.set_viewport_size({"width": size[0], "height": size[1]})
    played.inspect("Alarm")
    at_rest(played.page)
    head, inspector = (played.page.locator(each).bounding_box() for each in (".top", "#inspector"))
    assert head is not None
    assert inspector is not None
    assert inspector["y"] >= head["y"] + head["height"]


@pytest.mark.soak
def test_the_rules_close_on_a_tap_elsewhere_which_acts_as_well(
    host: Host, open_page: Callable[..., Page]
) -> None:
    host = Host(host.server, "razorweave").has(tags="Slick, Dark")
    gm = Gm(open_page(*FLAT, has_touch=True), host.server).sit_at(host)
    rules = gm.page.locator("#book")
    gm.page.get_by_text("Rules", exact=True).tap()
    expect(rules.locator("#reference")).to_be_visible()
    rules.locator("#reference summary").first.tap()
    expect(rules).to_have_attribute("open", "")
    gm.page.locator("#tags [data-tag] a").filter(has_text="Dark").tap()
    expect(gm.page.locator("#h-inspected")).to_have_text("Dark")
    expect(rules).not_to_have_attribute("open", "")


@pytest.mark.soak
def test_axe_finds_nothing_with_all_of_it_open(host: Host, open_page: Callable[..., Page]) -> None:
    host.has(clocks={"Alarm": 8, "Escape": 6}, tags="Cramped, Slick, Loud", people="Mara, Tobin")
    page = open_page(*UPRIGHT, bypass_csp=True)
    gm = Gm(page, host.server).sit_at(host)
    page.evaluate("for (const each of document.querySelectorAll('.more, .add-more')) each.open = true")
    gm.inspect("Alarm")
    assert violations(page) + in_the(page, "light") == []
    page.set_viewport_size({"width": FLAT[0], "height": FLAT[1]})
    for name in ("Arrange", "People and links", "Keyboard shortcuts"):
        gm.move(name)
        assert violations(page) == []


ROOM = """() => {
    const box = (words) => document.querySelector(words).getBoundingClientRect();
    const wide = (each) => Math.round(each.getBoundingClientRect().width);
    const dials = [...document.querySelectorAll("#clocks .dial")].map(wide);
    const high = [".top", "#waits", ".dock"].map(words => Math.round(box(words).height));
    return { dials: [Math.min(...dials), Math.max(...dials)], high };
}"""
ABOVE = (60, 48, 64)
"""How high the head, the line of what waits and the bar are."""
LARGE = {1: 180, 3: 180, 4: 132, 6: 128, 8: 112, 9: 112}
"""The dials of so many clocks, held flat."""


def test_dials_use_the_room_there_is_and_a_check_lies_over_the_journal_and_moves_nothing(
    host: Host, open_page: Callable[..., Page]
) -> None:
    host = Host(host.server, "razorweave")
    mara = host.character("Mara")
    for number in range(8):
        host.character(f"Fighter {number}", kind="npc") if number < 7 else host.condition("Tired", "Mara")
    gm = Gm(open_page(*FLAT, has_touch=True), host.server).sit_at(host)
    for number in range(1, 10):
        host.clock(f"The bell of tower {number}", 4)
        if number in LARGE:
            expect(gm.page.locator("#clocks [data-clock]")).to_have_count(number)
            assert at_rest(gm.page).evaluate(ROOM) == {"dials": [LARGE[number]] * 2, "high": list(ABOVE)}, (
                number
            )
        if number == 6:
            _six_stand_three_and_three_upright_too(gm)
    assert max(gm.page.evaluate(PEOPLE_HIGH)) <= 76
    host.do("clock.remove", clock=host.ids["The bell of tower 9"])
    expect(gm.page.locator("#clocks [data-clock]")).to_have_count(8)
    for width, height in (FLAT, UPRIGHT):
        gm.page.set_viewport_size({"width": width, "height": height})
        stands = gm.page.evaluate(STANDS)
        check = host.do("check.call", character=mara, intent="Climb", attribute="AGI", dc=14)["check"]
        card = gm.page.locator("#checks .called")
        expect(card).to_be_visible()
        assert gm.page.evaluate(STANDS) == stands, width
        expect(card.get_by_role("button", name="Roll for them")).to_be_in_viewport(ratio=1)
        box = card.bounding_box()
        assert box is not None
        wide, high = (292, 340) if width == FLAT[0] else (820, 320)
        assert round(box["width"]) == wide
        assert box["height"] <= high
        card.locator(".check-inside").evaluate("each => each.scrollTo(0, each.scrollHeight)")
        expect(card.locator("h3")).to_be_in_viewport(ratio=1)
        host.do("check.cancel", check=check)
        expect(card).to_have_count(0)


def _six_stand_three_and_three_upright_too(gm: Gm) -> None:
    gm.page.set_viewport_size({"width": UPRIGHT[0], "height": UPRIGHT[1]})
    assert still_wrong(gm.page, IN_ROWS, [3, 3]) == []
    gm.page.set_viewport_size({"width": FLAT[0], "height": FLAT[1]})


IN_ROWS = """wanted => {
    const tops = [...document.querySelectorAll("#clocks [data-clock]")].map(each => each.offsetTop);
    const rows = Object.values(Object.groupBy(tops, each => each)).map(each => each.length);
    return String(rows) === String(wanted) ? [] : rows;
}"""
"""How many clocks stand in each row, if not so many."""
PEOPLE_HIGH = "[...document.querySelectorAll('#cast > [data-character]')].map(each => each.offsetHeight)"


# ---- quick add ------------------------------------------------------------------------------------


def test_a_line_says_what_it_will_add_asks_when_unclear_and_goes_on_as_before(gm: Gm) -> None:
    _on_a_small_phone_the_kinds_of_a_line_come_with_the_line(gm)
    _the_last_size_is_remembered_so_that_a_six_clock_is_a_name_and_enter(gm)
    _after_one_npc_comes_the_next_and_not_a_players_character(gm)
    _who_sees_the_next_one_stays_as_chosen_until_it_is_changed(gm)
    _what_is_unclear_is_asked_once_more(gm)
    _what_is_not_what_the_line_said_is_asked(gm)
    _the_line_is_empty_again_also_where_it_said_something_meanwhile(gm)


def _the_last_size_is_remembered_so_that_a_six_clock_is_a_name_and_enter(gm: Gm) -> None:
    line, clock = gm.page.locator("#add-text"), gm.page.get_by_role("button", name="Add clock")
    gm.says("First 6").sees_clock("First", 0, 6)
    clock.click()
    expect(line).to_be_focused()
    gm.page.keyboard.type("Second")
    gm.page.keyboard.press("Enter")
    gm.sees_clock("Second", 0, 6)
    expect(line).to_have_value("")
    expect(line).to_be_focused()
    expect(clock).to_have_attribute("aria-pressed", "false")
    clock.click()
    gm.says("#Sand").sees_tag("Sand")
    clock.click()
    gm.page.reload()
    line.focus()
    expect(clock).to_have_attribute("aria-pressed", "false")


def _on_a_small_phone_the_kinds_of_a_line_come_with_the_line(gm: Gm) -> None:
    gm.page.set_viewport_size({"width": 360, "height": 640})
    line, kinds = gm.page.locator("#add-text"), gm.page.get_by_role("group", name="Kind")
    expect(kinds).to_be_hidden()
    line.fill("Bell")
    kinds.get_by_role("button", name="Add tag").click()
    gm.sees_tag("Bell")
    gm.page.get_by_role("button", name="Pause").focus()
    expect(kinds).to_be_hidden()
    line.fill("Slick")
    gm.page.get_by_role("button", name="Pause").focus()
    expect(kinds).to_be_visible()
    line.fill("")
    gm.page.set_viewport_size({"width": UPRIGHT[0], "height": UPRIGHT[1]})


def _after_one_npc_comes_the_next_and_not_a_players_character(gm: Gm) -> None:
    for name in ("Bandit", "Bandits' captain"):
        gm.page.locator("#add-text").focus()
        gm.page.get_by_role("button", name="Add person").click()
        gm.says(name)._sees_named("character", name)
    gm.add_by_hand("tag", "Wind")
    npcs = {each["name"] for each in gm.host.sees()["cast"] if each["kind"] == "npc"}
    assert npcs == {"Bandit", "Bandits' captain"}


def _what_is_unclear_is_asked_once_more(gm: Gm) -> None:
    gm.has(people="Mara")
    line, says = gm.page.locator("#add-text"), gm.page.locator("#add-says")
    line.press_sequentially("Alarm 6")
    expect(says).to_contain_text("a clock of 6 segments, shown")
    line.fill("Bleeding by night")
    expect(says).to_contain_text("Not sure")
    line.press("Enter")
    expect(says).to_contain_text("Press Enter again to confirm")
    expect(line).to_have_value("Bleeding by night")
    expect(gm.page.locator("#tags [data-tag]").filter(has_text="Bleeding")).to_have_count(0)
    line.press("Enter")
    gm.sees_tag("Bleeding by night")
    expect(line).to_have_value("")
    line.press_sequentially("+Dazed Ma")
    says.get_by_role("button", name="+Dazed Mara").click()
    expect(says).to_contain_text("a condition for Mara")
    line.fill("Tar")
    gm.page.get_by_role("button", name="Add clock").click()
    gm.sees_clock("Tar", 0, 6)
    line.fill("Bleeding by day")
    expect(says).to_contain_text("Not sure")
    gm.page.get_by_role("button", name="Add clock").click()
    gm.sees_clock("Bleeding by day", 0, 6)


def _the_line_is_empty_again_also_where_it_said_something_meanwhile(gm: Gm) -> None:
    """Whoever types quickly presses Enter before the line has said what it will do: it is free at once."""
    held = list[Route]()
    adding = re.compile("/add$")
    gm.page.route(adding, lambda route: held.append(route))
    line = gm.page.locator("#add-text")
    line.fill("#Loud")
    with gm.page.expect_request(adding):
        line.press("Enter")
    expect(line).to_have_value("")
    held[0].continue_()
    gm.sees_tag("Loud")
    expect(line).to_have_value("")


def _what_is_not_what_the_line_said_is_asked(gm: Gm) -> None:
    zone = gm.host.do("zone.add", name="Pier")["zone"]
    gm.page.locator("#add-text").fill("#Slick @Pier")
    expect(gm.page.locator("#add-says")).to_contain_text("a tag in Pier")
    gm.host.do("zone.edit", zone=zone, name="Quay")
    gm.page.locator("#add-text").press("Enter")
    expect(gm.page.locator("#add-says")).to_contain_text("on a thing, “Pier”")
    expect(gm.page.locator("#add-says")).to_contain_text("Press Enter again to confirm")


def _who_sees_the_next_one_stays_as_chosen_until_it_is_changed(gm: Gm) -> None:
    more = gm.page.get_by_label("Scene and visibility of new things")
    more.click()
    gm.page.get_by_label("Tags are").select_option("secret")
    gm.add_by_hand("tag", "Oil").add_by_hand("tag", "Fuse")
    gm.page.reload()
    gm.is_live()
    expect(gm.page.locator("#add [data-sticks]")).to_have_text("Secret")
    gm.add_by_hand("tag", "Match")
    more.click()
    gm.page.get_by_label("Tags are").select_option("")
    gm.add_by_hand("tag", "Rain")
    tags = {each["name"]: each["visibility"] for each in gm.host.sees()["tags"] if each["name"] != "Sand"}
    secret = dict.fromkeys(("Oil", "Fuse", "Match"), "secret")
    assert tags == {**dict.fromkeys(("Bell", "Wind", "Rain"), "shown"), **secret}


@pytest.mark.soak
def test_what_belongs_to_a_prepared_scene_goes_on_to_until_another_is_chosen(gm: Gm) -> None:
    gm.host.do("scene.add", name="Docks")
    expect(gm.page.locator("#pick-add-scene")).to_contain_text("Docks")
    line = gm.page.locator("#add-text")
    line.click()  # upright, the options open over the foot while one writes
    gm.page.get_by_label("Scene and visibility of new things").click()
    gm.page.get_by_label("Add to scene").select_option(label="Docks")
    gm.page.get_by_label("Clocks are").select_option("masked")
    line.fill("Fog 6")
    said = "a clock of 6 segments, for the prepared scene “Docks”, masked"
    expect(gm.page.locator("#add-says")).to_contain_text(said)
    line.press("Enter")
    expect(gm.move("Scenes and zones")).to_contain_text("Fog")
    gm.page.keyboard.press("Escape")
    gm.host.do("scene.add", name="Roof")
    expect(gm.page.locator("#pick-add-scene")).to_contain_text("Roof")
    expect(gm.page.locator("#pick-add-scene option:checked")).to_have_text("Docks")
    line.click()
    gm.page.get_by_label("Scene and visibility of new things").click()
    gm.page.get_by_label("Add to scene").select_option("here")
    expect(gm.page.get_by_label("Clocks are")).to_have_value("")


def _a_condition_on_somebody_takes_two_taps_at_most(played: Gm) -> None:
    with played.in_taps(2):
        played.page.get_by_role("link", name="Add condition to Mara").click()
        played.page.keyboard.type("Bleeding")
        played.page.keyboard.press("Enter")
        mara = played.page.locator("[data-character]").filter(has_text="Mara")
        expect(mara.locator("[data-condition]")).to_have_count(1)


# ---- groups and help ------------------------------------------------------------------------------


def test_a_device_remembers_the_tour_the_hint_and_which_group_is_folded(gm: Gm) -> None:
    """What was kept in the library is put on the table in one tap."""
    _the_tour_goes_by_keyboard(gm)
    _an_empty_table_says_what_to_do_first_and_can_be_told_not_to(gm)
    _a_tag_or_a_clock_is_kept_and_used_again_in_one_tap_each(gm.has(tags="Slick"))
    gm.page.reload()
    gm.is_live()
    for told in ("#tour", "#hint"):
        expect(gm.page.locator(told).filter(visible=True)).to_have_count(0)
    _clocks_stand_under_their_group_and_a_group_stays_folded_on_this_device(gm.add_clock("Escape"))


def _the_tour_goes_by_keyboard(gm: Gm) -> None:
    tour = gm.page.locator("#tour")
    tour.locator("summary").nth(1).focus()
    gm.page.keyboard.press("Enter")
    expect(tour.get_by_text("Share the player link")).to_be_visible()
    expect(tour.get_by_text("Type a clock's name")).to_be_hidden()
    tour.get_by_role("button").focus()
    gm.page.keyboard.press("Enter")
    expect(tour).to_have_count(0)


def _a_tag_or_a_clock_is_kept_and_used_again_in_one_tap_each(gm: Gm) -> None:
    gm.inspect("Slick").get_by_role("button", name="Save to library: Slick").click()
    expect(gm.page.locator("#notice")).to_contain_text("Slick: saved to the library")
    gm.inspect("Alarm").get_by_role("button", name="Save to library: Alarm").click()
    expect(gm.page.locator("#notice")).to_contain_text("Alarm: saved to the library")
    gm.move("Library").get_by_role("button", name="Put Slick on the table").click()
    expect(gm.page.locator("[data-tag]")).to_have_count(2)
    gm.page.get_by_label("Find in the library").fill("zzz")
    nothing = gm.page.locator("#inspector").get_by_text("Nothing matches.")
    expect(nothing).to_be_visible()
    gm.page.locator("#inspector [data-nothing]").evaluate("said => { said.hidden = true; }")  # as it is drawn
    gm.has(tags="Loud")
    expect(nothing).to_be_visible()


def _clocks_stand_under_their_group_and_a_group_stays_folded_on_this_device(played: Gm) -> None:
    inspector = played.inspect("Alarm")
    expect(inspector.locator(".kind")).to_contain_text("Progress:")  # what its kind is for is one tap away
    inspector.get_by_label("Group").fill("Factions")
    inspector.get_by_role("button", name="Save", exact=True).click()
    played.page.keyboard.press("Escape")
    group = played.page.locator("details.group").filter(has_text="Factions")
    expect(group.locator("[data-clock]")).to_contain_text("Alarm")
    group.locator("summary").first.click()
    expect(played.clock("Alarm")).to_be_hidden()
    played.page.reload()
    expect(played.clock("Alarm")).to_be_hidden()
    expect(played.clock("Escape")).to_be_visible()
    played.page.locator("#find").fill("Escape")
    expect(group).to_be_hidden()


def _an_empty_table_says_what_to_do_first_and_can_be_told_not_to(gm: Gm) -> None:
    gm.sees("Two tags, 0 of 2")
    gm.add_clock("Alarm", 6)
    expect(gm.page.locator("#hint .done")).to_have_count(2)  # the scene and the clock
    gm.page.get_by_role("button", name="Got it").click()
    expect(gm.page.locator("#hint")).to_be_hidden()


TALL_ROWS = """() => [...document.querySelectorAll("#cast > [data-character]")]
    .filter(each => each.getBoundingClientRect().height > 77).map(each => each.textContent.trim())"""
LONG_NAME = "The smugglers of the old customs house move everything out by the drowned stairs"


@pytest.mark.soak
def test_long_names_take_two_lines_and_leave_every_button_whole(
    host: Host, open_page: Callable[..., Page]
) -> None:
    host.has(clocks={f"{number} {LONG_NAME}"[:80]: 6 for number in range(8)})
    host.has(people=f"Maximiliane of the {LONG_NAME}"[:80])
    host.condition("Tired", f"Maximiliane of the {LONG_NAME}"[:80])
    gm = Gm(open_page(*FLAT, has_touch=True), host.server).sit_at(host)
    assert still_wrong(gm.page, WHOLE, RAIL) == []
    expect(gm.page.locator(".on-clocks")).not_to_have_attribute("data-more", re.compile("."))
    assert still_wrong(gm.page, TALL_ROWS) == []
    host.has(clocks={"Alarm": 6, "Storm": 4})
    expect(gm.page.locator(".on-clocks")).to_have_attribute("data-more", re.compile(r"^\d$"))
    assert still_wrong(gm.page, WHOLE, ["#clocks [data-clock]:nth-child(-n + 8) .tick"]) == []
