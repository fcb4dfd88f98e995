"""Clocks in clocks: what the rules make of a Situation's clocks is written back to the table."""

from collections.abc import Callable
from functools import partial
from typing import Any

from webapp.games.resonance.screens.characters import SITUATION, pieces, values_of
from webapp.games.resonance.screens.nested_clocks import clock_of, is_done, left_behind, running, value_of
from webapp.games.resonance.screens.roll_facts import waiting_of
from webapp.rules.resonance.race import Ending, Race
from webapp.rules.resonance.situations import Defeat, Situation, SituationState, defeated
from webapp.store.board import Board
from webapp.store.models import Character, Check, Piece
from webapp.table.command import Report, account

SAID = {Ending.SUCCESS: "success", Ending.PARTIAL: "partial success", Ending.FAILURE: "failure"}
CLOCKS = {"threat": "threat", "clock": "situation", "scene_clock": "scene"}
"""The clocks of a Situation as a piece names them, and as the rules do."""
Move = Callable[[Any], Situation | Race]


def settle(board: Board) -> list[Report]:
    """Whatever moved a clock or felled a foe: what is decided is decided, and parts that are done count."""
    told: list[Report] = []
    for row in list(running(board)):
        parts = [dict(part) for part in row.data["parts"]]
        new = [part for part in parts if not part["done"] and is_done(board, part)]
        for part in new:
            part["done"] = True
            told.append(dealt_with(row, part))
        if new:
            keep(row, parts=parts)
        told += put(board, row, partial(_counted, parts=len(new)))
    return told


def _counted(found: Situation | Race, parts: int) -> Situation | Race:
    decided = found.settled()
    return decided.resolve(parts) if parts and decided.state is SituationState.RUNNING else decided


def dealt_with(row: Piece, part: dict[str, Any]) -> Report:
    """A part is done; who does not know of it reads nothing of it."""
    named = (("clock", part["clock"]), ("character", part["character"]))
    about = [("piece", row.id), *((kind, id) for kind, id in named if id is not None)]
    return Report(f"{part['name']} is dealt with", about, {"situation": row.id})


def put(board: Board, row: Piece, move: Move) -> list[Report]:
    """Let something happen to a Situation, and write it down as the rules left it."""
    before = value_of(board, row)
    if before is None:
        return []
    after, told = move(before), []
    for name, field in CLOCKS.items():
        was, now = getattr(before, field, None), getattr(after, field, None)
        if was is not None and now is not None and was != now:
            told += take_off(board, row, name, was - now)
    if isinstance(after, Race) and after.outcome is None and told and after.why:
        told[0].summary = f"{after.why} {told[0].summary}"
    return told if after == before or after.state is SituationState.RUNNING else [*told, _over(row, after)]


def _over(row: Piece, after: Situation | Race) -> Report:
    """A Situation is over."""
    failed = after.state is SituationState.FAILED
    outcome = after.outcome if isinstance(after, Race) else None
    kept = str(outcome) if outcome is not None else None
    keep(row, state=str(after.state), outcome=kept, why=after.why, complication=failed)
    end = SAID[outcome] if outcome is not None else str(after.state)
    came = kept or str(Ending.FAILURE if failed else Ending.SUCCESS)
    return account(f"{row.name}: {end}. {after.why}", row, situation=row.id, outcome=came)


def take_off(board: Board, row: Piece, name: str, count: int) -> list[Report]:
    """Take so much off one of a Situation's clocks, or give it back."""
    clock = clock_of(board, row, name)
    if clock is None:
        return []
    word, clock.value = clock.value.word, clock.value.tick(count).clock
    says = f"{clock.name} {-count:+}, {clock.filled} left"
    masked = f"{clock.name}: {clock.value.word}" if clock.value.word != word else None
    result = {"clock": clock.id, "filled": clock.filled}
    return [Report(says, [("clock", clock.id)], result, masked=masked)]


def keep(row: Piece, **changes: object) -> None:
    """Write down what changed of a Situation."""
    row.data = {**row.data, **changes}


def races(board: Board, move: Callable[[Race], Race]) -> list[Report]:
    """Let something happen to every Race that still goes on."""
    told: list[Report] = []
    for row in list(running(board)):
        found = value_of(board, row)
        if isinstance(found, Race) and found.settled().state is SituationState.RUNNING:
            told += put(board, row, move)
    return told


def attempted(board: Board, check: Check) -> list[Report]:
    """An Effort Roll of a player at parts of a Race may cost it threat at once."""
    told: list[Report] = []
    kind, roller = waiting_of(board, check).kind, board.find(Character, check.character)
    player = roller is not None and roller.kind == "pc"
    for row in list(running(board)):
        at = [part for part in row.data["parts"] if part["clock"] in check.targets and not part["done"]]
        found = value_of(board, row)
        if at and isinstance(found, Race) and found.settled().state is SituationState.RUNNING:
            kinds = [part["kind"] for part in at]
            told += put(board, row, partial(Race.tried, kinds=kinds, roll=kind, player=player))
    return told


def all_down(board: Board) -> list[Report]:
    """Everyone the players play is down: whatever Situation runs is failed."""
    party = [values_of(board, row.id).hp for row in board.here(Character) if row.kind == "pc"]
    if not defeated(party):
        return []
    told: list[Report] = []
    for row in list(running(board)):
        told += put(board, row, lambda found: found.fail(Defeat.DEFEATED))
    return told


def scene_over(board: Board) -> list[Report]:
    """The scene ends early: what is left of it is held against the Threat Clock."""
    return [told for row in list(left_behind(board)) for told in put(board, row, lambda it: it.scene_ends())]


def moves_on(board: Board) -> None:
    """Play goes on: what failed before is complicated no more."""
    for row in pieces(board, SITUATION):
        if row.data["complication"]:
            keep(row, complication=False)
