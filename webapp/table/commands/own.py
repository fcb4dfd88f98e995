"""A clock of one's own: a player starts it, ticks it (`clock.tick`) and puts it away; the GM sees it too."""

from webapp.rules.clocks import Clock as ClockValue
from webapp.screens.audience import Role
from webapp.store.board import Board
from webapp.store.models import Clock
from webapp.table.actor import Actor
from webapp.table.command import Command, Report, command, find, refuse_crowd
from webapp.table.commands.edits import told
from webapp.table.fields import ClockId, Name, Segments
from webapp.table.refusals import Crowded, Forbidden
from webapp.table.time import personal_kind

MOST_OWN = 6


@command("clock.own")
class OwnClock(Command):
    """Start a clock of one's own; nobody but its seat and the GM knows of it."""

    roles = frozenset({Role.PLAYER})

    name: Name
    segments: Segments = 4

    def take(self, board: Board, actor: Actor) -> Report:
        if actor.seat is None:
            raise Forbidden("Take a seat first, so that the clock is yours.")
        if sum(clock.owner == actor.seat for clock in board.here(Clock)) >= MOST_OWN:
            raise Crowded(f"You have {MOST_OWN} clocks of your own. Put one away before you start another.")
        refuse_crowd(board, Clock)
        clock = board.add(
            Clock(
                name=self.name,
                value=ClockValue.new(self.segments),
                kind=personal_kind(board),
                scene=None,
                owner=actor.seat,
                visibility="secret",
            )
        )
        return told(clock, f"own clock of {clock.segments} started")


@command("clock.drop")
class DropClock(Command):
    """Put a clock of one's own away; the GM can bring it back by undo."""

    roles = frozenset({Role.PLAYER})

    clock: ClockId

    def take(self, board: Board, actor: Actor) -> Report:
        clock = find(board, Clock, self.clock, actor)
        if actor.seat is None or clock.owner != actor.seat:
            raise Forbidden("This clock is not yours. Only the GM takes it off the table.")
        clock.removed = True
        return told(clock, "put away")
