"""METTLE on the TV: the race, the map of zones with the fight, or the journey has the screen."""

from collections.abc import Iterator
from dataclasses import replace

from webapp.games.mettle.screens.map import newest, pieces, tokens, travel_map, zone_map, zones_in_play
from webapp.screens.absent import ABSENT, Maybe
from webapp.screens.panel import Make, Panel, game_panel
from webapp.screens.panels_shared import names
from webapp.screens.views import PieceView, TableView, Turn

ZONES = 4
"""How many Zones of a chase the screen holds, beside clocks and over tags."""
WIDE, BESIDE_MANY, HIGH = 1280, 1000, 560
"""Units of the drawing of a journey, alone and beside more than two clocks: its letters are 50 of them, a
twentieth of the screen."""


def stage_of(view: TableView) -> str:
    """What has the middle of the screen: race, chase, zones, travel, fight (without zones), or nothing.

    A group that is on its way is seen on its map, unless somebody fights.
    """
    journey, fight = newest(view, "map"), newest(view, "fight")
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
    """Who holds Initiative or passes it, and which Round it is."""
    fight = newest(view, "fight")
    if fight is None:
        return ABSENT
    shown = fight.shown
    holder = next((who.name for who in view.people if who.id == shown["holder"]), "Somebody")
    after = {"passing": ", passes on", "round over": " is over"}.get(shown["phase"], "")
    return Turn(holder, None, f"Round {shown['round']}{after}")


def tv_panels(view: TableView) -> Iterator[Make]:
    """The stage."""
    yield lambda: _stage(view)


def _stage(view: TableView) -> Panel:
    kind = stage_of(view)
    stage: dict[str, object] = {"kind": kind, "fight": newest(view, "fight")}
    stage["race"] = newest(view, "race")
    stage["chase"] = _nearest(pieces(view, "chase")[-1]) if kind == "chase" else None
    stage["map"] = zone_map(view, 3 if view.clocks else 4) if kind == "zones" else None
    wide = WIDE if len(view.clocks) <= 2 else BESIDE_MANY
    stage["travel"] = travel_map(pieces(view, "map")[-1], wide, HIGH) if kind == "travel" else None
    stage["ready"] = tuple(each.name for each in tokens(view) if each.state == "ready")
    return game_panel("m-stage", stage, of="mettle/tv-stage", key=(stage, names(view)))


def _nearest(chase: PieceView) -> PieceView:
    """The chase with as many Zones as the screen holds: the newest, and before it those where somebody is."""
    path = [{**each, "place": place} for place, each in enumerate(chase.shown["path"], start=1)]
    if len(path) > ZONES:
        path = [each for each in path if each["who"] or each is path[-1]][-ZONES:]
    return replace(chase, shown={**chase.shown, "path": path})
