"""What stands on a TV in tests, and how it is measured."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, TimeoutError

from tests.browser.host import Host
from tests.browser.lasting_faults import at_rest
from tests.browser.seats import Tv

NAMES = [
    "Expose the Official",
    "Cover-Up Complete",
    "The Unbearably Long Investigation of the Harbourmaster's Secret Ledgers",
    "Donaudampfschifffahrtsgesellschaftskapitän",
]
MEASURE = (Path(__file__).parent / "measure.js").read_text(encoding="utf-8")
FAULTS = f"""asked => {{
    document.getAnimations().forEach(each => each.finish());
    return ({MEASURE.rstrip().removesuffix(";")})().filter(each => asked.some(of => each.startsWith(of)));
}}"""
AT_REST = f"asked => ({FAULTS})(asked).length === 0"
"""Nothing is wrong any more: a page may need a moment to find its place."""


def fill(host: Host, clocks: int = 0, tags: int = 0, people: int = 0) -> list[int]:
    """So many of each, with names long and short; the ids of the clocks."""
    kinds = ("progress", "threat")
    ids = [host.clock(f"{NAMES[n % 4]} {n}", (6, 4, 8, 12)[n % 4], kind=kinds[n % 2]) for n in range(clocks)]
    for number in range(tags):
        host.tag(("Slick", "Rival Crew Nearby", "Thick Fog from the Sea")[number % 3])
    for number in range(people):
        who = ("Mara Venn", "Captain Harrow of the Docks")[number % 2]
        host.character(who)
        for name in ("Frightened", "Bleeding")[: 1 + number % 2]:
            host.condition(name, who)
    return ids


def a_tv(host: Host, open_page: Callable[..., Page], **options: Any) -> Tv:
    """A TV whose clock can be put forward."""
    page = open_page(1920, 1080, **options)
    page.clock.install()
    return Tv(page, host.server).open(host.link("tv"))


def faults(page: Page, with_what_passes: bool = False, of: tuple[str, ...] = ("",)) -> list[str]:
    """What stays too small, out of place or cut, once nothing is shown that passes."""
    asked = list(of)
    if not with_what_passes:
        at_rest(page)
    with suppress(TimeoutError):
        page.wait_for_function(AT_REST, arg=asked)
    found: list[str] = page.evaluate(FAULTS, asked)
    return found
