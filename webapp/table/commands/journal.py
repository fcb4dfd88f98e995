"""Undo and redo, from any GM's device."""

from webapp.store.board import Board
from webapp.store.db import db
from webapp.store.models import Entry
from webapp.table.actor import Actor
from webapp.table.command import Command, Told, command
from webapp.table.fields import Id
from webapp.table.undo import entry_with, newest_undo, newest_undoable, reverse


@command("undo")
class Undo(Command):
    """Take back an entry of the journal, or the newest one that can be taken back."""

    entry: Id | None = None

    def take(self, board: Board, actor: Actor) -> Told:
        entry = entry_with(board, self.entry) if self.entry is not None else newest_undoable(board)
        reverse(board, entry)
        return _told("Undone", entry)


@command("redo")
class Redo(Command):
    """Take back the newest undo; any other change since then ends redo."""

    entry: Id | None = None

    def take(self, board: Board, actor: Actor) -> Told:
        undo = newest_undo(board)
        reverse(board, undo)
        original = db.session.get(Entry, (board.table.id, undo.undoes))
        if original is not None:
            original.undone_by = None
        return _told("Redone", undo, of=original)


def _told(word: str, taken: Entry, of: Entry | None = None) -> Told:
    """Undo speaks of the same things as the entry it takes back, to the same ears."""
    said = of or taken
    return Told(
        summary=f"{word}: {said.summary}",
        about=[(kind, id) for kind, id in said.about],
        masked=f"{word}: {said.masked}" if said.masked else None,
        result={"entry": said.id, "summary": said.summary},
        undoes=taken.id,
    )
