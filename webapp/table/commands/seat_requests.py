"""Commands for requests for a seat: one that another device holds, or a first one if that needs the GM's yes.

A guest's new seat is hidden from everybody but the GM until the answer; a no removes it.
"""

from typing import Annotated

from pydantic import Field

from webapp.rules.events import Event, Ref
from webapp.state.audience import Role
from webapp.state.makers import link_of
from webapp.state.seat_events import SeatAnswered, SeatAsked, SeatTaken
from webapp.store.models import Seat
from webapp.store.table_state import TableState
from webapp.table.actor import GUEST, PLAYERS_TOO, Actor
from webapp.table.command import Command, CommandResult, command, ensure_room_for, find, merge_results, told
from webapp.table.fields import Id, Name, StoredName, optional
from webapp.table.player_names import new_seat_name, unlike_seats
from webapp.table.player_settings import ASK, guests_of
from webapp.table.refusals import Forbidden, Refused
from webapp.table.shares import (
    asker_of,
    count_no,
    ensure_may_ask,
    ensure_may_join,
    is_request_of,
    let_stay,
    lift_shares,
    note_seat,
)
from webapp.table.tokens import hash_token, new_token

PLAYER_ONLY = frozenset({Role.PLAYER})
WAITING = "secret"
"""The visibility of a new seat whose guest waits for the GM's yes."""


def clear_request(seat: Seat) -> None:
    """Clear the request for this seat; a new seat that waited for the answer is removed."""
    seat.asking = seat.asking_name = None
    seat.removed = seat.removed or seat.waits


@command("seat.ask", roles=PLAYER_ONLY, undoable=False, moves_the_device=True)
class AskForSeat(Command):
    """Request a seat that another device holds; the seat stays there until its holder or a GM agrees.

    The response contains the seat's future key, valid once the request is granted. If the table's setting
    `guests` is "ask", a device without a seat also requests a free seat, or a new one by `name` alone; only a
    GM answers this.
    """

    seat: Id | None = optional("the seat; default: a new one")
    name: Name | None = optional("the name of a new seat; default: Player and a number")

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        seat = self._wanted(state, actor)
        if seat.asking is not None:
            raise Refused("This seat has already been requested. Wait for the answer.")
        for before in [row for row in state.find_all(Seat) if row is not seat and is_request_of(row, actor)]:
            clear_request(before)
        ensure_may_ask(state, actor, seat)
        token = new_token()
        seat.asking, seat.asking_name = hash_token(token), self._asker(state, seat, actor)
        joins = seat.waits
        asks = f"{seat.asking_name} asks for {seat.name}'s seat"
        happened = SeatAsked(("seat", seat.id), joins, *_who_asks(seat, actor))
        result = told(happened, seat=seat.id, seat_key=token)
        result.about = [("seat", seat.id)]
        result.answer = f"{seat.name} asks to join" if joins else asks
        if seat.secret is None:
            result.payload["asked"] = True
        return result

    def _wanted(self, state: TableState, actor: Actor) -> Seat:
        """Return the requested seat, a new one if none is named; refuse one that needs no request."""
        asks = guests_of(state.table) == ASK and actor.seat is None
        if self.seat is None:
            return self._new(state, actor) if asks else _needs_no_request()
        seat = find(state, Seat, self.seat, actor)
        if seat.id == actor.seat:
            raise Refused("This is already your seat.")
        return _needs_no_request() if seat.secret is None and not asks else seat

    def _new(self, state: TableState, actor: Actor) -> Seat:
        ensure_room_for(state, Seat)
        ensure_may_join(state, actor)
        name = unlike_seats(state, self.name) if self.name else new_seat_name(state)
        return note_seat(state, state.add(Seat(name=name, character=None, secret=None, visibility=WAITING)))

    def _asker(self, state: TableState, seat: Seat, actor: Actor) -> str:
        if seat.waits:
            return seat.name
        return unlike_seats(state, self.name, seat) if self.name and actor.seat is None else actor.name


def _who_asks(seat: Seat, actor: Actor) -> tuple[Ref | None, str | None]:
    """Return the seat of the device that asks for another one, or what a guest is called."""
    if actor.seat is not None:
        return ("seat", actor.seat), None
    return None, None if seat.waits or seat.asking_name == GUEST else seat.asking_name


def _needs_no_request() -> Seat:
    raise Refused("This seat is free. Take it without a request.")


@command("seat.answer", roles=PLAYERS_TOO, undoable=False, moves_the_device=True)
class AnswerForSeat(Command):
    """Answer a request for a seat with yes or no; a no from the requester withdraws it.

    With `asker` the answer is for that requester only: it is refused (409) if another device has requested
    the seat since. A GM may answer more requests alike with `also`; those that are over are skipped.
    """

    seat: Id = Field(description="the seat")
    yes: bool = Field(description="true gives the seat away, false keeps it")
    asker: StoredName | None = optional(
        "the device to answer, as named in the seat's “asking_name”; default: the device that asks now"
    )
    also: Annotated[
        list[StoredName], Field(max_length=100, description="the “asker” of more requests to answer alike")
    ] = []

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        if self.also and actor.role is not Role.GM:
            raise Forbidden("Only the GM can answer several requests at once.")
        seat = self._requested(state, actor)
        others = [other for other in state.find_all(Seat) if other.asker in self.also and other is not seat]
        links = {link_of(asker_of(state, each)) for each in (seat, *others)}
        done = [self._answer(state, each, actor) for each in (seat, *others)]
        if not others:
            return done[0]
        ids = [each.id for each in (seat, *others)]
        result = merge_results(done, seat=seat.id, seats=ids)
        if self.yes:
            return result
        for link in links:
            lift_shares(state, link)
        return self._declined([seat, *others], result)

    def _requested(self, state: TableState, actor: Actor) -> Seat:
        """Return the seat whose request is answered; refuse who may not answer it, and one that is over."""
        withdraws = actor.asking == self.seat and not self.yes
        own = state.find(Seat, self.seat) if withdraws else None  # also one that is hidden from its guest
        seat = own or find(state, Seat, self.seat, actor)
        if actor.role is not Role.GM and actor.seat != seat.id and not withdraws:
            raise Forbidden("Only the seat's holder or the GM can answer.")
        if seat.asking is None:
            raise Refused("Nobody is asking for this seat any more.")
        if self.asker not in (None, seat.asker):
            raise Refused("Another device is asking for this seat now. Check its name, then answer.")
        return seat

    def _answer(self, state: TableState, seat: Seat, actor: Actor) -> CommandResult:
        withdrawn = actor.asking == seat.id and not self.yes
        happened = self._happened(seat, withdrawn, actor)
        if self.yes:
            seat.secret, seat.visibility = seat.asking, "shown"
            if actor.role is Role.GM:
                let_stay(state, [seat.id])
        elif not withdrawn:
            count_no(state, seat)
        clear_request(seat)
        return CommandResult(about=[("seat", seat.id)], payload={"seat": seat.id}, events=[happened])

    def _happened(self, seat: Seat, withdrawn: bool, actor: Actor) -> Event:
        """Return how the request ends; called before it is cleared."""
        itself, joins = ("seat", seat.id), seat.secret is None and seat.waits
        if self.yes:
            return SeatTaken(itself, moved=not joins)
        if not withdrawn:
            return SeatAnswered((itself,), joins)
        return SeatAnswered((itself,), joins, True, *_who_asks(seat, actor))

    def _declined(self, seats: list[Seat], result: CommandResult) -> CommandResult:
        """Return one event for several requests that were declined together."""
        declined = SeatAnswered(tuple(("seat", seat.id) for seat in seats), joins=all(s.waits for s in seats))
        return told(declined, **result.payload)
