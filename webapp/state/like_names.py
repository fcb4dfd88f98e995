"""Tell things of like names apart, on cards and in sentences: by what stands beside them, or by a number."""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from typing import Any

from webapp.rules.name_keys import name_key
from webapp.state.audience import Role
from webapp.state.visibility import Visibility
from webapp.store.models import THINGS, Entry, Zone
from webapp.store.table_state import TableState

Listed = tuple[int, str, Hashable]
"""A thing's id, its name, and what stands beside the name, such as its zone; None for nothing."""
BESIDE = {
    "character": ("zone",),
    "clock": ("group", "segments"),
    "tag": ("object", "character", "zone"),
    "seat": (),
}
"""The kinds of things that are numbered, with the fields that stand beside a name on a card."""


def number_cards(view: Any) -> dict[str, dict[int, int]]:
    """Return the numbers on an audience's cards, by kind and id, for its `TableView`."""
    return {
        "character": number_alike(list_cast(view)),
        "clock": number_alike(_in_play(view.clocks, *BESIDE["clock"])),
        "tag": number_alike(_in_play(view.tags, *BESIDE["tag"])),
        "seat": number_alike((seat.id, seat.name, None) for seat in view.seats),
    }


def list_cast(view: Any) -> list[Listed]:
    """Return the characters of known name in a `TableView`; the TV shows no zones beside names."""
    zones = () if view.role == "tv" else view.zones
    shown = {
        zone.id: zone.name for zone in zones if hasattr(zone, "name") and (zone.here or view.role == "gm")
    }
    named = (who for who in view.cast if hasattr(who, "name"))
    return [(who.id, who.name, shown.get(getattr(who, "zone", 0))) for who in named]


def _in_play(things: Iterable[Any], *beside: str) -> Iterator[Listed]:
    """Yield the things in play of known name, with what these fields say about each."""
    for thing in things:
        if thing.here and hasattr(thing, "name"):
            yield thing.id, thing.name, tuple(getattr(thing, field, None) for field in beside)


def number_alike(things: Iterable[Listed]) -> dict[int, int]:
    """Return numbers by id, such as 2 for the second Guard of the list.

    A thing has none if its name is its own, or if it is the only one of its name with what stands beside it.
    """
    keyed = [(id, name_key(name), beside) for id, name, beside in things]
    names = Counter(key for _, key, _ in keyed)
    told, counted = Counter((key, beside) for _, key, beside in keyed), Counter[str]()
    numbers = {}
    for id, key, beside in keyed:
        counted[key] += 1
        if names[key] > 1 and (beside is None or told[key, beside] > 1):
            numbers[id] = counted[key]
    return numbers


def tell_alike(things: Iterable[Listed]) -> dict[int, str]:
    """Return by id what tells each thing from others of its name: its number, or what stands beside it."""
    things = list(things)
    numbers, names = number_alike(things), Counter(name_key(name) for _, name, _ in things)
    return {id: str(numbers.get(id) or beside) for id, name, beside in things if names[name_key(name)] > 1}


# ---- without a view: in sentences ---------------------------------------------------------------------


def called(row: Any, visibility: Visibility) -> str:
    """Return a thing's name as this audience's cards have it, with its number: “Guard (2)”."""
    kind, name = row.kind_name, str(row.name)
    if kind not in BESIDE or row.id not in visibility.state.namesakes(THINGS[kind]):
        return name
    number = number_things(kind, visibility).get(row.id)
    return f"{name} ({number})" if number else name


def number_things(kind: str, visibility: Visibility) -> dict[int, int]:
    """Return the numbers on an audience's cards of this kind, by id."""
    state = visibility.state
    if state.is_caching:
        name = ("numbers", visibility.audience.key, kind)
        return state.cached(name, lambda: number_alike(_listed(kind, visibility)))
    if kind not in visibility.numbers:
        visibility.numbers[kind] = number_alike(_listed(kind, visibility))
    return visibility.numbers[kind]


def _listed(kind: str, visibility: Visibility) -> list[Listed]:
    """Return the things of like names that an audience has cards of."""
    state = visibility.state
    alike, here = state.namesakes(THINGS[kind]), (None, state.table.active_scene)
    found = (row for row in state.find_all(THINGS[kind], content=False) if row.id in alike)
    rows: list[Any] = list(map(state.tracking_fields, found))
    return [
        (row.id, row.name, _beside(row, kind, visibility))
        for row in rows
        if getattr(row, "scene", None) in here and visibility.knows_name(row)
    ]


def _beside(row: Any, kind: str, visibility: Visibility) -> Hashable:
    """Return what stands beside a thing's name on this audience's cards; None for nothing."""
    if kind == "seat" or (kind == "character" and visibility.audience.role is Role.TV):
        return None
    is_whole = visibility.level(row) == "shown"
    if kind == "character":
        return _zone(row.zone, visibility) if is_whole else None
    fields = ((field, getattr(row, field) if is_whole else None) for field in BESIDE[kind])
    return tuple(
        value if field not in THINGS or value is None or visibility.may_name(field, value) else 0
        for field, value in fields
    )


def _zone(id: int | None, visibility: Visibility) -> str | None:
    """Return the name of a zone that stands beside the names of those in it; None for no such zone."""
    state = visibility.state
    zone = state.find(Zone, id)
    if zone is None or not visibility.knows_name(zone):
        return None
    is_here = visibility.audience.role is Role.GM or zone.scene in (None, state.table.active_scene)
    return zone.name if is_here else None


def renumbers(entry: Entry, state: TableState) -> bool:
    """Return whether an entry may change the numbers of things, and thereby what older lines call them."""
    return any(
        (change.get("new") or {"order", *BESIDE[change["kind"]]} & change["after"].keys())
        and change["id"] in state.namesakes(THINGS[change["kind"]])
        for change in entry.changes
        if change["kind"] in BESIDE
    )
