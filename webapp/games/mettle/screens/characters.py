"""Characters of METTLE as its rules take them: the sheet's numbers, and what statuses leave of them."""

from fractions import Fraction

from webapp.games.mettle.screens import game_state
from webapp.rules.errors import RuleError
from webapp.rules.mettle import statuses as rules
from webapp.rules.mettle.book import catalogue
from webapp.rules.mettle.cover import NAMES, Cover
from webapp.rules.mettle.facts import Body, Weapon
from webapp.rules.mettle.sheet import Sheet, sheet_of
from webapp.rules.mettle.statuses import Status, Statuses
from webapp.store.board import Board
from webapp.store.models import Character, Condition, Piece

COVERS = {name: kind for kind, name in NAMES.items()}


def conditions(board: Board, character: int) -> list[Condition]:
    """What somebody carries."""
    return [row for row in board.here(Condition) if row.character == character]


def carried(board: Board, character: int, name: str) -> Condition | None:
    """The condition of this name on somebody, if it is there."""
    wanted = name.casefold()
    return next((row for row in conditions(board, character) if row.name.casefold() == wanted), None)


def status_of(row: Condition) -> Status | None:
    """A condition as a status of the book; None for one of the group's own."""
    return status_named(row.name, int(row.data.get("count", 1)))


def status_named(name: str, count: int) -> Status | None:
    """The same by its name and what it counts."""
    if catalogue().named(name) is None:
        return None
    try:
        return Status(name, count)
    except RuleError:
        return None


def held(board: Board, character: int) -> list[tuple[Condition, Status]]:
    """The conditions of somebody that are statuses of the book, each as one."""
    found = [(row, status_of(row)) for row in conditions(board, character)]
    return [(row, status) for row, status in found if status is not None]


def statuses(board: Board, character: int) -> Statuses:
    """The statuses of the book on somebody."""
    return tuple(status for _, status in held(board, character))


def starving(board: Board, character: int) -> int:
    """How many days without food lower maximum Mettle."""
    return sum(each.count for each in statuses(board, character) if each.key == "starving")


def sheet(board: Board, row: Character) -> Sheet:
    """Somebody's numbers as they stand."""
    return sheet_of(row.stats, starving(board, row.id))


def cover_of(board: Board, character: int) -> Cover:
    """What somebody is behind now."""
    names = (row.name for row in conditions(board, character))
    return next((COVERS[name] for name in names if name in COVERS), Cover.NONE)


def body(board: Board, row: Character) -> Body:
    """Somebody as a Check meets them. Cover that makes them harder to hit is told apart from POISE.

    Aboard in a race `speed` is that of the vehicle now.
    """
    own, held = sheet(board, row), statuses(board, row.id)
    counted, ride = {each.key: each.count for each in held}, game_state.ride(board, row.id)
    return Body(
        id=row.id,
        name=row.name,
        frame=own["FRAME"],
        armour=own.armour,
        proof=own.proof,
        poise=rules.poise(held, own["POISE"]),
        motive=own["MOTIVE"],
        nature=own["NATURE"],
        culture=own["CULTURE"],
        current=own.mettle.current,
        maximum=own.mettle.maximum,
        cover=cover_of(board, row.id),
        surprised="surprised" in counted,
        unnoticed=counted.get("unnoticed", 0),
        rattled="rattled" in counted,
        zone=row.zone,
        speed=ride[2].speed if ride else int(rules.speed(held, own.speed)),
    )


def weapons(board: Board, character: int, named: int | None = None) -> dict[int, Weapon]:
    """Everything somebody may attack with, by its id: what they carry, and what the GM `named`."""
    rows = [row for row in board.here(Piece) if row.kind == "weapon"]
    own = [row for row in rows if row.character == character or row.id == named]
    return {row.id: Weapon(name=row.name or "weapon", **row.data) for row in own}


def speed(board: Board, row: Character) -> Fraction:
    """Zones a Round under whatever load somebody carries."""
    return rules.speed(statuses(board, row.id), sheet(board, row).speed)
