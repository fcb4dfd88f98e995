"""Seats: who sits where, on which device, with whom."""

import pytest

from tests.table.oak import Oak
from webapp.state.audience import GM
from webapp.table.grants import best_grant
from webapp.table.refusals import Forbidden, Invalid, Refused
from webapp.views.journal import journal_lines


def test_a_seat_moves_with_a_yes_and_the_first_device_becomes_a_guest(oak: Oak) -> None:
    mara = oak.character("Mara")
    ana = oak.sit("Ana", mara)
    old = oak.seats["Ana"]
    assert oak.sit_elsewhere(ana.seat or 0).seat == ana.seat
    assert oak.actor("player", old).seat is None
    assert oak.sees()["seats"][0]["character"] == mara
    assert oak.lines("gm")[0] == "Ana's seat is now on another device"


def test_a_seat_that_another_device_holds_is_refused_to_everybody(oak: Oak) -> None:
    ana, ben, mara = oak.sit("Ana"), oak.sit("Ben"), oak.character("Mara")
    before = oak.sees()["seats"]
    for who in (oak.actor("player"), oak.actor("gm"), ben):
        for more in ({}, {"name": "Cleo"}, {"character": mara}):
            with pytest.raises(Refused, match="held by another device") as refused:
                oak.dispatch(who, do="seat.claim", seat=ana.seat, **more)
            assert refused.value.status == 409
            then = "Hand over the seat, and type" if who.role == "gm" else "Request the seat, or get"
            assert then in refused.value.message
    asking = oak.player(do="seat.ask", seat=ana.seat).result["seat_key"]
    with pytest.raises(Refused, match="held by another device"):
        oak.dispatch(oak.actor("player", asking), do="seat.claim", seat=ana.seat)
    oak.gm(do="seat.answer", seat=ana.seat, yes=False)
    assert oak.sees()["seats"] == before
    assert oak.actor("player", oak.seats["Ana"]).seat == ana.seat


def test_who_shows_the_seats_own_key_may_claim_it_again(oak: Oak) -> None:
    """Also from a device that sat down elsewhere meanwhile, or as the GM; each claim gives another key."""
    ana = oak.sit("Ana")
    first = oak.dispatch(ana, do="seat.claim", seat=ana.seat).result["seat_key"]
    with pytest.raises(Refused, match="held by another device"):
        oak.dispatch(ana, do="seat.claim", seat=ana.seat)
    two = best_grant(oak.id, [oak.made.tokens["player"], *[oak.seats.get(oak.sit("Ben").name, ""), first]])
    assert two is not None
    second = oak.dispatch(two.actor(), do="seat.claim", seat=ana.seat).result["seat_key"]
    assert oak.dispatch(oak.actor("gm", second), do="seat.claim", seat=ana.seat).result["seat"] == ana.seat


def test_a_seat_that_nobody_holds_is_claimed_as_it_is(oak: Oak) -> None:
    ana = oak.sit("Ana")
    oak.dispatch(ana, do="seat.leave")
    assert oak.player(do="seat.claim", seat=ana.seat).result["seat"] == ana.seat


def test_a_gm_alone_hands_a_seat_over_and_needs_a_player_link(oak: Oak) -> None:
    ana = oak.sit("Ana")
    for who in (ana, oak.actor("player"), oak.actor("tv")):
        with pytest.raises(Forbidden):
            oak.dispatch(who, do="seat.give", seat=ana.seat)
    result = oak.gm(do="seat.give", seat=ana.seat).result
    assert (result["seat"], len(result["code"])) == (ana.seat, 6)
    assert oak.lines("player")[0] == "Ana joined", "nobody else reads of it"
    for key in [key["id"] for key in oak.sees()["keys"] if key["role"] == "player"]:
        oak.gm(do="key.revoke", key=key)
    with pytest.raises(Refused, match="needs an open player link"):
        oak.gm(do="seat.give", seat=ana.seat)


def test_an_answer_is_for_the_one_who_was_seen_to_ask(oak: Oak) -> None:
    """Also where both are guests, who have one name; without `asker` it is for whoever asks."""
    ana = oak.sit("Ana")
    first = oak.player(do="seat.ask", seat=ana.seat).result["seat_key"]
    seen = oak.sees(ana.audience)["seats"][0]
    oak.dispatch(oak.actor("player", first), do="seat.answer", seat=ana.seat, yes=False)
    second = oak.player(do="seat.ask", seat=ana.seat).result["seat_key"]
    now = oak.sees(ana.audience)["seats"][0]
    assert (seen["asked"], seen["asker"] == now["asker"]) == (now["asked"], False)
    for yes in (True, False):
        with pytest.raises(Refused, match="Another device is asking for this seat now"):
            oak.dispatch(ana, do="seat.answer", seat=ana.seat, yes=yes, asker=seen["asker"])
    oak.dispatch(ana, do="seat.answer", seat=ana.seat, yes=True, asker=now["asker"])
    assert oak.actor("player", second).seat == ana.seat
    assert "asker" not in oak.sees()["seats"][0]


def test_another_name_on_ones_own_seat_is_told_as_that(oak: Oak) -> None:
    ana = oak.sit("Ana")
    oak.dispatch(ana, do="seat.claim", name="Anastasia")
    assert oak.lines()[0] == "Ana is now called Anastasia"


def read(oak: Oak) -> list[tuple[str, str]]:
    """The author and the words of each line, as a page shows them."""
    return [(line.author, line.words) for line in journal_lines(oak.state(), GM)]


def test_older_lines_have_the_seats_name_of_today_and_its_author_too(oak: Oak) -> None:
    ana = oak.sit("Ana")
    oak.dispatch(ana, do="seat.code")
    oak.dispatch(ana, do="seat.claim", name="Anastasia")
    assert read(oak) == [
        ("", "Ana is now called Anastasia"),
        ("Anastasia", "got a code to move to another device"),
        ("", "Anastasia joined"),
    ]


def test_whoever_takes_a_seat_under_another_name_says_in_whose_place(oak: Oak) -> None:
    ana = oak.sit("Ana")
    oak.dispatch(ana, do="seat.leave")
    oak.player(do="seat.claim", seat=ana.seat, name="Ben")
    assert oak.lines("player")[0] == "Ben joined, in Ana's place"


def test_only_the_gm_reads_a_links_name(oak: Oak) -> None:
    """The TV hears of the last player link, because the join code goes with it."""
    for key in [key["id"] for key in oak.sees()["keys"] if key["role"] == "player"]:
        oak.gm(do="key.revoke", key=key)
    assert (oak.lines("gm")[0], oak.lines("tv")[0]) == ("Link “First link” revoked", "A link was revoked")


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
    oak.dispatch(ana, do="seat.leave")
    assert oak.sees("player")["seats"] == [{"id": ana.seat, "name": "Ana", "character": None, "taken": False}]


def test_the_journal_says_whether_joining_by_code_was_switched_on(oak: Oak) -> None:
    lines = []
    for on in (True, False, True):
        oak.gm(do="join.set", on=on)
        lines.append(oak.lines()[0])
    assert lines == [
        "New join code",
        "Joining by code is off",
        "Joining by code is on, with a new code",
    ]


@pytest.mark.parametrize("again", ["Ana", "ana", "Аna", "A\u200bna", "Ána"])
def test_a_second_player_of_a_name_gets_a_number_on_every_screen(oak: Oak, again: str) -> None:
    oak.sit("Ana")
    oak.player(do="seat.claim", name=again)
    second = oak.sees()["seats"][1]["name"]
    assert second.endswith(" (2)")
    assert oak.lines("gm")[0] == f"{second} joined"


def test_a_seat_keeps_its_own_name(oak: Oak) -> None:
    ana = oak.sit("Ana")
    oak.dispatch(oak.actor("player", oak.seats["Ana"]), do="seat.claim", seat=ana.seat, name="Ana")
    assert oak.sees()["seats"][0]["name"] == "Ana"


@pytest.mark.parametrize("name", ["GM", "g m", "ＧＭ", "ԌМ"])
def test_no_player_looks_like_the_gm(oak: Oak, name: str) -> None:
    with pytest.raises(Invalid, match="looks like the GM"):
        oak.player(do="seat.claim", name=name)
    with pytest.raises(Invalid, match="looks like the GM"):
        oak.player(do="seat.claim", name="Ana", new=name)
    assert oak.sees()["seats"] == []
    ana = oak.sit("Ana", oak.character("Mara"))
    with pytest.raises(Invalid, match="looks like the GM"):
        oak.dispatch(ana, do="character.edit", character=oak.sees()["cast"][0]["id"], name=name)
