"""A phone as it is: what it keeps for when the link is gone, what it can do here and cannot on plain http."""

from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserType, Page, expect

from tests.browser.host import Host
from tests.browser.proxy import Proxy
from tests.browser.seats import Gm, Phone
from tests.browser.server import ROOT

pytestmark = pytest.mark.keeps_views
KEPT = "caches.open('views').then(kept => kept.match(location.pathname)).then(found => found && found.text())"
ALL_KEPT = """async () => {
    const texts = [];
    for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
            texts.push(request.url, await (await cache.match(request)).text());
        }
    }
    return texts.join("\\n");
}"""


KEEPS = f"""async words => {{
    for (let tries = 0; tries < 1200; tries++) {{
        const text = await {KEPT};
        if (words ? text?.includes(words) : !text) return true;
        await new Promise(next => setTimeout(next, 50));
    }}
    return false;
}}"""
"""Wait up to a minute; `wait_for_function` takes a promise for an answer."""


def is_kept(page: Page, words: str) -> None:
    """Wait until the kept view of this table says so; without words, until there is none."""
    assert page.evaluate(KEEPS, words), words


@pytest.fixture
def network(host: Host) -> Iterator[Proxy]:
    with closing(Proxy(host.server)) as network:
        yield network


@pytest.fixture
def installed(host: Host, network: Proxy, open_page: Callable[..., Page]) -> Phone:
    """A phone whose worker has taken over the page, behind a network that can go down."""
    host.clock("Alarm", 6)
    page = open_page(390, 844, has_touch=True, is_mobile=True)
    phone = Phone(page, host.server).open(network.link(host.link("player")))
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload(wait_until="domcontentloaded")
    return phone.is_live()


def test_the_last_view_stands_while_offline_and_nothing_else_is_ever_kept(
    host: Host, installed: Phone, network: Proxy
) -> None:
    is_kept(installed.page, "Alarm")
    _an_answer_that_comes_late_replaces_no_newer_view(installed)
    _no_gms_page_is_ever_kept(Host(host.server, name="The Elm"), installed, network)
    _after_a_cut_and_a_reload_the_last_view_stands_with_its_age(host, installed, network)
    _a_revoked_link_takes_the_kept_view_along(host, installed)
    _where_none_is_kept_the_page_says_what_to_do(installed, network)


def _after_a_cut_and_a_reload_the_last_view_stands_with_its_age(
    host: Host, installed: Phone, network: Proxy
) -> None:
    stood = installed.revision
    host.tick("Alarm", 2)
    expect(installed.sees_clock("Alarm", 2, 6).page.locator("body")).not_to_have_attribute(
        "data-cursor", stood
    )
    installed.sleep()
    is_kept(installed.page, 'data-filled="2"')
    network.become("down")
    installed.page.reload(wait_until="domcontentloaded")
    installed.sees_clock("Alarm", 2, 6)
    expect(installed.page.locator("[data-kept-words]")).to_contain_text("This page shows the table as of")
    network.become("up")
    installed.is_live()
    expect(installed.page.locator("[data-kept-words]")).to_be_hidden()


def _where_none_is_kept_the_page_says_what_to_do(installed: Phone, network: Proxy) -> None:
    network.become("down")
    installed.page.goto(network.url, wait_until="domcontentloaded")
    installed.sees("No connection").sees("Try again")


LATE = """(async () => {
    const SHELL = [], self = { addEventListener() {} }, answers = [];
    const fetch = () => new Promise(answered => answers.push(answered));
    %s
    const view = text => new Response(text, { headers: { "Tableside-Keep": "player" } });
    const first = refresh("/t/late"), second = refresh("/t/late");
    answers[1](NEWER);
    await second;
    answers[0](view("older"));
    await first;
    return await (await (await caches.open("views")).match("/t/late"))?.text() ?? null;
})()"""
WORKER = (ROOT / "static" / "worker" / "last_view.js").read_text(encoding="utf-8")


def _an_answer_that_comes_late_replaces_no_newer_view(installed: Phone) -> None:
    """Nor does it bring back one that was taken away since."""
    late = LATE % WORKER
    assert installed.page.evaluate(late.replace("NEWER", 'view("newer")')) == "newer"
    assert installed.page.evaluate(late.replace("NEWER", 'new Response("", { status: 404 })')) is None


def _no_gms_page_is_ever_kept(elm: Host, installed: Phone, network: Proxy) -> None:
    """One device is a player here and the GM of another table: its worker sees both."""
    elm.tag("Canary-Xanadu")
    second = Gm(installed.page.context.new_page(), installed.server).open(network.link(elm.link("gm")))
    second.page.reload(wait_until="domcontentloaded")
    second.is_live().sees_tag("Canary-Xanadu")
    texts = second.page.evaluate(ALL_KEPT)
    assert "Alarm" in texts, "the player's view is kept"
    assert "Canary-Xanadu" not in texts
    assert second.page.url.rpartition("/")[2] not in texts
    assert "/k/" not in texts
    assert "/live" not in texts.split("<html")[0]
    second.page.close()


def _a_revoked_link_takes_the_kept_view_along(host: Host, installed: Phone) -> None:
    is_kept(installed.page, "Alarm")
    key = next(key for key in host.sees()["keys"] if key["role"] == "player")
    host.do("key.revoke", key=key["id"])
    installed.sees("your link was revoked")
    is_kept(installed.page, "")


# ---- what the phone itself can do ----------------------------------------------------------------

STUBS = """
window.asked = { wake: 0, lock: null, buzz: [], shared: [] };
Object.defineProperty(navigator, "wakeLock", { value: { request: async () => {
    asked.wake += 1;
    asked.lock = { released: false, release() { this.released = true; } };
    return asked.lock;
} } });
navigator.vibrate = (length) => asked.buzz.push(length);
navigator.share = async (what) => { asked.shared.push(what.url); };
"""


@pytest.fixture
def able(host: Host, open_page: Callable[..., Page]) -> Phone:
    """A phone whose browser can do all of it."""
    host.clock("Alarm", 6)
    page = open_page(390, 844, has_touch=True, is_mobile=True)
    page.add_init_script(STUBS)
    return Phone(page, host.server).open(host.link("player"))


def test_it_buzzes_on_ones_own_press_alone_keeps_the_screen_on_and_shares_the_invitation(
    host: Host, able: Phone
) -> None:
    _it_buzzes_on_ones_own_press_and_never_on_news(host, able)
    _the_screen_stays_on_after_a_look_away_and_is_its_owners_to_switch(able)
    _the_invitation_goes_to_the_phones_own_share_sheet(able)


def _the_screen_stays_on_after_a_look_away_and_is_its_owners_to_switch(able: Phone) -> None:
    """A scene is played, so it stays on unasked; it is asked for once, however much changes."""
    on = "() => asked.wake === {} && !asked.lock.released"
    off = "() => asked.wake === {} && asked.lock.released"
    able.page.wait_for_function(on.format(1))
    able.sleep()
    able.page.wait_for_function(off.format(1))
    able.wake()
    able.page.wait_for_function(on.format(2))
    able.page.get_by_text("This phone").tap()
    switch = able.page.get_by_label("Keep the screen on while I play")
    expect(switch).to_be_checked()
    switch.uncheck()
    able.page.wait_for_function(off.format(2))
    able.sleep()
    able.wake()
    assert able.page.evaluate("asked.wake") == 2, "who switched it off is not asked for"
    switch.check()
    able.page.wait_for_function(on.format(3))
    able.sleep()
    able.wake()
    able.page.wait_for_function(on.format(4))


def _it_buzzes_on_ones_own_press_and_never_on_news(host: Host, able: Phone) -> None:
    host.tick("Alarm")
    able.sees_clock("Alarm", 1, 6)
    assert able.page.evaluate("asked.buzz") == []
    able.page.get_by_role("button", name="Pause", exact=True).tap()
    able.page.wait_for_function("() => asked.buzz.length === 1")
    assert able.page.evaluate("asked.buzz") == [15]


def _the_invitation_goes_to_the_phones_own_share_sheet(able: Phone) -> None:
    able.page.get_by_role("button", name="Share").tap()
    able.page.wait_for_function("() => asked.shared.length === 1")
    assert "/join?code=" in able.page.evaluate("asked.shared[0]")


# ---- plain http in the LAN -----------------------------------------------------------------------


@pytest.fixture
def lan(browser_type: BrowserType, browser_type_launch_args: dict[str, Any]) -> Iterator[Browser]:
    """A browser for which the server has an address that is not its own machine."""
    args = [*browser_type_launch_args["args"], "--host-resolver-rules=MAP table.lan 127.0.0.1"]
    browser = browser_type.launch(**{**browser_type_launch_args, "args": args})
    yield browser
    browser.close()


def test_on_plain_http_it_all_works_and_says_what_is_missing_and_why(host: Host, lan: Browser) -> None:
    host.clock("Alarm", 6)
    page = lan.new_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    phone = Phone(page, host.server).open(host.link("player").replace("127.0.0.1", "table.lan"))
    assert page.evaluate("isSecureContext") is False
    phone.sit("Ana")
    host.tick("Alarm")
    phone.sees_clock("Alarm", 1, 6)
    page.get_by_text("This phone").tap()
    phone.sees("This page was opened over http")
    expect(page.get_by_label("Keep the screen on while I play")).to_be_hidden()
    expect(page.get_by_role("button", name="Share")).to_be_hidden()
    page.get_by_role("button", name="Copy", exact=True).tap()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
