"""Taking a command: what it does itself, and what the table's game makes follow from it at once.

What a book calls mandatory happens in the command's own transaction, is listed in its result and undone
with it; what a book says "may" becomes a proposal.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from webapp.rules.errors import RuleError
from webapp.rules.ruleset import played
from webapp.screens.audience import PLAYER
from webapp.screens.journal import joined
from webapp.screens.visibility import Visibility
from webapp.store.board import Board
from webapp.store.models import Character, Check, Clock, Condition, Piece, Scene, Tag, Zone
from webapp.table.actor import Actor
from webapp.table.command import Command, Report, refused
from webapp.table.games import game_table
from webapp.table.refusals import Refused

TAKING_BACK = ("undo", "redo")
DICE = ("check.roll", "check.resolve", "check.cancel")
VISIBLE = (Character, Clock, Tag, Condition, Zone, Scene, Piece)
"""What may be hidden from some."""
OF_PLAY = ("scene.", "check.", "proposal.", "time.", "undo", "redo", "table.", "saved.add", "order.")
"""Commands about the scene being played, or about none."""
MADE = (Zone, Tag, Clock, Character, Condition, Piece)
"""What is put on a table and may be hidden."""


def carry_out(command: Command, board: Board, actor: Actor) -> Report:
    """Take a command, and let the game add what its book makes come first and follow."""
    rests = played(board.table.ruleset).rests
    if rests:
        raise Refused(rests)
    if command.do in TAKING_BACK:
        return command.take(board, actor)
    if _rolls_in_secret(command, board):
        return command.take(board, actor)
    game = game_table(board.table.ruleset)
    before = game.before(command, board, actor)
    told = before.instead or command.take(board, actor)
    try:
        followed = game.after(command, told, board, actor)
    except RuleError as error:
        raise refused(error) from error
    told = with_more(told, [*before.happened, *followed], board, actor)
    return _with_cause(told, command, board)


def _rolls_in_secret(command: Command, board: Board) -> bool:
    """Whether this rolls, answers or cancels a secret check: no cost or turn may give that away."""
    if command.do not in DICE or (command.do == "check.resolve" and getattr(command, "answer", None) is None):
        return False
    row = board.find(Check, getattr(command, "check", None))
    return row is not None and row.visibility == "secret"


def _with_cause(told: Report, command: Command, board: Board) -> Report:
    """Why something was done is for whoever may know all that was named when it was said."""
    if not told.because:
        return told
    named = [each for each in _named(command.model_dump(), board) if each not in told.about]
    if named:
        told.parts = told.parts or [Report(told.summary, told.about, masked=told.masked)]
        told.about = [*told.about, *named]
    return told


def _named(value: object, board: Board) -> list[tuple[str, int]]:
    """The things whose ids stand anywhere in the fields of a command."""
    if isinstance(value, dict | list | tuple):
        within = value.values() if isinstance(value, dict) else value
        return list(dict.fromkeys(thing for each in within for thing in _named(each, board)))
    if type(value) is not int:
        return []
    return [(model.kind_name, value) for model in VISIBLE if board.find(model, value) is not None]


def with_more(told: Report, more: Sequence[Report], board: Board, actor: Actor) -> Report:
    """One account of several things that happened; the result lists those that the actor may know."""
    if not more:
        return told
    visibility = Visibility(board, actor.audience)
    known = [each for each in more if all(_knows(visibility, board, *thing) for thing in each.about)]
    told.parts = [*(told.parts or [Report(told.summary, told.about, masked=told.masked)]), *more]
    told.summary = joined((told.summary, *(each.summary for each in more)))
    if known:
        listed = [said for each in known if (said := _as_known(each, visibility))]
        told.result["happened"] = [*told.result.get("happened", ()), *listed]
    return told


def _as_known(told: Report, visibility: Visibility) -> dict[str, object]:
    """What happened as the result lists it; of foes no more than the journal says."""
    says = visibility.without_theirs(told.summary, told.about)
    if visibility.counts_theirs("0", told.about):
        return {"says": says} if says else {}
    return {"says": says, **told.result}


def _knows(visibility: Visibility, board: Board, kind: str, id: int) -> bool:
    row = board.thing(kind, id)
    return row is not None and visibility.level(row) == "shown"


# ---- while a scene is prepared --------------------------------------------------------------------


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
