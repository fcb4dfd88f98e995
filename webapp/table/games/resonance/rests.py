"""Travel, rest, downtime, and the actions that give something back."""

from typing import Annotated, Any, Literal

from pydantic import Field

from webapp.rules.resonance import values as rules
from webapp.rules.resonance.events import Event
from webapp.rules.resonance.race import Race
from webapp.rules.resonance.triggers import Fired
from webapp.screens.games.resonance.nesting import race_of, running, scene_clock
from webapp.screens.games.resonance.reading import stats_of, values_of
from webapp.store.board import Board
from webapp.table.actor import Actor
from webapp.table.command import PLAYERS_TOO, GameCommand, Told, command
from webapp.table.fields import Because, Id
from webapp.table.games.resonance import nested
from webapp.table.games.resonance.firing import facts_of, fired_at
from webapp.table.games.resonance.keeping import keep_values
from webapp.table.games.resonance.naming import holder
from webapp.table.games.resonance.paying import pay
from webapp.table.refusals import Refused
from webapp.table.taking import with_more


@command("resonance.rest")
class Rest(GameCommand):
    """The party rests: everyone gets back 1 HP and EP equal to Force; one off the Scene Clock."""

    because: Because | None = None

    def play(self, board: Board, actor: Actor) -> Told:
        told = [
            _given(board, row, rules.rest(values_of(board, row.id), stats_of(row))) for row in party(board)
        ]
        says = Told("The party rests", because=self.because)
        return with_more(says, [*told, *step(board, "rest")], board, actor)


@command("resonance.travel")
class Travel(GameCommand):
    """The party travels: one off the Scene Clock."""

    because: Because | None = None

    def play(self, board: Board, actor: Actor) -> Told:
        told = step(board, "travel")
        return with_more(Told("The party travels", because=self.because), told, board, actor)


@command("resonance.downtime")
class Downtime(GameCommand):
    """Downtime between episodes: wounds heal, HP, SP and EP are full; the dead stay dead."""

    because: Because | None = None

    def play(self, board: Board, actor: Actor) -> Told:
        told = [_given(board, row, rules.downtime(values_of(board, row.id))) for row in party(board)]
        return with_more(Told("Downtime", because=self.because), told, board, actor)


@command("resonance.recharge")
class Recharge(GameCommand):
    """Recharge, a whole turn: pay 1 SP, get back SP equal to Brawn or EP equal to Wit; not at 0 SP."""

    roles = PLAYERS_TOO

    character: Id
    value: Literal["sp", "ep"] = "ep"
    because: Because | None = None

    def play(self, board: Board, actor: Actor) -> Told:
        character = holder(board, self.character, actor)
        told, lost = whole_turn(board, character, actor, pays=0)
        if not lost:
            values = rules.recharge(values_of(board, character.id), stats_of(character), self.value)
            told.append(_given(board, character, values))
        return _action(board, character, "recharges", told, actor, self.because)


@command("resonance.recover")
class Recover(GameCommand):
    """Recover, a whole turn for 1 SP: as many tags of one's choice go as Brawn, Wit or Influence."""

    roles = PLAYERS_TOO

    character: Id
    stat: Literal["brawn", "wit", "influence"]
    tags: Annotated[list[Annotated[str, Field(max_length=20)]], Field(min_length=1, max_length=5)]
    because: Because | None = None

    def play(self, board: Board, actor: Actor) -> Told:
        character = holder(board, self.character, actor)
        most = rules.recover_count(stats_of(character), self.stat)
        if len(self.tags) > most:
            raise Refused(f"{character.name} recovers {most} tag{'s' if most > 1 else ''} by {self.stat}.")
        told, lost = whole_turn(board, character, actor, pays=1)
        if not lost:
            told += fired_at(board, character, Event("tag_removed", remove=tuple(self.tags)), actor)[1]
        return _action(board, character, "recovers", told, actor, self.because)


def whole_turn(board: Board, character: Any, actor: Actor, pays: int) -> tuple[list[Told], bool]:
    """Declare an action that costs 1 SP, of which `pays` still have to be paid here; whether it is lost."""
    event = Event("action_declared", sp=1, hp=facts_of(board, character).get("hp"))
    fired, told = fired_at(board, character, event, actor, {"on": "action_declared", "sp": 1})
    if fired.action_lost:
        return told, True
    extra = fired.amount("sp_cost")
    if pays + extra:
        told += pay(board, character, Fired(fired.pool), {"sp": pays + extra})
    return told, False


def _action(
    board: Board, character: Any, what: str, told: list[Told], actor: Actor, because: str | None
) -> Told:
    says = Told(f"{character.name} {what}", [("character", character.id)], {"character": character.id})
    says.because = because
    return with_more(says, told, board, actor)


def party(board: Board) -> list[Any]:
    """The players' characters."""
    return [row for row in board.here("character") if row.kind == "pc"]


def step(board: Board, what: str) -> list[Told]:
    """One off the Scene Clock for travel or rest; in a Race the Race counts it."""
    for row in running(board):
        race: Race | None = race_of(board, row)
        if race is not None:
            return nested.put(board, row, race.step(what))
    clock = scene_clock(board)
    if clock is None:
        return []
    clock.value = clock.value.tick().clock
    end = " The Scene is a success." if clock.value.complete else ""
    says = f"{clock.name} -1 for {what}, {clock.filled} left.{end}"
    return [Told(says, [("clock", clock.id)], {"clock": clock.id, "filled": clock.filled})]


def _given(board: Board, character: Any, values: rules.Values) -> Told:
    row = keep_values(board, character.id, values)
    says = f"{character.name}: {values.hp} HP, {values.sp} SP, {values.ep} EP"
    result = {"character": character.id, "hp": values.hp, "sp": values.sp, "ep": values.ep}
    return Told(says, [("character", character.id), ("piece", row.id)], result)
