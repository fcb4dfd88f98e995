"""How long from the GM's tap to the change painted on a player's page, with 30 viewers connected.

Run by `make bench`. Prints median and p95 in milliseconds, and the bytes of a one-clock tick.
"""

import statistics
import threading
from collections.abc import Iterator
from contextlib import suppress

import httpx
import pytest
from playwright.sync_api import Page

from tests.browser.conftest import *  # noqa: F403  (the same servers and screens)
from tests.browser.seats import Gm, Phone

VIEWERS = 30
TICKS = 100
WATCH = """clock => {
    window.painted = [];
    const seen = () => requestAnimationFrame(() => setTimeout(
        () => window.painted.push(performance.timeOrigin + performance.now())));
    new MutationObserver(changes => {
        if (changes.some(each => each.attributeName === "data-filled")) seen();
    }).observe(document.getElementById(clock).parentElement, {attributes: true, subtree: true});
}"""
PRESS = """label => {
    (window.pressed ??= []).push(performance.timeOrigin + performance.now());
    document.querySelector(`button[aria-label="${label}"]`).click();
}"""


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


def test_tap_to_paint(gm: Gm, phone: Phone, crowd: list[int], capsys: pytest.CaptureFixture[str]) -> None:
    gm.add_clock("Alarm", 8)
    id = gm.clock("Alarm").get_attribute("id")
    phone.page.evaluate(WATCH, id)
    for number in range(TICKS):
        label = "Tick Alarm" if (number // 8) % 2 == 0 else "Take back Alarm"
        before = phone.page.evaluate("window.painted.length")
        gm.page.evaluate(PRESS, label)
        phone.page.wait_for_function("count => window.painted.length > count", arg=before)
    times = paired(gm.page, phone.page)
    p95 = times[int(len(times) * 0.95)]
    sizes = sorted(size for size in crowd if size > 400)
    tick = sizes[len(sizes) // 2]
    with capsys.disabled():
        print(f"\ntap to paint, {VIEWERS} viewers, {len(times)} ticks:")
        print(
            f"median {statistics.median(times):.1f} ms, p95 {p95:.1f} ms; one tick on the wire: {tick} bytes"
        )
    assert p95 <= 50
    assert tick <= 2048


def paired(pressing: Page, painting: Page) -> list[float]:
    pressed, painted = pressing.evaluate("window.pressed"), painting.evaluate("window.painted")
    return sorted(seen - done for done, seen in zip(pressed, painted, strict=False))
