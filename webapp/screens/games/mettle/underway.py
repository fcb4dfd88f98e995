"""A player's own part in what is under way: the vehicle in a race, the next stop of a journey."""

from collections.abc import Mapping
from typing import Any

from webapp.screens.games.mettle.map import pieces
from webapp.screens.views import TableView


def own_ride(view: TableView, character: int) -> Mapping[str, Any] | None:
    """The race as this character is in it: the vehicle they drive, their seat; None without one."""
    races = pieces(view, "race")
    if not races:
        return None
    race = races[-1].shown
    seats = [each for racer in race["racers"] for each in racer["aboard"]]
    return {
        "own": character,
        "race": race,
        "drives": next((each for each in race["racers"] if each["character"] == character), None),
        "seat": next((each for each in seats if each["character"] == character), None),
    }


def ways_on(view: TableView) -> tuple[tuple[str, int, int], ...]:
    """The stops next to this one, with Difficulty and days; none while the group is on its way."""
    maps = pieces(view, "map")
    if not maps or maps[-1].shown["way"]:
        return ()
    shown = maps[-1].shown
    paths = {frozenset((path["one"], path["other"])): path for path in shown["paths"]}
    found = ((stop, paths[frozenset((shown["at"], stop))]) for stop in shown["next"])
    return tuple((stop, path["difficulty"], path["days"]) for stop, path in found)
