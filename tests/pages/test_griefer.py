"""A guest who uses up all shares makes nobody else's page longer by more than a tenth."""

import re

from flask import Flask

from tests.pages.griefer import ordinary, use_up
from tests.pages.visitor import Visitor
from tests.table.oak import Oak
from webapp.services import services

ONE_DEVICE = "phone-000001"


def pages(oak: Oak) -> dict[str, str]:
    """What everybody else sees: the GM, a player, whoever just opened the link, and the TV."""
    devices = {role: Visitor(oak, role) for role in ("gm", "tv", "player")}
    devices["Ana"] = Visitor(oak, "player")
    devices["Ana"].hold(oak.seats["Ana"])
    return {name: device.page().get_data(as_text=True) for name, device in devices.items()}


def test_nobody_elses_page_is_longer_by_more_than_a_tenth(app: Flask) -> None:
    oak = Oak.start(app)
    services().dispatcher.most = 128 * 2**20
    ordinary(oak)
    before = pages(oak)
    done = use_up(oak, lambda number: ONE_DEVICE)
    after = pages(oak)
    assert done == {
        "seat.claim": 2,
        "proposal.make": 24,
        "note.add": 200,
        "clock.own": 12,
        "clock.add": 0,  # each is a proposal, and those are used up
    }
    longer = {name: len(after[name].encode()) / len(before[name].encode()) for name in before}
    assert max(longer.values()) < 1.1, longer
    assert "24 proposals and 12 clocks" in after["gm"]
    notes = [re.findall(r"And (\d+) more\. <a [^>]*>All notes", page["Ana"]) for page in (before, after)]
    assert notes == [["1"], ["201"]]  # one of two that the table's fifth and sixth person wrote


def test_the_page_of_notes_lists_the_newest_and_finds_the_others(app: Flask) -> None:
    oak = Oak.start(app)
    for number in range(2):
        who = oak.sit(f"Player {number}")
        for note in range(60):
            oak.dispatch(who, do="note.add", text=f"Note {number}-{note}.", visibility="shown")
    reader = Visitor(oak, "player")
    page = reader.page("/notes").get_data(as_text=True)
    assert "20 more notes; search to find them." in page
    assert "Note 0-0." not in page
    assert "Note 0-0." in reader.page("/notes?find=Note+0-0.").get_data(as_text=True)
