"""Zones of a Resonance scene: distances between characters, and where one Move leads."""

from typing import NamedTuple

from webapp.games.resonance.rules.positions import BEYOND, band_of, steps_between, within_a_move
from webapp.store.models import Character, Zone
from webapp.store.table_state import TableState
from webapp.views.audience import PLAYER
from webapp.views.views import CharacterView, TableView, ZoneView
from webapp.views.visibility import Visibility


class Way(NamedTuple):
    """A character's zone, and the zones that a Move reaches, each with its band."""

    who: int
    zone: str
    goals: tuple[tuple[int, str, str], ...]


def joins(state: TableState) -> dict[int, list[int]]:
    """Return the zones of the scene in play and of the whole table, with those that each joins."""
    scenes = (None, state.table.active_scene)
    return {row.id: list(row.joins) for row in state.here(Zone) if row.scene in scenes}


def band_between(state: TableState, one: Character | None, other: Character | None) -> str:
    """Return the band between two characters; "beyond" the last one, "" where players do not know."""
    zones = [None if who is None else who.zone for who in (one, other)]
    start, goal = zones
    public = Visibility(state, PLAYER)
    if start is None or goal is None or not all(public.may_name("zone", zone) for zone in (start, goal)):
        return ""
    steps = steps_between(joins(state), start, goal)
    if steps is None:
        return ""
    return str(band_of(steps) or BEYOND)


def way(view: TableView, who: CharacterView, bands: int) -> Way | None:
    """Return where a character may move; None if this audience knows of no zones."""
    zones = {zone.id: zone for zone in view.zones if isinstance(zone, ZoneView) and zone.here}
    if not zones:
        return None
    known = {zone.id: zone.joins for zone in zones.values()}
    here = zones.get(who.zone) if isinstance(who.zone, int) else None
    reached = tuple(known) if here is None else within_a_move(known, here.id, bands)
    goals = tuple((id, zones[id].name, _band(known, here, id)) for id in reached)
    return Way(who.id, "" if here is None else here.name, goals)


def _band(known: dict[int, tuple[int, ...]], here: ZoneView | None, goal: int) -> str:
    band = None if here is None else band_of(steps_between(known, here.id, goal))
    return "" if band is None else band.label
