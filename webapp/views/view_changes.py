"""Compare two views of one audience: which things changed, and whether their order changed."""

from collections.abc import Sequence
from typing import Protocol

from webapp.views.view_types import TableView


class HasId(Protocol):
    """The view of a thing, which has an id."""

    @property
    def id(self) -> int: ...


def changes_between(before: TableView, after: TableView) -> list[str]:
    """Return the changes between two views of one audience: `table`, `clock:7`, `clocks` (their order)."""
    then, now = things_by_kind(before), things_by_kind(after)
    kinds = [kind for kind, rows in now.items() if rows is not then[kind]]
    found = ["table"] if _own(before) != _own(after) else []
    for kind in kinds:
        old, new = ({row.id: row for row in rows} for rows in (then[kind], now[kind]))
        changed = [id for id, row in new.items() if id not in old or (old[id] is not row and old[id] != row)]
        gone = [id for id in old if id not in new]
        found += [f"{kind}:{id}" for id in (*changed, *gone)]
    return found + [f"{kind}s" for kind in kinds if not _same_order(then[kind], now[kind])]


def things_by_kind(view: TableView) -> dict[str, Sequence[HasId]]:
    """Return a view's things by the word for their kind."""
    return {
        "scene": view.scenes,
        "zone": view.zones,
        "tag": view.tags,
        "clock": view.clocks,
        "character": view.cast,
        "piece": view.pieces,
        "check": view.checks,
        "proposal": view.proposals,
        "seat": view.seats,
        "note": view.notes,
        "saved": view.saved if isinstance(view.saved, tuple) else (),
    }


def _own(view: TableView) -> tuple[object, ...]:
    """Return the values of the table itself, without the things on it."""
    tv = (view.tv_theme, view.tv_sound)
    settled = (view.join_code, view.invite, view.settings, view.keys, view.paused_by)
    return (view.name, view.paused, view.spotlight, view.scene, view.you, *settled, *tv)


def _same_order(rows: Sequence[HasId], others: Sequence[HasId]) -> bool:
    """Return whether the things that both lists have are in the same order in both."""
    here, there = [row.id for row in rows], [row.id for row in others]
    if here == there:
        return True
    common = set(here) & set(there)
    return [id for id in here if id in common] == [id for id in there if id in common]
