"""What guests of a link made: what is in doubt, what goes in one entry, and what comes back with undo."""

from dataclasses import replace

import pytest
from flask import Flask

from tests.table.oak import Oak
from webapp.services import project_for, services
from webapp.state.guests import GuestWork, guests_of
from webapp.table.actor import Actor
from webapp.table.grants import best_grant
from webapp.table.refusals import Forbidden, Missing, Refused


def phone(oak: Oak, mark: str, seat: int | None = None) -> Actor:
    """A device with the player link, and with its seat if it has one."""
    return replace(oak.actor("player"), mark=mark, seat=seat)


def sit(oak: Oak, mark: str, name: str, **more: object) -> Actor:
    return phone(oak, mark, oak.dispatch(phone(oak, mark), do="seat.claim", name=name, **more).result["seat"])


def flood(oak: Oak, seats: int = 4, each: int = 3) -> list[Actor]:
    """A guest's phones take two seats each, and ask for things and write notes from each seat."""
    guests = [sit(oak, f"grief-phone{number // 2}", f"Troll {number}") for number in range(seats)]
    for guest in guests:
        for number in range(each):
            wanted = {"do": "tag.add", "name": f"Spam {number}"}
            oak.dispatch(guest, do="proposal.make", command=wanted)
            oak.dispatch(guest, do="note.add", text=f"Spam {number}", visibility="shown")
    return guests


@pytest.fixture
def ana(oak: Oak) -> Actor:
    """Ana plays here: a proposal, a shared note and a clock of hers."""
    ana = sit(oak, "anas-phone12", "Ana", new="Mara")
    oak.dispatch(ana, do="proposal.make", command={"do": "tag.add", "name": "Fog"})
    oak.dispatch(ana, do="note.add", text="The door creaks.", visibility="shown")
    oak.dispatch(ana, do="clock.own", name="My debt", segments=4)
    return ana


def link(oak: Oak) -> int:
    return next(key["id"] for key in oak.sees()["keys"] if key["role"] == "player")


def work(oak: Oak) -> GuestWork:
    return guests_of(oak.state())[0]


def holds(oak: Oak) -> dict[str, int]:
    seen = oak.sees()
    return {kind: len(seen[kind]) for kind in ("seats", "proposals", "notes", "clocks", "cast")}


ANAS = {"seats": 1, "proposals": 1, "notes": 1, "clocks": 1, "cast": 1}


def test_several_seats_of_one_phone_are_in_doubt_and_a_players_own_is_not(oak: Oak, ana: Actor) -> None:
    flood(oak)
    assert [(seat.name, seat.stays) for seat in work(oak).seats] == [
        ("Ana", True),
        *((f"Troll {number}", False) for number in range(4)),
    ]
    assert work(oak).words == "4 seats, 12 proposals and 12 notes"
    assert work(oak).is_flood


def test_an_ordinary_table_is_quiet(oak: Oak, ana: Actor) -> None:
    sit(oak, "bens-phone12", "Ben")
    assert (work(oak).words, work(oak).is_flood) == ("", False)


def test_a_crowd_without_characters_is_in_doubt_and_so_is_whoever_asks_without_end(
    oak: Oak, ana: Actor
) -> None:
    for number in range(9):
        sit(oak, f"some-phone{number:02}", f"Guest {number}")
    assert work(oak).words == "9 seats"
    for number in range(11):
        wanted = {"do": "tag.add", "name": f"Fog {number}"}
        oak.dispatch(ana, do="proposal.make", command=wanted)
    assert [seat.name for seat in work(oak).seats if not seat.stays] == ["Ana"]


def test_all_that_guests_made_goes_in_one_entry_and_a_player_notices_nothing(oak: Oak, ana: Actor) -> None:
    flood(oak)
    mine = oak.sees(ana.audience)
    before = oak.state().table.entries
    done = oak.gm(do="key.clear", key=link(oak))
    said = "4 seats, 12 proposals and 12 notes removed. Undo brings back all but the seats"
    assert done.summary == f"{work(oak).who}: {said}"
    assert done.result["removed"] == {"seat": 4, "proposal": 12, "note": 12}
    assert oak.state().table.entries == before + 1
    assert holds(oak) == ANAS
    now = oak.sees(ana.audience)
    assert [now[kind] for kind in ("cast", "clocks", "proposals")] == [
        mine[kind] for kind in ("cast", "clocks", "proposals")
    ]
    assert oak.lines("player")[0] == "Removed what guests made: 4 seats, 12 proposals and 12 notes"


def test_undo_brings_back_all_but_the_seats(oak: Oak, ana: Actor) -> None:
    guests = flood(oak)
    oak.dispatch(guests[0], do="clock.own", name="Spam", segments=4)
    oak.gm(do="key.clear", key=link(oak))
    oak.gm(do="undo")
    assert holds(oak) == {**ANAS, "proposals": 13, "notes": 13, "clocks": 2}
    oak.gm(do="redo")
    assert holds(oak) == ANAS


def test_a_device_whose_seat_went_is_a_guest_again(oak: Oak) -> None:
    key = oak.player(do="seat.claim", name="Ana").result["seat_key"]
    oak.gm(do="key.clear", key=link(oak), keep=[])
    grant = best_grant(oak.id, [oak.made.tokens["player"], key])
    assert grant is not None
    assert grant.seat is None
    with pytest.raises(Refused, match="cannot be undone"):
        oak.gm(do="undo", entry=oak.lately())


def test_the_gm_says_which_seats_stay(oak: Oak, ana: Actor) -> None:
    guests = flood(oak, seats=2, each=1)
    oak.gm(do="key.clear", key=link(oak), keep=[guests[1].seat])
    assert [seat["name"] for seat in oak.sees()["seats"]] == ["Troll 1"]
    assert holds(oak) == {"seats": 1, "proposals": 1, "notes": 1, "clocks": 0, "cast": 0}


def test_a_guests_character_goes_too(oak: Oak, ana: Actor) -> None:
    flood(oak, seats=1, each=2)
    sit(oak, "grief-phone0", "Troll", new="Grue")
    assert work(oak).words == "2 seats, 2 proposals, 2 notes and 1 character"
    oak.gm(do="key.clear", key=link(oak))
    assert holds(oak) == ANAS


def test_only_one_kind_goes_if_the_gm_wants_that(oak: Oak, ana: Actor) -> None:
    flood(oak)
    oak.gm(do="key.clear", key=link(oak), kinds=["proposal"])
    assert holds(oak) == {**ANAS, "seats": 5, "notes": 13}


def test_private_notes_go_uncounted_with_their_seat(oak: Oak) -> None:
    guest = sit(oak, "grief-phone1", "Troll")
    oak.dispatch(guest, do="note.add", text="Mine")
    done = oak.gm(do="key.clear", key=link(oak), keep=[])
    assert done.result["removed"] == {"seat": 1}


def test_what_a_removed_seat_made_still_goes_with_the_links_guests(oak: Oak, ana: Actor) -> None:
    guests = flood(oak, seats=2, each=1)
    for guest in guests:
        oak.gm(do="table.edit", settings={"players_clocks": "free"})
        oak.dispatch(guest, do="clock.add", name="Spam", segments=4)
        oak.gm(do="seat.remove", seat=guest.seat)
    assert work(oak).words == "2 proposals, 2 notes and 2 clocks"
    oak.gm(do="key.clear", key=link(oak))
    assert holds(oak) == ANAS


def test_a_removed_seats_own_clocks_go_with_it_and_undo_brings_them_back(oak: Oak, ana: Actor) -> None:
    oak.gm(do="clock.add", name="The mob", owner=ana.seat)
    done = oak.gm(do="seat.remove", seat=ana.seat)
    said = "Ana's seat was removed, with 1 clock of its own. Undo brings back all but the seat"
    assert done.summary == said
    assert oak.lines("player")[0] == "Ana's seat was removed"
    assert [clock["name"] for clock in oak.sees()["clocks"]] == ["The mob"]
    assert oak.sees("player")["clocks"] == []
    oak.gm(do="undo")
    assert [clock["name"] for clock in oak.sees()["clocks"]] == ["My debt", "The mob"]
    assert work(oak).words == "1 proposal, 1 note, 1 clock and 1 character"


def test_a_seat_without_clocks_of_its_own_is_removed_for_good(oak: Oak, ana: Actor) -> None:
    ben = sit(oak, "bens-phone12", "Ben")
    assert oak.gm(do="seat.remove", seat=ben.seat).summary == "Ben's seat was removed"
    with pytest.raises(Refused, match="cannot be undone"):
        oak.gm(do="undo", entry=oak.lately())


def test_the_gm_lets_stay_what_was_made_from_a_seat_that_is_gone(oak: Oak, ana: Actor) -> None:
    (troll,) = flood(oak, seats=1, each=1)
    for seat in (ana.seat, troll.seat):
        oak.gm(do="seat.remove", seat=seat)
    gone = [(seat.name, seat.stays, seat.removed) for seat in work(oak).seats]
    assert gone == [("Ana", False, True), ("Troll 0", False, True)]
    kept = {**ANAS, "seats": 0, "clocks": 0}
    oak.gm(do="key.clear", key=link(oak), keep=[ana.seat])
    assert holds(oak) == kept
    assert (work(oak).words, work(oak).seats) == ("", ())
    with pytest.raises(Refused, match="nothing to remove"):
        oak.gm(do="key.clear", key=link(oak))
    oak.gm(do="key.revoke", key=link(oak), clear=True)
    assert holds(oak) == kept


def test_letting_stay_alone_is_a_press_too(oak: Oak, ana: Actor) -> None:
    oak.gm(do="seat.remove", seat=ana.seat)
    done = oak.gm(do="key.clear", key=link(oak), keep=[ana.seat])
    assert done.summary.endswith("1 seat may stay")
    assert work(oak).words == ""


def test_what_came_back_with_undo_is_counted_and_removed_like_before(oak: Oak, ana: Actor) -> None:
    flood(oak)
    sit(oak, "grief-phone0", "Troll", new="Grue")
    oak.gm(do="key.clear", key=link(oak))
    oak.gm(do="undo")
    assert work(oak).words == "12 proposals, 12 notes and 1 character"
    assert work(oak).is_flood
    oak.gm(do="key.clear", key=link(oak))
    assert holds(oak) == ANAS


def test_a_link_is_revoked_with_what_its_removed_seats_made(oak: Oak, ana: Actor) -> None:
    for guest in flood(oak, seats=2):
        oak.gm(do="seat.remove", seat=guest.seat)
    oak.gm(do="key.revoke", key=link(oak), keep=[ana.seat])
    assert holds(oak) == ANAS


def test_a_busy_seat_is_shown_with_all_that_goes_when_it_is_cleared(oak: Oak, ana: Actor) -> None:
    troll = sit(oak, "grief-phone1", "Troll")
    for number in range(12):
        oak.dispatch(troll, do="proposal.make", command={"do": "tag.add", "name": f"Spam {number}"})
    oak.dispatch(troll, do="note.add", text="Spam", visibility="shown")
    oak.dispatch(troll, do="clock.own", name="Spam", segments=4)
    busy = next(seat for seat in work(oak).seats if seat.id == troll.seat)
    assert busy.made == "12 proposals, 1 note and 1 clock"
    assert oak.gm(do="seat.clear", seat=troll.seat).summary == f"Troll: {busy.made} removed"


def test_what_guests_made_is_not_counted_anew_when_a_clock_ticks(oak: Oak, ana: Actor) -> None:
    """A tick costs as much as before, however much guests made."""
    flood(oak)
    alarm = oak.clock("Alarm")
    before = project_for(oak.state()).view.guests
    oak.gm(do="clock.tick", clock=alarm)
    assert project_for(oak.state()).view.guests is before
    oak.dispatch(ana, do="note.add", text="Wet.", visibility="shown")
    assert project_for(oak.state()).view.guests is not before


def test_requests_for_held_seats_are_declined_with_the_guests_that_ask(app: Flask) -> None:
    oak = Oak.start(app)
    services().dispatcher.most = 2**27  # with limits on, the table remembers who asks
    ana = sit(oak, "anas-phone12", "Ana")
    other = oak.gm(do="key.add", role="player", name="Other").result["key"]
    oak.dispatch(phone(oak, "grief-phone1"), do="seat.ask", seat=ana.seat)
    with pytest.raises(Refused, match="nothing to remove"):
        oak.gm(do="key.clear", key=other)
    done = oak.gm(do="key.clear", key=link(oak), keep=[ana.seat])
    assert done.result["removed"] == {"request": 1}
    assert "asked" not in oak.sees()["seats"][0]
    assert oak.lines()[0] == "Removed what guests made: 1 request"


def test_who_only_waits_is_a_request_and_goes_with_the_guests_and_with_the_link(oak: Oak, ana: Actor) -> None:
    oak.gm(do="table.edit", settings={"guests": "ask"})
    key = link(oak)
    oak.dispatch(phone(oak, "bens-phone12"), do="seat.claim", name="Ben")
    assert ([seat.name for seat in work(oak).seats], work(oak).words) == (["Ana"], "")
    oak.dispatch(ana, do="note.add", text="Rain.", visibility="shown")
    oak.gm(do="key.clear", key=key, keep=[ana.seat])
    assert [seat["name"] for seat in oak.sees()["seats"]] == ["Ana"]
    oak.dispatch(phone(oak, "bens-phone12"), do="seat.claim", name="Ben")
    oak.gm(do="key.revoke", key=key)
    assert [seat["name"] for seat in oak.sees()["seats"]] == ["Ana"]


def test_many_who_wait_are_called_to_the_gms_attention(oak: Oak) -> None:
    oak.gm(do="table.edit", settings={"guests": "ask"})
    for number in range(8):
        oak.dispatch(phone(oak, f"some-phone{number:02}"), do="seat.claim", name=f"Guest {number}")
    assert (work(oak).words, work(oak).is_flood) == ("8 requests", True)


def test_a_link_is_called_by_its_role_where_another_has_its_name(oak: Oak, ana: Actor) -> None:
    assert work(oak).who == "Guests on player link “First link”"
    oak.gm(do="key.edit", key=link(oak), name="Club")
    assert work(oak).who == "Guests on Club"


def test_nothing_to_remove_is_said_and_not_done(oak: Oak, ana: Actor) -> None:
    with pytest.raises(Refused, match="there is nothing to remove"):
        oak.gm(do="key.clear", key=link(oak))
    with pytest.raises(Missing):
        oak.gm(do="key.clear", key=1)
    with pytest.raises(Forbidden):
        oak.dispatch(ana, do="key.clear", key=link(oak))


def test_a_link_is_revoked_with_what_its_guests_made(oak: Oak, ana: Actor) -> None:
    flood(oak)
    key, name = link(oak), "First link"
    done = oak.gm(do="key.revoke", key=key, clear=True)
    assert done.summary == f"Link “{name}” revoked; 4 seats, 12 proposals and 12 notes removed"
    assert holds(oak) == ANAS
    assert name not in " ".join(oak.lines("player"))


def test_a_revoked_links_guests_can_be_cleared_later(oak: Oak, ana: Actor) -> None:
    flood(oak)
    key = link(oak)
    oak.gm(do="key.revoke", key=key)
    oak.gm(do="key.clear", key=key)
    assert holds(oak) == ANAS


def test_what_one_seat_made_goes_and_the_seat_stays(oak: Oak, ana: Actor) -> None:
    done = oak.gm(do="seat.clear", seat=ana.seat)
    assert done.summary == "Ana: 1 proposal, 1 note and 1 clock removed"
    assert holds(oak) == {"seats": 1, "proposals": 0, "notes": 0, "clocks": 0, "cast": 1}
    oak.gm(do="undo")
    assert holds(oak) == ANAS
