"""Arranging the tablet: several things at once, and lists in another order."""

from playwright.sync_api import Page, expect

from tests.browser.lasting_faults import at_rest
from tests.browser.seats import Gm, Phone


def order(screen: Page, kind: str) -> list[str]:
    return screen.locator(f"[data-{kind}]").locator("bdi").all_inner_texts()


def arrange(gm: Gm) -> None:
    gm.move("Arrange")


def pick(gm: Gm, *names: str) -> None:
    for name in names:
        gm.page.get_by_label(f"Select {name}").check()


def row_of(gm: Gm, name: str) -> dict[str, float]:
    """Where a row lies."""
    box = (
        at_rest(gm.page).locator("[data-arranged]", has=gm.page.get_by_label(f"Select {name}")).bounding_box()
    )
    assert box is not None
    return dict(box)


def handle_of(gm: Gm, name: str) -> dict[str, float]:
    """Where the handle of a row lies, scrolled to."""
    handle = gm.page.get_by_role("button", name=f"Move {name}")
    handle.scroll_into_view_if_needed()
    at_rest(gm.page)
    box = handle.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 48
    return dict(box)


def test_several_are_hidden_at_once_and_rows_moved_by_mouse_by_finger_and_by_key(
    played: Gm, phone: Phone
) -> None:
    _several_are_hidden_at_once_and_come_back_in_one_undo(played, phone)
    _a_row_is_moved_with_the_arrow_keys(played, phone)
    _a_finger_drags_a_row(played, phone)
    _a_row_is_dragged_by_its_handle_and_every_screen_shows_the_order(played, phone)


def _several_are_hidden_at_once_and_come_back_in_one_undo(played: Gm, phone: Phone) -> None:
    phone.sees_clock("Alarm", 0, 8)
    arrange(played)
    secret = played.page.locator("#many").get_by_role("button", name="Secret")
    expect(secret).to_be_disabled()
    pick(played, "Alarm", "Slick", "Mara")
    played.sees("3 selected")
    played.page.clock.install()
    with played.standing_still():  # what hides waits for no countdown
        played.page.locator("#many").get_by_role("button", name="Rumoured").click()
        for hidden in ("Alarm", "Slick", "Mara"):
            phone.no_longer_sees(hidden)
    expect(secret).to_be_disabled()
    played.closes().undo()
    phone.sees_clock("Alarm", 0, 8).sees_tag("Slick").sees("Mara")


def _a_row_is_dragged_by_its_handle_and_every_screen_shows_the_order(played: Gm, phone: Phone) -> None:
    played.page.set_viewport_size({"width": 1180, "height": 820})
    arrange(played)
    handle, target = handle_of(played, "Loud"), row_of(played, "Slick")
    played.page.mouse.move(handle["x"] + 20, handle["y"] + 20)
    played.page.mouse.down()
    played.page.mouse.move(target["x"] + 30, target["y"] + 20, steps=6)
    played.page.mouse.up()
    for screen in (phone, played):
        expect(screen.page.locator("[data-tag]").first).to_contain_text("Loud")
    assert order(played.page, "tag") == ["Loud", "Slick", "Cramped"]


def _a_finger_drags_a_row(played: Gm, phone: Phone) -> None:
    arrange(played)
    handle, target = handle_of(played, "Slick"), row_of(played, "Cramped")
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


def _a_row_is_moved_with_the_arrow_keys(played: Gm, phone: Phone) -> None:
    arrange(played)
    handle = played.page.get_by_role("button", name="Move Alarm")
    handle.focus()
    played.page.keyboard.press("ArrowDown")
    for screen in (phone, played):
        expect(screen.page.locator("[data-clock]").first).to_contain_text("Escape")
    expect(handle).to_be_focused()
    played.page.keyboard.press("ArrowUp")
    expect(phone.page.locator("[data-clock]").first).to_contain_text("Alarm")
