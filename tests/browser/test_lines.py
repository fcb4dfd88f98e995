"""The line that adds anything, in a hand: what is pasted, and the choices where it is unclear."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.host import Host
from tests.browser.seats import Gm
from tests.browser.test_look import in_the, violations

pytestmark = pytest.mark.in_motion

PASTED = "• The Red Sashes 6\r\n• Lampblacks (8)\n\n3.\t#Slick"
PASTE = """([field, text]) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    field.focus();
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}"""


@pytest.fixture
def desk(host: Host, open_page: Callable[..., Page]) -> Gm:
    """A tablet with two guards in two zones."""
    zones = [host.do("zone.add", name=name)["zone"] for name in ("Gate", "Pier")]
    for zone in zones:
        host.do("character.add", name="Guard", kind="npc", zone=zone)
    return Gm(open_page(820, 1180, has_touch=True, bypass_csp=True), host.server).sit_at(host)


def line_of(gm: Gm) -> tuple[Locator, Locator]:
    return gm.page.locator("#add-text"), gm.page.locator("#add-says")


def test_pasted_lines_are_listed_then_added_together_and_undone_at_once(desk: Gm) -> None:
    line, says = line_of(desk)
    desk.page.evaluate(PASTE, [line.element_handle(), PASTED])
    expect(line).to_have_value("• The Red Sashes 6 ⏎ • Lampblacks (8) ⏎ 3.\t#Slick")
    expect(says.get_by_role("listitem")).to_have_text(
        [
            "“The Red Sashes”: a clock of 6 segments, shown",
            "“Lampblacks”: a clock of 8 segments, shown",
            "“Slick”: a tag, shown",
        ]
    )
    assert violations(desk.page) + in_the(desk.page, "light") == []
    line.press("Enter")
    expect(line).to_have_value("")
    desk.sees_clock("The Red Sashes", 0, 6).sees_clock("Lampblacks", 0, 8).sees_tag("Slick")
    desk.undo()
    expect(desk.page.locator("#clocks [data-clock], #tags [data-tag]")).to_have_count(0)


def test_of_several_alike_one_is_chosen_by_touch_and_by_keyboard(desk: Gm) -> None:
    line, says = line_of(desk)
    carried = desk.page.locator("[data-character] [data-condition]")
    line.fill("+Bleeding Guard")
    choices = says.get_by_role("button").filter(has_text="a condition for")
    expect(choices).to_have_count(3)
    assert violations(desk.page) + in_the(desk.page, "light") == []
    line.press("Enter")
    expect(says).to_contain_text("Several match")
    expect(carried).to_have_count(0)
    choices.filter(has_text="for Guard (Pier), shown").tap()
    expect(line).to_have_value("")
    expect(carried).to_have_count(1)

    line.fill("+Dazed Guard")
    expect(choices).to_have_count(3)
    for key in ("ArrowDown", "ArrowDown", "ArrowUp"):
        desk.page.keyboard.press(key)
    expect(choices.first).to_be_focused()
    desk.page.keyboard.press("Escape")
    expect(line).to_be_focused()
    expect(line).to_have_value("+Dazed Guard")
    desk.page.keyboard.press("ArrowDown")
    desk.page.keyboard.press("Enter")
    expect(line).to_have_value("")
    expect(line).to_be_focused()
    expect(carried).to_have_count(2)
    names = [each["name"] for who in desk.host.sees()["cast"] for each in who["conditions"]]
    assert sorted(names) == ["Bleeding", "Dazed"]


def test_enter_twice_takes_the_first_reading_and_a_tap_another(desk: Gm) -> None:
    line, says = line_of(desk)
    line.fill("Room 101")
    line.press("Enter")
    expect(says).to_contain_text("Press Enter again to confirm, or choose:")
    line.press("Enter")
    desk.sees_tag("Room 101")
    line.fill("Agent 47")
    says.get_by_role("button", name="“Agent”: a clock of 47 segments, shown").tap()
    desk.sees_clock("Agent", 0, 47)


def test_what_is_too_long_stays_in_the_line_and_is_counted(desk: Gm) -> None:
    line, says = line_of(desk)
    line.fill("x" * 600)
    expect(says).to_contain_text("This line has 600 characters; at most 300 can be read.")
    line.press("Enter")
    expect(desk.page.locator("#notice")).to_contain_text("600 characters")
    expect(line).to_have_value("x" * 600)


def test_without_scripts_several_lines_and_choices_are_forms(
    host: Host, open_page: Callable[..., Page]
) -> None:
    plain = open_page(820, 1180, java_script_enabled=False)
    plain.goto(host.link("gm"))
    several = plain.locator(".adding noscript")  # what stands there is nowhere else looked for by its words
    several.locator("summary").click()
    several.locator("textarea").fill("Alarm 6\n#Slick")
    several.locator("button").click()
    expect(plain.locator("[data-clock]")).to_have_count(1)
    expect(plain.locator("[data-tag]")).to_have_count(1)
    plain.locator("#add-text").fill("Agent 47")
    plain.locator("#add-text").press("Enter")
    plain.get_by_role("button", name="“Agent”: a clock of 47 segments, shown").click()
    expect(plain.locator("[data-clock]")).to_have_count(2)


def test_find_knows_a_name_without_its_accents(desk: Gm) -> None:
    desk.host.do("character.add", name="Zoë O’Malley")
    shown = desk.page.locator("#cast [data-character]").filter(visible=True)
    expect(shown).to_have_count(3)
    desk.page.get_by_role("searchbox", name="Find a clock, a tag or a person").fill("zoe o'mal")
    expect(shown).to_have_count(1)


def test_find_tells_cards_of_one_name_apart_by_zone_or_number(desk: Gm) -> None:
    for _ in range(2):
        desk.host.do("character.add", name="Guard", kind="npc")
        desk.host.do("clock.add", name="Guards", segments=6)
    shown = desk.page.locator("#cast [data-character], #clocks [data-clock]").filter(visible=True)
    expect(shown).to_have_count(6)
    desk.page.get_by_role("searchbox", name="Find a clock, a tag or a person").fill("guard")
    heads = shown.get_by_role("heading", level=3)
    guards = [
        "Guard (secret) NPC, Gate",
        "Guard (secret) NPC, Pier",
        "Guard (3) (secret) NPC",
        "Guard (4) (secret) NPC",
    ]
    expect(heads).to_have_text(["Guards (1)", "Guards (2)", *guards])
    desk.host.do("character.remove", character=desk.host.sees()["cast"][3]["id"])
    expect(heads.nth(4)).to_have_text("Guard (3) (secret) NPC")
