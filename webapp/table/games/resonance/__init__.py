"""Resonance at the table: its commands, the shapes of its pieces, and what its book makes follow at once."""

from collections.abc import Callable, Mapping

from webapp.rules.resonance.numbers import number
from webapp.screens.games.resonance.nesting import situation_from
from webapp.screens.games.resonance.reading import (
    HIDING,
    LAST,
    POOL,
    ROUNDS,
    SITUATION,
    VALUES,
    pool_from,
    rounds_data,
    rounds_from,
    values_data,
    values_from,
)
from webapp.store.board import Board
from webapp.table.actor import Actor
from webapp.table.command import Command, Told
from webapp.table.games import Before, Data, GameTable
from webapp.table.games.resonance import (
    happening,
    hiding,
    mounts,
    pools,
    races,
    reactions,
    rests,
    rolls,
    situations,
    turns,
    values,
)
from webapp.table.games.resonance.deck import SLOWED

__all__ = [
    "TABLE",
    "happening",
    "hiding",
    "mounts",
    "pools",
    "races",
    "rests",
    "rolls",
    "situations",
    "turns",
    "values",
]


def _pool(data: Data) -> Data:
    passing = {name: each for name, each in data.items() if name == LAST and isinstance(each, dict)}
    return {**dict(pool_from(data)), **passing}


def _rounds(data: Data) -> Data:
    passing = {name: each for name, each in data.items() if name == SLOWED}
    return {**rounds_data(rounds_from(data)), **passing}


class ResonanceTable(GameTable):
    """What Resonance adds at the table."""

    codecs: Mapping[str, Callable[[Data], Data]] = {
        VALUES: lambda data: values_data(values_from(data)),
        POOL: _pool,
        HIDING: lambda data: {"tn": number("tn", data.get("tn"), 0, 1000)},
        SITUATION: situation_from,
        ROUNDS: _rounds,
    }

    def before(self, command: Command, board: Board, actor: Actor) -> Before:
        """Declaring an action lets Blight and its like bite first."""
        return reactions.before(command, board, actor)

    def after(self, command: Command, told: Told, board: Board, actor: Actor) -> list[Told]:
        """Tags that a roll uses up, clocks in clocks, conditions that follow from values."""
        return reactions.after(command, told, board, actor)


TABLE = ResonanceTable()
