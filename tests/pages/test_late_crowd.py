"""Guests who come late, many at a time, make nobody's page longer; people who sit down together are seen."""

from dataclasses import replace

import pytest
from flask import Flask

from tests.pages.griefer import ASKED, LONG, ordinary
from tests.pages.test_griefer import pages
from tests.pages.visitor import Visitor
from tests.table.oak import Oak
from tests.table.watch import Watch
from webapp.services import services
from webapp.table.actor import Actor
from webapp.table.refusals import Refused

HOUR = 3600.0
NOTE = {"do": "note.add", "text": LONG * 9, "visibility": "shown"}
OWN, FOR_ALL = ({"do": do, "name": LONG[:43], "segments": 8} for do in ("clock.own", "clock.add"))


@pytest.fixture
def club(app: Flask, watch: Watch) -> Oak:
    """A table on a server with its limits on, where players start clocks freely."""
    oak = Oak.start(app)
    services().dispatcher.most = 128 * 2**20
    oak.gm(do="table.edit", settings={"players_clocks": "free"})
    return oak


def sit(oak: Oak, mark: str, name: str) -> Actor:
    """Somebody takes a seat and names a character."""
    guest = replace(oak.actor("player"), mark=mark)
    return replace(guest, seat=oak.dispatch(guest, do="seat.claim", name=name, new=name).result["seat"])


def crowd(oak: Oak, watch: Watch, marks: str, each: int) -> int:
    """A guest without cookies takes each new seat as soon as there is one, and uses it a little."""
    seats = 0
    for _ in range(16):
        try:
            while True:
                guest = sit(oak, marks and f"{marks}{seats:04}", LONG[:40])
                seats += 1
                for sent in (ASKED, NOTE, OWN, FOR_ALL) * each:
                    oak.dispatch(guest, **sent)
        except Refused:
            watch.passes(300)
    return seats


@pytest.mark.parametrize("marks", ["phone-", ""], ids=["cookies are dropped", "a program"])
@pytest.mark.parametrize("each", [1, 2])
def test_a_late_crowd_makes_no_page_longer_by_more_than_a_tenth(
    club: Oak, watch: Watch, marks: str, each: int
) -> None:
    ordinary(club)
    watch.passes(2 * HOUR)
    before = pages(club)
    assert crowd(club, watch, marks, each) == 26
    after = pages(club)
    longer = {name: len(after[name].encode()) / len(before[name].encode()) for name in before}
    assert max(longer.values()) < 1.1, longer
    assert f"New guests also made 26 seats, 26 characters and {26 * each} clocks." in after["Ana"]
    assert f"26 seats, {26 * each} proposals, {26 * each} notes" in after["gm"]


def test_twelve_people_sit_down_together_and_each_is_seen_by_all(club: Oak) -> None:
    for number in range(12):
        person = sit(club, f"phone-{number:06}", f"Player-{number:02}")
        for sent in (ASKED, NOTE, NOTE, OWN):
            club.dispatch(person, **sent)
    for role in ("gm", "player", "tv"):
        page = Visitor(club, role).page().get_data(as_text=True)
        assert [number for number in range(12) if f"Player-{number:02}" not in page] == [], role
        assert "New guests also made" not in page


def test_friends_who_join_a_table_of_yesterday_are_seen_at_once(club: Oak, watch: Watch) -> None:
    ordinary(club)
    watch.passes(24 * HOUR)
    for number in range(8):
        sit(club, f"phone-{number:06}", f"Friend-{number}")
    assert all(f"Friend-{number}" in page for page in pages(club).values() for number in range(8))


def test_a_gm_lets_a_late_group_stay_and_everybody_sees_it(club: Oak, watch: Watch) -> None:
    ordinary(club)
    watch.passes(2 * HOUR)
    friends = [sit(club, f"phone-{number:06}", f"Friend-{number}") for number in range(10)]
    assert "Friend-4" not in pages(club)["tv"]
    link, stay = friends[0].key, [friend.seat for friend in friends]
    seats = [seat["id"] for seat in club.sees()["seats"]]
    assert set(stay) < set(seats)
    done = club.gm(do="key.clear", key=link, keep=seats)
    assert done.summary.endswith("10 seats may stay")
    assert all("Friend-4" in page for page in pages(club).values())
    with pytest.raises(Refused, match="nothing to remove"):
        club.gm(do="key.clear", key=link, keep=seats)


def test_whom_the_gm_let_in_is_not_in_doubt(club: Oak, watch: Watch) -> None:
    ordinary(club)
    club.gm(do="table.edit", settings={"guests": "ask"})
    watch.passes(2 * HOUR)
    for number in range(10):
        guest = replace(club.actor("player"), mark=f"phone-{number:06}")
        asked = club.dispatch(guest, do="seat.claim", name=f"Friend-{number}").result
        club.gm(do="seat.answer", seat=asked["seat"], yes=True)
        club.dispatch(club.actor("player", asked["seat_key"]), do="seat.claim", new=f"Hero-{number}")
    assert all("Hero-4" in page for page in pages(club).values())
