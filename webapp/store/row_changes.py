"""Record what a command changes in the rows of its session, across all flushes.

A flush discards the earlier values, and any query may flush. So each column's earlier value is recorded as
the column is set; a value that is not loaded is read first (`active_history`).
"""

from collections.abc import Iterator
from itertools import chain
from typing import Any

from sqlalchemy import event, inspect
from sqlalchemy.orm import AttributeEventToken, InstanceState, LoaderCallableStatus, Session

from webapp.store.link_models import Link
from webapp.store.models import THINGS, Table

CHANGES = "tableside.changes"
"""The session's key for its collected changes."""
COLUMNS = {model: tuple(inspect(model).column_attrs.keys()) for model in (Table, Link, *THINGS.values())}
"""The columns whose changes are collected, by kind of row."""


class RowChanges:
    """The added rows, and the earlier values of each changed row's columns."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.added: dict[Any, None] = {}
        self.before: dict[Any, dict[str, object]] = {}

    def begin(self) -> None:
        """Forget the recorded changes, before the next command."""
        self.added, self.before = {}, {}

    @property
    def rows(self) -> Iterator[Any]:
        """All added and changed rows."""
        return chain(self.added, self.before)

    def collect(self) -> None:
        """Record the rows added to the session so far."""
        self.added.update(dict.fromkeys(self.session.new))


def collect_before_flush(session: Session, *_: object) -> None:
    """Record a session's new rows before each of its flushes (an event listener)."""
    session.info[CHANGES].collect()


def _note(state: InstanceState[Any], _value: object, old: object, token: AttributeEventToken) -> None:
    session = state.session
    changes: RowChanges | None = session.info.get(CHANGES) if session is not None else None
    if changes is not None:
        known = changes.before.setdefault(state.obj(), {})
        known.setdefault(
            token.key, None if old is LoaderCallableStatus.NO_VALUE else old
        )  # NO_VALUE: the column was never set, as on a new row


for model, names in COLUMNS.items():
    for name in names:
        event.listen(getattr(model, name), "set", _note, active_history=True, raw=True)
