"""Limit the number and age of tables that were started and never used.

A table with a journal entry, or with anything on it but its first scene, is never deleted automatically.
Beyond the limit the oldest unused tables are deleted for a new one, but none in its first day. A table
without any link is what an import left that broke off.
"""

from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar

from sqlalchemy import ColumnElement, CursorResult, delete, exists, func, select

from webapp.rules.playable_games import rulesets
from webapp.store.db import db
from webapp.store.link_models import Link
from webapp.store.models import THINGS, Scene, Table
from webapp.table.refusals import Refused, write_or_refuse

MOST = 5000
KEPT_FOR = timedelta(days=30)
KEPT_AT_LEAST = timedelta(hours=24)
ROWS_PER_TRANSACTION = 500  # rows deleted per transaction, so that others wait only briefly
FOR_ANOTHER = 20  # rows deleted to make room
UNTOUCHED = Table.entries == 0


class NoRoom(Refused):
    """Raised when there are too many unused tables and none may be deleted yet."""

    code, status = "too_many_requests", 429
    headers: ClassVar = {"Retry-After": "3600"}  # seconds; by then some may be old enough to delete


def ensure_room_for_table(most: int = MOST) -> None:
    """Make room for a new table if too many are unused; raise NoRoom if none can be deleted."""
    if not _more_than(most - 1, UNTOUCHED):
        return
    db.session.rollback()
    if not remove_unused(datetime.now(UTC), KEPT_AT_LEAST) and _more_than(most - 1, *_unused()):
        raise NoRoom("This server has too many unused tables, so no table was started. Try again later.")


def _more_than(number: int, *which: ColumnElement[bool]) -> bool:
    """Return whether more than `number` such tables exist, without counting them all."""
    return db.session.scalar(select(Table.id).where(*which).offset(number).limit(1)) is not None


def _unused() -> list[ColumnElement[bool]]:
    played = Table.ruleset.in_(rulesets())  # a table whose game is not installed is never deleted
    return [UNTOUCHED, played, *_bare()]


def remove_unused(now: datetime, age: timedelta = KEPT_FOR) -> int:
    """Delete tables that have been unused for this long (30 days by default), oldest first.

    Returns how many were deleted: at most 500 per call, or 20 for another age.
    """
    _remove_broken_off(now)
    aged = select(Table.id).where(*_unused(), Table.created < now - age).order_by(Table.created, Table.id)
    old = aged.limit(ROWS_PER_TRANSACTION if age == KEPT_FOR else FOR_ANOTHER)
    with write_or_refuse():
        gone: CursorResult[Any] = db.session.execute(  # type: ignore[assignment]
            delete(Table).where(UNTOUCHED, Table.id.in_(old)).execution_options(synchronize_session=False)
        )
        return gone.rowcount


def _remove_broken_off(now: datetime) -> None:
    """Delete one table, if there is one, whose import broke off a day ago: nobody has a link to it."""
    no_links = ~exists().where(Link.table_id == Table.id)
    old = select(Table.id).where(no_links, Table.created < now - KEPT_AT_LEAST).limit(1)
    if (broken := db.session.scalar(old)) is not None:
        with write_or_refuse():
            db.session.execute(delete(Table).where(Table.id == broken))


def _bare() -> list[ColumnElement[bool]]:
    """Return the SQL conditions for an unused table, which has only its first scene."""
    others = [model for model in THINGS.values() if model is not Scene]
    scenes = select(func.count()).where(Scene.table_id == Table.id).correlate(Table).scalar_subquery()
    return [scenes <= 1, *(~exists().where(model.table_id == Table.id) for model in others)]
