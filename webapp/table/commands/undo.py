"""Undo and redo, from any GM's device."""

from typing import Annotated

from pydantic import Field

from webapp.rules.events import Event
from webapp.state.check_events import CheckUndone
from webapp.state.house_events import ChangeUndone, ClockRestored
from webapp.state.reader import Reader
from webapp.store.models import Check, Clock, Entry, ref_of
from webapp.store.table_state import TableState
from webapp.table.actor import BOOK, TABLE_ITSELF, Actor
from webapp.table.command import Command, CommandResult, command, find
from webapp.table.fields import CheckId, Id, optional
from webapp.table.refusals import Refused
from webapp.table.undo import (
    LaterChanges,
    entries_undone_by,
    entry_with,
    is_by,
    newest_undo,
    newest_undoable,
    reverse_changes,
)
from webapp.table.undo_steps import check_of_entry, newest_of, reverse_check

Mine = Annotated[
    bool,
    Field(
        description=(
            "true: only changes made with this link and seat on this device (for a program: with its link)"
        )
    ),
]

CLOCK_MOVES = ("clock.tick", "clock.set")
"""The commands that move a clock."""


@command("undo")
class Undo(Command):
    """Undo an entry of the journal, or the newest one that can be undone.

    A check is undone in steps, whichever of its entries you name. The first step undoes what was applied: the
    outcome is open again, with its dice. The next ones undo what has changed the roll, the newest first. The
    last undoes the roll, its cost and the call of the check together. `mine` undoes the newest entry of the
    same link, seat and device and leaves later changes by others.
    """

    entry: Id | None = optional("the journal entry; default: the newest that can be undone")
    mine: Mine = False
    check: CheckId | None = optional("undo the last step of this check, instead of an entry")

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        entry = self._entry(state, actor)
        check = check_of_entry(state, entry)
        if check is not None:
            step, (entry, *others) = reverse_check(state, check)
            result = _check_undo_result(state, check, step, entry, others)
        else:
            result = _reversed(state, entry, entry)
        if not is_by(entry, actor):
            said = Reader(state, actor.audience).line(result.events) or "Done"
            result.answer = _with_author(said, entry)
        return result

    def _entry(self, state: TableState, actor: Actor) -> Entry:
        if self.check is not None:
            return newest_of(state, find(state, Check, self.check, actor))
        if self.entry is not None:
            entry = entry_with(state, self.entry)
            if self.mine and not is_by(entry, actor):
                raise Refused("This was not done on this device; omit “mine” to undo this change.")
            return entry
        newest = newest_undoable(state, actor if self.mine else None)
        if newest is None:
            raise Refused(f"{'You have' if self.mine else 'There is'} nothing to undo.")
        return newest


@command("redo")
class Redo(Command):
    """Undo the newest undo, unless anything else has changed since.

    `mine` redoes the newest undo of the same link, seat and device, unless that device has changed anything
    else since.
    """

    entry: Id | None = optional("the newest undo, or the entry that it undid; default: the newest undo")
    mine: Mine = False

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        undo = newest_undo(state, actor if self.mine else None)
        if undo is None:
            raise Refused(f"{'You have' if self.mine else 'There is'} nothing to redo.")
        if self.entry not in (None, undo.id, undo.undoes):
            raise Refused("Only the latest undo can be redone; omit “entry” to redo that change.")
        original = state.entry(undo.undoes)
        result = _reversed(state, undo, original or undo, again=True)
        for entry in entries_undone_by(state, undo):
            entry.undone_by = None
        return result


def _reversed(state: TableState, taken: Entry, said: Entry, *, again: bool = False) -> CommandResult:
    """Undo an entry's changes; return what that did to a clock, or else that `said` was undone."""
    clock = state.find_ever(Clock, said.about[0][1]) if said.command in CLOCK_MOVES and said.about else None
    was = clock.value.word if clock is not None else ""
    reverse_changes(state, taken.changes, LaterChanges(state, taken.serial))
    happened: Event = ChangeUndone(said.id, again)
    step = _step(said, clock) if clock is not None else 0
    if clock is not None and step:
        now = clock.value.word if clock.value.word != was else None
        happened = ClockRestored(ref_of(clock), step, clock.filled, clock.segments, now, again)
    about = [(kind, id) for kind, id in said.about]
    payload = {"entry": said.id, "summary": said.summary}
    return CommandResult(about=about, payload=payload, undoes=taken.id, events=[happened])


def _step(entry: Entry, clock: Clock) -> int:
    """Return by how many drawn segments an entry moved a clock."""
    moved = (change for change in entry.changes if (change["kind"], change["id"]) == ("clock", clock.id))
    return sum(row["after"].get("filled", 0) - row["before"].get("filled", 0) for row in moved)


def _check_undo_result(
    state: TableState, check: Check, step: str, newest: Entry, others: list[Entry]
) -> CommandResult:
    return CommandResult(
        about=[ref_of(check)],
        events=[CheckUndone(ref_of(check), step, check.result.label or None)],
        payload={"entry": newest.id, "check": check.id, "summary": newest.summary},
        undoes=newest.id,
        undoes_too=[entry.id for entry in others],
    )


def _with_author(words: str, taken: Entry) -> str:
    """Add the entry's author to the words, if the author is known."""
    who = "" if taken.who == BOOK else taken.who
    if who and taken.role == "gm":
        who = "the table itself" if who == TABLE_ITSELF.name else "a GM on another device"
    return f"{words} (by {who})" if who else words
