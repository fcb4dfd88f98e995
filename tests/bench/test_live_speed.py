"""How long from the GM's tap to the change painted on a player's page, with 30 viewers connected, beside a
page that is nothing but a button and a word.

Run by `make bench`. Prints median and p95 in milliseconds, and the bytes of a one-clock tick.
"""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from statistics import median

import httpx
import pytest
from playwright.sync_api import Page

from tests.browser.conftest import *  # noqa: F403  (the same servers and screens)
from tests.browser.seats import Gm, Phone
from tests.browser.server import free_port

VIEWERS = 30
TICKS = 40
TIMES_BARE = 2.5
WATCH = """([place, what]) => {
    window.painted = [];
    new MutationObserver(() => requestAnimationFrame(
        () => window.painted.push(performance.timeOrigin + performance.now()))
    ).observe(document.querySelector(place), {subtree: true, ...what});
}"""
FILLED, SAID = {"attributeFilter": ["data-filled"]}, {"childList": True}
"""What changes where: on a player's page, and on the bare one."""
NOTE = """() => {
    window.pressed = [];
    addEventListener("click", () => window.pressed.push(performance.timeOrigin + performance.now()), true);
}"""
BARE = r"""
import asyncio, sys
page = b"<button>Press</button><p id=said>0</p><script>" \
    b"new EventSource('/live').onmessage = each => said.textContent = each.data;" \
    b"document.querySelector('button').onclick = () => fetch('/', {method: 'POST'})</script>"
count, watching = 0, []
def build_response(kind, body):
    return b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: " + kind + b"\r\n\r\n" + body
async def answer(reader, writer):
    global count
    asked = await reader.readuntil(b"\r\n\r\n")
    if asked.startswith(b"GET /live"):
        watching.append(writer)
        return writer.write(build_response(b"text/event-stream", b": here\n\n"))
    if asked.startswith(b"POST"):
        count += 1
        for each in watching:
            each.write(b"data: %d\n\n" % count)
    writer.write(build_response(b"text/html", page if asked.startswith(b"GET / ") else b""))
    await writer.drain()
    writer.close()
async def serve():
    server = await asyncio.start_server(answer, "127.0.0.1", int(sys.argv[1]))
    await server.serve_forever()
asyncio.run(serve())
"""


@pytest.fixture
def crowd(gm: Gm) -> Iterator[list[int]]:
    """Thirty more viewers who read their streams, and the sizes of what they are sent."""
    sizes: list[int] = []
    stop = threading.Event()
    link, cursor = gm.links["player"], gm.revision

    def watch() -> None:
        with suppress(httpx.HTTPError), httpx.Client(follow_redirects=True) as client:
            address = f"{client.get(link).url}/live"
            with client.stream("GET", address, params={"cursor": cursor}, timeout=60) as stream:
                for chunk in stream.iter_bytes():
                    sizes.append(len(chunk))
                    if stop.is_set():
                        return

    threads = [threading.Thread(target=watch, daemon=True) for _ in range(VIEWERS)]
    for thread in threads:
        thread.start()
    yield sizes
    stop.set()


@contextmanager
def bare_server() -> Iterator[str]:
    """A server that passes a number on to all who watch; the address of its page."""
    port = free_port()
    server = subprocess.Popen([sys.executable, "-c", BARE, str(port)])
    try:
        yield f"http://127.0.0.1:{port}/"
    finally:
        server.kill()
        server.wait()


@contextmanager
def bare(page: Page) -> Iterator[tuple[Page, Page]]:
    """Two of its pages: one to press on, one to watch."""
    browser = page.context.browser
    assert browser is not None
    pages = browser.new_page(), browser.new_page()
    with bare_server() as address:
        for each in pages:
            until_there(each, address)
        yield pages
    for each in pages:
        each.close()


def until_there(page: Page, address: str) -> None:
    while True:
        with suppress(httpx.TransportError):
            httpx.get(address)
            break
    page.goto(address)


def timed(pressing: Page, watching: Page, press: Callable[[int], None]) -> list[float]:
    """Milliseconds from each real click to the first frame after the change, the least first."""
    pressing.evaluate(NOTE)
    for number in range(TICKS):
        press(number)
        watching.wait_for_function("count => window.painted.length > count", arg=number)
    pressed, painted = pressing.evaluate("window.pressed"), watching.evaluate("window.painted")
    return sorted(seen - done for done, seen in zip(pressed, painted, strict=True))


def test_tap_to_paint(gm: Gm, phone: Phone, crowd: list[int], capsys: pytest.CaptureFixture[str]) -> None:
    gm.add_clock("Alarm", 8)
    id = gm.clock("Alarm").get_attribute("id")
    phone.page.evaluate(WATCH, [f":has(> #{id})", FILLED])

    def tick(number: int) -> None:
        label = "Tick Alarm" if (number // 8) % 2 == 0 else "Take back a tick of Alarm"
        gm.page.get_by_label(label, exact=True).first.click()

    times = timed(gm.page, phone.page, tick)
    with bare(gm.page) as (pressing, watching):
        watching.evaluate(WATCH, ["#said", SAID])
        least = timed(pressing, watching, lambda _: pressing.get_by_role("button").click())
    sizes = sorted(size for size in crowd if size > 400)
    bytes_of_one = sizes[len(sizes) // 2]
    p95, p95_bare = (each[int(len(each) * 0.95)] for each in (times, least))
    with capsys.disabled():
        print(f"\ntap to paint, {VIEWERS} more viewers, {TICKS} ticks of {bytes_of_one} bytes:", end=" ")
        print(f"median {median(times):.1f} ms, p95 {p95:.1f} ms;", end=" ")
        print(f"bare {median(least):.1f} and {p95_bare:.1f} ms: {median(times) / median(least):.1f} times")
    assert bytes_of_one <= 2048
    assert median(times) <= TIMES_BARE * median(least)
