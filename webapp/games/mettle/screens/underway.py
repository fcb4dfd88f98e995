"""What is under way: Twists on offer, what time will roll, a player's part in a race, a chase, a journey.

And what of it waits for somebody, wherever they have scrolled: for the GM, and for a seat beside its rolls.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from webapp.games.mettle.screens.choices import holder
from webapp.games.mettle.screens.map import conditions, newest, pieces, tokens
from webapp.rules.mettle.check import Came
from webapp.rules.mettle.facts import Asked
from webapp.rules.mettle.spans import seconds
from webapp.screens.check_views import CheckView
from webapp.screens.views import CharacterView, PieceView, TableView


def yet_to_drive(view: TableView) -> tuple[int, ...]:
    """The drivers of the race who neither rolled in this Stretch nor are called to."""
    calls = (each for each in view.checks if each.state == "called" and Asked.of(each.asked).action == "race")
    called = {each.character for each in calls}
    race = newest(view, "race")
    racers = race.shown["racers"] if race else ()
    return tuple(
        each["character"] for each in racers if not each["driven"] and each["character"] not in called
    )


def own_ride(view: TableView, character: int) -> Mapping[str, object] | None:
    """The race as this character is in it: the vehicle they drive, their seat; None without one."""
    on = newest(view, "race")
    if on is None:
        return None
    race = on.shown
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
    journey = newest(view, "map")
    if journey is None or journey.shown["way"]:
        return ()
    shown = journey.shown
    paths = {frozenset((path["one"], path["other"])): path for path in shown["paths"]}
    found = ((stop, paths[frozenset((shown["at"], stop))]) for stop in shown["next"])
    return tuple((stop, path["difficulty"], path["days"]) for stop, path in found)


Offered = tuple[CheckView, PieceView | None, tuple[str, ...]]


def twists(view: TableView) -> tuple[Offered, ...]:
    """Checks that failed with Edge: those with a Twist on offer, and the newest, until something came of it.

    With each stand the Twist on offer and the stops where a journey may get lost.
    """
    offers = {each.shown.get("check"): each for each in pieces(view, "twist")}
    rolled = [each for each in view.checks if each.result is not None and each.state != "void"]
    may = (each for each in rolled if _may(each) and (each.id in offers or _open(each, rolled[-1])))
    return tuple((each, offers.get(each.id), _astray(view, each)) for each in may)


def missed(view: TableView) -> Iterator[str]:
    """The players' Checks that still lack a Twist, as the GM is told of them."""
    party = {who.id for who in view.people if who.kind == "pc"}
    for check, offer, _ in twists(view):
        if offer is None and check.result is not None and check.character in party:
            yield f"{check.who} failed with {Came.of(check.result.data).edge} Edge: a Twist?"


def _open(check: CheckView, newest: CheckView) -> bool:
    """Whether nobody rolled since, but for the other half of a split Attack."""
    split = all(Asked.of(each.asked).manner == "split" for each in (check, newest))
    return not check.applied and (check is newest or (split and check.character == newest.character))


def _may(check: CheckView) -> bool:
    return check.result is not None and Came.of(check.result.data).may_twist


def _astray(view: TableView, check: CheckView) -> tuple[str, ...]:
    journey = newest(view, "map")
    return tuple(journey.shown["astray"].get(Asked.of(check.asked).trip, ())) if journey else ()


Rolls = Iterator[tuple[int, str]]


def burning(view: TableView) -> Iterator[tuple[CharacterView, int, str]]:
    """Everybody on fire: who, the condition's id, and which fire it is."""
    for who in view.people:
        for each in conditions(who):
            if each.name == "Burning":
                yield who, each.id, each.source or "fire"


def rolled_by_time(view: TableView) -> Rolls:
    """The afflictions that time moves and that are still at work, by the id of each."""
    for each in _at_work(view):
        if each.shown["interval"] != "round":
            yield each.id, _said(view, each)


def rolled_by_turn(view: TableView, span: str) -> Rolls:
    """What falls due as a Round or a Stretch ends; fires burn by the Round."""
    for who, id, fire in burning(view) if span == "round" else ():
        yield id, f"{who.name} burns: {fire}"
    then = next((each.shown.get("seconds", 0) for each in pieces(view, "time")), 0) + seconds(span)
    for each in _at_work(view):
        interval = each.shown["interval"]
        if interval == "round" or each.shown.get("since", 0) + seconds(interval) <= then:
            yield each.id, _said(view, each)


def _at_work(view: TableView) -> list[PieceView]:
    return [each for each in pieces(view, "affliction") if not each.shown["stopped"]]


def _said(view: TableView, affliction: PieceView) -> str:
    victim = next((who.name for who in view.people if who.id == affliction.character), "")
    return f"{affliction.name} on {victim}, {affliction.shown['hazard']}"


def asks(view: TableView) -> Iterator[tuple[str, str]]:
    """What waits for the GM: a Twist that nobody offered yet, a Danger where whoever is to act stands."""
    yield from ((words, "m-twists") for words in missed(view))
    acting = holder(view)
    if acting is None or acting.zone is None:
        return
    for each in pieces(view, "hazard"):
        if each.zone == acting.zone:
            yield f"{acting.name} is in reach of {each.name}", "m-dangers"


@dataclass(frozen=True, slots=True)
class Ask:
    """Something that waits for a seat: where it stands on the page, or the command of its one tap."""

    key: str
    words: str
    place: str = ""
    word: str = "Open"
    does: str = ""
    fields: Mapping[str, int] = field(default_factory=dict)


def asked_of(view: TableView, who: CharacterView | None, held: tuple[PieceView, ...]) -> Iterator[Ask]:
    """What waits for this seat beside its rolls."""
    state = next((each.state for each in tokens(view) if who and each.id == who.id), "")
    if state == "holds":
        passing = pieces(view, "fight")[-1].shown["phase"] == "passing"
        yield Ask("turn", "Pass Initiative" if passing else "Your turn", "m-me")
    if who is not None and who.id in yet_to_drive(view):
        yield Ask(
            "drive", "You drive", word="Drive", does="mettle.stretch.check", fields={"character": who.id}
        )
    for each in held:
        if each.kind == "twist":
            yield Ask(f"twist-{each.id}", "A Twist is offered", "m-me")
        if each.kind == "guard":
            yield Ask(f"guard-{each.id}", "Somebody would shield you", "m-me")
