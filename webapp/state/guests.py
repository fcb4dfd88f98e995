"""Tell what the guests of each player link made, and which of their seats look like a flood.

A guest with the player link may take one seat after another and make things from each. `GuestWork` says what
that comes to, for the GM's sheet and for the command that removes it. Which seats belong to people who play
here, nobody can know: the GM decides, and `in_doubt` is only what is proposed.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from webapp.rules.word_lists import and_list
from webapp.state.makers import device_of, made_through, seat_of
from webapp.store.link_models import Link
from webapp.store.models import Check, Clock, Note, Proposal, Seat, Thing
from webapp.store.table_state import TableState

CROWD = 8
"""How many seats without a character may come through a link before they are in doubt."""
BUSY = {"proposal": 12, "note": 40}
"""How many open proposals or shared notes put a seat in doubt."""
FLOOD = {"seat": 8, "proposal": 12, "note": 30, "clock": 12, "check": 12}
"""How many things of a kind, made from seats in doubt, are called to the GM's attention."""
KINDS = ("seat", "proposal", "note", "clock", "check", "character")
"""The kinds of things that are removed with a link's guests, in the order in which they are counted."""
WAITING = ("open", "called")
"""The states of proposals and checks that can still be declined or cancelled."""


@dataclass(frozen=True)
class GuestSeat:
    """A seat that was taken through a link; `stays` says that it is not in doubt."""

    id: int
    name: str
    stays: bool


@dataclass(frozen=True)
class GuestWork:
    """What was made through one player link: its seats, and how much the seats in doubt made.

    `proposals` are the ids of their open proposals.
    """

    link: int
    name: str
    revoked: bool
    seats: tuple[GuestSeat, ...]
    counts: tuple[tuple[str, int], ...]
    proposals: frozenset[int]

    @property
    def words(self) -> str:
        """How much the seats in doubt made ("39 seats and 468 proposals"); "" for nothing."""
        return counted(dict(self.counts))

    @property
    def is_flood(self) -> bool:
        """Whether it is so much that the GM should hear of it."""
        return any(number >= FLOOD.get(kind, number + 1) for kind, number in self.counts)


def guests_of(state: TableState) -> tuple[GuestWork, ...]:
    """Return what was made through each player link through which anybody took a seat or made something."""
    found = ((link, made_through(state, link.id)) for link in state.links() if link.role == "player")
    return tuple(_work(state, link, made) for link, made in found if made)


def _work(state: TableState, link: Link, made: Mapping[str, list[Thing]]) -> GuestWork:
    going = in_doubt(state, link.id)
    rows = removed_with(state, link.id, going)
    counts = Counter(row.kind_name for row in rows if not is_private(row))
    return GuestWork(
        link.id,
        link.name,
        link.revoked,
        tuple(GuestSeat(seat.id, seat.name, seat.id not in going) for seat in seats_of(made)),
        tuple((kind, counts[kind]) for kind in KINDS if counts[kind]),
        frozenset(row.id for row in rows if row.kind_name == "proposal"),
    )


def is_private(row: Thing) -> bool:
    """Return whether this is a player's private note, of which nobody else hears."""
    return isinstance(row, Note) and row.is_private


def seats_of(made: Mapping[str, list[Thing]]) -> list[Seat]:
    """Return the seats among the things made through a link."""
    return [row for row in made.get("seat", ()) if isinstance(row, Seat)]


def counted(counts: Mapping[str, int]) -> str:
    """Return the counts in words: "1 seat, 12 proposals and 3 notes"; "" for nothing."""
    return and_list(f"{n} {kind}{'s' if n > 1 else ''}" for kind, n in counts.items() if n)


# ---- which seats are in doubt ---------------------------------------------------------------------


def in_doubt(state: TableState, link: int) -> set[int]:
    """Return the seats, taken through a link, that may be one guest's flood.

    They are the seats of a device that took several, and those that used up what one seat may ask. If there
    are none of these, they are all seats without a character, once there is a crowd of them.
    """
    made = made_through(state, link)
    seats = seats_of(made)
    taken = Counter(device_of(seat.made_by) for seat in seats)
    busy = set(_busy(made))
    doubted = {seat.id for seat in seats if taken[device_of(seat.made_by)] > 1 or seat.id in busy}
    if doubted:
        return doubted
    nameless = {seat.id for seat in seats if seat.character is None}
    return nameless if len(nameless) > CROWD else set()


def _busy(made: Mapping[str, list[Thing]]) -> Iterator[int]:
    """Yield the seats with as many open proposals or shared notes as one seat is likely to need."""
    for kind, most in BUSY.items():
        by_seat = Counter(seat_of(row) for row in made.get(kind, ()) if not is_private(row))
        yield from (seat for seat, number in by_seat.items() if seat is not None and number >= most)


# ---- what goes with them --------------------------------------------------------------------------


def removed_with(state: TableState, link: int, seats: Collection[int]) -> list[Thing]:
    """Return what goes with these seats, of all that was made through a link: they and what they made.

    Open proposals and checks of seats that are gone already are among it. A character goes unless one of the
    other seats, or the device of one, made or plays it.
    """
    made = made_through(state, link)
    left = [seat for seat in state.find_all(Seat) if seat.id not in seats]
    stays = {seat.id for seat in left}
    rows = [row for kind in KINDS[:-1] for row in made.get(kind, ())]
    characters = made.get("character", ()) if seats else ()
    return [
        *(row for row in rows if _goes(row, seats, stays)),
        *(row for row in characters if not _is_played_by(row, left)),
    ]


def _goes(row: Thing, seats: Collection[int], stays: Collection[int]) -> bool:
    if isinstance(row, Seat):
        return row.id in seats
    if isinstance(row, Check) and row.state != "called":
        return False  # the dice have fallen
    open_still = isinstance(row, Proposal | Check)
    return seat_of(row) in seats or (open_still and seat_of(row) not in stays)


def _is_played_by(row: Thing, seats: Collection[Seat]) -> bool:
    devices = {device_of(seat.made_by) for seat in seats}
    played = any(seat.character == row.id for seat in seats)
    return played or (row.made_by is not None and device_of(row.made_by) in devices)


def made_by_seat(state: TableState, seat: Seat) -> list[Thing]:
    """Return what one seat made, except its character and its private notes."""
    kinds: tuple[type[Thing], ...] = (Proposal, Note, Clock, Check)
    rows = (row for kind in kinds for row in state.find_all(kind) if not is_private(row))
    return [row for row in rows if seat_of(row) == seat.id and getattr(row, "state", "open") in WAITING]
