"""A player's own part in what is under way: a vehicle in a race, a chase, the next stop of a journey."""

from collections.abc import Mapping
from typing import Any

from webapp.games.mettle.screens.map import pieces
from webapp.rules.mettle.asked import Asked
from webapp.screens.views import PieceView, TableView


def yet_to_drive(view: TableView) -> tuple[int, ...]:
    """The drivers of the race who neither rolled in this Stretch nor are called to."""
    calls = (each for each in view.checks if each.state == "called" and Asked.of(each.asked).action == "race")
    called = {each.character for each in calls}
    racers = [racer for race in pieces(view, "race")[-1:] for racer in race.shown["racers"]]
    return tuple(
        each["character"] for each in racers if not each["driven"] and each["character"] not in called
    )


def own_ride(view: TableView, character: int) -> Mapping[str, object] | None:
    """The race as this character is in it: the vehicle they drive, their seat; None without one."""
    races = pieces(view, "race")
    if not races:
        return None
    race = races[-1].shown
    seats = [each for racer in race["racers"] for each in racer["aboard"]]
    drives = next((each for each in race["racers"] if each["character"] == character), None)
    seat = next((each for each in seats if each["character"] == character), None)
    waits, may_drive = _waits(race, drives, seat), character in yet_to_drive(view)
    ride = {"own": character, "race": race, "drives": drives, "seat": seat}
    return {**ride, "waits": waits, "may_drive": may_drive}


def _waits(race: Mapping[str, object], drives: Any, seat: Any) -> str:
    """Why there is nothing to do just now, or what could be."""
    if seat is None:
        return "You are in no vehicle."
    if drives is None:
        return "" if seat["may_act"] else "You ride along. A Steady lets you act."
    if not drives["driven"]:
        return "Your roll decides."
    if drives["crashed"]:
        return "Your vehicle has crashed."
    return "No Edge is left for Stunts." if race["all_driven"] else "You have driven; others have yet to."


def own_run(view: TableView, character: int) -> tuple[int, PieceView] | None:
    """The chase, for somebody who is in it."""
    found = [each for each in pieces(view, "chase") if str(character) in each.shown["ahead"]]
    return (character, found[-1]) if found else None


def ways_on(view: TableView) -> tuple[tuple[str, int, int], ...]:
    """The stops next to this one, with Difficulty and days; none while the group is on its way."""
    maps = pieces(view, "map")
    if not maps or maps[-1].shown["way"]:
        return ()
    shown = maps[-1].shown
    paths = {frozenset((path["one"], path["other"])): path for path in shown["paths"]}
    found = ((stop, paths[frozenset((shown["at"], stop))]) for stop in shown["next"])
    return tuple((stop, path["difficulty"], path["days"]) for stop, path in found)
