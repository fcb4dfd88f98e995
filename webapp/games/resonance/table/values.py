"""HP, SP and EP: what is lost, given back and set by hand; travel, rest, downtime and levels."""

from dataclasses import asdict, replace
from typing import Annotated, Any, Literal

from pydantic import Field

from webapp.games.resonance.screens.characters import level_of, stats_of, values_of
from webapp.games.resonance.screens.nested_clocks import scene_clock
from webapp.games.resonance.table import nested_clocks
from webapp.games.resonance.table.character_state import Reasoned, keep_change, keep_values, own_piece
from webapp.games.resonance.table.triggers import fire_at
from webapp.rules.errors import RuleError
from webapp.rules.resonance import values as rules
from webapp.rules.resonance.events import Event
from webapp.rules.resonance.situations import Scene, SituationState, Step
from webapp.rules.resonance.stats import levelled
from webapp.rules.resonance.values import Changed, Value, Values
from webapp.store.board import Board
from webapp.store.models import Character
from webapp.table.actor import Actor
from webapp.table.command import Report, account, command, find
from webapp.table.execution import with_more
from webapp.table.fields import CharacterId, VisibilityLevel, optional
from webapp.table.refusals import Invalid

ValueName = Literal["hp", "sp", "ep"]
Amount = Annotated[int, Field(ge=0, le=100)]
Most = Annotated[int, Field(ge=1, le=100)]


class MoveValue(Reasoned):
    """Somebody's HP, SP or EP move: `moved` says how, by the rules."""

    character: CharacterId
    value: ValueName = Field(default="hp", description="hp, sp or ep")

    def play(self, board: Board, actor: Actor) -> Report:
        character = find(board, Character, self.character, actor)
        changed = self.moved(values_of(board, character.id), Value(self.value))
        account = told_change(board, character, changed)
        return with_more(account, self.follows(board, character, changed, actor), board, actor)

    def moved(self, values: Values, value: Value) -> Changed:
        raise NotImplementedError

    def follows(self, board: Board, character: Character, changed: Changed, actor: Actor) -> list[Report]:
        """What it does to the tags of whom it happens to."""
        return []


@command("resonance.value.lose")
class LoseValue(MoveValue):
    """Somebody loses HP, SP or EP, as an effect that got through does; losing HP at 0 HP is death.

    A Weaken in the pool is used up by it, unless nothing could have prevented the loss.
    """

    amount: Amount = Field(default=1, description="how much")
    unavoidable: bool = Field(default=False, description="whether nothing could prevent it")

    def moved(self, values: Values, value: Value) -> Changed:
        return values.lose(value, self.amount)

    def follows(self, board: Board, character: Character, changed: Changed, actor: Actor) -> list[Report]:
        event = Event("value_loss", loss=-changed.by, unavoidable=self.unavoidable, value=changed.value)
        return fire_at(board, character, event, actor)


@command("resonance.value.gain")
class GainValue(MoveValue):
    """Somebody gets HP, SP or EP back, up to the maximum; `beyond` lets it go above."""

    amount: Amount = Field(default=1, description="how much")
    beyond: bool = Field(default=False, description="whether it may go above the maximum")

    def moved(self, values: Values, value: Value) -> Changed:
        return values.gain(value, self.amount, beyond=self.beyond)


@command("resonance.value.restore")
class RestoreValue(MoveValue):
    """A critical Restore: the value is full again, and whoever is down stands up."""

    def moved(self, values: Values, value: Value) -> Changed:
        return values.restore(value)


@command("resonance.value.set")
class SetValues(Reasoned):
    """Write values down as they are: what is left, the maxima, asleep or injured, who may see them."""

    character: CharacterId
    hp: Amount | None = optional("HP left")
    sp: Amount | None = optional("SP left")
    ep: Amount | None = optional("EP left")
    most_hp: Most | None = optional("how much HP they hold")
    most_sp: Most | None = optional("how much SP they hold")
    most_ep: Most | None = optional("how much EP they hold")
    injured: bool | None = optional("every maximum 5 lower until downtime")
    asleep: bool | None = optional("asleep: unconscious with HP left")
    dead: bool | None = optional("dead until restored")
    visibility: VisibilityLevel | None = None

    def play(self, board: Board, actor: Actor) -> Report:
        character = find(board, Character, self.character, actor)
        own = own_piece(board, "values", character.id)
        given = self.model_dump(exclude={"character", "visibility", "because"}, exclude_none=True)
        try:
            values = _settled(values_of(board, character.id), given)
        except RuleError as error:
            raise Invalid(error.message, {error.field or "value": error.message}) from error
        keep_values(board, character.id, values)
        own.visibility = self.visibility or own.visibility
        says = ", ".join(f"{name.upper()} {values[name]} of {values.most(name)}" for name in Value)
        return account(f"{character.name}: {says}", own, character, **_result(character, values))


def _settled(values: Values, given: dict[str, Any]) -> Values:
    """The values as written; being injured lowers what stands above the new maxima."""
    injured = given.pop("injured", None)
    new = replace(values, **given)
    if injured:
        return new.injure()
    return new if injured is None else replace(new, injured=False)


def told_change(board: Board, character: Character, changed: Changed) -> Report:
    """Write a change down and tell it: by how much, what is left, who died."""
    name, left = changed.value.upper(), changed.values[changed.value]
    moved = f"loses {-changed.by} {name}, {left} left."
    if changed.by > 0:
        moved = f"gets back {changed.by} {name}, {left} now."
    says = f"{character.name} loses HP at 0 and dies." if changed.died else f"{character.name} {moved}"
    told = keep_change(board, character, changed, says)
    told.result = {**_result(character, changed.values), "value": str(changed.value), "by": changed.by}
    return told


def _result(character: Character, values: Values) -> dict[str, object]:
    return {"character": character.id, "hp": values.hp, "sp": values.sp, "ep": values.ep}


@command("resonance.rest")
class Rest(Reasoned):
    """The party rests: everyone gets back 1 HP and EP equal to Force; one off the Scene Clock."""

    def play(self, board: Board, actor: Actor) -> Report:
        told = [
            given(board, row, rules.rest(values_of(board, row.id), stats_of(row))) for row in party(board)
        ]
        return with_more(Report("The party rests"), [*told, *step(board, Step.REST)], board, actor)


@command("resonance.travel")
class Travel(Reasoned):
    """The party travels: one off the Scene Clock."""

    def play(self, board: Board, actor: Actor) -> Report:
        told = step(board, Step.TRAVEL)
        return with_more(Report("The party travels"), told, board, actor)


@command("resonance.downtime")
class Downtime(Reasoned):
    """Downtime between episodes: wounds heal, HP, SP and EP are full; the dead stay dead."""

    def play(self, board: Board, actor: Actor) -> Report:
        told = [given(board, row, rules.downtime(values_of(board, row.id))) for row in party(board)]
        return with_more(Report("Downtime"), told, board, actor)


@command("resonance.level")
class LevelUp(Reasoned):
    """Somebody has learned two more keywords and reaches the next level: one stat of choice is 1 higher."""

    character: CharacterId
    stat: Annotated[str, Field(max_length=20, description="the stat, by its name")]

    def play(self, board: Board, actor: Actor) -> Report:
        row = find(board, Character, self.character, actor)
        reached = levelled(level_of(row), stats_of(row), self.stat)
        row.stats = {**row.stats, **asdict(reached.stats), "level": reached.level}
        raised = f"{self.stat.capitalize()} is {reached.stats[self.stat]} now"
        says = f"{row.name} reaches level {reached.level}, with {reached.keywords} keywords; {raised}"
        return account(says, row, character=row.id, level=reached.level)


def party(board: Board) -> list[Character]:
    """The players' characters."""
    return [row for row in board.here(Character) if row.kind == "pc"]


def step(board: Board, what: Step) -> list[Report]:
    """One off the Scene Clock for travel or rest; in a Race the Race counts it."""
    raced = nested_clocks.races(board, lambda race: race.step(what))
    clock = scene_clock(board)
    if raced or clock is None:
        return raced
    scene = Scene(clock.filled).step(what)
    clock.value = clock.value.tick(clock.filled - scene.left).clock
    end = " The Scene is a success." if scene.state is SituationState.SUCCESS else ""
    says = f"{clock.name} -1 for {what}, {clock.filled} left.{end}"
    return [account(says, clock, clock=clock.id, filled=clock.filled)]


def given(board: Board, character: Character, values: rules.Values) -> Report:
    """Write down what somebody got back."""
    row = keep_values(board, character.id, values)
    says = f"{character.name}: {values.hp} HP, {values.sp} SP, {values.ep} EP"
    return account(says, character, row, **_result(character, values))
