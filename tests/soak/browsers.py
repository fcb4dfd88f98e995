"""Real browsers at the table: two pages in Chromium, kept by their own scripts."""

import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from difflib import unified_diff
from itertools import islice
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Page, Response, sync_playwright
from playwright.sync_api import Error as BrowserError

from tests.browser.conftest import CHROMIUMS
from tests.soak.live_page import LivePage, Lost
from tests.soak.normalisation import LINES

SERIALISE = (Path(__file__).parent / "serialise.js").read_text(encoding="utf-8")
THERE = "at => document.body.dataset.cursor === at && document.body.dataset.live === 'live'"
TAP = """number => {
    const risky = /^(table\\.remove|key\\.|seat\\.|scene\\.activate|undo|redo)/;
    const forms = [...document.querySelectorAll("[data-at] form[data-press]")]
        .filter(form => !risky.test(new FormData(form).get("do")) && form.checkValidity());
    const form = forms[number % Math.max(forms.length, 1)];
    form?.requestSubmit(form.querySelector("button:not([type=button])"));
    return form ? new FormData(form).get("do") : "";
}"""
PATIENCE = 60.0  # seconds
NETWORK = ("Failed to load resource", "Failed to fetch", "network error", "aborted")
"""What a browser says of presses that are refused and of servers that go: no fault of the page."""


@dataclass
class Screen:
    """One page in Chromium, beside the kept page of the same device; `wrong` is what it complained of."""

    name: str
    like: LivePage
    page: Page
    base: str
    wrong: list[str] = field(default_factory=list)
    carried: str = ""

    def open(self) -> None:
        self.page.on("pageerror", lambda error: self.wrong.append(f"script: {error}"))
        self.page.on("console", self._record_message)
        self.page.on("response", self._answered)
        self.page.on("dialog", lambda dialog: dialog.accept())
        self.follow()

    def follow(self) -> None:
        """Carry what the other page of this device carries, and open the page again if that has changed."""
        carried = self.like.headers["Cookie"]
        if carried != self.carried:
            name, _, value = carried.partition("=")
            self.page.context.clear_cookies()
            self.page.context.add_cookies([{"name": name, "value": value, "url": self.base}])
            self.page.goto(self.base + self.like.path, wait_until="domcontentloaded")
            self.carried = carried

    def compare(self, until: str) -> str:
        """Once it stands where it should: what it shows otherwise than the page it would fetch."""
        self.follow()
        self.arrive(until)
        cursor, kept = self.page.evaluate(SERIALISE, [None, LINES])
        fresh = self.page.request.get(self.base + self.like.path).text()
        stands, wanted = self.page.evaluate(SERIALISE, [fresh, LINES])
        if self.wrong:
            return "; ".join(self.wrong)
        if kept == wanted or cursor != stands:
            return ""
        differs = islice(unified_diff(kept, wanted, "kept", "fresh", n=2, lineterm=""), 30)
        return "\n  ".join(["shows something else", *differs])

    def arrive(self, until: str) -> None:
        """Wait until its stream has brought it there, by however many ways round."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                self.page.wait_for_function(THERE, arg=until, timeout=5000)
            except BrowserError:
                if time.monotonic() > deadline:
                    stands = self.page.evaluate("[document.body.dataset.cursor, document.body.dataset.live]")
                    raise Lost(f"{self.name}: stands at {stands} and never came to {until}") from None
            else:
                return

    def tap(self, number: int) -> None:
        """Press one of the buttons that its panels have, and wait for the answer."""
        with suppress(BrowserError), self.page.expect_response(lambda answer: answer.url.endswith("/do")):
            if not self.page.evaluate(TAP, number):
                raise BrowserError("this page has no button to press")

    def _record_message(self, said: ConsoleMessage) -> None:
        if said.type == "error" and not any(words in said.text for words in NETWORK):
            self.wrong.append(f"console: {said.text}")

    def _answered(self, response: Response) -> None:
        if response.status >= 500:
            self.wrong.append(
                f"{response.status} for {response.request.method} {response.url.rpartition('/')[2]}"
            )


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser that `make` found, or one on the PATH."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUMS)), None)
    with sync_playwright() as playwright:
        options: dict[str, Any] = {"executable_path": found} if found else {}
        browser = playwright.chromium.launch(args=["--no-sandbox", "--disable-gpu"], **options)
        yield browser
        browser.close()


@contextmanager
def screens(browser: Browser, pages: dict[str, LivePage], bases: list[str]) -> Iterator[list[Screen]]:
    """A page in Chromium for each of these, each at the next of the servers."""
    made = []
    for number, (name, like) in enumerate(pages.items()):
        context = browser.new_context(viewport={"width": 820, "height": 1180})
        context.set_default_timeout(PATIENCE * 1000)
        screen = Screen(name, like, context.new_page(), bases[number % len(bases)])
        screen.open()
        made.append(screen)
    try:
        yield made
    finally:
        for screen in made:
            screen.page.context.close()
