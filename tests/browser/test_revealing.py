"""Showing more of a thing can be taken back for a moment; hiding is done at once."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.host import Host
from tests.browser.seats import Gm, Phone

pytestmark = pytest.mark.in_motion


def sight(gm: Gm, name: str, state: str) -> Locator:
    """Return the button of one of the four states in a clock's inspector, once it takes presses."""
    button = gm.inspect(name).get_by_role("button", name=state, exact=True)
    expect(button).not_to_have_attribute("data-fresh", "")
    return button


def test_a_reveal_is_two_taps_can_be_taken_back_and_else_goes_out_after_its_countdown(
    played: Gm, phone: Phone
) -> None:
    for name in ("Alarm", "Escape"):
        played.host.do("clock.edit", clock=played.host.ids[name], visibility="secret")
        phone.no_longer_sees(name)
        expect(sight(played, name, "Secret")).to_have_attribute("aria-pressed", "true")
    cancel = played.page.locator("#inspector").get_by_text("Revealing… tap to cancel")
    played.page.clock.install()
    shown = sight(played, "Alarm", "Shown")
    with played.standing_still():
        shown.click()
        cancel.click()
    shown = sight(played, "Escape", "Shown")
    with played.standing_still(), played.in_taps(1):
        shown.click()
        expect(cancel).to_be_visible()
    played.page.clock.fast_forward(10_000)
    expect(phone.page.locator("#moments [data-shown]")).to_contain_text("Escape: revealed")
    phone.sees_clock("Escape", 0, 6)
    expect(cancel).to_be_hidden()
    expect(sight(played, "Alarm", "Secret")).to_have_attribute("aria-pressed", "true")
    phone.does_not_see("Alarm")  # whose countdown would have been over first
    sight(played, "Escape", "Secret").click()
    phone.no_longer_sees("Escape")
    _by_keyboard_the_same_key_reveals_and_cancels_and_the_focus_stays(played)


def _by_keyboard_the_same_key_reveals_and_cancels_and_the_focus_stays(played: Gm) -> None:
    expect(sight(played, "Alarm", "Secret")).to_have_attribute("aria-pressed", "true")
    sight(played, "Alarm", "Masked").focus()
    with played.standing_still():
        played.page.keyboard.press("Enter")
        expect(played.page.get_by_role("button", name="Revealing… tap to cancel")).to_be_focused()
        played.page.keyboard.press("Enter")
    expect(sight(played, "Alarm", "Secret")).to_be_focused()
    expect(sight(played, "Alarm", "Secret")).to_have_attribute("aria-pressed", "true")


@pytest.mark.soak
def test_a_countdown_goes_on_while_other_things_change_and_whoever_leaves_has_revealed(
    host: Host, played: Gm, phone: Phone
) -> None:
    sight(played, "Alarm", "Secret").click()
    phone.no_longer_sees("Alarm")
    sight(played, "Alarm", "Shown").click()
    played.tick("Escape").tick("Alarm")
    phone.sees_clock("Alarm", 1, 8)
    _who_leaves_the_page_meanwhile_has_revealed(played, phone)
    _a_scene_that_begins_is_a_moment(host, phone)


def _who_leaves_the_page_meanwhile_has_revealed(played: Gm, phone: Phone) -> None:
    sight(played, "Alarm", "Secret").click()
    phone.no_longer_sees("Alarm")
    sight(played, "Alarm", "Shown").click()
    played.page.reload()
    phone.sees_clock("Alarm", 1, 8)


def _a_scene_that_begins_is_a_moment(host: Host, phone: Phone) -> None:
    roof = host.do("scene.add", name="The roof")["scene"]
    host.tag("Slick slate", scene=roof)
    host.do("scene.activate", scene=roof)
    expect(phone.page.locator("#moments [data-shown]")).to_contain_text("The roof: the scene begins")
