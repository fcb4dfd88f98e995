"""Time at the table: a scene ends, or time passes; what that moves becomes proposals for the GM."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from webapp.rules.check import Proposed
from webapp.rules.ruleset import ruleset
from webapp.screens.audience import PLAYER
from webapp.screens.sight import Sight
from webapp.store.board import Board
from webapp.table.accepting import propose
from webapp.table.outcomes import carried, may_move


def scene_passes(board: Board) -> list[int]:
    """The scene being played ends: wounds bleed on, what lasts no longer clears, clocks of scenes tick."""
    game = ruleset(board.table.ruleset)
    sight = Sight(board, PLAYER)
    found: list[Proposed] = []
    for row in board.here("condition"):
        # Causes are told wherever the clock is seen, so they name only what players know.
        told = carried(row, row.name if sight.level(row) == "shown" else "something")
        found += [_whole(board, row, line) for line in game.scene_ends([told])]
    return propose(board, [*found, *_ticks(board, "scene", "a scene passes")])


def time_passes(board: Board, why: str) -> list[int]:
    """Time passes in the story: every clock that time moves may tick."""
    return propose(board, _ticks(board, "time", why))


def _ticks(board: Board, tempo: str, why: str) -> Iterator[Proposed]:
    scenes = (None, board.table.active_scene)
    for clock in board.here("clock"):
        if (
            clock.tempo == tempo
            and clock.scene in scenes
            and not clock.value.complete
            and may_move(board, clock)
        ):
            yield Proposed("clock.tick", {"clock": clock.id, "by": 1}, why, 0, 1)


def _whole(board: Board, condition: Any, line: Proposed) -> Proposed:
    """A clock that is proposed for a condition belongs to it and to whoever carries it."""
    if line.do != "clock.add":
        return line
    return replace(line, fields={**line.fields, **personal(board, condition)})


def personal_kind(board: Board) -> str:
    """A personal clock where the game knows that kind, else its plainest."""
    return ruleset(board.table.ruleset).clock_kind_for("personal")


def personal(board: Board, condition: Any) -> dict[str, Any]:
    """The fields of a condition's own clock: it goes where the character goes, seen as the condition is."""
    character = board.row("character", condition.character)
    name = f"{condition.name} ({character.name})" if character is not None else condition.name
    return {
        "name": name[:80],
        "scene": None,
        "character": condition.character,
        "condition": condition.id,
        "visibility": condition.visibility,
    }
