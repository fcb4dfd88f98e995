"""Scenes and Situations: set up their nested clocks, end them by hand, and save them with a scene.

A saved Situation has names of clocks and people in place of ids, and starts at its beginning.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from webapp.games.api import (
    Actor,
    AddTag,
    Character,
    Clock,
    CommandResult,
    GameCommand,
    GameDocument,
    Id,
    Invalid,
    Json,
    Missing,
    Name,
    Named,
    Refused,
    RuleError,
    TableState,
    append_results,
    command,
    edit_result,
    ensure_reference,
    ensure_room_for,
    name_key,
    optional,
    ref_of,
    set_fields,
    told,
)
from webapp.games.resonance.commands import nested_clocks
from webapp.games.resonance.commands.character_state import ReasonedCommand
from webapp.games.resonance.events import ClockSet, Complication, SituationBegan
from webapp.games.resonance.rules.situations import Defeat, SituationState, task_length
from webapp.games.resonance.state.characters import list_documents
from webapp.games.resonance.state.documents import SITUATION, StoredPart, StoredSituation, situation_of
from webapp.games.resonance.state.nested_clocks import scene_clock
from webapp.rules.clocks import Clock as ClockValue
from webapp.rules.clocks import Direction
from webapp.rules.codec import dump_value, load_value
from webapp.rules.events import Ref
from webapp.state.house_events import ThingRemoved
from webapp.table.fields import SIGHT, NamedFields, VisibilityLevel

Length = Annotated[int, Field(ge=1, le=100)]


class Part(NamedFields):
    """A part of a Situation to deal with: a Barrier (TN and task clock), a Puzzle (one roll) or a foe."""

    name: Name
    kind: Literal["barrier", "puzzle", "foe"] = "barrier"
    tn: Annotated[int, Field(ge=0, le=100)] | None = None
    length: Length | None = None
    character: Id | None = None


Parts = Annotated[list[Part], Field(min_length=1, max_length=20)]
ABOUT_PARTS = (
    "the parts to resolve, each {name, kind, tn, length, character}; only the name is needed; "
    "default: a barrier, with a task clock of 1 for a barrier or puzzle and none for a foe"
)


def cut_clocks(document: GameDocument, parts: list[Part]) -> tuple[Ref, ...]:
    """Return the task clocks of Puzzles for which a longer one was asked: a Puzzle is one roll."""
    cut = [part.kind == "puzzle" and (part.length or 1) > 1 for part in parts]
    tasks = zip(situation_of(document).parts, cut, strict=True)
    return tuple(("clock", part.clock) for part, is_cut in tasks if is_cut and part.clock is not None)


@command("resonance.scene.start")
class StartScene(ReasonedCommand):
    """Start the Scene Clock of the active scene: 1 to 100 segments, usually 8 to 15."""

    length: Length = Field(default=10, description="the length of the Scene Clock")
    name: Name = "Scene"

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        if scene_clock(state) is not None:
            raise Refused("A Scene Clock is already running in this scene.")
        clock = add_clock(state, self.name, self.length, "scene")
        return told(ClockSet(ref_of(clock), clock.kind, self.length), clock=clock.id)


@command("resonance.situation.start")
class StartSituation(ReasonedCommand):
    """Start a Situation: its clock has a segment for each part; each Barrier or Puzzle has a task clock."""

    name: Name
    parts: Parts = Field(description=ABOUT_PARTS)
    visibility: VisibilityLevel | None = optional(f"{SIGHT}; default: shown")

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        row = set_up(state, self.name, self.parts, actor, self.visibility)
        cut = cut_clocks(row, self.parts)
        return told(SituationBegan(ref_of(row), len(self.parts), cut=cut), **made(row))


@command("resonance.situation.resolve")
class ResolvePart(ReasonedCommand):
    """Mark a part of a Situation as dealt with, which takes 1 off the Situation Clock."""

    situation: Id = Field(description="the Situation")
    part: Annotated[int, Field(ge=0, le=19, description="the place of the part in the list, from 0")]

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        row = find_running(state, self.situation)
        parts = situation_of(row).parts
        if self.part >= len(parts):
            many = f"{len(parts)} part{'' if len(parts) == 1 else 's'}"
            raise Refused(f"This Situation has {many}, counted from 0.")
        if parts[self.part].done:
            raise Refused("This part has already been resolved.")
        nested_clocks.ensure_free(state, row, actor, "clock")
        says = nested_clocks.finish_part(row, self.part)
        results = nested_clocks.put(state, row, lambda found: found.resolve())
        return append_results(says, results, state, actor)


@command("resonance.situation.fail")
class FailSituation(ReasonedCommand):
    """Fail a Situation by defeat, retreat or lack of time; a Complication may follow."""

    situation: Id = Field(description="the Situation")
    why: Literal["defeated", "retreat", "time"] = Field(
        default="retreat", description="why the Situation was lost: defeated, a retreat, or no time left"
    )

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        row = find_running(state, self.situation)
        results = nested_clocks.put(state, row, lambda found: found.fail(Defeat(self.why)))
        if not results:
            raise Refused(f"The clock of “{row.name}” was removed. Remove “{row.name}” too.")
        results[-1].payload = {"situation": row.id, "state": "failed"}
        return results[-1]


@command("resonance.situation.complicate")
class Complicate(ReasonedCommand):
    """Add a Complication, once, after a failed Situation: a tag on the scene."""

    situation: Id = Field(description="the Situation")
    name: Name

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        row = find_situation(state, self.situation)
        if not situation_of(row).complication:
            raise Refused(f"A Complication can be added to “{row.name}” only once, right after it fails.")
        nested_clocks.store_changes(row, complication=False)
        tag = AddTag(name=self.name).run(state, actor)
        says = told(Complication(ref_of(row), "added"), situation=row.id, **tag.payload)
        return append_results(says, [tag], state, actor)


@command("resonance.situation.edit")
class EditSituation(GameCommand):
    """Change a Situation's name or visibility, or whether a Complication may follow; absent fields stay."""

    situation: Id = Field(description="the Situation")
    name: Name | None = None
    visibility: VisibilityLevel | None = None
    complication: bool | None = optional("whether the Curator may still add a Complication")

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        row = find_situation(state, self.situation)
        given = {"name": self.name or row.name, "visibility": self.visibility or row.visibility}
        happened = edit_result(row, set_fields(row, given, required=())).events
        if self.complication is not None:
            nested_clocks.store_changes(row, complication=self.complication)
            happened = [Complication(ref_of(row), "open" if self.complication else "none")]
        return told(*happened, situation=row.id)


@command("resonance.situation.remove")
class RemoveSituation(GameCommand):
    """Remove a Situation and its clocks, except the Scene Clock and a Threat Clock that others use."""

    situation: Id = Field(description="the Situation")

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        row = find_situation(state, self.situation)
        stored = situation_of(row)
        clocks = [stored.clock, stored.threat, *(part.clock for part in stored.parts)]
        shared = [
            situation_of(other).threat for other in list_documents(state, SITUATION) if other is not row
        ]
        for document in (row, *(state.find(Clock, id) for id in clocks if id not in shared)):
            if document is not None:
                document.removed = True
        return told(ThingRemoved(ref_of(row)), situation=row.id)


# ---- what Situations and Races share -------------------------------------------------------------


def set_up(
    state: TableState,
    name: str,
    parts: list[Part],
    actor: Actor,
    visibility: str | None = None,
    **more: Any,
) -> GameDocument:
    """Put a Situation on the table with its own clock and its task clocks; return its document."""
    ensure_room_for(state, GameDocument)
    shown = visibility or "shown"
    clock = add_clock(state, name, len(parts), "situation", shown)
    scene = scene_clock(state)
    stored = StoredSituation(
        clock=clock.id,
        scene_clock=scene.id if scene is not None else None,
        parts=tuple(_part(state, part, actor, shown) for part in parts),
        state=SituationState.RUNNING,
        outcome=None,
        why="",
        complication=False,
        **{"threat": None, "category": None, "level": None} | more,
    )
    data = dump_value(stored)
    row: GameDocument = state.add(
        GameDocument(kind=SITUATION, name=name, scene=state.table.active_scene, data=data, visibility=shown)
    )
    return row


def _part(state: TableState, part: Part, actor: Actor, shown: str) -> StoredPart:
    ensure_reference(state, "character", part.character, actor)
    who = part.character if part.character is not None else _by_name(state, part)
    length = task_length(part.kind, part.length)
    clock = add_clock(state, part.name, length, "task", shown) if length is not None else None
    task = clock.id if clock is not None else None
    return StoredPart(name=part.name, kind=part.kind, tn=part.tn, clock=task, character=who, done=False)


def _by_name(state: TableState, part: Part) -> int | None:
    """Return the id of the NPC with a foe part's name, whose defeat finishes the part; else None."""
    cast = state.find_all(Character) if part.kind == "foe" else ()
    known = (row.id for row in cast if row.kind == "npc" and name_key(row.name) == name_key(part.name))
    return next(known, None)


def add_clock(state: TableState, name: str, length: int, kind: str, visibility: str = "shown") -> Clock:
    """Add a draining clock to the active scene."""
    ensure_room_for(state, Clock)
    value = ClockValue.new(length, direction=Direction.DRAIN)
    scene = state.table.active_scene
    return state.add(Clock(name=name, value=value, kind=kind, scene=scene, visibility=visibility))


def made(document: GameDocument) -> dict[str, object]:
    """Return the ids of a Situation, its clocks, and its task clocks (`parts`; None for a foe)."""
    stored = situation_of(document)
    clocks = {"clock": stored.clock, "scene_clock": stored.scene_clock, "threat": stored.threat}
    known = {name: id for name, id in clocks.items() if id is not None}
    tasks = [part.clock for part in stored.parts]  # None for a foe, whose HP count
    return {"situation": document.id, **known, "parts": tasks}


def find_situation(state: TableState, id: int) -> GameDocument:
    """Return the Situation with this id; raise Missing if there is none."""
    row: GameDocument | None = state.find(GameDocument, id)
    if row is None or row.kind != SITUATION:
        raise Missing("There is no such Situation on this table.")
    return row


def find_running(state: TableState, id: int) -> GameDocument:
    """Return a running Situation; refuse one that is over."""
    row = find_situation(state, id)
    if not situation_of(row).running:
        raise Refused(f"“{row.name}” is over.")
    return row


def must(value: object, field: str, why: str) -> Any:
    """Return a field's value; raise Invalid with the reason `why` if it is missing."""
    if value is None:
        raise Invalid(why, {field: why})
    return value


# ---- saved with a scene --------------------------------------------------------------------------

SAVED_CLOCKS = ("clock", "scene_clock", "threat")
SAVED_FACTS = ("category", "level")


def situation_to_library(data: Json, clocks: Named, people: Named) -> Json:
    """Return a Situation for the library: names of clocks, category, level, and parts without progress."""
    stored = load_value(StoredSituation, data)
    parts = [
        _without_none(
            {
                "name": part.name,
                "kind": part.kind,
                "tn": part.tn,
                "clock": clocks(part.clock),
                "character": people(part.character),
            }
        )
        for part in stored.parts
    ]
    named = {name: clocks(getattr(stored, name)) for name in SAVED_CLOCKS}
    about = {name: getattr(stored, name) for name in SAVED_FACTS}
    return {**_without_none(named | about), "parts": parts}


def situation_from_library(data: Json, clocks: Mapping[str, int], people: Mapping[str, int]) -> Json:
    """Return a saved Situation at its start, with the ids of its clocks and characters.

    Raises RuleError for unknown fields, and for a clock that the scene does not have; a part whose character
    is absent has None instead.
    """
    if set(data) - {*SAVED_CLOCKS, *SAVED_FACTS, "parts"} or not isinstance(data.get("parts"), list):
        raise RuleError(
            "a Situation must have a clock and parts, and may have a scene_clock, a threat, a category "
            "and a level.",
            field="data",
        )
    return {
        **{name: _clock_from_library(data, name, clocks) for name in SAVED_CLOCKS},
        **{name: data.get(name) for name in SAVED_FACTS},
        "parts": [_part_from_library(part, clocks, people) for part in data["parts"]],
        "state": str(SituationState.RUNNING),
        **{"outcome": None, "why": "", "complication": False},
    }


def _part_from_library(part: object, clocks: Mapping[str, int], people: Mapping[str, int]) -> Json:
    if not isinstance(part, dict) or set(part) - {"name", "kind", "tn", "clock", "character"}:
        raise RuleError(
            "a part must have a name and a kind, and may have a tn, a clock and a character.", field="parts"
        )
    who = people.get(str(part.get("character")))
    return {**part, "clock": _clock_from_library(part, "clock", clocks), "character": who, "done": False}


def _clock_from_library(data: Json, name: str, clocks: Mapping[str, int]) -> int | None:
    wanted = data.get(name)
    if wanted is not None and wanted not in clocks:
        raise RuleError(f"this scene has no clock “{wanted}”.", field=name, value=wanted)
    return clocks[wanted] if wanted is not None else None


def _without_none(data: Json) -> Json:
    return {name: value for name, value in data.items() if value is not None}
