"""Tables that somebody started and nobody ever used: how many may stand here, and how long one does.

A table with a single line in its journal, or with anything on it, is never removed by itself. Beyond so many
the oldest unused ones make room for a new one, but none in its first day.
"""

from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar

from sqlalchemy import ColumnElement, CursorResult, delete, exists, func, select

from webapp.rules.ruleset import rulesets
from webapp.store.db import db
from webapp.store.models import THINGS, Scene, Table
from webapp.table.refusals import Refused
from webapp.table.transaction import transaction

MOST = 5000
KEPT_FOR = timedelta(days=30)
KEPT_AT_LEAST = timedelta(hours=24)
AT_ONCE = 500  # rows that one transaction may remove, so that nobody waits long for it
FOR_ANOTHER = 20  # rows that make room for new ones
UNTOUCHED = Table.entries == 0


class NoRoom(Refused):
    """Too many tables that nobody uses only fill the disk."""

    code, status = "too_many_requests", 429
    headers: ClassVar = {"Retry-After": "3600"}  # seconds; by then some may have been let go


def refuse_another(most: int = MOST) -> None:
    """Make room for a new table where too many wait to be used; NoRoom while all of them are new."""
    if not _more_than(most - 1, UNTOUCHED):
        return
    db.session.rollback()
    if not remove_unused(datetime.now(UTC), KEPT_AT_LEAST) and _more_than(most - 1, *_unused()):
        raise NoRoom("Too many tables stand here that nobody has used yet, so none was started. Try later.")


def _more_than(number: int, *which: ColumnElement[bool]) -> bool:
    """Whether there are more such tables; no more rows than that are read."""
    return db.session.scalar(select(Table.id).where(*which).offset(number).limit(1)) is not None


def _unused() -> list[ColumnElement[bool]]:
    played = Table.ruleset.in_(rulesets())  # one whose game is not here waits for it
    return [UNTOUCHED, played, *_bare()]


def remove_unused(now: datetime, age: timedelta = KEPT_FOR) -> int:
    """Let go of those that have stood empty for so long, thirty days by themselves, the oldest first; how
    many those were."""
    aged = select(Table.id).where(*_unused(), Table.created < now - age).order_by(Table.created, Table.id)
    old = aged.limit(AT_ONCE if age == KEPT_FOR else FOR_ANOTHER)
    with transaction():
        gone: CursorResult[Any] = db.session.execute(  # type: ignore[assignment]
            delete(Table).where(UNTOUCHED, Table.id.in_(old)).execution_options(synchronize_session=False)
        )
        return gone.rowcount


def _bare() -> list[ColumnElement[bool]]:
    """Nothing stands on it but the scene that every table begins with: a document may have brought more."""
    others = [model for model in THINGS.values() if model is not Scene]
    scenes = select(func.count()).where(Scene.table_id == Table.id).correlate(Table).scalar_subquery()
    return [scenes <= 1, *(~exists().where(model.table_id == Table.id) for model in others)]
