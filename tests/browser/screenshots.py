"""The README's pictures, taken from a played scene: `python -m tests.browser.screenshots [FOLDER]`.

Serves the demo table, plays a little, and photographs the three screens. With `--all` also every
size the screens are checked at, for looking at by eye.
"""

import os
import re
import shutil
import sys
import tempfile
import time
from pathlib import Path

import httpx
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.server import ROOT, Server

SHOTS = ROOT / "static" / "shots"
COMMANDS = (
    {"do": "clock.tick", "clock": "Expose the Official", "by": 1, "because": "Tobin finds more ledgers"},
    {"do": "clock.tick", "clock": "Cover-Up Complete", "by": 2, "because": "a lamp shatters on the boards"},
    {"do": "clock.tick", "clock": "The watch arrives", "by": 2, "because": "someone blows a whistle"},
    {"do": "clock.edit", "clock": "The watch arrives", "visibility": "shown"},
    {"do": "clock.add", "name": "Lamp oil left", "segments": 6, "filled": 4, "direction": "drain"},
    {"do": "tag.add", "name": "Burning", "object": "the far shelves"},
)
"""What has happened in the scene, thing by thing, when its pictures are taken."""
README = {"player": (390, 844), "tv": (1920, 1080), "gm": (1180, 820)}
PATIENCE = 10.0  # seconds until the terminal shows the links
ARGUMENTS = ["--no-sandbox", "--font-render-hinting=none"]
KNOWN = "localStorage.setItem('tableside-awake-said', 'yes')"
"""The TV was here before: it has said already how to keep its screen on."""
SIZES = {
    "gm": [(820, 1180), (1180, 820), (390, 844)],
    "player": [(320, 568), (390, 844), (844, 390)],
    "tv": [(1280, 720), (1920, 1080), (3840, 2160)],
}


def main() -> None:
    """Take the pictures and say where they are."""
    arguments = [each for each in sys.argv[1:] if not each.startswith("--")]
    folder = Path(arguments[0]) if arguments else SHOTS
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary, sync_playwright() as playwright:
        server = Server(Path(temporary) / "instance").start()
        browser = playwright.chromium.launch(executable_path=_chromium(), args=ARGUMENTS)
        try:
            _photograph_tables(browser, server, folder, everything="--all" in sys.argv)
        finally:
            browser.close()
            server.stop()


def _photograph_tables(browser: Browser, server: Server, folder: Path, everything: bool) -> None:
    links = _links(server)
    _play(browser, server, links["gm"])
    pages = []
    for role, size in README.items():
        page = _open(browser, links[role], *size)
        if role == "player":
            _sit(page)
        if role == "gm":
            page.get_by_role("button", name="End the tour").click()
            page.locator("#presence", has_text="3 here").wait_for()
        for width, height in SIZES[role] if everything else [size]:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(500)
            name = f"{role}-{width}x{height}.png" if everything else f"{role}.png"
            page.screenshot(path=folder / name, animations="disabled")
            sys.stdout.write(f"{folder / name}\n")
        pages.append(page)  # stays at the table: the GM's picture says who is here
    for page in pages:
        page.context.close()


def _play(browser: Browser, server: Server, link: str) -> None:
    """Play the scene on by its GM's link, as a program would."""
    page = _open(browser, link, *README["gm"])
    address = f"{server.url}/api/v1/tables/{page.url.rpartition('/')[2]}"
    page.context.close()
    asking = {"Authorization": f"Bearer {link.rpartition('/')[2]}"}
    clocks = {each["name"]: each["id"] for each in httpx.get(address, headers=asking).json()["clocks"]}
    for sent in COMMANDS:
        named = {"clock": clocks[sent["clock"]]} if "clock" in sent else {}
        httpx.post(f"{address}/commands", json=sent | named, headers=asking).raise_for_status()


def _open(browser: Browser, link: str, width: int, height: int) -> Page:
    page = browser.new_context(viewport={"width": width, "height": height}, color_scheme="dark").new_page()
    page.add_init_script(KNOWN)
    page.goto(link, wait_until="domcontentloaded")
    page.locator("body[data-live=live]").wait_for()
    return page


def _sit(page: Page) -> None:
    form = page.locator("form:has(input[name=do][value='seat.claim'])").first
    form.locator("input[name=name]").fill("Ana")
    choice = form.locator("select[name=character]")
    if choice.count():
        choice.select_option(index=1)
    form.get_by_role("button").first.click()
    page.locator("#me").wait_for()
    page.locator("body[data-live=live]").wait_for()


def _links(server: Server) -> dict[str, str]:
    """The demo table's links, as the terminal shows them."""
    log, found = server.folder.parent / f"{server.folder.name}.log", dict[str, str]()
    until = time.monotonic() + PATIENCE
    while len(found) < len(README) and time.monotonic() < until:  # it answers before it has said all
        printed = log.read_text(encoding="utf-8")
        found = dict(re.findall(r"^\s+(GM|Player|TV)\s+http://\S+(/k/\S+)$", printed, re.MULTILINE))
        time.sleep(0.1)
    return {role.lower(): server.url + path for role, path in found.items()}


def _chromium() -> str | None:
    return os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")


if __name__ == "__main__":
    main()
