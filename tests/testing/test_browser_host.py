"""Real browsers at a table for tests: what is done on a phone stands on the GM's tablet and the TV."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from webapp.testing import TrialTable, trial_app
from webapp.testing.browser import BrowserHost


@pytest.fixture
def browser_host(browser: Browser) -> Iterator[BrowserHost]:
    """As `webapp.testing.fixtures` has it; the browser is started as the house starts its own."""
    with BrowserHost(trial_app(), browser) as host:
        yield host


def test_what_a_phone_proposes_waits_on_the_tablet_and_stands_on_the_tv(browser_host: BrowserHost) -> None:
    table = TrialTable("freeform")
    mara = table.character("Mara")
    phone, gm, tv = (
        browser_host.seated(table, "Ana", mara),
        browser_host.opened(table, "gm"),
        browser_host.opened(table, "tv"),
    )
    phone.locator("#propose > summary").click()
    phone.locator("#propose-tag-name").fill("Slippery roof")
    phone.get_by_role("button", name="Propose tag").click()
    expect(gm.get_by_text("Slippery roof").first).to_be_visible()
    table.tag("Rain")
    for screen in (phone, gm, tv):
        expect(screen.locator("[data-tag]").filter(has_text="Rain").first).to_be_visible()
