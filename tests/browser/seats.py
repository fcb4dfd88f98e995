"""The people of an evening and what they do with their screens."""

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Self

from playwright.sync_api import Locator, Page, expect

from tests.browser.host import Host
from tests.browser.server import Server

COUNT_TAPS = """() => {
    const count = (tap) => { window.taps += tap.isTrusted; };
    if (window.taps === undefined) addEventListener("click", count, true);
    window.taps = 0;
}"""

LOOK = r"""said => {
    const list = document.getElementById("presence");
    list.dispatchEvent(new CustomEvent("presence:look"));
    return list.textContent.replace(/\s+/g, " ").includes(said);
}"""


class Screen:
    """One browser at the table."""

    def __init__(self, page: Page, server: Server) -> None:
        self.page, self.server = page, server

    def open(self, link: str) -> Self:
        """Follow a link; the key must not stay in the address bar."""
        self.page.goto(link, wait_until="domcontentloaded")
        assert "/k/" not in self.page.url
        return self.is_live()

    def is_live(self) -> Self:
        expect(self.page.locator("body")).to_have_attribute("data-live", "live")
        return self

    def clock(self, name: str) -> Locator:
        heading = self.page.locator("h3", has_text=re.compile(rf"(?<!\w){re.escape(name)}(?!\w)"))
        return self.page.locator("[data-clock]").filter(has=heading).first

    def sees_clock(self, name: str, filled: int, segments: int) -> Self:
        clock = self.clock(name)
        expect(clock).to_have_attribute("data-filled", str(filled))
        expect(clock).to_have_attribute("data-segments", str(segments))
        return self

    def sees(self, text: str) -> Self:
        expect(self.page.get_by_text(text).filter(visible=True).first).to_be_visible()
        return self

    def does_not_see(self, text: str) -> Self:
        """Not on the screen, and nowhere in the page's source: it never may stand there, not for a moment."""
        assert text not in self.page.content()
        return self

    def no_longer_sees(self, text: str) -> Self:
        """What was hidden again goes, out of the page's source as well."""
        self.page.wait_for_function("text => !document.documentElement.outerHTML.includes(text)", arg=text)
        return self

    def sees_tag(self, name: str) -> Self:
        expect(self.page.locator("[data-tag]").filter(has_text=name).first).to_be_visible()
        return self

    @contextmanager
    def in_taps(self, most: int) -> Iterator[None]:
        """What a hand does here takes so many taps at most."""
        self.page.evaluate(COUNT_TAPS)
        yield
        done = self.page.evaluate("window.taps")
        assert 0 < done <= most, f"{done} taps"

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

    def stands_with(self, other: "Screen") -> Self:
        """Both pages come to the same revision; either may move on meanwhile."""
        until = time.monotonic() + 60
        while self.revision != other.revision:
            assert time.monotonic() < until, f"{self.revision} is not {other.revision}"
            time.sleep(0.05)
        return self

    @contextmanager
    def standing_still(self) -> Iterator[None]:
        """What this page, whose clock was installed, would do after a while it does later."""
        self.page.clock.pause_at(self.page.evaluate("Date.now()") / 1000 + 5)
        yield
        self.page.clock.resume()

    @property
    def revision(self) -> str:
        return self.page.locator("body").get_attribute("data-cursor") or ""


class Phone(Screen):
    """A player's phone."""

    def join(self, host: Host, name: str, character: str = "") -> Self:
        """Follow the player link and take a seat, without a page in between; then look."""
        browser = self.page.context.request
        table = browser.get(host.link("player")).url
        seat = {"do": "seat.claim", "name": name}
        if character:
            seat["character"] = str(host.ids[character])
        sat = browser.post(f"{table}/do", form=seat, headers={"HX-Request": "true"})
        assert sat.ok, sat.text()
        self.page.goto(table, wait_until="domcontentloaded")
        return self.is_live()

    def sit(self, name: str) -> Self:
        form = self.page.locator("form:has(input[name=do][value='seat.claim'])").first
        form.locator("input[name=name]").fill(name)
        form.get_by_role("button").first.click()
        expect(self.page.locator("body")).to_have_attribute("data-seated", "")  # sent to its seat
        self.sees(name)
        return self.is_live()

    def play(self, character: str) -> Self:
        """Take the character that nobody holds yet.

        The reply and the stream both send the page there, so one of the two ways is broken off.
        """
        self.page.get_by_role("button", name=f"Play {character}").click()
        expect(self.page.locator("#me[data-character]")).to_contain_text(character)
        return self.is_live()

    def declare(self, intent: str = "", approach: str = "", changed: str = "") -> Self:
        self.page.locator("#declare > summary").click()
        self.page.get_by_label("What do you want to achieve?").fill(intent)
        self.page.get_by_label("How do you go about it?").fill(approach)
        if changed:
            self.page.get_by_label("What is different this time?").fill(changed)
        self.page.get_by_role("button", name="Declare", exact=True).click()
        return self

    def opens(self, clock: str) -> Locator:
        """What opens the rest of a clock in the strip."""
        return self.clock(clock).locator("button.opens")

    def my_check(self) -> Locator:
        """The newest check of one's own."""
        return self.page.locator("#my-checks [data-check]").first

    def my_moment(self) -> Locator:
        """What befell my character last, or what they did."""
        return self.page.locator("#moments [data-own]")

    def open_my_check(self) -> Locator:
        """The same with all that is said of it."""
        check = self.my_check()
        if check.locator("details:not([open])").count():
            check.locator("summary").click()
        return check

    def type_dice(self, *faces: int) -> Self:
        """Real dice, typed in as they fell."""
        self.page.locator("#my-dice summary").click()
        for place, face in enumerate(faces, start=1):
            self.page.get_by_label(f"Die {place} of {len(faces)}").fill(str(face))
        self.page.get_by_role("button", name="Use these dice").click()
        return self

    def tap_dice(self, *faces: int) -> Self:
        """Real dice, tapped in face by face."""
        self.page.locator("#my-dice summary").click()
        for face in faces:
            self.page.get_by_role("button", name=f"Rolled {face}").click()
        self.page.get_by_role("button", name="Use these dice").click()
        return self

    def roll(self) -> Self:
        self.my_check().get_by_role("button", name=re.compile("^Roll")).click()
        return self


class Tv(Screen):
    """The TV."""

    def newest(self) -> Locator:
        """What happened last."""
        return self.page.locator("#moments [data-moment]").first


class Gm(Screen):
    """The GM's tablet."""

    host: Host
    links: dict[str, str]

    def start_table(self, name: str = "The Oak", ruleset: str = "freeform") -> Self:
        """A table made by a program; the GM opens their link."""
        return self.sit_at(Host(self.server, ruleset, name))

    def sit_at(self, host: Host) -> Self:
        self.host = host
        self.links = {role: host.link(role) for role in ("gm", "player", "tv")}
        return self.at_my_table()

    def start_table_by_hand(self, name: str = "The Oak", ruleset: str = "freeform") -> Self:
        """From the start page, as somebody does who is here for the first time."""
        self.page.goto(self.server.url, wait_until="domcontentloaded")
        form = self.page.locator("form[action='/tables']")
        form.locator("input[name=name]").fill(name)
        form.locator(f"[name=ruleset][value='{ruleset}']").check(force=True)
        form.get_by_role("button").last.click()
        self.page.locator("#gm-link").wait_for()
        self.links = self._links()
        return self.at_my_table()

    def at_my_table(self) -> Self:
        self.page.goto(self.links["gm"], wait_until="domcontentloaded")
        return self.is_live()

    def _links(self) -> dict[str, str]:
        """The three links of the page that shows them once, in the order gm, player, tv."""
        found = re.findall(r"http://[^\s\"<]+/k/[\w-]+", self.page.content())
        unique = [link.replace(link.split("/k/")[0], self.server.url) for link in dict.fromkeys(found)]
        return dict(zip(("gm", "player", "tv"), unique, strict=True))

    def has(self, clocks: dict[str, int] | None = None, tags: str = "", people: str = "") -> Self:
        """All of it laid on the table at once by a program, names with commas between; seen live."""
        self.host.has(clocks, tags, people)
        for kind, last in (("clock", list(clocks or [""])[-1]), ("tag", tags), ("character", people)):
            if last:
                self._sees_named(kind, last.split(", ")[-1])
        return self

    def add_clock(self, name: str, size: int = 4) -> Self:
        return self.has(clocks={name: size})

    def add_tag(self, name: str) -> Self:
        return self.has(tags=name)

    def add_condition(self, name: str, character: str) -> Self:
        self.host.condition(name, character)
        return self._sees_named("condition", name)

    def _sees_named(self, kind: str, name: str) -> Self:
        expect(self.page.locator(f"[data-{kind}]").filter(has_text=name).first).to_be_visible()
        return self

    def add_clock_by_hand(self, name: str, size: int = 4) -> Self:
        return self.says(f"{name} {size}").sees_clock(name, 0, size)

    def add_by_hand(self, kind: str, name: str) -> Self:
        """A tag, a player's character ("character") or an NPC ("npc")."""
        sign = {"tag": "#", "character": "pc ", "npc": "npc "}[kind]
        return self.says(f"{sign}{name}")._sees_named(kind.replace("npc", "character"), name)

    def says(self, text: str) -> Self:
        """A line typed into the one that adds anything, and Enter; it was taken, so it is empty again."""
        line = self.page.locator("#add-text")
        line.fill(text)
        line.press("Enter")
        expect(line).to_have_value("")
        return self

    def tick(self, name: str) -> Self:
        self.page.get_by_role("button", name=f"Tick {name}", exact=True).click()
        return self

    def make(self, name: str, visibility: str) -> Self:
        """Choose one of the four visibility states on a clock's card."""
        self.inspect(name).get_by_role("button", name=re.compile(visibility, re.I)).first.click()
        return self

    def inspect(self, name: str) -> Locator:
        """The inspector of what is called so, with all that can be done to it."""
        inspector = self.page.locator("#inspector")
        heading = inspector.get_by_role("heading", name=name, exact=True)
        if not heading.is_visible():
            if inspector.is_visible():
                self.page.keyboard.press("Escape")
            called = re.compile(rf"^{re.escape(name)}( \(\w+\))?$")
            self.page.locator(".board").get_by_role("link", name=called).first.click()
        expect(heading).to_be_visible()
        return inspector

    def move(self, name: str) -> Locator:
        """What is done now and then, opened from the menu of moves."""
        inspector = self.page.locator("#inspector")
        if inspector.is_visible():
            self.page.keyboard.press("Escape")
        self.page.get_by_role("link", name="Menu", exact=True).click()
        inspector.get_by_label("Find in the menu").fill(name)
        inspector.locator(".move").filter(visible=True).filter(has_text=name).first.click()
        expect(inspector.get_by_role("heading", name=name, exact=True)).to_be_visible()
        expect(inspector.locator("[data-fresh]"), "what has just come takes no press").to_have_count(0)
        return inspector

    def edit_clock(self, name: str, kind: str = "", races: str = "", on_full: str = "") -> Self:
        """In the clock's inspector, which is closed again."""
        form = self.inspect(name).get_by_role("form", name=f"Details of {name}")
        if kind:
            form.locator("select[name=kind]").select_option(kind)
        if races:
            form.locator("select[name=opposes]").select_option(label=races)
        if on_full:
            form.locator("textarea[name=on_full]").fill(on_full)
        form.get_by_role("button", name="Save", exact=True).click()
        expect(self.page.locator("#notice")).to_contain_text(re.compile("edited|changed"))
        return self.closes()

    def prepares(self, scene: str) -> int:
        """The desk is turned into a new scene, which nobody else sees; its id."""
        made: int = self.host.do("scene.add", name=scene)["scene"]
        self.move("Scenes and zones").get_by_role("link", name=f"Prepare {scene}").click()
        expect(self.page.locator("#head")).to_contain_text(f"Preparing {scene}: only GMs see this scene")
        self.is_live()
        return made

    def closes(self) -> Self:
        """What was opened last goes."""
        self.page.keyboard.press("Escape")
        expect(self.page.locator("#inspector")).to_be_hidden()
        return self

    def looks_until(self, said: str) -> Self:
        """Until the list of screens says so; the page looks every five seconds, here sooner."""
        self.page.wait_for_function(LOOK, arg=said, polling=250)
        return self

    def check(self) -> Locator:
        """The newest check on the desk."""
        return self.page.locator("#checks [data-check]").first

    def call_for(self, who: str) -> Self:
        """A check for somebody, its card seen on the desk before anything is settled about it."""
        cards = self.page.locator("#checks [data-check]").evaluate_all("all => all.map(each => each.id)")
        self.page.get_by_role("button", name=f"Check for {who}").click()
        fresh = "".join(f":not(#{card})" for card in cards)
        self.page.locator(f"#checks .called{fresh}").wait_for()
        return self

    def adjust_check(self, *taps: str) -> Self:
        """Tap these buttons of the newest check, behind Adjust too, and wait until each is pressed."""
        for tap in taps:
            buttons = self.check().get_by_role("button", name=tap, exact=True, include_hidden=True)
            buttons.first.wait_for(state="attached")
            if not buttons.filter(visible=True).count():
                self.check().locator("details.adjust > summary").click()
            button = buttons.filter(visible=True).first
            button.click()
            expect(button).to_have_attribute("aria-pressed", "true")
        return self

    def cancels_check(self) -> Self:
        """The newest that is called; the button lies behind Adjust, which may be open."""
        called = self.page.locator("#checks .called").first
        adjust = called.locator("details.adjust")
        if adjust.get_attribute("open") is None:
            adjust.locator("> summary").click()
        called.get_by_role("button", name="Cancel the check").click()
        return self

    def apply_all(self) -> Self:
        """Whether nothing is open any more or the GM does not wait for that."""
        button = self.page.get_by_role("button", name=re.compile("^Apply (all|now)"))
        button.first.click()
        expect(button).to_have_count(0)
        return self

    def undo(self) -> Self:
        self.page.get_by_role("button", name="Undo", exact=True).click()
        return self

    def redo(self) -> Self:
        self.page.get_by_role("button", name="Redo", exact=True).click()
        return self
