"""Seats: who sits where, on which device, with whom."""

import pytest

from tests.table.oak import Oak
from webapp.table.refusals import Refused


def test_a_second_device_takes_the_seat_over_and_the_first_becomes_a_guest(oak: Oak) -> None:
    mara = oak.character("Mara")
    ana = oak.sit("Ana", mara)
    old = oak.seats["Ana"]
    new = oak.player(do="seat.claim", seat=ana.seat).result
    assert new["seat"] == ana.seat
    assert oak.actor("player", old).seat is None
    assert oak.actor("player", new["seat_key"]).seat == ana.seat
    assert oak.sees()["seats"][0]["character"] == mara
    assert oak.lines("gm")[0] == "Ana's seat is now on another device"


def test_another_name_on_ones_own_seat_is_told_as_that(oak: Oak) -> None:
    ana = oak.sit("Ana")
    oak.take(ana, do="seat.claim", name="Anastasia")
    assert oak.lines()[0] == "Ana is now called Anastasia"


def test_a_character_is_played_from_one_seat(oak: Oak) -> None:
    mara = oak.character("Mara")
    oak.sit("Ana", mara)
    with pytest.raises(Refused, match="is played by Ana"):
        oak.player(do="seat.claim", name="Ben", character=mara)


def test_a_player_cannot_sit_down_as_an_npc(oak: Oak) -> None:
    guard = oak.character("Guard", kind="npc", visibility="shown")
    with pytest.raises(Refused, match="played by the GM"):
        oak.player(do="seat.claim", name="Ben", character=guard)


def test_leaving_frees_the_seat_for_whoever_comes_next(oak: Oak) -> None:
    ana = oak.sit("Ana")
    oak.take(ana, do="seat.leave")
    assert oak.sees("player")["seats"] == [{"id": ana.seat, "name": "Ana", "character": None, "taken": False}]
