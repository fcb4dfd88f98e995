"""Game time goes on: afflictions fall due, and each day asks for food, water, sleep and rest."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from webapp.games.mettle.screens import bodies as read
from webapp.games.mettle.screens import keeping
from webapp.games.mettle.screens.shown import moment
from webapp.games.mettle.table import afflictions, bodies
from webapp.games.mettle.table.common import account, add_piece
from webapp.rules.mettle import lasting
from webapp.rules.mettle.sheet import METTLE, sheet_of
from webapp.rules.mettle.spans import seconds
from webapp.rules.mettle.statuses import Status
from webapp.store.board import Board
from webapp.table.command import Told

DAY = 86400
Given = Mapping[str, Sequence[int]]


@dataclass(frozen=True)
class Day:
    """What everybody had on one day; `starving` is the harsher rule for hunger."""

    food: bool = True
    water: bool = True
    sleep: str = "good"
    starving: bool = False
    rest: bool = False


def clock(board: Board) -> Any:
    """The piece that keeps game time; it is there from the first time anybody asks."""
    return keeping.piece(board, "time") or add_piece(board, "time", data=keeping.clock_of(board))


def pass_on(
    board: Board, span: str, count: int, people: Iterable[Any], day: Callable[[int], Day], given: Given
) -> list[Told]:
    """So much time goes by for these people; `day` says what they had on each day, from 0.

    `given` are real dice of afflictions that fall due, by their ids.
    """
    days = [day(place) for place in range(_forward(board, seconds(span, count)))]
    row, everybody = clock(board), list(people)
    after = row.data["seconds"]
    told = [account(f"{count} {span}{'s' if count > 1 else ''} later: {moment(after)}", row)]
    told += afflictions.pass_time(board, after, given)
    for each in everybody:
        told += _lived(board, each, days)
    return told


def turn_over(board: Board, span: str, given: Given) -> list[Told]:
    """A Round or a Stretch is over: about six seconds or a minute went by, and what falls due is checked.

    At midnight the party counts as fed and rested; who was not is told by the Guide. Source: Scenes, "Time".
    """
    days = [Day()] * _forward(board, seconds(span))
    told = afflictions.pass_time(board, clock(board).data["seconds"], given, by_turn=True)
    for each in party(board):
        told += _lived(board, each, days)
    return told


def _forward(board: Board, by: int) -> int:
    """Put game time forward by so many seconds; how many midnights that passes."""
    row = clock(board)
    before = row.data["seconds"]
    row.data = {**row.data, "seconds": before + by}
    return int((before + by) // DAY - before // DAY)


def party(board: Board) -> list[Any]:
    """The players' characters."""
    return [row for row in board.here("character") if row.kind == "pc"]


def _lived(board: Board, row: Any, days: list[Day]) -> list[Told]:
    """What days with or without food, water and sleep leave in the end, and what they kill."""
    if bodies.is_gone(board, row) or not days:
        return []
    held = read.statuses(board, row.id)
    after, calling, dead = held, read.sheet(board, row)["CALLING"], False
    for day in days:
        after = after if dead else _over(after, day)
        dead = dead or bool(lasting.deadly(after, calling=calling, mettle=_full(row)))
    told = bodies.become(board, row, after) if after != held else []
    told += bodies.after_status(board, row) if told else []
    for key in lasting.deadly(after, calling=calling, mettle=_full(row)):
        told += bodies.take_on(board, row, "dead", source=key.capitalize())
    return told + (_rests(board, row) if any(day.rest for day in days) else [])


def _over(statuses: tuple[Status, ...], day: Day) -> tuple[Status, ...]:
    return lasting.after_day(statuses, food=day.food, water=day.water, sleep=day.sleep, starving=day.starving)


def _rests(board: Board, row: Any) -> list[Told]:
    held = read.carried(board, row.id, "Stable")
    if held is None:
        return []
    owed = int(held.data.get("count", 0))
    held.removed = True
    return [account(f"{row.name} has rested", held, row), *bodies.regain(board, row, owed)]


def _full(row: Any) -> Any:
    """Somebody's Mettle before hunger took anything off its maximum."""
    return sheet_of({name: each for name, each in row.stats.items() if name != METTLE}).mettle
