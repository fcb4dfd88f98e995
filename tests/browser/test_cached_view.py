"""A kept view goes with its rights, at the first answer that shows it, with its cookies, and after a day."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import PATIENCE
from tests.browser.host import Host
from tests.browser.seats import Phone

pytestmark = pytest.mark.keeps_views
HOLDS = """async ([words, wanted, patience]) => {
    for (let found, tries = patience / 50; ; tries--) {
        const views = await caches.open("views");
        const all = (await views.keys()).map(async each => (await views.match(each))?.text());
        found = (await Promise.all(all)).some(text => text?.includes(words));
        if (found === wanted || tries <= 0) return found;
        await new Promise(done => setTimeout(done, 50));
    }
}"""
"""What `wait_for_function` does not wait for: a promise is true to it, whatever it brings."""
GROW_OLD = """async hours => {
    const views = await caches.open("views");
    for (const request of await views.keys()) {
        const view = await views.match(request), headers = new Headers(view.headers);
        headers.set("Tableside-Kept", Date.now() - hours * 3600000);
        await views.put(request, new Response(await view.text(), { headers }));
    }
}"""


@pytest.fixture
def cached_phone(host: Host, open_page: Callable[..., Page]) -> Phone:
    """A phone on its table's story, away from the page whose view its worker keeps."""
    host.clock("Alarm", 6)
    phone = Phone(open_page(390, 844), host.server).open(host.link("player"))
    phone.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    cache_view(phone)
    return phone


def cache_view(phone: Phone) -> None:
    table = phone.page.url
    phone.page.goto(table, wait_until="domcontentloaded")
    assert comes_to_hold(phone, True)
    phone.page.goto(f"{table}/after", wait_until="domcontentloaded")
    assert comes_to_hold(phone, True), "elsewhere on the site it stays"


def comes_to_hold(phone: Phone, wanted: bool) -> bool:
    """Whether its worker's views name the clock or not, as wanted, soon."""
    return phone.page.evaluate(HOLDS, ["Alarm", wanted, PATIENCE]) is wanted


def offline(phone: Phone) -> Phone:
    """Open the table's page where there is no network."""
    phone.page.context.set_offline(True)
    phone.page.goto(phone.page.url.removesuffix("/after"), wait_until="domcontentloaded")
    return phone


def test_a_view_is_shown_offline_for_a_day_and_until_cookies_are_cleared(
    host: Host, cached_phone: Phone
) -> None:
    page = cached_phone.page
    page.evaluate(GROW_OLD, 23.9)
    offline(cached_phone).sees("Alarm").sees("This page shows the table as of")
    page.context.set_offline(False)
    page.evaluate(GROW_OLD, 24)
    offline(cached_phone).sees("This device cannot reach")
    page.context.set_offline(False)
    page.goto(host.address, wait_until="domcontentloaded")
    cache_view(cached_phone)
    page.context.clear_cookies()
    offline(cached_phone).sees("This device cannot reach")
    page.context.set_offline(False)
    page.goto(f"{host.server.url}/offline", wait_until="domcontentloaded")
    assert comes_to_hold(cached_phone, False)


def test_a_view_goes_with_its_seat_its_link_and_its_table_wherever_the_phone_is(
    host: Host, cached_phone: Phone
) -> None:
    page, story = cached_phone.page, cached_phone.page.url
    table = story.removesuffix("/after")
    page.goto(table, wait_until="domcontentloaded")
    cached_phone.sit("Ana")
    cache_view(cached_phone)
    host.do("seat.remove", seat=host.sees()["seats"][0]["id"])
    page.reload(wait_until="domcontentloaded")
    assert comes_to_hold(cached_phone, False)
    page.goto(table, wait_until="domcontentloaded")
    cache_view(cached_phone)
    host.do("key.revoke", key=next(key["id"] for key in host.sees()["keys"] if key["role"] == "player"))
    page.goto(host.server.url, wait_until="domcontentloaded")
    assert comes_to_hold(cached_phone, False)


def test_a_view_goes_with_a_table_that_is_removed_while_its_page_is_open(
    host: Host, cached_phone: Phone
) -> None:
    page = cached_phone.page
    page.goto(page.url.removesuffix("/after"), wait_until="domcontentloaded")
    cached_phone.is_live()
    assert comes_to_hold(cached_phone, True)
    host.do("table.remove")
    page.wait_for_url(f"{host.server.url}/")
    assert comes_to_hold(cached_phone, False)
