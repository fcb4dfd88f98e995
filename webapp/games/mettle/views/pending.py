"""Find pending things: offered Twists, rolls that are due, a player's part in a race or chase.

Also the items that wait for the GM, and those that wait for a seat apart from its rolls.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from webapp.games.api import CharacterView, CheckView, PieceView, TableView
from webapp.games.mettle.rules import race_stretches as rules
from webapp.games.mettle.rules.afflictions import is_by_round, is_due
from webapp.games.mettle.rules.check import KnownOutcome
from webapp.games.mettle.rules.check_request import MettleRequest
from webapp.games.mettle.rules.initiative import Phase
from webapp.games.mettle.rules.statuses import is_burning
from webapp.games.mettle.rules.time_spans import seconds
from webapp.games.mettle.rules.twists import TwistCandidate, open_to_twists
from webapp.games.mettle.views.choices import holder
from webapp.games.mettle.views.map import conditions, current_piece, pieces, tokens


def yet_to_drive(view: TableView) -> tuple[int, ...]:
    """Return the ids of the drivers who neither rolled in this Stretch nor have a Check called."""
    calls = [check for check in view.checks if check.state == "called"]
    driving = (check.character for check in calls if MettleRequest.of(check.asked).drives)
    called = [character for character in driving if isinstance(character, int)]
    race = current_piece(view, "race")
    racers = [_racer(racer) for racer in race.shown["racers"]] if race else []
    return rules.yet_to_drive(racers, called)


def own_ride(view: TableView, character: int) -> Mapping[str, object] | None:
    """Return the race with a character's part in it; None without a race.

    `drives` is the racer they drive and `seat` their place aboard, each None if there is none. `waits`
    says why they have nothing to do now.
    """
    on = current_piece(view, "race")
    if on is None:
        return None
    race = on.shown
    seats = [passenger for racer in race["racers"] for passenger in racer["aboard"]]
    drives = next((value for value in race["racers"] if value["character"] == character), None)
    seat = next((value for value in seats if value["character"] == character), None)
    ride = {"own": character, "race": race, "drives": drives, "seat": seat}
    return {**ride, "waits": _waits(race, character), "may_drive": character in yet_to_drive(view)}


def _waits(race: Mapping[str, Any], character: int) -> str:
    """Return why a character in this race has nothing to do now; "" if they may act."""
    racers = [_racer(racer) for racer in race["racers"]]
    vehicle = next((racer for racer in racers if character in racer.aboard), None)
    called = [stunt for stunt in race["called"] if stunt["stunt"] == "steady" and stunt["edge"]]
    steadied = any(stunt["on"] == character for stunt in called)
    return rules.why_idle(character, vehicle, all_driven=race["all_driven"], steadied=steadied)


def _racer(shown: Mapping[str, Any]) -> rules.Racer:
    """Return a racer as a value of the rules, with those aboard whom this audience knows."""
    aboard = {passenger["character"]: passenger["may_act"] for passenger in shown["aboard"]}
    return rules.Racer(
        shown["character"],
        shown["speed"],
        tuple(aboard),
        driven=shown["driven"],
        crashed=shown["crashed"],
        acting=frozenset(id for id, acts in aboard.items() if acts),
    )


def own_run(view: TableView, character: int) -> tuple[int, PieceView] | None:
    """Return the character's id and the chase they are in; None if they are in none."""
    found = [piece for piece in pieces(view, "chase") if str(character) in piece.shown["ahead"]]
    return (character, found[-1]) if found else None


def ways_on(view: TableView) -> tuple[tuple[str, int, int], ...]:
    """Return the stops next to the group's, with Difficulty and days; empty while the group travels."""
    journey = current_piece(view, "map")
    if journey is None or journey.shown["way"]:
        return ()
    shown = journey.shown
    paths = {frozenset((path["one"], path["other"])): path for path in shown["paths"]}
    found = ((stop, paths[frozenset((shown["at"], stop))]) for stop in shown["next"])
    return tuple((stop, path["difficulty"], path["days"]) for stop, path in found)


Offered = tuple[CheckView, PieceView | None, tuple[str, ...]]


def twists(view: TableView) -> tuple[Offered, ...]:
    """Return the failed Checks that a Twist may change, each with its offered Twist, or None.

    The third value lists the stops where a lost group may arrive instead; it is empty off a journey.
    """
    offers: dict[int, PieceView] = {
        piece.shown["check"]: piece for piece in pieces(view, "twist") if "check" in piece.shown
    }
    rolled = {check.id: check for check in view.checks if check.result is not None and check.state != "void"}
    race = current_piece(view, "race")
    drivers = [racer["character"] for racer in race.shown["racers"] if racer["driven"]] if race else ()
    candidates = [_candidate(check) for check in rolled.values()]
    may = open_to_twists(candidates, offered=offers, drivers=drivers)
    return tuple((rolled[id], offers.get(id), _astray(view, rolled[id])) for id in may)


def _candidate(check: CheckView) -> TwistCandidate:
    """Return a rolled check as a value of the rules."""
    asked, refused = MettleRequest.of(check.asked), bool(check.asked.get("untwisted"))
    outcome = KnownOutcome.of(check.result.data if check.result is not None else {})
    who = check.character if isinstance(check.character, int) else None
    return TwistCandidate(check.id, who, check.state, outcome, asked, check.applied, refused)


def offered_to(view: TableView, held: tuple[PieceView, ...]) -> tuple[tuple[Mapping[str, Any], int], ...]:
    """Return the Twists that are offered to the holder of these documents, each with its Edge dice."""
    rolled = {check.id: check.result for check in view.checks if check.result is not None}
    found = []
    for piece in held:
        if piece.kind == "twist":
            result = rolled.get(piece.shown.get("check", 0))
            edge = KnownOutcome.of(result.data).edge if result is not None else 1
            found.append((piece.shown, edge))
    return tuple(found)


def missed(view: TableView) -> Iterator[str]:
    """Yield a sentence for the GM about each failed Check without an offered Twist."""
    for check, offer, _ in twists(view):
        if offer is None and check.result is not None:
            yield f"{check.who} failed with {KnownOutcome.of(check.result.data).edge} Edge: offer a Twist?"


def _astray(view: TableView, check: CheckView) -> tuple[str, ...]:
    journey = current_piece(view, "map")
    return tuple(journey.shown["astray"].get(MettleRequest.of(check.asked).trip, ())) if journey else ()


Rolls = Iterator[tuple[int, str]]


def burning(view: TableView) -> Iterator[tuple[CharacterView, int, str]]:
    """Yield each burning character, the condition's id, and the fire."""
    for who in view.people:
        for condition in conditions(who):
            if is_burning(condition.name):
                yield who, condition.id, condition.source or "fire"


def rolled_by_time(view: TableView) -> Rolls:
    """Yield the id and description of each active affliction that is checked as time passes."""
    for piece in _at_work(view):
        if not is_by_round(piece.shown["interval"]):
            yield piece.id, _said(view, piece)


def rolled_by_turn(view: TableView, span: str) -> Rolls:
    """Yield the id and description of each roll due at the end of a Round (fires too) or a Stretch."""
    for who, id, fire in burning(view) if span == "round" else ():
        yield id, f"{who.name} burns: {fire}"
    then = next((piece.shown.get("seconds", 0) for piece in pieces(view, "time")), 0) + seconds(span)
    for piece in _at_work(view):
        if is_due(piece.shown["interval"], piece.shown.get("since", 0), then):
            yield piece.id, _said(view, piece)


def _at_work(view: TableView) -> list[PieceView]:
    return [piece for piece in pieces(view, "affliction") if not piece.shown["stopped"]]


def _said(view: TableView, affliction: PieceView) -> str:
    victim = next((who.name for who in view.people if who.id == affliction.character), "")
    return f"{affliction.name} on {victim}, {affliction.shown['hazard']}"


def asks(view: TableView) -> Iterator[tuple[str, str]]:
    """Yield the GM's items, each with its panel: Twists to offer, hazards in the acting character's zone."""
    yield from ((words, "m-twists") for words in missed(view))
    acting = holder(view)
    if acting is None or acting.zone is None:
        return
    for piece in pieces(view, "hazard"):
        if piece.zone == acting.zone:
            yield f"{acting.name} is within reach of {piece.name}", "m-dangers"


@dataclass(frozen=True, slots=True)
class Ask:
    """An item that waits for a seat, with its place on the page, its one-tap command, or neither."""

    key: str
    words: str
    place: str = ""
    word: str = "Open"
    does: str = ""
    fields: Mapping[str, int] = field(default_factory=dict)


def asked_of(view: TableView, who: CharacterView | None, held: tuple[PieceView, ...]) -> Iterator[Ask]:
    """Yield everything that waits for this seat, except its rolls."""
    state = next((token.state for token in tokens(view) if who and token.id == who.id), "")
    if state == "holds":
        passing = pieces(view, "fight")[-1].shown["phase"] == Phase.PASSING
        yield Ask("turn", "Pass Initiative" if passing else "Your turn", "m-me")
    if who is not None and who.id in yet_to_drive(view):
        yield Ask(
            "drive",
            "Your turn to drive",
            word="Drive",
            does="mettle.stretch.check",
            fields={"character": who.id},
        )
    if who is not None:
        yield from _aimed_at(view, who)
    for piece in held:
        if piece.kind == "guard":
            yield Ask(f"guard-{piece.id}", "Somebody offers to shield you", "m-me")


AIMED = {"attack": "attacks you", "rattle": "tries to rattle you", "sway": "tries to sway you"}


def _aimed_at(view: TableView, who: CharacterView) -> Iterator[Ask]:
    """Yield an item without a button for each called Attack, Rattle or Sway against this character."""
    for check in view.checks:
        asked, waits_for_dice = MettleRequest.of(check.asked), check.state == "called"
        if waits_for_dice and who.id in asked.foes and who.id != check.character and asked.action in AIMED:
            yield Ask(f"aimed-{check.id}", f"{check.who} {AIMED[asked.action]}", word="")
