"""Who I am and what I have left stand in the first view of a phone at a full table, below the scene."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.rest import still_wrong
from tests.browser.seats import Phone
from tests.browser.server import Server
from tests.browser.test_phone import a_phone
from tests.browser.test_scene_first import CHECKS, WHOLE, laid

MINE = {"resonance": ["#my-values .meter b"], "mettle": ["#m-me .m-meter"]}
"""What a game's sheet has left."""
TALL, SCREENS = 66, 5
HOW_TALL = "document.querySelector('#tags').getBoundingClientRect().height"
HOW_LONG = "document.documentElement.scrollHeight / innerHeight"


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", sorted(CHECKS))
def test_my_values_lie_in_the_first_view_and_tags_are_three_lines_that_open_as_rows(
    server: Server, open_page: Callable[..., Page], ruleset: str
) -> None:
    host = laid(server, ruleset)
    if ruleset == "mettle":
        stats = dict.fromkeys(("CALLING", "CULTURE", "FRAME", "MOTIVE", "NATURE", "POISE"), 3)
        host.do("character.edit", character=host.ids["Mara"], stats=stats)
    ana = Phone(a_phone(open_page), server).join(host, "Ana", "Mara")
    shown = ["#me h2", "#me [data-condition]", ".tags > [data-tag]", *MINE.get(ruleset, [])]
    for width, height in ((360, 640), (390, 844)):
        ana.page.set_viewport_size({"width": width, "height": height})
        assert still_wrong(ana.page, WHOLE, shown) == [], (width, height)
        assert ana.page.evaluate(HOW_TALL) <= TALL
    assert ana.page.evaluate(HOW_LONG) <= SCREENS
    rows = ana.page.get_by_role("checkbox", name="Tags as rows")
    with ana.in_taps(2):
        rows.tap()
        ana.page.locator("#tags summary", has_text="Smoke").tap()
        expect(ana.page.get_by_role("button", name="Propose removing it").first).to_be_visible()
