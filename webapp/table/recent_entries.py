"""Cache the newest entries of a journal; merge a person's consecutive ticks of one clock into one line."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import select

from webapp.rules.copies import altered
from webapp.rules.events import Event, Ref, Unread, load_event
from webapp.state.audience import GM
from webapp.state.house_events import ClockMoved
from webapp.state.reader import Reader
from webapp.store.models import Entry
from webapp.store.table_state import TableState
from webapp.table.actor import Actor
from webapp.table.changes import Change
from webapp.table.command import CommandResult

MOST = 50
FIELDS = ("id", "at", "role", "seat", "device", "command", "summary", "because", "events")
STANDING = ("undoable", "undoes", "undone_by", "group")
COLUMNS = [getattr(Entry, name) for name in (*FIELDS, *STANDING, "changes", "changed")]
TICK = "clock.tick"
WITHIN = timedelta(seconds=10)
"""The longest pause between two ticks of a run."""


@dataclass(frozen=True)
class RecentEntry:
    """The fields of an entry that undo, runs of ticks and moments need.

    `moved` is the number of drawn segments that the entry added to clocks, `touched` are the things that it
    changed. `heard` are the keys of the audiences that it was for; None until that is known. `weighs` says
    whether something that it tells weighs more than a line of the journal.
    """

    id: int
    at: datetime
    role: str
    seat: int | None
    device: str | None
    command: str
    summary: str
    because: str | None
    events: Sequence[Sequence[object]]
    undoable: bool
    undoes: int | None
    undone_by: int | None
    group: int | None
    moved: int
    touched: frozenset[Ref] = frozenset()
    heard: frozenset[str] | None = None
    weighs: bool = False

    @classmethod
    def of(cls, entry: Mapping[str, Any], reader: Reader, events: Iterable[Event | Unread]) -> "RecentEntry":
        """Make a recent entry of an entry's values; `reader` is the GM's."""
        touched = frozenset((change["kind"], change["id"]) for change in entry["changes"])
        heard = None if entry["changed"] is None else frozenset(entry["changed"])
        return cls(
            **{name: entry[name] for name in (*FIELDS, *STANDING)},
            moved=sum(map(moved, entry["changes"])),
            touched=touched,
            heard=heard,
            weighs=reader.has_moment(event for event in events if isinstance(event, Event)),
        )


class OwnSteps(NamedTuple):
    """Descriptions of one device's next undo and next redo; "" if there is none."""

    undo: str = ""
    redo: str = ""


@dataclass(frozen=True)
class RecentEntries:
    """The newest entries of a journal, at most 50, newest first.

    `count` is the length of the journal; `whole` says whether `entries` has all of it.
    """

    entries: tuple[RecentEntry, ...]
    count: int
    whole: bool

    @classmethod
    def read(cls, state: TableState) -> "RecentEntries":
        """Read the newest entries from the database."""
        query = select(*COLUMNS).where(Entry.table_id == state.table.id).order_by(Entry.serial.desc())
        with state.session.no_autoflush:  # the session writes no entries
            found = state.session.execute(query.limit(MOST + 1)).all()
        reader = Reader(state, GM)
        entries = tuple(
            RecentEntry.of(entry._asdict(), reader, map(reader.load, entry.events)) for entry in found[:MOST]
        )
        return cls(entries, state.table.entries, len(found) <= MOST)

    def followed_by(self, entry: Entry, result: CommandResult, reader: Reader) -> "RecentEntries":
        """Return the recent entries after the entry of a command with this result; `reader` is the GM's."""
        undone = result.undone
        before = [_after(known, entry.id, undone) for known in self.entries] if undone else self.entries
        entries = (RecentEntry.of(vars(entry), reader, result.events), *before)
        return RecentEntries(entries[:MOST], self.count + 1, self.whole and len(entries) <= MOST)

    def heard_by(self, audiences: Collection[str]) -> "RecentEntries":
        """Return the recent entries when it is known which audiences the newest one is for."""
        newest, *before = self.entries
        return altered(self, entries=(altered(newest, heard=frozenset(audiences)), *before))

    def may_change_steps(self, since: int, actor: Actor) -> bool:
        """Return whether a device's next undo or redo may have changed since the journal had `since` entries.

        The steps change with the device's own commands, with undone entries and with the state of a check.
        """
        newer = self.entries[: self.count - since]
        known = len(newer) == self.count - since
        return not known or any(_is_by(entry, actor) or entry.undoes or entry.group for entry in newer)

    def own_steps(self, actor: Actor) -> OwnSteps | None:
        """Return the descriptions of a device's next undo and redo; None if the database must be read."""
        own = [
            entry for entry in self.entries if (entry.device, entry.seat) == (actor.device or "", actor.seat)
        ]
        standing = [entry for entry in own if entry.undoable and entry.undone_by is None]
        undo = next((entry for entry in standing if entry.undoes is None), None)
        last = next((entry for entry in standing if entry.command != "redo"), None)
        if (not self.whole and None in (undo, last)) or (undo is not None and undo.group is not None):
            return None  # it may be an older entry, or a check, which is described by its present state
        said = undo.summary if undo is not None else ""
        if last is None or last.command != "undo":
            return OwnSteps(said)
        original = next((entry for entry in self.entries if entry.id == last.undoes), None)
        return OwnSteps(said, original.summary) if original is not None else None


NOTHING = RecentEntries((), -1, whole=False)
"""The recent entries of a journal that was not read."""


def moved(change: Change) -> int:
    """Return how many drawn segments a change added to a clock; negative if it removed some."""
    return int(change["after"].get("filled", 0)) - int(change["before"].get("filled", 0))


def _is_by(entry: RecentEntry, actor: Actor) -> bool:
    """Return whether this entry was made with the actor's link, seat and device."""
    return (entry.device, entry.seat) == (actor.device or "", actor.seat)


def _after(entry: RecentEntry, by: int, undone: Collection[int]) -> RecentEntry:
    """Return an entry after an undo: marked if it was undone, unmarked if the undo of it was undone."""
    if entry.undone_by in undone:
        return replace(entry, undone_by=None)
    return replace(entry, undone_by=by) if entry.id in undone else entry


# ---- runs of ticks ---------------------------------------------------------------------------------


def mark_run(
    recent: RecentEntries,
    do: str,
    result: CommandResult,
    changes: Sequence[Change],
    actor: Actor,
    now: datetime,
) -> None:
    """Store the sum of a run's moves on a tick that continues the run of the previous entry.

    A run has ticks of one clock by one person without reasons, each within 10 seconds of the previous one.
    """
    before = next(iter(recent.entries), None)
    if do != TICK or result.because or before is None or not _goes_on(before, actor, now):
        return
    match result.events, list(map(load_event, before.events)):
        case [ClockMoved() as tick], [ClockMoved() as last] if last.clock == tick.clock:
            run = before.moved if last.run is None else last.run
            result.events = [altered(tick, run=run + sum(map(moved, changes)))]


def _goes_on(before: RecentEntry, actor: Actor, now: datetime) -> bool:
    """Return whether a tick by this actor, now, may go on with a run that ends with this entry."""
    whose = (before.role, before.seat, before.device) == (str(actor.role), actor.seat, actor.device)
    stands = before.command == TICK and not before.because and before.undone_by is None
    return stands and whose and now - before.at <= WITHIN
