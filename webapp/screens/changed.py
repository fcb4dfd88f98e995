"""What differs between two views of one audience: the things that changed, and their order."""

from collections.abc import Iterator
from typing import Any

from webapp.screens.views import TableView


def changed_things(before: TableView, after: TableView) -> list[str]:
    """The things that differ between two views of one audience: `clock:7`, `tag:3`, `clocks` (order)."""
    then = _lists(before)
    kinds = [kind for kind, rows in _lists(after).items() if rows is not then[kind]]
    old, new = dict(_things(before, kinds)), dict(_things(after, kinds))
    return [name for name in {**new, **old} if old.get(name) != new.get(name)] + _reordered(before, after)


def _lists(view: TableView) -> dict[str, tuple[Any, ...]]:
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
        "saved": view.saved if isinstance(view.saved, tuple) else (),
    }


def _things(view: TableView, kinds: list[str]) -> Iterator[tuple[str, Any]]:
    settled = (view.join_code, view.invite, view.settings, view.keys, view.paused_by)
    yield "table", (view.name, view.paused, view.spotlight, view.scene, view.you, *settled)
    for kind, rows in _lists(view).items():
        for row in rows if kind in kinds else ():
            yield f"{kind}:{row.id}", row


def _reordered(before: TableView, after: TableView) -> list[str]:
    """The kinds whose remaining things stand in another order."""
    old, new = _lists(before), _lists(after)
    return [f"{kind}s" for kind in new if not _same_order(old[kind], new[kind])]


def _same_order(rows: tuple[Any, ...], others: tuple[Any, ...]) -> bool:
    """Whether those that stand in both stand in the same order."""
    if rows is others:
        return True
    here, there = [row.id for row in rows], [row.id for row in others]
    if here == there:
        return True
    common = set(here) & set(there)
    return [id for id in here if id in common] == [id for id in there if id in common]
