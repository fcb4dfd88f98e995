"""Cache tables in memory: a session with its rows, cached values, and every projection.

A session has one user at a time and joins that user's transaction. A refusal rolls back only what its command
changed. After any other error, or a failed commit, the session is discarded and the table is read again. Rows
that another process has written, according to the journal, are read again. The least recently used tables are
dropped.
"""

import threading
from collections import OrderedDict
from collections.abc import Hashable, Iterator, Sequence
from typing import Any

from sqlalchemy import Connection, bindparam, event, select
from sqlalchemy.orm import Session, make_transient, sessionmaker

from webapp.rules.events import Event, load_event
from webapp.state.audience import Audience
from webapp.store.db import db
from webapp.store.dependency_cache import DependencyCache
from webapp.store.link_models import Link
from webapp.store.models import Entry, Table, Thing
from webapp.store.named_locks import NamedLocks
from webapp.store.row_changes import CHANGES, RowChanges, collect_before_flush
from webapp.store.row_index import INDEX, Name, RowIndex, changed_names, changed_things
from webapp.store.table_state import RECENT, TableState
from webapp.table.audience_views import Projections, Stamp
from webapp.table.changes import Change, ends_where_it_began
from webapp.table.recent_entries import RecentEntries
from webapp.table.refusals import NO_TABLE, Missing

BUDGET = 512  # megabytes for the snapshots of all tables together
KILOBYTES_PER_ROW = 2.6  # kilobytes per cached row and view, with earlier revisions, as measured
REVISIONS_CACHED = 20  # revisions of each table that viewers can catch up from
FAR_BEHIND = 100  # entries by other processes; after more, everything is read again
NEWEST_ENTRY_ID = (
    select(Entry.id)
    .where(Entry.table_id == Table.id, Entry.serial == Table.entries)
    .correlate(Table)
    .scalar_subquery()
)
STAMP = select(Table.epoch, Table.rev_gm, Table.entries, NEWEST_ENTRY_ID).where(
    Table.id == bindparam("table")
)
LOCKED = STAMP.with_for_update(of=Table)
SINCE = (
    select(Entry.id, Entry.changes, Entry.events)
    .where(Entry.table_id == bindparam("table"), Entry.serial >= bindparam("last"))
    .order_by(Entry.serial)
)
"""Selects a snapshot's last entry and the later ones."""
table_sessions = sessionmaker(class_=Session, expire_on_commit=False)
event.listen(table_sessions, "before_flush", collect_before_flush)


class Snapshot:
    """One table at one revision; used by one greenlet at a time, while it is checked out.

    `outdated_names` are the cached reads that have changed since the projections were made,
    `things_to_reread` the things to read again. `history_broken` says that no viewer can continue from
    older `steps`: other processes made and reversed changes between two reads, or the database has another
    history. `steps` are the projections of the newest revisions, oldest first; `weight` is the approximate
    size in kB.
    """

    def __init__(
        self, stamp: Stamp, newest_entry_id: int | None, table_id: str, connection: Connection
    ) -> None:
        self.stamp, self.newest_entry_id = stamp, newest_entry_id
        self.session = table_sessions(bind=connection)
        self.changes = RowChanges(self.session)
        table = self.session.get(Table, table_id)
        if table is None:
            raise Missing(NO_TABLE)
        self.rows = RowIndex(table, self.session)
        self.session.info.update({CHANGES: self.changes, INDEX: self.rows})
        self.cache = DependencyCache()
        self.outdated_names: set[Hashable] = set()
        self.things_to_reread: set[Name] = set()
        self.was_refused = False
        self.history_broken = False
        self.projections: Projections | None = None
        self.steps: tuple[Projections, ...] = ()
        self.is_checked_out = True
        self.weight = 0.0

    def try_catch_up(self, stamp: Stamp, newest_entry_id: int | None, connection: Connection) -> bool:
        """Read again, in this transaction, what others wrote and what a refused command expired.

        Returns False if the journal no longer has this snapshot's last entry, because the database went back
        to an earlier state.
        """
        since = self._since(connection) if stamp != self.stamp else []
        if since is None or (stamp == self.stamp and newest_entry_id != self.newest_entry_id):
            return False
        changes = [made for made, _ in since]
        named = {ref for _, events in since for ref in _things_named(events)}
        self._catch_up(stamp, changes, named, connection)
        self.newest_entry_id = newest_entry_id
        return True

    def _since(self, connection: Connection) -> "list[tuple[list[Change], list[list[Any]]]] | None":
        """Return the changes and events of later entries; None if this snapshot's last one is not there."""
        found = connection.execute(SINCE, {"table": self.rows.id, "last": self.stamp.entries}).all()
        later = found if self.newest_entry_id is None else found[1:]
        if self.newest_entry_id is not None and (not found or found[0].id != self.newest_entry_id):
            return None
        return [(entry.changes, entry.events) for entry in later]

    def _catch_up(
        self, stamp: Stamp, changes: Sequence[list[Change]], named: set[Name], connection: Connection
    ) -> None:
        self.session.bind = connection
        if stamp != self.stamp:
            self.history_broken = self.history_broken or ends_where_it_began(changes)
            self.things_to_reread |= {(change["kind"], change["id"]) for entry in changes for change in entry}
            self.things_to_reread |= named  # what came and went in one command is in no change
            self.outdated_names.add(RECENT)
            self.things_to_reread |= {("seat", id) for id in self.rows.things.get("seat", ())}
        if stamp != self.stamp or self.was_refused:
            self.outdated_names |= self.rows.renew_table() | self.rows.renew(self.things_to_reread)
        self.stamp, self.things_to_reread, self.was_refused = stamp, set(), False

    def state(self) -> TableState:
        """Return the table's state with this snapshot's rows."""
        return TableState(self.rows.table, self.rows, self.changes)

    def project(self) -> Projections:
        """Return what each audience sees now; only changed views are rebuilt."""
        if self.projections is None or self.outdated_names:
            self.projections = self._make_projections().assign_cursors(self.state(), self.projections)
            self.outdated_names = set()
        return self.projections

    def project_after(self, recent: RecentEntries, *, retold: bool) -> Projections:
        """Return the projections after a command, even if it changed only the journal.

        `recent` has the command's own entry first, and `retold` says that screens tell of other things since.
        Cursors are assigned later.
        """
        self.outdated_names |= self.rows.follow(self.changes) | changed_names(self.changes)
        self.outdated_names |= {RECENT} if retold else set()
        return self._make_projections(recent, retold=retold)

    def _make_projections(self, recent: RecentEntries | None = None, *, retold: bool = True) -> Projections:
        self.cache.forget(self.outdated_names)
        if recent is None and self.projections is not None:
            recent = self.projections.recent_entries(self.state())
        return Projections.of(self.state(), self.cache, self.projections, recent, retold=retold)

    # ---- a command ----------------------------------------------------------------------------

    def roll_back(self) -> None:
        """Forget what a refused command changed, while its transaction is rolled back.

        The changed rows expire and are read again before they are changed, because otherwise their earlier
        values would be lost. The other rows stay loaded; a rollback of the whole session would expire them
        all.
        """
        self.changes.collect()
        self.outdated_names |= changed_names(self.changes)
        self.things_to_reread |= changed_things(self.changes)
        self.was_refused = any(self.changes.rows)
        for row in self.changes.added:
            if isinstance(row, Thing):
                self.rows.drop(row)
            make_transient(row)
        for row in {*self.changes.before, *self.session.dirty} - self.changes.added.keys():
            self.session.expire(row)
        self.end_transaction()

    def flush(self, projections: Projections, entry: Entry) -> None:
        """Write the rows that a command changed, and store its projections; the caller commits."""
        self.session.flush()
        self.newest_entry_id = entry.id
        self.stamp, self.projections, self.outdated_names = projections.stamp, projections, set()

    def end_transaction(self) -> None:
        """Release the connection; the rows stay loaded (`expire_on_commit=False`).

        The session has joined the caller's transaction, so its own commit writes nothing.
        """
        self.session.commit()
        self.session.bind = None


class SnapshotCache:
    """The snapshots of the tables in use, least recently used first; each has one user at a time."""

    def __init__(self, megabytes: int = BUDGET) -> None:
        self.kilobytes = megabytes * 1024
        self._lock = threading.Lock()
        self._reading = NamedLocks()
        self._known: OrderedDict[str, Snapshot] = OrderedDict()

    def __len__(self) -> int:
        """Return how many tables are cached."""
        return len(self._known)

    def checkout(self, table_id: str, writing: Connection | None = None) -> Snapshot:
        """Return the table's current snapshot, for the caller alone until it is checked in.

        The session joins the request's transaction or, if given, the transaction of `writing`, which locks
        the table's row against other writers on PostgreSQL. If the snapshot is never checked in, the next
        caller reads the table again.
        """
        connection, query = (db.session.connection(), STAMP) if writing is None else (writing, LOCKED)
        found = connection.execute(query, {"table": table_id}).first()
        if found is None:
            raise Missing(NO_TABLE)
        stamp, newest_entry_id = Stamp(*found[:3]), found[3]
        with self._lock:
            known = self._known.get(table_id)
            free = known is not None and not known.is_checked_out
            if known is not None:
                known.is_checked_out = True
        comes_after = known is not None and free and _goes_on(known.stamp, stamp)
        if known is not None and comes_after and known.try_catch_up(stamp, newest_entry_id, connection):
            return known
        snapshot = Snapshot(stamp, newest_entry_id, table_id, connection)
        snapshot.history_broken = comes_after  # the database has another history, so no viewer can continue
        return snapshot

    def links(self, table_id: str) -> Sequence[Link]:
        """Return a table's cached links; another process may have revoked one since.

        The result is empty while the snapshot is checked out or not cached, and after a refusal until the
        links are read again.
        """
        known = self._known.get(table_id)
        if known is None or known.is_checked_out or known.was_refused:
            return ()
        return known.rows.links or ()

    def checkin(self, snapshot: Snapshot) -> None:
        """Publish and cache a snapshot that has released its connection."""
        with self._lock:
            steps = () if snapshot.history_broken else self._steps(snapshot.rows.id)
            if snapshot.projections is not None and snapshot.projections not in steps[-1:]:
                steps = (*steps, snapshot.projections)[-REVISIONS_CACHED:]
            snapshot.steps = steps
            snapshot.weight = KILOBYTES_PER_ROW * (
                len(snapshot.cache) + sum(map(len, snapshot.rows.things.values()))
            )
            snapshot.is_checked_out = snapshot.history_broken = False
            self._known[snapshot.rows.id] = snapshot
            self._known.move_to_end(snapshot.rows.id)
            self._make_room()

    def newest_projections(self, table_id: str) -> Projections | None:
        """Return the projections after the last change known to this process; None if none are cached."""
        return next(iter(self._steps(table_id)[-1:]), None)

    def _steps(self, table_id: str) -> tuple[Projections, ...]:
        known = self._known.get(table_id)
        return known.steps if known is not None else ()

    def _make_room(self) -> None:
        """Drop the least recently used tables until the rest fits the budget; the newest always stays."""
        total = sum(known.weight for known in self._known.values())
        while total > self.kilobytes and len(self._known) > 1:
            total -= self._known.popitem(last=False)[1].weight

    def for_reading(self, state: TableState) -> Projections:
        """Return the projections at the revision of this state.

        Concurrent callers for one table wait for the first.
        """
        with self._reading.at(state.table.id):
            for newest in self._steps(state.table.id)[-1:]:
                if newest.stamp == Stamp.of(state):
                    return newest
                if Stamp.of(state).is_before(newest.stamp):
                    return Projections.of(state).assign_cursors(state)  # the cached projections are newer
            return self._read_projections(state)

    def _read_projections(self, state: TableState) -> Projections:
        snapshot = self.checkout(state.table.id)
        same = Stamp.of(state) == snapshot.stamp
        projections = snapshot.project() if same else Projections.of(state).assign_cursors(state)
        snapshot.end_transaction()
        self.checkin(snapshot)
        return projections

    def steps(self, table_id: str, audience: Audience, last: str) -> list[Projections]:
        """Return the projections from the newest back to cursor `last`; an empty list if some are unknown.

        The list is also empty if a new epoch has begun, whose cursors may repeat those of the old epoch.
        """
        found, epoch = [], last.rpartition("-")[0]
        for step in reversed(self._steps(table_id)):
            found.append(step)
            if audience.key not in step.seen or step.seen[audience.key].at.rpartition("-")[0] != epoch:
                break
            if step.seen[audience.key].at == last:
                return found
        return []


def _things_named(events: Sequence[list[Any]]) -> Iterator[Name]:
    """Yield the things that stored events name."""
    for told in map(load_event, events):
        if isinstance(told, Event):
            yield from (ref for _, ref in told.refs)


def _goes_on(cached: Stamp, now: Stamp) -> bool:
    """Return whether a cached snapshot can catch up with a state: same epoch, at most 100 revisions later."""
    steps = now.revision - cached.revision
    return cached.epoch == now.epoch and 0 <= steps <= FAR_BEHIND and now.entries >= cached.entries
