"""Apply every change to a table.

    a command, validated  ->  may this role?  ->  one transaction: load, change, journal, count, commit
    ->  publish

Pages, the API, the command line, undo and accepted proposals all use `dispatch`; nothing else changes a
table. A refusal is raised as `Refused`; then nothing was changed.
"""

import logging
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

from sqlalchemy import Connection, insert

from webapp.rules.dice import Dice
from webapp.rules.events import dump_event
from webapp.state.audience import GM
from webapp.state.reader import Reader
from webapp.store.models import Entry, Seat, SeatNotification
from webapp.store.table_state import TableState
from webapp.table.actor import Actor
from webapp.table.audience_views import NewEntry, Projections, cursor_of, revision_of
from webapp.table.changes import Change, collect_changes
from webapp.table.command import Command, CommandResult
from webapp.table.dice import secure_dice as secure
from webapp.table.event_kinds_used import keep_declarations
from webapp.table.execution import execute_with_hooks, in_prepared_scene, moment_of
from webapp.table.idempotency import AnsweredBefore, IdempotencyKey
from webapp.table.own_sheets import pin_sheets_of_open_checks, resolve_own_command
from webapp.table.recent_entries import mark_run
from webapp.table.refusals import NO_TABLE, DatabaseLocked, Missing, OutOfSpace, Refused, write_or_refuse
from webapp.table.replies import summary_for
from webapp.table.revisions import Bus, Revisions
from webapp.table.row_validation import ensure_sound_changes
from webapp.table.settling import RULES, ResolveByItself, settled_checks
from webapp.table.shares import maker_of, spend
from webapp.table.size_limit import count_bytes, ensure_room_to_write, entry_size, new_things_size
from webapp.table.snapshot_cache import BUDGET, Snapshot, SnapshotCache

log = logging.getLogger(__name__)
INSERTED = insert(Entry.__table__)  # type: ignore[arg-type]
DONE = "Done."
"""The answer to a sender who may not know what happened."""


class RevokedLink(Missing):
    """Raised for a revoked link, whose sender does not even get a stored answer."""


@dataclass(frozen=True)
class CommandResponse:
    """The answer to a command, for its sender; `is_moment` says that their screen tells it as a moment."""

    revision: int
    cursor: str
    result: dict[str, Any] = field(default_factory=dict)
    summary: str = ""
    replayed: bool = False
    is_moment: bool = False

    def as_answer(self) -> dict[str, object]:
        return {name: value for name, value in vars(self).items() if name not in ("replayed", "is_moment")}


class Executed(NamedTuple):
    """A command's response, the table's new revisions (None if it is gone), and the checks to resolve."""

    response: CommandResponse
    revisions: Revisions | None = None
    settled: Sequence[int] = ()


class Dispatcher:
    """Executes commands, remembers what each audience sees, and publishes changes on the bus."""

    def __init__(self, bus: Bus, dice: Dice = secure, megabytes: int = BUDGET, most: int = 0) -> None:
        """Set up the dispatcher; `most` limits the bytes that one table may write, 0 means no limit."""
        self.bus = bus
        self.most = most
        self.dice = dice
        self.snapshots = SnapshotCache(megabytes)
        self.asked: deque[tuple[str, int]] = deque(maxlen=1000)
        """The tables and checks whose outcome was refused when it should have applied by itself."""

    def dispatch(
        self, command: Command, table_id: str, actor: Actor, press_key: str | None = None
    ) -> CommandResponse:
        """Execute one command at a table; raise Refused, with a sentence, if it is refused.

        If `press_key` was answered before, return the stored answer and change nothing.
        """
        command.allow(actor)
        press = IdempotencyKey(press_key, table_id, actor, command) if press_key else None
        try:
            done, left, settled = self._run_in_transaction(command, table_id, actor, press)
        except (RevokedLink, DatabaseLocked, OutOfSpace):
            raise
        except (AnsweredBefore, Refused):
            known = press.answer(datetime.now(UTC)) if press else None
            if known is None:
                raise
            return CommandResponse(**known, replayed=True)  # the same key was answered before
        self._publish(table_id, left)
        for check in settled:
            self._resolve_by_itself(table_id, check)
        if left is not None and not command.moves_the_device:
            time.sleep(0)  # streams run before the reply, except if it redirects the page
        return done

    def _resolve_by_itself(self, table_id: str, check: int) -> None:
        """Apply an outcome about which the book leaves no choice; if that fails, the GM decides.

        The command before it has been answered by then, so nothing is raised.
        """
        if (table_id, check) in self.asked:
            return
        try:
            self.dispatch(ResolveByItself(check=check), table_id, RULES)
        except (DatabaseLocked, OutOfSpace):
            log.warning("The outcome of check %s could not be applied now.", check)
        except Refused as refused:
            log.info("The outcome of check %s waits for the GM: %s", check, refused)
            self.asked.append((table_id, check))
        except Exception:
            log.exception("The outcome of check %s waits for the GM", check)
            self.asked.append((table_id, check))

    def _run_in_transaction(
        self, command: Command, table_id: str, actor: Actor, press: IdempotencyKey | None
    ) -> "Executed":
        """Execute a command in a transaction; cache the table's snapshot after the commit."""
        with write_or_refuse(table_id) as connection:
            snapshot = self.snapshots.checkout(table_id, connection)
            before = snapshot.project()
            try:
                snapshot.changes.begin()
                done = self._run_on_snapshot(command, snapshot, before, actor, press, connection)
            except (AnsweredBefore, Refused):
                snapshot.roll_back()
                self.snapshots.checkin(snapshot)
                raise
            snapshot.end_transaction()
        if done.revisions is not None:
            self.snapshots.checkin(snapshot)
        return done

    def _run_on_snapshot(
        self,
        command: Command,
        snapshot: Snapshot,
        before: Projections,
        actor: Actor,
        press: IdempotencyKey | None,
        connection: Connection,
    ) -> "Executed":
        now, state = datetime.now(UTC), snapshot.state()
        _ensure_link(state, actor)
        state.dice, state.maker, session = self.dice, maker_of(actor), snapshot.session
        state.now, state.paced = now.timestamp(), bool(self.most)
        entry_id = state.new_id()
        state.moment = moment_of(command, state) or entry_id
        spend(state, actor, "commands")
        command = resolve_own_command(command, state, actor)
        with in_prepared_scene(command, state, actor), pin_sheets_of_open_checks(command, state, actor):
            result = execute_with_hooks(command, state, actor)
        if state.table in session.deleted:
            return Executed(CommandResponse(0, "", result.payload, result.answer or DONE))
        if session.new:
            session.flush()  # column defaults, so that projections see them
        snapshot.changes.collect()
        changes = collect_changes(snapshot.changes)
        ensure_sound_changes(state, changes)
        recent = before.recent_entries(state)
        mark_run(recent, command.do, result, changes, actor, now)
        reader = Reader(state, GM)
        entry = _make_entry(command, reader, actor, result, changes, now, entry_id)
        recent = recent.followed_by(entry, result, reader)
        retold = bool(result.undone) or recent.entries[0].weighs
        after = snapshot.project_after(recent, retold=retold)
        _refuse_unshowable(after, before)
        undone = [value for id in result.undone if (value := state.entry(id))]
        changed_by_audience = after.readers_of(state, undone) | after.changes_since(before)
        if not changes:
            of_play = [event for event in result.events if event.kind.startswith(f"{state.table.ruleset}.")]
            changed_by_audience = after.told_of(state, of_play) | changed_by_audience
        _write_entry(entry, state, changed_by_audience, connection)
        after.recent = recent.heard_by(changed_by_audience)
        size = entry_size(vars(entry)) + new_things_size(snapshot.changes.added)
        size += keep_declarations(state.table, result.events)
        count_bytes(state, actor, size, self.most)
        ensure_room_to_write(command.do, state, actor, self.most)
        for value in undone:
            value.undone_by = entry.id
        after.assign_cursors(state, before, NewEntry(entry, result.events, reader))
        done = _response_to(state, actor, result, entry, after)
        if press:
            press.store(done.as_answer(), now, connection)
        followed = entry.serial - 1, snapshot.newest_entry_id or 0
        revisions = replace(Revisions.of(state), tip=(entry.serial, entry.id), after=followed)
        snapshot.flush(after, entry)
        return Executed(done, revisions, settled_checks(command, state))

    def _publish(self, table_id: str, revisions: Revisions | None) -> None:
        try:
            self.bus.publish(table_id, revisions)
        except Exception:
            log.exception("The bus did not accept a change. Heartbeats will deliver the change.")


def _ensure_link(state: TableState, actor: Actor) -> None:
    """Refuse a sender whose link has been revoked or removed."""
    if actor.key is not None and not any(link.id == actor.key and not link.revoked for link in state.links()):
        raise RevokedLink(NO_TABLE)


def _refuse_unshowable(after: Projections, before: Projections) -> None:
    """Refuse a change that makes a part of a screen fail to render."""
    if after.unshown - before.unshown:
        raise Refused("A screen could not show the table after this change, so nothing was changed.")


def _response_to(
    state: TableState, actor: Actor, result: CommandResult, entry: Entry, after: Projections
) -> CommandResponse:
    """Make the sender's response, with the words that the sender may read in the journal."""
    audience = actor.audience
    added = after.line_added(audience, entry)
    told = added.summary if added is not None else summary_for(state, entry, audience)
    return CommandResponse(
        revision_of(state, audience),
        cursor_of(state, audience),
        result.payload,
        result.answer or told or DONE,
        is_moment=after.has_moment(audience, entry),
    )


# ---- the journal ---------------------------------------------------------------------------------


def _make_entry(
    command: Command,
    reader: Reader,
    actor: Actor,
    result: CommandResult,
    changes: list[Change],
    now: datetime,
    id: int,
) -> Entry:
    """Return the command's entry, which is not written yet, because it is not known for whom it is."""
    table, events = reader.state.table, result.events
    told = reader.line(events) if events else None
    is_step = bool(changes) or result.undoes is not None or reader.is_more_than_a_line(events)
    values = {
        "table_id": table.id,
        "id": id,
        "serial": table.entries + 1,
        "at": now,
        "role": "" if result.anonymous else str(actor.role),
        "who": "" if result.anonymous else actor.name,
        "seat": None if result.anonymous else actor.seat,
        "device": None if result.anonymous else actor.device,
        "command": command.do,
        "summary": told or "",
        "masked": None,
        "because": result.because,
        "about": [list(thing) for thing in result.about],
        "parts": [],
        "events": [dump_event(happened) for happened in events],
        "changes": changes,
        "changed": None,
        "touched": {},
        "for_player": False,
        "for_tv": False,
        "scene": table.active_scene,
        "undoable": command.undoable and result.undoable and is_step,
        "undoes": result.undoes,
        "undone_by": None,
        "group": result.group,
    }
    return cast(Entry, SimpleNamespace(**values))  # it is only read, so no session needs to track it


def _write_entry(
    entry: Entry, state: TableState, changed_by_audience: dict[str, list[str]], connection: Connection
) -> None:
    """Write the entry; raise the revisions of the GM and of audiences with a changed view."""
    state.table.entries += 1
    entry.changed = changed_by_audience
    entry.for_player, entry.for_tv = "player" in changed_by_audience, "tv" in changed_by_audience
    connection.execute(INSERTED, vars(entry))
    _raise_revisions(state, changed_by_audience, entry)


def _raise_revisions(state: TableState, changed_by_audience: dict[str, list[str]], entry: Entry) -> None:
    table = state.table
    table.rev_gm += 1
    table.rev_player += "player" in changed_by_audience
    table.rev_tv += "tv" in changed_by_audience
    if "player" in changed_by_audience:
        return
    for seat in state.find_all(Seat):
        if f"seat:{seat.id}" in changed_by_audience:
            seat.revision += 1
            state.session.add(SeatNotification(table_id=table.id, seat=seat.id, serial=entry.serial))
