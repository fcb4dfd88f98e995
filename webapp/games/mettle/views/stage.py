"""METTLE on the TV: a race, a chase, a journey, or the map of zones with the fight."""

from collections.abc import Iterator
from dataclasses import replace

from webapp.games.api import (
    ABSENT,
    Maybe,
    Panel,
    PanelFactory,
    PieceView,
    TableView,
    Turn,
    character_names,
    game_panel,
)
from webapp.games.mettle.views.map import current_piece, pieces, tokens, travel_map, zone_map, zones_in_play

ZONES = 4
"""How many Zones of a chase fit on the screen, beside clocks and above tags."""
WIDE, BESIDE_MANY, HIGH = 1280, 1000, 560
"""The size of a journey's drawing in units: the width with at most two clocks, the width with more, and the
height. Letters are 50 units, a twentieth of the screen."""


def stage_of(view: TableView) -> str:
    """Return what fills the middle of the TV, the first of: race, chase, travel, zones, fight; else "".

    Without Zones in play a journey's map is shown, even during a fight; with Zones, only while the group is
    travelling and not fighting.
    """
    journey, fight = current_piece(view, "map"), current_piece(view, "fight")
    here = {
        "race": bool(pieces(view, "race")),
        "chase": bool(pieces(view, "chase")),
        "travel": bool(journey and journey.shown["way"] and not fight),
        "zones": bool(zones_in_play(view)),
        "fight": bool(fight),
    }
    if journey and not here["zones"]:
        here["travel"] = True
    return next((kind for kind, found in here.items() if found), "")


def turn(view: TableView) -> Maybe[Turn]:
    """Return who holds or passes Initiative, and the Round; ABSENT without a fight."""
    fight = current_piece(view, "fight")
    if fight is None:
        return ABSENT
    shown = fight.shown
    holder = next((who.name for who in view.people if who.id == shown["holder"]), "Somebody")
    after = {"passing": ", passing", "round over": " is over"}.get(shown["phase"], "")
    return Turn(holder, None, f"Round {shown['round']}{after}")


def tv_panels(view: TableView) -> Iterator[PanelFactory]:
    """Yield the panel for the middle of the TV."""
    yield lambda: _stage(view)


def _stage(view: TableView) -> Panel:
    finish = current_piece(view, "finish")
    kind = stage_of(view) or ("finish" if finish else "")
    stage: dict[str, object] = {"kind": kind, "fight": current_piece(view, "fight")}
    stage["race"] = current_piece(view, "race")
    stage["finish"] = finish
    stage["chase"] = _nearest(pieces(view, "chase")[-1]) if kind == "chase" else None
    stage["map"] = zone_map(view, 3 if view.clocks else 4) if kind == "zones" else None
    wide = WIDE if len(view.clocks) <= 2 else BESIDE_MANY
    stage["travel"] = travel_map(pieces(view, "map")[-1], wide, HIGH) if kind == "travel" else None
    stage["ready"] = tuple(token.name for token in tokens(view) if token.state == "ready")
    return game_panel("m-stage", stage, of="mettle/tv-stage", key=(stage, character_names(view)))


def _nearest(chase: PieceView) -> PieceView:
    """Return the chase with at most `ZONES` Zones, each with its place on the path.

    If the path is longer, only the last Zones that have characters, and the newest Zone, are included.
    """
    path = [{**value, "place": place} for place, value in enumerate(chase.shown["path"], start=1)]
    if len(path) > ZONES:
        path = [row for row in path if row["who"] or row is path[-1]][-ZONES:]
    return replace(chase, shown={**chase.shown, "path": path})
