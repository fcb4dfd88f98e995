"""Clocks in clocks: a task done takes one off the Situation, a Situation won takes one off the Scene."""

from typing import Any

from webapp.rules.resonance.race import Outcome, Race
from webapp.rules.resonance.situations import State
from webapp.screens.games.resonance.nesting import clock_of, is_done, is_race, left_behind, race_of, running
from webapp.screens.games.resonance.reading import SITUATION, pieces
from webapp.store.board import Board
from webapp.store.models import Piece
from webapp.table.command import Told

SAID = {Outcome.SUCCESS: "success", Outcome.PARTIAL: "partial success", Outcome.FAILURE: "failure"}


def settle(board: Board) -> list[Told]:
    """Whatever moved a clock or felled a foe: parts that are done count, and what is decided is decided."""
    told: list[Told] = []
    for row in list(running(board)):
        told += _count_parts(board, row)
        told += _decide(board, row)
    return told


def _count_parts(board: Board, row: Piece) -> list[Told]:
    parts = [dict(part) for part in row.data["parts"]]
    new = [part for part in parts if not part["done"] and is_done(board, part)]
    if not new:
        return []
    for part in new:
        part["done"] = True
    keep(row, parts=parts)
    told = take_off(board, row, "clock", len(new))
    return [*(dealt_with(row, part) for part in new), *([told] if told is not None else [])]


def dealt_with(row: Piece, part: dict[str, Any]) -> Told:
    """A part is done; who does not know of it reads nothing of it."""
    named = (("clock", part["clock"]), ("character", part["character"]))
    about = [("piece", row.id), *((kind, id) for kind, id in named if id is not None)]
    return Told(f"{part['name']} is dealt with", about, {"situation": row.id})


def _decide(board: Board, row: Piece) -> list[Told]:
    """Threat at 0 is failure, even if the last part fell with the same roll; Situation at 0 is success."""
    threat, clock = clock_of(board, row, "threat"), clock_of(board, row, "clock")
    if is_race(row) and threat is not None and threat.filled == 0:
        return [end(board, row, State.FAILED, Outcome.FAILURE, "The Threat Clock is at 0: failure.")]
    if clock is None or clock.filled > 0:
        return []
    told = [end(board, row, State.SUCCESS, Outcome.SUCCESS, "The Situation Clock is at 0: success.")]
    off = take_off(board, row, "scene_clock", 1)
    return [*told, off] if off is not None else told


def end(board: Board, row: Piece, state: State, outcome: Outcome, why: str) -> Told:
    """A Situation is over."""
    race = is_race(row)
    keep(
        row,
        state=str(state),
        outcome=str(outcome) if race else None,
        why=why,
        complication=state is State.FAILED,
    )
    end = SAID[outcome] if race else ("success" if state is State.SUCCESS else "failed")
    return Told(
        f"{row.name}: {end}. {why}", [("piece", row.id)], {"situation": row.id, "outcome": str(outcome)}
    )


def put(board: Board, row: Piece, race: Race) -> list[Told]:
    """Write a Race down as the rules left it: its clocks, and how it ended."""
    told = []
    for name, left in (("threat", race.threat), ("clock", race.situation), ("scene_clock", race.scene)):
        clock = clock_of(board, row, name)
        if clock is not None and clock.filled != left:
            moved = take_off(board, row, name, clock.filled - left)
            told += [moved] if moved is not None else []
    if race.outcome is not None:
        state = State.FAILED if race.outcome is Outcome.FAILURE else State.SUCCESS
        told.append(end(board, row, state, race.outcome, race.why))
    elif told:
        told[0].summary = f"{race.why} {told[0].summary}"
    return told


def take_off(board: Board, row: Piece, name: str, count: int) -> Told | None:
    """Take so much off one of a Situation's clocks, or give it back; None if it has none, or none is left."""
    clock: Any = clock_of(board, row, name)
    if clock is None or (not clock.filled and count > 0):
        return None
    word, clock.value = clock.value.word, clock.value.tick(count).clock
    says = f"{clock.name} {-count:+}, {clock.filled} left"
    masked = f"{clock.name}: {clock.value.word}" if clock.value.word != word else None
    return Told(says, [("clock", clock.id)], {"clock": clock.id, "filled": clock.filled}, masked=masked)


def keep(row: Piece, **changes: Any) -> None:
    """Write down what changed of a Situation."""
    row.data = {**row.data, **changes}


def attempted(board: Board, clocks: list[int]) -> list[Told]:
    """An Effort Roll at a Barrier or Puzzle of a Race costs one off the Threat Clock at once."""
    told: list[Told] = []
    for row in list(running(board)):
        race = race_of(board, row)
        aimed = any(part["clock"] in clocks and not part["done"] for part in row.data["parts"])
        if race is not None and aimed and race.threat:
            told += put(board, row, race.attempt())
    return told


def round_ends(board: Board) -> list[Told]:
    """A round costs every Race that runs one off its Threat Clock."""
    told: list[Told] = []
    for row in list(running(board)):
        race = race_of(board, row)
        if race is not None and race.threat and race.situation:
            told += put(board, row, race.round_end())
    return told


def scene_over(board: Board) -> list[Told]:
    """The scene ends early: what is left of it is held against the Threat Clock."""
    told: list[Told] = []
    for row in list(left_behind(board)):
        race = race_of(board, row)
        if race is not None:
            told += put(board, row, race.scene_ends())
        elif not is_race(row):
            told.append(end(board, row, State.FAILED, Outcome.FAILURE, "The scene ended before it was won."))
    return told


def moves_on(board: Board) -> None:
    """Play goes on: what failed before is complicated no more."""
    for row in pieces(board, SITUATION):
        if row.data["complication"]:
            keep(row, complication=False)
