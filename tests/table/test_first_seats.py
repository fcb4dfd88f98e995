"""What others do puts none of a table's first seats in doubt, and of a first seat only what is too much."""

from dataclasses import replace

import pytest
from flask import Flask

from tests.pages.visitor import Visitor
from tests.table.oak import Oak
from tests.table.watch import Watch
from webapp.services import project_for, services
from webapp.state.guests import GuestWork, guests_of
from webapp.table.actor import Actor
from webapp.table.refusals import Refused


@pytest.fixture
def oak(app: Flask, watch: Watch) -> Oak:
    """A table on a server with its limits on, which remembers who came first."""
    oak = Oak.start(app, ruleset="razorweave")
    services().dispatcher.most = 128 * 2**20
    return oak


def sit(oak: Oak, watch: Watch, name: str, **more: object) -> Actor:
    """Somebody takes a seat on a phone of their own, a minute after the last one."""
    watch.passes(60)
    guest = replace(oak.actor("player"), mark=f"{name.lower()}s-phone")
    return replace(guest, seat=oak.dispatch(guest, do="seat.claim", name=name, **more).result["seat"])


def share(oak: Oak, who: Actor, notes: int) -> None:
    for number in range(notes):
        oak.dispatch(who, do="note.add", text=f"Note {number}", visibility="shown")


def check(oak: Oak, who: Actor, times: int = 1) -> list[int]:
    return [oak.dispatch(who, do="check.call", intent="climb").result["check"] for _ in range(times)]


def clocks(oak: Oak, who: Actor, number: int) -> None:
    for each in range(number):
        oak.dispatch(who, do="clock.own", name=f"Plan {each}")


def link(oak: Oak) -> int:
    return next(key["id"] for key in oak.sees()["keys"] if key["role"] == "player")


def work(oak: Oak) -> GuestWork:
    return guests_of(oak.state())[0]


def doubted(oak: Oak) -> list[str]:
    return [seat.name for seat in work(oak).seats if not seat.stays]


@pytest.fixture
def flooded(oak: Oak, watch: Watch) -> tuple[Actor, Actor]:
    """Anna has a check and ten notes; Vex, the second at the table, wrote 51 and calls eight checks."""
    anna, vex = sit(oak, watch, "Anna", new="Mara"), sit(oak, watch, "Vex", new="Grue")
    check(oak, anna)
    share(oak, anna, 10)
    share(oak, vex, 51)
    check(oak, vex, 8)
    return anna, vex


def test_what_another_shares_takes_no_check_off_the_gms_page(oak: Oak, flooded: tuple[Actor, Actor]) -> None:
    page = Visitor(oak, "gm").page().text
    assert "<bdi>Mara: climb</bdi>" in page
    assert "Cancel 9 checks" not in page
    assert (doubted(oak), work(oak).flood_of("check"), work(oak).words) == ([], (), "")


def test_a_first_seat_that_floods_is_named_and_goes_with_one_press(
    oak: Oak, flooded: tuple[Actor, Actor]
) -> None:
    _, vex = flooded
    gm = Visitor(oak, "gm")
    waits = gm.page().text.partition('id="waits"')[2].partition("waits-more")[0]
    assert "Vex: 51 notes and 8 checks" in waits
    assert "Anna: " not in waits
    sheet = gm.client.get(f"/t/{oak.id}/moves/people").text
    known = sheet.partition('id="seats"')[2].partition("</ul>")[0]
    assert 'aria-label="Remove Vex and 51 notes, 8 checks and 1 character"' in known
    gm.post(do="seat.remove", seat=str(vex.seat), made="true")
    seen = oak.sees()
    assert [seat["name"] for seat in seen["seats"]] == ["Anna"]
    assert [who["name"] for who in seen["cast"]] == ["Mara"]
    waiting = [each for each in seen["checks"] if each["state"] == "called"]
    assert (len(seen["notes"]), len(waiting)) == (10, 1)
    assert (work(oak).words, doubted(oak)) == ("", [])
    oak.gm(do="undo")
    assert len(oak.sees()["notes"]) == 61


def test_the_links_clean_up_takes_from_a_first_seat_only_what_is_too_much(
    oak: Oak, flooded: tuple[Actor, Actor]
) -> None:
    done = oak.gm(do="key.clear", key=link(oak))
    assert done.result["removed"] == {"note": 51}
    seen = oak.sees()
    assert ([seat["name"] for seat in seen["seats"]], len(seen["notes"])) == (["Anna", "Vex"], 10)
    assert len(seen["checks"]) == 9


def test_all_checks_that_a_seat_may_call_are_counted_beside_anothers(
    oak: Oak, flooded: tuple[Actor, Actor]
) -> None:
    _, vex = flooded
    check(oak, vex, 4)
    page = Visitor(oak, "gm").page().text
    assert "<bdi>Mara: climb</bdi>" in page
    assert "Cancel 12 checks of Guests on" in page
    oak.gm(do="key.clear", key=link(oak), kinds=["check"])
    waiting = [each for each in oak.sees()["checks"] if each["state"] == "called"]
    assert [each["who"] for each in waiting] == ["Mara"]


def test_a_known_players_character_stays_in_the_cast_whatever_others_count(oak: Oak, watch: Watch) -> None:
    sit(oak, watch, "Anna", new="Mara")
    ben = sit(oak, watch, "Ben", new="Silas")
    clocks(oak, ben, 3)
    for name in ("Vex", "Anon", "Anon too"):
        clocks(oak, sit(oak, watch, name), 6)
    assert (doubted(oak), work(oak).things) == ([], ())
    with pytest.raises(Refused, match="nothing to remove"):
        oak.gm(do="key.clear", key=link(oak))
    for name in ("Anon three", "Anon four"):
        clocks(oak, sit(oak, watch, name, new=name), 6)
    assert doubted(oak) == ["Anon too", "Anon three", "Anon four"]
    page = Visitor(oak, "gm").page().text
    assert 'aria-label="Open Silas' in page or ">Silas<" in page
    oak.gm(do="key.clear", key=link(oak))
    seen = oak.sees()
    assert [seat["name"] for seat in seen["seats"]] == ["Anna", "Ben", "Vex", "Anon"]
    assert [who["name"] for who in seen["cast"]] == ["Mara", "Silas"]


def test_a_later_seat_with_a_little_is_not_taken_along_with_anothers_flood(oak: Oak, watch: Watch) -> None:
    for name in ("Anna", "Ben", "Cleo", "Dan"):
        sit(oak, watch, name)
    eve, vex = sit(oak, watch, "Eve"), sit(oak, watch, "Vex")
    share(oak, eve, 10)
    share(oak, vex, 51)
    check(oak, sit(oak, watch, "Finn", new="Finn's hero"))
    assert doubted(oak) == ["Vex"]


def test_a_crowd_without_characters_puts_no_first_seat_in_doubt(oak: Oak, watch: Watch) -> None:
    for number in range(10):
        sit(oak, watch, f"Guest-{number}")
    assert doubted(oak) == [f"Guest-{number}" for number in range(4, 10)]


def test_characters_that_nobody_plays_are_counted_and_a_seats_own_is_not(oak: Oak, watch: Watch) -> None:
    for name in ("Anna", "Ben", "Cleo", "Dan"):
        sit(oak, watch, name, new=f"{name}'s hero")
    for name in ("Vex", "Anon", "Anon too"):
        watch.passes(60)
        oak.sit(name)
        for number in range(8):
            claims = {"character": None} if number % 2 else {"new": f"{name} {number}"}
            done = oak.dispatch(oak.actor("player", oak.seats[name]), do="seat.claim", **claims)
            oak.seats[name] = done.result["seat_key"]
    assert doubted(oak) == ["Vex", "Anon", "Anon too"]
    assert len(work(oak).flood_of("character")) == 12


def test_notes_of_a_new_guest_for_one_player_are_counted_on_that_players_page(oak: Oak, watch: Watch) -> None:
    anna = sit(oak, watch, "Anna")
    for name in ("Ben", "Cleo", "Dan"):
        sit(oak, watch, name)
    vex = sit(oak, watch, "Vex")
    oak.dispatch(vex, do="note.add", text="For all", visibility="shown")
    for number in range(12):
        oak.dispatch(vex, do="note.add", text=f"Psst {number}", only=anna.seat)
    listed = project_for(oak.state(), anna.audience).listed
    assert [note.text for note in listed.notes] == ["Psst 11"]
    assert [note.text for note in project_for(oak.state(), vex.audience).listed.notes][-1] == "Psst 11"
    assert len(project_for(oak.state(), vex.audience).listed.notes) == 13
