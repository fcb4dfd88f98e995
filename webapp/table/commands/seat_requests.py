"""A seat that somebody holds is asked for: whoever holds it, or a GM, says whether it moves."""

from pydantic import Field

from webapp.screens.audience import Role
from webapp.store.board import Board
from webapp.store.models import Seat
from webapp.table.actor import Actor
from webapp.table.command import PLAYERS_TOO, Command, Report, command, find
from webapp.table.commands.seats import PLAYER_ONLY, settled
from webapp.table.fields import Id
from webapp.table.refusals import Forbidden, Refused
from webapp.table.secrets import hashed, new_token


@command("seat.ask")
class AskForSeat(Command):
    """Ask for a seat that somebody holds: whoever holds it or a GM answers, and until then nothing moves.

    The answer gives the key that the seat has from the moment it is given away.
    """

    roles = PLAYER_ONLY
    undoable = False
    moves_the_device = True

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


@command("seat.answer")
class AnswerForSeat(Command):
    """Say whether a seat that was asked for moves; whoever asked takes that back with a no."""

    roles = PLAYERS_TOO
    undoable = False
    moves_the_device = True

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
