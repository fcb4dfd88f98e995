"""One table as it stands: its rows, what was made of them, and what each audience sees.

The next revision shares all that did not change. What another process wrote is read again where the journal
says so; without a revision to go on from, all is read anew. Tables unused for long are let go.
"""

import threading
from collections import OrderedDict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from sqlalchemy import Connection, bindparam, inspect, select

from webapp.screens.audience import Audience
from webapp.screens.views import LineView
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
NOWHERE = Stamp("", 0, 0)


@dataclass
class Snapshot:
    """One table at one revision; `stale` are things that a refused command left wrong, `torn` says that the
    table's own row or its links are, `leapt` that what others wrote came and went between two looks."""

    stamp: Stamp
    rows: Rows
    kept: Kept = field(default_factory=Kept)
    unshown: set[str] = field(default_factory=set)
    stale: set[Name] = field(default_factory=set)
    torn: bool = False
    leapt: bool = False
    settled: bool = False
    projections: Projections | None = None

    @classmethod
    def read(cls, table_id: str, stamp: Stamp) -> "Snapshot":
        """All of it from the database."""
        return cls(stamp, Rows(_row(table_id)))

    def catch_up(self, stamp: Stamp) -> None:
        """Take over what others wrote since."""
        table_id = self.rows.id
        if self.torn or stamp != self.stamp:
            self._take_table(_row(table_id))
            self.rows.links = None
            self.rows.changed.add(LINKS)
            news = db.session.scalars(NEW, {"table": table_id, "last": self.stamp.entries}).all()
            self.leapt = self.leapt or came_back(news)
            self.stale |= {(each["kind"], each["id"]) for changes in news for each in changes}
            self.stale |= {("seat", id) for id in self.rows.things.get("seat", ())}
            self.stamp, self.torn = stamp, False
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

    @property
    def weight(self) -> float:
        """About how many kilobytes it takes."""
        return EACH * (len(self.kept) + sum(len(rows) for rows in self.rows.things.values()))

    def board(self) -> Board:
        """A board of these rows."""
        board = Board(self.rows.table, self.rows)
        board.unshown = self.unshown
        return board

    def look(self, *, after: bool = False) -> Projections:
        """What each audience sees now; only what has changed is made anew. `after` a command all stand
        elsewhere than before, even if it changed nothing but the journal."""
        board = self.board()
        if after or self.projections is None or self.rows.changed:
            self.kept.forget(self.rows.changed)
            return Projections.of(board, self.kept, self.projections)
        return self.projections

    def settle(self, projections: Projections, connection: Connection) -> None:
        """All that a command wrote is about to be committed."""
        self.rows.settle(connection)
        self.stamp, self.projections, self.settled = projections.stamp, projections, True

    def leave(self) -> None:
        """A command was refused: what it wrote to is read again."""
        if self.settled:
            self.stamp = NOWHERE  # what it was to be was not committed: all is read again
        self.stale |= self.rows.touched
        self.unshown = set(self.projections.rows_unshown if self.projections is not None else ())
        names = {each[0] if isinstance(each, tuple) else each for each in self.rows.changed}
        self.torn = self.torn or bool(names & {"table", LINKS})


class SnapshotCache:
    """The snapshots of the tables in use, the longest unused first; whoever works on one has it alone."""

    def __init__(self, megabytes: int = BUDGET) -> None:
        self.kilobytes = megabytes * 1024
        self._lock = threading.Lock()
        self._looking = OneAtATime()
        self._weights: OrderedDict[str, float] = OrderedDict()
        self._kept: OrderedDict[str, Snapshot] = OrderedDict()
        self._seen: OrderedDict[str, tuple[Projections, ...]] = OrderedDict()

    def __len__(self) -> int:
        """How many tables are kept here."""
        with self._lock:
            return len(self._seen)

    def take(self, table_id: str, writing: Connection | None = None) -> Snapshot:
        """The table as it stands in the database now; who is `writing` keeps others out (PostgreSQL)."""
        reading = (db.session.connection(), STAMP) if writing is None else (writing, LOCKED)
        found = reading[0].execute(reading[1], {"table": table_id}).first()
        if found is None:
            raise Missing(NO_TABLE)
        stamp = Stamp(*found)
        with self._lock:
            snapshot = self._kept.pop(table_id, None)
        if snapshot is None or not _goes_on(snapshot.stamp, stamp):
            return Snapshot.read(table_id, stamp)
        snapshot.catch_up(stamp)
        return snapshot

    def links(self, table_id: str) -> Sequence[Key]:
        """A table's links as they were seen last, if they are here; others may have revoked one since.

        What a refused command left of them is none: it is read again first.
        """
        snapshot = self._kept.get(table_id)
        if snapshot is None or snapshot.torn or snapshot.stamp == NOWHERE:
            return ()
        return snapshot.rows.links or ()

    def keep(self, snapshot: Snapshot) -> None:
        """Keep it for the next, and let readers see it."""
        table = snapshot.rows.id
        with self._lock:
            self._kept[table] = snapshot
            steps = self._seen.pop(table, ())
            steps, snapshot.leapt = () if snapshot.leapt else steps, False
            if snapshot.projections is not None and (not steps or steps[-1] is not snapshot.projections):
                steps = (*steps, snapshot.projections)[-STEPS:]
            self._seen[table] = steps
            self._make_room(table, snapshot.weight)

    def _make_room(self, table_id: str, weight: float) -> None:
        """Let go of the tables that nobody used for longest, until all fit into the budget."""
        self._weights[table_id] = weight
        self._weights.move_to_end(table_id)
        total = sum(self._weights.values())
        while total > self.kilobytes and len(self._weights) > 1:
            oldest, freed = self._weights.popitem(last=False)
            total -= freed
            self._kept.pop(oldest, None)
            self._seen.pop(oldest, None)

    def for_reading(self, board: Board) -> Projections:
        """What each audience sees at the revision of a board; whoever asks meanwhile waits for the first."""
        with self._looking.at(board.table.id):
            known = self._known(board.table.id)
            if known is not None and known.stamp == Stamp.of(board):
                return known
            if known is not None and Stamp.of(board).is_before(known.stamp):
                return Projections.of(board)  # who reads an older moment leaves what is kept alone
            return self._looked(board)

    def _looked(self, board: Board) -> Projections:
        snapshot = self.take(board.table.id)
        if Stamp.of(board) != snapshot.stamp:
            self.keep(snapshot)
            return Projections.of(board)
        snapshot.projections = projections = snapshot.look()
        snapshot.rows.changed = set()
        self.keep(snapshot)
        return projections

    def lines(
        self, table_id: str, each: Audience, last: str, now: str
    ) -> tuple[Projections, Sequence[LineView]] | None:
        """The newest sights and what was told between two cursors, newest first, if it is all known here."""
        steps = self._steps(table_id)
        if not steps or each.key not in steps[-1].seen or steps[-1].seen[each.key].at != now:
            return None
        found: list[LineView] = []
        for projections in reversed(steps):
            seen = projections.seen.get(each.key)
            if seen is None or seen.at == last:
                break
            if seen.at == now and seen.step is not None and seen.step[1] is not None:
                found += seen.step[1]
                now = seen.step[0]
        return (steps[-1], found) if now == last else None

    def touched(
        self, table_id: str, now: Projections, each: Audience, last: str, preparing: int | None = None
    ) -> dict[str, list[str]] | None:
        """The panels that differed at any step since `last`; None where that is not known any more.

        What is again as it was is among them: the page may have shown what was between, from a reply.
        """
        found: dict[str, set[str]] = {}
        after = now
        for step in reversed(self._steps(table_id)):
            before = step.while_preparing(preparing)
            differing = after.touched(before, each)
            if differing is None:
                return None
            for key, ids in differing.items():
                found.setdefault(key, set()).update(ids)
            if before.seen[each.key].at == last:
                return {key: now.seen[key].outermost(ids) for key, ids in found.items()}
            after = before
        return None

    def stamps(self, table_id: str, each: Audience, at: str, lacks: Collection[str]) -> list[int] | None:
        """The stamps of a page that stands there and lacks these panels; None while some are unknown."""
        projections = self._known(table_id)
        if projections is None or each.key not in projections.seen or projections.seen[each.key].at != at:
            return None
        return projections.stamps(each, lacks)

    def _known(self, table_id: str) -> Projections | None:
        steps = self._steps(table_id)
        return steps[-1] if steps else None

    def _steps(self, table_id: str) -> Sequence[Projections]:
        with self._lock:
            return self._seen.get(table_id, ())


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
