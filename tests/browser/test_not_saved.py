"""While nothing can be saved, every open screen says why; then all that could be pressed is back."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.host import Host
from tests.browser.seats import Gm, Phone, Tv
from tests.browser.server import Server
from tests.cli.running import served_with
from webapp.store.database_file import MISSING

STAND_APART = """() => {
    const [answer, why] = ["#notice", "[data-not-saved]"].map(
        (each) => document.querySelector(each).getBoundingClientRect());
    return answer.height > 0 && why.height > 0 && answer.bottom <= why.top;
}"""
OFTEN = "import webapp.live.stream_endpoint as s; s.HEARTBEAT = 1.0"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """One whose folder may go away."""
    own = Server(tmp_path / "instance")
    own.folder.mkdir()
    own.command = served_with(OFTEN)
    yield own.start()
    own.stop()


def test_every_screen_says_that_nothing_can_be_saved_and_goes_on_when_it_can(
    host: Host, server: Server, gm: Gm, phone: Phone, tv: Tv
) -> None:
    host.clock("Alarm", 6)
    gm.sees_clock("Alarm", 0, 6)
    away = server.folder.rename(server.folder.with_name("away"))
    gm.page.evaluate("document.querySelector('button[aria-label=\"Tick Alarm\"]').click()")
    expect(gm.page.locator("#notice")).to_contain_text(MISSING.sentence)
    for screen in (gm, phone, tv):
        expect(
            screen.page.get_by_text(MISSING.sentence).and_(screen.page.locator("[data-not-saved]"))
        ).to_be_visible()
    for width, height in ((1180, 820), (390, 844)):
        gm.page.set_viewport_size({"width": width, "height": height})
        gm.page.wait_for_function(STAND_APART)
    expect(gm.page.get_by_role("button", name="Tick Alarm")).to_be_hidden()
    away.rename(server.folder)
    for screen in (gm, phone, tv):
        expect(screen.page.locator("[data-not-saved]")).to_be_hidden()
    gm.tick("Alarm").sees_clock("Alarm", 1, 6)
