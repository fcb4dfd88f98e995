"""The TV, measured: every box where it belongs, every letter large enough, whatever is on the table."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser.seats import Tv
from tests.browser.server import Server

SIZES = [(1280, 720), (1920, 1080), (3840, 2160)]
NAMES = [
    "Expose the Official",
    "Cover-Up Complete",
    "The Unbearably Long Investigation of the Harbourmaster's Secret Ledgers",
    "Donaudampfschifffahrtsgesellschaftskapitän",
]
MEASURE = (Path(__file__).parent / "measure.js").read_text(encoding="utf-8")


class Host:
    """A GM who sets the table through the API: quicker than by hand, and the TV cannot tell."""

    def __init__(self, server: Server, ruleset: str = "freeform") -> None:
        self.server = server
        made = httpx.post(f"{server.url}/api/v1/tables", json={"name": "Salt and Silver", "ruleset": ruleset})
        self.made = made.json()
        self.key = {"Authorization": f"Bearer {self.made['keys']['gm']}"}
        self.address = f"{server.url}/t/{self.made['table']}"

    def do(self, do: str, **fields: Any) -> dict[str, Any]:
        address = f"{self.server.url}/api/v1/tables/{self.made['table']}/commands"
        answer = httpx.post(address, json={"do": do, **fields}, headers=self.key)
        assert answer.status_code == 200, answer.text
        result: dict[str, Any] = answer.json()["result"]
        return result

    def clock(self, name: str, segments: int = 6, **fields: Any) -> int:
        id: int = self.do("clock.add", name=name, segments=segments, **fields)["clock"]
        return id

    def fill(self, clocks: int = 0, tags: int = 0, people: int = 0) -> list[int]:
        """So many of each, with names long and short."""
        kinds = ("progress", "threat")
        ids = [
            self.clock(f"{NAMES[n % 4]} {n}", (6, 4, 8, 12)[n % 4], kind=kinds[n % 2]) for n in range(clocks)
        ]
        for number in range(tags):
            self.do("tag.add", name=("Slick", "Rival Crew Nearby", "Thick Fog from the Sea")[number % 3])
        for number in range(people):
            who = self.do("character.add", name=("Mara Venn", "Captain Harrow of the Docks")[number % 2])
            for name in ("Frightened", "Bleeding")[: 1 + number % 2]:
                self.do("condition.add", character=who["character"], name=name)
        return ids

    def link(self, role: str) -> str:
        return f"{self.server.url}/k/{self.made['keys'][role]}"


@pytest.fixture
def host(server: Server) -> Host:
    return Host(server)


@pytest.fixture
def big(host: Host, open_page: Callable[..., Page]) -> Tv:
    """The TV across the room."""
    return Tv(open_page(1920, 1080), host.server).open(host.link("tv"))


def faults(page: Page) -> list[str]:
    page.evaluate("document.getAnimations().forEach(each => each.finish())")
    page.evaluate("document.getElementById('moment').hidden = true")
    found: list[str] = page.evaluate(MEASURE)
    return found


CROWDS = [
    (0, 0, 0), (0, 12, 2), (1, 0, 0), (1, 4, 2), (2, 12, 0), (3, 12, 6), (4, 5, 2), (5, 3, 6), (6, 12, 0),
    (7, 0, 4), (8, 12, 6), (12, 14, 6),
]  # fmt: skip


def test_all_is_readable_and_in_its_place_however_much_there_is(
    server: Server, open_page: Callable[..., Page]
) -> None:
    tv = Tv(open_page(1280, 720), server)
    found = {}
    for crowd in CROWDS:
        host = Host(server)
        host.fill(*crowd)
        tv.open(host.link("tv"))
        for width, height in SIZES:
            tv.page.set_viewport_size({"width": width, "height": height})
            found[(*crowd, height)] = faults(tv.page)
    assert {case: each for case, each in found.items() if each} == {}


def test_veiled_things_and_a_spotlight_are_as_readable(host: Host, open_page: Callable[..., Page]) -> None:
    ids = host.fill(7, 6, 3)
    host.do("clock.edit", clock=ids[1], visibility="masked")
    host.do("clock.edit", clock=ids[4], visibility="rumoured")
    host.do("tag.add", name="Spy", visibility="rumoured")
    tv = Tv(open_page(1280, 720), host.server).open(host.link("tv"))
    assert faults(tv.page) == []
    host.do("tv.spotlight", clock=ids[2])
    expect(tv.page.locator(f".tv-spot #clock-{ids[2]}")).to_be_visible()
    assert faults(tv.page) == []
    dial = tv.page.locator(".tv-spot .dial").bounding_box()
    assert dial
    assert min(dial["width"], dial["height"]) > 0.5 * 720
