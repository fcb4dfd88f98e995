"""What a GM does while preparing a scene goes to that scene, and nobody hears of it before it begins."""

from collections.abc import Iterator
from contextlib import contextmanager

from webapp.screens.audience import PLAYER
from webapp.screens.visibility import Visibility
from webapp.store.board import Board
from webapp.store.models import Character, Clock, Condition, Piece, Scene, Tag, Zone
from webapp.table.actor import Actor
from webapp.table.command import Command
from webapp.table.refusals import Refused

OF_PLAY = ("scene.", "check.", "proposal.", "time.", "undo", "redo", "table.", "saved.add", "order.")
"""Commands about the scene being played, or about none."""
MADE = (Zone, Tag, Clock, Character, Condition, Piece)
"""What is put on a table and may be hidden."""


@contextmanager
def preparing(command: Command, board: Board, actor: Actor) -> Iterator[None]:
    """While the command is taken the scene that its actor prepares stands for the one being played.

    What was made meanwhile and does not belong to that scene (somebody in none of its zones, a condition)
    starts secret, whatever was asked.
    """
    if actor.preparing is None or command.do.startswith(OF_PLAY):
        yield
        return
    scene = board.find(Scene, actor.preparing)
    if scene is None or scene.state != "prepared":
        raise Refused("This scene is not being prepared any more.")
    before = {model: set(board.all(model)) for model in MADE}
    with board.playing(scene.id):
        yield
    visibility = Visibility(board, PLAYER)
    for model in MADE:
        for row in (row for id, row in board.all(model).items() if id not in before[model]):
            if visibility.knows(row):
                row.visibility = "secret"
