"""A game from outside plays an evening on a tablet, a phone and a TV; without it its table only rests."""

from collections.abc import Callable, Iterator

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser.host import Host
from tests.browser.seats import Gm, Phone, Tv
from tests.browser.server import Server
from tests.games.outside import install

pytestmark = pytest.mark.soak


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of its own, beside which the game is installed."""
    folder = tmp_path_factory.mktemp("house") / "instance"
    folder.mkdir()
    server = Server(folder)
    server.more = install(tmp_path_factory.mktemp("games"))
    yield server
    server.stop()


@pytest.fixture
def gm(server: Server, open_page: Callable[..., Page]) -> Gm:
    host = Host(server, "lantern", "The cellar")
    host.character("Mara", stats={"NERVE": 2})
    host.tag("Draught")
    host.condition("Shaken", "Mara")
    host.clock("The lamp", 4, kind="oil")
    host.clock("To the door", 6, kind="way")
    return Gm(open_page(1180, 820, has_touch=True), server).sit_at(host)


def test_an_evening_of_a_game_from_outside(gm: Gm, open_page: Callable[..., Page]) -> None:
    phone = Phone(open_page(390, 844, has_touch=True, is_mobile=True), gm.server).join(gm.host, "Ana", "Mara")
    tv = Tv(open_page(1920, 1080), gm.server).open(gm.links["tv"])
    _a_try_at_a_price(gm, phone, tv)
    _the_light_is_carried(gm, phone, tv)
    _without_the_game(gm, tv)
    _with_it_again(gm)


def _a_try_at_a_price(gm: Gm, phone: Phone, tv: Tv) -> None:
    """4 + 5 + 2, less one each for the draught and for being shaken: 9, at a price."""
    phone.declare("Open the hatch")
    gm.adjust_check("Nerve +2")
    expect(phone.my_check().locator(".to-roll")).to_contain_text("2d6 +0")
    phone.type_dice(4, 5)
    for screen in (gm, phone, tv):
        screen.sees("At a price")
    gm.apply_all()
    for screen in (gm, phone, tv):
        screen.sees_clock("The lamp", 1, 4).sees_clock("To the door", 1, 6)
        expect(screen.page.locator("#lantern-light")).to_have_text(
            "Nobody carries the light; it burns for 3 more."
        )


def _the_light_is_carried(gm: Gm, phone: Phone, tv: Tv) -> None:
    """Its own command, pressed on the phone, and taken back by the GM with what it did."""
    phone.page.get_by_role("button", name="Carry the light").click()
    for screen in (gm, phone, tv):
        expect(screen.page.locator("#lantern-light")).to_contain_text("Mara carries the light")
    expect(phone.page.locator("#me")).not_to_contain_text("Shaken")
    gm.host.do("undo")
    expect(phone.page.locator("#me")).to_contain_text("Shaken")
    gm.host.do("redo")
    expect(tv.page.locator("#lantern-light")).to_contain_text("Mara carries the light")


def _without_the_game(gm: Gm, tv: Tv) -> None:
    """The server starts without it: all is there to look at and take along, nothing to press."""
    server, known = gm.server, gm.server.more
    server.stop()
    server.more = {}
    server.start()
    for screen in (gm, tv):
        screen.page.reload()
        screen.is_live().sees("This table plays Lantern, a game that is not installed here")
        screen.sees_clock("The lamp", 1, 4).sees_clock("To the door", 1, 6)
    expect(gm.page.get_by_role("button", name="Tick The lamp")).to_be_hidden()
    document = gm.page.context.request.get(f"{gm.host.address}/export").json()
    assert [each["data"] for each in document["things"]["piece"]] == [{"steady": True}]
    refused = httpx.post(f"{server.url}/api/v1/tables", json={"name": "Another", "ruleset": "lantern"})
    assert refused.status_code == 422
    server.stop()
    server.more = known


def _with_it_again(gm: Gm) -> None:
    gm.server.start()
    gm.page.reload()
    gm.is_live().tick("The lamp").sees_clock("The lamp", 2, 4)
    expect(gm.page.locator("#lantern-light")).to_have_text("Mara carries the light; it burns for 2 more.")
