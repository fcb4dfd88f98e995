"""Undo and redo, from any GM's device."""

from typing import Annotated, Any

from pydantic import Field

from webapp.store.board import Board
from webapp.store.db import db
from webapp.store.models import Check, Entry
from webapp.table.actor import Actor
from webapp.table.command import Command, Report, command
from webapp.table.fields import Id, optional
from webapp.table.refusals import Refused
from webapp.table.undo import (
    check_of,
    check_words,
    entry_with,
    is_by,
    newest_undo,
    newest_undoable,
    reverse,
    reverse_check,
    taken_back_by,
)

Mine = Annotated[
    bool, Field(description="true: only what this link and seat did on this device (of a program: its key)")
]


@command("undo")
class Undo(Command):
    """Take back an entry of the journal, or the newest one that can be taken back; a check as a whole.

    With `mine` the newest is that of the same link, seat and device: what others did since stays as it is.
    """

    entry: Id | None = optional("the line of the journal; absent: the newest one that will do")
    mine: Mine = False

    def take(self, board: Board, actor: Actor) -> Report:
        entry = self._entry(board, actor)
        check = check_of(board, entry)
        if check is not None:
            told = _told_check(board, entry, check, reverse_check(board, check))
        else:
            reverse(board, entry.changes)
            told = _told("Undone", entry)
        told.answer = None if is_by(entry, actor) else _with_author(told.summary, entry)
        return told

    def _entry(self, board: Board, actor: Actor) -> Entry:
        if self.entry is not None:
            entry = entry_with(board, self.entry)
            if self.mine and not is_by(entry, actor):
                raise Refused("This was not done on this device; leave “mine” out to take it back.")
            return entry
        newest = newest_undoable(board, actor if self.mine else None)
        if newest is None:
            raise Refused(f"There is nothing{' of yours' if self.mine else ''} to undo.")
        return newest


@command("redo")
class Redo(Command):
    """Take back the newest undo; any other change since then ends redo. `entry` names what was undone.

    With `mine` it is the newest undo of the same link, seat and device, and only what that one does ends it.
    """

    entry: Id | None = optional("the line of the journal; absent: the newest one that will do")
    mine: Mine = False

    def take(self, board: Board, actor: Actor) -> Report:
        undo = newest_undo(board, actor if self.mine else None)
        if undo is None:
            raise Refused(f"There is nothing{' of yours' if self.mine else ''} to redo.")
        if self.entry not in (None, undo.id, undo.undoes):
            raise Refused("Only what was undone last can be redone; leave the entry out to redo that.")
        reverse(board, undo.changes)
        original = db.session.get(Entry, (board.table.id, undo.undoes))
        for entry in taken_back_by(board, undo):
            entry.undone_by = None
        return _told("Redone", undo, of=original)


def _told_check(board: Board, taken: Entry, check: Check, entries: list[int]) -> Report:
    return Report(
        summary=f"Undone: {check_words(board, check)}",
        about=[("check", check.id)],
        result={"entry": taken.id, "check": check.id, "summary": taken.summary},
        undoes=taken.id,
        undoes_too=entries,
    )


def _with_author(words: str, taken: Entry) -> str:
    """What whoever takes back another's deed is told: whose it was, if that was ever said."""
    who = "a GM on another device" if taken.role == "gm" else taken.who
    return f"{words} (by {who})" if who else words


def _told(word: str, taken: Entry, of: Entry | None = None) -> Report:
    """Undo speaks of the same things as the entry it takes back, to the same ears."""
    said = of or taken
    return Report(
        summary=f"{word}: {said.summary}",
        about=[(kind, id) for kind, id in said.about],
        masked=f"{word}: {said.masked}" if said.masked else None,
        parts=[_again(word, part) for part in said.parts],
        result={"entry": said.id, "summary": said.summary},
        undoes=taken.id,
    )


def _again(word: str, part: dict[str, Any]) -> Report:
    """A sentence of the entry, said again to the same ears."""
    masked = f"{word}: {part['masked']}" if part["masked"] else None
    return Report(f"{word}: {part['summary']}", [(kind, id) for kind, id in part["about"]], masked=masked)
