"""Afflictions at the table: exposure, a Check every Interval, Treatment, and when it kills."""

from collections.abc import Mapping, Sequence

from webapp.games.mettle.screens import characters, game_state, places
from webapp.games.mettle.table import injuries
from webapp.games.mettle.table.common import add_piece, dice, unnamed
from webapp.rules.mettle.afflictions import Affliction, Exposure
from webapp.store.board import Board
from webapp.store.models import Character, Piece
from webapp.table.command import Report, account

FIELDS = ("difficulty", "checks", "stopped")


def victim_of(board: Board, row: Piece) -> Character:
    """Who suffers from it."""
    return board.the(Character, row.character)


def exposure_of(board: Board, row: Piece) -> Exposure:
    """An affliction's piece as the rules have it, with its victim's numbers as they stand."""
    own = characters.sheet(board, victim_of(board, row))
    what = game_state.state_in(row, Affliction, name=row.name or "Affliction")
    return Exposure(what, own["FRAME"], own.mettle.maximum, **{name: row.data[name] for name in FIELDS})


def expose(board: Board, victim: Character, what: Affliction, faces: Sequence[int] | None) -> list[Report]:
    """Somebody is bitten, stung or breathes it in: checked at once, and again each Interval."""
    begun = {"difficulty": 0, "checks": 0, "stopped": False, "since": game_state.clock_of(board)["seconds"]}
    data = {**unnamed(what), **begun}
    row = add_piece(board, "affliction", name=what.name, character=victim.id, data=data)
    return check_again(board, row, faces)


def check_again(board: Board, row: Piece, faces: Sequence[int] | None) -> list[Report]:
    """The affliction is checked: what gets through adds up, soaked or without Edge it stops."""
    victim, before = victim_of(board, row), exposure_of(board, row)
    after = before.check(dice(board, faces))
    row.data = {**row.data, **{name: getattr(after, name) for name in FIELDS}}
    through = after.difficulty - before.difficulty
    words = f"{row.name} on {victim.name} ({after.affliction.hazard}): {through} unsoaked"
    words += f", Difficulty +{after.difficulty} in all" + ("; it has run its course" if after.stopped else "")
    told = [account(words, row, victim, piece=row.id, difficulty=after.difficulty, stopped=after.stopped)]
    told += afflicted(board, victim)
    if after.dead:
        told += injuries.take_on(board, victim, "dead", source=row.name)
    return told


def afflicted(board: Board, victim: Character) -> list[Report]:
    """The Afflicted status holds the Difficulty of all afflictions together."""
    total = sum(row.data["difficulty"] for row in of(board, victim))
    if not total:
        return injuries.end(board, victim, "afflicted")
    held = characters.carried(board, victim.id, "Afflicted")
    if held is not None and held.data.get("count") == total:
        return []
    return injuries.take_on(board, victim, "afflicted", total)


def of(board: Board, victim: Character) -> list[Piece]:
    """Somebody's afflictions."""
    return [row for row in places.pieces(board, "affliction") if row.character == victim.id]


def treat(board: Board, row: Piece) -> list[Report]:
    """A Treatment clears the status and stops the affliction."""
    victim, after = victim_of(board, row), exposure_of(board, row).treated()
    row.data = {**row.data, "difficulty": after.difficulty, "stopped": after.stopped}
    row.removed = True
    return [account(f"{row.name} of {victim.name} is treated", row, victim), *afflicted(board, victim)]


def pass_time(
    board: Board, seconds: int, given: Mapping[str, Sequence[int]], by_turn: bool = False
) -> list[Report]:
    """Game time passes: every affliction that is still at work is checked as often as it falls due.

    `by_turn`: a Round or Stretch is over, and what is checked by the Round is checked once. `given` are real
    dice by the affliction's id, as many as the first Checks take; the rest is rolled here.
    """
    told: list[Report] = []
    for row in places.pieces(board, "affliction"):
        exposure, faces = exposure_of(board, row), list(given.get(str(row.id), ()))
        due, counted = exposure.due(row.data.get("since", 0), seconds, by_turn=by_turn)
        row.data = {**row.data, "since": counted}
        pool = exposure.affliction.hazard.pool
        for turn in range(min(due, 100)):
            if not row.data["stopped"] and not injuries.is_gone(board, victim_of(board, row)):
                told += check_again(board, row, faces[turn * pool : (turn + 1) * pool] or None)
    return told


def next_scene(board: Board) -> list[Report]:
    """A new Scene: what has stopped leaves, what is still at work stays."""
    told: list[Report] = []
    for row in places.pieces(board, "affliction"):
        if exposure_of(board, row).next_scene() is None:
            row.removed = True
            victim = victim_of(board, row)
            told += [
                account(f"{row.name} of {victim.name} wears off", row, victim),
                *afflicted(board, victim),
            ]
    return told
