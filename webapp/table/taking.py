"""Taking a command: what it does itself, and what the table's game makes follow from it at once.

What a book calls mandatory happens in the command's own transaction, is listed in its result and undone
with it; what a book says "may" becomes a proposal.
"""

from collections.abc import Sequence

from webapp.rules.errors import RuleError
from webapp.rules.ruleset import played
from webapp.screens.foes import line_without_theirs, tells_theirs
from webapp.screens.journal import joined
from webapp.screens.sight import Sight
from webapp.store.board import Board
from webapp.table.actor import Actor
from webapp.table.command import Command, Told, refused
from webapp.table.games import game_table
from webapp.table.refusals import Refused

TAKING_BACK = ("undo", "redo")
VISIBLE = ("character", "clock", "tag", "condition", "zone", "scene", "piece")
"""What may be hidden from some."""


def carry_out(command: Command, board: Board, actor: Actor) -> Told:
    """Take a command, and let the game add what its book makes come first and follow."""
    rests = played(board.table.ruleset).rests
    if rests:
        raise Refused(rests)
    if command.do in TAKING_BACK:
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


def _with_cause(told: Told, command: Command, board: Board) -> Told:
    """Why something was done is for whoever may know all that was named when it was said."""
    if not told.because:
        return told
    named = [each for each in _named(command.model_dump(), board) if each not in told.about]
    if named:
        told.parts = told.parts or [Told(told.summary, told.about, masked=told.masked)]
        told.about = [*told.about, *named]
    return told


def _named(value: object, board: Board) -> list[tuple[str, int]]:
    """The things whose ids stand anywhere in the fields of a command."""
    if isinstance(value, dict | list | tuple):
        within = value.values() if isinstance(value, dict) else value
        return list(dict.fromkeys(thing for each in within for thing in _named(each, board)))
    if type(value) is not int:
        return []
    return [(kind, value) for kind in VISIBLE if board.find(kind, value) is not None]


def with_more(told: Told, more: Sequence[Told], board: Board, actor: Actor) -> Told:
    """One account of several things that happened; the result lists those that the actor may know."""
    if not more:
        return told
    sight = Sight(board, actor.audience)
    known = [each for each in more if all(_knows(sight, board, *thing) for thing in each.about)]
    told.parts = [*(told.parts or [Told(told.summary, told.about, masked=told.masked)]), *more]
    told.summary = joined((told.summary, *(each.summary for each in more)))
    if known:
        listed = [said for each in known if (said := _as_known(each, sight))]
        told.result["happened"] = [*told.result.get("happened", ()), *listed]
    return told


def _as_known(told: Told, sight: Sight) -> dict[str, object]:
    """What happened as the result lists it; of foes no more than the journal says."""
    says = line_without_theirs(told.summary, told.about, sight)
    if tells_theirs("0", told.about, sight):
        return {"says": says} if says else {}
    return {"says": says, **told.result}


def _knows(sight: Sight, board: Board, kind: str, id: int) -> bool:
    row = board.row(kind, id)
    return row is not None and sight.level(row) == "shown"
