"""Examples of METTLE's panels and parts for the patterns page (`/patterns`), one state each."""

from collections.abc import Iterator, Mapping
from types import SimpleNamespace
from typing import Any

from webapp.games.api import Example, PieceView, TableView, ZoneView, panel, render_part, section
from webapp.games.mettle.rules.outcome_display import result_card
from webapp.pages.patterns.values import character, condition, example_view, numbers, seat, table

ANN, CAI, BOG = 801, 802, 803
LEFT, MELEE, RIGHT = 811, 812, 813
ALEX = seat("Alex", ANN)
SHEET = {"CALLING": 6, "CULTURE": 3, "FRAME": 3, "MOTIVE": 4, "NATURE": 5, "POISE": 4}


def piece(kind: str, shown: dict[str, object], zone: int | None = None, name: str | None = None) -> PieceView:
    """Return an example document of METTLE as a view for the screens."""
    return PieceView(next(numbers), "shown", kind, name, None, zone, None, shown, True)


def fight(phase: str = "acting", holder: int = ANN) -> PieceView:
    """Return an example fight in Round 2, in this phase, as a view for the screens."""
    states = {ANN: "ready", CAI: "waits", BOG: "acted", holder: "holds"}
    combatants: list[dict[str, object]] = [
        {
            "character": id,
            "state": state,
            "waits": "attack" if state == "waits" else "",
            "may_rejoin": False,
            "may_surge": state == "acted",
            "target": False,
            "at_start": True,
            "held_back": {},
        }
        for id, state in states.items()
    ]
    shown = {"round": 2, "phase": phase, "holder": holder, "choices": [BOG], "combatants": combatants}
    return piece("fight", shown)


def _scored(data: Mapping[str, Any]) -> SimpleNamespace:
    """Return an object that stands for a rolled Check and has only the card of its dice."""
    return SimpleNamespace(card=result_card(data, ()))


def _view(role: str, *pieces: PieceView, mettle: int = 7, zones: bool = True) -> TableView:
    fallen = condition("Staggered", severity="major", count=2)
    cast = (
        character("Ann Sparrow", id=ANN, stats={**SHEET, "Mettle": mettle}, zone=MELEE),
        character("Cai", id=CAI, stats=SHEET, zone=LEFT),
        character("Bog", fallen, id=BOG, kind="npc", stats={"Threat": "3D+3", "Mettle": -2}, zone=MELEE),
    )
    names = (
        (LEFT, "Left range", (MELEE,)),
        (MELEE, "Melee", (LEFT, RIGHT)),
        (RIGHT, "Right range", (MELEE,)),
    )
    drawn = tuple(
        example_view(ZoneView, id=id, name=name, joins=joins, visibility="shown", here=True)
        for id, name, joins in names
    )
    more = {"cast": cast, "zones": drawn if zones else (), "pieces": pieces, "seats": (ALEX,)}
    return table(role, ruleset="mettle", **more)


@section(
    "Mettle",
    "METTLE: a meter that goes below zero. Staggered is from 0 down to minus MOTIVE; Fallen is below that.",
)
def meters() -> Iterator[Example]:
    yield Example(
        "My Mettle, on my turn", panel("m-me", _view("player", fight()), ALEX.id), "player", wide=True
    )
    yield Example("The GM's panel", panel("m-bodies", _view("gm", mettle=3)), "gm", wide=True)


@section(
    "Zones",
    "METTLE: characters, scenery and light in each Zone. A hollow mark means that no Action is left.",
)
def zone_maps() -> Iterator[Example]:
    dark = piece("place", {"light": "dark", "smoke": False}, RIGHT)
    wall = piece("scenery", {"what": "cover", "difficulty": 0, "penetrable": False}, LEFT, "Broken wall")
    view = _view("gm", fight(), dark, wall)
    yield Example("The GM's map: drag to move, tap to open", panel("m-map", view), "gm", wide=True)
    yield Example("A player's map", panel("m-map", _view("player", fight(), dark, wall)), "player")


@section(
    "Initiative", "METTLE: who holds Initiative and who still has an Action, each with a shape and a word."
)
def initiative_states() -> Iterator[Example]:
    yield Example("Acting", panel("m-fight", _view("gm", fight())), "gm", wide=True)
    yield Example("Passing", panel("m-fight", _view("gm", fight("passing"))), "gm", wide=True)
    yield Example("The Round is over", panel("m-fight", _view("player", fight("round over"))), "player")
    yield Example("No fight", panel("m-fight", _view("gm")), "gm", wide=True)


@section("Score and Edge", "METTLE: the dice of a Check: Score dice, Edge dice and discarded dice.")
def score_and_edge() -> Iterator[Example]:
    won = {"kept": [3, 2, 2, 4, 4, 6], "discarded": [], "score": 7, "edge": 3, "difficulty": 4}
    lost = {"kept": [4, 5, 5, 6], "discarded": [2, 2], "score": 0, "edge": 4, "difficulty": 3}
    yield Example("A success", render_part("parts/result.html", check=_scored(won)), "player")
    yield Example("Rattled", render_part("parts/result.html", check=_scored(lost)), "player")


@section(
    "Races and journeys",
    (
        "METTLE: a race ordered by Speed, then Edge; a travel map with stops, "
        "pins, and paths with their Difficulty."
    ),
)
def races_and_journeys() -> Iterator[Example]:
    aboard = [{"character": ANN, "mud": 2, "may_act": True}]
    usual = {"driven": True, "swerve": 0, "difficulty": 3, "crashed": False, "aboard": [], "may_stunt": False}
    racers = [
        {
            **usual,
            "character": ANN,
            "speed": 3,
            "edge": 2,
            "place": 1,
            "swerve": 1,
            "aboard": aboard,
            "may_stunt": True,
        },
        {**usual, "character": BOG, "speed": 2, "edge": 0, "place": None, "crashed": True},
    ]
    called = [{"which": 0, "by": ANN, "stunt": "swerve", "on": ANN, "edge": 1}]
    shown = {"number": 2, "obstacles": 1, "all_driven": True, "racers": racers, "called": called}
    race = piece("race", shown, name="Dune race")
    yield Example("The GM's race", panel("m-race", _view("gm", race)), "gm", wide=True)
    yield Example("A player's race", panel("m-race", _view("player", race)), "player")
    yield Example("A driver's Stunts", panel("m-ride", _view("player", race), ALEX.id), "player")
    paths = [
        {"one": "The bay", "other": "The mine", "difficulty": 4, "days": 2},
        {"one": "The mine", "other": "Old camp", "difficulty": 2, "days": 0},
    ]
    stops = {"stops": ["The bay", "The mine", "Old camp"], "paths": paths, "pins": ["Old camp"]}
    way: dict[str, object] = {"at": "The bay", "way": None, "next": ["The mine"], "met": []}
    way["carried"] = [("food", 3), ("water", 1)]
    journey = piece("map", {**stops, **way}, name="The island")
    yield Example("A journey", panel("m-travel", _view("player", journey)), "player", wide=True)
    yield Example("Where next", panel("m-way", _view("player", journey), ALEX.id), "player")
