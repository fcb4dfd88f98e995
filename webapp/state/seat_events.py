"""The kinds of events about who is at the table: seats and guests, links and codes.

Their sentences are in `events.toml` beside this file. A new fact goes last and has a default.
"""

from typing import Annotated

from webapp.rules.events import TYPED, Count, Event, Ref, event

LINK = "link"
"""The kind by which events name a link; only the GM knows links, and an imported table has none of these."""


# ---- seats and guests -----------------------------------------------------------------------------


@event("seat.taken")
class SeatTaken(Event):
    """Somebody took a seat that nobody held, or it `moved` from one device to another.

    `was` is the seat's name before, if it got another one.
    """

    seat: Ref
    moved: bool = False
    was: Annotated[str | None, TYPED] = None


@event("seat.changed")
class SeatChanged(Event):
    """Something about a seat changed: `now` is a key of `words.now`, `was` its name before a new one."""

    seat: Ref
    now: str
    was: Annotated[str | None, TYPED] = None


@event("seat.asked")
class SeatAsked(Event):
    """Somebody asked for a seat: the seat `asker`, or a guest, who may be `called` something.

    `joins`: the seat is new and waits for the answer.
    """

    seat: Ref
    joins: bool = False
    asker: Ref | None = None
    called: Annotated[str | None, TYPED] = None


@event("seat.answered")
class SeatAnswered(Event):
    """Requests for seats ended without success: declined, or `withdrawn` by who asked, as in `seat.asked`."""

    seats: tuple[Ref, ...]
    joins: bool = False
    withdrawn: bool = False
    asker: Ref | None = None
    called: Annotated[str | None, TYPED] = None


@event("guests.cleared")
class GuestsCleared(Event):
    """The GM removed what a seat or a link's guests made; `stay` is the number of seats let stay instead."""

    seat: Ref | None = None
    link: Ref | None = None
    removed: tuple[Count, ...] = ()
    stay: int = 0


# ---- links and codes ------------------------------------------------------------------------------


@event("link.changed")
class LinkChanged(Event):
    """A link was added, renamed, revoked with what its guests made, or its guests' shares were lifted."""

    link: Ref
    now: str
    role: str
    was: Annotated[str | None, TYPED] = None
    removed: tuple[Count, ...] = ()


@event("code.changed")
class CodeChanged(Event):
    """Digits to type at /join were made or switched off: for the TV, for all (join), or to move a seat.

    `by_holder`: the seat's own device asked for them.
    """

    of: str
    now: str = "new"
    seat: Ref | None = None
    by_holder: bool = False
