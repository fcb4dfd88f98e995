"""Seats: a device with a name, perhaps with a character; another device gets it by consent alone."""

from pydantic import Field

from webapp.screens.audience import Role
from webapp.store.board import Board
from webapp.store.models import Character, Clock, Seat
from webapp.table.actor import Actor
from webapp.table.codes import device_code
from webapp.table.command import PLAYERS_TOO, Command, Report, command, find, refuse_crowd
from webapp.table.fields import CharacterId, Id, Name, optional
from webapp.table.refusals import Forbidden, Refused, missing
from webapp.table.secrets import hashed, new_token

PLAYER_ONLY = frozenset({Role.PLAYER})


def settled(seat: Seat) -> None:
    """Nobody asks for this seat any more."""
    seat.asking = seat.asking_name = None


@command("seat.claim", roles=PLAYERS_TOO, undoable=False, moves_the_device=True)
class ClaimSeat(Command):
    """Sit down: on a new seat, or on one that nobody holds.

    A device that already has a seat and names no other changes its own name or character. A seat that another
    device holds is refused (409): ask for it with `seat.ask`, or type its six digits (`seat.code` or
    `seat.give`) at /join. The old device then becomes a guest.
    """

    name: Name | None = None
    character: CharacterId | None = None
    seat: Id | None = optional("the seat; absent: a new one, or the own")

    def take(self, board: Board, actor: Actor) -> Report:
        own = self.seat or actor.seat
        seat = find(board, Seat, own, actor) if own else self._new(board)
        _refuse_held(seat, actor)
        before = seat.name
        took_over = self.seat is not None and self.seat != actor.seat and seat.secret is not None
        self._hold(board, seat, actor)
        seat.name = self.name or seat.name
        token = new_token()
        seat.secret = hashed(token)
        settled(seat)
        return Report(
            self._sentence(seat, took_over, before if seat.id == actor.seat else seat.name, own is not None),
            [("seat", seat.id)],
            {"seat": seat.id, "seat_key": token},
        )

    def _sentence(self, seat: Seat, took_over: bool, before: str, known: bool) -> str:
        """Whom somebody plays is not named: not everybody may know of that character."""
        if took_over:
            return f"{seat.name}'s seat is now on another device"
        if known and "character" in self.model_fields_set:
            return f"{seat.name} {'gives up a character' if self.character is None else 'takes a character'}"
        if before != seat.name:
            return f"{before} is now called {seat.name}"
        return f"{seat.name} sits down"

    def _new(self, board: Board) -> Seat:
        refuse_crowd(board, Seat)
        name = self.name or f"Player {len(board.here(Seat)) + 1}"
        return board.add(Seat(name=name, character=None, secret=None))

    def _hold(self, board: Board, seat: Seat, actor: Actor) -> None:
        """Give the seat the named character, if nobody else holds it."""
        if "character" not in self.model_fields_set:
            return
        if self.character is not None:
            character = find(board, Character, self.character, actor)
            if character.kind != "pc" and actor.role is not Role.GM:
                raise Refused(f"“{character.name}” is played by the GM.")
            for other in board.here(Seat):
                if other.character == character.id and other.id != seat.id:
                    raise Refused(
                        f"“{character.name}” is played by {other.name}. Take over that seat instead."
                    )
        seat.character = self.character


def _refuse_held(seat: Seat, actor: Actor) -> None:
    """Refuse a seat that another device holds; whoever shows its secret may claim it again."""
    if seat.secret is not None and seat.secret not in actor.proofs:
        raise Refused(
            f"{seat.name}'s seat is held by another device. Ask for it, or type the six digits of its code "
            "at /join."
        )


@command("seat.code", roles=PLAYER_ONLY, undoable=False)
class SeatCode(Command):
    """Ask for six digits that move this seat to another device: typed at /join, once, within five minutes."""

    def take(self, board: Board, actor: Actor) -> Report:
        seat = board.find(Seat, actor.seat)
        if seat is None or actor.key is None:
            raise Refused("This device has no seat to move. Take a seat first.")
        result = {"seat": seat.id, **device_code(board, actor.key, seat)}
        return Report(f"{seat.name} asks for a code to move to another device", result=result)


@command("seat.give", undoable=False)
class GiveSeat(Command):
    """Hand over a seat: six digits move it to another device, typed at /join, once, within five minutes."""

    seat: Id = Field(description="the seat")

    def take(self, board: Board, actor: Actor) -> Report:
        seat = find(board, Seat, self.seat, actor)
        link = next(iter(board.open_links("player")), None)
        if link is None:
            raise Refused("A code leads to a player link, and none is open. Make a player link first.")
        result = {"seat": seat.id, **device_code(board, link.id, seat)}
        return Report(f"A code that moves {seat.name}'s seat to another device", result=result)


@command("seat.leave", roles=PLAYER_ONLY, undoable=False, moves_the_device=True)
class LeaveSeat(Command):
    """Stand up: the seat keeps its name and character for whoever sits down next."""

    def take(self, board: Board, actor: Actor) -> Report:
        seat = board.find(Seat, actor.seat)
        if seat is None:
            raise Refused("This device has no seat to leave. Take one with your name.")
        seat.secret = None
        settled(seat)
        return Report(f"{seat.name} stands up", [("seat", seat.id)], {"seat": seat.id})


@command("seat.remove", undoable=False)
class RemoveSeat(Command):
    """Take a seat away; its device becomes a guest, its character stays."""

    seat: Id = Field(description="the seat")

    def take(self, board: Board, actor: Actor) -> Report:
        seat = board.find(Seat, self.seat)
        if seat is None:
            raise missing("seat")
        seat.secret, seat.character, seat.removed = None, None, True
        settled(seat)
        for clock in board.here(Clock):
            clock.owner = None if clock.owner == seat.id else clock.owner
        return Report(f"{seat.name}'s seat is taken away", result={"seat": seat.id})


# ---- a seat that somebody holds is asked for ------------------------------------------------------


@command("seat.ask", roles=PLAYER_ONLY, undoable=False, moves_the_device=True)
class AskForSeat(Command):
    """Ask for a seat that somebody holds: whoever holds it or a GM answers, and until then nothing moves.

    The answer gives the key that the seat has from the moment it is given away.
    """

    seat: Id = Field(description="the seat")

    def take(self, board: Board, actor: Actor) -> Report:
        seat = find(board, Seat, self.seat, actor)
        if seat.id == actor.seat:
            raise Refused("You sit on this seat already.")
        if seat.secret is None:
            raise Refused("Nobody holds this seat. Sit down on it.")
        if seat.asking is not None:
            raise Refused("Somebody asks for this seat already. Wait for the answer.")
        if (before := board.find(Seat, actor.asking)) is not None:
            settled(before)
        token = new_token()
        seat.asking, seat.asking_name = hashed(token), actor.name
        sentence = f"{actor.name} asks for {seat.name}'s seat"
        return Report(sentence, [("seat", seat.id)], {"seat": seat.id, "seat_key": token})


@command("seat.answer", roles=PLAYERS_TOO, undoable=False, moves_the_device=True)
class AnswerForSeat(Command):
    """Say whether a seat that was asked for moves; whoever asked takes that back with a no."""

    seat: Id = Field(description="the seat")
    yes: bool = Field(description="true gives it, false keeps it")

    def take(self, board: Board, actor: Actor) -> Report:
        seat = find(board, Seat, self.seat, actor)
        withdrawn = actor.asking == seat.id and not self.yes
        if actor.role is not Role.GM and actor.seat != seat.id and not withdrawn:
            raise Forbidden("Whoever holds this seat answers, or the GM.")
        if seat.asking is None:
            raise Refused("Nobody asks for this seat any more.")
        sentence = self._sentence(seat, withdrawn)
        if self.yes:
            seat.secret = seat.asking
        settled(seat)
        return Report(sentence, [("seat", seat.id)], {"seat": seat.id})

    def _sentence(self, seat: Seat, withdrawn: bool) -> str:
        if self.yes:
            return f"{seat.name}'s seat is now on another device"
        if withdrawn:
            return f"{seat.asking_name} asks for {seat.name}'s seat no more"
        return f"{seat.name}'s seat stays where it is"
