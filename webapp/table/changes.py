"""Collect what a command changed in rows: each field's value before and after."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from types import NoneType
from typing import Any

from webapp.store.models import Table, Thing
from webapp.store.row_changes import RowChanges

Change = dict[str, Any]
TABLE_FIELDS = ("name", "paused", "settings", "spotlight", "active_scene")
PLAIN = frozenset({str, int, float, bool, list, dict, NoneType})
KEYWISE = {"data", "stats", "settings"}
"""Columns that hold a dict, whose keys are compared and restored separately."""
PASSING = "_"
"""The prefix of transient keys, which undo restores only if they have not changed since."""
UNKEPT = {"table_id", "id", "secret", "revision", "asking", "asking_name", "made_by", "came"}


def collect_changes(changes: RowChanges) -> list[Change]:
    """Return a command's changes as JSON: one for each changed thing, and one if the table's row changed.

    A new thing is recorded as `removed` changing from true to false. A thing that the same command added and
    removed is left out.
    """
    things = [row for row in changes.added if isinstance(row, Thing) and not row.removed]
    new = [
        {
            "kind": row.kind_name,
            "id": row.id,
            "new": True,
            "before": {"removed": True},
            "after": {"removed": False},
        }
        for row in things
    ]
    old = [(row, was) for row, was in changes.before.items() if row not in changes.added]
    moved = [_moved(row, _recorded_fields(row, was)) for row, was in old if isinstance(row, Thing | Table)]
    return new + [change for change in moved if change["after"]]


def _recorded_fields(row: Thing | Table, was: Mapping[str, object]) -> dict[str, object]:
    fields = TABLE_FIELDS if isinstance(row, Table) else was
    return {name: to_plain(value) for name, value in was.items() if name in fields and name not in UNKEPT}


def _moved(row: Thing | Table, was: Mapping[str, object]) -> Change:
    """Return a row's change: its kind, its id, and the changed fields with their values before and after."""
    kind, id = ("table", 0) if isinstance(row, Table) else (row.kind_name, row.id)
    now: Change = {name: to_plain(getattr(row, name)) for name in was}
    before: Change = {name: value for name, value in was.items() if value != now[name]}
    after = {name: now[name] for name in before}
    for name in KEYWISE.intersection(before):
        before[name], after[name] = _less(before[name], after[name]), _less(after[name], before[name])
    return {"kind": kind, "id": id, "before": before, "after": after}


def ends_where_it_began(changes_by_entry: Sequence[Sequence[Change]]) -> bool:
    """Return whether several entries may have changed a value and then changed it back.

    The answer is True if one of several entries has no recorded changes, because its changes are unknown.
    """
    first: dict[tuple[object, ...], object] = {}
    last: dict[tuple[object, ...], object] = {}
    for place, before, after in chain.from_iterable(
        map(_split_change, chain.from_iterable(changes_by_entry))
    ):
        first.setdefault(place, before)
        last[place] = after
    return len(changes_by_entry) > 1 and (
        not all(changes_by_entry) or any(first[place] == last[place] for place in first)
    )


def _split_change(change: Change) -> Iterator[tuple[tuple[object, ...], object, object]]:
    """Yield (place, value before, value after) for each field of a change, and for each key of a dict."""
    for name, before in change["before"].items():
        after, place = change["after"][name], (change["kind"], change["id"], name)
        if name in KEYWISE:
            yield from (((*place, key), before.get(key), after.get(key)) for key in {**before, **after})
        else:
            yield place, before, after


def _less(values: dict[str, object], others: dict[str, object]) -> dict[str, object]:
    """Return the items of `values` that are missing from `others` or differ there."""
    return {key: value for key, value in values.items() if key not in others or others[key] != value}


def to_plain(value: object) -> Any:
    """Return a column's value as JSON types; a time stays a `datetime`."""
    if type(value) in PLAIN:
        return value
    if isinstance(value, tuple):
        return [to_plain(element) for element in value]
    if hasattr(value, "as_dict"):
        return value.as_dict()
    return str(value) if hasattr(value, "value") and isinstance(value, str) else value
