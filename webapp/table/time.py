"""Time at the table: a scene ends, or time passes; what that moves becomes proposals for the GM."""

from dataclasses import replace

from webapp.rules.check import Proposed
from webapp.rules.play import CarriedCondition
from webapp.rules.ruleset import played
from webapp.screens.audience import PLAYER
from webapp.screens.carried import carried
from webapp.screens.visibility import Visibility
from webapp.store.board import Board
from webapp.store.models import Character, Clock, Condition
from webapp.table.outcomes import waits
from webapp.table.proposals import propose


def scene_passes(board: Board) -> list[int]:
    """The scene being played ends: wounds bleed on, what lasts no longer clears, clocks of scenes tick."""
    game = played(board.table.ruleset)
    found: list[Proposed] = []
    for row in board.here(Condition):
        found += [_whole(board, row, line) for line in game.scene_ends([told(board, row)])]
    return propose(board, [*found, *game.time_passes(_timed(board, "scene"), "a scene passes")])


def told(board: Board, condition: Condition) -> CarriedCondition:
    """A condition as a cause may name it: causes are told wherever what follows is seen."""
    known = Visibility(board, PLAYER).level(condition) == "shown"
    return carried(condition, condition.name if known else "something")


def time_passes(board: Board, why: str) -> list[int]:
    """Time passes in the story: every clock that time moves may tick."""
    return propose(board, played(board.table.ruleset).time_passes(_timed(board, "time"), why))


def _timed(board: Board, tempo: str) -> list[int]:
    """The clocks in play that time moves so, and that may still move."""
    scenes = (None, board.table.active_scene)
    rows = (row for row in board.here(Clock) if row.tempo == tempo and row.scene in scenes)
    return [row.id for row in rows if not (row.value.complete or waits(board, row))]


def _whole(board: Board, condition: Condition, line: Proposed) -> Proposed:
    """A clock that is proposed for a condition belongs to it and to whoever carries it."""
    if line.do != "clock.add":
        return line
    return replace(line, fields={**line.fields, **personal(board, condition)})


def personal_kind(board: Board) -> str:
    """A personal clock where the game knows that kind, else its plainest."""
    return played(board.table.ruleset).clock_kind_for("personal")


def personal(board: Board, condition: Condition) -> dict[str, object]:
    """The fields of a condition's own clock: it goes where the character goes, seen as the condition is."""
    character = board.row(Character, condition.character)
    name = f"{condition.name} ({character.name})" if character is not None else condition.name
    return {
        "name": name[:80],
        "scene": None,
        "character": condition.character,
        "condition": condition.id,
        "visibility": condition.visibility,
    }
