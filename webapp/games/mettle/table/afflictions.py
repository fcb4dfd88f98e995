"""Afflictions at the table: exposure, a Check every Interval, Treatment, and when it kills."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from pydantic import Field

from webapp.games.mettle.screens import characters, game_state, places
from webapp.games.mettle.table import injuries
from webapp.games.mettle.table.common import (
    Faces,
    OfSomebody,
    Written,
    add_piece,
    dice,
    the_piece,
    together,
    unnamed,
)
from webapp.rules.mettle.afflictions import Affliction, Exposure
from webapp.rules.mettle.book import affliction
from webapp.rules.mettle.hazards import Hazard
from webapp.store.board import Board
from webapp.store.models import Character, Piece
from webapp.table.actor import Actor
from webapp.table.command import GameCommand, Report, account, command
from webapp.table.fields import Id, optional

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


# ---- commands -----------------------------------------------------------------------------------

BookName = Annotated[str, Field(max_length=40)]
Interval = Literal["round", "minute", "hour", "day", "week"]


@command("mettle.hazard.expose")
class Expose(OfSomebody):
    """Somebody meets a poison or disease: one of the book by `name`, or written with potence and Interval."""

    name: BookName = Field(description="what it is called")
    hazard: Written | None = optional("the Hazard as nD+b")
    soaked: bool = Field(default=True, description="whether FRAME soaks it")
    interval: Interval = Field(default="hour", description="how often it is checked again")
    death_at: int = Field(
        default=1, ge=1, le=10, description="how many times maximum Mettle the Difficulty must exceed to kill"
    )
    dice: Faces | None = None

    def happens(self, board: Board, victim: Character, actor: Actor) -> Report:
        what = (
            Affliction(self.name, Hazard.parse(self.hazard), self.soaked, self.interval, self.death_at)
            if self.hazard
            else affliction(self.name)
        )
        told = expose(board, victim, what, self.dice)
        return together(told, told[0].result)


@command("mettle.hazard.check")
class CheckAffliction(GameCommand):
    """An Interval has passed: the affliction is checked again."""

    affliction: Id = Field(description="the affliction")
    dice: Faces | None = None

    def play(self, board: Board, actor: Actor) -> Report:
        row = the_piece(board, self.affliction, actor, "affliction")
        told = check_again(board, row, self.dice)
        return together(told, told[0].result)


@command("mettle.hazard.treat")
class Treat(GameCommand):
    """A Treatment clears an affliction."""

    affliction: Id = Field(description="the affliction")

    def play(self, board: Board, actor: Actor) -> Report:
        row = the_piece(board, self.affliction, actor, "affliction")
        return together(treat(board, row), {"piece": row.id})
