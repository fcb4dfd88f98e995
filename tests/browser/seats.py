"""The people of an evening and what they do with their screens."""

import re
from typing import Self

from playwright.sync_api import Locator, Page, expect

from tests.browser.server import Server


class Screen:
    """One browser at the table."""

    def __init__(self, page: Page, server: Server) -> None:
        self.page, self.server = page, server

    def open(self, link: str) -> Self:
        """Follow a link; the key must not stay in the address bar."""
        self.page.goto(link, wait_until="domcontentloaded")
        assert "/k/" not in self.page.url
        return self.is_live()

    def is_live(self, within: float = 10) -> Self:
        expect(self.page.locator("body")).to_have_attribute("data-live", "live", timeout=within * 1000)
        return self

    def clock(self, name: str) -> Locator:
        return self.page.locator("[data-clock]").filter(has_text=re.compile(rf"\b{re.escape(name)}\b")).first

    def sees_clock(self, name: str, filled: int, segments: int) -> Self:
        clock = self.clock(name)
        expect(clock).to_have_attribute("data-filled", str(filled))
        expect(clock).to_have_attribute("data-segments", str(segments))
        return self

    def sees(self, text: str) -> Self:
        expect(self.page.get_by_text(text).filter(visible=True).first).to_be_visible()
        return self

    def does_not_see(self, text: str) -> Self:
        """Not on the screen, and nowhere in the page's source."""
        expect(self.page.locator("body")).not_to_contain_text(text)
        assert text not in self.page.content()
        return self

    def sees_tag(self, name: str) -> Self:
        expect(self.page.locator("[data-tag]").filter(has_text=name).first).to_be_visible()
        return self

    def sleep(self) -> None:
        """The screen goes dark: the page is hidden, and its stream ends."""
        self._hide(True)

    def wake(self) -> None:
        self._hide(False)

    def _hide(self, hidden: bool) -> None:
        self.page.evaluate(
            """hidden => {
                Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
                document.dispatchEvent(new Event("visibilitychange"));
            }""",
            hidden,
        )

    @property
    def revision(self) -> str:
        return self.page.locator("#revision").get_attribute("value") or ""


class Phone(Screen):
    """A player's phone."""

    def sit(self, name: str) -> Self:
        form = self.page.locator("form:has(input[name=do][value='seat.claim'])").first
        form.locator("input[name=name]").fill(name)
        form.get_by_role("button").first.click()
        self.sees(name)
        return self.is_live()


class Tv(Screen):
    """The TV."""


class Gm(Screen):
    """The GM's tablet."""

    links: dict[str, str]

    def start_table(self, name: str = "The Oak") -> Self:
        self.page.goto(self.server.url, wait_until="domcontentloaded")
        form = self.page.locator("form[action='/tables']")
        form.locator("input[name=name]").fill(name)
        form.get_by_role("button").last.click()
        self.links = self._links()
        self.page.goto(self.links["gm"], wait_until="domcontentloaded")
        return self.is_live()

    def _links(self) -> dict[str, str]:
        """The three links of the page that shows them once, in the order gm, player, tv."""
        found = re.findall(r"http://[^\s\"<]+/k/[\w-]+", self.page.content())
        unique = [link.replace(link.split("/k/")[0], self.server.url) for link in dict.fromkeys(found)]
        return dict(zip(("gm", "player", "tv"), unique, strict=True))

    def _form(self, command: str) -> Locator:
        return self.page.locator(f"form:has(input[name=do][value='{command}'])").first

    def add_clock(self, name: str, size: int = 4) -> Self:
        form = self._form("clock.add")
        form.locator("input[name=name]").fill(name)
        form.locator(f"input[name=segments][value='{size}']").check(force=True)
        form.locator("input[name=name]").press("Enter")
        return self.sees_clock(name, 0, size)

    def add_tag(self, name: str) -> Self:
        form = self._form("tag.add")
        form.locator("input[name=name]").fill(name)
        form.locator("input[name=name]").press("Enter")
        return self.sees_tag(name)

    def tick(self, name: str) -> Self:
        self.page.get_by_role("button", name=f"Tick {name}").click()
        return self

    def take_back(self, name: str) -> Self:
        self.page.get_by_role("button", name=f"Take back {name}").click()
        return self

    def make(self, name: str, visibility: str) -> Self:
        """Choose one of the four visibility states on a clock's card."""
        self.clock(name).get_by_role("button", name=re.compile(visibility, re.I)).first.click()
        return self

    def undo(self) -> Self:
        self.page.get_by_role("button", name="Undo", exact=True).click()
        return self

    def redo(self) -> Self:
        self.page.get_by_role("button", name="Redo", exact=True).click()
        return self
