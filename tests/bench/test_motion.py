"""What one tick costs a screen that shows it: layouts, style recalculations and paints, traced in Chromium.

Layouts that a script forces are counted by themselves, and the milliseconds of scripts are printed. Counts
change little with other work on the machine. The last tick fills the clock, which is a moment of its own: it
is only printed. Run by `make bench`.
"""

import json
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import *  # noqa: F403  (the same servers and screens)
from tests.browser.host import Host
from tests.browser.seats import Phone, Screen, Tv

pytestmark = pytest.mark.in_motion

TICKS, REST = 6, 3.5
"""So many ticks of one clock of eight until it is full, and how many seconds each has until the next."""
LAYOUTS, PAINTS = 4, 6
"""How much a tick may cost a phone and a TV."""
TRACED = ["-*", "devtools.timeline"]
SCRIPT = {
    "FunctionCall",
    "EvaluateScript",
    "RunMicrotasks",
    "FireAnimationFrame",
    "TimerFire",
    "EventDispatch",
}
FORCED, MILLISECONDS = "layouts that a script forces", "milliseconds of scripts"
COUNTED = {"Layout": "layouts", "UpdateLayoutTree": "style recalculations", "Paint": "paints"}


@pytest.mark.parametrize("role", ["player", "tv"])
def test_a_tick_moves_by_opacity_and_transform_alone(
    host: Host,
    browser: Browser,
    open_page: Callable[..., Page],
    role: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    clocks = {f"Alarm {number}": 6 for number in range(8)}
    host.has(clocks=clocks, tags="Cramped, Slick, Loud", people="Mara, Tobin")
    screen = _seated(host, open_page, role)
    costs = _costs_of_ticks(host, browser, screen)
    with capsys.disabled():
        for name in (*COUNTED.values(), FORCED, MILLISECONDS):
            print(f"\n{role}, {name} a tick: {[round(each[name], 2) for each in costs]}", end="")
        print()
    assert max(each["layouts"] for each in costs[:-1]) <= LAYOUTS
    assert max(each["paints"] for each in costs[:-1]) <= PAINTS
    assert max(each[FORCED] for each in costs[:-1]) == 0


def _seated(host: Host, open_page: Callable[..., Page], role: str) -> Screen:
    if role == "tv":
        return Tv(open_page(1920, 1080), host.server).open(host.link("tv"))
    page = open_page(390, 844, has_touch=True, is_mobile=True, device_scale_factor=2)
    return Phone(page, host.server).join(host, "Ana")


def _costs_of_ticks(host: Host, browser: Browser, screen: Screen) -> list[Counter[str]]:
    """Trace each tick from just before it is sent until the screen is still again.

    How a TV is kept awake is said for a while at first; that goes at once.
    """
    expect(screen.page.locator("[data-clock]").first).to_be_visible()
    screen.page.evaluate("document.querySelector('[data-awake]')?.remove()")
    time.sleep(REST)
    costs = []
    for _ in range(TICKS):
        browser.start_tracing(page=screen.page, categories=TRACED)
        host.tick("Alarm 3")
        time.sleep(REST)
        costs.append(_counted(browser.stop_tracing()))
    return costs


def _counted(trace: bytes) -> Counter[str]:
    events = [each for each in json.loads(trace)["traceEvents"] if each["ph"] in "XB"]
    counts: Counter[str] = Counter(COUNTED[each["name"]] for each in events if each["name"] in COUNTED)
    scripts = _outermost([each for each in events if each["name"] in SCRIPT and "dur" in each])
    counts[FORCED] = sum(_is_within(each, scripts) for each in events if each["name"] == "Layout")
    counts[MILLISECONDS] = sum(each["dur"] for each in scripts) / 1000  # type: ignore[assignment]
    return counts


def _outermost(scripts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return those that run inside no other."""
    found: list[dict[str, Any]] = []
    for each in sorted(scripts, key=lambda each: (each["ts"], -each["dur"])):
        if not _is_within(each, found):
            found.append(each)
    return found


def _is_within(event: dict[str, Any], scripts: list[dict[str, Any]]) -> bool:
    same = (each for each in scripts if (each["pid"], each["tid"]) == (event["pid"], event["tid"]))
    return any(each["ts"] <= event["ts"] < each["ts"] + each["dur"] for each in same)
