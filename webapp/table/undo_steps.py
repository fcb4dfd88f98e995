"""The steps in which undo goes: those of a check, and the next ones of a device.

A rolled check is undone in steps: what its outcome has brought about, each change to its roll, then the rest.
"""

from itertools import takewhile

from sqlalchemy import Select

from webapp.state.outcome_lines import check_title
from webapp.store.models import Check, Entry, Proposal
from webapp.store.table_state import TableState
from webapp.table.actor import Actor
from webapp.table.changes import Change, to_plain
from webapp.table.recent_entries import OwnSteps
from webapp.table.refusals import Refused
from webapp.table.undo import entries_of, newest_undo, newest_undoable, reverse_all

NOT_REVERSED = ("check", "proposal")
"""The kinds of rows that undoing an outcome leaves unchanged: the rolled dice and the proposals."""
APPLIED = ("check.resolve", "proposal.accept")
OUTCOME, CHANGED, CHECK = "outcome", "changed", "check"
"""The steps in which a rolled check is undone, as events name them."""


def check_of_entry(state: TableState, entry: Entry) -> Check | None:
    """Return the check that this entry is undone with; None for an independent entry.

    Before the roll, each step of a check is undone by itself; a rolled check is undone in its own steps. A
    declined proposal can be reopened by itself.
    """
    check = state.find_ever(Check, entry.group)
    if check is None or entry.command == "proposal.decline":
        return None
    return check if any(value.rolled for value in _together(state, check)) else None


def applied_entries(state: TableState, check: Check) -> list[Entry]:
    """Return the entries that applied a check's outcome since its last roll, newest first."""
    since = takewhile(lambda entry: not _rolls(entry), state.entries(_standing_of(state, check)))
    return [entry for entry in since if entry.command in APPLIED]


def _rolls(entry: Entry) -> bool:
    """Return whether this entry rolled a check."""
    return any(change["kind"] == "check" and "result" in change["after"] for change in entry.changes)


def reverse_check(state: TableState, check: Check) -> tuple[str, list[Entry]]:
    """Undo the last step of a check, newest entry first; return the step and the undone entries.

    If the outcome was applied, that is undone, and the outcome is open again with its dice. Else, what has
    changed its roll is undone, and the stage before counts again. Otherwise the roll, its cost and the call
    of the check are undone together, and the check is void. The rolls remain in the journal. A refusal
    changes nothing.
    """
    step, entries = next_step(state, check)
    if step != CHECK:
        reverse_all(state, entries, lambda change: True)
        return step, entries
    entries = state.entries(_standing_of(state, check))
    together = _together(state, check)
    own = {row.id for row in together}
    reverse_all(state, entries, lambda change: not _stays(state, change, own))
    for row in together:
        row.state = "void" if row.state != "cancelled" else row.state
    for proposal in state.find_all(Proposal):
        if proposal.check in own:
            proposal.state = "void"
    return step, entries


def next_step(state: TableState, check: Check) -> tuple[str, list[Entry]]:
    """Return the step of a check that undo takes back next, and its entries unless it is the whole check."""
    applied = applied_entries(state, check)
    if applied:
        return OUTCOME, applied
    changed = _entries_of_stage(state, check)
    return (CHANGED if changed else CHECK), changed


def _entries_of_stage(state: TableState, check: Check) -> list[Entry]:
    """Return the entries since the newest change to the roll; empty if nothing has changed it.

    A command that is undone by itself may have changed it, such as a boost that is spent on it.
    """
    made = max((row.rolled.made for row in _together(state, check) if row.rolled.earlier), default=0)
    entry = next(iter(state.entries(entries_of(state).where(Entry.serial == made))), None) if made else None
    if (
        entry is None
        or entry.undone_by is not None
        or entry.group not in (None, check.id)
        or not _rolls(entry)
    ):
        return []
    if entry.group is None:
        return [entry]
    since = state.entries(_standing_of(state, check).where(Entry.serial >= made))
    return [entry for entry in since if entry.command != "check.edit"]


def _standing_of(state: TableState, check: Check) -> Select[Entry]:
    return entries_of(state).where(Entry.group == check.id, Entry.undone_by.is_(None))


def _stays(state: TableState, change: Change, own: set[int]) -> bool:
    """Return whether undo skips this change to a check or proposal.

    It does if the change added the row, if the row is the undone check's own, or if it has changed since.
    """
    row = state.thing(change["kind"], change["id"])
    if not isinstance(row, Check | Proposal):
        return False
    ours = (row.check if isinstance(row, Proposal) else row.id) in own
    since = any(to_plain(getattr(row, name)) != left for name, left in change["after"].items())
    return ours or since or "new" in change


def reverse_applied(state: TableState, check: Check) -> bool:
    """Undo the applied outcome of a check, but keep dice and proposals; return whether anything changed.

    Raises Refused if it cannot be undone.
    """
    standing = _standing_of(state, check).where(Entry.command.in_(APPLIED))
    applied = state.entries(standing)
    reverse_all(state, applied, lambda change: change["kind"] not in NOT_REVERSED)
    return any(entry.changes for entry in applied)


def _together(state: TableState, check: Check) -> list[Check]:
    """Return the check and the checks that it leads."""
    return [check, *(value for value in state.find_all(Check) if value.lead == check.id)]


def newest_of(state: TableState, check: Check) -> Entry:
    """Return the newest entry of a check that can be undone, or refuse."""
    open_still = (Entry.undoable, Entry.undoes.is_(None))
    entry = next(iter(state.entries(_standing_of(state, check).where(*open_still).limit(1))), None)
    if entry is None:
        raise Refused("This check has no step that can be undone.")
    return entry


# ---- preview of a device's next undo and redo ----------------------------------------------------


def own_steps(state: TableState, actor: Actor) -> OwnSteps:
    """Return descriptions of the next undo and redo of this GM's device."""
    return OwnSteps(_undone(state, newest_undoable(state, actor)), _redone(state, newest_undo(state, actor)))


def _undone(state: TableState, entry: Entry | None) -> str:
    if entry is None:
        return ""
    check = check_of_entry(state, entry)
    return entry.summary if check is None else step_words(state, check, next_step(state, check)[0])


def step_words(state: TableState, check: Check, step: str) -> str:
    """Describe what an undo of this step of a check undoes: "the outcome of Mara, “Climb”: Success"."""
    before = {OUTCOME: "the outcome of ", CHANGED: "the last change to "}.get(step, "")
    return before + check_title(state, check) + (f": {check.result.label}" if check.result else "")


def _redone(state: TableState, undo: Entry | None) -> str:
    original = state.entry(undo.undoes) if undo is not None else None
    return "" if original is None else original.summary
