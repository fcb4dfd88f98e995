"""What somebody's own undo and redo would do, in words, before they are pressed."""

from dataclasses import dataclass

from webapp.store.board import Board
from webapp.store.db import db
from webapp.store.models import Check, Entry
from webapp.table.actor import Actor
from webapp.table.outcomes import titled
from webapp.table.undo import check_of, newest_undo, newest_undoable


@dataclass(frozen=True)
class OwnSteps:
    """What the next undo of one device would take back, and its next redo do again; "" for nothing."""

    undo: str = ""
    redo: str = ""


def own_steps(board: Board, actor: Actor) -> OwnSteps:
    """The next steps of the device that this GM holds."""
    return OwnSteps(_undone(board, newest_undoable(board, actor)), _redone(board, newest_undo(board, actor)))


def check_words(board: Board, check: Check) -> str:
    """A check and how it came out: "Mara, “climb the wall”: Success"."""
    return f"{titled(board, check)}: {check.result.label}" if check.result else titled(board, check)


def _undone(board: Board, entry: Entry | None) -> str:
    if entry is None:
        return ""
    check = check_of(board, entry)
    return entry.summary if check is None else check_words(board, check)


def _redone(board: Board, undo: Entry | None) -> str:
    original = db.session.get(Entry, (board.table.id, undo.undoes)) if undo is not None else None
    return "" if original is None else original.summary
