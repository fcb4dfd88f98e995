"""Clocks in clocks, for rules and screens: tasks in a Situation, Situations in a Scene.

Also the numbers with which a Race would start.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Any, NamedTuple

from webapp.games.resonance.rules.race import Budget, Ending, Race, budget, leaves_threat, level_modifier
from webapp.games.resonance.rules.situations import Situation, SituationState, dealt_with
from webapp.games.resonance.views.characters import SITUATION, level_of, pieces, values_of
from webapp.rules.errors import RuleError
from webapp.store.models import THINGS, Character, Clock, GameDocument, Scene
from webapp.store.table_state import TableState
from webapp.views.audience import Role
from webapp.views.clock_groups import freestanding_clocks
from webapp.views.views import ClockView, Masked, PieceView, TableView
from webapp.views.visibility import Visibility


def running(state: TableState) -> Iterator[GameDocument]:
    """Yield the active scene's open Situations, in the order in which they began."""
    for row in pieces(state, SITUATION):
        if row.data["state"] == SituationState.RUNNING and row.scene in (None, state.table.active_scene):
            yield row


def left_behind(state: TableState) -> Iterator[GameDocument]:
    """Yield Situations that were open when their scene ended."""
    for row in pieces(state, SITUATION):
        scene = state.find(Scene, row.scene)
        if row.data["state"] == SituationState.RUNNING and scene is not None and scene.state == "ended":
            yield row


def clock_of(state: TableState, row: GameDocument, name: str) -> Clock | None:
    """Return a Situation's clock ("clock", "threat", "scene_clock"); its Scene's may have begun later."""
    if name == "scene_clock" and row.data[name] is None and row.data["state"] == SituationState.RUNNING:
        return scene_clock(state)
    return state.find(Clock, row.data.get(name))


def is_race(row: GameDocument) -> bool:
    """Return whether a Threat Clock runs against it."""
    return row.data.get("threat") is not None


def value_of(state: TableState, row: GameDocument) -> Situation | Race | None:
    """Return a Situation or a Race with its clocks; None once its own clock was removed."""
    clocks = [clock_of(state, row, name) for name in ("scene_clock", "clock", "threat")]
    scene, situation, threat = (clock.filled if clock is not None else None for clock in clocks)
    if situation is None:
        return None
    if scene is None or threat is None:
        return Situation(situation, scene, SituationState(row.data["state"]), row.data["why"])
    outcome = Ending(row.data["outcome"]) if row.data["outcome"] else None
    return Race(scene, situation, threat, outcome, row.data["why"])


def race_of(state: TableState, row: GameDocument) -> Race | None:
    """Return the three clocks of a Race; None for any other Situation."""
    found = value_of(state, row)
    return found if isinstance(found, Race) else None


def is_done(state: TableState, part: dict[str, Any]) -> bool:
    """Return whether a part of a Situation is dealt with: its task clock is empty, or the foe is down."""
    clock, who = state.find(Clock, part["clock"]), state.find(Character, part["character"])
    left = None if clock is None else 0 if clock.value.complete else clock.filled
    return dealt_with(part["kind"], left, None if who is None else values_of(state, who.id).hp)


def scene_clock(state: TableState) -> Clock | None:
    """Return the active Scene Clock."""
    scenes = (None, state.table.active_scene)
    rows = (row for row in state.here(Clock) if row.kind == "scene" and row.scene in scenes)
    return next((row for row in rows if not row.value.complete), None)


def situation(piece: GameDocument, visibility: Visibility) -> dict[str, object]:
    """Return a Situation for an audience, without clocks and foes it does not know."""
    gm = visibility.audience.role is Role.GM
    clocks = {name: clock_of(visibility.state, piece, name) for name in ("clock", "scene_clock", "threat")}
    found: dict[str, object] = {
        name: clock.id
        for name, clock in clocks.items()
        if clock is not None and visibility.may_name("clock", clock.id)
    }
    known = ((n, part) for n, part in enumerate(piece.data["parts"]) if _known(part, visibility))
    found["parts"] = [
        {"part": n, **{name: value for name, value in part.items() if gm or name != "tn"}}
        for n, part in known
    ]
    field_names = ("state", "outcome", "why", "category", "level") + (("complication",) if gm else ())
    return {**found, **{name: piece.data[name] for name in field_names}, "race": is_race(piece)}


def _known(part: dict[str, Any], visibility: Visibility) -> bool:
    """Return whether this audience knows the name of what the part is about."""
    named = [(THINGS[kind], part[kind]) for kind in ("clock", "character") if part[kind] is not None]
    rows = (visibility.state.find(model, id) for model, id in named)
    return all(row is not None and visibility.names(row) for row in rows)


@dataclass(frozen=True)
class SituationClocks:
    """One Situation with the clocks around it and inside it, as far as they are known."""

    piece: PieceView
    scene: ClockView | None
    clock: ClockView | None
    threat: ClockView | None
    parts: tuple[tuple[Mapping[str, object], ClockView | None], ...]


class TvClocks(NamedTuple):
    """The Situations the TV shows, and the values of the other clocks."""

    nests: tuple[SituationClocks, ...]
    clocks: tuple[tuple[int, str, str], ...]


class Budgets(NamedTuple):
    """The party's average level, a Race's start at every level, and where a next one continues."""

    average: float
    levels: tuple[tuple[int, Budget | None], ...]
    threat: int | None


def nests(view: TableView) -> tuple[SituationClocks, ...]:
    """Return the scene's Situations: the open ones, then finished ones, newest first."""
    clocks = {clock.id: clock for clock in view.clocks if isinstance(clock, ClockView)}
    found = [
        piece
        for piece in known_pieces(view)
        if piece.kind == "situation" and piece.here and "parts" in piece.shown
    ]
    going_on = [piece for piece in found if piece.shown["state"] == "running"]
    over = [piece for piece in reversed(found) if piece not in going_on]
    nests = tuple(_nest(piece, clocks) for piece in (*going_on, *over))
    still = [value.threat for value in nests if value.piece in going_on]
    over_by_now = (value.piece in over and value.threat in still for value in nests)
    return tuple(
        replace(nest, threat=None) if gone else nest for nest, gone in zip(nests, over_by_now, strict=True)
    )


def _nest(piece: PieceView, clocks: Mapping[int, ClockView]) -> SituationClocks:
    shown = piece.shown
    scene, clock, threat = (clocks.get(shown.get(name, 0)) for name in ("scene_clock", "clock", "threat"))
    parts = tuple((part, clocks.get(part["clock"] or 0)) for part in shown["parts"])
    return SituationClocks(piece, scene, clock, threat, parts)


def nested(view: TableView) -> frozenset[int]:
    """Return the clocks inside a Situation."""
    clocks = (
        value
        for nest in nests(view)
        for value in (nest.scene, nest.clock, nest.threat, *(clock for _, clock in nest.parts))
    )
    return frozenset(value.id for value in clocks if value is not None)


def around_parts(view: TableView) -> frozenset[int]:
    """Return the clocks that move when parts of a Situation are resolved, or as time passes."""
    clocks = (clock for nest in nests(view) for clock in (nest.scene, nest.clock, nest.threat))
    running = frozenset(clock.id for clock in clocks if clock is not None)
    return running | {
        clock.id for clock in view.clocks if isinstance(clock, ClockView) and clock.kind == "scene"
    }


def beside(view: TableView) -> tuple[tuple[int, str, str], ...]:
    """Return the other clocks, which take turns beside a Situation on the TV: id, name and value."""
    named = [clock for clock in freestanding_clocks(view) if isinstance(clock, (ClockView, Masked))]
    return tuple((clock.id, clock.name, _stands(clock)) for clock in named)


def _stands(clock: ClockView | Masked) -> str:
    return f"{clock.filled}/{clock.segments}" if isinstance(clock, ClockView) else str(clock.word)


def budgets(view: TableView) -> Budgets:
    """Return what a Race of every level would start with, for this party."""
    levels = [level_of(who) for who in view.people if who.kind == "pc"]
    budgets = tuple((n, _budget(n, levels)) for n in range(1, 10))
    return Budgets(round(fmean(levels), 1) if levels else 0, budgets, _threat_left(view))


def _threat_left(view: TableView) -> int | None:
    """Return the rest of this Scene's Threat Clock, with which a second Race continues."""
    left = ((nest, nest.scene.filled if nest.scene is not None else None) for nest in nests(view))
    over = (nest for nest, scene in left if leaves_threat(nest.piece.shown["outcome"], scene))
    return next((nest.threat.filled for nest in over if nest.threat is not None), None)


def _budget(level: int, party: list[int]) -> Budget | None:
    try:
        return budget(level, level_modifier(level, party))
    except RuleError:
        return None


def known_pieces(view: TableView) -> list[PieceView]:
    """Return this game's documents of which this audience knows more than that they exist."""
    return [piece for piece in view.pieces if isinstance(piece, PieceView)]
