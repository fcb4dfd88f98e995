"""What a command changed, caught from the rows that it wrote to: field by field, before and after."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from sqlalchemy import event
from sqlalchemy.orm import Session
from sqlalchemy.orm.attributes import get_history, instance_state

from webapp.store.db import db
from webapp.store.models import Table, Thing
from webapp.store.rows import Rows

Change = dict[str, Any]
TABLE_FIELDS = ("name", "paused", "settings", "spotlight", "active_scene")
KEYWISE = {"data", "stats", "settings"}
"""Columns that hold values by name: each name is compared and put back by itself."""
PASSING = "_"
"""Names that begin so hold what only the moment needs: undo puts them back while nothing came after, and
does not mind when something did."""
RECORDER = "tableside.recorder"  # where a session keeps whoever watches it
UNKEPT = {"table_id", "id", "secret", "revision", "asking", "asking_name"}


class ChangeRecorder:
    """Collects the changes that are made within it, flush by flush: a query may flush at any time."""

    def __init__(self, session: Session, rows: Rows) -> None:
        self.session, self.rows = session, rows
        self._added: dict[tuple[str, int], Thing] = {}
        self._before: dict[tuple[str, int], tuple[Thing | Table, dict[str, object]]] = {}

    def __enter__(self) -> "ChangeRecorder":
        self.session.info[RECORDER] = self
        return self

    def __exit__(self, wrong: type[BaseException] | None, *_: object) -> None:
        del self.session.info[RECORDER]
        if wrong is None:
            self.look()

    def look(self) -> None:
        """Take in what was written so far."""
        for row in self.session.new:
            if isinstance(row, Thing):
                self._added[(row.kind_name, row.id)] = row
        for row in (*self.session.dirty, *self.rows.written):
            if isinstance(row, Thing | Table):
                self._note(row)

    def _note(self, row: Thing | Table) -> None:
        kind, id = ("table", 0) if isinstance(row, Table) else (row.kind_name, row.id)
        if (kind, id) in self._added:
            return
        fields = TABLE_FIELDS if isinstance(row, Table) else None
        for name in tuple(instance_state(row).committed_state):
            if name in UNKEPT or (fields and name not in fields):
                continue
            history = get_history(row, name)
            if history.has_changes() and history.deleted:
                _, before = self._before.setdefault((kind, id), (row, {}))
                before.setdefault(name, plain(history.deleted[0]))

    def changes(self) -> list[Change]:
        """All of it, as JSON: a new thing is its `removed` turning false, one that came and went nothing."""
        new = [
            {"kind": kind, "id": id, "new": True, "before": {"removed": True}, "after": {"removed": False}}
            for (kind, id), row in self._added.items()
            if not row.removed
        ]
        kept = [_moved(kind, id, row, before) for (kind, id), (row, before) in self._before.items()]
        return new + [change for change in kept if change["after"]]


def _moved(kind: str, id: int, row: Thing | Table, was: Mapping[str, object]) -> Change:
    """What is other than before; a field that went to and fro stood still."""
    now: Change = {name: plain(getattr(row, name)) for name in was}
    before: Change = {name: value for name, value in was.items() if value != now[name]}
    after = {name: now[name] for name in before}
    for name in KEYWISE.intersection(before):
        before[name], after[name] = _less(before[name], after[name]), _less(after[name], before[name])
    return {"kind": kind, "id": id, "before": before, "after": after}


@event.listens_for(db.session, "before_flush")
def _look_first(session: Session, *_: object) -> None:
    watch: ChangeRecorder | None = session.info.get(RECORDER)
    if watch is not None:
        watch.look()


def came_back(news: Sequence[Sequence[Change]]) -> bool:
    """Whether after several entries something stands as before the first, and stood otherwise in between."""
    first: dict[tuple[object, ...], object] = {}
    last: dict[tuple[object, ...], object] = {}
    for place, before, after in chain.from_iterable(map(_fields, chain.from_iterable(news))):
        first.setdefault(place, before)
        last[place] = after
    return len(news) > 1 and (not all(news) or any(first[place] == last[place] for place in first))


def _fields(change: Change) -> Iterator[tuple[tuple[object, ...], object, object]]:
    """Each field of a change, a value kept by name by itself: where it stands, what it was, what it is."""
    for name, before in change["before"].items():
        after, place = change["after"][name], (change["kind"], change["id"], name)
        if name in KEYWISE:
            yield from (((*place, key), before.get(key), after.get(key)) for key in {**before, **after})
        else:
            yield place, before, after


def _less(values: dict[str, object], others: dict[str, object]) -> dict[str, object]:
    """The values that differ from the others; one that the others lack differs."""
    return {key: each for key, each in values.items() if key not in others or others[key] != each}


def plain(value: object) -> Any:
    """A column's value as JSON keeps it."""
    if isinstance(value, tuple):
        return [plain(each) for each in value]
    if hasattr(value, "as_dict"):
        return value.as_dict()
    return str(value) if hasattr(value, "value") and isinstance(value, str) else value
