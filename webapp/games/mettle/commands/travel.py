"""Travel: a map of stops, paths and pins, the lead traveller's Check, encounters, rivals.

A map is saved with its scene without the journey, and is on the table when the scene begins.
"""

from dataclasses import fields, replace
from typing import Annotated

from pydantic import Field

from webapp.games.api import (
    PLAYERS_TOO,
    Actor,
    CharacterId,
    CommandResult,
    GameCommand,
    GameDocument,
    Id,
    Json,
    Name,
    Refused,
    Role,
    RuleError,
    TableState,
    apply_settings,
    command,
    find_roller,
    new_check,
    optional,
    ref_of,
    roll,
    told,
)
from webapp.games.mettle.commands import days
from webapp.games.mettle.commands.base_commands import (
    Count,
    RealDice,
    add_document,
    dice,
    merge_game_results,
    require_document,
    require_ongoing,
    save,
)
from webapp.games.mettle.people_events import (
    EncounterMet,
    GroupArrived,
    MapChanged,
    ProvisionsCounted,
    RivalsMoved,
)
from webapp.games.mettle.rules.argument_checks import one_of
from webapp.games.mettle.rules.hazards import Hazard
from webapp.games.mettle.rules.journeys import MOST_DAYS, Map, Path, Travellers, arrival
from webapp.games.mettle.state import game_state, zone_values
from webapp.games.mettle.state.documents import Rival, TravelMap, value_of
from webapp.rules.codec import dump_value, load_value
from webapp.state.check_events import CheckCalled
from webapp.table.fields import Line, VisibilityLevel

Days = Annotated[int, Field(ge=0, le=MOST_DAYS)]
Stops = Annotated[list[Name], Field(min_length=1, max_length=30)]
CARRIED = ("food", "water", "encounters")
"""The fields of a map, besides those drawn on it, that are saved with it."""


@command("mettle.travel.map")
class DrawMap(GameCommand):
    """Draw a travel map with its stops; the group is at the first. Add paths with `mettle.travel.path`."""

    name: Name
    stops: Stops = Field(description="the stops on the map; the group starts at the first")

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        if game_state.find_document(state, "map") is not None:
            raise Refused("The table already has a travel map. Remove it first.")
        drawn = Map(tuple(self.stops))
        document = add_document(
            state, "map", name=self.name, data={**dump_value(drawn), "at": self.stops[0], "met": []}
        )
        return told(MapChanged(ref_of(document), "drawn"), map=document.id)


@command("mettle.travel.path")
class DrawPath(GameCommand):
    """Join two stops by a path with the journey's Difficulty and days; new stops are added."""

    one: Name = Field(description="one stop")
    other: Name = Field(description="the other stop")
    difficulty: Count = Field(description="the Difficulty of the journey")
    days: Days = Field(default=0, description="how many days the journey takes; 0: not counted")

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        document, known = require_ongoing(state, TravelMap)
        stops = tuple(dict.fromkeys((*known.stops, self.one, self.other)))
        others = tuple(path for path in known.paths if not path.joins(self.one, self.other))
        path = Path(self.one, self.other, self.difficulty, self.days)
        save(document, replace(known, stops=stops, paths=(*others, path)))
        drawn = MapChanged(ref_of(document), "path", self.one, self.other, self.difficulty, self.days)
        return told(drawn, map=document.id)


@command("mettle.travel.pin")
class DropPin(GameCommand):
    """Drop a pin on the map: a new destination near an existing stop."""

    name: Name
    near: Name = Field(description="the nearest stop")
    difficulty: Count = Field(description="the Difficulty of the journey")
    days: Days = Field(default=0, description="how many days the journey takes; 0: not counted")

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        document, known = require_ongoing(state, TravelMap)
        save(document, known.pin(self.name, self.near, self.difficulty, self.days))
        dropped = MapChanged(ref_of(document), "pin", self.name, self.near, self.difficulty, self.days)
        return told(dropped, map=document.id)


@command("mettle.travel.provisions")
class Provision(GameCommand):
    """Set for how many days the group has food and water; what you do not send stays.

    A day of a journey uses a day of each. Travellers without food become Hungry, those without water
    Thirsty.
    """

    food: Days | None = optional("how many days of food the group has; null: not counted")
    water: Days | None = optional("how many days of water the group has; null: not counted")

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        document, _ = require_ongoing(state, TravelMap)
        document.data = {**document.data, **self.given()}
        known = value_of(TravelMap, document)
        return told(ProvisionsCounted(ref_of(document), known.food, known.water), map=document.id)


@command("mettle.travel.go", roles=PLAYERS_TOO)
class SetOut(GameCommand):
    """Call the lead traveller's Check to travel to a neighbouring stop, against the path's Difficulty."""

    stop: Name = Field(description="the neighbouring stop to travel to")
    character: CharacterId | None = optional(
        "the lead traveller; default: the player's own character (the GM must name one)"
    )

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        known = require_ongoing(state, TravelMap)[1]
        known.difficulty(known.at or "", self.stop)
        lead = find_roller(state, actor, self.character)
        check = new_check(state, actor, lead)
        given = {"intent": f"Travel to {self.stop}"}
        apply_settings(state, check, given, {"action": "travel", "trip": self.stop}, actor)
        asked = actor.role is Role.GM
        called = CheckCalled(ref_of(check), ref_of(lead), described=True, asked=asked)
        result = told(called, check=check.id)
        result.group = check.id
        return result


@command("mettle.travel.table")
class EncounterTable(GameCommand):
    """Set the map's hidden encounter table; an encounter sent without `text` is rolled on it."""

    map: Id = Field(description="the travel map")
    encounters: Annotated[
        list[Line], Field(min_length=2, max_length=20, description="the possible encounters, in words")
    ]

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        document = require_document(state, self.map, actor, "map")
        document.data = {**document.data, "encounters": list(self.encounters)}
        return told(
            MapChanged(ref_of(document), "encounters", encounters=len(self.encounters)), map=document.id
        )


@command("mettle.travel.encounter")
class Encounter(GameCommand):
    """Add an encounter on the way to a stop; the survivors arrive there afterwards.

    Without `text` the encounter is rolled on the map's own table, if there is one. With `signs` the
    group meets only signs of it, such as tracks, and is not held up.
    """

    map: Id = Field(description="the travel map")
    stop: Name = Field(description="the stop that the group travels to")
    text: Line | None = optional(
        "the encounter, in words; default: rolled on the map's own table, without a table “an encounter”"
    )
    edge: Count = Field(default=0, description="the Edge of the journey's Check")
    signs: bool = Field(
        default=False,
        description="true: the group meets only signs of the encounter, such as tracks or noises",
    )

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        document = require_document(state, self.map, actor, "map")
        known = value_of(TravelMap, document)
        known.neighbours(self.stop)
        what = self.text or _roll_encounter(state, known)
        if not self.signs:
            save(document, replace(known, met=(*(known.met or ()), what or "an encounter")[-20:]))
            _store_group(document, known.group.meets(self.stop, self.edge))
        told_of = {"of": what or None} if self.signs else {"what": what or None}
        met = EncounterMet(ref_of(document), self.stop, signs=self.signs, **told_of)
        return told(met, map=document.id)


def _roll_encounter(state: TableState, known: TravelMap) -> str:
    """Return a random line of the map's encounter table; "" if the map has none."""
    table = known.encounters
    return table[roll(state.dice, 1, len(table)).sum - 1] if table else ""


@command("mettle.travel.arrive")
class Arrive(GameCommand):
    """Let the group arrive at a stop, after an encounter or without one.

    `edge`, by default that of the journey, decides whether rivals were there first.
    """

    map: Id = Field(description="the travel map")
    stop: Name = Field(description="the stop where the group arrives")
    edge: Count = Field(default=0, description="the group's Edge; 0: the Edge of the journey's Check")

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        document = require_document(state, self.map, actor, "map")
        known = value_of(TravelMap, document)
        there, edge, took = known.group.arrives(known, self.stop, self.edge)
        _store_group(document, there)
        arrived = told(GroupArrived(ref_of(document), self.stop, edge))
        results = [arrived, *compare_arrivals(state, self.stop, edge)]
        results += on_the_road(state, document, took) if took else []
        return merge_game_results(results, {"map": document.id, "at": self.stop})


def on_the_road(state: TableState, document: GameDocument, took: int) -> list[CommandResult]:
    """Pass `took` days of a journey: use up provisions, and without them make the party Hungry or Thirsty."""
    left, had = value_of(TravelMap, document).group.lives(took)
    results = days.pass_on(state, "day", took, days.party(state), had, {})
    _store_group(document, left)
    if left.food is None and left.water is None:
        return results
    return [*results, told(ProvisionsCounted(ref_of(document), left.food, left.water, left=True))]


def _store_group(document: GameDocument, group: Travellers) -> None:
    """Store the group's stop, its provisions and the journey under way, if any, in the map's document."""
    under_way: Json = {"way": group.way, "edge": group.edge} if group.way else {}
    rest = {name: value for name, value in document.data.items() if name not in ("way", "edge")}
    carried: Json = {name: getattr(group, name) for name in ("food", "water") if name in rest}
    document.data = {**rest, **carried, **under_way, "at": group.at}


# ---- rivals ----------------------------------------------------------------------------------


@command("mettle.travel.rival")
class SetRival(GameCommand):
    """Let rivals or foes travel to a stop too: `edge` is their Edge, or it is rolled with `pool` dice.

    Naming the same rivals again for the same stop changes their Edge. The GM decides what they
    encounter. `dice` are real dice of the pool.
    """

    name: Name
    stop: Name = Field(description="the stop that the rivals travel to")
    edge: Count | None = optional("the rivals' Edge; default: rolled with “pool”")
    pool: Count | None = optional("how many dice to roll for the rivals' Edge; needed without “edge”")
    dice: RealDice | None = None
    visibility: VisibilityLevel = "secret"

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        known = require_ongoing(state, TravelMap)[1]
        one_of(self.stop, known.stops, "stop", field="stop")
        edge, fell, real = self._edge(state)
        for document in bound_for(state, self.stop):
            document.removed = document.removed or document.name == self.name
        data = {"stop": self.stop, "edge": edge}
        row = add_document(state, "rival", name=self.name, data=data, visibility=self.visibility)
        set_out = RivalsMoved(ref_of(row), "set_out", edge, self.stop, fell, real)
        return told(set_out, piece=row.id, edge=edge)

    def _edge(self, state: TableState) -> tuple[int, str | None, bool]:
        """Return the rivals' Edge, the dice that fell for it, and whether they are real ones."""
        if self.edge is not None:
            return self.edge, None, False
        if self.pool is None:
            raise Refused("Enter the rivals' Edge, or how many dice to roll for their Edge.")
        harm = Hazard(self.pool).roll(dice(state, self.dice))
        return harm.edge, harm.fell, harm.real


def bound_for(state: TableState, stop: str) -> list[GameDocument]:
    """Return the rivals on their way to a stop."""
    return [
        document
        for document in zone_values.list_documents(state, "rival")
        if value_of(Rival, document).stop == stop
    ]


def compare_arrivals(state: TableState, stop: str, edge: int) -> list[CommandResult]:
    """Remove the rivals on the way to this stop; return when each arrives, compared with the group."""
    results = []
    for row in bound_for(state, stop):
        theirs = value_of(Rival, row).edge
        when = arrival(theirs, group=edge)
        results.append(told(RivalsMoved(ref_of(row), when, theirs, group=edge)))
        row.removed = True
    return results


# ---- a map saved with its scene ------------------------------------------------------------------


def map_to_library(data: Json) -> Json:
    """Return the fields of a map to save: stops, paths, pins, food, water and encounters."""
    saved = (*(own.name for own in fields(Map)), *CARRIED)
    return {name: data[name] for name in saved if data.get(name) is not None}


def map_from_library(data: Json) -> Json:
    """Return a saved map's data for the table, with the group at `at`, by default at the first stop.

    Raises RuleError if `at` is not a stop of the map, or the map has no stops.
    """
    drawn = load_value(Map, {name: value for name, value in data.items() if name not in ("at", *CARRIED)})
    at = data.get("at", drawn.stops[0] if drawn.stops else None)
    if at not in drawn.stops:
        raise RuleError("its field “at” must be one of its stops.", field="at", value=at)
    carried = {name: data[name] for name in CARRIED if name in data}
    return {**dump_value(drawn), **carried, "at": at, "met": []}


def activate_scene_map(state: TableState) -> list[CommandResult]:
    """Put the new scene's map on the table; if the table already has a map, remove the new one instead."""
    results: list[CommandResult] = []
    rows = [row for row in state.find_all(GameDocument) if row.kind == "map"]
    for row in rows:
        if row.scene is not None and row.scene == state.table.active_scene:
            row.removed = any(document.scene is None for document in rows)
            row.scene = None
            results += [] if row.removed else [told(MapChanged(ref_of(row), "table"))]
    return results
