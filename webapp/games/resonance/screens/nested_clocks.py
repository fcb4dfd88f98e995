"""Clocks in clocks, read off the table: tasks inside a Situation, Situations inside a Scene."""

from collections.abc import Iterator
from typing import Any

from webapp.games.resonance.screens.characters import SITUATION, pieces, values_of
from webapp.rules.resonance.race import Ending, Race
from webapp.rules.resonance.situations import Situation, SituationState, dealt_with
from webapp.screens.audience import Role
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
    found["parts"] = [
        _told(number, part, gm) for number, part in enumerate(piece.data["parts"]) if _known(part, visibility)
    ]
    told = ("state", "outcome", "why", "category", "level") + (("complication",) if gm else ())
    return {**found, **{name: piece.data[name] for name in told}, "race": is_race(piece)}


def _known(part: dict[str, Any], visibility: Visibility) -> bool:
    """Whether this audience knows by name whatever the part is about."""
    named = [(THINGS[kind], part[kind]) for kind in ("clock", "character") if part[kind] is not None]
    rows = (visibility.board.find(model, id) for model, id in named)
    return all(row is not None and visibility.names(row) for row in rows)


def _told(number: int, part: dict[str, object], gm: bool) -> dict[str, object]:
    return {"part": number, **{name: each for name, each in part.items() if gm or name != "tn"}}
