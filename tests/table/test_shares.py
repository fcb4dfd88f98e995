"""What one seat, and one link's guests, may use of a table; what stays for others and for the GM."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask

from tests.table.oak import Oak
from tests.table.watch import Watch
from webapp.services import services
from webapp.state.makers import link_of, made_through, seat_of
from webapp.store.models import Note
from webapp.table.actor import Actor
from webapp.table.grants import best_grant
from webapp.table.refusals import Refused, TableFull
from webapp.table.shares import (
    HOLDS,
    LINKS_SEATS,
    ShareUsedUp,
    holder_of,
    spend,
    spent_shares,
    spoken_time,
)

NOTE = {"do": "note.add", "text": "The door creaks.", "visibility": "shown"}
MEGABYTE = 2**20


@pytest.fixture
def club(app: Flask, watch: Watch) -> Oak:
    """A table on a server with its limits on."""
    oak = Oak.start(app)
    services().dispatcher.most = 128 * MEGABYTE
    return oak


def guest_of(oak: Oak, number: int) -> Actor:
    """Somebody with the player link, on a device of their own."""
    return replace(oak.actor("player"), mark=f"phone-{number:06}")


def seated(oak: Oak, guest: Actor, **more: Any) -> Actor:
    seat = oak.dispatch(guest, do="seat.claim", **more).result["seat"]
    return replace(guest, seat=seat)


def often(oak: Oak, who: Actor, **sent: Any) -> Iterator[dict[str, Any]]:
    """Do the same again and again until it is refused."""
    while True:
        try:
            yield oak.dispatch(who, **sent).result
        except Refused:
            return


# ---- for whom a thing counts ----------------------------------------------------------------------


def test_whatever_a_player_makes_counts_for_the_link_and_device(oak: Oak) -> None:
    guest, ana = guest_of(oak, 1), oak.sit("Ana")
    ben = seated(oak, guest, name="Ben")
    oak.dispatch(ben, **NOTE)
    oak.dispatch(ana, **NOTE)
    oak.gm(**NOTE)
    state, link = oak.state(), guest.key or 0
    made = made_through(state, link, guest.device)
    assert {kind: len(rows) for kind, rows in made.items()} == {"seat": 1, "note": 1}
    assert len(made_through(state, link)["note"]) == 2
    assert [seat_of(row) for row in made["note"]] == [ben.seat]
    assert link_of(None) is seat_of(state.all(Note).popitem()[1]) is None
    holders = [holder_of(who) for who in (guest, ben, oak.actor("gm"))]
    assert holders == [f"link:{link}", f"seat:{ben.seat}", None]


# ---- what one seat may have -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "sent"),
    [
        ("note", NOTE),
        ("note", {"do": "note.add", "text": "Mine alone."}),
        ("proposal", {"do": "proposal.make", "command": {"do": "tag.add", "name": "Fog"}}),
        ("clock", {"do": "clock.add", "name": "Tide"}),
    ],
)
def test_a_seats_share_is_its_own_and_leaves_room_for_all_others(
    oak: Oak, kind: str, sent: dict[str, Any]
) -> None:
    oak.gm(do="table.edit", settings={"players_clocks": "free"})
    ana, ben = oak.sit("Ana"), oak.sit("Ben")
    assert sum(1 for _ in often(oak, ana, **sent)) == HOLDS[kind]
    with pytest.raises(TableFull, match=rf"You already have {HOLDS[kind]} .*a seat's share"):
        oak.dispatch(ana, **sent)
    oak.dispatch(ben, **sent)
    oak.gm(**sent)


def test_many_seats_full_of_notes_leave_all_of_the_gms_room(oak: Oak) -> None:
    for number in range(4):
        assert sum(1 for _ in often(oak, oak.sit(f"Player {number}"), **NOTE)) == HOLDS["note"]
    assert oak.gm(**NOTE).result["note"]


def test_what_is_removed_or_answered_is_free_again(oak: Oak) -> None:
    ana = oak.sit("Ana")
    notes = [made["note"] for made in often(oak, ana, **NOTE)]
    oak.dispatch(ana, do="note.remove", note=notes[0])
    oak.dispatch(ana, **NOTE)


# ---- seats ----------------------------------------------------------------------------------------


def test_twelve_people_behind_one_address_sit_down_at_once(club: Oak) -> None:
    seats = {seated(club, guest_of(club, number), name=f"P{number}").seat for number in range(12)}
    assert len(seats) == 12


def test_one_link_makes_twelve_seats_at_once_and_then_one_every_five_minutes(club: Oak, watch: Watch) -> None:
    made = sum(1 for _ in often(club, club.actor("player"), do="seat.claim"))
    assert made == 12
    with pytest.raises(ShareUsedUp, match=r"their share of new seats.*free seat.*in 5 minutes") as refused:
        club.player(do="seat.claim")
    assert (refused.value.status, refused.value.headers) == (429, {"Retry-After": "300"})
    watch.passes(300)
    club.player(do="seat.claim")
    with pytest.raises(ShareUsedUp):
        club.player(do="seat.claim")


def test_a_free_seat_can_be_taken_when_no_new_one_can_be_made(club: Oak) -> None:
    first, *_ = often(club, club.actor("player"), do="seat.claim")
    club.dispatch(replace(club.actor("player"), seat=first["seat"]), do="seat.leave")
    assert club.player(do="seat.claim", seat=first["seat"]).result["seat"] == first["seat"]


def test_a_seat_that_a_device_made_and_left_is_taken_instead_of_a_new_one(club: Oak) -> None:
    """So one phone leaves no row of empty seats behind."""
    guest = guest_of(club, 1)
    ana = seated(club, guest, name="Ana")
    club.dispatch(ana, do="seat.leave")
    assert seated(club, guest, name="Anna").seat == ana.seat
    assert [seat["name"] for seat in club.sees()["seats"]] == ["Anna"]
    assert seated(club, guest_of(club, 2)).seat != ana.seat


def test_one_device_makes_two_seats_and_then_waits(club: Oak) -> None:
    guest = guest_of(club, 1)
    assert sum(1 for _ in often(club, guest, do="seat.claim")) == 2
    seated(club, guest_of(club, 2))


def test_other_links_and_the_gm_have_seats_left(club: Oak, watch: Watch) -> None:
    while sum(1 for _ in often(club, club.actor("player"), do="seat.claim")):
        watch.passes(3600)
    assert len(club.sees()["seats"]) == LINKS_SEATS
    with pytest.raises(TableFull, match=r"32 seats were made through this link.*another link"):
        club.player(do="seat.claim")
    other = club.gm(do="key.add", role="player", name="Friends").result["key"]
    seated(club, replace(club.actor("player"), key=other))


# ---- asking for a seat ----------------------------------------------------------------------------


def test_whoever_hears_no_waits_longer_each_time_before_asking_again(club: Oak, watch: Watch) -> None:
    ana, guest = club.sit("Ana"), guest_of(club, 1)
    for wait in ("30 seconds", "2 minutes", "10 minutes", "30 minutes", "30 minutes"):
        club.dispatch(guest, do="seat.ask", seat=ana.seat)
        club.gm(do="seat.answer", seat=ana.seat, yes=False)
        with pytest.raises(ShareUsedUp, match=rf"The answer was no.*again in {wait}") as refused:
            club.dispatch(guest, do="seat.ask", seat=ana.seat)
        watch.passes(float(refused.value.headers["Retry-After"]))
    watch.passes(3600)
    club.dispatch(guest, do="seat.ask", seat=ana.seat)
    club.gm(do="seat.answer", seat=ana.seat, yes=False)
    with pytest.raises(ShareUsedUp, match="again in 30 seconds"):
        club.dispatch(guest, do="seat.ask", seat=ana.seat)


def test_a_no_to_one_device_is_none_to_another_unless_there_are_many(club: Oak, watch: Watch) -> None:
    ana = club.sit("Ana")
    for number in range(6):
        club.dispatch(guest_of(club, number), do="seat.ask", seat=ana.seat)
        club.gm(do="seat.answer", seat=ana.seat, yes=False)
        watch.passes(10)
    with pytest.raises(ShareUsedUp, match=r"The answer was no.*again in 50 seconds"):
        club.dispatch(guest_of(club, 7), do="seat.ask", seat=ana.seat)
    watch.passes(50)
    club.dispatch(guest_of(club, 7), do="seat.ask", seat=ana.seat)


def test_asking_and_taking_it_back_is_not_done_without_end(club: Oak) -> None:
    ana, guest = club.sit("Ana"), guest_of(club, 1)
    for _ in range(12):
        club.dispatch(guest, do="seat.ask", seat=ana.seat)
        club.dispatch(replace(guest, asking=ana.seat), do="seat.answer", seat=ana.seat, yes=False)
    with pytest.raises(ShareUsedUp, match="their share of requests for a seat"):
        club.dispatch(guest, do="seat.ask", seat=ana.seat)


def waiting(oak: Oak, number: int, name: str = "Guest") -> dict[str, Any]:
    return oak.dispatch(guest_of(oak, number), do="seat.claim", name=name).result


def decline_all(oak: Oak) -> None:
    asked = [seat for seat in oak.sees()["seats"] if "asker" in seat]
    also = [seat["asker"] for seat in asked[1:]]
    oak.gm(do="seat.answer", seat=asked[0]["id"], yes=False, also=also)


def test_requests_to_join_use_up_no_new_seats_and_declining_all_makes_room(club: Oak) -> None:
    for number in range(12):
        seated(club, guest_of(club, number))
    club.gm(do="table.edit", settings={"guests": "ask"})
    for round_ in range(3):
        for number in range(12):
            waiting(club, 100 + 20 * round_ + number)
        with pytest.raises(TableFull, match="12 people ask to join already"):
            waiting(club, 99)
        decline_all(club)
    waiting(club, 99, "Cleo")
    assert club.sees()["seats"][-1]["asked"] == "Cleo"


def test_one_device_has_one_request_to_join(club: Oak) -> None:
    club.gm(do="table.edit", settings={"guests": "ask"})
    for name in ("Ana", "Anna"):
        waiting(club, 1, name)
    assert [seat["name"] for seat in club.sees()["seats"]] == ["Anna"]


@pytest.mark.parametrize("lifts", ["key.clear", "key.lift"])
def test_the_gm_makes_room_for_newcomers_at_once(club: Oak, watch: Watch, lifts: str) -> None:
    guest = club.actor("player")
    club.dispatch(guest, do="seat.claim")
    watch.passes(60)
    assert sum(1 for _ in often(club, guest, do="seat.claim")) == 11
    with pytest.raises(ShareUsedUp):
        seated(club, guest_of(club, 1))
    club.gm(do=lifts, key=guest.key)
    seated(club, guest_of(club, 1))


def test_the_link_that_a_device_opened_last_is_the_one_that_counts(club: Oak) -> None:
    other = club.gm(do="key.add", role="player", name="Friends").result
    first, second = club.made.tokens["player"], other["link"].rpartition("/")[2]
    for tokens, counts in (([first, second], club.actor("player").key), ([second, first], other["key"])):
        grant = best_grant(club.id, tokens)
        assert grant is not None
        assert grant.key == counts


# ---- the pause ------------------------------------------------------------------------------------


def test_guests_pause_twice_in_ten_minutes_and_seats_go_on(club: Oak, watch: Watch) -> None:
    ana, guest = club.sit("Ana"), guest_of(club, 1)
    for _ in range(2):
        club.dispatch(guest, do="pause.set", on=True)
        club.gm(do="pause.set", on=False)
    with pytest.raises(ShareUsedUp, match="guests of this link have used up their share of pauses"):
        club.dispatch(guest_of(club, 2), do="pause.set", on=True)
    club.dispatch(ana, do="pause.set", on=True)
    assert club.lines()[0] == "The table is paused"
    [(holder, deed, _)] = spent_shares(club.state(), watch.time.timestamp())
    assert (holder, deed) == (f"link:{guest.key}", "pauses")


def test_a_seat_can_pause_at_least_once_a_minute_whatever_it_has_used_up(club: Oak, watch: Watch) -> None:
    ana = club.sit("Ana")
    fill_share(club, ana)
    for _ in range(20):
        club.dispatch(ana, do="pause.set", on=True)
        club.gm(do="pause.set", on=False)
        watch.passes(60)
    for _ in range(5):
        club.dispatch(ana, do="pause.set", on=True)
        club.gm(do="pause.set", on=False)
    with pytest.raises(ShareUsedUp, match="You have used up your share of pauses for now"):
        club.dispatch(ana, do="pause.set", on=True)
    watch.passes(60)
    club.dispatch(ana, do="pause.set", on=True)


def pauses(oak: Oak, people: list[Actor]) -> int:
    """Everybody pauses, and the GM goes on each time; how often it was possible."""
    done = 0
    for who in people:
        with suppress(ShareUsedUp):
            oak.dispatch(who, do="pause.set", on=True)
            oak.gm(do="pause.set", on=False)
            done += 1
    return done


def test_people_whom_the_table_does_not_know_share_their_pauses(club: Oak, watch: Watch) -> None:
    ana, *_ = [seated(club, guest_of(club, number)) for number in range(4)]
    watch.passes(60)
    new = [seated(club, guest_of(club, number)) for number in range(4, 12)]
    assert pauses(club, new) == 3
    with pytest.raises(ShareUsedUp, match="New people at this table have used up their share of pauses"):
        club.dispatch(new[-1], do="pause.set", on=True)
    assert pauses(club, [ana] * 5) == 5, "whoever is known has all of the own share"
    for _ in range(10):
        watch.passes(60)
        assert pauses(club, new * 2) == 3
    link, stays = ana.key, [new[0].seat]
    assert link is not None
    club.gm(do="key.clear", key=link, keep=[ana.seat, *stays])
    assert pauses(club, [new[0]] * 5) >= 3, "whom the GM lets stay has a share of the own"


def test_people_whom_the_table_does_not_know_share_the_ends_of_a_pause(club: Oak, watch: Watch) -> None:
    for number in range(4):
        seated(club, guest_of(club, number))
    watch.passes(60)
    new, ended = [seated(club, guest_of(club, number)) for number in range(4, 12)], 0
    for who in new:
        club.gm(do="pause.set", on=True)
        with suppress(ShareUsedUp):
            club.dispatch(who, do="pause.set", on=False)
            ended += 1
            continue
        club.gm(do="pause.set", on=False)
    assert ended == 3


def test_the_gm_reads_how_often_new_people_paused_but_not_who(club: Oak, watch: Watch) -> None:
    known = [seated(club, guest_of(club, number)) for number in range(4)]
    watch.passes(60)
    new = [seated(club, guest_of(club, number)) for number in range(4, 12)]
    lines = []
    for _ in range(3):
        assert pauses(club, new) == 3
        pauses(club, known)
        lines.append([guests.words for guests in club.view().guests])
        watch.passes(60)
    assert lines == [["8 seats"], ["8 seats and 6 pauses"], ["8 seats and 9 pauses"]]
    assert [guests.words for guests in club.view("player").guests] == []
    club.gm(do="key.lift", key=new[0].key)
    assert [guests.words for guests in club.view().guests] == ["8 seats"]
    watch.passes(7200)
    assert pauses(club, new) == 3
    assert [guests.words for guests in club.view().guests] == ["8 seats"], "an hour later it is forgotten"


# ---- what is written ------------------------------------------------------------------------------


def fill_share(oak: Oak, who: Actor, most: int = MEGABYTE) -> None:
    """Edit one note again and again, with long texts of emoji, until the seat's share is full."""
    services().dispatcher.most = most
    note = oak.dispatch(who, **NOTE).result["note"]
    for _ in often(oak, who, do="note.edit", note=note, text="🐉" * 300):
        pass
    with pytest.raises(
        ShareUsedUp, match=r"Your seat has written .* a share.*leaving and removing still work"
    ):
        oak.dispatch(who, do="note.edit", note=note, text="🐉" * 300)


def test_who_edits_without_end_fills_the_own_share_alone(club: Oak, watch: Watch) -> None:
    ana, ben = club.sit("Ana"), club.sit("Ben")
    fill_share(club, ana)
    before = club.state().table.written
    assert before < MEGABYTE / 32
    with pytest.raises(ShareUsedUp):
        club.dispatch(ana, **NOTE | {"text": "🐉" * 300})
    assert club.state().table.written == before
    club.dispatch(ben, **NOTE)
    club.gm(**NOTE)
    club.gm(do="key.add", role="player", name="Friends")
    watch.passes(6 * 3600)
    club.dispatch(ana, **NOTE)


def test_the_players_fill_their_part_and_the_gm_has_the_rest(club: Oak, watch: Watch) -> None:
    ana, ben = club.sit("Ana"), club.sit("Ben")
    most = services().dispatcher.most = MEGABYTE // 2
    note, refused = club.dispatch(ana, **NOTE).result["note"], ""
    while "Players have written" not in refused:
        watch.passes(6 * 3600)
        try:
            club.dispatch(ana, do="note.edit", note=note, text=str(watch.time) + 3000 * "x")
        except Refused as full:
            refused = full.message
    assert club.state().table.written < most * 3 / 4
    club.dispatch(ben, **NOTE)
    for who in (ana, ben):
        club.dispatch(who, do="pause.set", on=True)
        club.dispatch(who, do="pause.set", on=False)
    with pytest.raises(Refused, match=r"Players have written 0.312 MB .*ask your GM"):
        club.dispatch(ana, do="note.edit", note=note, text=3000 * "y")
    scene = club.state().table.active_scene
    for number in range(22):
        club.gm(do="scene.edit", scene=scene, notes=str(number) + 3000 * "x")
    assert club.state().table.written > most * 3 / 4


def test_at_the_end_links_undo_removal_and_pause_still_work(club: Oak) -> None:
    ana = club.sit("Ana")
    tag = club.tag("Fog")
    club.gm(do="tag.add", name="Rain")
    services().dispatcher.most = 1
    with pytest.raises(Refused, match="Undoing, removing, links and exporting still work"):
        club.gm(do="tag.add", name="Snow")
    with pytest.raises(Refused, match="limit on this server"):
        club.dispatch(ana, **NOTE)
    club.gm(do="undo")
    club.gm(do="tag.remove", tag=tag)
    link = club.gm(do="key.add", role="player", name="Friends").result["key"]
    club.gm(do="key.revoke", key=link)
    club.gm(do="join.set", on=True)
    club.dispatch(ana, do="pause.set", on=True)


def test_commands_faster_than_anybody_plays_wait_a_moment(club: Oak, watch: Watch) -> None:
    ana = club.sit("Ana")
    clock = club.clock("Tide", 100, shared=True)
    assert sum(1 for _ in often(club, ana, do="clock.tick", clock=clock)) == 240
    with pytest.raises(ShareUsedUp, match=r"your share of commands for now. Try again in 1 second"):
        club.dispatch(ana, do="clock.tick", clock=clock)
    watch.passes(1)
    club.dispatch(ana, do="clock.tick", clock=clock)
    club.gm(do="clock.tick", clock=clock)


def test_a_server_without_limits_counts_no_time(oak: Oak) -> None:
    for _ in range(20):
        oak.player(do="seat.claim")
    assert "seats" not in str(oak.state().table.used)


def test_uses_of_removed_seats_are_forgotten_once_they_are_many(club: Oak, monkeypatch: Any) -> None:
    monkeypatch.setattr("webapp.table.shares.KEPT", 3)
    ana = club.sit("Ana")
    club.gm(do="seat.remove", seat=ana.seat)
    ben = club.sit("Ben")
    club.dispatch(ben, **NOTE)
    used = club.state().table.used
    assert f"seat:{ana.seat}" not in used
    assert f"seat:{ben.seat}" in used


@pytest.mark.parametrize(
    ("seconds", "said"), [(0.2, "1 second"), (30, "30 seconds"), (89.5, "90 seconds"), (91, "2 minutes")]
)
def test_a_wait_is_said_as_people_say_it(seconds: float, said: str) -> None:
    assert spoken_time(seconds) == said


@pytest.mark.parametrize("now", [1000.0, 1000.04, 1000.06, 1000.099])
def test_what_may_be_done_twice_at_once_may_be_done_at_any_tenth_of_a_second(oak: Oak, now: float) -> None:
    state, actor = oak.state(), oak.actor("player")
    state.paced, state.now = True, now
    for _ in range(2):
        spend(state, actor, "pauses")
    with pytest.raises(ShareUsedUp, match="in 5 minutes"):
        spend(state, actor, "pauses")
