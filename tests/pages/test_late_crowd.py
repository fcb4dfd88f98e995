"""Guests who come late, many at a time, make nobody's page longer; people who sit down together are seen."""

from contextlib import suppress
from dataclasses import replace

import pytest
from flask import Flask

from tests.pages.griefer import ASKED, LONG, ordinary
from tests.pages.test_griefer import pages
from tests.pages.visitor import Visitor
from tests.table.oak import Oak
from tests.table.watch import Watch
from webapp.services import services
from webapp.state.guests import newcomers
from webapp.store.transaction import write_transaction
from webapp.table.actor import Actor
from webapp.table.demo import make_demo
from webapp.table.refusals import Refused
from webapp.table.shares import let_stay

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
    assert "New guests also made 18 seats and 25 characters." in after["Ana"]
    assert f"26 seats, {26 * 2 * each} proposals, {26 * each} notes" in after["gm"]


def in_play(app: Flask, which: str) -> Oak:
    """A usual table of six, or the demo's with four people, whose seats came a minute ago."""
    oak = Oak.start(app) if which == "usual" else Oak(app, make_demo(services().dispatcher))
    services().dispatcher.most = 128 * 2**20
    if which == "usual":
        ordinary(oak)
    else:
        for name in ("Ana", "Ben", "Cleo", "Dan"):
            oak.sit(name, oak.character(f"{name}'s hero", look="Tall, in a red coat"))
    oak.gm(do="table.edit", settings={"players_clocks": "free"})
    return oak


@pytest.mark.parametrize("hours", [0.1, 2.0], ids=["in the first hour", "later"])
@pytest.mark.parametrize(("seats", "each"), [(3, 11), (8, 2), (9, 1), (9, 2)])
@pytest.mark.parametrize("which", ["usual", "demo"])
def test_a_guest_of_a_few_seats_makes_no_page_longer_by_more_than_a_tenth(
    app: Flask, watch: Watch, asked: list[str], which: str, seats: int, each: int, hours: float
) -> None:
    """Each seat is just below what puts it in doubt.

    A page asks the database once for each kind of thing that there is, so one of each is there before.
    """
    calm = in_play(app, which)
    for sent in (ASKED, NOTE, OWN):
        calm.dispatch(replace(calm.actor("player", calm.seats["Ana"]), mark="phone-of-Ana"), **sent)
    oak, statements = in_play(app, which), counted(calm, asked)
    watch.passes(hours * HOUR)
    before = pages(oak)
    for number in range(seats):
        if number == 6:
            watch.passes(1200)  # until the link has seats again
        guest = sit(oak, f"phone-{number:06}", LONG[:40])
        for sent in (ASKED, NOTE, OWN, FOR_ALL) * each:
            with suppress(Refused):
                oak.dispatch(guest, **sent)
    after = pages(oak)
    longer = {name: len(after[name].encode()) / len(before[name].encode()) for name in before}
    assert max(longer.values()) < 1.1, longer
    assert counted(oak, asked) < 1.1 * statements


def counted(oak: Oak, asked: list[str]) -> int:
    """How often everybody's pages ask the database, the second time."""
    pages(oak)
    asked.clear()
    pages(oak)
    return len(asked)


def test_what_newcomers_made_is_seen_by_all_once_the_gm_says_so(club: Oak, watch: Watch) -> None:
    ordinary(club)
    watch.passes(2 * HOUR)
    friends = [sit(club, f"phone-{number:06}", f"Friend-{number}") for number in range(3)]
    for friend in friends:
        club.dispatch(friend, **OWN)
        club.dispatch(friend, **NOTE)
    page = pages(club)["gm"]
    assert (
        "3 clocks and 2 characters of new people, who are <bdi>Friend-0, Friend-1 and Friend-2</bdi>" in page
    )
    assert "<bdi>3 more seats</bdi>" in page, "new seats without a screen are counted"
    own = Visitor(club, "player")
    own.hold(
        club.dispatch(replace(friends[2], seat=None), do="seat.ask", seat=friends[2].seat).result["seat_key"]
    )
    club.gm(do="seat.answer", seat=friends[2].seat, yes=True)
    assert LONG[:43] in own.page().text, "what is mine stays on my page"
    club.gm(do="key.clear", key=friends[0].key, keep=[friend.seat for friend in friends])
    page = pages(club)["gm"]
    assert "of new people" not in page
    assert "more seat" not in page
    assert page.count(f"<bdi>{LONG[:43]}</bdi>") >= 3


def test_a_newcomers_clock_for_all_is_a_proposal_and_its_yes_is_one_for_the_seat(
    club: Oak, watch: Watch
) -> None:
    ordinary(club)
    watch.passes(60)
    friend = sit(club, "phone-000001", "Friend")
    proposal = club.dispatch(friend, **FOR_ALL).result["proposal"]
    club.gm(do="proposal.accept", proposal=proposal)
    assert club.dispatch(friend, **FOR_ALL).result["clock"]


def test_the_first_four_seats_of_a_table_are_known_whoever_is_let_in_later(club: Oak, watch: Watch) -> None:
    people = []
    for number in range(7):
        people.append(sit(club, f"phone-{number:06}", f"Player-{number}").seat)
        watch.passes(60)
    assert newcomers(club.state()) == set(people[4:])
    with write_transaction():
        let_stay(club.state(), [people[5]])
    assert newcomers(club.state()) == {people[4], people[6]}


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
    assert "Friend-9" not in pages(club)["tv"]
    link, stay = friends[0].key, [friend.seat for friend in friends]
    seats = [seat["id"] for seat in club.sees()["seats"]]
    assert set(stay) < set(seats)
    done = club.gm(do="key.clear", key=link, keep=seats)
    assert done.summary.endswith("10 seats may stay")
    assert all(name in page for page in pages(club).values() for name in ("Friend-4", "Friend-9"))
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
