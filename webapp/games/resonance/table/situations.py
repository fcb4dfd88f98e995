"""Scenes and Situations: setting their clocks up one inside the other, and how they end by hand."""

from typing import Annotated, Any, Literal

from pydantic import Field

from webapp.games.resonance.screens.characters import SITUATION, pieces
from webapp.games.resonance.screens.nested_clocks import scene_clock
from webapp.games.resonance.table import nested_clocks
from webapp.games.resonance.table.character_state import Reasoned
from webapp.rules.clocks import Clock as ClockValue
from webapp.rules.clocks import Direction
from webapp.rules.resonance.situations import SituationState, task_length
from webapp.store.board import Board
from webapp.store.models import Character, Clock, Piece
from webapp.table.actor import Actor
from webapp.table.command import GameCommand, Report, account, command, ensure_reference, refuse_crowd
from webapp.table.commands.tags import AddTag
from webapp.table.execution import with_more
from webapp.table.fields import Id, Name, NamedFields, VisibilityLevel, optional
from webapp.table.refusals import Invalid, Missing, Refused

Length = Annotated[int, Field(ge=1, le=100)]


class Part(NamedFields):
    """One thing that must be dealt with: a Barrier (TN and task clock), a Puzzle (one roll), a foe."""

    name: Name
    kind: Literal["barrier", "puzzle", "foe"] = "barrier"
    tn: Annotated[int, Field(ge=0, le=100)] | None = None
    length: Length | None = None
    character: Id | None = None


Parts = Annotated[list[Part], Field(min_length=1, max_length=20)]


@command("resonance.scene.start")
class StartScene(Reasoned):
    """Start the Scene Clock of the scene being played: usually 8 to 15, any length works."""

    length: Length = Field(default=10, description="how long the clock is")
    name: Name = "Scene"

    def play(self, board: Board, actor: Actor) -> Report:
        if scene_clock(board) is not None:
            raise Refused("A Scene Clock runs already in this scene.")
        clock = add_clock(board, self.name, self.length, "scene")
        says = f"{clock.name}: the Scene Clock starts at {self.length}"
        return account(says, clock, clock=clock.id)


@command("resonance.situation.start")
class StartSituation(Reasoned):
    """Start a Situation: one point for each thing that must be dealt with, a task clock for each Barrier."""

    name: Name
    parts: Parts = Field(description="what must be dealt with: {name, kind, tn, length, character} each")
    visibility: VisibilityLevel | None = None

    def play(self, board: Board, actor: Actor) -> Report:
        row = set_up(board, self.name, self.parts, actor, self.visibility)
        says = f"{row.name}: a Situation of {len(self.parts)} begins"
        return account(says, row, **made(row))


@command("resonance.situation.resolve")
class ResolvePart(Reasoned):
    """A part is dealt with, or the Curator says so: one off the Situation Clock."""

    situation: Id = Field(description="the Situation")
    part: Annotated[int, Field(ge=0, le=19, description="which part, counted from 0")]

    def play(self, board: Board, actor: Actor) -> Report:
        row = find_running(board, self.situation)
        parts = [dict(part) for part in row.data["parts"]]
        if self.part >= len(parts) or parts[self.part]["done"]:
            raise Refused("This part is dealt with already.")
        parts[self.part]["done"] = True
        nested_clocks.keep(row, parts=parts)
        told = nested_clocks.put(board, row, lambda found: found.resolve())
        says = nested_clocks.dealt_with(row, parts[self.part])
        return with_more(says, told, board, actor)


@command("resonance.situation.fail")
class FailSituation(Reasoned):
    """Everyone is down, or retreats: the Situation failed; the scene goes on, perhaps with a Complication."""

    situation: Id = Field(description="the Situation")
    why: Literal["defeated", "retreat", "time"] = Field(
        default="retreat", description="how it was lost: defeated, a retreat, or time that ran out"
    )

    def play(self, board: Board, actor: Actor) -> Report:
        row = find_running(board, self.situation)
        told = nested_clocks.put(board, row, lambda found: found.fail(self.why))
        if not told:
            raise Refused(f"{row.name} has lost its clock. Put it away as well.")
        told[-1].result = {"situation": row.id, "state": "failed"}
        return told[-1]


@command("resonance.situation.complicate")
class Complicate(Reasoned):
    """A Complication after a Situation that failed: a tag on the scene says it, and it is spent."""

    situation: Id = Field(description="the Situation")
    name: Name

    def play(self, board: Board, actor: Actor) -> Report:
        row = find_situation(board, self.situation)
        if not row.data["complication"]:
            raise Refused(f"{row.name} has no Complication to come.")
        nested_clocks.keep(row, complication=False)
        tag = AddTag(name=self.name).take(board, actor)
        says = account(f"A Complication: {self.name}", row, situation=row.id, **tag.result)
        return with_more(says, [tag], board, actor)


@command("resonance.situation.edit")
class EditSituation(GameCommand):
    """Change what a Situation is called, who sees it, or lay a Complication aside."""

    situation: Id = Field(description="the Situation")
    name: Name | None = None
    visibility: VisibilityLevel | None = None
    complication: bool | None = optional("whether the Curator may still complicate things")

    def play(self, board: Board, actor: Actor) -> Report:
        row = find_situation(board, self.situation)
        row.name, row.visibility = self.name or row.name, self.visibility or row.visibility
        if self.complication is not None:
            nested_clocks.keep(row, complication=self.complication)
        return account(f"{row.name}: changed", row, situation=row.id)


@command("resonance.situation.remove")
class RemoveSituation(GameCommand):
    """Take a Situation off the table, with its clocks; the Scene Clock stays."""

    situation: Id = Field(description="the Situation")

    def play(self, board: Board, actor: Actor) -> Report:
        row = find_situation(board, self.situation)
        clocks = [row.data["clock"], row.data["threat"], *(part["clock"] for part in row.data["parts"])]
        shared = [other.data["threat"] for other in pieces(board, SITUATION) if other is not row]
        for each in (row, *(board.find(Clock, id) for id in clocks if id not in shared)):
            if each is not None:
                each.removed = True
        return account(f"{row.name}: over and put away", row, situation=row.id)


# ---- what Situations and Races share -------------------------------------------------------------


def set_up(
    board: Board, name: str, parts: list[Part], actor: Actor, visibility: str | None = None, **more: object
) -> Piece:
    """Put a Situation on the table with all its clocks."""
    refuse_crowd(board, Piece)
    shown = visibility or "shown"
    clock = add_clock(board, name, len(parts), "situation", shown)
    scene = scene_clock(board)
    data = {
        "clock": clock.id,
        "scene_clock": scene.id if scene is not None else None,
        "threat": None,
        "parts": [_part(board, part, actor, shown) for part in parts],
        "state": str(SituationState.RUNNING),
        **{"outcome": None, "why": "", "category": None, "level": None, "complication": False},
        **more,
    }
    row: Piece = board.add(
        Piece(kind=SITUATION, name=name, scene=board.table.active_scene, data=data, visibility=shown)
    )
    return row


def _part(board: Board, part: Part, actor: Actor, shown: str) -> dict[str, object]:
    ensure_reference(board, "character", part.character, actor)
    who = part.character if part.character is not None else _by_name(board, part)
    length = task_length(part.kind, part.length)
    clock = add_clock(board, part.name, length, "task", shown) if length is not None else None
    return {
        "name": part.name,
        "kind": part.kind,
        "tn": part.tn,
        "clock": clock.id if clock is not None else None,
        "character": who,
        "done": False,
    }


def _by_name(board: Board, part: Part) -> int | None:
    """A foe who is at the table under this name already: down with their last HP."""
    cast = board.here(Character) if part.kind == "foe" else ()
    known = (row.id for row in cast if row.kind == "npc" and row.name.casefold() == part.name.casefold())
    return next(known, None)


def add_clock(board: Board, name: str, length: int, kind: str, visibility: str = "shown") -> Clock:
    """Put a clock that runs down on the table."""
    refuse_crowd(board, Clock)
    value = ClockValue.new(length, direction=Direction.DRAIN)
    scene = board.table.active_scene
    return board.add(Clock(name=name, value=value, kind=kind, scene=scene, visibility=visibility))


def made(row: Piece) -> dict[str, object]:
    """What starting one gives back: the ids of all that was made."""
    clocks = {
        name: row.data[name] for name in ("clock", "scene_clock", "threat") if row.data[name] is not None
    }
    tasks = [part["clock"] for part in row.data["parts"]]  # None for a foe: its HP count
    return {"situation": row.id, **clocks, "parts": tasks}


def find_situation(board: Board, id: int) -> Piece:
    """The Situation with this id, or Missing."""
    row: Piece | None = board.find(Piece, id)
    if row is None or row.kind != SITUATION:
        raise Missing("There is no such situation on this table.")
    return row


def find_running(board: Board, id: int) -> Piece:
    """The same, as long as nothing is decided."""
    row = find_situation(board, id)
    if row.data["state"] != SituationState.RUNNING:
        raise Refused(f"{row.name} is over.")
    return row


def must(value: object, field: str, why: str) -> Any:
    """A field that cannot be left out here."""
    if value is None:
        raise Invalid(why, {field: why})
    return value
