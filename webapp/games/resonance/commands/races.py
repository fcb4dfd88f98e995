"""Commands for Races: the threat budget, events on the Threat Clock, and the end."""

from typing import Annotated, Any, Literal

from pydantic import Field

from webapp.games.api import (
    Actor,
    Character,
    Clock,
    CommandResult,
    GameDocument,
    Id,
    Name,
    Refused,
    TableState,
    append_results,
    command,
    optional,
    ref_of,
    told,
)
from webapp.games.resonance.commands import nested_clocks
from webapp.games.resonance.commands.character_state import ReasonedCommand
from webapp.games.resonance.commands.pools import Happens
from webapp.games.resonance.commands.situations import (
    ABOUT_PARTS,
    Length,
    Parts,
    add_clock,
    cut_clocks,
    find_situation,
    made,
    must,
    set_up,
)
from webapp.games.resonance.events import ClockSet, RaceHappened, SituationBegan
from webapp.games.resonance.rules import book
from webapp.games.resonance.rules import races as rules
from webapp.games.resonance.state.characters import level_of
from webapp.games.resonance.state.documents import SITUATION, situation_of
from webapp.games.resonance.state.nested_clocks import (
    CLOCKS,
    find_running_situations,
    race_of,
    scene_clock,
    value_of,
)
from webapp.table.fields import SIGHT, VisibilityLevel

Level = Annotated[int, Field(ge=0, le=9)]
Category = Literal["hard", "normal", "easy"]


@command("resonance.race.start")
class StartRace(ReasonedCommand):
    """Start a Race: a Situation against a Threat Clock.

    The book's table gives the Threat Clock's size from the levels of the Situation and of the party (by
    default the player characters); a given category or threat overrides it. The Threat Clock is set for
    the whole Scene: a second Race continues with the rest, unless `threat` or `new_budget` sets it again.
    """

    name: Name
    parts: Parts = Field(description=ABOUT_PARTS)
    level: Annotated[int, Field(ge=1, le=9)] | None = optional(
        "the Situation's level, 1 to 9; not needed with “threat”, or if an earlier Threat Clock continues"
    )
    party: Annotated[list[Level], Field(max_length=20)] | None = optional(
        "the party's levels; default: those of the players' characters"
    )
    category: Category | None = optional("hard, normal or easy; default: from the levels")
    threat: Length | None = optional(
        "the length of a new Threat Clock; default: that of an earlier Race continues, else the book's table"
    )
    new_budget: bool = Field(
        default=False, description="true: a new Threat Clock, even if this Scene has already had one"
    )
    scene_length: Length | None = optional("the length of a new Scene Clock, if none is running; default: 8")
    threat_name: Name = Field(default="Threat", description="the name of the Threat Clock")
    visibility: VisibilityLevel | None = optional(f"{SIGHT}; default: shown")

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        if any(race_of(state, row) for row in find_running_situations(state)):
            raise Refused("A Race is already running. End it first.")
        before = None if self.new_budget or self.threat is not None else last_race(state)
        threat, found = self._goes_on(state, before) if before is not None else self._anew(state)
        more = {"threat": threat.id, "category": found.category, "level": self.level}
        row = set_up(state, self.name, self.parts, actor, self.visibility or "shown", **more)
        cut = cut_clocks(row, self.parts)
        return told(
            SituationBegan(ref_of(row), len(self.parts), True, found.category or None, cut),
            ClockSet(ref_of(threat), threat.kind, found.threat, before is not None),
            **made(row),
            category=found.category,
            budget=found.threat,
        )

    def _goes_on(self, state: TableState, before: GameDocument) -> tuple[Clock, rules.Budget]:
        """Return this Scene's Threat Clock, restored if it was removed, and what is left as a budget."""
        stored = situation_of(before)
        rows: list[Any] = [state.find_ever(Clock, id) for id in (stored.scene_clock, stored.threat)]
        scene, threat = rows
        race = rules.Race(scene.filled, 0, threat.filled).next_situation(len(self.parts))
        threat.removed = False
        return threat, rules.Budget(stored.category or "", race.threat)

    def _anew(self, state: TableState) -> tuple[Clock, rules.Budget]:
        found = self._budget(state)
        if scene_clock(state) is None:
            add_clock(state, "Scene", self.scene_length or 8, "scene")
        shown = self.visibility or "shown"
        return add_clock(state, self.threat_name, found.threat, "threat", shown), found

    def _budget(self, state: TableState) -> rules.Budget:
        """Return the given budget, or that of the book's table."""
        if self.threat is not None:
            return rules.Budget(self.category or "set by hand", self.threat)
        level = must(self.level, "level", "Enter the Situation's level, or the length of the Threat Clock.")
        if self.category is not None:
            return rules.budget_for(level, self.category)
        return rules.budget(level, rules.level_modifier(level, self.party or party_levels(state)))


def last_race(state: TableState) -> GameDocument | None:
    """Return the current Scene's newest Race, removed or not, whose Threat Clock continues; else None."""
    scene = scene_clock(state)
    rows = (row for row in state.all(GameDocument).values() if row.kind == SITUATION)
    found = [
        row
        for row, stored in ((row, situation_of(row)) for row in rows)
        if scene is not None
        and stored.scene_clock == scene.id
        and rules.leaves_threat(stored.outcome, scene.filled)
        and state.find_ever(Clock, stored.threat) is not None
    ]
    return max(found, key=lambda row: (row.order, row.id), default=None)


def party_levels(state: TableState) -> list[int]:
    """Return the levels of the players' characters."""
    return [level_of(row) for row in state.find_all(Character) if row.kind == "pc"]


@command("resonance.race.happen")
class HappenInRace(ReasonedCommand):
    """Apply an event to a Race, such as an Effort Roll at a Barrier or Puzzle, or the end of a round.

    The other events are a resolved part, a Super Critical, travel, rest, the scene's end, and an outcome that
    the Curator decides.
    """

    situation: Id | None = optional("the Situation that is played as a Race; default: the running Race")
    on: Happens = Field(
        description="the event: attempt (an Effort Roll), round_end, resolved, super_critical, travel, rest, "
        "scene_ends or overrule"
    )
    resolved: bool = Field(default=False, description="whether the Effort Roll resolved its part")
    super_critical: bool = Field(default=False, description="whether the Effort Roll was a Super Critical")
    parts: Annotated[int, Field(ge=1, le=100)] = Field(
        default=1, description="how many parts were resolved, for the event “resolved”"
    )
    outcome: Literal["success", "partial_success", "failure"] | None = optional(
        "how the Race ends, needed for “overrule”: success, partial_success or failure"
    )

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        row = find_race(state, self.situation)
        if race_of(state, row) is None:
            raise Refused(_why_no_race(state, row))
        on = book.event_key(self.on, "race")
        if on == "overrule":
            must(self.outcome, "outcome", "Say how the Race ends: success, partial_success or failure.")
        more = {name: getattr(self, name) for name in book.event_fields(on, "race")}
        results = nested_clocks.put(state, row, lambda race: rules.happens(race, on, **more))
        if not results:
            nested_clocks.ensure_free(state, row, actor, *CLOCKS)
        says = told(RaceHappened(ref_of(row), on), situation=row.id)
        done = append_results(says, results, state, actor)
        if (outcome := situation_of(row).outcome) is not None:
            done.payload["outcome"] = str(outcome)
        return done


def _why_no_race(state: TableState, row: GameDocument) -> str:
    """Return why no event can happen to a Situation: it is no Race, or one of its clocks was removed."""
    if not situation_of(row).is_race:
        return f"“{row.name}” is not a Race."
    if value_of(state, row) is None:
        return f"The clock of “{row.name}” was removed. Remove “{row.name}” too."
    return f"A clock of the Race “{row.name}” was removed. End the Race, or remove it."


def find_race(state: TableState, id: int | None) -> GameDocument:
    """Return the Situation with this id, by default the current Race; refuse if there is none."""
    if id is not None:
        return find_situation(state, id)
    row = next((row for row in find_running_situations(state) if race_of(state, row) is not None), None)
    if row is None:
        raise Refused("No Race is running.")
    return row
