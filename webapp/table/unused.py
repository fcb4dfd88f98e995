"""Tables that somebody started and nobody ever used: how many may stand here, and how long one does.

A table with a single line in its journal, or with anything on it, is never removed by itself.
"""

from datetime import datetime, timedelta
from typing import Any, ClassVar

from sqlalchemy import ColumnElement, CursorResult, delete, exists, func, select

from webapp.rules.ruleset import rulesets
from webapp.store.db import db
from webapp.store.models import THINGS, Scene, Table
from webapp.table.refusals import Refused
from webapp.table.transaction import transaction

MOST = 5000
KEPT_FOR = timedelta(days=30)
AT_ONCE = 500  # rows that one transaction may remove, so that nobody waits long for it
UNTOUCHED = Table.entries == 0


class NoRoom(Refused):
    """Too many tables that nobody uses only fill the disk."""

    code, status = "too_many_requests", 429
    headers: ClassVar = {"Retry-After": "3600"}  # seconds; by then some may have been let go


def refuse_another() -> None:
    """No further table may be started while so many wait to be used."""
    if (db.session.scalar(select(func.count()).where(UNTOUCHED)) or 0) >= MOST:
        raise NoRoom("Too many tables stand here that nobody has used yet, so none was started. Try later.")


def remove_unused(now: datetime) -> int:
    """Let go of those that stood empty for their first thirty days; how many those were."""
    played = Table.ruleset.in_(rulesets())  # one whose game is not here waits for it
    old = select(Table.id).where(UNTOUCHED, played, Table.created < now - KEPT_FOR, *_bare()).limit(AT_ONCE)
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
