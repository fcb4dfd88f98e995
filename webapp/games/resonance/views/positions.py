"""Zones of a Resonance scene: those that one Move reaches."""

from typing import NamedTuple

from webapp.games.api import CharacterView, TableView, ZoneView
from webapp.games.resonance.rules.positions import band_of, steps_between, within_a_move


class ReachableZones(NamedTuple):
    """A character's zone, and the zones that a Move reaches, each with its band."""

    who: int
    zone: str
    goals: tuple[tuple[int, str, str], ...]


def find_reachable_zones(view: TableView, who: CharacterView, bands: int) -> ReachableZones | None:
    """Return the zones that a Move reaches, or all if the character is in none; None if no zone is known."""
    zones = {zone.id: zone for zone in view.zones if isinstance(zone, ZoneView) and zone.here}
    if not zones:
        return None
    known = {zone.id: zone.joins for zone in zones.values()}
    here = zones.get(who.zone) if isinstance(who.zone, int) else None
    reached = tuple(known) if here is None else within_a_move(known, here.id, bands)
    goals = tuple((id, zones[id].name, _band(known, here, id)) for id in reached)
    return ReachableZones(who.id, "" if here is None else here.name, goals)


def _band(known: dict[int, tuple[int, ...]], here: ZoneView | None, goal: int) -> str:
    band = None if here is None else band_of(steps_between(known, here.id, goal))
    return "" if band is None else band.label
