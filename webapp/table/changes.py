"""What a command changed, caught from the unit of work: field by field, before and after."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from sqlalchemy import event
from sqlalchemy.orm import Session
from sqlalchemy.orm.attributes import get_history, instance_state

from webapp.store.db import db
from webapp.store.models import Table, Thing

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

    def __init__(self, session: Session) -> None:
        self.session = session
        self._added: dict[tuple[str, int], Thing] = {}
        self._changed: dict[tuple[str, int], Change] = {}

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
        for row in self.session.dirty:
            if isinstance(row, Thing | Table):
                self._note(row)

    def _note(self, row: Any) -> None:
        kind, id = ("table", 0) if isinstance(row, Table) else (row.kind_name, row.id)
        if (kind, id) in self._added:
            return
        fields = TABLE_FIELDS if isinstance(row, Table) else None
        for name in tuple(instance_state(row).committed_state):
            if name in UNKEPT or (fields and name not in fields):
                continue
            history = get_history(row, name)
            if history.has_changes() and history.deleted:
                change = self._changed.setdefault(
                    (kind, id), {"kind": kind, "id": id, "before": {}, "after": {}}
                )
                change["before"].setdefault(name, plain(history.deleted[0]))
                change["after"][name] = plain(getattr(row, name))

    def changes(self) -> list[Change]:
        """All of it, as JSON: a new thing is its `removed` turning false, one that came and went nothing."""
        new = [
            {"kind": kind, "id": id, "new": True, "before": {"removed": True}, "after": {"removed": False}}
            for (kind, id), row in self._added.items()
            if not row.removed
        ]
        kept = [self._without_standstill(change) for change in self._changed.values()]
        return new + [change for change in kept if change["after"]]

    @staticmethod
    def _without_standstill(change: Change) -> Change:
        moved = [name for name, value in change["after"].items() if change["before"][name] != value]
        for side in ("before", "after"):
            change[side] = {name: change[side][name] for name in moved}
        for name in KEYWISE.intersection(moved):
            before, after = change["before"][name], change["after"][name]
            change["before"][name], change["after"][name] = _less(before, after), _less(after, before)
        return change


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
