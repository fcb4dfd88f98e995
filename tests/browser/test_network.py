"""Bad networks: nothing is lost, nothing is doubled, and the page always says how fresh it is."""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing

import httpx
import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser.host import Host
from tests.browser.proxy import NOT_LIVE, TRIES, WAITS, Proxy, goes_on_until
from tests.browser.seats import Gm, Phone
from tests.browser.server import Server
from webapp.live.stream_endpoint import RECONNECT_SPACING, RETRY

PRESS, NEWS = re.compile(r"/do$"), re.compile(r"/news\?")
SLACK = 5000  # milliseconds that a busy machine may add; a heartbeat comes only after ten seconds


@pytest.fixture
def network(server: Server) -> Iterator[Proxy]:
    with closing(Proxy(server)) as network:
        yield network


def test_a_device_without_a_network_says_so_at_once(host: Host, open_page: Callable[..., Page]) -> None:
    page = open_page(390, 844, has_touch=True, is_mobile=True)
    page.clock.install()
    phone = Phone(page, host.server).open(host.link("player")).is_live()
    with phone.standing_still():
        page.context.set_offline(True)
        expect(page.locator("#link-state")).to_have_text(re.compile("^Not live since"))
    page.context.set_offline(False)
    phone.is_live()


# ---- a page that is cut off ----------------------------------------------------------------------


def test_a_page_that_is_cut_off_says_since_when_and_catches_up_by_itself_by_a_retry_and_after_silence(
    host: Host, network: Proxy, open_page: Callable[..., Page]
) -> None:
    host.clock("Alarm", 6)
    page = open_page(390, 844, has_touch=True, is_mobile=True)
    page.clock.install()
    phone = Phone(page, host.server)
    _a_first_connection_that_fails_is_tried_again(phone, network.link(host.link("player")))
    phone.sees_clock("Alarm", 0, 6)
    _one_that_was_cut_off_catches_up_by_itself(host, phone, network)
    _long_cut_off_it_says_since_when_offers_a_retry_and_tells_what_it_missed(host, phone, network)
    _a_stream_gone_silent_is_noticed(host, phone, network)


def _a_first_connection_that_fails_is_tried_again(phone: Phone, link: str) -> None:
    failing = iter([True, True])
    phone.page.route(
        "**/live*",
        lambda route: route.fulfill(status=503) if next(failing, False) else route.continue_(),
    )
    with phone.page.expect_response("**/live*"):
        phone.page.goto(link, wait_until="domcontentloaded")
    with phone.page.expect_response("**/live*"):
        phone.page.clock.fast_forward(6000)
    phone.page.clock.fast_forward(6000)
    phone.is_live().page.unroute_all()


def _one_that_was_cut_off_catches_up_by_itself(host: Host, phone: Phone, network: Proxy) -> None:
    network.become("down")
    expect(phone.page.locator("body")).not_to_have_attribute("data-live", "live")
    host.tick("Alarm", 3)
    with phone.standing_still():
        phone.page.wait_for_function(WAITS)
        network.become("up")
        goes_on_until(TRIES, phone.page, within=12000)
        phone.is_live()
    phone.sees_clock("Alarm", 3, 6)


def _long_cut_off_it_says_since_when_offers_a_retry_and_tells_what_it_missed(
    host: Host, phone: Phone, network: Proxy
) -> None:
    network.become("down")
    expect(phone.page.locator("body")).not_to_have_attribute("data-live", "live")
    phone.page.clock.fast_forward(10500)
    expect(phone.page.locator("body")).to_have_attribute("data-live", "offline")
    expect(phone.page.get_by_text(re.compile(r"Not live since \d"))).to_be_visible()
    host.tag("Cramped")
    for _ in range(4):
        phone.page.clock.fast_forward(15000)
    retry = phone.page.locator("[data-retry]")
    expect(retry.and_(phone.page.get_by_role("button", name="Retry now"))).to_be_visible()
    with phone.standing_still():  # so that the page does not try by itself
        phone.page.wait_for_function(WAITS)
        network.become("up")
        retry.click()
        phone.is_live()
    expect(phone.page.locator(".missed")).to_contain_text("Cramped: tag added")


def _a_stream_gone_silent_is_noticed(host: Host, phone: Phone, network: Proxy) -> None:
    """A half-open link: no error, no end, just silence. Known within 25 s."""
    network.become("hang")
    host.tick("Alarm")
    with phone.standing_still():  # and goes on by 5 s
        phone.page.clock.fast_forward(10000)
        goes_on_until(NOT_LIVE, phone.page, within=10000)
        phone.page.wait_for_function(WAITS)
        network.become("up")
        goes_on_until(TRIES, phone.page, within=12000)
        phone.is_live()
    phone.sees_clock("Alarm", 4, 6)


# ---- presses -------------------------------------------------------------------------------------


@pytest.fixture
def far_gm(host: Host, network: Proxy, open_page: Callable[..., Page]) -> Gm:
    """A GM's tablet, behind the bad network; its clock can be put forward."""
    host.clock("Alarm", 20)
    page = open_page(820, 1180, has_touch=True)
    page.clock.install()
    return Gm(page, host.server).open(network.link(host.link("gm")))


def test_every_press_counts_once_and_none_overwrites_anothers(gm: Gm, far_gm: Gm, network: Proxy) -> None:
    _presses_in_quick_succession_all_count(gm, far_gm)
    _two_who_press_by_turns_never_overwrite_each_other(gm, far_gm)
    _one_whose_answer_is_lost_is_done_once(gm, far_gm, network)
    _what_another_did_is_not_lost_when_one_presses_while_the_stream_is_half_open(gm, far_gm, network)


def _presses_in_quick_succession_all_count(gm: Gm, far_gm: Gm) -> None:
    far_gm.page.evaluate("""() => {
        const button = document.querySelector('button[aria-label="Tick Alarm"]');
        for (let press = 0; press < 5; press++) button.click();
    }""")
    gm.sees_clock("Alarm", 5, 20)


def _two_who_press_by_turns_never_overwrite_each_other(gm: Gm, far_gm: Gm) -> None:
    for _ in range(3):
        gm.page.get_by_role("button", name="Tick Alarm").click(no_wait_after=True)
        far_gm.page.get_by_role("button", name="Tick Alarm").click(no_wait_after=True)
    gm.sees_clock("Alarm", 11, 20)
    far_gm.sees_clock("Alarm", 11, 20)
    gm.undo()
    far_gm.sees_clock("Alarm", 10, 20)


def _one_whose_answer_is_lost_is_done_once(gm: Gm, far_gm: Gm, network: Proxy) -> None:
    network.become("swallow")
    far_gm.tick("Alarm")
    gm.sees_clock("Alarm", 11, 20)
    network.become("up")
    expect(far_gm.page.locator("[data-pending]")).to_have_count(0)
    far_gm.stands_with(gm).is_live().sees_clock("Alarm", 11, 20)
    gm.sees_clock("Alarm", 11, 20)


def _what_another_did_is_not_lost_when_one_presses_while_the_stream_is_half_open(
    gm: Gm, far_gm: Gm, network: Proxy
) -> None:
    """The page fetches what its stream did not bring within a second, and its next press has panels in the
    reply; neither moves the cursor."""
    gm.add_clock("Escape", 6)
    far_gm.sees_clock("Escape", 0, 6).stands_with(gm)
    stood = far_gm.revision
    network.become("half")
    gm.tick("Alarm").sees_clock("Alarm", 12, 20)
    with far_gm.page.expect_response(NEWS):
        far_gm.tick("Escape").sees_clock("Escape", 1, 6).sees_clock("Alarm", 12, 20)
    with far_gm.page.expect_response(PRESS) as reply:
        far_gm.tick("Escape").sees_clock("Escape", 2, 6)
    assert "data-clock" in reply.value.text()
    assert far_gm.revision == stood
    network.become("up")
    far_gm.page.clock.fast_forward(22000)
    gm.sees_clock("Escape", 2, 6)
    far_gm.stands_with(gm).is_live().sees_clock("Alarm", 12, 20).sees_clock("Escape", 2, 6)
    _one_whose_stream_is_heard_is_answered_without_panels(gm, far_gm)


def _one_whose_stream_is_heard_is_answered_without_panels(gm: Gm, far_gm: Gm) -> None:
    """The stream brings what changed, once, and with it what the next undo takes back."""
    asked = list[str]()
    far_gm.page.on("request", lambda sent: asked.append(sent.url))
    with far_gm.page.expect_response(PRESS) as reply:
        far_gm.tick("Escape").sees_clock("Escape", 3, 6).sees("Escape: +1, now 3 of 6")
    assert "data-clock" not in reply.value.text()
    assert reply.value.headers["tableside-shows"] == far_gm.stands_with(gm).revision
    far_gm.page.clock.fast_forward(1500)
    far_gm.is_live()
    assert [each for each in asked if NEWS.search(each)] == []


def test_five_ticks_wait_a_sixth_is_refused_and_after_half_a_minute_they_are_dropped_and_the_buttons_rest(
    host: Host, far_gm: Gm, network: Proxy
) -> None:
    _five_ticks_wait_and_a_sixth_is_refused_in_words(host, far_gm, network)
    far_gm.page.clock.fast_forward(12500)  # the answers were read and are gone
    _after_half_a_minute_waiting_ticks_are_dropped_and_the_buttons_rest(host, far_gm, network)
    _what_was_called_lost_is_not_sent_although_the_link_returns_before_its_next_try(host, far_gm, network)


def _five_ticks_wait_and_a_sixth_is_refused_in_words(host: Host, far_gm: Gm, network: Proxy) -> None:
    far_gm.tick("Alarm").sees("Alarm: +1, now 1 of 20")
    expect(far_gm.page.locator("[data-pending]"), "the answer came, not only the stream").to_have_count(0)
    network.become("down")
    expect(far_gm.page.locator("body")).not_to_have_attribute("data-live", "live")
    with far_gm.standing_still():  # they wait for half a minute, however long this takes
        for _ in range(6):
            far_gm.tick("Alarm")
        far_gm.sees("5 ticks are already waiting").sees_clock("Alarm", 1, 20)
        with far_gm.page.expect_event("requestfailed"):
            far_gm.page.clock.fast_forward(7000)  # those that wait are sent again; the first answer has gone
        far_gm.sees("5 ticks are already waiting")
        network.become("up")
    far_gm.is_live().sees_clock("Alarm", 6, 20)
    assert [each["filled"] for each in host.sees()["clocks"]] == [6]


def _after_half_a_minute_waiting_ticks_are_dropped_and_the_buttons_rest(
    host: Host, far_gm: Gm, network: Proxy
) -> None:
    network.become("down")
    expect(far_gm.page.locator("body")).not_to_have_attribute("data-live", "live")
    far_gm.tick("Alarm").tick("Alarm")
    far_gm.page.clock.fast_forward(31000)
    far_gm.sees("Reconnecting; ticks are disabled")
    plus = far_gm.page.get_by_role("button", name="Tick Alarm")
    expect(plus).to_have_attribute("aria-disabled", "true")
    expect(far_gm.page.locator("[data-pending]")).to_have_count(0)
    network.become("up")
    far_gm.is_live()
    expect(plus).not_to_have_attribute("aria-disabled", "true")
    expect(far_gm.page.locator("#notice")).to_be_empty()
    plus.click()
    far_gm.sees_clock("Alarm", 7, 20)
    assert [each["filled"] for each in host.sees()["clocks"]] == [7]
    _where_nothing_was_pressed_nothing_is_said(far_gm, network)


def _what_was_called_lost_is_not_sent_although_the_link_returns_before_its_next_try(
    host: Host, far_gm: Gm, network: Proxy
) -> None:
    page, made = far_gm.page, [each["filled"] for each in host.sees()["clocks"]]
    with far_gm.standing_still():
        network.become("down")
        expect(page.locator("body")).not_to_have_attribute("data-live", "live")
        page.clock.fast_forward(29500)
        with page.expect_event("requestfailed", lambda request: request.method == "POST"):
            far_gm.tick("Alarm")
        with page.expect_event("requestfailed", lambda request: request.method == "POST"):
            page.clock.run_for(500)
        page.clock.run_for(700)  # its next try is a second after the last
        far_gm.sees("Reconnecting; ticks are disabled")
        network.become("up")
        page.evaluate("document.body.dispatchEvent(new CustomEvent('live:state', { detail: 'live' }))")
        page.clock.run_for(5000)
    far_gm.is_live()
    expect(page.locator("[data-pending]")).to_have_count(0)
    assert [each["filled"] for each in host.sees()["clocks"]] == made


def _where_nothing_was_pressed_nothing_is_said(far_gm: Gm, network: Proxy) -> None:
    far_gm.page.clock.fast_forward(12500)  # the answer was read and is gone
    network.become("down")
    expect(far_gm.page.locator("body")).not_to_have_attribute("data-live", "live")
    far_gm.page.clock.fast_forward(31000)
    plus = far_gm.page.get_by_role("button", name="Tick Alarm")
    expect(plus).to_have_attribute("aria-disabled", "true")
    expect(far_gm.page.locator("#notice")).to_be_empty()
    network.become("up")
    far_gm.is_live()


# ---- a page that shows something else than the table ---------------------------------------------


ASTRAY = 'pages_astray_total{why="swap"}'
POISON = """() => {
    const shadow = '<form><input name="remove"></form>';
    const poison = () => document.querySelector("#tags").insertAdjacentHTML("beforeend", shadow);
    document.addEventListener("htmx:before:swap", poison);
    const { fetch } = window, answers = [];
    window.fetch = async (...asked) => answers[answers.push(await fetch(...asked)) - 1];
}"""
"""A field called `remove` stands in the way of whoever would remove its form; and no answer is dropped, so
that the browser does not end a forgotten stream by itself."""


WHAT_IT_SHOWS = """() => {
    const stamps = [...document.querySelectorAll("[data-stamp]")]
        .map(each => parseInt(each.dataset.stamp, 16));
    window.told = JSON.stringify({
        cursor: document.body.dataset.cursor,
        count: stamps.length,
        stamp: stamps.reduce((all, each) => (all + each) % 2 ** 32, 0),
        lines: 2,
        told: [...document.querySelectorAll("#journal-lines > [data-line]")].slice(0, 2)
            .reduce((all, line, at) => (all + (at + 1) * parseInt(line.dataset.line, 16)) % 2 ** 32, 0),
    });
}"""
HEARTBEAT = "() => live.dispatchEvent(new CustomEvent('hb', { detail: { data: window.told } }))"


HARMS = {
    "missing": "document.querySelector('[data-clock]').remove()",
    "stale": "document.querySelector('[data-clock]').dataset.stamp = 'beef'",
    "doubled": "clocks.append(document.querySelector('[data-clock]').cloneNode(true))",
    "a line of the journal": "document.querySelector('[data-line]').dataset.line = 'beef'",
    "lines out of order": (
        "document.querySelector('#journal-lines').prepend(document.querySelectorAll('[data-line]')[1])"
    ),
}


def test_a_page_that_was_left_half_done_or_shows_something_else_fetches_itself_whole_once(
    host: Host, phone: Phone
) -> None:
    _a_swap_that_breaks_off_ends_its_stream(host, phone)
    host.clock("Alarm", 12)
    host.tick("Alarm")
    _no_line_comes_that_a_newer_journal_left_out(phone)
    phone.page.reload(wait_until="domcontentloaded")
    phone.is_live().sees_clock("Alarm", 1, 12)
    _fetches_itself_whole_once(host, phone, "missing", 1)


LATE = """([id, until]) => {
    document.getElementById("journal").dataset.at = "1234567e-61";
    const line = `<li id="${id}" data-line="1">${id}</li>`, swap = `afterbegin until:#${until}`;
    const text = `<hx-partial hx-target="#journal-lines" hx-swap="${swap}">${line}</hx-partial>`;
    return htmx.swap({ sourceElement: document.body, target: document.body, swap: "none", text });
}"""


def _no_line_comes_that_a_newer_journal_left_out(phone: Phone) -> None:
    """Its cursor could be read as a number."""
    phone.page.evaluate(LATE, ["left-out", "1234567e-61"])
    phone.page.evaluate(LATE, ["new", "1234567e-62"])
    expect(phone.page.locator("#journal-lines > #new")).to_have_count(1)
    expect(phone.page.locator("#left-out")).to_have_count(0)


def _a_swap_that_breaks_off_ends_its_stream(host: Host, phone: Phone) -> None:
    before, there, asked = counted(host, ASTRAY), counted(host, "streams_open"), list[str]()
    phone.page.on("request", lambda sent: asked.append(sent.url.removeprefix(phone.page.url)))
    phone.page.evaluate(POISON)
    phone.page.locator("#seat-name").fill("half a na")
    for name in ("Slick", "Dark", "Loud", "Cold"):
        host.tag(name)
        phone.sees_tag(name)
    comes_to(before + 1, host, ASTRAY)
    comes_down_to(there, host, "streams_open")
    expect(phone.page.locator("#seat-name")).to_have_value("half a na")
    assert asked.count("") == 1


@pytest.mark.soak
def test_a_page_that_shows_something_else_than_the_table_fetches_itself_whole(
    host: Host, phone: Phone
) -> None:
    host.clock("Alarm", 12)
    host.tick("Alarm")
    for ticked, harm in enumerate(HARMS, start=1):
        phone.page.reload(wait_until="domcontentloaded")
        phone.is_live().sees_clock("Alarm", ticked, 12)
        _fetches_itself_whole_once(host, phone, harm, ticked)


def _fetches_itself_whole_once(host: Host, phone: Phone, harm: str, ticked: int) -> None:
    """By the second heartbeat in a row that says so: the first may have met a message on its way."""
    why = 'pages_astray_total{why="stamp"}'
    before, page = counted(host, why), phone.page
    page.evaluate(WHAT_IT_SHOWS)
    wholes: list[str] = []

    def note(sent: Request) -> None:
        if sent.url == page.url:
            wholes.append(sent.url)

    page.on("request", note)
    for _ in range(3):
        page.evaluate(HEARTBEAT)
    page.locator("#seat-name").fill("half a na")
    page.evaluate(HARMS[harm])
    page.evaluate(HEARTBEAT)
    assert wholes == [], harm
    with page.expect_response(page.url):
        page.evaluate(HEARTBEAT)
    phone.sees_clock("Alarm", ticked, 12)
    expect(page.locator("[data-clock]")).to_have_count(1)
    expect(page.locator("#seat-name")).to_have_value("half a na")
    page.evaluate(HARMS[harm])
    for _ in range(4):  # not again within a minute
        page.evaluate(HEARTBEAT)
    stood = phone.revision
    host.tick("Alarm")
    expect(page.locator("body")).not_to_have_attribute("data-cursor", stood)
    phone.is_live()
    assert len(wholes) == 1, harm
    comes_to(before + 1, host, why)
    page.remove_listener("request", note)


def counted(at: Host, what: str) -> int:
    """What the server counts under this name."""
    told = httpx.get(f"{at.server.url}/metrics").text
    found = re.search(rf"^tableside_{re.escape(what)} (\d+)\.0$", told, re.MULTILINE)
    return int(found[1]) if found else 0


def comes_to(number: int, at: Host, what: str) -> None:
    """A page says such a thing in passing: it may arrive later than what it shows."""
    until = time.monotonic() + 60
    while (now := counted(at, what)) < number:
        assert time.monotonic() < until, f"{what} stays at {now}, less than {number}"
        time.sleep(0.1)
    assert now == number


def comes_down_to(number: int, at: Host, what: str) -> None:
    """What the server counts is no more than this, some time soon: it finds what ended when it looks."""
    until = time.monotonic() + 60
    while (now := counted(at, what)) > number:
        assert time.monotonic() < until, f"{what} stays at {now}, more than {number}"
        time.sleep(0.1)


# ---- restarts, and many at once ------------------------------------------------------------------


@pytest.mark.attack
def test_a_killed_server_loses_nothing_that_was_answered(gm: Gm, phone: Phone) -> None:
    gm.add_clock("Alarm", 8)
    gm.tick("Alarm").sees_clock("Alarm", 1, 8)
    gm.server.stop(hard=True)
    gm.server.start()
    gm.is_live().tick("Alarm")
    phone.is_live().sees_clock("Alarm", 2, 8)


@pytest.mark.soak
def test_a_revoked_link_closes_open_pages_within_two_seconds(gm: Gm, phone: Phone) -> None:
    expect(phone.page.locator("#live")).to_have_count(1)
    gm.page.evaluate("""async () => {
        const page = await (await fetch(location.pathname + "/moves/people")).text();
        const key = page.match(/qr\\/(\\d+)\\.svg/)[1];
        const form = new URLSearchParams({ do: "key.revoke", key });
        const headers = { "HX-Request": "true" };
        await fetch(location.pathname + "/do", { method: "POST", body: form, headers });
    }""")
    expect(phone.page.get_by_text("your link was revoked")).to_be_visible(timeout=2000 + SLACK)


@pytest.mark.soak
def test_a_page_waits_as_long_as_its_server_asks_before_it_comes_back(host: Host, gm: Gm) -> None:
    """Where many watch, each is told a moment of its own, beside what has changed."""
    here = counted(host, "streams_open") + 20  # with what tests before this one left for the server to find
    with ExitStack() as others:
        client = others.enter_context(httpx.Client(follow_redirects=True))
        page = client.get(gm.links["player"]).url
        for _ in range(20):
            others.enter_context(client.stream("GET", f"{page}/live", params={"cursor": "00000000-0"}))
        gm.add_clock("Alarm", 6)
        told = "() => document.getElementById('live')._htmx.sse.config.reconnectDelay"
        gm.page.wait_for_function(f"() => ({told})() >= 1000")
        assert 1000 <= gm.page.evaluate(told) < RETRY + here * RECONNECT_SPACING
