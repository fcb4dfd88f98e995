"""Commands for HP, SP and EP, and for travel, rest, downtime and levels."""

from dataclasses import asdict, replace
from typing import Annotated, Any, Literal

from pydantic import Field

from webapp.games.api import (
    Actor,
    Character,
    CharacterId,
    CommandResult,
    GameDocument,
    Invalid,
    ProposalLine,
    RuleError,
    TableState,
    Visibility,
    append_results,
    command,
    find,
    is_held_back,
    missing,
    move_clock,
    optional,
    propose,
    ref_of,
    told,
)
from webapp.games.resonance.commands import nested_clocks
from webapp.games.resonance.commands.character_state import (
    ReasonedCommand,
    own_piece,
    store_change,
    store_values,
)
from webapp.games.resonance.commands.triggers import fire_at
from webapp.games.resonance.events import DocumentSeen, LevelReached, PartyDoes, SceneWon, ValuesAre
from webapp.games.resonance.rules import values as rules
from webapp.games.resonance.rules.pools import Event
from webapp.games.resonance.rules.situations import Scene, SituationState, Step
from webapp.games.resonance.rules.stats import levelled
from webapp.games.resonance.rules.values import Value, ValueChange, Values
from webapp.games.resonance.state.characters import level_of, piece_of, stats_of, values_of
from webapp.games.resonance.state.nested_clocks import scene_clock
from webapp.state.house_events import CharacterDied
from webapp.table.fields import VisibilityLevel

FATAL_AT_ZERO = "fatal_at_zero"
"""The key of a table's setting: if it is on, a sleeper dies only of a loss at 0 HP."""
ValueName = Literal["hp", "sp", "ep"]
Amount = Annotated[int, Field(ge=0, le=100)]
Most = Annotated[int, Field(ge=1, le=100)]


class MoveValue(ReasonedCommand):
    """A command that changes a character's HP, SP or EP by the rule in `moved`."""

    character: CharacterId
    value: ValueName = Field(default="hp", description="the value: hp, sp or ep")

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        character = find(state, Character, self.character, actor)
        _ensure_known(state, character, actor)
        changed = self.moved(values_of(state, character.id), Value(self.value))
        more = {"value": str(changed.value), "by": changed.by}
        result = store_change(state, character, changed, **_result(character, changed.values), **more)
        return append_results(result, self.follows(state, character, changed, actor), state, actor)

    def moved(self, values: Values, value: Value) -> ValueChange:
        raise NotImplementedError

    def follows(
        self, state: TableState, character: Character, changed: ValueChange, actor: Actor
    ) -> list[CommandResult]:
        """Apply the change's effects on the character's tags."""
        return []


@command("resonance.value.lose", own_sheet=True)
class LoseValue(MoveValue):
    """Lose HP, SP or EP, for example to an effect; losing HP at 0 HP is death.

    A sleeper's loss of HP is proposed as fatal, unless the setting `fatal_at_zero` is on. A loss
    uses up a Weaken in the pool, unless nothing could have prevented the loss.
    """

    amount: Amount = Field(default=1, description="how many points are lost")
    unavoidable: bool = Field(default=False, description="true: the loss cannot be prevented")

    def moved(self, values: Values, value: Value) -> ValueChange:
        return values.lose(value, self.amount)

    def follows(
        self, state: TableState, character: Character, changed: ValueChange, actor: Actor
    ) -> list[CommandResult]:
        if changed.may_be_fatal and not state.table.settings.get(FATAL_AT_ZERO):
            lines = [
                ProposalLine(
                    "resonance.value.die", {"character": character.id}, "HP lost while asleep: fatal"
                )
            ]
            propose(state, lines)
        event = Event("value_loss", loss=-changed.by, unavoidable=self.unavoidable, value=changed.value)
        return fire_at(state, character, event, actor)


@command("resonance.value.die")
class Die(ReasonedCommand):
    """Let a character die of a fatal loss of HP, if the Curator says so. Restoring HP undoes it."""

    character: CharacterId

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        character = find(state, Character, self.character, actor)
        values = replace(values_of(state, character.id), hp=0, dead=True)
        row = store_values(state, character.id, values)
        died = CharacterDied(ref_of(character), document=ref_of(row))
        return told(died, **_result(character, values))


@command("resonance.value.gain", own_sheet=True)
class GainValue(MoveValue):
    """Restore HP, SP or EP, up to the maximum; `beyond` lets it go above."""

    amount: Amount = Field(default=1, description="how many points are gained")
    beyond: bool = Field(default=False, description="whether the value may go above its maximum")

    def moved(self, values: Values, value: Value) -> ValueChange:
        return values.gain(value, self.amount, beyond=self.beyond)


@command("resonance.value.restore")
class RestoreValue(MoveValue):
    """Restore a value in full, as a Critical allows; full HP revives a downed or dead character."""

    def moved(self, values: Values, value: Value) -> ValueChange:
        return values.restore(value)


@command("resonance.value.set", own_sheet=True)
class SetValues(ReasonedCommand):
    """Set values directly: current values, maxima, asleep or injured, visibility.

    Absent fields stay unchanged. Players may do so for the character on their own seat, except `dead` and
    `visibility`.
    """

    gms_fields = frozenset({"dead", "visibility"})

    character: CharacterId
    hp: Amount | None = optional("HP left")
    sp: Amount | None = optional("SP left")
    ep: Amount | None = optional("EP left")
    most_hp: Most | None = optional("maximum HP")
    most_sp: Most | None = optional("maximum SP")
    most_ep: Most | None = optional("maximum EP")
    injured: bool | None = optional("true: every maximum is 5 lower until downtime")
    asleep: bool | None = optional("true: asleep, that is unconscious with HP left")
    dead: bool | None = optional("true: dead until restored")
    visibility: VisibilityLevel | None = None

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        character = find(state, Character, self.character, actor)
        _ensure_known(state, character, actor)
        own = own_piece(state, "values", character.id)
        given = self.model_dump(exclude={"character", "visibility", "because"}, exclude_none=True)
        before = values_of(state, character.id)
        try:
            values = _clamp_values(before, given)
        except RuleError as error:
            raise Invalid(error.message, {error.field or "value": error.message}) from error
        store_values(state, character.id, values)
        own.visibility = self.visibility or own.visibility
        if self.visibility and not given:
            seen = DocumentSeen(ref_of(character), ref_of(own), "values", self.visibility)
            return told(seen, **_result(character, values))
        died = [CharacterDied(ref_of(character), document=ref_of(own))] if values.dead > before.dead else []
        return told(*died, _values_are(character, own, values), **_result(character, values))


def _ensure_known(state: TableState, character: Character, actor: Actor) -> None:
    """Raise Missing for values that the actor may not see, as if there were no such character."""
    row = piece_of(state, "values", character.id)
    if row is not None and Visibility(state, actor.audience).level(row) != "shown":
        raise missing("character")


def _clamp_values(values: Values, given: dict[str, Any]) -> Values:
    """Return the values with the given fields; an injury lowers any that are above the new maxima."""
    injured = given.pop("injured", None)
    new = replace(values, **given)
    if injured:
        return new.injure()
    return new if injured is None else replace(new, injured=False)


def _result(character: Character, values: Values) -> dict[str, object]:
    return {"character": character.id, "hp": values.hp, "sp": values.sp, "ep": values.ep}


@command("resonance.rest")
class Rest(ReasonedCommand):
    """Rest the party: everyone regains 1 HP, and EP equal to Force; the Scene Clock loses 1."""

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        results = [
            given(state, row, rules.rest(values_of(state, row.id), stats_of(row)), "rest")
            for row in party(state)
        ]
        return append_results(told(PartyDoes("rests")), [*results, *step(state, Step.REST)], state, actor)


@command("resonance.travel")
class Travel(ReasonedCommand):
    """Travel with the party, which takes 1 off the Scene Clock."""

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        return append_results(told(PartyDoes("travels")), step(state, Step.TRAVEL), state, actor)


@command("resonance.downtime")
class Downtime(ReasonedCommand):
    """Give the party downtime between episodes: wounds heal, values are full, but the dead stay dead."""

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        results = [
            given(state, row, rules.downtime(values_of(state, row.id)), "downtime") for row in party(state)
        ]
        return append_results(told(PartyDoes("downtime")), results, state, actor)


@command("resonance.level", own_sheet=True)
class LevelUp(ReasonedCommand):
    """Reach the next level after learning two more keywords: one chosen stat rises by 1."""

    character: CharacterId
    stat: Annotated[str, Field(max_length=20, description="the key of the stat to raise, such as force")]

    def changes_ratings(self, state: TableState) -> bool:
        """Return True: a stat and the level are ratings."""
        return True

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        row = find(state, Character, self.character, actor)
        reached = levelled(level_of(row), stats_of(row), self.stat)
        row.stats = {**row.stats, **asdict(reached.stats), "level": reached.level}
        raised = self.stat, reached.stats[self.stat]
        level = LevelReached(ref_of(row), reached.level, reached.keywords, *raised)
        return told(level, character=row.id, level=reached.level)


def party(state: TableState) -> list[Character]:
    """Return the players' characters."""
    return [row for row in state.find_all(Character) if row.kind == "pc"]


def step(state: TableState, what: Step) -> list[CommandResult]:
    """Take 1 off the Scene Clock, if any, for travel or rest; a running Race applies the step itself."""
    raced = nested_clocks.races(state, lambda race: race.step(what))
    clock = scene_clock(state)
    if raced or clock is None or is_held_back(state, clock):
        return raced
    scene = Scene(clock.filled).step(what)
    moved = move_clock(state, clock, clock.value.tick(clock.filled - scene.left))
    won = scene.state is SituationState.SUCCESS
    return [moved, *([told(SceneWon(ref_of(clock)))] if won else [])]


def given(state: TableState, character: Character, values: rules.Values, after: str) -> CommandResult:
    """Store a character's values after a "rest", "downtime" or "recharge", and tell them."""
    row = store_values(state, character.id, values)
    return told(_values_are(character, row, values, after), **_result(character, values))


def _values_are(
    character: Character, row: GameDocument, values: Values, after: str | None = None
) -> ValuesAre:
    numbers = {str(name): values[name] for name in Value}
    most = {f"most_{name}": values.most(name) for name in Value}
    return ValuesAre(ref_of(character), ref_of(row), **numbers, **most, after=after)
