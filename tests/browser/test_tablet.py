"""The GM's tablet: everything by thumb in both orientations, and by keyboard."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.seats import Gm, Phone
from tests.browser.test_look import in_the, violations

UPRIGHT, FLAT = (820, 1180), (1180, 820)
OUTSIDE = """() => [...document.querySelectorAll("a, button, summary, input:not([type=hidden]), select")]
    .filter(each => each.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter(each => !each.closest(".jumps, .unseen, .skip, [popover]"))
    .map(each => [each.outerHTML.slice(0, 90), each.getBoundingClientRect()])
    .filter(([, box]) => box.width > 1 && (box.left < -1 || box.right > innerWidth + 1))
    .map(([html]) => html)"""


@pytest.fixture
def played(gm: Gm) -> Gm:
    """Two clocks, three tags, two people."""
    return gm.has(clocks={"Alarm": 8, "Escape": 6}, tags="Cramped, Slick, Loud", people="Mara, Tobin")


def order(screen: Page, kind: str) -> list[str]:
    names: list[str] = screen.locator(f"[data-{kind}]").locator("h3 bdi, summary > bdi").all_inner_texts()
    return names


def taps(page: Page) -> Callable[[], int]:
    """Counts what a finger pressed from now on."""
    page.evaluate(
        """() => { window.taps = 0; addEventListener("pointerdown", () => window.taps++, true); }"""
    )
    return lambda: int(page.evaluate("window.taps"))


def away(page: Page) -> Page:
    """Nothing is being typed any more."""
    page.evaluate("document.activeElement.blur()")
    return page


# ---- the layout -----------------------------------------------------------------------------------


def test_nothing_hangs_over_the_edge_of_the_screen(played: Gm) -> None:
    outside = {}
    for width in (320, 390, 820, 1180, 1280, 1920):
        played.page.set_viewport_size({"width": width, "height": 820})
        outside[width] = played.page.evaluate(OUTSIDE)
    assert {width: each for width, each in outside.items() if each} == {}


def test_undo_redo_and_pause_are_always_in_sight(played: Gm) -> None:
    for width, height in (UPRIGHT, FLAT, (390, 844)):
        played.page.set_viewport_size({"width": width, "height": height})
        played.page.get_by_role("link", name="Table", exact=True).click()
        for name in ("Undo", "Redo", "Pause"):
            expect(played.page.get_by_role("button", name=name, exact=True)).to_be_in_viewport(ratio=1)


def test_flat_the_scene_stands_between_cast_and_tags_and_the_page_stands_still(played: Gm) -> None:
    played.page.set_viewport_size({"width": FLAT[0], "height": FLAT[1]})
    boxes = [played.page.locator(place).bounding_box() for place in ("#on-cast", "#scene", "#on-tags")]
    lefts = [box["x"] for box in boxes if box]
    assert lefts == sorted(lefts)
    assert len(set(lefts)) == 3
    assert played.page.evaluate("document.documentElement.scrollHeight") == FLAT[1]


def test_upright_a_tap_in_the_dock_jumps_to_each_part(played: Gm) -> None:
    for name, place in (("Cast", "#on-cast"), ("Tags", "#on-tags"), ("People", "#on-people")):
        played.page.get_by_role("navigation").get_by_role("link", name=name, exact=True).click()
        expect(played.page.locator(place)).to_be_in_viewport()
    expect(played.page.locator("#seats")).to_be_visible()


def test_what_is_not_in_use_is_folded_until_it_is_wanted_and_stays_as_it_was_left(played: Gm) -> None:
    expect(played.page.locator("#add-key")).to_be_hidden()
    played.page.locator("#on-people > summary").click()
    expect(played.page.locator("#add-key")).to_be_visible()
    played.page.reload()
    expect(played.page.locator("#add-key")).to_be_visible()
    expect(played.page.locator("#on-table [name=name]")).to_be_hidden()


def test_axe_finds_nothing_with_all_of_it_open(played: Gm, open_page: Callable[..., Page]) -> None:
    page = open_page(*UPRIGHT, bypass_csp=True)
    page.goto(played.links["gm"], wait_until="domcontentloaded")
    page.evaluate(
        "document.querySelectorAll('.fold, .more, .conditions-add, .many').forEach(each => each.open = true)"
    )
    assert violations(page) + in_the(page, "light") == []
    page.set_viewport_size({"width": FLAT[0], "height": FLAT[1]})
    page.evaluate("document.getElementById('arrange').open = false")
    page.evaluate("document.getElementById('keys-help').showPopover()")
    assert violations(page) == []


# ---- quick add ------------------------------------------------------------------------------------


def test_the_last_size_is_remembered_so_that_a_six_clock_is_a_name_and_enter(gm: Gm) -> None:
    gm.add_clock_by_hand("First", 6)
    name = gm.page.locator("#clock-name")
    expect(name).to_be_focused()
    expect(name).to_have_value("")
    gm.page.keyboard.type("Second")
    gm.page.keyboard.press("Enter")
    gm.sees_clock("Second", 0, 6)
    gm.page.reload()
    gm.page.locator("#clock-name").fill("Third")
    gm.page.keyboard.press("Enter")
    gm.sees_clock("Third", 0, 6)


@pytest.mark.parametrize(("form", "name"), [("tag.add", "Slick"), ("character.add", "Mara")])
def test_after_enter_the_box_is_empty_and_ready_for_the_next(gm: Gm, form: str, name: str) -> None:
    box = gm._form(form).locator("input[name=name]")
    box.click()
    for number in (1, 2):
        gm.page.keyboard.type(f"{name} {number}")
        gm.page.keyboard.press("Enter")
        gm.sees(f"{name} {number}")
        expect(box).to_have_value("")
        expect(box).to_be_focused()


def test_a_condition_on_somebody_takes_three_taps_at_most(played: Gm) -> None:
    count = taps(played.page)
    played.page.get_by_role("link", name="Add condition to Mara").click()
    played.page.locator("#add-condition .book-names button").first.click()
    mara = played.page.locator("[data-character]").filter(has_text="Mara")
    expect(mara.locator("[data-condition]")).to_have_count(1)
    assert count() <= 3


def test_a_condition_of_the_book_is_as_bad_as_the_book_has_it(server_gm: Gm) -> None:
    server_gm.add_character("Mara").add_condition_by_hand("Wounded", "Mara")
    expect(server_gm.page.locator("[data-condition]")).to_have_class(re.compile("major"))


@pytest.fixture
def server_gm(server, open_page: Callable[..., Page]) -> Gm:
    """A GM of a game whose book knows how bad a wound is."""
    return Gm(open_page(*UPRIGHT, has_touch=True), server).start_table(ruleset="razorweave")


# ---- revealing ------------------------------------------------------------------------------------


def sight(gm: Gm, name: str, state: str) -> Locator:
    return gm.clock(name).get_by_role("button", name=state, exact=True)


def test_a_reveal_is_one_tap_and_goes_out_when_its_countdown_is_over(played: Gm, phone: Phone) -> None:
    sight(played, "Alarm", "Secret").click()
    phone.does_not_see("Alarm")
    count = taps(played.page)
    sight(played, "Alarm", "Shown").click()
    assert count() == 1
    expect(played.clock("Alarm").get_by_text("Revealing, cancel")).to_be_visible()
    phone.sees_clock("Alarm", 0, 8)
    expect(played.clock("Alarm").get_by_text("Revealing, cancel")).to_be_hidden()


def test_a_reveal_can_be_taken_back_before_anybody_sees_it(played: Gm, phone: Phone) -> None:
    sight(played, "Alarm", "Secret").click()
    phone.does_not_see("Alarm")
    seen = phone.revision
    sight(played, "Alarm", "Shown").click()
    played.clock("Alarm").get_by_text("Revealing, cancel").click()
    played.tick("Escape")
    phone.sees_clock("Escape", 1, 6)
    expect(sight(played, "Alarm", "Secret")).to_have_attribute("aria-pressed", "true")
    assert phone.revision != seen
    phone.does_not_see("Alarm")


def test_by_keyboard_the_same_key_reveals_and_cancels_and_the_focus_stays(played: Gm) -> None:
    sight(played, "Alarm", "Secret").click()
    expect(sight(played, "Alarm", "Secret")).to_have_attribute("aria-pressed", "true")
    sight(played, "Alarm", "Masked").focus()
    played.page.keyboard.press("Enter")
    expect(played.page.get_by_role("button", name="revealing, cancel")).to_be_focused()
    played.page.keyboard.press("Enter")
    expect(sight(played, "Alarm", "Secret")).to_be_focused()
    expect(sight(played, "Alarm", "Secret")).to_have_attribute("aria-pressed", "true")


def test_a_countdown_goes_on_while_other_things_change(played: Gm, phone: Phone) -> None:
    sight(played, "Alarm", "Secret").click()
    phone.does_not_see("Alarm")
    sight(played, "Alarm", "Shown").click()
    played.tick("Escape").tick("Alarm")
    phone.sees_clock("Alarm", 1, 8)


def test_who_leaves_the_page_meanwhile_has_revealed(played: Gm, phone: Phone) -> None:
    sight(played, "Alarm", "Secret").click()
    phone.does_not_see("Alarm")
    sight(played, "Alarm", "Shown").click()
    played.clock("Alarm").get_by_role("link", name="Edit Alarm").click()
    phone.sees_clock("Alarm", 0, 8)


# ---- arranging ------------------------------------------------------------------------------------


def arrange(gm: Gm) -> None:
    gm.page.get_by_text("Arrange", exact=True).click()


def pick(gm: Gm, *names: str) -> None:
    for name in names:
        gm.page.get_by_label(f"Pick {name}").check(force=True)


def test_several_are_hidden_at_once_and_come_back_in_one_undo(played: Gm, phone: Phone) -> None:
    phone.sees_clock("Alarm", 0, 8)
    arrange(played)
    pick(played, "Alarm", "Slick", "Mara")
    played.sees("3 picked")
    played.page.locator("#many").get_by_role("button", name="Rumoured").click()
    expect(played.page.locator("#many [data-revealing]")).to_have_count(0, timeout=500)
    for hidden in ("Alarm", "Slick", "Mara"):
        phone.does_not_see(hidden)
    expect(played.page.locator("#arrange")).not_to_have_attribute("open", "")
    played.undo()
    phone.sees_clock("Alarm", 0, 8).sees_tag("Slick").sees("Mara")


def test_while_arranging_a_tap_on_a_card_picks_it_and_ticks_nothing(played: Gm) -> None:
    arrange(played)
    expect(played.page.get_by_role("button", name="Tick Alarm")).to_have_count(0)
    played.clock("Alarm").locator(".dial").click(force=True)
    played.sees("1 picked")
    played.sees_clock("Alarm", 0, 8)
    arrange(played)
    arrange(played)
    expect(played.page.locator("#many").get_by_role("button", name="Secret")).to_be_disabled()


def test_a_card_is_dragged_by_its_handle_and_every_screen_shows_the_order(played: Gm, phone: Phone) -> None:
    played.page.set_viewport_size({"width": FLAT[0], "height": FLAT[1]})
    arrange(played)
    handle = played.page.get_by_role("button", name="Move Slick").bounding_box()
    target = played.page.locator("[data-tag]").first.bounding_box()
    assert handle is not None
    assert target is not None
    assert min(handle["width"], handle["height"]) >= 48
    played.page.mouse.move(handle["x"] + 20, handle["y"] + 20)
    played.page.mouse.down()
    played.page.mouse.move(target["x"] + 30, target["y"] + 20, steps=6)
    played.page.mouse.up()
    expect(phone.page.locator("[data-tag]").first).to_contain_text("Slick")
    assert order(played.page, "tag") == ["Slick", "Cramped", "Loud"]


def test_a_finger_drags_a_card_too(played: Gm, phone: Phone) -> None:
    arrange(played)
    played.page.locator("#on-tags").scroll_into_view_if_needed()
    handle = played.page.get_by_role("button", name="Move Slick").bounding_box()
    target = played.page.locator("[data-tag]").first.bounding_box()
    assert handle is not None
    assert target is not None
    finger = played.page.context.new_cdp_session(played.page)

    def touch(kind: str, x: float = 0, y: float = 0) -> None:
        points = [{"x": x, "y": y}] if kind != "touchEnd" else []
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", handle["x"] + 20, handle["y"] + 20)
    for step in (0.25, 0.5, 0.75, 1):
        x = handle["x"] + 20 + (target["x"] + 60 - handle["x"] - 20) * step
        touch("touchMove", x, handle["y"] + 20 + (target["y"] - handle["y"]) * step)
    touch("touchEnd")
    expect(phone.page.locator("[data-tag]").first).to_contain_text("Slick")


def test_a_card_is_moved_with_the_arrow_keys(played: Gm, phone: Phone) -> None:
    arrange(played)
    handle = played.page.get_by_role("button", name="Move Alarm")
    handle.focus()
    played.page.keyboard.press("ArrowDown")
    expect(phone.page.locator("[data-clock]").first).to_contain_text("Escape")
    expect(handle).to_be_focused()
    played.page.keyboard.press("ArrowUp")
    expect(phone.page.locator("[data-clock]").first).to_contain_text("Alarm")


# ---- by keyboard ----------------------------------------------------------------------------------


def test_twenty_presses_are_twenty_ticks_and_the_focus_stays(played: Gm, phone: Phone) -> None:
    away(played.page).keyboard.press("j")
    chosen = played.clock("Alarm")
    expect(chosen).to_be_focused()
    outline = chosen.evaluate("each => parseFloat(getComputedStyle(each).outlineWidth)")
    assert outline >= 2
    for key in "++++-+++-+-+-+-+-+++":
        played.page.keyboard.press(key)
    phone.sees_clock("Alarm", 8, 8)
    expect(chosen).to_be_focused()
    expect(played.page.locator("#journal-lines > li", has_text="Alarm: ")).to_have_count(21)


def test_each_key_does_what_the_list_says(played: Gm) -> None:
    page = played.page
    away(page).keyboard.press("?")
    expect(page.get_by_role("heading", name="Keyboard shortcuts")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    page.keyboard.press("+")
    played.sees_clock("Alarm", 1, 8)
    page.keyboard.press("u")
    played.sees_clock("Alarm", 0, 8)
    page.keyboard.press("r")
    played.sees_clock("Alarm", 1, 8)
    page.keyboard.press("p")
    played.sees("Paused")
    page.keyboard.press("p")
    expect(page.locator("#bar .pause")).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(played.clock("Escape")).to_be_focused()
    page.keyboard.press("n")
    expect(page.locator("#clock-name")).to_be_focused()
    page.keyboard.type("unp+")
    expect(page.locator("#clock-name")).to_have_value("unp+")


def test_the_keys_can_be_switched_off_on_this_device(played: Gm) -> None:
    away(played.page).keyboard.press("?")
    played.page.get_by_label("Shortcuts on this device").uncheck()
    played.page.reload()
    played.is_live()
    away(played.page).keyboard.press("n")
    expect(played.page.locator("#clock-name")).not_to_be_focused()


def test_a_slash_finds_by_name(played: Gm) -> None:
    away(played.page).keyboard.press("/")
    played.page.keyboard.type("al")
    expect(played.clock("Alarm")).to_be_visible()
    expect(played.clock("Escape")).to_be_hidden()
    expect(played.page.locator("[data-tag]").filter(has_text="Slick")).to_be_hidden()
    played.page.keyboard.press("Enter")
    expect(played.clock("Alarm")).to_be_focused()
    played.page.keyboard.press("+")
    played.sees_clock("Alarm", 1, 8)
    expect(played.clock("Escape")).to_be_hidden()
    played.page.locator("#find").press("Escape")
    expect(played.clock("Escape")).to_be_visible()


# ---- groups and help ------------------------------------------------------------------------------


def test_clocks_stand_under_their_group_and_a_group_stays_folded_on_this_device(played: Gm) -> None:
    played.clock("Alarm").get_by_role("link", name="Edit Alarm").click()
    played.page.get_by_label("Group").fill("Factions")
    played.page.get_by_role("button", name="Save").click()
    played.is_live()
    group = played.page.locator("details.group").filter(has_text="Factions")
    expect(group.locator("[data-clock]")).to_contain_text("Alarm")
    group.locator("summary").click()
    played.page.reload()
    expect(played.clock("Alarm")).to_be_hidden()
    expect(played.clock("Escape")).to_be_visible()


def test_what_a_kind_of_clock_is_for_is_one_tap_away(played: Gm) -> None:
    played.clock("Alarm").get_by_role("button", name="what it is for").click()
    expect(played.page.locator("[popover]:popover-open")).to_contain_text("Progress")


def test_an_empty_table_says_what_to_do_first_and_can_be_told_not_to(gm: Gm) -> None:
    gm.page.get_by_role("button", name="End the tour").click()
    gm.sees("Two clocks, 0 of 2")
    gm.add_clock("Alarm", 6).sees("Two clocks, 1 of 2")
    gm.page.get_by_role("button", name="Got it").click()
    expect(gm.page.locator("#hint")).to_be_hidden()
    gm.page.reload()
    expect(gm.page.locator("#hint")).to_be_hidden()
