"""METTLE's documents and Checks for each audience, without hidden characters."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from webapp.games.api import (
    Character,
    Check,
    CheckView,
    GameDocument,
    NumbersDisclosure,
    Role,
    TableState,
    Visibility,
    rolled_check_of,
)
from webapp.games.mettle.rules.afflictions import is_by_round
from webapp.games.mettle.rules.aftermath import sums
from webapp.games.mettle.rules.chases import Chase
from webapp.games.mettle.rules.check import KnownOutcome
from webapp.games.mettle.rules.initiative import Initiative
from webapp.games.mettle.rules.journeys import astray
from webapp.games.mettle.rules.race_stretches import Racer, Stretch
from webapp.games.mettle.rules.sheet import has_sheet
from webapp.games.mettle.rules.statuses import no_surge
from webapp.games.mettle.rules.time_spans import moment, span_of
from webapp.games.mettle.state.characters import sheet, statuses
from webapp.games.mettle.state.documents import (
    Fight,
    Finish,
    GameTime,
    OfferedTwist,
    OngoingAffliction,
    Rival,
    StoredHazard,
    StoredProject,
    StoredTrap,
    TravelMap,
    value_of,
)
from webapp.games.mettle.state.game_state import explain_refusal, state_of
from webapp.rules.codec import dump_value

Shown = Mapping[str, object]
CARRIED = ("food", "water")
"""The fields of a map that count the group's provisions, in days."""


def serialize(piece: GameDocument, state: TableState, visibility: Visibility) -> Shown:
    """Return a document's data as one audience may see it."""
    maker = SERIALIZERS.get(piece.kind)
    return maker(piece, visibility) if maker is not None else dict(piece.data)


def find_known_id(visibility: Visibility, id: int) -> int | None:
    """Return this id if the audience may know that character's name, else None."""
    row = visibility.state.find(Character, id)
    return row.id if row is not None and visibility.knows_name(row) else None


def _serialize_fight(document: GameDocument, visibility: Visibility) -> Shown:
    """Return Round, phase, holder, the choices of a pass, and every known combatant's state."""
    fight = value_of(Fight, document)
    gm = visibility.audience.role is Role.GM
    seen = [id for id in fight.combatants if find_known_id(visibility, id) is not None]
    return {
        "round": fight.round,
        "phase": str(fight.phase),
        "holder": find_known_id(visibility, fight.holder),
        "choices": [id for id in fight.choices if id in seen],
        "combatants": [_serialize_combatant(fight, id, visibility) for id in seen],
        "hidden": len(seen) < len(fight.combatants) and gm,
    }


def _serialize_combatant(fight: Initiative, id: int, visibility: Visibility) -> Shown:
    state = visibility.state
    row = state.require(Character, id)
    fit = visibility.disclosure_of(row) is NumbersDisclosure.EXACT and has_sheet(row.stats)
    fit = fit and no_surge(statuses(state, id), sheet(state, row).mettle) == ""
    return {
        "character": id,
        "state": state_of(fight, id),
        "waits": fight.waits.get(id, ""),
        "may_rejoin": id in fight.deciding,
        "may_surge": fit and fight.may_surge(id),
        "target": id in fight.targets,
        "at_start": fight.at_start(id),
        "held_back": _explain_waiting(fight, id, state),
    }


def _explain_waiting(fight: Initiative, id: int, state: TableState) -> dict[str, str]:
    """Return why a combatant may not attack or move now, by action; empty if they may do both."""
    found = {action: explain_refusal(state, fight, id, action) for action in ("attack", "move")}
    return {action: why for action, why in found.items() if why}


def _serialize_race(document: GameDocument, visibility: Visibility) -> Shown:
    """Return the Stretch: the known racers with their places and Edge, and the Stunts called."""
    stretch = value_of(Stretch, document)
    groups = [ids for ids in stretch.places if any(find_known_id(visibility, id) for id in ids)]
    places = {id: place for place, ids in enumerate(groups, start=1) for id in ids}
    return {
        "number": stretch.number,
        "obstacles": stretch.obstacles,
        "all_driven": stretch.all_driven,
        "racers": [
            _serialize_racer(stretch, racer, places, visibility)
            for racer in stretch.racers
            if find_known_id(visibility, racer.name) is not None
        ],
        "called": [
            {
                "which": place,
                "by": find_known_id(visibility, stunt.by),
                "stunt": stunt.kind,
                "on": find_known_id(visibility, stunt.on),
                "edge": stunt.edge,
            }
            for place, stunt in enumerate(stretch.called)
        ],
    }


def _serialize_racer(
    stretch: Stretch, racer: Racer, places: Mapping[int, int], visibility: Visibility
) -> Shown:
    return {
        "character": racer.name,
        **{name: getattr(racer, name) for name in ("speed", "edge", "driven", "crashed", "swerve")},
        "difficulty": stretch.difficulty(racer.name),
        "place": places.get(racer.name),
        "may_stunt": stretch.may_stunt(racer.name),
        "aboard": [
            {"character": id, "mud": racer.mud(id), "may_act": id in racer.acting}
            for id in racer.aboard
            if find_known_id(visibility, id) is not None
        ],
    }


def _serialize_finish(document: GameDocument, visibility: Visibility) -> Shown:
    """Return the ids of the known characters who came first in a race."""
    known = (find_known_id(visibility, id) for id in value_of(Finish, document).first)
    return {"first": [id for id in known if id is not None]}


def _serialize_chase(document: GameDocument, visibility: Visibility) -> Shown:
    """Return the path, each character's place on it, the quarry's lead, the obstacles ahead."""
    chase = value_of(Chase, document)
    known = [id for id in chase.at if find_known_id(visibility, id) is not None]

    path = [
        {
            "zone": zone,
            "difficulty": chase.hard[place],
            "who": [id for id in known if chase.at[id] == place],
        }
        for place, zone in enumerate(chase.path)
    ]
    return {
        "quarry": chase.quarry if chase.quarry in known else None,
        "pursuers": [id for id in chase.pursuers if id in known],
        "path": path,
        "lead": chase.lead,
        "caught_by": [id for id in chase.caught_by if id in known],
        "ahead": {str(id): list(chase.ahead(id)) for id in known},
    }


def _serialize_map(document: GameDocument, visibility: Visibility) -> Shown:
    """Return stops, paths, pins, the group's place, provisions, encounters, and where it may get lost."""
    known = value_of(TravelMap, document)
    at = known.at or ""
    on = list(known.neighbours(at)) if at in known.stops else []
    return {
        "stops": list(known.stops),
        "paths": dump_value(known.paths),
        "pins": sorted(known.pins),
        "at": at,
        "way": known.way,
        "next": on,
        "astray": {stop: list(astray(known, at, stop)) for stop in on},
        "met": list(known.met or ()),
        "carried": [(name, days) for name in CARRIED if (days := getattr(known, name)) is not None],
    }


def _serialize_rival(document: GameDocument, visibility: Visibility) -> Shown:
    """Return the stop that rivals are travelling to; only the GM also gets their Edge."""
    gm = visibility.audience.role is Role.GM
    rival = value_of(Rival, document)
    return {"stop": rival.stop, **({"edge": rival.edge} if gm else {})}


def _serialize_affliction(document: GameDocument, visibility: Visibility) -> Shown:
    """Return an affliction's data, with the game time of its next Check.

    Stopped afflictions, and those that are checked every Round, have no such time.
    """
    known = value_of(OngoingAffliction, document)
    if known.stopped or is_by_round(known.interval):
        return dict(document.data)
    return {**document.data, "due": moment(known.since + span_of(known.interval).seconds)}


def _serialize_hazard(document: GameDocument, visibility: Visibility) -> Shown:
    """Return a Hazard's data, with its least and most damage before soaking as the text `harm`."""
    hazard = value_of(StoredHazard, document).hazard
    return {**document.data, "harm": f"{hazard.least} to {hazard.most}"}


def _serialize_project(document: GameDocument, visibility: Visibility) -> Shown:
    project = value_of(StoredProject, document)
    seen = {"clock": project.clock} if visibility.may_name("clock", project.clock) else {}
    return {"difficulty": project.difficulty, **seen}


def _serialize_trap(document: GameDocument, visibility: Visibility) -> Shown:
    seen = visibility.may_name("clock", value_of(StoredTrap, document).clock)
    return {name: value for name, value in document.data.items() if seen or name != "clock"}


def _serialize_twist(document: GameDocument, visibility: Visibility) -> Shown:
    twist = value_of(OfferedTwist, document)
    return dict(document.data) if visibility.may_name("check", twist.check) else {"text": twist.text}


SERIALIZERS: Mapping[str, Callable[[GameDocument, Visibility], Shown]] = {
    "affliction": _serialize_affliction,
    "chase": _serialize_chase,
    "fight": _serialize_fight,
    "finish": _serialize_finish,
    "hazard": _serialize_hazard,
    "race": _serialize_race,
    "rival": _serialize_rival,
    "map": _serialize_map,
    "time": lambda piece, _: {**piece.data, "words": moment(value_of(GameTime, piece).seconds)},
    "project": _serialize_project,
    "trap": _serialize_trap,
    "twist": _serialize_twist,
}


# ---- Checks --------------------------------------------------------------------------------------


def redact_check(view: CheckView, check: Check, visibility: Visibility) -> CheckView:
    """Return a check with its effect on each known target; hidden characters are left out."""
    if view.result is None or KnownOutcome.of(view.result.data).score is None or not check.rolled:
        return view
    said = tuple(_said(check, visibility))
    return replace(view, result=replace(view.result, sentences=(*view.result.sentences, *said)))


def _said(check: Check, visibility: Visibility) -> Iterator[str]:
    for damage_sum in sums(rolled_check_of(visibility.state, check)):
        row = visibility.state.find_ever(Character, damage_sum.foe.id)
        if row is not None and visibility.knows_name(row):
            exact = visibility.disclosure_of(row) is NumbersDisclosure.EXACT
            yield f"{row.name}: {damage_sum if exact else damage_sum.in_words}."
