"""What one seat, and one link's guests, may use of a table; what stays for others and for the GM."""

from dataclasses import replace

from tests.table.oak import Oak
from webapp.store.models import Note
from webapp.table.shares import devices_of, holder_of, link_of, made_through, seat_of


def test_whatever_a_player_makes_counts_for_the_link_and_device(oak: Oak) -> None:
    guest = replace(oak.actor("player"), mark="phone-number")
    ana = oak.sit("Ana")
    seat = oak.dispatch(guest, do="seat.claim", name="Ben").result["seat"]
    ben = replace(guest, seat=seat)
    oak.dispatch(ben, do="note.add", text="The door creaks.", visibility="shown")
    oak.dispatch(ana, do="note.add", text="The cellar is wet.", visibility="shown")
    oak.gm(do="note.add", text="They come at night.")
    state = oak.state()
    made = made_through(state, guest.key or 0, guest.device)
    assert {kind: len(rows) for kind, rows in made.items()} == {"seat": 1, "note": 1}
    assert devices_of(state, guest.key or 0)[guest.device or ""] == {"seat": 1, "note": 1}
    assert len(made_through(state, guest.key or 0)["note"]) == 2
    assert [seat_of(row) for row in made["note"]] == [seat]
    assert link_of(None) is seat_of(state.all(Note).popitem()[1]) is None
    assert (holder_of(guest), holder_of(ben), holder_of(oak.actor("gm"))) == (
        f"link:{guest.key}",
        f"seat:{seat}",
        None,
    )
