"""Travel, rest, downtime and levels: what the party gets of it, and what it costs the Scene Clock."""

from dataclasses import asdict
from typing import Annotated

from pydantic import Field

from webapp.games.resonance.screens.characters import level_of, stats_of, values_of
from webapp.games.resonance.screens.nested_clocks import scene_clock
from webapp.games.resonance.table import nested_clocks
from webapp.games.resonance.table.character_state import keep_values
from webapp.rules.resonance import values as rules
from webapp.rules.resonance.situations import Scene, SituationState, Step
from webapp.rules.resonance.stats import levelled
from webapp.store.board import Board
from webapp.store.models import Character
from webapp.table.actor import Actor
from webapp.table.command import GameCommand, Report, account, command, find
from webapp.table.execution import with_more
from webapp.table.fields import Because, CharacterId


@command("resonance.rest")
class Rest(GameCommand):
    """The party rests: everyone gets back 1 HP and EP equal to Force; one off the Scene Clock."""

    because: Because | None = None

    def play(self, board: Board, actor: Actor) -> Report:
        told = [
            given(board, row, rules.rest(values_of(board, row.id), stats_of(row))) for row in party(board)
        ]
        return with_more(Report("The party rests"), [*told, *step(board, Step.REST)], board, actor)


@command("resonance.travel")
class Travel(GameCommand):
    """The party travels: one off the Scene Clock."""

    because: Because | None = None

    def play(self, board: Board, actor: Actor) -> Report:
        told = step(board, Step.TRAVEL)
        return with_more(Report("The party travels"), told, board, actor)


@command("resonance.downtime")
class Downtime(GameCommand):
    """Downtime between episodes: wounds heal, HP, SP and EP are full; the dead stay dead."""

    because: Because | None = None

    def play(self, board: Board, actor: Actor) -> Report:
        told = [given(board, row, rules.downtime(values_of(board, row.id))) for row in party(board)]
        return with_more(Report("Downtime"), told, board, actor)


@command("resonance.level")
class LevelUp(GameCommand):
    """Somebody has learned two more keywords and reaches the next level: one stat of choice is 1 higher."""

    character: CharacterId
    stat: Annotated[str, Field(max_length=20, description="the stat, by its name")]
    because: Because | None = None

    def play(self, board: Board, actor: Actor) -> Report:
        row = find(board, Character, self.character, actor)
        reached = levelled(level_of(row), stats_of(row), self.stat)
        row.stats = {**row.stats, **asdict(reached.stats), "level": reached.level}
        raised = f"{self.stat.capitalize()} is {reached.stats[self.stat]} now"
        says = f"{row.name} reaches level {reached.level}, with {reached.keywords} keywords; {raised}"
        result = {"character": row.id, "level": reached.level}
        return Report(says, [("character", row.id)], result)


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
    result = {"character": character.id, "hp": values.hp, "sp": values.sp, "ep": values.ep}
    return Report(says, [("character", character.id), ("piece", row.id)], result)
