"""METTLE Core's commands, and the consequences that follow a command at once."""

from collections.abc import Mapping

from webapp.games.api import (
    Actor,
    Character,
    Check,
    Command,
    CommandResult,
    Condition,
    GameDocument,
    GameTable,
    Json,
    Named,
    StepCounter,
    TableState,
    checks_of_moment,
)
from webapp.games.mettle.commands import (
    attacks,
    chases,
    cover,
    days,
    initiative,
    injuries,
    projects,
    races,
    used_actions,
    zones,
)
from webapp.games.mettle.commands.settled import kills, open_choice, settles
from webapp.games.mettle.commands.travel import activate_scene_map, map_from_library, map_to_library
from webapp.games.mettle.rules.check_request import MettleRequest
from webapp.games.mettle.rules.sheet import METTLE, has_sheet, sheet_of
from webapp.games.mettle.state.check_facts import around, standing
from webapp.games.mettle.state.documents import SCHEMAS, named_by

GOES_ALONG = ("weapon", "scenery", "hazard", "trap", "place")
FOLLOWING = ("Staggered", "Fallen", "Afflicted")


class MettleTable(GameTable[MettleRequest]):
    """METTLE's hooks at the table; they apply the book's mandatory effects together with each command."""

    schemas = SCHEMAS
    written_beside = frozenset({"astray", "untwisted"})
    named_by = staticmethod(named_by)
    standing = staticmethod(standing)
    around = staticmethod(around)
    settles, open_choice = staticmethod(settles), staticmethod(open_choice)
    kills = staticmethod(kills)

    def to_library(self, piece: GameDocument) -> Json | None:
        """Return a document's data for the library, a trap as not sprung; None for kinds that are not saved.

        Weapons, scenery, hazards, traps and the light of a zone are saved.
        """
        if piece.kind not in GOES_ALONG:
            return None
        data = {name: value for name, value in piece.data.items() if name != "clock"}
        return data | ({"sprung": False} if piece.kind == "trap" else {})

    def scene_to_library(self, piece: GameDocument, clocks: Named, people: Named) -> Json | None:
        """Return a travel map's data without its journey, to save with a scene; None for other documents."""
        return map_to_library(piece.data) if piece.kind == "map" else None

    def scene_from_library(
        self, kind: str, data: Json, clocks: Mapping[str, int], people: Mapping[str, int]
    ) -> Json:
        """Return a saved document's data for the table; a map without the group's stop gets the first one."""
        return (
            map_from_library(data)
            if kind == "map"
            else super().scene_from_library(kind, data, clocks, people)
        )

    def counter(self, kind: str, data: Json, key: str) -> StepCounter | None:
        """Return the range of Mettle on a sheet, or of a status's count; None for other numbers.

        Mettle that is not on the sheet yet counts as full.
        """
        if kind == "character" and key == METTLE:
            full = sheet_of({name: value for name, value in data.items() if name != METTLE}).mettle.maximum
            return StepCounter(usual=full, least=None, most=full)
        return StepCounter() if kind == "condition" and key == "count" else None

    def list_deaths(self, state: TableState) -> Mapping[int, str]:
        """Return the cause of death of each dead character, by character id; "" if it is unknown."""
        dead = (row for row in state.find_all(Condition) if row.name == "Dead")
        return {row.character: row.source or "" for row in dead}

    def comes_by_itself(self, condition: Condition) -> bool:
        """Return whether a rule sets this condition (Staggered, Fallen, Afflicted), so packs leave it out."""
        return condition.name in FOLLOWING

    def after(
        self, command: Command, result: CommandResult, state: TableState, actor: Actor
    ) -> list[CommandResult]:
        """Apply the book's consequences of a command: used Actions, a new Scene, changed statuses."""
        if command.do == "check.call":
            return attacks.after_call(state, result.payload["check"], actor)
        if command.do == "check.roll":
            check = state.find_ever(Check, command.check)  # type: ignore[attr-defined]
            return used_actions.after_roll(state, check, actor) if check is not None else []
        if command.do == "check.edit":
            told_of = checks_of_moment(state, state.require(Check, command.check))  # type: ignore[attr-defined]
            return [value for row in told_of for value in used_actions.after_telling(state, row)]
        if command.do == "check.resolve" and command.answer is not None:  # type: ignore[attr-defined]
            check = state.find_ever(Check, command.check)  # type: ignore[attr-defined]
            return used_actions.checked(state, check, actor) if check is not None else []
        if command.do == "check.cancel":
            check = state.require(Check, command.check)  # type: ignore[attr-defined]
            return [*used_actions.half_cancelled(state, check), *initiative.attack_cancelled(state)]
        if command.do in ("scene.end", "scene.activate"):
            _end(state)
            zones.leave_behind(state)
        if command.do == "scene.activate":
            return [*activate_scene_map(state), *days.next_scene(state)]
        if command.do == "clock.remove":
            projects.leave(state, result.payload["clock"])
        if command.do == "character.remove":
            gone = state.require(Character, result.payload["character"])
            races.leave(state, gone.id)
            chases.leave(state, gone.id)
            return [*cover.end_guards_of(state, gone), *injuries.in_or_out(state, gone)]
        if command.do in ("condition.add", "condition.clear"):
            carrier = dict(result.about).get("character")
            row = state.find(Character, carrier)
            if row is None:
                return []
            injuries.tell_fall(state, row, result)
            return injuries.in_or_out(state, row)
        if command.do in ("character.edit", "character.add") and "stats" in command.model_fields_set:
            row = state.find_ever(Character, result.payload.get("character"))
            if row is None or not has_sheet(row.stats):
                return []  # no character is Staggered before their numbers are set
            return injuries.follow_mettle(state, row)
        return []


def _end(state: TableState) -> None:
    """End the fight, race and chase of a scene that ended, and its offered Twists and Guards.

    A shown race winner is removed too. Without a race left, open Checks to drive are cancelled.
    """
    for kind in ("fight", "race", "finish", "chase", "twist", "guard"):
        for document in state.find_all(GameDocument):
            document.removed = document.removed or (
                document.kind == kind and document.scene != state.table.active_scene
            )
    races.cancel_drive_checks(state)
