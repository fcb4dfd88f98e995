"""Real browsers around a real server."""

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.host import Host
from tests.browser.seats import Gm, Phone, Tv
from tests.browser.server import Server
from tests.browser.televised import a_tv

PATIENCE = 60_000  # milliseconds: under load all comes late, and what comes soon costs nothing
expect.set_options(timeout=PATIENCE)
CHROMIUMS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)

DEVICE = """
Navigator.prototype.vibrate = () => true;
delete Navigator.prototype.share;
if (isSecureContext) Object.defineProperty(Navigator.prototype, "wakeLock", { configurable: true, value: {
    request: async () => ({ released: false, release: async () => {} }),
} });
"""
"""What one browser grants its pages and another denies: here all devices allow it, unless a test says no."""
GRANTED = ["clipboard-read", "clipboard-write"]


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The browser that `make test` found, else one on the PATH, else Playwright's own.

    A page stays in the process that its empty tab began in, which would else be started for nothing.
    """
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUMS)), None)
    own = {"executable_path": found} if found else {}
    return {
        **browser_type_launch_args,
        **own,
        "args": [
            "--no-sandbox",
            "--disable-background-networking",
            "--disable-gpu",
            "--renderer-process-limit=1",
        ],
    }


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all of them, since each test has tables of its own."""
    folder = tmp_path_factory.mktemp("house") / "instance"
    folder.mkdir()
    server = Server(folder)
    yield server
    server.stop()


@pytest.fixture
def server(house: Server) -> Server:
    """The server, running: a test may stop it, kill it and start it again."""
    return house if house.runs() else house.start()


@pytest.fixture
def open_page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Callable[..., Page]]:
    """Opens pages in contexts of their own; a stream left open would haunt the next test's server.

    To draw what moves takes half of what a change costs, so pages move in tests marked `in_motion` alone.
    The worker that keeps a phone's last view is one more process; it runs in those marked `keeps_views`.
    """
    contexts: list[BrowserContext] = []
    marked = request.node.get_closest_marker
    usual = {
        "reduced_motion": "no-preference" if marked("in_motion") else "reduce",
        "service_workers": "allow" if marked("keeps_views") else "block",
        "permissions": GRANTED,
    }

    def make(width: int, height: int, **options: Any) -> Page:
        context = browser.new_context(viewport={"width": width, "height": height}, **(usual | options))
        contexts.append(context)
        context.add_init_script(DEVICE)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda said: errors.append(said.text) if _is_a_fault(said.text) else None)
        return page

    errors: list[str] = []
    yield make
    for context in contexts:
        context.close()
    assert errors == [], "the browser complained"


def _is_a_fault(text: str) -> bool:
    return "Content Security Policy" in text or "Uncaught" in text


@pytest.fixture
def host(server: Server) -> Host:
    """A table set up by a program; whoever is asked for beside it sits at this table."""
    return Host(server)


@pytest.fixture
def gm(host: Host, open_page: Callable[..., Page]) -> Gm:
    """The GM with a tablet."""
    return Gm(open_page(820, 1180, has_touch=True), host.server).sit_at(host)


@pytest.fixture
def phone(host: Host, open_page: Callable[..., Page]) -> Phone:
    """A player who opened the shared link."""
    return Phone(open_page(390, 844, has_touch=True, is_mobile=True), host.server).open(host.link("player"))


@pytest.fixture
def sheet(host: Host, open_page: Callable[..., Page]) -> Phone:
    """The phone of Ana, who plays Mara; her sheet is open and half typed."""
    host.character("Mara", stats={"Trade": "smith"})
    phone = Phone(open_page(390, 844, has_touch=True, is_mobile=True), host.server).join(host, "Ana", "Mara")
    phone.host = host
    phone.page.goto(f"{host.address}/sheet")
    phone.page.locator("[name='stats.Trade']").fill("a spy, in truth")
    return phone


@pytest.fixture
def tv(host: Host, open_page: Callable[..., Page]) -> Tv:
    """The TV across the room."""
    return Tv(open_page(1920, 1080), host.server).open(host.link("tv"))


@pytest.fixture
def played(gm: Gm) -> Gm:
    """Two clocks, three tags, two people."""
    return gm.has(clocks={"Alarm": 8, "Escape": 6}, tags="Cramped, Slick, Loud", people="Mara, Tobin")


@pytest.fixture
def roof(gm: Gm) -> Gm:
    """A GM with a scene, a clock, a tag and a character."""
    gm.has(clocks={"Alarm": 6}, tags="Slick", people="Mara")
    gm.host.ids["The roof"] = gm.host.do("scene.add", name="The roof")["scene"]
    return gm


@pytest.fixture
def big(host: Host, open_page: Callable[..., Page]) -> Tv:
    """Its TV, whose clock can be put forward."""
    return a_tv(host, open_page)
