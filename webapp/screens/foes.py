"""Those whom the GM plays, on the screens of players: what is said of them where no numbers are told."""

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from webapp.rules.ruleset import played
from webapp.screens.foe_numbers import Telling, counts, without_numbers
from webapp.screens.visibility import Visibility
from webapp.store.board import Board
from webapp.store.models import Character, Check, Thing

About: TypeAlias = Iterable[Any]
"""Things, each as its kind and its id."""
CHARACTERS = ("character", "characters")


def in_check(board: Board, check: Check) -> list[Character]:
    """Who rolls, and whom it is aimed at."""
    ids: list[int | None] = [check.character]
    for field in played(board.table.ruleset).check_form:
        named = check.asked.get(field.key) if field.kind in CHARACTERS else None
        ids += named if isinstance(named, list) else [named]
    rows = (board.row(Character, id) for id in dict.fromkeys(ids))
    return [row for row in rows if row is not None]


def line_without_theirs(text: str, about: About, visibility: Visibility) -> str:
    """What the journal says of these things, without numbers that this audience is not told."""
    names = _hidden(about, visibility)
    return text if names is None else without_numbers(text, names)


def tells_theirs(text: str, about: About, visibility: Visibility) -> bool:
    """Whether a text counts something of whom this audience is not told the numbers."""
    names = _hidden(about, visibility)
    return names is not None and counts(text, names)


def _hidden(about: About, visibility: Visibility) -> list[str] | None:
    """The names in a text about these things, if somebody's numbers are not told; else None."""
    if not visibility.withholds:
        return None
    things = [row for kind, id in about if (row := visibility.board.thing(kind, id)) is not None]
    people = [who for row in things for who in _whose(row, visibility.board)]
    if all(visibility.telling(who) is Telling.EXACT for who in people):
        return None
    named = [getattr(row, "name", None) or "" for row in (*things, *people)]
    return [*named, *(row.intent for row in things if isinstance(row, Check))]


def _whose(row: Thing, board: Board) -> Iterator[Character]:
    if isinstance(row, Character):
        yield row
    elif isinstance(row, Check):
        yield from in_check(board, row)
    elif (who := board.row(Character, getattr(row, "character", None))) is not None:
        yield who
