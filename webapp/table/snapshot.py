"""One table as it stands: its rows, what was made of them, and what each audience sees.

The next revision shares all that did not change. What another process wrote is read again where the journal
says so; without a revision to go on from, all is read anew. Tables unused for long are let go.
"""

import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field

from sqlalchemy import Connection, bindparam, inspect, select

from webapp.screens.audience import Audience
from webapp.store.board import Board
from webapp.store.db import db
from webapp.store.models import Entry, Key, Table
from webapp.store.one_at_a_time import OneAtATime
from webapp.store.reads import Kept
from webapp.store.rows import LINKS, Name, Rows
from webapp.table.changes import came_back
from webapp.table.projections import Projections, Stamp
from webapp.table.refusals import NO_TABLE, Missing

BUDGET = 512  # megabytes for the snapshots of all tables together
EACH = 2.6  # kilobytes for each row and each view that is kept, with the revisions behind it, as measured
STEPS = 20  # revisions of each that viewers may catch up from
FAR_BEHIND = 100  # entries of others; beyond that all is read anew
STAMP = select(Table.epoch, Table.rev_gm, Table.entries).where(Table.id == bindparam("table"))
LOCKED = STAMP.with_for_update()
NEW = (
    select(Entry.changes)
    .where(Entry.table_id == bindparam("table"), Entry.serial > bindparam("last"))
    .order_by(Entry.serial)
)
TABLE = "table", 0


@dataclass
class Snapshot:
    """One table at one revision; `stale` is what a refused command left wrong, `leapt` says that what others
    wrote came and went between two looks, `settled` that a command has written all that it will, `taken` that
    somebody works on it. `steps` are its newest revisions, the last of which readers see; `weight` is about
    how many kilobytes it takes."""

    stamp: Stamp
    rows: Rows
    kept: Kept = field(default_factory=Kept)
    stale: set[Name] = field(default_factory=set)
    leapt: bool = False
    settled: bool = False
    projections: Projections | None = None
    steps: tuple[Projections, ...] = ()
    taken: bool = True
    weight: float = 0.0

    def catch_up(self, stamp: Stamp) -> None:
        """Take over what others wrote since."""
        table_id = self.rows.id
        if self.stale or stamp != self.stamp:
            self._take_table(_row(table_id))
            self.rows.links = None
            self.rows.changed.add(LINKS)
            news = db.session.scalars(NEW, {"table": table_id, "last": self.stamp.entries}).all()
            self.leapt = self.leapt or came_back(news)
            self.stale |= {(each["kind"], each["id"]) for changes in news for each in changes}
            self.stale |= {("seat", id) for id in self.rows.things.get("seat", ())}
            self.stamp = stamp
        self.rows.renew(self.stale)
        self.stale, self.settled = set(), False

    def _take_table(self, row: Table) -> None:
        old = self.rows.table
        names = (each.key for each in inspect(Table).column_attrs)
        known = old.__dict__
        self.rows.changed |= {
            ("table", name) for name in names if known.get(name, known) != getattr(row, name)
        }
        self.rows.table = self.rows.own(row)

    def board(self) -> Board:
        """A board of these rows."""
        return Board(self.rows.table, self.rows)

    def look(self) -> Projections:
        """What each audience sees now; only what has changed is made anew."""
        if self.projections is None or self.rows.changed:
            self.projections = self.look_after().settle(self.board(), self.projections)
            self.rows.begin()
        return self.projections

    def look_after(self) -> Projections:
        """The same after a command, even if it changed nothing but the journal: all will stand elsewhere."""
        self.kept.forget(self.rows.changed)
        return Projections.of(self.board(), self.kept, self.projections)

    def settle(self, projections: Projections, connection: Connection) -> None:
        """All that a command wrote is about to be committed."""
        self.rows.settle(connection)
        self.stamp, self.projections, self.settled = projections.stamp, projections, True

    def leave(self) -> bool:
        """A command was refused: what it wrote to is read again, with the table's row and its links. False
        where all is to be read, since what it was to be was not committed."""
        if self.rows.changed:
            self.stale |= self.rows.touched | {TABLE}
        return not self.settled


class SnapshotCache:
    """The snapshots of the tables in use, the longest unused first; whoever works on one has it alone."""

    def __init__(self, megabytes: int = BUDGET) -> None:
        self.kilobytes = megabytes * 1024
        self._lock = threading.Lock()
        self._looking = OneAtATime()
        self._known: OrderedDict[str, Snapshot] = OrderedDict()

    def __len__(self) -> int:
        """How many tables are kept here."""
        return len(self._known)

    def take(self, table_id: str, writing: Connection | None = None) -> Snapshot:
        """The table as it stands in the database now; who is `writing` keeps others out (PostgreSQL)."""
        reading = (db.session.connection(), STAMP) if writing is None else (writing, LOCKED)
        found = reading[0].execute(reading[1], {"table": table_id}).first()
        if found is None:
            raise Missing(NO_TABLE)
        stamp = Stamp(*found)
        with self._lock:
            known = self._known.get(table_id)
            free = known is not None and not known.taken
            if known is not None:
                known.taken = True
        if known is None or not free or not _goes_on(known.stamp, stamp):
            return Snapshot(stamp, Rows(_row(table_id)))
        known.catch_up(stamp)
        return known

    def links(self, table_id: str) -> Sequence[Key]:
        """A table's links as they were seen last, if they are here; others may have revoked one since.

        What a refused command left of them is none: it is read again first.
        """
        known = self._known.get(table_id)
        return () if known is None or known.taken or known.stale else known.rows.links or ()

    def keep(self, snapshot: Snapshot) -> None:
        """Keep it for the next, and let readers see it."""
        with self._lock:
            steps = () if snapshot.leapt else self._steps(snapshot.rows.id)
            if snapshot.projections is not None and snapshot.projections not in steps[-1:]:
                steps = (*steps, snapshot.projections)[-STEPS:]
            snapshot.steps = steps
            snapshot.weight = EACH * (len(snapshot.kept) + sum(map(len, snapshot.rows.things.values())))
            snapshot.taken = snapshot.leapt = False
            self._known[snapshot.rows.id] = snapshot
            self._known.move_to_end(snapshot.rows.id)
            self._make_room()

    def _steps(self, table_id: str) -> tuple[Projections, ...]:
        known = self._known.get(table_id)
        return known.steps if known is not None else ()

    def _make_room(self) -> None:
        """Let go of the tables that nobody used for longest, until all fit into the budget."""
        total = sum(known.weight for known in self._known.values())
        while total > self.kilobytes and len(self._known) > 1:
            total -= self._known.popitem(last=False)[1].weight

    def for_reading(self, board: Board) -> Projections:
        """What each audience sees at the revision of a board; whoever asks meanwhile waits for the first."""
        with self._looking.at(board.table.id):
            for newest in self._steps(board.table.id)[-1:]:
                if newest.stamp == Stamp.of(board):
                    return newest
                if Stamp.of(board).is_before(newest.stamp):
                    return Projections.of(board).settle(board)  # what is kept is of a later moment
            return self._looked(board)

    def _looked(self, board: Board) -> Projections:
        snapshot = self.take(board.table.id)
        if Stamp.of(board) != snapshot.stamp:
            self.keep(snapshot)
            return Projections.of(board).settle(board)
        projections = snapshot.look()
        self.keep(snapshot)
        return projections

    def steps(self, table_id: str, each: Audience, last: str) -> list[Projections]:
        """From the newest back to where this audience stood at `last`; none where not all are known."""
        found = []
        for step in reversed(self._steps(table_id)):
            found.append(step)
            if each.key not in step.seen:
                break
            if step.seen[each.key].at == last:
                return found
        return []


def _row(table_id: str) -> Table:
    row = db.session.get(Table, table_id, populate_existing=True)
    if row is None:
        raise Missing(NO_TABLE)
    db.session.expunge(row)
    return row


def _goes_on(kept: Stamp, now: Stamp) -> bool:
    """Whether the newer state can be reached from the one that is kept."""
    steps = now.revision - kept.revision
    return kept.epoch == now.epoch and 0 <= steps <= FAR_BEHIND and now.entries >= kept.entries
