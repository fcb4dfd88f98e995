"""Commands for scenes (prepared, active, ended), their zones, and the joins between zones."""

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import Field

from webapp.state.house_events import SceneBegan, SceneEnded, ThingAdded, ThingRemoved, TimePassed
from webapp.store.models import Character, Clock, GameDocument, Scene, Tag, Zone, ref_of
from webapp.store.table_state import TableState
from webapp.table.actor import Actor
from webapp.table.command import (
    MOST,
    Command,
    CommandResult,
    ConfirmableCommand,
    Given,
    command,
    ensure_references,
    ensure_room_for,
    find,
    told,
)
from webapp.table.commands.edits import Edit, told_of
from webapp.table.consequences import apply_scene_end, apply_time, release_clocks
from webapp.table.execution import append_results
from webapp.table.fields import Because, Id, SceneId, VisibilityLevel, ZoneId, optional
from webapp.table.proposals import EnactedProposals
from webapp.table.refusals import Refused
from webapp.table.thing_fields import NamedThing, SceneFields, editing

OneScene = Annotated[Id, Field(description="the scene")]


@command("scene.add")
class AddScene(SceneFields, Command):
    """Prepare a scene; players see nothing of it until it is activated."""

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        ensure_room_for(state, Scene)
        scene = state.add(Scene(**self.model_dump()))
        return told_of(scene, ThingAdded(ref_of(scene)))


@command("scene.edit")
@editing(AddScene)
class EditScene(Edit):
    """Change a scene's name, description or the GM's notes."""

    of = Scene

    scene: OneScene


@command("scene.activate")
class ActivateScene(ConfirmableCommand):
    """Make this scene the active one; the previous scene ends and keeps its clocks.

    Personal and faction clocks, and those of a seat or a character, stay in play, like the clocks of the
    whole table. Effects that last for one scene are over.
    """

    scene: OneScene

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        scene = find(state, Scene, self.scene, actor)
        if state.table.active_scene == scene.id:
            raise Refused(f"“{scene.name}” is already being played.")
        ended = _end(state, state.find(Scene, state.table.active_scene), actor)
        scene.state, scene.played = "active", True
        state.table.active_scene = scene.id
        return _with_the_end(told_of(scene, SceneBegan(ref_of(scene))), ended, state, actor)


@command("scene.end")
class EndScene(ConfirmableCommand):
    """End the active scene; its zones, tags and clocks stay with it, but some clocks stay in play.

    Those are personal and faction clocks, and clocks that belong to a seat or a character. Mandatory effects
    (an untreated wound bleeds, a clock of the tempo "scene" ticks) happen at once; what the book leaves to
    the GM becomes a proposal.
    """

    scene: OneScene

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        scene = find(state, Scene, self.scene, actor)
        if scene.state != "active":
            raise Refused(f"“{scene.name}” is not being played.")
        ended = _end(state, scene, actor)
        state.table.active_scene = None
        return _with_the_end(told_of(scene, SceneEnded(ref_of(scene))), ended, state, actor)


@command("scene.remove")
class RemoveScene(Command):
    """Remove a scene from the table, with its zones, tags, clocks and game documents."""

    scene: OneScene

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        scene = find(state, Scene, self.scene, actor)
        for row in [scene, *_belongings(state, scene)]:
            row.removed = True
        if state.table.active_scene == scene.id:
            state.table.active_scene = None
        return told_of(scene, ThingRemoved(ref_of(scene)))


@command("time.pass")
class PassTime(Command):
    """Let time, a round or a day pass in the game; clocks with that tempo tick."""

    because: Because | None = None
    unit: Literal["round", "day"] | None = optional(
        "round or day: how much time passes; default: an unspecified time"
    )

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        what = f"a {self.unit} passes" if self.unit else "time passes"
        passed = apply_time(state, self.because or what, actor, self.unit or "time")
        result = told(TimePassed(self.unit or "time"), proposals=passed.waiting)
        result.because = self.because
        return append_results(result, passed.results, state, actor)


@dataclass
class SceneEndResult:
    """The effects of a scene's end: what happened, the clocks that stay in play, and those left behind."""

    passed: EnactedProposals = field(default_factory=EnactedProposals)
    along: list[Clock] = field(default_factory=list)
    waiting: list[Clock] = field(default_factory=list)


def _end(state: TableState, scene: Scene | None, actor: Actor) -> SceneEndResult:
    if scene is None:
        return SceneEndResult()
    scene.state = "ended"
    passed = apply_scene_end(state, actor)
    along, waiting = release_clocks(state, scene.id)
    return SceneEndResult(passed, along, waiting)


def _with_the_end(
    result: CommandResult, ended: SceneEndResult, state: TableState, actor: Actor
) -> CommandResult:
    result.payload["proposals"] = ended.passed.waiting
    result.payload["along"] = [row.id for row in ended.along]
    result.payload["waiting"] = [row.id for row in ended.waiting]
    return append_results(result, ended.passed.results, state, actor)


def _belongings(state: TableState, scene: Scene) -> list[Any]:
    """Return a scene's zones, tags, clocks and game documents, and take characters out of its zones."""
    kinds: tuple[type[Any], ...] = (Zone, Tag, Clock, GameDocument)
    held = [row for kind in kinds for row in state.find_all(kind) if row.scene == scene.id]
    zones = {row.id for row in held if row.kind_name == "zone"}
    for character in state.find_all(Character):
        if character.zone in zones:
            character.zone = None
    return held


# ---- places within a scene ------------------------------------------------------------------------


Joins = Annotated[list[Id], Field(max_length=MOST["zone"], description="the zones that this zone leads to")]


@command("zone.add")
class AddZone(NamedThing, Command):
    """Add a zone to a scene; `joins` lists the zones next to it."""

    scene: SceneId | None = None
    joins: Joins = []
    visibility: VisibilityLevel = "shown"

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        ensure_room_for(state, Zone)
        ensure_references(state, self.given(), actor)
        scene = self.scene if "scene" in self.model_fields_set else state.table.active_scene
        zone = state.add(Zone(name=self.name, scene=scene, joins=[], visibility=self.visibility))
        _join(state, zone, self.joins)
        return told_of(zone, ThingAdded(ref_of(zone)))


@command("zone.edit")
@editing(AddZone)
class EditZone(Edit):
    """Change a zone; joins go both ways."""

    of = Zone

    zone: ZoneId

    def change(self, state: TableState, row: Zone, given: Given) -> list[str]:
        joins = (given.pop("joins") or []) if "joins" in given else None
        changed = super().change(state, row, given)
        return [*changed, "joins"] if joins is not None and _join(state, row, joins) else changed


@command("zone.remove")
class RemoveZone(Command):
    """Remove a zone; its tags go with it, characters stay in the scene."""

    zone: ZoneId

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        zone = find(state, Zone, self.zone, actor)
        zone.removed = True
        held: list[Tag | GameDocument] = [*state.find_all(Tag), *state.find_all(GameDocument)]
        for row in held:
            row.removed = row.removed or row.zone == zone.id
        for character in state.find_all(Character):
            character.zone = None if character.zone == zone.id else character.zone
        _join(state, zone, [])
        return told_of(zone, ThingRemoved(ref_of(zone)))


def _join(state: TableState, zone: Zone, wanted: list[int]) -> bool:
    """Make exactly these zones the neighbours of a zone, on both sides; return whether its joins changed."""
    new = [id for id in dict.fromkeys(wanted) if id != zone.id]
    before = list(zone.joins)
    for other in state.find_all(Zone):
        if other.id in new and zone.id not in other.joins:
            other.joins = [*other.joins, zone.id]
        elif other.id not in new and zone.id in other.joins:
            other.joins = [id for id in other.joins if id != zone.id]
    zone.joins = new
    return before != new
