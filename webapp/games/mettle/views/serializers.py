"""METTLE's documents for each audience, as plain values without hidden characters."""

from collections.abc import Callable, Iterable, Mapping

from webapp.games.mettle.rules.chases import Chase
from webapp.games.mettle.rules.hazards import Hazard
from webapp.games.mettle.rules.initiative import Initiative
from webapp.games.mettle.rules.journeys import Map, astray
from webapp.games.mettle.rules.sheet import has_sheet
from webapp.games.mettle.rules.statuses import no_surge
from webapp.games.mettle.rules.stretches import Racer, Stretch
from webapp.games.mettle.rules.time_spans import moment, span_of
from webapp.games.mettle.state import game_state
from webapp.games.mettle.state.characters import sheet, statuses
from webapp.games.mettle.state.game_state import in_names, state_of
from webapp.rules.codec import dump_value
from webapp.state.audience import Role
from webapp.state.foe_numbers import NumbersDisclosure
from webapp.state.visibility import Visibility
from webapp.store.models import Character, GameDocument
from webapp.store.table_state import TableState

Shown = Mapping[str, object]
CARRIED = ("food", "water")
"""A group's provisions, in days."""


def serialize(piece: GameDocument, state: TableState, visibility: Visibility) -> Shown:
    """Return one document for one audience."""
    maker = MAKERS.get(piece.kind)
    return maker(piece, visibility) if maker is not None else dict(piece.data)


def named(visibility: Visibility, name: str) -> int | None:
    """Return the id in this text if this audience may know that character's name, else None."""
    row = visibility.state.find(Character, int(name)) if name.isdecimal() else None
    return row.id if row is not None and visibility.names(row) else None


def _fight(piece: GameDocument, visibility: Visibility) -> Shown:
    """Return Round, holder, the choices of a pass, and every known character's state."""
    fight = game_state.state_in(piece, Initiative)
    gm = visibility.audience.role is Role.GM
    seen = [(name, named(visibility, name)) for name in fight.combatants]
    return {
        "round": fight.round,
        "phase": str(fight.phase),
        "holder": named(visibility, fight.holder),
        "choices": [id for name in fight.choices if (id := named(visibility, name)) is not None],
        "combatants": [_serialize_combatant(fight, name, id, visibility) for name, id in seen if id],
        "hidden": any(id is None for _, id in seen) and gm,
    }


def _serialize_combatant(fight: Initiative, name: str, id: int, visibility: Visibility) -> Shown:
    state = visibility.state
    row = state.require(Character, id)
    fit = visibility.telling(row) is NumbersDisclosure.EXACT and has_sheet(row.stats)
    fit = fit and no_surge(statuses(state, id), sheet(state, row).mettle) == ""
    return {
        "character": id,
        "state": state_of(fight, name),
        "waits": fight.waits.get(name, ""),
        "may_rejoin": name in fight.deciding,
        "may_surge": fit and fight.may_surge(name),
        "target": name in fight.targets,
        "at_start": fight.at_start(name),
        "held_back": _held_back(fight, name, state),
    }


def _held_back(fight: Initiative, name: str, state: TableState) -> dict[str, str]:
    """Return why they may neither attack nor move now; "" on their turn."""
    found = {action: in_names(state, fight.why_not(name, action)) for action in ("attack", "move")}
    return {action: why for action, why in found.items() if why}


def _race(piece: GameDocument, visibility: Visibility) -> Shown:
    """Return the Stretch: the known racers in order, what each has left, the Stunts called."""
    running = game_state.state_in(piece, Stretch)
    groups = [names for names in running.places if any(named(visibility, name) for name in names)]
    places = {name: place for place, names in enumerate(groups, start=1) for name in names}
    return {
        "number": running.number,
        "obstacles": running.obstacles,
        "all_driven": running.all_driven,
        "racers": [
            _racer(running, racer, places, visibility)
            for racer in running.racers
            if named(visibility, racer.name) is not None
        ],
        "called": [
            {
                "which": place,
                "by": named(visibility, stunt.by),
                "stunt": stunt.kind,
                "on": named(visibility, stunt.on),
                "edge": stunt.edge,
            }
            for place, stunt in enumerate(running.called)
        ],
    }


def _racer(running: Stretch, racer: Racer, places: Mapping[str, int], visibility: Visibility) -> Shown:
    aboard = [(name, named(visibility, name)) for name in racer.aboard]
    return {
        "character": named(visibility, racer.name),
        **{name: getattr(racer, name) for name in ("speed", "edge", "driven", "crashed", "swerve")},
        "difficulty": running.difficulty(racer.name),
        "place": places.get(racer.name),
        "aboard": [
            {"character": id, "mud": racer.mud(name), "may_act": name in racer.acting}
            for name, id in aboard
            if id is not None
        ],
    }


def _chase(piece: GameDocument, visibility: Visibility) -> Shown:
    """Return the path, each character's place on it, the quarry's lead, the obstacles ahead."""
    chase = game_state.state_in(piece, Chase)
    known = {name: named(visibility, name) for name in chase.at}

    def ids(names: Iterable[str]) -> list[int]:
        return [id for name in names if (id := known[name]) is not None]

    path = [
        {
            "zone": zone,
            "difficulty": chase.hard[place],
            "who": ids(name for name, at in chase.at.items() if at == place),
        }
        for place, zone in enumerate(chase.path)
    ]
    return {
        "quarry": known[chase.quarry],
        "pursuers": ids(chase.pursuers),
        "path": path,
        "lead": chase.lead,
        "caught_by": ids(chase.caught_by),
        "ahead": {str(id): list(chase.ahead(name)) for name, id in known.items() if id is not None},
    }


def _map(piece: GameDocument, visibility: Visibility) -> Shown:
    """Return stops and paths, the group's place, where it may get lost, what it met on the way."""
    known = game_state.state_in(piece, Map)
    at = piece.data.get("at", "")
    on = list(known.neighbours(at)) if at in known.stops else []
    return {
        "stops": list(known.stops),
        "paths": dump_value(known.paths),
        "pins": sorted(known.pins),
        "at": at,
        "way": piece.data.get("way"),
        "next": on,
        "astray": {stop: list(astray(known, at, stop)) for stop in on},
        "met": list(piece.data.get("met", ())),
        "carried": [(name, piece.data[name]) for name in CARRIED if piece.data.get(name) is not None],
    }


def _rival(piece: GameDocument, visibility: Visibility) -> Shown:
    """Return where rivals are bound for; only the Guide knows how well they get on."""
    gm = visibility.audience.role is Role.GM
    return {"stop": piece.data["stop"], **({"edge": piece.data["edge"]} if gm else {})}


def _affliction(piece: GameDocument, visibility: Visibility) -> Shown:
    """Return its effect, and when in game time it is checked again; by the Round, the fight counts."""
    known = piece.data
    if known.get("stopped") or known["interval"] == "round":
        return dict(known)
    return {**known, "due": moment(known.get("since", 0) + span_of(known["interval"]).seconds)}


def _hazard(piece: GameDocument, visibility: Visibility) -> Shown:
    """Return a Hazard with its least and most damage before soaking."""
    hazard = Hazard.parse(piece.data["hazard"])
    return {**piece.data, "harm": f"{hazard.least} to {hazard.most}"}


def _project(piece: GameDocument, visibility: Visibility) -> Shown:
    clock = piece.data.get("clock")
    seen = {"clock": clock} if visibility.may_name("clock", clock) else {}
    return {"difficulty": piece.data.get("difficulty"), **seen}


def _trap(piece: GameDocument, visibility: Visibility) -> Shown:
    seen = visibility.may_name("clock", piece.data.get("clock"))
    return {name: value for name, value in piece.data.items() if seen or name != "clock"}


def _twist(piece: GameDocument, visibility: Visibility) -> Shown:
    known = dict(piece.data)
    return known if visibility.may_name("check", known.get("check")) else {"text": known.get("text")}


MAKERS: Mapping[str, Callable[[GameDocument, Visibility], Shown]] = {
    "affliction": _affliction,
    "chase": _chase,
    "fight": _fight,
    "hazard": _hazard,
    "race": _race,
    "rival": _rival,
    "map": _map,
    "time": lambda piece, _: {**piece.data, "words": moment(piece.data.get("seconds", 0))},
    "project": _project,
    "trap": _trap,
    "twist": _twist,
}
