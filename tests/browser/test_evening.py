"""A whole evening on three real screens: tablet, phone, TV."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.seats import Gm, Phone, Tv
from tests.browser.server import Server

pytestmark = [pytest.mark.in_motion, pytest.mark.soak]


@pytest.fixture
def gm(server: Server, open_page: Callable[..., Page]) -> Gm:
    """The GM with a tablet, who has just made a table."""
    return Gm(open_page(820, 1180, has_touch=True), server).start_table_by_hand()


@pytest.fixture
def phone(gm: Gm, open_page: Callable[..., Page]) -> Phone:
    return Phone(open_page(390, 844, has_touch=True, is_mobile=True), gm.server).open(gm.links["player"])


@pytest.fixture
def tv(gm: Gm, open_page: Callable[..., Page]) -> Tv:
    return Tv(open_page(1920, 1080), gm.server).open(gm.links["tv"])


def all_agree(gm: Gm, phone: Phone, tv: Tv, name: str, filled: int, segments: int) -> None:
    for screen in (gm, phone, tv):
        screen.sees_clock(name, filled, segments)


def test_a_whole_evening(gm: Gm, phone: Phone, tv: Tv) -> None:
    phone.sit("Ana")
    gm.sees("Ana")

    for tag in ("Cramped", "Fragile Cover", "Slick"):
        gm.add_by_hand("tag", tag)
        phone.sees_tag(tag)
        tv.sees_tag(tag)

    gm.add_clock_by_hand("Expose the Official", 6)
    gm.add_clock_by_hand("Cover-Up Complete", 4)
    gm.edit_clock("Cover-Up Complete", kind="threat", races="Expose the Official", on_full="All is burned.")
    gm.tick("Expose the Official").tick("Expose the Official")
    all_agree(gm, phone, tv, "Expose the Official", 2, 6)

    gm.make("Cover-Up Complete", "secret")
    phone.no_longer_sees("Cover-Up Complete")
    tv.no_longer_sees("Cover-Up Complete")
    gm.tick("Cover-Up Complete").sees_clock("Cover-Up Complete", 1, 4)
    gm.make("Cover-Up Complete", "shown")
    all_agree(gm, phone, tv, "Cover-Up Complete", 1, 4)

    gm.tick("Cover-Up Complete").sees_clock("Cover-Up Complete", 2, 4)
    gm.undo()
    all_agree(gm, phone, tv, "Cover-Up Complete", 1, 4)

    phone.sleep()
    gm.tick("Expose the Official")
    tv.sees_clock("Expose the Official", 3, 6)
    phone.wake()
    phone.is_live().sees_clock("Expose the Official", 3, 6)

    gm.server.stop()
    gm.server.start()
    for screen in (gm, phone, tv):
        screen.is_live()
    gm.tick("Expose the Official")
    all_agree(gm, phone, tv, "Expose the Official", 4, 6)
    assert gm.revision.split("-")[0] == phone.revision.split("-")[0] == tv.revision.split("-")[0]
