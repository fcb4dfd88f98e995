"""What is sent while the table does not answer arrives once it does, or the page says that it did not."""

from collections.abc import Callable, Iterator
from contextlib import closing

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.drafting import MINE, keeps, keeps_none
from tests.browser.host import Host
from tests.browser.proxy import Proxy
from tests.browser.seats import Gm, Phone
from tests.browser.server import Server

KEPT = "What you sent is kept and sent again"
COMPLETES = "Completion text"


@pytest.fixture
def network(server: Server) -> Iterator[Proxy]:
    with closing(Proxy(server)) as network:
        yield network


@pytest.fixture
def far_gm(host: Host, network: Proxy, open_page: Callable[..., Page]) -> Gm:
    """A GM's tablet, behind the bad network; its clock can be put forward."""
    host.clock("Alarm", 6)
    page = open_page(1180, 820, has_touch=True)
    page.clock.install()
    gm = Gm(page, host.server).open(network.link(host.link("gm"))).is_live()
    page.wait_for_function("() => typeof drafts === 'object'")
    return gm


@pytest.fixture
def far_phone(host: Host, network: Proxy, open_page: Callable[..., Page]) -> Phone:
    """Ana's phone, behind the bad network."""
    host.clock("Alarm", 6)
    page = open_page(390, 844, has_touch=True, is_mobile=True)
    page.goto(network.link(host.link("player")), wait_until="domcontentloaded")
    return Phone(page, host.server).sit("Ana").is_live()


def cut(screen: Gm | Phone, network: Proxy) -> None:
    network.become("down")
    expect(screen.page.locator("body")).not_to_have_attribute("data-live", "live")


def notice(screen: Gm | Phone) -> Locator:
    return screen.page.locator("#notice")


@pytest.mark.parametrize("long", [False, True])
def test_words_that_wait_arrive_however_long_the_table_was_away(
    host: Host, far_gm: Gm, network: Proxy, long: bool
) -> None:
    form = far_gm.inspect("Alarm")
    form.get_by_label(COMPLETES).fill(MINE)
    cut(far_gm, network)
    form.get_by_role("button", name="Save", exact=True).click()
    expect(notice(far_gm)).to_contain_text(KEPT)
    for _ in range(16 if long else 2):
        far_gm.page.clock.run_for(5000)
    expect(notice(far_gm)).to_contain_text(KEPT)
    network.become("up")
    far_gm.is_live()
    expect(notice(far_gm)).not_to_contain_text(KEPT)
    keeps_none(far_gm.page)
    assert [each["on_full"] for each in host.sees()["clocks"]] == [MINE]
    expect(form.get_by_label(COMPLETES)).to_have_value(MINE)


def test_they_do_where_something_before_the_table_answers_instead(host: Host, far_gm: Gm) -> None:
    form = far_gm.inspect("Alarm")
    form.get_by_label(COMPLETES).fill(MINE)
    far_gm.page.route("**/do", lambda route: route.fulfill(status=502, body=""))
    form.get_by_role("button", name="Save", exact=True).click()
    expect(notice(far_gm)).to_contain_text(KEPT)
    far_gm.page.unroute("**/do")
    expect(notice(far_gm)).not_to_contain_text(KEPT)
    assert [each["on_full"] for each in host.sees()["clocks"]] == [MINE]


def test_a_press_without_words_is_dropped_after_half_a_minute_and_the_page_says_so(
    host: Host, far_gm: Gm, network: Proxy
) -> None:
    cut(far_gm, network)
    far_gm.page.get_by_role("button", name="Pause", exact=True).first.click()
    expect(notice(far_gm)).to_contain_text(KEPT)
    for _ in range(7):
        far_gm.page.clock.run_for(5000)
    expect(notice(far_gm)).to_contain_text("press again if your change is missing")
    network.become("up")
    far_gm.is_live()
    assert not host.sees()["paused"]


@pytest.mark.parametrize("taken", [False, True])
def test_a_proposal_that_a_reload_stopped_says_that_it_was_not_sent_or_is_gone(
    far_phone: Phone, network: Proxy, taken: bool
) -> None:
    """As soon as the table can say whether it has it."""
    page, because = far_phone.page, far_phone.page.locator("#ask-tick").get_by_label("Because")
    far_phone.opens("Alarm").click()
    because.fill("I bribe the clerk")
    network.become("swallow") if taken else cut(far_phone, network)
    page.locator("#ask-tick").get_by_role("button", name="+1").click()
    expect(notice(far_phone)).to_contain_text(KEPT)
    keeps(page)
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/do")):
        page.route("**/do", lambda route: route.abort())  # else it may be sent again before the reload
    page.route("**/pressed?*", lambda route: route.abort())
    network.become("up")
    page.reload(wait_until="domcontentloaded")
    far_phone.is_live().opens("Alarm").click()
    expect(because).to_have_value("I bribe the clerk")
    expect(page.get_by_text("Perhaps sent already")).to_be_visible()
    page.unroute("**/pressed?*")
    expect(page.get_by_text("Perhaps sent already")).to_have_count(0)
    expect(page.get_by_text("Not sent yet, from")).to_have_count(0 if taken else 1)
    expect(because).to_have_value("" if taken else "I bribe the clerk")
