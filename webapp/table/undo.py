"""Undo an entry field by field, without harming later changes.

Undoing a step of a counter subtracts what the entry really added, within the counter's limits (after two
steps of +1, undoing the first leaves +1). Such an undo is refused if somebody has set the counter's value
since. Any other field is restored only if it still has the value that the entry gave it; otherwise undo is
refused.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, or_, select

from webapp.rules import sheets
from webapp.rules.clocks import Clock as ClockValue
from webapp.rules.clocks import Direction
from webapp.rules.errors import RuleError
from webapp.state.field_words import words_for
from webapp.store.column_types import load_column
from webapp.store.models import Character, Clock, Entry, GameDocument, Json, Table, Thing
from webapp.store.table_state import TableState
from webapp.table.actor import Actor
from webapp.table.changes import KEYWISE, PASSING, Change, to_plain
from webapp.table.game_table import GameTable, StepCounter, fitted, game_table
from webapp.table.moving_clocks import DIAL, FINISH, restore_clock, settle_races
from webapp.table.refusals import Missing, Refused

SETTING = (".set", ".edit")
"""Endings of commands that set a value; other commands change it in steps."""
Values = Json
"""The value of a column that holds a dict."""


@dataclass(frozen=True)
class LaterChanges:
    """The journal after an entry, without the entries that are undone with it."""

    state: TableState
    serial: int
    among: frozenset[int] = frozenset()

    def set_by(self, change: Change, name: str, key: str | None = None) -> Entry | None:
        """Return the newest later entry that set this value; None if it has only moved in steps since."""
        later = entries_of(self.state).where(
            Entry.serial > self.serial,
            Entry.undone_by.is_(None),
            Entry.undoes.is_(None),
            or_(*(Entry.command.endswith(end) for end in SETTING)),
        )
        for entry in self.state.entries(later):
            if entry.id not in self.among and any(_is_of(own, change, name, key) for own in entry.changes):
                return entry
        return None


def _is_of(change: Change, other: Change, name: str, key: str | None) -> bool:
    same = (change["kind"], change["id"]) == (other["kind"], other["id"]) and name in change["after"]
    return same and (key is None or key in change["after"][name] or key in change["before"][name])


def reverse_changes(state: TableState, changes: list[Change], since: LaterChanges) -> None:
    """Restore the values before these changes; if one cannot be restored, refuse and change nothing."""
    for change in reversed(changes):
        row = _row(state, change)
        if change["kind"] != "seat":
            _ensure_unchanged(row, change, since)
    for change in reversed(changes):
        _put_back(state, _row(state, change), change)
    settle_races(state, [row for change in changes if isinstance(row := _row(state, change), Clock)])
    _ensure_pieces(state, changes)


def reverse_all(state: TableState, entries: list[Entry], wanted: Callable[[Change], bool]) -> None:
    """Undo the wanted changes of these entries, newest first."""
    ids = frozenset(value.id for value in entries)
    for entry in entries:
        reverse_changes(state, list(filter(wanted, entry.changes)), LaterChanges(state, entry.serial, ids))


def _ensure_pieces(state: TableState, changes: list[Change]) -> None:
    """Ensure that the game can parse its own documents after a part of them was restored."""
    game = game_table(state.table.ruleset)
    for change in changes:
        row = _row(state, change)
        if isinstance(row, GameDocument) and "data" in change["after"]:
            try:
                row.data = fitted(game, row.kind, row.data)
            except RuleError as error:
                raise Refused(f"{_called(row)} cannot be restored: {error.message}") from error


def newest_undoable(state: TableState, whose: Actor | None = None) -> Entry | None:
    """Return the entry that undo reverses by default: the newest of all or of one device; or None."""
    open_still = (Entry.undoable, Entry.undone_by.is_(None), Entry.undoes.is_(None))
    return next(iter(state.entries(entries_of(state, whose).where(*open_still).limit(1))), None)


def newest_undo(state: TableState, whose: Actor | None = None) -> Entry | None:
    """Return the undo that redo reverses, or None.

    It is the newest entry that is not undone, of everyone or of one device, if that entry is an undo.
    """
    query = entries_of(state, whose).where(Entry.undoable, Entry.command != "redo", Entry.undone_by.is_(None))
    entry = next(iter(state.entries(query.limit(1))), None)
    return entry if entry is not None and entry.command == "undo" else None


def is_by(entry: Entry, actor: Actor) -> bool:
    """Return whether this entry was made with the actor's link, seat and device."""
    return entry.device is not None and (entry.device, entry.seat) == (actor.device, actor.seat)


def entry_with(state: TableState, id: int) -> Entry:
    """Return the journal entry with this id; refuse an entry that cannot be undone."""
    entry = state.entry(id)
    if entry is None:
        raise Missing("The journal has no entry with this id.")
    if entry.undone_by is not None:
        raise Refused("This has already been undone.")
    if not entry.undoable or entry.command in ("undo", "redo"):
        raise Refused("This entry cannot be undone.")
    return entry


def entries_undone_by(state: TableState, undo: Entry) -> list[Entry]:
    """Return the entries that this undo reversed."""
    return state.entries(entries_of(state).where(Entry.undone_by == undo.id))


def entries_of(state: TableState, whose: Actor | None = None) -> Select[Entry]:
    """Select the journal's entries, newest first, optionally only those of one device and seat."""
    entries = select(Entry).where(Entry.table_id == state.table.id).order_by(Entry.serial.desc())
    if whose is None:
        return entries
    return entries.where(Entry.device == (whose.device or ""), Entry.seat == whose.seat)


def _row(state: TableState, change: Change) -> Thing | Table:
    if change["kind"] == "table":
        return state.table
    row = state.thing(change["kind"], change["id"])
    if row is None:
        raise Refused("The changed thing is no longer stored, so the change cannot be undone.")
    return row


def _ensure_unchanged(row: Thing | Table, change: Change, since: LaterChanges) -> None:
    named = list(change["after"]) != ["visibility"]  # else made and removed in one check
    if named and getattr(row, "removed", False) and not change["after"].get("removed"):
        raise Refused(f"{_called(row)} has since been removed. Undo the removal first.")
    for name, left in change["after"].items():
        now = to_plain(getattr(row, name))
        if isinstance(row, Clock) and name in FINISH:
            continue
        if name in KEYWISE:
            _ensure_keys(row, change, name, since)
        elif now != left and name == "filled":
            _ensure_stepped(row, since, change, name)
        elif now != left:
            field = "place on the table" if name == "removed" else words_for(change["kind"], name)
            raise _later_change(row, field if getattr(row, "name", None) else "")


def _ensure_keys(row: Thing | Table, change: Change, name: str, since: LaterChanges) -> None:
    before, left, now = change["before"][name], change["after"][name], getattr(row, name)
    for key in {**before, **left}:
        if key.startswith(PASSING) or ((key in now) == (key in left) and now.get(key) == left.get(key)):
            continue
        if _counter(game_table(since.state.table.ruleset), row, name, key) is None:
            field = sheets.name_of(since.state.rules, key) if isinstance(row, Character) else "settings"
            raise _later_change(row, field if isinstance(row, Character | Table) else "")
        _ensure_stepped(row, since, change, name, key)


def _later_change(row: Thing | Table, field: str) -> Refused:
    """Return the refusal for a field that changed after the entry; without `field`, for the whole row."""
    named = f"{_called(row)}: {field}" if field else _called(row)
    return Refused(f"{named} changed afterwards. Undo the later change first.")


def _ensure_stepped(
    row: Thing | Table, since: LaterChanges, change: Change, name: str, key: str | None = None
) -> None:
    """Refuse if somebody has set this value since: then the difference cannot be subtracted."""
    setting = since.set_by(change, name, key)
    if setting is None:
        return
    owner = since.state.find_ever(Character, row.character) if isinstance(row, GameDocument) else row
    called, now = getattr(owner, "name", None) or row.kind, getattr(row, name)  # type: ignore[union-attr]
    what = f"“{called}”" if key is None else f"{key.upper() if len(key) == 2 else key} of {called}"
    value = now if key is None else now.get(key, 0)
    who = "the GM" if setting.who == "GM" else setting.who or "somebody"
    raise Refused(f"Can't undo: {who} set {what} to {value} afterwards.")


def _counter(game: GameTable, row: Thing | Table, name: str, key: str) -> StepCounter | None:
    """Return the limits of this number's steps; None if it is set rather than stepped."""
    if name == "settings":
        return None
    kind = row.kind if isinstance(row, GameDocument) else getattr(row, "kind_name", "")
    return game.counter(kind, getattr(row, name), key)


def _called(row: Thing | Table) -> str:
    name = getattr(row, "name", None)
    kind = getattr(row, "kind", "") or getattr(row, "kind_name", "table")
    return f"“{name}”" if name else f"The {kind.replace('_', ' ')}"


def _put_back(state: TableState, row: Thing | Table, change: Change) -> None:
    before, game = dict(change["before"]), game_table(state.table.ruleset)
    if change["kind"] == "seat":  # a seat that has been given another character since keeps it
        before = {
            name: element
            for name, element in before.items()
            if getattr(row, name) == change["after"][name] and not getattr(row, "removed", False)
        }
    if isinstance(row, Clock):
        dial, finish = (
            {name: before.pop(name) for name in names if name in before} for names in (DIAL, FINISH)
        )
        stands = {name: was for name, was in finish.items() if getattr(row, name) == change["after"][name]}
        restore_clock(state, row, _dial(row.value, dial, change["after"]), stands)
    for name, value in before.items():
        if name in KEYWISE:
            value = _put_back_keys(row, name, change, game)
        setattr(row, name, load_column(type(row), name, value))
    if change.get("new") and hasattr(row, "visibility"):
        row.visibility = "secret"  # only the GM may see references to it, until redo


def _put_back_keys(row: Thing | Table, name: str, change: Change, game: GameTable) -> Values:
    """Return the earlier values, merged with later changes to other keys.

    From a counter that has moved since, only the entry's own steps are subtracted. A transient value that has
    changed since stays unchanged.
    """
    now, before, left = getattr(row, name), change["before"][name], change["after"][name]
    moved = {key for key in {**before, **left} if now.get(key) != left.get(key)}
    passing = {key for key in moved if key.startswith(PASSING)}
    steps = {
        key: counter for key in moved - passing if (counter := _counter(game, row, name, key)) is not None
    }
    stepped = {key: _stepped_back(counter, key, now, before, left) for key, counter in steps.items()}
    restored = {key: value for key, value in now.items() if key not in left or key in passing}
    values = restored | {key: value for key, value in before.items() if key not in passing} | stepped
    return {key: value for key, value in values.items() if value != 0 or key in before or key not in steps}


def _stepped_back(counter: StepCounter, key: str, now: Values, before: Values, left: Values) -> object:
    """Return a number, or several by key, minus the steps that the entry applied."""
    is_, was, became = (row.get(key, counter.usual) for row in (now, before, left))
    if not isinstance(is_, dict):
        return counter.stepped(is_, was - became, (is_, was))
    back = {value: was[value] - became[value] for value in is_ if value in was and value in became}
    return {
        value: counter.stepped(number, back[value], (number, was[value]), value) if value in back else number
        for value, number in is_.items()
    }


def _dial(now: ClockValue, before: dict[str, Any], after: dict[str, object]) -> ClockValue:
    """Return the earlier dial, plus the later ticks."""
    segments = before.get("segments", now.segments)
    filled = now.filled - (after.get("filled", 0) - before.get("filled", 0))
    direction = Direction(before.get("direction", now.direction))
    return ClockValue(segments, max(0, min(filled, segments)), direction)
