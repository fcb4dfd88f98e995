"""Commands for races: Stretches, driving Checks, the four Stunts, and passengers' Actions."""

from collections.abc import Callable
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from webapp.games.api import (
    PLAYERS_TOO,
    Actor,
    Character,
    CharacterId,
    Check,
    CommandResult,
    GameCommand,
    Id,
    Name,
    Refused,
    TableState,
    apply_settings,
    command,
    find,
    new_check,
    optional,
    ref_of,
    told,
)
from webapp.games.mettle.commands import days
from webapp.games.mettle.commands.base_commands import (
    Count,
    RealDiceById,
    add_document,
    clear_finish,
    merge_game_results,
    person,
    require_ongoing,
    save,
)
from webapp.games.mettle.commands.cover import leave_cover
from webapp.games.mettle.commands.twist_offers import withdraw_twists
from webapp.games.mettle.commands.used_actions import CLEAN, use_action
from webapp.games.mettle.events import DriverStarts, RaceEnded, RacerDid, StretchBegan, StuntCalled
from webapp.games.mettle.rules import race_stretches as rules
from webapp.games.mettle.rules.check_request import MettleRequest
from webapp.games.mettle.rules.race_stretches import Racer, Stretch
from webapp.games.mettle.state import game_state
from webapp.games.mettle.state.documents import Finish
from webapp.rules.codec import dump_value
from webapp.rules.ids import PersonId
from webapp.state.check_events import CheckCalled
from webapp.table.fields import NamedFields

Speed = Annotated[int, Field(ge=0, le=60)]
Edge = Annotated[int, Field(ge=1, le=60)]
AT_SOMEBODY = ("muscle", "splatter")


class Driver(NamedFields):
    """A driver with a vehicle's Speed and its passengers."""

    character: Id
    speed: Speed
    aboard: Annotated[list[Id], Field(max_length=20)] = []


def leave(state: TableState, who: int) -> None:
    """Remove a character, or a driver with the vehicle, from the race.

    Without drivers the race ends, and open Checks to drive are cancelled.
    """
    found = game_state.find_race(state)
    if found is not None:
        row, stretch = found
        after = stretch.without(who)
        save(row, after)
        row.removed = not after.racers
        cancel_drive_checks(state)


def cancel_drive_checks(state: TableState) -> None:
    """Cancel open Checks to drive when there is no race."""
    if game_state.find_race(state) is not None:
        return
    for check in state.find_all(Check):
        if check.state == "called" and MettleRequest.of(check.asked).drives:
            check.state = "cancelled"


def _ensure_drives(stretch: Stretch, *rows: Character | None) -> None:
    """Refuse a character who is not a driver of the race; None is ignored."""
    drivers = {racer.name for racer in stretch.racers}
    for row in rows:
        if row is not None and row.id not in drivers:
            raise Refused(f"{row.name} is not a driver in this race.")


@command("mettle.stretch.start")
class StartRace(GameCommand):
    """Start a race of these drivers, each with a vehicle's Speed and passengers."""

    drivers: list[Driver] = Field(
        min_length=1, max_length=20, description="the drivers, each {character, speed, aboard}"
    )
    name: Name = "Race"
    obstacles: Count = Field(default=0, description="the Difficulty that obstacles add")

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        if game_state.find_race(state) is not None:
            raise Refused("A race is already running. End it first.")
        for id in {id for driver in self.drivers for id in (driver.character, *driver.aboard)}:
            find(state, Character, id, actor)
        clear_finish(state)
        racers = [self._racer(driver) for driver in self.drivers]
        first = rules.stretch(racers, obstacles=self.obstacles)
        document = add_document(state, "race", name=self.name, scene=state.table.active_scene, data={})
        save(document, first)
        starts = tuple(DriverStarts(("character", racer.name), racer.speed) for racer in racers)
        began = StretchBegan(ref_of(document), first.number, first.obstacles, starts)
        return told(began, race=document.id)

    def _racer(self, driver: Driver) -> Racer:
        aboard = dict.fromkeys((driver.character, *driver.aboard))
        return Racer(driver.character, driver.speed, tuple(aboard))


@command("mettle.stretch.board")
class GetAboard(GameCommand):
    """Move a passenger into the vehicle of `driver` in the race; if `driver` is null, out of any vehicle."""

    character: CharacterId
    driver: Id | None = optional(
        "the driver with whom the character rides; null, the default: out of any vehicle"
    )

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        document, stretch = require_ongoing(state, Stretch)
        who = find(state, Character, self.character, actor)
        beside = find(state, Character, self.driver, actor) if self.driver is not None else None
        _ensure_drives(stretch, beside)
        save(document, stretch.board(who.id, beside.id if beside is not None else None))
        does, driver = ("rides", ref_of(beside)) if beside is not None else ("out", None)
        return told(RacerDid(ref_of(who), ref_of(document), does, driver), race=document.id)


@command("mettle.stretch.check", roles=PLAYERS_TOO)
class CallDriving(GameCommand):
    """Call a driver's Check for this Stretch: POISE against current Speed and the obstacles."""

    character: CharacterId

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        _, stretch = require_ongoing(state, Stretch)
        driver = person(state, self.character, actor)
        _ensure_drives(stretch, driver)
        racer = stretch[driver.id]
        if racer.driven:
            raise Refused(f"{driver.name} has already driven this Stretch.")
        check = new_check(state, actor, driver)
        apply_settings(state, check, {"intent": f"Drive Stretch {stretch.number}"}, {"action": "race"}, actor)
        result = told(CheckCalled(ref_of(check), ref_of(driver), described=True), check=check.id)
        result.group = check.id
        return result


@command("mettle.stretch.stunt", roles=PLAYERS_TOO)
class CallStunt(GameCommand):
    """Spend a driver's Edge on a Stunt, once all have driven this Stretch.

    Muscle and Splatter need `on`, another driver. Steady lets the characters in `who` act aboard, by
    default the driver, for 1 Edge each. Swerve needs neither field.
    """

    character: CharacterId
    stunt: Literal["muscle", "splatter", "steady", "swerve"] = Field(description="the Stunt")
    edge: Edge = Field(
        default=1, description="how much Edge to spend; a Steady always costs 1 for each person"
    )
    on: Id | None = optional("the driver at whom the Stunt is aimed; needed for a Muscle or a Splatter")
    who: Annotated[
        list[Id],
        Field(
            max_length=20, description="for a Steady: the people aboard who may then act; default: the driver"
        ),
    ] = []

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        document, stretch = require_ongoing(state, Stretch)
        by = person(state, self.character, actor)
        target = find(state, Character, self.on, actor) if self.on and self.stunt in AT_SOMEBODY else None
        _ensure_drives(stretch, by, target)
        after = self._called(stretch, by.id)
        save(document, after)
        left, on = after[by.id].edge, ref_of(target) if target is not None else None
        spent = stretch[by.id].edge - left
        called = StuntCalled(ref_of(by), ref_of(document), self.stunt, spent, on)
        return told(called, race=document.id, edge=left)

    def _called(self, stretch: Stretch, by: int) -> Stretch:
        if self.stunt == "swerve":
            return stretch.swerve(by, self.edge)
        if self.stunt == "steady":
            return stretch.steady(by, *(self.who or [by]))
        if self.on is None:
            raise Refused("Choose the target of the Stunt.")
        does: Callable[..., Stretch] = stretch.muscle if self.stunt == "muscle" else stretch.splatter
        return does(by, self.on, self.edge)


@command("mettle.stretch.counter", roles=PLAYERS_TOO)
class Counter(GameCommand):
    """Counter another driver's Stunt with Muscle: each Edge spent takes one Edge from that Stunt."""

    character: CharacterId
    which: Count = Field(description="the position of the Stunt among those called, counted from 0")
    edge: Edge = Field(default=1, description="how much Edge to spend against the Stunt")

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        document, stretch = require_ongoing(state, Stretch)
        by = person(state, self.character, actor)
        _ensure_drives(stretch, by)
        countered = stretch.counter(by.id, self.which, self.edge)
        stunt = stretch.called[self.which]
        save(document, countered)
        whose = ("character", stunt.by)
        against = StuntCalled(ref_of(by), ref_of(document), stunt.kind, self.edge, whose, counters=True)
        return told(against, race=document.id)


@command("mettle.stretch.act", roles=PLAYERS_TOO)
class ActAboard(GameCommand):
    """Use the Action that a Steady gives a character aboard a vehicle."""

    character: CharacterId

    action: ClassVar[str] = ""

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        race, _ = require_ongoing(state, Stretch)
        who = person(state, self.character, actor)
        if game_state.ride(state, who.id) is None:
            raise Refused(f"{who.name} is not in a vehicle of this race.")
        return merge_game_results(use_action(state, who, self.action), {"race": race.id})


@command("mettle.stretch.clean")
class Clean(ActAboard):
    """Wipe the mud off the character's own eyes, with an Action aboard."""

    action = CLEAN


@command("mettle.stretch.next")
class NextStretch(GameCommand):
    """Begin the next Stretch, a minute later: Edge, Swerves and Actions are gone, mud stays.

    Crashed vehicles are out of the race. `speeds` changes the Speed of vehicles, by their drivers'
    ids. `dice` are real dice for the afflictions that are due, by their ids.
    """

    obstacles: Count = Field(default=0, description="the Difficulty that obstacles add")
    speeds: dict[PersonId, Speed] = Field(
        default={},
        max_length=20,
        description="new Speeds of vehicles, by the drivers' ids; others keep their Speed",
    )
    dice: RealDiceById = {}

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        document, stretch = require_ongoing(state, Stretch)
        if not stretch.all_driven:
            raise Refused("Some drivers have not driven this Stretch yet.")
        after = stretch.next(obstacles=self.obstacles, speeds=self.speeds)
        save(document, after)
        began = StretchBegan(ref_of(document), after.number, after.obstacles)
        says = told(began, race=document.id, stretch=after.number)
        return merge_game_results([says, *days.turn_over(state, "stretch", self.dice)], says.payload)


@command("mettle.stretch.end")
class EndRace(GameCommand):
    """End the race: the highest Speed wins, then the highest Edge; the screens show the winner."""

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        document, stretch = require_ongoing(state, Stretch)
        places = stretch.places
        document.removed = True
        won = dump_value(Finish(tuple(places[0]) if places else ()))
        add_document(state, "finish", name=document.name, scene=document.scene, data=won)
        cancel_drive_checks(state)
        withdraw_twists(state, [id for racer in stretch.racers for id in racer.aboard])
        out = [line for who in state.find_all(Character) for line in leave_cover(state, who)]
        ids = [id for id in (places[0] if places else ()) if state.find_ever(Character, id) is not None]
        first = tuple(("character", id) for id in ids)
        result = told(RaceEnded(first, ref_of(document)), race=document.id, first=ids)
        return merge_game_results([result, *out], result.payload) if out else result
