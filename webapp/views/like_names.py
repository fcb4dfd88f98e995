"""Numbers for things whose names are alike, where nothing else beside their names tells them apart."""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from typing import Any

from webapp.rules.name_keys import name_key

Listed = tuple[int, str, Hashable]
"""A thing's id, its name, and what stands beside the name, such as its zone; None for nothing."""


def number_cards(view: Any) -> dict[str, dict[int, int]]:
    """Return the numbers on an audience's cards, by kind and id, for its `TableView`.

    The TV shows no zones beside names.
    """
    zones = () if view.role == "tv" else view.zones
    shown = {
        zone.id: zone.name for zone in zones if hasattr(zone, "name") and (zone.here or view.role == "gm")
    }
    cast = [
        (who.id, who.name, shown.get(getattr(who, "zone", 0))) for who in view.cast if hasattr(who, "name")
    ]
    return {
        "character": number_alike(cast),
        "clock": number_alike(_in_play(view.clocks, "group", "segments")),
        "tag": number_alike(_in_play(view.tags, "object", "character", "zone")),
        "seat": number_alike((seat.id, seat.name, None) for seat in view.seats),
    }


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
