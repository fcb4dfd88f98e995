"""Tell what the guests of each player link made, and which of their seats look like a flood.

A guest with the player link may take one seat after another and make things from each. `GuestWork` says what
that comes to, for the GM's sheet and for the command that removes it. Which seats belong to people who play
here, nobody can know: the GM decides, and `in_doubt` is only what is proposed. What others do puts none of a
table's first seats in doubt, and of what one of these made too many of, only that is.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from webapp.rules.word_lists import and_list
from webapp.state.makers import device_of, link_of, seat_of, things_by_players
from webapp.store.link_models import Link
from webapp.store.models import Character, Check, Clock, Note, Proposal, Seat, Thing
from webapp.store.table_state import TableState

CROWD = 8
"""How many seats without a character may come through a link before they are in doubt."""
PARTY = 4
"""How many seats of a table belong to it without the GM's word: those that came first."""
LATE, LATE_CROWD = 3600.0, 9
"""Seats are late that came so many seconds after the table's first; more within that time are in doubt."""


@dataclass(frozen=True)
class Busy:
    """How much puts a seat in doubt: `alone`, or `crowded` where later seats have over `together`."""

    alone: int
    together: int
    crowded: int


BUSY = {
    "proposal": Busy(12, 24, 8),
    "note": Busy(40, 60, 20),
    "clock": Busy(12, 12, 6),
    "check": Busy(12, 24, 8),
    "character": Busy(4, 8, 3),
}
"""How many things of a seat are more than it is likely to need: proposals and checks that wait, shared notes,
clocks, and characters that nobody plays."""
FLOOD = {
    "seat": 8,
    "proposal": 8,
    "note": 20,
    "clock": 4,
    "check": 8,
    "character": 4,
    "request": 8,
    "pause": 6,
}
"""How many things of a kind, made from seats in doubt, are called to the GM's attention."""
KINDS = ("seat", "proposal", "note", "clock", "check", "character")
"""The kinds of things that are removed with a link's guests, in the order in which they are counted."""
PAUSED = "paused"
"""The entry of `Table.used` with how often a link's guests and new seats paused lately."""
FIRST = 2
"""How many seats in doubt are listed at once."""
WAITING = ("open", "called")
"""The states of proposals and checks that can still be declined or cancelled."""
OWN: tuple[type[Thing], ...] = (Proposal, Note, Clock, Check, Character)
"""The kinds of things that are removed when one seat is cleared."""
Made: TypeAlias = Mapping[str, Sequence[Thing]]
"""Things that were made through one link, by kind."""


@dataclass(frozen=True)
class GuestSeat:
    """A seat that was taken through a link; `stays` says that it is not in doubt.

    One that was `removed` is named as long as there is something that was made from it.
    """

    id: int
    name: str
    stays: bool
    made: str = ""
    """All that goes with `seat.clear`, if the seat made more than it is likely to need: "12 proposals"."""
    goes: str = ""
    """All that goes with `seat.remove` and `made`, in that case: also the character that the seat plays."""
    removed: bool = False


@dataclass(frozen=True)
class GuestWork:
    """What was made through one player link: its seats, and how much the seats in doubt made.

    `things` are the kind and id of each of these, and of what first seats made too many of, oldest first;
    `new` are the newcomers and what they made.
    """

    link: int
    who: str
    """The guests as one names them: "Guests on First link"."""
    revoked: bool
    seats: tuple[GuestSeat, ...]
    counts: tuple[tuple[str, int], ...]
    things: tuple[tuple[str, int], ...]
    new: tuple[tuple[str, int], ...] = ()

    @property
    def first_seats(self) -> tuple[GuestSeat, ...]:
        """The seats that stay, and the first of those in doubt."""
        stay = [seat for seat in self.seats if seat.stays]
        return (*stay, *[seat for seat in self.seats if not seat.stays][:FIRST])

    @property
    def other_seats(self) -> tuple[GuestSeat, ...]:
        """The other seats in doubt."""
        return tuple([seat for seat in self.seats if not seat.stays][FIRST:])

    @property
    def words(self) -> str:
        """How much the seats in doubt made ("39 seats and 468 proposals"); "" for nothing."""
        return counted(dict(self.counts))

    @property
    def is_flood(self) -> bool:
        """Whether it is so much that the GM should hear of it."""
        return any(number >= FLOOD[kind] for kind, number in self.counts)

    def flood_of(self, kind: str) -> tuple[int, ...]:
        """Return the ids of the things of a kind if they are a flood, oldest first; else ()."""
        ids = tuple(id for its, id in self.things if its == kind)
        return ids if len(ids) >= FLOOD[kind] else ()

    def new_of(self, kind: str) -> tuple[int, ...]:
        """Return the ids of what newcomers made of a kind, or of their seats, oldest first."""
        return tuple(id for its, id in self.new if its == kind)


def guests_of(state: TableState) -> tuple[GuestWork, ...]:
    """Return what was made through each player link through which anybody took a seat or made something."""
    rows = list(things_by_players(state))
    made: dict[int | None, dict[str, list[Thing]]] = {}
    for row in rows:
        made.setdefault(link_of(row.made_by), {}).setdefault(row.kind_name, []).append(row)
    return tuple(_work(state, link, made[link.id], rows) for link in state.links() if link.id in made)


def _work(state: TableState, link: Link, made: Made, all_rows: Sequence[Thing]) -> GuestWork:
    new, doubt = newcomers(state), in_doubt(state, made)
    rows = removed_with(state, made, doubt.seats)
    counts, requests = counts_of(rows), sum(seat.waits for seat in _all_seats(made))
    if requests and (counts or link.revoked or requests >= FLOOD["request"]):
        counts["request"] = requests
    going = {(row.kind_name, row.id) for row in (*rows, *too_many(state, made, doubt)) if not is_private(row)}
    return GuestWork(
        link.id,
        guests_on(state, link),
        link.revoked,
        (
            *(
                GuestSeat(
                    seat.id, seat.name, seat.id not in doubt.seats, *_goes_alone(state, seat, all_rows, doubt)
                )
                for seat in seats_of(made)
            ),
            *(GuestSeat(seat.id, seat.name, False, removed=True) for seat in removed_seats(state, rows)),
        ),
        tuple(counts.items()),
        tuple(sorted(going)),
        tuple(
            (kind, row.id)
            for kind in KINDS
            for row in made.get(kind, ())
            if _seat(row) in new and not is_private(row)
        ),
    )


def _goes_alone(state: TableState, seat: Seat, rows: Sequence[Thing], doubt: "Doubt") -> tuple[str, str]:
    """Return what goes with `seat.clear`, and with the seat; "" unless it made more than it needs."""
    if not any(seat.id in busy for busy in doubt.busy.values()):
        return "", ""
    found = (made_by_seat(state, seat, rows), made_by_seat(state, seat, rows, unseated=True))
    return counted_rows(found[0]), counted_rows(found[1])


def _seat(row: Thing) -> int | None:
    return row.id if isinstance(row, Seat) else seat_of(row)


def with_pauses(state: TableState, guests: tuple[GuestWork, ...]) -> tuple[GuestWork, ...]:
    """Return the guests with how often those of each link paused, if it is a flood: never which of them did.

    The count is kept apart from `guests_of`, because it is stored with what changes at each command.
    """
    used = state.table.used
    paused = {each.link: int(used.get(f"link:{each.link}", {}).get(PAUSED, 0)) for each in guests}
    if max(paused.values(), default=0) < FLOOD["pause"]:
        return guests
    return tuple(
        replace(each, counts=(*each.counts, ("pause", number))) if number >= FLOOD["pause"] else each
        for each in guests
        for number in [paused[each.link]]
    )


def guests_on(state: TableState, link: Link) -> str:
    """Return the guests of a link as one names them, with the link's role if another has the same name."""
    alike = any(other.name == link.name and other.id != link.id for other in state.links())
    return f"Guests on player link “{link.name}”" if alike else f"Guests on {link.name}"


def is_private(row: Thing) -> bool:
    """Return whether this is a player's private note, of which nobody else hears."""
    return isinstance(row, Note) and row.is_private


def seats_of(made: Made) -> list[Seat]:
    """Return the seats among the things made through a link, without the requests to join."""
    return [seat for seat in _all_seats(made) if not seat.waits]


def removed_seats(state: TableState, rows: Iterable[Thing]) -> list[Seat]:
    """Return the seats that are gone from the table, of those from which any of these things was made."""
    ids = dict.fromkeys(seat_of(row) for row in rows if not is_private(row))
    seats = (state.all(Seat).get(id) for id in ids if id is not None)
    return [seat for seat in seats if seat is not None and seat.removed]


def _all_seats(made: Made) -> Iterator[Seat]:
    return (row for row in made.get("seat", ()) if isinstance(row, Seat))


def counted(counts: Mapping[str, int]) -> str:
    """Return the counts in words: "1 seat, 12 proposals and 3 notes"; "" for nothing."""
    return and_list(f"{n} {kind}{'s' if n > 1 else ''}" for kind, n in counts.items() if n)


def counts_of(rows: Iterable[Thing]) -> dict[str, int]:
    """Return how many things there are of each kind, without players' private notes."""
    found = Counter(row.kind_name for row in rows if not is_private(row))
    return {kind: found[kind] for kind in KINDS if found[kind]}


def counted_rows(rows: Iterable[Thing]) -> str:
    """Return the counts of things in words: "39 seats and 468 proposals"."""
    return counted(counts_of(rows))


# ---- which seats are in doubt ---------------------------------------------------------------------


def late_seats(state: TableState) -> dict[int, float]:
    """Return the seats that came long after the table's first, each with its time.

    Seats of the GM, of imports and of older versions have no time, and are not late.
    """
    begun = first_came(state) + LATE
    came = {seat.id: seat.came or 0.0 for seat in state.find_all(Seat)}
    return {seat: time for seat, time in came.items() if time > begun}


def newcomers(state: TableState) -> set[int]:
    """Return the seats that the table does not know yet: neither its first few nor let stay by the GM.

    Seats of the GM, of imports and of older versions have no time, and are known.
    """
    first = first_came(state)
    seats = [seat for seat in state.find_all(Seat) if not seat.waits]
    later = sorted((seat.came, seat.id) for seat in seats if seat.came is not None and seat.came > first)
    return {seat for _, seat in later[max(PARTY - (len(seats) - len(later)), 0) :]}


def is_by_newcomer(state: TableState, row: Thing) -> bool:
    """Return whether a seat made this thing that the table does not know yet: a GM has not let it stay.

    A GM lets a seat stay with a tap, or by setting up its check or accepting its proposal.
    """
    return seat_of(row) in newcomers(state)


def first_seats(state: TableState) -> set[int]:
    """Return the seats that came first, and those that the GM let stay, of those whose time is known."""
    return {seat.id for seat in state.find_all(Seat) if seat.came is not None} - newcomers(state)


def first_came(state: TableState) -> float:
    """Return when the first of the table's seats came; 0 if that is not known."""
    return min((seat.came or 0.0 for seat in state.find_all(Seat)), default=0.0)


@dataclass(frozen=True)
class Doubt:
    """What may be a flood, of all that was made through a link.

    `seats` are in doubt with all they made; `first` are a table's first seats among the others, of which only
    those kinds of things are in doubt that they made too many of. `busy` are the seats that did, by kind.
    """

    seats: Collection[int]
    first: Collection[int]
    busy: Mapping[str, Collection[int]]


def in_doubt(state: TableState, made: Made) -> Doubt:
    """Return what may be one guest's flood, of all that was made through a link.

    In doubt are the seats of a device that took several, later seats that used up what one seat may ask, and
    those that came late, many at a time. If there are none of these, they are all later seats without a
    character, once there is a crowd of them. Programs have no device of their own, so that their seats do not
    count together.
    """
    seats, late, first = seats_of(made), late_seats(state), first_seats(state)
    taken = Counter(device_of(seat.made_by) for seat in seats if "." in (seat.made_by or ""))
    busy = _busy(state, made, first)
    doubted = {seat.id for seat in seats if taken[device_of(seat.made_by)] > 1}
    doubted |= set().union(*busy.values()) - first
    doubted |= _crowd({seat.id: late[seat.id] for seat in seats if seat.id in late}) - first
    nameless = {seat.id for seat in seats if seat.character is None}
    if not doubted and len(nameless) > CROWD:
        doubted = nameless - first
    return Doubt(doubted, first - doubted, busy)


def _crowd(late: Mapping[int, float]) -> set[int]:
    """Return the seats of one link that came late, with more than a few others at about that time."""
    return {
        seat
        for seat, time in late.items()
        if sum(abs(other - time) < LATE for other in late.values()) > LATE_CROWD
    }


def _busy(state: TableState, made: Made, first: Collection[int]) -> dict[str, set[int]]:
    """Return by kind the seats that made more than one is likely to need.

    What the others made counts for none of the table's first seats.
    """
    found: dict[str, set[int]] = {}
    played = _played(state)
    for kind, busy in BUSY.items():
        by_seat = Counter(seat_of(row) for row in made.get(kind, ()) if is_cleared(row, played))
        crowd = sum(number for seat, number in by_seat.items() if seat not in first) > busy.together
        found[kind] = {
            seat
            for seat, number in by_seat.items()
            if seat is not None and number >= (busy.crowded if crowd and seat not in first else busy.alone)
        }
    return found


def _played(state: TableState) -> set[int]:
    return {seat.character for seat in state.find_all(Seat) if seat.character is not None}


# ---- what goes with them --------------------------------------------------------------------------


def removed_with(
    state: TableState, made: Made, seats: Collection[int], keep: Collection[int] = ()
) -> list[Thing]:
    """Return what goes with these seats, of all that was made through a link: they and what they made.

    What was made from seats that are gone already is among it, except from those in `keep` and those of which
    a GM let it stay. A character goes unless one of the other seats, or the device of one, made or plays it.
    """
    left = [seat for seat in state.find_all(Seat) if seat.id not in seats and not seat.waits]
    stays = {seat.id for seat in left} | {
        seat.id for seat in state.all(Seat).values() if seat.left_well or (seat.removed and seat.id in keep)
    }
    rows = [row for kind in KINDS[:-1] for row in made.get(kind, ())]
    characters = [row for row in made.get("character", ()) if seats or seat_of(row) is not None]
    return [
        *(row for row in rows if _goes(row, seats, stays)),
        *(row for row in characters if seat_of(row) not in stays and not _is_played_by(row, left)),
    ]


def _goes(row: Thing, seats: Collection[int], stays: Collection[int]) -> bool:
    if isinstance(row, Seat):
        return row.id in seats
    if isinstance(row, Check) and row.state != "called":
        return False  # the dice have fallen
    if seat_of(row) is None:
        return isinstance(row, Proposal | Check)  # of a guest who has no seat
    return seat_of(row) not in stays


def _is_played_by(row: Thing, seats: Collection[Seat]) -> bool:
    """Return whether one of these seats plays a character, or it or its device made it.

    Programs have no device of their own.
    """
    devices = {device_of(seat.made_by) for seat in seats if "." in (seat.made_by or "")}
    ids = {seat.id for seat in seats}
    played = any(seat.character == row.id for seat in seats)
    return played or seat_of(row) in ids or device_of(row.made_by) in devices


def too_many(state: TableState, made: Made, doubt: Doubt) -> list[Thing]:
    """Return what the table's first seats made of the kinds of which they made too many; the seats stay."""
    played = _played(state)
    return [
        row
        for kind, seats in doubt.busy.items()
        for row in made.get(kind, ())
        if seat_of(row) in doubt.first and seat_of(row) in seats and is_cleared(row, played)
    ]


def made_by_seat(
    state: TableState, seat: Seat, rows: Iterable[Thing] | None = None, *, unseated: bool = False
) -> list[Thing]:
    """Return what `seat.clear` removes: what one seat made, except private notes and characters in play.

    `unseated`: the seat goes, too, so that its own character is not in play. `rows` are the things to choose
    from, if they are known already.
    """
    played = _played(state) - ({seat.character} if unseated else set())
    known = (row for kind in OWN for row in state.find_all(kind)) if rows is None else rows
    return [
        row for row in known if isinstance(row, OWN) and seat_of(row) == seat.id and is_cleared(row, played)
    ]


def is_cleared(row: Thing, played: Collection[int]) -> bool:
    """Return whether `seat.clear` removes it: nothing private, answered, rolled, or `played` by a seat."""
    if isinstance(row, Character):
        return row.id not in played
    return not is_private(row) and getattr(row, "state", "open") in WAITING
