"""Taking an entry back, field by field, without harming what came after it.

A counter gives back what was really applied, clamped again (A +1, B +1, undo A leaves +1). Any other
field is put back only if it still has the value the entry left; else undo refuses and names it.
"""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, select

from webapp.rules.clocks import Clock as ClockValue
from webapp.rules.clocks import Direction
from webapp.rules.errors import RuleError
from webapp.store.board import Board
from webapp.store.db import db
from webapp.store.models import Check, Clock, Entry, Json, Piece, Proposal, Table, Thing
from webapp.store.values import typed
from webapp.table.actor import Actor
from webapp.table.changes import KEYWISE, PASSING, Change, plain
from webapp.table.games import game_table
from webapp.table.outcomes import titled
from webapp.table.refusals import Missing, Refused

NOT_REVERSED = ("check", "proposal")
"""What taking back what a check did leaves as it is: its dice were rolled, what it proposed was proposed."""
DIAL = ("segments", "filled", "direction")
WORDS = {"on_full": "“when full” text", "removed": "place on the table", "filled": "filling"}


def reverse(board: Board, changes: list[Change]) -> None:
    """Put back all that was changed, or refuse with a sentence and change nothing."""
    for change in reversed(changes):
        row = _row(board, change)
        if change["kind"] != "seat":
            _ensure_unchanged(row, change)
    for change in reversed(changes):
        _put_back(_row(board, change), change)
    _ensure_pieces(board, changes)


def _ensure_pieces(board: Board, changes: list[Change]) -> None:
    """What only one game keeps must still go together after some of it was put back."""
    game = game_table(board.table.ruleset)
    for change in changes:
        row = _row(board, change)
        if isinstance(row, Piece) and "data" in change["after"]:
            try:
                row.data = game.fitted(row.kind, row.data)
            except RuleError as error:
                raise Refused(f"{_called(row)} would not go together then: {error.message}") from error


def check_of(board: Board, entry: Entry) -> Check | None:
    """The check that this entry is taken back with; None for one that stands alone.

    Before the roll each step of a check is taken back by itself; once rolled, the check is one whole. A line
    that was declined may be opened again by itself.
    """
    check = board.row(Check, entry.group)
    if check is None or entry.command == "proposal.decline":
        return None
    return check if any(each.rolled for each in _together(board, check)) else None


def reverse_check(board: Board, check: Check) -> list[int]:
    """Take back all that a check did, newest first, or refuse and change nothing; the entries taken back.

    The check is void from then on. Its dice were rolled, so they stay.
    """
    standing = _entries(board).where(Entry.group == check.id, Entry.undone_by.is_(None))
    entries = list(db.session.scalars(standing))
    together = _together(board, check)
    own = {row.id for row in together}
    for entry in entries:
        reverse(board, [each for each in entry.changes if not _stays(board, each, own)])
    for row in together:
        row.state = "void" if row.state != "cancelled" else row.state
    for proposal in board.here(Proposal):
        if proposal.check in own:
            proposal.state = "void"
    return [entry.id for entry in entries]


def _stays(board: Board, change: Change, own: set[int]) -> bool:
    """Whether it is one of the check's own dice or lines; another's is put back while nothing came since."""
    row = board.thing(change["kind"], change["id"])
    if not isinstance(row, Check | Proposal):
        return False
    ours = (row.check if isinstance(row, Proposal) else row.id) in own
    since = any(plain(getattr(row, name)) != left for name, left in change["after"].items())
    return ours or since or "new" in change


def reverse_applied(board: Board, check: Check) -> bool:
    """Take back what was applied of a check, its dice left as they are, or refuse; whether there was any."""
    applied = Entry.command.in_(("check.resolve", "proposal.accept"))
    standing = _entries(board).where(Entry.group == check.id, Entry.undone_by.is_(None), applied)
    done = [each for entry in db.session.scalars(standing) for each in reversed(entry.changes)]
    reverse(board, [each for each in reversed(done) if each["kind"] not in NOT_REVERSED])
    return bool(done)


def _together(board: Board, check: Check) -> list[Check]:
    """The check and those that it leads."""
    return [check, *(each for each in board.here(Check) if each.lead == check.id)]


def newest_undoable(board: Board, whose: Actor | None = None) -> Entry | None:
    """The entry that undo takes without being told which: the newest of all, or of somebody's device."""
    open_still = (Entry.undoable, Entry.undone_by.is_(None), Entry.undoes.is_(None))
    return db.session.scalar(_entries(board, whose).where(*open_still).limit(1))


def newest_undo(board: Board, whose: Actor | None = None) -> Entry | None:
    """The undo that redo takes: the newest one with no other change after it, by anybody or that device."""
    query = _entries(board, whose).where(Entry.undoable, Entry.command != "redo", Entry.undone_by.is_(None))
    entry = db.session.scalar(query.limit(1))
    return entry if entry is not None and entry.command == "undo" else None


def is_by(entry: Entry, actor: Actor) -> bool:
    """Whether somebody did this, with this link and seat and on this device."""
    return entry.device is not None and (entry.device, entry.seat) == (actor.device, actor.seat)


def entry_with(board: Board, id: int) -> Entry:
    """The journal entry with this id, if it can be undone."""
    entry = db.session.get(Entry, (board.table.id, id))
    if entry is None:
        raise Missing("There is no such entry in the journal.")
    if entry.undone_by is not None:
        raise Refused("This was undone already.")
    if not entry.undoable or entry.command in ("undo", "redo"):
        raise Refused("This entry cannot be undone.")
    return entry


def taken_back_by(board: Board, undo: Entry) -> list[Entry]:
    """The entries that one undo took back."""
    return list(db.session.scalars(_entries(board).where(Entry.undone_by == undo.id)))


def _entries(board: Board, whose: Actor | None = None) -> Select[Entry]:
    """The journal, newest first; of somebody's device alone if one is named, and nobody's is empty."""
    entries = select(Entry).where(Entry.table_id == board.table.id).order_by(Entry.serial.desc())
    if whose is None:
        return entries
    return entries.where(Entry.device == (whose.device or ""), Entry.seat == whose.seat)


def _row(board: Board, change: Change) -> Thing | Table:
    if change["kind"] == "table":
        return board.table
    row = board.thing(change["kind"], change["id"])
    if row is None:
        raise Refused("What this changed is no longer stored, so it cannot be undone.")
    return row


def _ensure_unchanged(row: Thing | Table, change: Change) -> None:
    named = list(change["after"]) != ["visibility"]  # else: made and removed in one check that was undone
    if named and getattr(row, "removed", False) and not change["after"].get("removed"):
        raise Refused(f"{_called(row)} was removed since, so this cannot be undone. Undo the removal first.")
    for name, left in change["after"].items():
        if name == "filled":
            continue
        now = plain(getattr(row, name))
        if name in KEYWISE:
            _ensure_keys(row, change["before"][name], left, now)
        elif now != left:
            field = WORDS.get(name, name)
            raise Refused(f"{_called(row)}: its {field} changed since; undo the later change first.")


def _ensure_keys(row: Thing | Table, before: Json, left: Json, now: Json) -> None:
    for key in {**before, **left}:
        if key.startswith(PASSING):
            continue
        if (key in now) != (key in left) or now.get(key) != left.get(key):
            raise Refused(f"{_called(row)}: its {key} changed since; undo the later change first.")


def _called(row: Thing | Table) -> str:
    name = getattr(row, "name", None)
    return f"“{name}”" if name else f"The {getattr(row, 'kind', '') or getattr(row, 'kind_name', 'table')}"


def _put_back(row: Thing | Table, change: Change) -> None:
    before = dict(change["before"])
    if change["kind"] == "seat":  # who sat down with somebody else since stays there
        before = {name: each for name, each in before.items() if getattr(row, name) == change["after"][name]}
    dial = {name: before.pop(name) for name in DIAL if name in before and isinstance(row, Clock)}
    if dial and isinstance(row, Clock):
        row.value = _dial(row.value, dial, change["after"])
    for name, value in before.items():
        if name in KEYWISE:
            value = _put_back_keys(getattr(row, name), value, change["after"][name])
        setattr(row, name, typed(type(row), name, value))
    if change.get("new") and hasattr(row, "visibility"):
        row.visibility = "secret"  # it never was: what names it is the GM's alone, until it is redone


def _put_back_keys(
    now: dict[str, object], before: dict[str, object], left: dict[str, object]
) -> dict[str, object]:
    """The values as they were; what passes stays as it is if something came after it."""
    later = {key for key in {**before, **left} if key.startswith(PASSING) and now.get(key) != left.get(key)}
    kept = {key: each for key, each in now.items() if key not in left or key in later}
    return kept | {key: each for key, each in before.items() if key not in later}


def _dial(now: ClockValue, before: dict[str, Any], after: dict[str, object]) -> ClockValue:
    """The dial as it was, with what others did to its filling since left in."""
    segments = before.get("segments", now.segments)
    filled = now.filled - (after.get("filled", 0) - before.get("filled", 0))
    direction = Direction(before.get("direction", now.direction))
    return ClockValue(segments, max(0, min(filled, segments)), direction)


# ---- what one's own undo and redo would do, before they are pressed -------------------------------


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
