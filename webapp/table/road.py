"""The one road for every change.

    a command, validated  ->  may this role?  ->  one transaction: load, change, journal, count, commit
    ->  publish

Pages, the API, the command line, undo and accepted proposals all come through `take`; nothing else
changes what is on a table. A refusal is raised as `Refused`, and then nothing was kept.
"""

import logging
import time
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, insert

from webapp.rules.dice import Dice
from webapp.screens.audience import Role
from webapp.screens.journal import line, reads
from webapp.store.board import Board
from webapp.store.db import db
from webapp.store.models import Entry, Heard, Seat
from webapp.table.actor import Actor
from webapp.table.bus import Bus
from webapp.table.changes import Change, ChangeRecorder
from webapp.table.command import Command, Report
from webapp.table.execution import carry_out, preparing
from webapp.table.growth import refuse_growth, size_of
from webapp.table.idempotency import Given, IdempotencyKey
from webapp.table.projections import Projections, cursor_of, revision_of
from webapp.table.refusals import NO_TABLE, Locked, Missing, OutOfSpace, Refused
from webapp.table.revisions import Revisions
from webapp.table.secrets import secure_dice as secure
from webapp.table.snapshot import BUDGET, Snapshot, SnapshotCache
from webapp.table.soundness import ensure_sound_changes
from webapp.table.transaction import transaction

log = logging.getLogger(__name__)
DONE = "Done."
"""What somebody reads who may know nothing of what that did."""


INSERTED = insert(Entry.__table__)  # type: ignore[arg-type]


class Revoked(Missing):
    """A link that opens nothing any more, nor gives an answer again."""


@dataclass(frozen=True)
class Done:
    """What came of a command, for the one who sent it."""

    revision: int
    cursor: str
    result: dict[str, Any] = field(default_factory=dict)
    summary: str = ""
    replayed: bool = False

    def as_answer(self) -> dict[str, object]:
        return {name: each for name, each in vars(self).items() if name != "replayed"}


class Road:
    """Takes commands, remembers what each audience sees, and tells the bus."""

    def __init__(self, bus: Bus, dice: Dice = secure, megabytes: int = BUDGET, most: int = 0) -> None:
        """`most` is how many bytes one table may write; 0 is any number."""
        self.bus = bus
        self.most = most
        self.dice = dice
        self.snapshots = SnapshotCache(megabytes)

    def take(self, command: Command, table_id: str, actor: Actor, press_key: str | None = None) -> Done:
        """Take one command at a table; raises Refused with a sentence, and then nothing has changed."""
        command.allow(actor)
        press = IdempotencyKey(press_key, table_id, actor, command) if press_key else None
        try:
            done, left = self._kept(command, table_id, actor, press)
        except (Revoked, Locked, OutOfSpace):
            raise
        except (Given, Refused):
            known = press.answer(datetime.now(UTC)) if press else None
            if known is None:
                raise
            return Done(**known, replayed=True)  # the same press was taken before
        self._publish(table_id, left)
        if left is not None and not command.moves_the_device:
            time.sleep(0)  # whoever watches goes before the reply; a page that is sent away needs that first
        return done

    def _kept(
        self, command: Command, table_id: str, actor: Actor, press: IdempotencyKey | None
    ) -> tuple[Done, Revisions | None]:
        """Carry it out, and keep what it leaves, once it is committed, for the next."""
        snapshot: Snapshot | None = None
        try:
            with transaction(table_id) as connection:
                snapshot = self.snapshots.take(table_id, connection)
                done, left = self._transact(command, snapshot, actor, press, connection)
        except BaseException:
            if snapshot is not None and snapshot.leave():
                self.snapshots.keep(snapshot)
            raise
        if left is not None:
            self.snapshots.keep(snapshot)
        return done, left

    def _transact(
        self,
        command: Command,
        snapshot: Snapshot,
        actor: Actor,
        press: IdempotencyKey | None,
        connection: Connection,
    ) -> tuple[Done, Revisions | None]:
        now, board = datetime.now(UTC), snapshot.board()
        _ensure_link(board, actor)
        before = snapshot.look()
        board.dice, session = self.dice, db.session()
        with ChangeRecorder(session, board.rows) as watch, preparing(command, board, actor):
            told = carry_out(command, board, actor)
        if board.table in session.deleted:
            return Done(0, "", told.result, told.summary), None
        if session.new:
            session.flush()  # column defaults, so that projections see them
        changes = watch.changes()
        ensure_sound_changes(board, changes)
        snapshot.rows.trim()
        after = snapshot.look_after()
        _refuse_unshowable(after, before)
        undone = [each for id in told.undone if (each := db.session.get(Entry, (board.table.id, id)))]
        news = _flipped(board, undone, after) | after.since(before)
        entry = _record(command, board, actor, told, changes, news, now, connection)
        refuse_growth(command.do, board.table.written, self.most)
        for each in undone:
            each.undone_by = entry.id
        after.settle(board, before, entry)
        done = _done(board, actor, told, entry)
        if press:
            press.keep(done.as_answer(), now, connection)
        revisions = replace(Revisions.of(board), tip=(entry.serial, entry.id))
        snapshot.settle(after, connection)
        return done, revisions

    def _publish(self, table_id: str, revisions: Revisions | None) -> None:
        try:
            self.bus.publish(table_id, revisions)
        except Exception:
            log.exception("The bus did not take the news of a change; heartbeats will heal it.")


def _ensure_link(board: Board, actor: Actor) -> None:
    """A link that was revoked while its holder typed opens nothing any more."""
    if actor.key is not None and not any(link.id == actor.key and not link.revoked for link in board.links()):
        raise Revoked(NO_TABLE)


def _refuse_unshowable(after: Projections, before: Projections) -> None:
    """Nothing is kept that some screen could not show; what could not be shown before may stay as it is."""
    if after.unshown - before.unshown:
        raise Refused("Afterwards some screen could not show this table, so nothing was changed.")


def _done(board: Board, actor: Actor, told: Report, entry: Entry) -> Done:
    """What whoever acted is told: of all that happened, the words that they may read in the journal."""
    read = line(entry, board, actor.audience)
    summary = told.answer or (read.summary if read is not None else DONE)
    return Done(revision_of(board, actor.audience), cursor_of(board, actor.audience), told.result, summary)


# ---- the journal ---------------------------------------------------------------------------------


def _record(
    command: Command,
    board: Board,
    actor: Actor,
    told: Report,
    changes: list[Change],
    news: dict[str, list[str]],
    now: datetime,
    connection: Connection,
) -> Entry:
    """Write the entry, and raise the counter of each audience that something visible changed for."""
    table = board.table
    table.entries += 1
    values = {
        "table_id": table.id,
        "id": board.new_id(),
        "serial": table.entries,
        "at": now,
        "role": "" if told.anonymous else str(actor.role),
        "who": "" if told.anonymous else actor.name,
        "seat": None if told.anonymous else actor.seat,
        "device": None if told.anonymous else actor.device,
        "command": command.do,
        "summary": told.summary,
        "masked": told.masked,
        "because": told.because,
        "about": [list(each) for each in told.about],
        "parts": [part.as_part() for part in told.parts],
        "changes": changes,
        "changed": news,
        "touched": {},
        "for_player": "player" in news,
        "for_tv": "tv" in news,
        "scene": table.active_scene,
        "undoable": command.undoable and (bool(changes) or told.undoes is not None),
        "undoes": told.undoes,
        "undone_by": None,
        "group": told.group,
    }
    connection.execute(INSERTED, values)  # what else was written goes along with the counters
    table.written += size_of(values)
    entry = Entry()
    vars(entry).update(values)  # it is only read, and no session asks what became of it
    _count(board, news, entry)
    return entry


def _flipped(board: Board, undone: list[Entry], projections: Projections) -> dict[str, list[str]]:
    """The audiences that read a line which is undone from now on: they see that, whatever else they see."""
    seen = [each.audience for each in projections.seen.values()]
    readers = [each for each in seen if each.role is not Role.TV]
    return {each.key: [] for each in readers if any(reads(entry, board, each) for entry in undone)}


def _count(board: Board, news: dict[str, list[str]], entry: Entry) -> None:
    table = board.table
    table.rev_gm += 1
    table.rev_player += "player" in news
    table.rev_tv += "tv" in news
    if "player" in news:
        return
    for seat in board.here(Seat):
        if f"seat:{seat.id}" in news:
            seat.revision += 1
            db.session.add(Heard(table_id=table.id, seat=seat.id, serial=entry.serial))
