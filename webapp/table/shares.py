"""Share a table out: what one seat, and one link's guests without a seat, may have and do there.

A seat's shares are its own: what others use up, guests or seats, takes nothing away from it. The GM's room
is what players cannot fill. `webapp/rate_limits.py` limits an address, `size_limit.py` a table's bytes. The
handbook's table of shares is made of these values (`.ci/deploy/README.md`, "Limits").
"""

import math
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from webapp.state.audience import Role
from webapp.state.guests import PAUSED, first_came, late_seats, newcomers
from webapp.state.makers import device_of, link_of, seat_of
from webapp.store.models import Check, Proposal, Seat, Thing
from webapp.store.row_index import STILL_OPEN
from webapp.store.table_state import TableState
from webapp.table.actor import Actor
from webapp.table.refusals import Refused, TableFull, spoken_kind

SEATS = 40
"""The most seats of a table."""
LINKS_SEATS = 32
"""The most seats that the guests of one link make; further ones need another link."""
LINKS_REQUESTS = 12
"""The most requests to join that wait at once for the GM's yes, of all guests of one link."""
HOLDS = {
    "proposal": 12,
    "note": 100,
    "clock": 24,
    "character": 4,
    "check": 12,
    "condition": 100,
    "piece": 60,
}
"""How many things of a kind that are on the table one seat may have made; checks and proposals if open."""
OWN_CLOCKS = 6
"""The most clocks that only one seat and the GM see."""
THEN = {"proposal": "Wait for the GM's answers, then propose more."}
"""What to do once a seat's share of a kind is full."""


@dataclass(frozen=True)
class Pace:
    """How often something may be done: `at_once` times, then once more every so many seconds."""

    at_once: int
    every: float

    def wait(self, full_until: float, now: float) -> float:
        """Return how many seconds are missing until the next time; 0 or less if it may be done now."""
        return full_until - (self.at_once - 1) * self.every - now


@dataclass(frozen=True)
class Paces:
    """One deed's pace for a seat and for a link's guests without a seat; `label` is what it is called."""

    seat: Pace
    guests: Pace
    label: str
    instead: str = ""
    """What somebody can do instead of waiting."""
    over: str = ""
    """What the GM reads once it is used up, if that is not "no more" and the label."""
    together: Pace | None = None
    """The pace of all together whom the table does not know: new seats, and guests without one."""

    @property
    def spent(self) -> str:
        """What the GM reads once it is used up: "no more new seats"."""
        return self.over or f"no more {self.label}"


PACES = {
    "commands": Paces(Pace(240, 0.5), Pace(60, 2), "commands"),
    "seats": Paces(Pace(2, 600), Pace(12, 300), "new seats", "Take a free seat, or try again"),
    "asks": Paces(Pace(3, 60), Pace(12, 60), "requests for a seat"),
    "pauses": Paces(Pace(5, 60), Pace(2, 300), "pauses", together=Pace(3, 20)),
    "resumes": Paces(
        Pace(5, 60), Pace(2, 300), "ends of a pause", over="cannot end a pause", together=Pace(3, 20)
    ),
}
"""New seats: "seat" is the pace of one device, since whoever has a seat needs no other."""
STRANGERS = "strangers"
"""The holder of what those share whom the table does not know."""
AFTER_NO = (30, 120, 600, 1800)
"""How many seconds a device waits before it asks for a seat again: after the first no, the second, …"""
LINKS_AFTER_NO = (0, 0, 0, 0, 0, 60, 120, 300)
"""The same for all guests of a link together, so that a device that forgets its cookies waits, too."""
NO_COUNTS = 3600.0
"""Seconds after the end of a wait in which the next no counts as one more."""
PAUSED_AT = "paused_at"
KEPT = 120
"""How many holders' uses are stored before those are dropped that no longer matter."""


class ShareUsedUp(Refused):
    """Raised for what a seat or a link's guests may do again later."""

    code, status = "too_many_requests", 429

    def __init__(self, message: str, seconds: float) -> None:
        super().__init__(message)
        self.headers = {"Retry-After": str(max(1, math.ceil(seconds)))}  # type: ignore[misc]


# ---- for whom a thing counts ----------------------------------------------------------------------


def maker_of(actor: Actor) -> str | None:
    """Return what `Thing.made_by` stores: a player's link, device and seat ("5.mark/7"), None for the GM."""
    if actor.role is Role.GM or actor.device is None:
        return None
    return actor.device if actor.seat is None else f"{actor.device}/{actor.seat}"


def holder_of(actor: Actor) -> str | None:
    """Return whose share this sender uses: "seat:7", "link:5" for a guest without a seat, None for the GM."""
    if actor.role is Role.GM:
        return None
    return f"seat:{actor.seat}" if actor.seat is not None else f"link:{actor.key}"


# ---- what one holder may have ---------------------------------------------------------------------


def ensure_share(state: TableState, model: type[Thing]) -> None:
    """Refuse one more thing if the seat that acts has as many of this kind as a seat may have made."""
    kind, most = model.kind_name, HOLDS[model.kind_name]
    own = _holder(state.maker)
    if sum(_holder(row.made_by) == own or _is_of(state, row) for row in _counted(state, model)) >= most:
        then = THEN.get(kind, "Remove one that is no longer needed, or ask your GM to.")
        which = f"open {kind}" if kind in ("check", "proposal") else spoken_kind(kind)
        raise TableFull(f"You already have {most} {which}s at this table, a seat's share. {then}")


def _counted(state: TableState, model: type[Thing]) -> Iterator[Thing]:
    """Yield the things that count: of checks and proposals the open ones, without a check's own proposals."""
    for row in state.find_all(model):
        closed = isinstance(row, Check | Proposal) and row.state not in STILL_OPEN
        if not closed and getattr(row, "check", None) is None:
            yield row


def _is_of(state: TableState, row: Thing) -> bool:
    """Return whether an imported or older thing, of which no device is known, is the acting seat's."""
    own = (state.maker or "").partition("/")[2]
    return row.made_by is None and bool(own) and seat_of(row) == int(own)


def _holder(made_by: str | None) -> str | None:
    if made_by is None:
        return None
    return f"seat:{made_by.partition('/')[2]}" if "/" in made_by else f"link:{link_of(made_by)}"


def is_by_player(row: Thing) -> bool:
    """Return whether a player made a thing, so that it takes none of the GM's room."""
    return row.made_by is not None or seat_of(row) is not None


def ensure_new_seat(state: TableState, actor: Actor) -> None:
    """Refuse a player's new seat beyond the share of the device, or of the link's guests."""
    if actor.role is Role.GM or actor.key is None:
        return
    _ensure_links_seats(state, actor)
    _spend(state, f"link:{actor.key}", "seats", PACES["seats"].guests)
    if actor.mark:
        _spend(state, f"device:{actor.device}", "seats", PACES["seats"].seat)


def ensure_may_join(state: TableState, actor: Actor) -> None:
    """Refuse a request to join while as many wait as one link may have; the earlier one of a device goes.

    It takes nothing of the share of new seats, so that an answer makes room at once.
    """
    _ensure_links_seats(state, actor)
    waiting = [row for row in state.find_all(Seat) if row.waits and link_of(row.made_by) == actor.key]
    own = [row for row in waiting if is_request_of(row, actor)]
    if len(waiting) - len(own) >= LINKS_REQUESTS:
        raise TableFull(f"{LINKS_REQUESTS} people ask to join already. Your GM answers them first.")


def is_request_of(seat: Seat, actor: Actor) -> bool:
    """Return whether this device requested the seat, or asked to join with it."""
    joins = bool(actor.mark) and seat.waits and device_of(seat.made_by) == actor.device
    return seat.id == actor.asking or joins


def _ensure_links_seats(state: TableState, actor: Actor) -> None:
    made = sum(link_of(row.made_by) == actor.key and not row.waits for row in state.find_all(Seat))
    if made >= LINKS_SEATS:
        raise TableFull(
            f"{LINKS_SEATS} seats were made through this link, as many as one link can make. Take a free "
            "seat, or ask your GM for another link."
        )


def note_seat(state: TableState, seat: Seat) -> Seat:
    """Remember when a player's new seat came: many that come late are in doubt (`webapp/state/guests.py`)."""
    if seat.made_by is not None and state.paced:
        seat.came = state.now
    return seat


def let_stay(state: TableState, seats: Collection[int]) -> int:
    """Count these seats as the first ones of the table; return how many of them were new or late.

    Of those that are gone already, what was made from them stays.
    """
    first, new = first_came(state), newcomers(state)
    new_or_late = (late_seats(state).keys() | new) & set(seats)
    for row in state.find_all(Seat) if new_or_late else ():
        if row.came is not None and (row.id in new_or_late or not (row.waits or row.id in new)):
            row.came = first  # also those known so far: nobody takes another's place among the first
    left = [row for row in state.all(Seat).values() if row.id in seats and row.removed and not row.left_well]
    for row in left:
        row.came = 0.0
    return len(new_or_late) + len(left)


def seat_to_reuse(state: TableState, actor: Actor) -> Seat | None:
    """Return a seat that this device made and left and that nobody used since; None if there is none."""
    if not actor.mark:
        return None
    return next(
        (
            row
            for row in state.find_all(Seat)
            if device_of(row.made_by) == actor.device and row.secret is None and row.character is None
        ),
        None,
    )


# ---- what one holder may do -----------------------------------------------------------------------


def spend(state: TableState, actor: Actor, deed: str) -> None:
    """Count a deed of a player; refuse it with 429 and the time to wait if the share is used up."""
    holder = holder_of(actor)
    if holder is not None:
        paces = PACES[deed]
        _spend(state, holder, deed, paces.guests if actor.seat is None else paces.seat)
        if paces.together and (actor.seat is None or actor.seat in newcomers(state)):
            _spend(state, STRANGERS, deed, paces.together)
            if deed == "pauses":
                _count_pause(state, f"link:{actor.key}")


def _count_pause(state: TableState, link: str) -> None:
    """Count a pause for the GM's line on a link's guests; an hour without one begins anew."""
    used = used_by(state, link)
    lately = state.now - float(used.get(PAUSED_AT, 0.0)) < NO_COUNTS
    note_use(state, link, **{PAUSED: int(used.get(PAUSED, 0)) + 1 if lately else 1, PAUSED_AT: state.now})


def _spend(state: TableState, holder: str, deed: str, pace: Pace) -> None:
    if not state.paced:
        return
    full_until = float(used_by(state, holder).get(deed, 0.0))
    wait = pace.wait(full_until, state.now)
    if wait > 0:
        guests = holder.startswith("link:")
        who = "The guests of this link have used up their" if guests else "You have used up your"
        who = "New people at this table have used up their" if holder == STRANGERS else who
        paces = PACES[deed]
        then = f"{paces.instead or 'Try again'} in {spoken_time(wait)}."
        raise ShareUsedUp(f"{who} share of {paces.label} for now. {then}", wait)
    # Rounded down: a little later would refuse the second of two that may be done at once.
    note_use(state, holder, **{deed: math.floor((max(full_until, state.now) + pace.every) * 10) / 10})


def used_by(state: TableState, holder: str) -> dict[str, Any]:
    """Return what a holder has used: bytes written, and until when each share is full."""
    found: dict[str, Any] = state.table.used.get(holder, {})
    return found


def note_use(state: TableState, holder: str, **values: object) -> None:
    """Store values of what a holder has used; a value of None is dropped."""
    own = {**used_by(state, holder), **values}
    kept = {name: value for name, value in own.items() if value is not None}
    state.table.used = _pruned(state) | {holder: kept}


def _pruned(state: TableState) -> dict[str, Any]:
    """Return all uses; once they are many, without those of removed seats, and of devices a day ago."""
    if len(state.table.used) < KEPT:
        return dict(state.table.used)
    seats = {f"seat:{row.id}" for row in state.find_all(Seat)}
    return {
        holder: own
        for holder, own in state.table.used.items()
        if (holder in seats or not holder.startswith("seat:"))
        and not (holder.startswith("device:") and max(own.values(), default=0) < state.now - 24 * NO_COUNTS)
    }


def lift_shares(state: TableState, link: int | None) -> None:
    """Let a link's guests go on at once, whatever shares they used up.

    What they have written still counts, and so do the noes to each device.
    """
    for holder in (f"link:{link}", STRANGERS):
        lifted = (*PACES, "noes", "again", PAUSED, PAUSED_AT)
        if used := {deed: None for deed in lifted if deed in used_by(state, holder)}:
            note_use(state, holder, **used)


def spent_shares(state: TableState, now: float) -> Iterator[tuple[str, str, float]]:
    """Yield for the GM which shares are used up at this time: the holder, the deed, seconds until it is over.

    The holder is "seat:7", "link:5", "device:5.mark" or `STRANGERS`.
    """
    for holder, own in state.table.used.items():
        for deed, paces in PACES.items():
            pace = paces.guests if holder.startswith("link:") else paces.seat
            pace = (paces.together or pace) if holder == STRANGERS else pace
            wait = pace.wait(float(own.get(deed, 0.0)), now)
            if wait > 0:
                yield holder, deed, wait


def spoken_time(seconds: float) -> str:
    """Return a time to wait as one says it: "30 seconds", "5 minutes"."""
    if seconds < 90:
        whole = max(1, math.ceil(seconds))
        return f"{whole} second{'s' if whole > 1 else ''}"
    return f"{math.ceil(seconds / 60)} minutes"


# ---- asking for a seat again ----------------------------------------------------------------------


def ensure_may_ask(state: TableState, actor: Actor, seat: Seat) -> None:
    """Refuse a request for a seat too soon after a no; remember who asks."""
    if not state.paced or actor.key is None:
        return
    for holder in _askers(actor.device or ""):
        wait = float(used_by(state, holder).get("again", 0.0)) - state.now
        if wait > 0:
            raise ShareUsedUp(
                f"The answer was no. You can ask for a seat again in {spoken_time(wait)}.", wait
            )
    if seat.secret is None and actor.mark:  # the GM's yes is needed: what others ask takes nothing away
        _spend(state, f"device:{actor.device}", "asks", PACES["asks"].seat)
    else:
        spend(state, actor, "asks")
    note_use(state, "asked", **{str(seat.id): actor.device})


def asker_of(state: TableState, seat: Seat) -> str | None:
    """Return the link and device that asks for this seat, as far as it is known."""
    found: str | None = used_by(state, "asked").get(str(seat.id))
    return found or (seat.made_by if seat.waits else None)


def count_no(state: TableState, seat: Seat) -> None:
    """Let whoever asked for this seat wait before the next request: longer after each no."""
    device = asker_of(state, seat)
    if device is None or not state.paced:
        return
    for holder, waits in zip(_askers(device), (AFTER_NO, LINKS_AFTER_NO), strict=True):
        own = used_by(state, holder)
        lately = state.now - float(own.get("again", 0.0)) < NO_COUNTS
        noes = int(own.get("noes", 0)) + 1 if lately else 1
        note_use(state, holder, noes=noes, again=state.now + waits[min(noes, len(waits)) - 1])
    note_use(state, "asked", **{str(seat.id): None})


def _askers(device: str) -> tuple[str, str]:
    return f"device:{device}", f"link:{link_of(device)}"
