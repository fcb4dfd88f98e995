"""A roll is played on its roller's phone and the TV: dice, total, verdict, changes; its end is spoken once.

The clocks of these pages stand still, so that a roll plays until the test lets it end.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Page, expect

from tests.browser.host import Host
from tests.browser.seats import Phone, Screen, Tv
from tests.browser.server import Server
from tests.browser.televised import a_tv

pytestmark = pytest.mark.in_motion

LENGTH, SPOKEN = 2300, 4500
TIMES = """() => {
    const seconds = (words) => Math.max(...words.split(",").map(parseFloat)) * 1000;
    const times = (words) => [...document.querySelectorAll("[data-plays]")]
        .flatMap((each) => [...each.querySelectorAll(words)]).filter((each) => each.checkVisibility())
        .map((each) => getComputedStyle(each)).map((each) => {
            const begins = seconds(each.animationDelay);
            return [begins, begins + seconds(each.animationDuration)];
        });
    const words = ".verdict ~ .moment-says, .verdict ~ .tv-says";
    return [".die", ".summed, .tv-total", ".verdict", words].map(times);
}"""
"""When the dice, the total, the verdict and the words begin and end, in milliseconds."""
LISTEN = """() => {
    window.spoken = [];
    const place = document.getElementById("announcer");
    new MutationObserver(() => spoken.push(place.textContent)).observe(place, { childList: true });
}"""
"""Notes what is spoken from now on."""
ASKED = {"intent": "Climb", "attribute": "AGI", "dc": 14}
SUCCESS, FAILURE = [6, 6, 5, 5], [1, 2, 2, 3]


def a_roller(host: Host, open_page: Callable[..., Page], **options: str) -> Phone:
    page = open_page(390, 844, has_touch=True, is_mobile=True, **options)
    page.clock.install()
    return Phone(page, host.server).join(host, "Ana", "Mara")


def rolls(host: Host, dice: list[int], *screens: Screen) -> int:
    """Mara rolls, once that she is to roll was spoken."""
    check: int = host.do("check.call", character=host.ids["Mara"], targets=[host.ids["Alarm"]], **ASKED)[
        "check"
    ]
    for screen in screens:
        expect(screen.page.locator("[data-check]").first).to_be_attached()
        screen.page.clock.run_for(SPOKEN)
        is_told(screen, "")
        screen.page.evaluate(LISTEN)
    host.do("check.roll", check=check, dice=dice)
    return check


@pytest.fixture
def wall(server: Server) -> Host:
    host = Host(server, "razorweave")
    host.clock("Alarm", 6)
    host.character("Mara", stats={"AGI": 2})
    return host


@pytest.fixture
def screens(wall: Host, open_page: Callable[..., Page]) -> Iterator[tuple[Phone, Tv]]:
    """Mara's phone and the TV, standing still."""
    tv, phone = a_tv(wall, open_page), a_roller(wall, open_page)
    with ExitStack() as still:
        for screen in (phone, tv):
            still.enter_context(screen.standing_still())
        yield phone, tv


def plays(screen: Screen) -> None:
    expect(screen.page.locator("[data-plays]")).to_have_count(1)


def lies(screen: Screen) -> None:
    expect(screen.page.locator("[data-plays]")).to_have_count(0)


def spoken(screen: Screen) -> list[str]:
    """What was spoken of the roll."""
    told: list[str] = screen.page.evaluate("spoken")
    return [each for each in told if "Mara, Climb" in each]


def is_told(screen: Screen, words: str) -> None:
    expect(screen.page.locator("#announcer")).to_have_text(words)


def test_dice_come_first_then_the_total_the_verdict_and_what_changed(
    wall: Host, screens: tuple[Phone, Tv]
) -> None:
    rolls(wall, SUCCESS, *screens)
    for screen in screens:
        plays(screen)
        dice, total, verdict, words = screen.page.evaluate(TIMES)
        assert len(dice) == 4
        assert max(ends for _, ends in dice) <= 1200
        assert max(ends for _, ends in dice) <= total[0][0] <= 1200
        assert total[0][0] < verdict[0][0] < words[0][0]
        assert words[0][1] <= LENGTH


def test_its_end_is_spoken_once_and_what_is_applied_later_rolls_nothing_again(
    wall: Host, screens: tuple[Phone, Tv]
) -> None:
    check = rolls(wall, SUCCESS, *screens)
    for screen in screens:
        plays(screen)
        assert spoken(screen) == []
        screen.page.clock.run_for(LENGTH)
        lies(screen)
        screen.page.clock.run_for(SPOKEN)
        assert spoken(screen) == ["Critical success Mara, Climb"]
    wall.do("check.resolve", check=check)
    for screen in screens:
        expect(screen.page.locator("#moments")).to_contain_text("Alarm: +3")
        screen.page.clock.run_for(SPOKEN)
        lies(screen)
        assert spoken(screen)[1:] == ["Critical success Mara, Climb. Alarm: +3, now 3 of 6"]


def test_what_is_applied_while_the_dice_fall_is_told_with_them(wall: Host, screens: tuple[Phone, Tv]) -> None:
    wall.do("check.resolve", check=rolls(wall, SUCCESS, *screens))
    for screen in screens:
        expect(screen.page.locator("#moments")).to_contain_text("Alarm: +3")
        plays(screen)
        assert spoken(screen) == []
        screen.page.clock.run_for(LENGTH + SPOKEN)
        lies(screen)
        assert spoken(screen) == ["Critical success Mara, Climb. Alarm: +3, now 3 of 6"]


def test_a_tap_or_a_key_shows_the_end_at_once(wall: Host, screens: tuple[Phone, Tv]) -> None:
    phone, tv = screens
    rolls(wall, FAILURE, *screens)
    for screen in screens:
        plays(screen)
    phone.page.locator("#moments .tray").tap()
    tv.page.keyboard.press("Enter")
    for screen in screens:
        lies(screen)
        is_told(screen, "Failure Mara, Climb")
        expect(screen.page.locator("#moments .verdict").filter(visible=True)).to_have_count(1)


def test_a_reload_plays_nothing_again(wall: Host, open_page: Callable[..., Page]) -> None:
    tv, phone = a_tv(wall, open_page), a_roller(wall, open_page)
    with tv.standing_still(), phone.standing_still():
        rolls(wall, SUCCESS, phone, tv)
        for screen in (phone, tv):
            plays(screen)
    for screen in (phone, tv):
        screen.page.reload(wait_until="domcontentloaded")
        screen.is_live()
        expect(screen.page.locator("#moments [data-shown]")).to_have_count(1)
        lies(screen)
        is_told(screen, "")


def test_who_asked_for_less_motion_has_the_end_at_once(wall: Host, open_page: Callable[..., Page]) -> None:
    tv, phone = (
        a_tv(wall, open_page, reduced_motion="reduce"),
        a_roller(wall, open_page, reduced_motion="reduce"),
    )
    with tv.standing_still(), phone.standing_still():
        rolls(wall, SUCCESS, phone, tv)
        for screen in (phone, tv):
            is_told(screen, "Critical success Mara, Climb")
            lies(screen)
            assert screen.page.evaluate("document.getAnimations().length") == 0


def test_who_pressed_roll_is_told_by_the_answer_alone(wall: Host, open_page: Callable[..., Page]) -> None:
    phone = a_roller(wall, open_page)
    wall.do("check.call", character=wall.ids["Mara"], **ASKED)
    phone.my_check().wait_for()
    phone.page.evaluate(LISTEN)
    phone.roll()
    expect(phone.page.locator("#moments .verdict")).to_have_count(1)
    phone.page.clock.fast_forward(LENGTH)
    lies(phone)
    phone.page.clock.fast_forward(SPOKEN)
    assert spoken(phone) == []
