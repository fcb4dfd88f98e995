"""A check that is to be rolled stands on the TV beside the dials: it covers none, and cuts nothing."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.host import Host
from tests.browser.lasting_faults import still_wrong
from tests.browser.seats import Tv
from tests.browser.server import Server
from tests.browser.test_scene_first import CHECKS, CLOCKS, build_full_table

LONG = "Climb the wall of the old customs house"
WRONG = """() => {
    const all = (words) => [...document.querySelectorAll(words)]
        .filter((each) => each.checkVisibility({ visibilityProperty: true }));
    const box = (each) => each.getBoundingClientRect();
    const meet = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
        && one.top < other.bottom - 1 && other.top < one.bottom - 1;
    const within = (one, other) => one.left >= other.left - 1 && one.right <= other.right + 1
        && one.top >= other.top - 1 && one.bottom <= other.bottom + 1;
    const high = innerHeight, wide = innerWidth;
    const safe = { left: 0.05 * wide, right: 0.95 * wide, top: 0.05 * high, bottom: 0.95 * high };
    const cards = all("[data-large] .tv-check-card");
    const covered = all(".tv .dial, .tv .clock h3, .tv-tag, .tv-holder").filter((each) => cards.some((card) =>
        meet(box(each), box(card)) && !within(box(each), box(card))));
    const dials = all(".tv .dial").filter((each) => cards.some((card) => meet(box(each), box(card))));
    const cut = cards.flatMap((card) => [card, ...card.querySelectorAll("*")])
        .filter((each) => each.scrollHeight > each.clientHeight + 4)
        .filter((each) => getComputedStyle(each).overflowY === "hidden");
    const beyond = cards.filter((each) => !within(box(each), safe));
    const squeezed = all(".tv-holder, .tv-holder *").filter((each) => each.scrollWidth > each.clientWidth + 1)
        .filter((each) => getComputedStyle(each).display !== "inline");
    return [...covered, ...dials, ...cut, ...beyond, ...squeezed].map((each) => each.outerHTML.slice(0, 120));
}"""
"""What a card covers by a part, dials that it covers at all, what of its words is cut, a card off the edge,
and values or names of people that lack room beside it."""


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", sorted(each for each in CHECKS if CHECKS[each]))
@pytest.mark.parametrize("clocks", [3, 8])
def test_an_open_check_covers_no_dial_and_cuts_nothing(
    server: Server, open_page: Callable[..., Page], ruleset: str, clocks: int
) -> None:
    host = build_full_table(server, ruleset) if clocks == len(CLOCKS) else _a_few(server, ruleset, clocks)
    host.has(clocks={name: CLOCKS[name] for name in list(CLOCKS)[:clocks] if name not in host.ids})
    tv = Tv(open_page(1920, 1080), server).open(host.link("tv"))
    for count, who in enumerate(("Vesna", "Mara"), start=1):
        if count > 1 or clocks != len(CLOCKS):
            host.do("check.call", character=host.ids[who], intent=LONG, **CHECKS[ruleset])
        expect(tv.page.locator("[data-large]")).to_have_count(count)
        assert still_wrong(tv.page, WRONG) == [], count


def _a_few(server: Server, ruleset: str, clocks: int) -> Host:
    named = dict(list(CLOCKS.items())[:clocks])
    return Host(server, ruleset).has(clocks=named, tags="Slick, Dark", people="Vesna, Mara")
