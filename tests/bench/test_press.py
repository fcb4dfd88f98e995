"""What a press costs the server with 30 viewers, and how soon a change by a program is painted on a phone.

With `BEFORE` set to the folder of another version (a clone with its own `.venv`), both play in turns, so that
other work on the machine befalls both; a bare page, alone in the browser at its moment, stands beside them.
Run by `make bench`; medians are printed. How the figures in README.md were got stands there.
"""

import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from statistics import median

import httpx
import pytest
from playwright.sync_api import CDPSession, Page

from tests.bench.test_growth import furnished
from tests.bench.test_live_speed import FILLED, SAID, VIEWERS, WATCH, bare_server, until_there
from tests.bench.watchers import Watchers, watching
from tests.browser.conftest import *  # noqa: F403  (the same browser and pages)
from tests.browser.server import ROOT
from tests.cli.running import Process
from tests.store.program import Program

ROUNDS, PRESSES, TICKS, MESSAGES = 12, 30, 30, 8
SHARE, TIMES_BARE, SCRIPTS = 0.5, 4.0, 0.7
"""Of the server's time and of the scripts' time before replies had no panels, and of a bare page's time: the
aims, printed beside the figures."""
Screen = tuple[Page, Callable[[], object]]
PAGE = {"HX-Request": "true", "Sec-Fetch-Site": "same-origin", "Tableside-Live": "1"}
CURSOR = re.compile(r'data-cursor="(\w+)-(\d+)"')


class Version:
    """A server of one version, a usual table there, and its clocks."""

    def __init__(self, folder: Path, data: Path) -> None:
        data.mkdir()
        python = sys.executable if folder == ROOT else str(folder / ".venv/bin/python")
        words = (python, "-m", "webapp", "serve")
        self.server = Process(data, *words, cwd=folder, LIMITS="off").ready()
        self.program = Program(self.server.url)
        self.clocks = furnished(self.program.do, "usual")
        self.numbers = count()

    def by(self) -> int:
        """To and fro."""
        return -1 if next(self.numbers) % 2 else 1

    def used(self) -> float:
        """Milliseconds of processor time that its worker had so far."""
        threads = Path(f"/proc/{self.server.worker}/task").glob("*/schedstat")
        return sum(int(each.read_text(encoding="utf-8").split()[0]) for each in threads) / 1e6


@pytest.fixture
def versions(tmp_path: Path) -> Iterator[dict[str, Version]]:
    """This one, and the one in the folder that `BEFORE` names."""
    folders = {"now": ROOT} | ({"before": Path(os.environ["BEFORE"])} if "BEFORE" in os.environ else {})
    found = {name: Version(folder, tmp_path / name) for name, folder in folders.items()}
    yield found
    for each in found.values():
        each.server.stop()


# ---- the server's time of a press ----------------------------------------------------------------


class Tablet:
    """A GM's page without a browser: its stream is read with the viewers', it presses as its scripts do."""

    def __init__(self, version: Version, watchers: Watchers) -> None:
        self.version, self.client = version, httpx.Client(follow_redirects=True, timeout=30)
        url, key = version.server.url, version.program.made["keys"]["gm"]
        page = self.client.get(f"{url}/k/{key}")
        found = CURSOR.search(page.text)
        assert found is not None
        self.address, self.epoch, self.revision = str(page.url), found[1], int(found[2])
        watchers.come_to(version.program, VIEWERS)
        watchers.come_to(version.program, 1, "gm")

    def press(self) -> None:
        stands = {
            "Tableside-Cursor": f"{self.epoch}-{self.revision}",
            "Idempotency-Key": os.urandom(16).hex(),
        }
        act = f"do=clock.tick&clock={self.version.clocks[0]}&by={self.version.by()}"
        answer = self.client.post(f"{self.address}/do", data={"act": act}, headers={**PAGE, **stands})
        assert answer.status_code == 200, answer.text
        self.revision += 1

    def spent(self) -> float:
        """Milliseconds of the server's processor for each of some presses."""
        before = self.version.used()
        for _ in range(PRESSES):
            self.press()
        time.sleep(0.1)  # what is sent after the reply is counted as well
        return (self.version.used() - before) / PRESSES


def test_the_servers_time_of_a_press(
    versions: dict[str, Version], capsys: pytest.CaptureFixture[str]
) -> None:
    with watching() as watchers:
        tablets = {name: Tablet(version, watchers) for name, version in versions.items()}
        for each in tablets.values():
            each.spent()
        rounds = [{name: each.spent() for name, each in tablets.items()} for _ in range(ROUNDS)]
    _print(capsys, f"server's time of a press, {VIEWERS} viewers", rounds, SHARE)


def _print(
    capsys: pytest.CaptureFixture[str],
    what: str,
    rounds: list[dict[str, float]],
    aim: float,
    beside: str = "before",
) -> None:
    """Medians of all turns, and the median of the ratios within each turn."""
    with capsys.disabled():
        said = ", ".join(f"{name} {median(each[name] for each in rounds):.2f} ms" for name in rounds[0])
        print(f"\n{what}: {said}", end="")
        for name in rounds[0]:
            if beside in rounds[0] and name != beside:
                ratio = median(each[name] / each[beside] for each in rounds)
                print(f"; {name} is {ratio:.2f} times {beside}", end="")
        print(f" (aim: {aim})")


# ---- a change by a program, painted on a phone ---------------------------------------------------


def test_a_change_is_painted_on_a_phone(
    versions: dict[str, Version], open_page: Callable[..., Page], capsys: pytest.CaptureFixture[str]
) -> None:
    screens = {name: _phone(version, open_page) for name, version in versions.items()}
    with bare_server() as address, httpx.Client() as client:
        page = open_page(390, 844, has_touch=True, is_mobile=True, device_scale_factor=2)
        until_there(page, address)
        page.evaluate(WATCH, ["#said", SAID])
        screens["bare"] = page, lambda: client.post(address)
        for _ in range(3):
            _turn(screens)
        rounds = [_turn(screens) for _ in range(TICKS)]
    _print(capsys, "a change by a program, painted on a phone", rounds, TIMES_BARE, "bare")


def _phone(version: Version, open_page: Callable[..., Page]) -> Screen:
    """A guest's phone that notes what it paints, and how a program ticks the clock it shows."""
    page = open_page(390, 844, has_touch=True, is_mobile=True, device_scale_factor=2)
    page.goto(f"{version.server.url}/k/{version.program.made['keys']['player']}")
    page.wait_for_function("() => document.body.dataset.live === 'live'")
    page.evaluate(WATCH, [f":has(> #clock-{version.clocks[0]})", FILLED])
    return page, lambda: version.program.do(do="clock.tick", clock=version.clocks[0], by=version.by())


def _turn(screens: dict[str, Screen]) -> dict[str, float]:
    """Milliseconds from the request to the first frame after the change, for each screen."""
    took = {}
    for name, (page, change) in screens.items():
        page.evaluate("window.painted = []")
        sent = time.time()
        change()
        page.wait_for_function("() => window.painted.length")
        took[name] = page.evaluate("window.painted[0]") - 1000 * sent
    return took


# ---- what scripts take for a message -------------------------------------------------------------


def test_the_scripts_of_a_message(
    versions: dict[str, Version], open_page: Callable[..., Page], capsys: pytest.CaptureFixture[str]
) -> None:
    phones = {name: _phone(version, open_page) for name, version in versions.items()}
    debuggers = {name: page.context.new_cdp_session(page) for name, (page, _) in phones.items()}
    for each in debuggers.values():
        each.send("Profiler.enable")
        each.send("Profiler.setSamplingInterval", {"interval": 100})
    rounds = [{name: _sampled(debuggers[name], *phones[name]) for name in phones} for _ in range(ROUNDS)]
    _print(capsys, "scripts of a page for a message, sampled", rounds[1:], SCRIPTS)


def _sampled(debugger: CDPSession, page: Page, change: Callable[[], object]) -> float:
    """Milliseconds of the page's own scripts for each of some messages."""
    debugger.send("Profiler.start")
    for _ in range(MESSAGES):
        change()
        page.wait_for_timeout(150)
    profile = debugger.send("Profiler.stop")["profile"]
    names = {each["id"]: each["callFrame"]["functionName"] for each in profile["nodes"]}
    times = zip(profile["samples"], profile["timeDeltas"], strict=True)
    spent: int = sum(time for id, time in times if names[id] not in ("(idle)", "(program)", "(root)"))
    return spent / 1000 / MESSAGES
