"""How fast and how accessible the pages are on a slow phone: Lighthouse's medians of three runs, and how
soon a page answers a tap when its processor is four times slower. Run by `make bench`; printed.

Lighthouse needs Node; `make bench` installs it beside its lock file the first time.
"""

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import *  # noqa: F403  (the same servers and screens)
from tests.browser.conftest import CHROMIUMS
from tests.browser.seats import Gm, Phone

HOME = Path(__file__).resolve().parents[2] / ".ci" / "lighthouse"
RUNS = 3
CATEGORIES = {"performance": 95, "accessibility": 100, "best-practices": 100}
PAINT_MS, SHIFT, ANSWER_MS = 1800, 0.02, 200
TAPS = """() => {
    window.answers = [];
    new PerformanceObserver(list => window.answers.push(...list.getEntries()
        .filter(each => each.interactionId).map(each => each.duration)))
        .observe({ type: "event", durationThreshold: 16, buffered: true });
}"""


@pytest.fixture(scope="session")
def lighthouse() -> Path:
    """The program, installed once."""
    program = HOME / "node_modules" / ".bin" / "lighthouse"
    if not program.exists():
        assert shutil.which("npm"), "Lighthouse needs Node 20 with npm (Debian: apt install nodejs npm)"
        options = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
        subprocess.run(["npm", "ci", "--prefix", str(HOME), *options], check=True)
    return program


@pytest.fixture
def played(gm: Gm) -> Gm:
    """A table with something on it."""
    gm.add_clock("Expose the Official", 6).add_clock("Cover-Up Complete", 4)
    for tag in ("Cramped", "Fragile Cover", "Slick"):
        gm.add_tag(tag)
    return gm


@pytest.mark.parametrize("page", ["home", "player"])
def test_a_slow_phone(
    played: Gm, phone: Phone, lighthouse: Path, page: str, capsys: pytest.CaptureFixture[str]
) -> None:
    phone.sit("Ana")
    address = phone.page.url if page == "player" else played.server.url
    cookies = "; ".join(f"{each['name']}={each['value']}" for each in phone.page.context.cookies())
    reports = [report(lighthouse, address, cookies) for _ in range(RUNS)]
    scores = {name: 100 * middle(reports, "categories", name, "score") for name in CATEGORIES}
    paint = middle(reports, "audits", "largest-contentful-paint", "numericValue")
    shift = middle(reports, "audits", "cumulative-layout-shift", "numericValue")
    with capsys.disabled():
        said = ", ".join(f"{name} {score:.0f}" for name, score in scores.items())
        print(f"\n{page}: {said}; largest paint {paint:.0f} ms, layout shift {shift:.3f}")
        print("".join(f"  not all of {id}\n" for id in complaints(reports[0])), end="")
    assert {name: score for name, score in scores.items() if score < CATEGORIES[name]} == {}
    assert paint <= PAINT_MS
    assert shift <= SHIFT


def report(lighthouse: Path, address: str, cookies: str) -> dict[str, Any]:
    chromium = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUMS)))
    command = [str(lighthouse), address, "--quiet", "--output=json", "--max-wait-for-load=15000"]
    command += ["--only-categories=" + ",".join(CATEGORIES), "--chrome-flags=--headless=new --no-sandbox"]
    command += ["--extra-headers", json.dumps({"Cookie": cookies})]
    environment = os.environ | {"CHROME_PATH": chromium}
    done = subprocess.run(command, env=environment, capture_output=True, check=True, timeout=120)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def middle(reports: list[dict[str, Any]], *path: str) -> float:
    """The median of one figure."""
    figures = []
    for each in reports:
        for name in path:
            each = each[name]
        figures.append(each)
    return float(median(figures))


def complaints(found: dict[str, Any]) -> list[str]:
    """What was less than perfect in the categories that have to be."""
    wanted = {
        ref["id"]
        for name in ("accessibility", "best-practices")
        for ref in found["categories"][name]["auditRefs"]
        if ref["weight"]
    }
    return sorted(id for id in wanted if (found["audits"][id]["score"] or 0) < 1 and _counts(found, id))


def _counts(found: dict[str, Any], id: str) -> bool:
    return found["audits"][id]["scoreDisplayMode"] not in ("notApplicable", "informative", "manual")


def test_a_tap_is_answered_on_a_slow_processor(
    played: Gm, open_page: Callable[..., Page], capsys: pytest.CaptureFixture[str]
) -> None:
    """Ten ticks on the GM's page at a quarter of the speed: how long until each is painted as pressed."""
    page = open_page(820, 1180, has_touch=True)
    page.goto(played.links["gm"], wait_until="domcontentloaded")
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.evaluate(TAPS)
    tick = page.get_by_role("button", name="Tick Expose the Official")
    for number in range(1, 6):
        tick.tap()
        expect(page.locator(f"[data-filled='{number}'][data-segments='6']")).to_be_visible()
    answers = page.evaluate("window.answers")
    assert answers, "no tap was timed"
    worst = max(answers)
    with capsys.disabled():
        print(f"\nslowest answer to a tap at a quarter of the speed: {worst:.0f} ms")
    assert worst <= ANSWER_MS


def test_from_the_qr_code_to_the_table_on_a_very_slow_line(
    played: Gm, open_page: Callable[..., Page], capsys: pytest.CaptureFixture[str]
) -> None:
    """A phone that was never here: 400 kbit/s and 400 ms each way and back."""
    page = open_page(390, 844, has_touch=True, is_mobile=True)
    line = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
    page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", line)
    started = perf_counter()
    page.goto(played.links["player"], wait_until="commit")
    expect(page.get_by_text("Expose the Official").first).to_be_visible()
    took = perf_counter() - started
    with capsys.disabled():
        print(f"\nfrom the QR code to the table at 400 kbit/s: {took:.1f} s")
    assert took <= 5
