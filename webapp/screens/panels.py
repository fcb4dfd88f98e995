"""Which panels a page has, and which of them a change has touched.

A panel is one element with a stable id, replaced whole. Its `key` is all that is compared: a panel
that holds other panels (the clocks) leaves their insides out of its own key.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from webapp.screens.audience import Audience, Role
from webapp.screens.views import CharacterView, ClockView, TableView


@dataclass(frozen=True)
class Panel:
    """An element of a page: `it` is what its template prints, `key` what is compared."""

    id: str
    template: str
    it: Any
    key: Any
    within: str | None = None


def panels(view: TableView, audience: Audience) -> dict[str, Panel]:
    """The panels of this audience's page by id; those of a seat are marked by their own audience."""
    if audience.seat is not None:
        made = _seat_panels(view, audience.seat)
    else:
        made = {Role.GM: _gm_panels, Role.PLAYER: _player_panels, Role.TV: _tv_panels}[audience.role](view)
    return {panel.id: panel for panel in made}


def touched(before: dict[str, Panel], after: dict[str, Panel]) -> list[str]:
    """The panels to send: those whose content differs and whose frame is not sent anyway."""
    differs = {id for id in after if id not in before or before[id].key != after[id].key}
    return [id for id in after if id in differs and after[id].within not in differs]


def changed_things(before: TableView, after: TableView) -> list[str]:
    """The things that differ between two views of one audience: `clock:7`, `tag:3`, `clocks` (their order)."""
    old, new = dict(_things(before)), dict(_things(after))
    return [name for name in {**new, **old} if old.get(name) != new.get(name)] + _reordered(before, after)


def _lists(view: TableView) -> dict[str, tuple[Any, ...]]:
    return {
        "scene": view.scenes,
        "zone": view.zones,
        "tag": view.tags,
        "clock": view.clocks,
        "character": view.cast,
        "proposal": view.proposals,
        "seat": view.seats,
    }


def _things(view: TableView) -> Iterator[tuple[str, Any]]:
    settled = (view.join_code, view.settings, view.keys)
    yield "table", (view.name, view.paused, view.spotlight, view.scene, view.you, *settled)
    for kind, rows in _lists(view).items():
        for row in rows:
            yield f"{kind}:{row.id}", row


def _reordered(before: TableView, after: TableView) -> list[str]:
    """The kinds whose remaining things stand in another order."""
    old, new = _lists(before), _lists(after)
    return [f"{kind}s" for kind in new if _order(old[kind], new[kind]) != _order(new[kind], old[kind])]


def _order(rows: tuple[Any, ...], others: tuple[Any, ...]) -> list[int]:
    common = {row.id for row in others}
    return [row.id for row in rows if row.id in common]


# ---- the pages --------------------------------------------------------------------------------


def _panel(
    id: str, it: Any, *, template: str | None = None, key: Any = None, within: str | None = None
) -> Panel:
    return Panel(id, f"panels/{template or id}.html", it, it if key is None else key, within)


def _gm_panels(view: TableView) -> Iterator[Panel]:
    yield _panel("bar", (view.name, view.paused, view.active()), template="gm-bar")
    yield _panel("scenes", view.scenes)
    yield _panel(
        "tags", _here(view.tags), key=(_here(view.tags), view.zones, _names(view)), template="gm-tags"
    )
    yield _panel("cast", view.cast, key=(view.cast, view.tags, view.zones), template="gm-cast")
    yield from _clock_panels(view, "gm-clocks")
    yield _panel("proposals", view.proposals, key=(view.proposals, view.seats, _names(view)))
    yield _panel("seats", view.seats, key=(view.seats, _names(view)), template="gm-seats")
    yield _panel("links", view.keys, key=(view.keys, view.join_code), template="gm-links")


def _player_panels(view: TableView) -> Iterator[Panel]:
    yield _panel("bar", (view.name, view.paused), template="player-bar")
    yield _panel("scene", view.active(), key=(view.active(), _here(view.zones)))
    yield _panel("tags", _here(view.tags), key=(_here(view.tags), view.zones, _names(view)))
    yield _panel("cast", view.cast, key=(view.cast, view.tags))
    yield from _clock_panels(view, "clocks")
    yield _panel("seats", view.seats, key=(view.seats, _names(view)))


def _seat_panels(view: TableView, seat: int) -> Iterator[Panel]:
    """What only this seat sees: my character, my clocks, my proposals."""
    me = next((each for each in view.seats if each.id == seat), None)
    mine = next((each for each in view.cast if me and each.id == me.character), None)
    tags = (
        tuple(tag for tag in view.tags if me and getattr(tag, "character", None) == me.character)
        if mine
        else ()
    )
    yield _panel("me", mine, key=(me, mine, tags))
    clocks = tuple(each for each in view.clocks if isinstance(each, ClockView) and each.owner == seat)
    yield _panel("mine", clocks, key=(clocks, view.proposals))


def _tv_panels(view: TableView) -> Iterator[Panel]:
    yield _panel("bar", (view.name, view.paused, view.active()), template="tv-bar")
    yield _panel("tags", _here(view.tags), template="tv-tags")
    yield _panel("cast", view.cast, template="tv-cast")
    yield from _clock_panels(view, "tv-clocks")
    yield _panel("join", view.join_code, key=(view.join_code,), template="tv-join")


def _clock_panels(view: TableView, frame: str) -> Iterator[Panel]:
    """The frame of the clocks, and each clock as a panel within it."""
    clocks = _here(view.clocks)
    shape = tuple((clock.id, type(clock).__name__, getattr(clock, "group", None)) for clock in clocks)
    yield _panel("clocks", clocks, template=frame, key=(shape, view.spotlight))
    for clock in clocks:
        yield _panel(
            f"clock-{clock.id}", clock, template="clock", key=(clock, _partner(clock, view)), within="clocks"
        )


def _partner(clock: Any, view: TableView) -> str | None:
    """The name of the clock this one races, where it is known."""
    rival = getattr(clock, "opposes", None)
    return next(
        (str(getattr(other, "name", "")) for other in view.clocks if rival and other.id == rival), None
    )


def _here(things: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(thing for thing in things if thing.here)


def _names(view: TableView) -> tuple[Any, ...]:
    """What other panels print of characters: a rename must reach them."""
    return tuple((each.id, each.name) for each in view.cast if isinstance(each, CharacterView))
