"""Race Situations: the threat budget, what moves the Threat Clock, and how the Race ends."""

from typing import Annotated, Any, Literal

from pydantic import Field

from webapp.games.resonance.screens.characters import SITUATION, level_of
from webapp.games.resonance.screens.nested_clocks import race_of, running, scene_clock
from webapp.games.resonance.table import nested_clocks
from webapp.games.resonance.table.character_state import Reasoned
from webapp.games.resonance.table.pools import Happens
from webapp.games.resonance.table.situations import (
    Length,
    Parts,
    add_clock,
    find_situation,
    made,
    must,
    set_up,
)
from webapp.rules.resonance import book
from webapp.rules.resonance import race as rules
from webapp.store.board import Board
from webapp.store.models import Character, Clock, Piece
from webapp.table.actor import Actor
from webapp.table.command import Report, account, command
from webapp.table.execution import with_more
from webapp.table.fields import Id, Name, VisibilityLevel, optional
from webapp.table.refusals import Refused

Level = Annotated[int, Field(ge=0, le=9)]
Category = Literal["hard", "normal", "easy"]


@command("resonance.race.start")
class StartRace(Reasoned):
    """Start a Race: a Situation against a Threat Clock.

    Its size follows from the Situation's level and the party's (absent: the players' characters), by the
    table of the book; a category or a threat that is given counts instead. It is set for the whole Scene: a
    second Race goes on with what is left, unless a `threat` or `new_budget` sets it anew.
    """

    name: Name
    parts: Parts = Field(description="how many parts the event counts for")
    level: Annotated[int, Field(ge=1, le=9, description="the Situation's level, 1 to 9")] | None = None
    party: Annotated[list[Level], Field(max_length=20)] | None = optional(
        "the levels of the party; absent: those of the players' characters"
    )
    category: Category | None = optional("hard, normal or easy; absent: by the levels")
    threat: Length | None = optional("how long the Threat Clock is; absent: by the table of the book")
    new_budget: bool = Field(
        default=False, description="a Threat Clock of its own, though this Scene has had one"
    )
    scene_length: Length | None = optional("how long the Scene Clock is, if none runs yet")
    threat_name: Name = Field(default="Threat", description="what the Threat Clock is called")
    visibility: VisibilityLevel | None = None

    def play(self, board: Board, actor: Actor) -> Report:
        if any(race_of(board, row) for row in running(board)):
            raise Refused("A Race is running already.")
        before = None if self.new_budget or self.threat is not None else last_race(board)
        threat, found = self._goes_on(board, before) if before is not None else self._anew(board)
        more = {"threat": threat.id, "category": found.category, "level": self.level}
        row = set_up(board, self.name, self.parts, actor, self.visibility or "shown", **more)
        how = f"goes on at {found.threat}" if before is not None else str(found.threat)
        says = f"{row.name}: a Race begins, {found.category}, Threat Clock {how}"
        return account(says, row, **made(row), category=found.category, budget=found.threat)

    def _goes_on(self, board: Board, before: Piece) -> tuple[Clock, rules.Budget]:
        """What is left of the Threat Clock of this Scene, whose earlier Race may be put away by now."""
        rows: list[Any] = [board.row(Clock, before.data[name]) for name in ("scene_clock", "threat")]
        scene, threat = rows
        race = rules.Race(scene.filled, 0, threat.filled).next_situation(len(self.parts))
        threat.removed = False
        return threat, rules.Budget(before.data["category"], race.threat)

    def _anew(self, board: Board) -> tuple[Clock, rules.Budget]:
        found = self._budget(board)
        if scene_clock(board) is None:
            add_clock(board, "Scene", self.scene_length or 8, "scene")
        shown = self.visibility or "shown"
        return add_clock(board, self.threat_name, found.threat, "threat", shown), found

    def _budget(self, board: Board) -> rules.Budget:
        """As it was said, or by the table of the book."""
        if self.threat is not None:
            return rules.Budget(self.category or "set by hand", self.threat)
        level = must(self.level, "level", "Say the Situation's level, or how long the Threat Clock is.")
        if self.category is not None:
            return rules.budget_for(level, self.category)
        return rules.budget(level, rules.level_modifier(level, self.party or party_levels(board)))


def last_race(board: Board) -> Piece | None:
    """The newest Race of the Scene that goes on, put away or not: its Threat Clock is the Scene's."""
    scene = scene_clock(board)
    found = [
        row
        for row in board.all(Piece).values()
        if row.kind == SITUATION
        and scene is not None
        and row.data["scene_clock"] == scene.id
        and rules.leaves_threat(row.data["outcome"], scene.filled)
        and board.row(Clock, row.data["threat"]) is not None
    ]
    return max(found, key=lambda row: (row.order, row.id), default=None)


def party_levels(board: Board) -> list[int]:
    """The levels of the players' characters."""
    return [level_of(row) for row in board.here(Character) if row.kind == "pc"]


@command("resonance.race.happen")
class HappenInRace(Reasoned):
    """Something happens in a Race: an Effort Roll at a Barrier or Puzzle, a round ends, a part is resolved,
    travel, rest, the scene ends, or the Curator overrules how it came out."""

    situation: Id | None = optional("the Situation")
    on: Happens
    resolved: bool = Field(default=False, description="whether the roll finished its part")
    super_critical: bool = Field(default=False, description="whether it was a Super Critical")
    parts: Annotated[int, Field(ge=1, le=100, description="how many parts the event counts for")] = 1
    outcome: Literal["success", "partial_success", "failure"] | None = optional(
        "success, partial_success or failure"
    )

    def play(self, board: Board, actor: Actor) -> Report:
        row = find_race(board, self.situation)
        if race_of(board, row) is None:
            raise Refused(f"{row.name} is no Race.")
        on = book.event_key(self.on, "race")
        if on == "overrule":
            must(self.outcome, "outcome", "Say how it ends.")
        more = {name: getattr(self, name) for name in book.event_fields(on, "race")}
        told = nested_clocks.put(board, row, lambda race: rules.happens(race, on, **more))
        name = next(str(each["name"]) for each in book.events("race") if each["key"] == on)
        says = account(f"{row.name}: {name}", row, situation=row.id)
        done = with_more(says, told, board, actor)
        if row.data["outcome"] is not None:
            done.result["outcome"] = row.data["outcome"]
        return done


def find_race(board: Board, id: int | None) -> Piece:
    """The Race with this id, or the one that runs."""
    if id is not None:
        return find_situation(board, id)
    row = next((row for row in running(board) if race_of(board, row) is not None), None)
    if row is None:
        raise Refused("No Race is running.")
    return row
