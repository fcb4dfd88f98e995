"""Game time goes on: afflictions fall due, and each day asks for food, water, sleep and rest."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice

from webapp.games.mettle.screens import characters, game_state
from webapp.games.mettle.screens.shown import moment
from webapp.games.mettle.table import afflictions, injuries
from webapp.games.mettle.table.common import add_piece
from webapp.rules.mettle import durations
from webapp.rules.mettle.durations import Day
from webapp.rules.mettle.meter import Mettle
from webapp.rules.mettle.sheet import METTLE, sheet_of
from webapp.rules.mettle.spans import seconds
from webapp.store.board import Board
from webapp.store.models import Character, Piece
from webapp.table.command import Report, account

DAY = 86400
Given = Mapping[str, Sequence[int]]


def clock(board: Board) -> Piece:
    """The piece that keeps game time; it is there from the first time anybody asks."""
    return game_state.piece(board, "time") or add_piece(board, "time", data=game_state.clock_of(board))


def pass_on(
    board: Board, span: str, count: int, people: Iterable[Character], had: Iterable[Day], given: Given
) -> list[Report]:
    """So much time goes by for these people, who `had` this on each day.

    `given` are real dice of afflictions that fall due, by their ids.
    """
    days = list(islice(had, _forward(board, seconds(span, count))))
    row, everybody = clock(board), list(people)
    after = row.data["seconds"]
    told = [account(f"{count} {span}{'s' if count > 1 else ''} later: {moment(after)}", row)]
    told += afflictions.pass_time(board, after, given)
    for each in everybody:
        told += _lived(board, each, days)
    return told


def turn_over(board: Board, span: str, given: Given) -> list[Report]:
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


def party(board: Board) -> list[Character]:
    """The players' characters."""
    return [row for row in board.here(Character) if row.kind == "pc"]


def _lived(board: Board, row: Character, days: list[Day]) -> list[Report]:
    """What days with or without food, water, sleep and rest leave in the end, and what they kill."""
    if injuries.is_gone(board, row) or not days:
        return []
    held, calling = characters.statuses(board, row.id), characters.sheet(board, row)["CALLING"]
    lived = durations.after_days(held, days, calling=calling, mettle=_full(row))
    told = injuries.become(board, row, lived.statuses)
    told += injuries.after_status(board, row) if told else []
    for key in lived.killed_by:
        told += injuries.take_on(board, row, "dead", source=key.capitalize())
    return told + (injuries.regain(board, row, lived.regained) if lived.regained else [])


def _full(row: Character) -> Mettle:
    """Somebody's Mettle before hunger took anything off its maximum."""
    return sheet_of({name: each for name, each in row.stats.items() if name != METTLE}).mettle
