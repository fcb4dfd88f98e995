"""Zones of a Resonance scene: how far characters are from each other."""

from webapp.games.api import PLAYER, Character, TableState, Visibility, Zone
from webapp.games.resonance.rules.positions import BEYOND, band_of, steps_between


def joins(state: TableState) -> dict[int, list[int]]:
    """Return the ids of the zones of the active scene and the whole table, each with the ids it joins."""
    scenes = (None, state.table.active_scene)
    return {row.id: list(row.joins) for row in state.find_all(Zone) if row.scene in scenes}


def band_between(state: TableState, one: Character | None, other: Character | None) -> str:
    """Return the range band between two characters: "beyond" after the last one, "" if unknown.

    It is unknown if a character has no zone that players know, or if no path joins the two zones.
    """
    zones = [None if who is None else who.zone for who in (one, other)]
    start, goal = zones
    public = Visibility(state, PLAYER)
    if start is None or goal is None or not all(public.may_name("zone", zone) for zone in (start, goal)):
        return ""
    steps = steps_between(joins(state), start, goal)
    if steps is None:
        return ""
    return str(band_of(steps) or BEYOND)
