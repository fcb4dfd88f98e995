"""Race Situations: the threat budget, what moves the Threat Clock, and how the Race ends."""

from typing import Annotated, Literal

from pydantic import Field

from webapp.rules.resonance import book
from webapp.rules.resonance.race import Budget, Race, budget, budget_for, level_modifier
from webapp.screens.games.resonance.nesting import race_of, running, scene_clock
from webapp.screens.games.resonance.reading import level_of
from webapp.store.board import Board
from webapp.store.models import Piece
from webapp.table.actor import Actor
from webapp.table.command import GameCommand, Told, command
from webapp.table.fields import Because, Id, Name, Visibility
from webapp.table.games.resonance import nested
from webapp.table.games.resonance.naming import Happens
from webapp.table.games.resonance.situations import (
    Length,
    Parts,
    account,
    add_clock,
    find_situation,
    must,
    set_up,
)
from webapp.table.refusals import Refused
from webapp.table.taking import with_more

Level = Annotated[int, Field(ge=0, le=9)]
Category = Literal["hard", "normal", "easy"]


@command("resonance.race.start")
class StartRace(GameCommand):
    """Start a Race: a Situation against a Threat Clock.

    Its size follows from the Situation's level and the party's (absent: the players' characters), by the
    table of the book; a category or a threat that is given counts instead.
    """

    name: Name
    parts: Parts
    level: Annotated[int, Field(ge=1, le=9)] | None = None
    party: Annotated[list[Level], Field(max_length=20)] | None = None
    category: Category | None = None
    threat: Length | None = None
    scene_length: Length | None = None
    threat_name: Name = "Threat"
    visibility: Visibility | None = None
    because: Because | None = None

    def play(self, board: Board, actor: Actor) -> Told:
        if any(race_of(board, row) for row in running(board)):
            raise Refused("A Race is running already.")
        found = self._budget(board)
        if scene_clock(board) is None:
            add_clock(board, "Scene", self.scene_length or 8, "scene")
        shown = self.visibility or "shown"
        threat = add_clock(board, self.threat_name, found.threat, "threat", shown)
        more = {"threat": threat.id, "category": found.category, "level": self.level}
        row = set_up(board, self.name, self.parts, actor, shown, **more)
        says = f"{row.name}: a Race begins, {found.category}, Threat Clock {found.threat}"
        result = {**account(row), "category": found.category, "budget": found.threat}
        return Told(says, [("piece", row.id)], result, because=self.because)

    def _budget(self, board: Board) -> Budget:
        """The Threat Clock of this Scene goes on if there is one; else the table of the book."""
        if self.threat is not None:
            return Budget(self.category or "set by hand", self.threat)
        level = must(self.level, "level", "Say the Situation's level, or how long the Threat Clock is.")
        if self.category is not None:
            return budget_for(level, self.category)
        return budget(level, level_modifier(level, self.party or party_levels(board)))


def party_levels(board: Board) -> list[int]:
    """The levels of the players' characters."""
    return [level_of(row) for row in board.here("character") if row.kind == "pc"]


@command("resonance.race.happen")
class HappenInRace(GameCommand):
    """Something happens in a Race: an Effort Roll at a Barrier or Puzzle, a round ends, a part is resolved,
    travel, rest, the scene ends, or the Curator overrules how it came out."""

    situation: Id | None = None
    on: Happens
    resolved: bool = False
    super_critical: bool = False
    parts: Annotated[int, Field(ge=1, le=100)] = 1
    outcome: Literal["success", "partial_success", "failure"] | None = None
    because: Because | None = None

    def play(self, board: Board, actor: Actor) -> Told:
        row = find_race(board, self.situation)
        race = race_of(board, row)
        if race is None:
            raise Refused(f"{row.name} is no Race.")
        on = book.event_key(self.on, "race")
        told = nested.put(board, row, self._after(race, on))
        name = next(str(each["name"]) for each in book.events("race") if each["key"] == on)
        says = Told(f"{row.name}: {name}", [("piece", row.id)], {"situation": row.id})
        says.because = self.because
        done = with_more(says, told, board, actor)
        if row.data["outcome"] is not None:
            done.result["outcome"] = row.data["outcome"]
        return done

    def _after(self, race: Race, on: str) -> Race:
        if on == "attempt":
            return race.attempt(resolved=self.resolved, super_critical=self.super_critical)
        if on == "round_end":
            return race.round_end()
        if on in ("resolved", "super_critical"):
            return race.resolve(self.parts if on == "resolved" else 1)
        if on in ("travel", "rest"):
            return race.step(on)
        if on == "scene_ends":
            return race.scene_ends()
        return race.overruled(must(self.outcome, "outcome", "Say how it ends."))


def find_race(board: Board, id: int | None) -> Piece:
    """The Race with this id, or the one that runs."""
    if id is not None:
        return find_situation(board, id)
    row = next((row for row in running(board) if race_of(board, row) is not None), None)
    if row is None:
        raise Refused("No Race is running.")
    return row
