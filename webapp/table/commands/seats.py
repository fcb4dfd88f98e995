"""Commands for seats: named places that may have a character; a seat changes its device only by consent."""

from dataclasses import replace

from pydantic import Field

from webapp.rules.events import Event
from webapp.state.audience import Role
from webapp.state.guests import counted_rows, made_by_seat
from webapp.state.makers import seat_of
from webapp.state.seat_events import CodeChanged, SeatChanged, SeatTaken
from webapp.store.models import Character, Clock, Seat, Thing
from webapp.store.table_state import TableState
from webapp.table.actor import PLAYERS_TOO, Actor
from webapp.table.command import (
    Command,
    CommandResult,
    command,
    ensure_room_for,
    find,
    merge_results,
    told,
)
from webapp.table.commands.characters import AddCharacter
from webapp.table.commands.guests import remove_things
from webapp.table.commands.proposals import MakeProposal
from webapp.table.commands.seat_requests import PLAYER_ONLY, AskForSeat, clear_request
from webapp.table.execution import execute_with_hooks
from webapp.table.fields import CharacterId, Id, Name, optional
from webapp.table.player_names import new_seat_name, unlike_characters, unlike_seats
from webapp.table.player_settings import ASK, LOCKED, guests_of, sheets_of
from webapp.table.refusals import Forbidden, Invalid, Refused, missing
from webapp.table.shares import ensure_new_seat, maker_of, note_seat, seat_to_reuse
from webapp.table.tokens import hash_token, new_token
from webapp.table.typed_codes import make_device_code


@command("seat.claim", roles=PLAYERS_TOO, undoable=False, moves_the_device=True)
class ClaimSeat(Command):
    """Take a seat: a new one, or one that nobody holds.

    If the device already has a seat and names no other, its own name or character changes. A seat that
    another device holds is refused (409): request it with `seat.ask`, or type its digits (`seat.code` or
    `seat.give`) at /join. The device that held it then becomes a guest.

    `new` makes a character of that name for the seat: at once, or as a proposal if the table's setting
    `sheets` is "ask"; if it is "locked", only the GM makes characters.

    If the table's setting `guests` is "ask", a device without a seat asks for it instead, as with `seat.ask`:
    the response then has `asked`, and the seat's key is valid once the GM says yes. The character is chosen
    after that.
    """

    name: Name | None = optional(
        "the seat's name, which gets a number if another seat's looks like it; "
        "default: its own, or Player and a number for a new seat"
    )
    character: CharacterId | None = optional(
        "the character to play; null gives up the present one; default: the one that the seat has"
    )
    seat: Id | None = optional("the seat to take; default: your own seat, or a new one")
    new: Name | None = optional(
        "the name of a new character to play, which gets a number if another character's looks like it"
    )
    quick: bool = Field(default=False, description="whether the new character starts with typical numbers")

    def for_player(self, state: TableState, actor: Actor) -> Command:
        """Return a request for the seat, if guests need the GM's yes and the device has no seat yet."""
        wanted = state.find(Seat, self.seat)
        proven = wanted is not None and wanted.secret in actor.proofs
        held = wanted is not None and wanted.secret is not None
        if guests_of(state.table) != ASK or actor.seat is not None or proven or held:
            return self
        return AskForSeat(seat=self.seat, name=self.name)

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        own = self.seat or actor.seat
        seat = find(state, Seat, own, actor) if own else self._new(state, actor)
        _refuse_held(seat, actor)
        before = seat.name
        took_over = self.seat is not None and self.seat != actor.seat and seat.secret is not None
        self._hold(state, seat, actor)
        seat.name = unlike_seats(state, self.name, seat) if self.name else seat.name
        token = new_token()
        seat.secret = hash_token(token)
        clear_request(seat)
        happened = self._happened(seat, took_over, before, seat.id == actor.seat, own is not None)
        sat = told(happened, seat=seat.id, seat_key=token)
        if self.new is None:
            return sat
        state.maker = maker_of(replace(actor, seat=seat.id))
        made = self._make(state, seat, actor)
        return merge_results([sat, made], **sat.payload, **made.payload)

    def _make(self, state: TableState, seat: Seat, actor: Actor) -> CommandResult:
        """Make the seat's own character, or propose it."""
        if self.character is not None:
            raise Invalid(
                "Choose a character or name a new one, not both.", {"new": "only without a character"}
            )
        if seat.character is not None:
            why = f"{seat.name} already plays a character. Give that character up first."
            raise Invalid(why, {"new": "already plays a character"})
        setting = sheets_of(state.table)
        if setting == LOCKED and actor.role is not Role.GM:
            raise Forbidden(
                "Your GM makes the characters at this table. Pick a character, or propose your own."
            )
        typical = state.rules.typical if self.quick else {}
        sheet = {"stats": {**typical}} if typical else {}
        add = AddCharacter.model_validate(
            {"name": unlike_characters(state, str(self.new), field="new"), **sheet}
        )
        if setting == ASK and actor.role is not Role.GM:
            return MakeProposal(command=add.worth_asking(state)).run(state, replace(actor, seat=seat.id))
        result = execute_with_hooks(add, state, actor)
        seat.character = result.payload["character"]
        return result

    def _happened(self, seat: Seat, took_over: bool, before: str, own: bool, known: bool) -> Event:
        """Return the change to the seat without the character's name, which may be hidden from some.

        `before` is the seat's earlier name; `own`: it is the device's own seat; `known`: it was there before.
        """
        itself = ("seat", seat.id)
        if took_over:
            return SeatTaken(itself, moved=True)
        if known and "character" in self.model_fields_set:
            return SeatChanged(itself, "gave_up_character" if self.character is None else "took_character")
        if not own:
            return SeatTaken(itself, was=before if known and before != seat.name else None)
        if before != seat.name:
            return SeatChanged(itself, "renamed", before)
        return SeatChanged(itself, "named_character" if self.new else "kept")

    def _new(self, state: TableState, actor: Actor) -> Seat:
        left = seat_to_reuse(state, actor)
        if left is not None:
            return left
        ensure_room_for(state, Seat)
        ensure_new_seat(state, actor)
        name = self.name or new_seat_name(state)
        return note_seat(state, state.add(Seat(name=name, character=None, secret=None)))

    def _hold(self, state: TableState, seat: Seat, actor: Actor) -> None:
        """Give the seat the requested character, or none for null; refuse another seat's or the GM's."""
        if "character" not in self.model_fields_set:
            return
        if self.character is not None:
            character = find(state, Character, self.character, actor)
            if character.kind != "pc" and actor.role is not Role.GM:
                raise Refused(f"“{character.name}” is played by the GM. Choose another character.")
            for other in state.find_all(Seat):
                if other.character == character.id and other.id != seat.id:
                    raise Refused(
                        f"“{character.name}” is played by {other.name}. Take over that seat instead."
                    )
        seat.character = self.character


def _refuse_held(seat: Seat, actor: Actor) -> None:
    """Refuse a seat that another device holds, unless this device proves it has the seat's secret."""
    if seat.secret is not None and seat.secret not in actor.proofs:
        then = (
            "Hand over the seat, and type the code at /join on the new device."
            if actor.role is Role.GM
            else "Request the seat, or get a code on that device and type it at /join."
        )
        raise Refused(f"{seat.name}'s seat is held by another device. {then}")


@command("seat.code", roles=PLAYER_ONLY, undoable=False)
class SeatCode(Command):
    """Request digits that move this seat to another device, typed at /join once within five minutes."""

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        seat = state.find(Seat, actor.seat)
        if seat is None or actor.key is None:
            raise Refused("This device has no seat to move. Take a seat first.")
        result = {"seat": seat.id, **make_device_code(state, actor.key, seat)}
        made = CodeChanged("seat", seat=("seat", seat.id), by_holder=True)
        return CommandResult(payload=result, events=[made])


@command("seat.give", undoable=False)
class GiveSeat(Command):
    """Hand over a seat: digits, typed at /join within five minutes, move it to another device once."""

    seat: Id = Field(description="the seat")

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        seat = find(state, Seat, self.seat, actor)
        link = next(iter(state.open_links("player")), None)
        if link is None:
            raise Refused("A code for another device needs an open player link. Make a player link first.")
        result = {"seat": seat.id, **make_device_code(state, link.id, seat)}
        return CommandResult(payload=result, events=[CodeChanged("seat", seat=("seat", seat.id))])


@command("seat.leave", roles=PLAYER_ONLY, undoable=False, moves_the_device=True)
class LeaveSeat(Command):
    """Leave the seat; it keeps its name and character for the next player."""

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        seat = state.find(Seat, actor.seat)
        if seat is None:
            raise Refused("This device has no seat to leave.")
        seat.secret = None
        clear_request(seat)
        return told(SeatChanged(("seat", seat.id), "left"), seat=seat.id)


@command("seat.remove")
class RemoveSeat(Command):
    """Remove a seat; its device becomes a guest, its character stays.

    Its own clocks go with it if nobody else but the GM sees them, and with `made` all that it made. Undo
    brings these back, but not the seat.
    """

    seat: Id = Field(description="the seat")
    made: bool = Field(
        default=False,
        description="whether what the seat made goes, too, as with seat.clear, and its character if the "
        "seat made it",
    )

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        seat = state.find(Seat, self.seat)
        if seat is None:
            raise missing("seat")
        own: list[Thing] = [row for row in state.find_all(Clock) if _is_own(row, seat)]
        own = made_by_seat(state, seat, unseated=True) if self.made else own
        remove_things(state, [seat, *own], actor)
        removed = SeatChanged(("seat", seat.id), "removed")
        result = CommandResult(payload={"seat": seat.id}, undoable=bool(own), events=[removed])
        if own:
            with_it = f"{seat.name}'s seat was removed, with {counted_rows(own)} of its own"
            result.answer = f"{with_it}. Undo brings back all but the seat"
        return result


def _is_own(clock: Clock, seat: Seat) -> bool:
    """Return whether a clock is one that the seat made for itself, and that only it and the GM see."""
    return clock.owner == seat.id == seat_of(clock) and clock.visibility == "secret"
