"""A race at the table: Stretches, everyone's Check, the four Stunts, and who may act aboard."""

from collections.abc import Callable
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from webapp.games.mettle.screens import game_state
from webapp.games.mettle.table import days
from webapp.games.mettle.table.common import (
    ByName,
    Count,
    GivenDice,
    add_piece,
    ongoing,
    person,
    save,
    together,
)
from webapp.games.mettle.table.turn_taken import CLEAN, take
from webapp.rules.mettle import stretches as rules
from webapp.rules.mettle.facts import Asked
from webapp.rules.mettle.stretches import Racer, Stretch
from webapp.store.board import Board
from webapp.store.models import Character, Check
from webapp.table.actor import Actor
from webapp.table.check_setup import new_check, set_up
from webapp.table.command import PLAYERS_TOO, GameCommand, Report, account, command, find
from webapp.table.fields import CharacterId, Id, Name, NamedFields, optional
from webapp.table.refusals import Refused

SPEED = Field(ge=0, le=60)
Speed = Annotated[int, SPEED]
AT_SOMEBODY = ("muscle", "splatter")


class Driver(NamedFields):
    """A driver with a vehicle's Speed and whoever is aboard."""

    character: Id
    speed: Speed
    aboard: Annotated[list[Id], Field(max_length=20)] = []


def leave(board: Board, who: str) -> None:
    """Somebody left the table: their vehicle, or their place in one, is gone; without drivers the race is."""
    found = game_state.race(board)
    if found is not None:
        row, running = found
        after = running.without(who)
        save(row, after)
        row.removed = not after.racers
        let_off(board)


def let_off(board: Board) -> None:
    """Without a race nobody drives: who was called to, and has not rolled, need not."""
    if game_state.race(board) is not None:
        return
    for check in board.here(Check):
        if check.state == "called" and Asked.of(check.asked).action == "race":
            check.state = "cancelled"


@command("mettle.stretch.start")
class StartRace(GameCommand):
    """A race begins: each driver with the vehicle's Speed, and who is aboard."""

    drivers: list[Driver] = Field(
        min_length=1, max_length=20, description="who drives: {character, speed, aboard} each"
    )
    name: Name = "Race"
    obstacles: Count = Field(default=0, description="the Difficulty of what stands in the way")

    def play(self, board: Board, actor: Actor) -> Report:
        if game_state.race(board) is not None:
            raise Refused("A race is on already; end that one first.")
        rows = [find(board, Character, each.character, actor) for each in self.drivers]
        for id in {id for each in self.drivers for id in each.aboard}:
            find(board, Character, id, actor)
        racers = [self._racer(each) for each in self.drivers]
        first = rules.stretch(racers, obstacles=self.obstacles)
        row = add_piece(board, "race", name=self.name, scene=board.table.active_scene, data={})
        save(row, first)
        names = ", ".join(f"{each.name} at Speed {by.speed}" for each, by in zip(rows, racers, strict=True))
        return account(f"{self.name}, Stretch 1: {names}", row, *rows, race=row.id)

    def _racer(self, driver: Driver) -> Racer:
        aboard = dict.fromkeys((str(driver.character), *(str(id) for id in driver.aboard)))
        return Racer(str(driver.character), driver.speed, tuple(aboard))


@command("mettle.stretch.board")
class GetAboard(ByName):
    """Somebody gets into a vehicle of the race, beside its driver `driver`, or out of it."""

    character: CharacterId
    driver: Id | None = optional("the driver beside whom somebody rides; null: in no vehicle")

    def play(self, board: Board, actor: Actor) -> Report:
        row, running = ongoing(board, Stretch)
        who = find(board, Character, self.character, actor)
        beside = find(board, Character, self.driver, actor) if self.driver is not None else None
        name = str(beside.id) if beside is not None else None
        save(row, running.board(str(who.id), name))
        words = f"{who.name} rides with {beside.name}" if beside is not None else f"{who.name} gets out"
        return account(words, row, who, beside, race=row.id)


@command("mettle.stretch.check", roles=PLAYERS_TOO)
class CallDriving(ByName):
    """A driver's Check for this Stretch: POISE against current Speed and what stands in the way."""

    character: CharacterId

    def play(self, board: Board, actor: Actor) -> Report:
        row, running = ongoing(board, Stretch)
        driver = person(board, self.character, actor)
        racer = running[str(driver.id)]
        if racer.driven:
            raise Refused(f"{driver.name} has driven this Stretch.")
        check = new_check(board, actor, driver)
        set_up(board, check, {"intent": f"Drive Stretch {running.number}"}, {"action": "race"}, actor)
        told = account(f"{driver.name} drives Stretch {running.number}", row, driver, check, check=check.id)
        told.group = check.id
        return told


@command("mettle.stretch.stunt", roles=PLAYERS_TOO)
class CallStunt(ByName):
    """Spend Edge on a Stunt, once all have driven: muscle or splatter `on` a racer, steady `who`, swerve."""

    character: CharacterId
    stunt: Literal["muscle", "splatter", "steady", "swerve"] = Field(description="which Stunt")
    edge: Count = Field(default=1, description="how much Edge")
    on: Id | None = optional("whom it is aimed at")
    who: Annotated[list[Id], Field(max_length=20, description="who aboard may act")] = []

    def play(self, board: Board, actor: Actor) -> Report:
        row, running = ongoing(board, Stretch)
        by = person(board, self.character, actor)
        target = find(board, Character, self.on, actor) if self.on and self.stunt in AT_SOMEBODY else None
        after = self._called(running, str(by.id))
        save(row, after)
        aim = f" on {target.name}" if target is not None else ""
        before, left = running[str(by.id)].edge, after[str(by.id)].edge
        words = f"{by.name}: {rules.stunts()[self.stunt]['name']}{aim}, {before - left} Edge"
        return account(words, row, by, target, race=row.id, edge=left)

    def _called(self, running: Stretch, by: str) -> Stretch:
        if self.stunt == "swerve":
            return running.swerve(by, self.edge)
        if self.stunt == "steady":
            return running.steady(by, *(str(id) for id in self.who or [int(by)]))
        if self.on is None:
            raise Refused("Say on whom.")
        does: Callable[..., Stretch] = running.muscle if self.stunt == "muscle" else running.splatter
        return does(by, str(self.on), self.edge)


@command("mettle.stretch.counter", roles=PLAYERS_TOO)
class Counter(ByName):
    """Muscle against a Stunt that somebody just called: it loses Edge, one for one."""

    character: CharacterId
    which: Count = Field(description="which of the Stunts called, from 0")
    edge: Count = Field(default=1, description="how much Edge")

    def play(self, board: Board, actor: Actor) -> Report:
        row, running = ongoing(board, Stretch)
        by = person(board, self.character, actor)
        save(row, running.counter(str(by.id), self.which, self.edge))
        return account(f"{by.name} muscles in: {self.edge} Edge of that Stunt is gone", row, by, race=row.id)


@command("mettle.stretch.act", roles=PLAYERS_TOO)
class ActAboard(ByName):
    """Somebody aboard takes the Action that a Steady gave them."""

    character: CharacterId

    action: ClassVar[str] = ""

    def play(self, board: Board, actor: Actor) -> Report:
        race, _ = ongoing(board, Stretch)
        who = person(board, self.character, actor)
        if game_state.ride(board, who.id) is None:
            raise Refused(f"{who.name} is in no vehicle of this race.")
        return together(take(board, who, self.action), {"race": race.id})


@command("mettle.stretch.clean")
class Clean(ActAboard):
    """Somebody aboard wipes the mud off their own eyes, with an Action."""

    action = CLEAN


@command("mettle.stretch.next")
class NextStretch(ByName):
    """The next Stretch, a minute later: Edge, Swerves and Actions are gone, mud stays.

    `speeds` change a vehicle's Speed; `dice` are real dice of the afflictions that fall due, by their ids.
    """

    obstacles: Count = Field(default=0, description="the Difficulty of what stands in the way")
    speeds: dict[str, Speed] = Field(
        default={}, max_length=20, description="the Speed of a vehicle from now on, by its driver"
    )
    dice: GivenDice = {}

    def play(self, board: Board, actor: Actor) -> Report:
        row, running = ongoing(board, Stretch)
        if not running.all_driven:
            raise Refused("Not everyone has driven this Stretch.")
        after = running.next(obstacles=self.obstacles, speeds=dict(self.speeds))
        save(row, after)
        hard = f", obstacles +{after.obstacles}" if after.obstacles else ""
        says = account(f"Stretch {after.number} begins{hard}", row, race=row.id, stretch=after.number)
        return together([says, *days.turn_over(board, "stretch", self.dice)], says.result)


@command("mettle.stretch.end")
class EndRace(GameCommand):
    """The race is over: the highest Speed wins, then the highest Edge."""

    def play(self, board: Board, actor: Actor) -> Report:
        row, running = ongoing(board, Stretch)
        places = running.places
        row.removed = True
        let_off(board)
        first = [board.row(Character, int(name)) for name in places[0]] if places else []
        names = " and ".join(each.name for each in first if each is not None)
        words = f"The race is over: {names} first" if names else "The race is over, and nobody is left in it"
        ids = [each.id for each in first if each is not None]
        return account(words, row, *first, race=row.id, first=ids)
