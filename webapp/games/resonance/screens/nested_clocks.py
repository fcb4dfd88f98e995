"""Clocks in clocks, read off the table and as a screen is told of them: tasks inside a Situation, Situations
inside a Scene; what a Race would start with.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Any, NamedTuple

from webapp.games.resonance.screens.characters import SITUATION, level_of, pieces, values_of
from webapp.rules.errors import RuleError
from webapp.rules.resonance.race import Budget, Ending, Race, budget, leaves_threat, level_modifier
from webapp.rules.resonance.situations import Situation, SituationState, dealt_with
from webapp.screens.audience import Role
from webapp.screens.clock_groups import standing_apart
from webapp.screens.views import ClockView, Masked, PieceView, TableView
from webapp.screens.visibility import Visibility
from webapp.store.board import Board
from webapp.store.models import THINGS, Character, Clock, Piece, Scene


def running(board: Board) -> Iterator[Piece]:
    """The Situations of the scene being played that still go on, in the order they began."""
    for row in pieces(board, SITUATION):
        if row.data["state"] == SituationState.RUNNING and row.scene in (None, board.table.active_scene):
            yield row


def left_behind(board: Board) -> Iterator[Piece]:
    """Those that went on as their scene ended."""
    for row in pieces(board, SITUATION):
        scene = board.find(Scene, row.scene)
        if row.data["state"] == SituationState.RUNNING and scene is not None and scene.state == "ended":
            yield row


def clock_of(board: Board, row: Piece, name: str) -> Clock | None:
    """One of a Situation's clocks ("clock", "threat", "scene_clock"); its Scene's may have begun later."""
    if name == "scene_clock" and row.data[name] is None and row.data["state"] == SituationState.RUNNING:
        return scene_clock(board)
    return board.find(Clock, row.data.get(name))


def is_race(row: Piece) -> bool:
    """Whether a Threat Clock runs against it."""
    return row.data.get("threat") is not None


def value_of(board: Board, row: Piece) -> Situation | Race | None:
    """A Situation or a Race as its clocks stand; None once its own clock was put away."""
    clocks = [clock_of(board, row, name) for name in ("scene_clock", "clock", "threat")]
    scene, situation, threat = (clock.filled if clock is not None else None for clock in clocks)
    if situation is None:
        return None
    if scene is None or threat is None:
        return Situation(situation, scene, SituationState(row.data["state"]), row.data["why"])
    outcome = Ending(row.data["outcome"]) if row.data["outcome"] else None
    return Race(scene, situation, threat, outcome, row.data["why"])


def race_of(board: Board, row: Piece) -> Race | None:
    """The three clocks of a Race as they stand; None for any other Situation."""
    found = value_of(board, row)
    return found if isinstance(found, Race) else None


def is_done(board: Board, part: dict[str, Any]) -> bool:
    """Whether a part of a Situation is dealt with: its task clock is empty, or the foe is down."""
    clock, who = board.find(Clock, part["clock"]), board.find(Character, part["character"])
    left = None if clock is None else 0 if clock.value.complete else clock.filled
    return dealt_with(part["kind"], left, None if who is None else values_of(board, who.id).hp)


def scene_clock(board: Board) -> Clock | None:
    """The Scene Clock that runs now."""
    scenes = (None, board.table.active_scene)
    rows = (row for row in board.here(Clock) if row.kind == "scene" and row.scene in scenes)
    return next((row for row in rows if not row.value.complete), None)


def situation(piece: Piece, visibility: Visibility) -> dict[str, object]:
    """A Situation as an audience may see it: clocks and foes it does not know are absent."""
    gm = visibility.audience.role is Role.GM
    clocks = {name: clock_of(visibility.board, piece, name) for name in ("clock", "scene_clock", "threat")}
    found: dict[str, object] = {
        name: clock.id
        for name, clock in clocks.items()
        if clock is not None and visibility.may_name("clock", clock.id)
    }
    known = ((n, part) for n, part in enumerate(piece.data["parts"]) if _known(part, visibility))
    found["parts"] = [
        {"part": n, **{name: each for name, each in part.items() if gm or name != "tn"}} for n, part in known
    ]
    told = ("state", "outcome", "why", "category", "level") + (("complication",) if gm else ())
    return {**found, **{name: piece.data[name] for name in told}, "race": is_race(piece)}


def _known(part: dict[str, Any], visibility: Visibility) -> bool:
    """Whether this audience knows by name whatever the part is about."""
    named = [(THINGS[kind], part[kind]) for kind in ("clock", "character") if part[kind] is not None]
    rows = (visibility.board.find(model, id) for model, id in named)
    return all(row is not None and visibility.names(row) for row in rows)


MOST_BESIDE = 2
"""How many other clocks are told beside a Situation on the TV."""


@dataclass(frozen=True)
class Nest:
    """One Situation with the clocks it stands in and those that stand in it, as far as they are known."""

    piece: PieceView
    scene: ClockView | None
    clock: ClockView | None
    threat: ClockView | None
    parts: tuple[tuple[Mapping[str, object], ClockView | None], ...]


class Beside(NamedTuple):
    """The Situations the TV shows, and how the other clocks stand beside them."""

    nests: tuple[Nest, ...]
    clocks: tuple[tuple[str, str], ...]


class Budgets(NamedTuple):
    """The party's average level, what a Race of every level would start with, and what one goes on with."""

    average: float
    levels: tuple[tuple[int, Budget | None], ...]
    threat: int | None


def nests(view: TableView) -> tuple[Nest, ...]:
    """The Situations of this scene: those that run, then those that are over, the newest of them first."""
    clocks = {each.id: each for each in view.clocks if isinstance(each, ClockView)}
    found = [
        each
        for each in known_pieces(view)
        if each.kind == "situation" and each.here and "parts" in each.shown
    ]
    going_on = [each for each in found if each.shown["state"] == "running"]
    over = [each for each in reversed(found) if each not in going_on]
    nests = tuple(_nest(each, clocks) for each in (*going_on, *over))
    still = [each.threat for each in nests if each.piece in going_on]
    over_by_now = (each.piece in over and each.threat in still for each in nests)
    return tuple(
        replace(nest, threat=None) if gone else nest for nest, gone in zip(nests, over_by_now, strict=True)
    )


def _nest(piece: PieceView, clocks: Mapping[int, ClockView]) -> Nest:
    shown = piece.shown
    scene, clock, threat = (clocks.get(shown.get(name, 0)) for name in ("scene_clock", "clock", "threat"))
    parts = tuple((part, clocks.get(part["clock"] or 0)) for part in shown["parts"])
    return Nest(piece, scene, clock, threat, parts)


def nested(view: TableView) -> frozenset[int]:
    """The clocks that stand in a Situation."""
    clocks = (
        each
        for nest in nests(view)
        for each in (nest.scene, nest.clock, nest.threat, *(clock for _, clock in nest.parts))
    )
    return frozenset(each.id for each in clocks if each is not None)


def around_parts(view: TableView) -> frozenset[int]:
    """The clocks that move as the parts of a Situation are dealt with, or as time goes by."""
    clocks = (each for nest in nests(view) for each in (nest.scene, nest.clock, nest.threat))
    running = frozenset(each.id for each in clocks if each is not None)
    return running | {each.id for each in view.clocks if isinstance(each, ClockView) and each.kind == "scene"}


def beside(view: TableView) -> tuple[tuple[str, str], ...]:
    """The other clocks, beside a Situation on the TV as far as there is room: name, and how it stands."""
    named = [each for each in standing_apart(view) if isinstance(each, (ClockView, Masked))]
    return tuple((each.name, _stands(each)) for each in named[:MOST_BESIDE])


def _stands(clock: ClockView | Masked) -> str:
    return f"{clock.filled}/{clock.segments}" if isinstance(clock, ClockView) else str(clock.word)


def budgets(view: TableView) -> Budgets:
    """What a Race of every level would start with, for this party."""
    levels = [level_of(who) for who in view.people if who.kind == "pc"]
    budgets = tuple((n, _budget(n, levels)) for n in range(1, 10))
    return Budgets(round(fmean(levels), 1) if levels else 0, budgets, _threat_left(view))


def _threat_left(view: TableView) -> int | None:
    """What is left of the Threat Clock of this Scene, with which a second Race goes on."""
    left = ((each, each.scene.filled if each.scene is not None else None) for each in nests(view))
    over = (each for each, scene in left if leaves_threat(each.piece.shown["outcome"], scene))
    return next((each.threat.filled for each in over if each.threat is not None), None)


def _budget(level: int, party: list[int]) -> Budget | None:
    try:
        return budget(level, level_modifier(level, party))
    except RuleError:
        return None


def known_pieces(view: TableView) -> list[PieceView]:
    """What this game keeps, as far as this audience knows more of it than that it is there."""
    return [each for each in view.pieces if isinstance(each, PieceView)]
