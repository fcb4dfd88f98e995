"""What goes wrong in a real browser alone is found: each kind of fault is planted in a page, once."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.soak import browsers
from tests.soak.browsers import Screen, screens
from tests.soak.evening import Begin, Evening, Step
from tests.soak.fault import Fault
from tests.soak.live_page import Lost
from tests.soak.served import one_process

pytestmark = pytest.mark.soak

ADD = Step(9, "send", "GM", {"do": "tag.add", "name": "Slick"})


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    with one_process(tmp_path_factory.mktemp("house")) as house:
        yield Evening(house, Begin(7, "freeform", "clock.tick")).open()


@pytest.fixture
def screen(evening: Evening, browser: Browser) -> Iterator[Screen]:
    pages = {page.name: page for page in evening.table.pages if page.name == "GM"}
    with screens(browser, pages, evening.house.bases) as (screen,):
        evening.checks.on_screen(screen)
        yield screen


def found(evening: Evening, screen: Screen) -> str:
    with pytest.raises((Fault, Lost)) as fault:
        evening.checks.on_screen(screen)
    return str(fault.value)


@pytest.mark.parametrize(
    "harm",
    [
        ("#tags", "append('planted')"),
        ("#tags", "remove()"),
        ("#journal-lines", "lastElementChild.remove()"),
        ("body", "ownerDocument.title = 'planted'"),
    ],
    ids=["words too many", "a panel too few", "a line too few", "another title"],
)
def test_a_page_that_shows_something_else_is_found(
    evening: Evening, screen: Screen, harm: tuple[str, str]
) -> None:
    at, done = harm
    screen.page.locator(at).evaluate(f"each => {{ each.{done} }}")
    assert "[browser] GM: shows something else" in found(evening, screen)


@pytest.mark.parametrize(
    ("harm", "what"),
    [
        ("setTimeout(() => { throw new Error('planted'); })", "script: planted"),
        ("console.error('planted')", "console: planted"),
        ("fetch('/broken')", "500 for GET broken"),
    ],
)
def test_what_a_browser_complains_of_is_found(evening: Evening, screen: Screen, harm: str, what: str) -> None:
    screen.page.route("**/broken", lambda route: route.fulfill(status=500))
    screen.page.evaluate(f"() => {{ {harm} }}")
    for _ in range(200):
        if not screen.wrong:
            screen.page.wait_for_timeout(50)
    assert what in found(evening, screen)


def test_a_page_that_never_hears_of_a_change_is_found(
    evening: Evening, screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(browsers, "PATIENCE", 1.0)
    screen.page.route("**/live*", lambda route: route.abort())
    screen.page.reload(wait_until="domcontentloaded")
    evening.do(ADD)
    assert "never came to" in found(evening, screen)
