"""Races: Situations with a Threat Clock, which is the time that is left.

Source: Layer 4, 1.2.2 and 1.3.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import floor
from typing import Annotated, Any

from webapp.games.api import RuleError
from webapp.games.resonance.rules import book
from webapp.games.resonance.rules.conditions import Kind
from webapp.games.resonance.rules.numbers import MOST_LEVEL, MOST_PARTS, Left, Level, Parts
from webapp.games.resonance.rules.situations import REASONS, Defeat, Scene, SituationState, Step
from webapp.rules.codec import AnyCase, Within, ensure_limits, load_value, member
from webapp.rules.errors import ensure_within

MOST_MODIFIER = 100
Modifier = Annotated[int, Within(-MOST_MODIFIER, MOST_MODIFIER)]
OfSituation = Annotated[int, Within(1, MOST_LEVEL)]
"""A Situation's level in the book's table."""


class Ending(AnyCase):
    """The ending of a Race: success, partial success or failure."""

    SUCCESS = "success"
    PARTIAL = "partial_success"
    FAILURE = "failure"


@dataclass(frozen=True, slots=True)
class Budget:
    """A Race's difficulty category, and its initial Threat Clock, for the whole Scene."""

    category: str
    threat: int


def budget(situation_level: OfSituation, modifier: Modifier) -> Budget:
    """Return the threat budget of a Situation's level (1 to 9) and its Level Modifier (-2 to +2).

    Raises RuleError for other modifiers, which the book's table does not have (reading B4.7); for
    those the Curator picks a category, and `budget_for` returns its budget.
    """
    ensure_within("situation_level", situation_level, 1, MOST_LEVEL)
    ensure_within("modifier", modifier, -MOST_MODIFIER, MOST_MODIFIER)
    for row in book.rows("category"):
        if modifier in row["modifiers"]:
            return budget_for(situation_level, str(row["key"]))
    why = f"The table covers Level Modifiers -2 to +2, not {modifier:+d}: pick hard, normal or easy yourself."
    raise RuleError(why, field="modifier", value=modifier)


def budget_for(situation_level: OfSituation, category: str) -> Budget:
    """Return the threat budget of a level and a chosen category: "hard", "normal" or "easy".

    Raises RuleError for any other category.
    """
    ensure_within("situation_level", situation_level, 1, MOST_LEVEL)
    keys = [str(row["key"]) for row in book.rows("category")]
    if category not in keys:
        raise RuleError(
            f"A Race's difficulty must be one of {', '.join(keys)}, not {category!r}.",
            field="category",
            value=category,
        )
    row = next(row for row in book.rows("budget") if row["low"] <= situation_level <= row["high"])
    return Budget(category, int(row[category]))


def situation_levels() -> range:
    """Return the levels of a Situation for which the book has a threat budget: 1 to 9."""
    rows = book.rows("budget")
    return range(min(row["low"] for row in rows), 1 + max(row["high"] for row in rows))


def level_modifier(situation_level: OfSituation, party_levels: Sequence[Level]) -> int:
    """Return how far the Situation's level is above (or below) the party's average level."""
    ensure_within("situation_level", situation_level, 1, MOST_LEVEL)
    for place, level in enumerate(party_levels):
        ensure_within(f"party_levels[{place}]", level, 0, MOST_LEVEL)
    return situation_level - average_level(party_levels)


def average_level(party_levels: Sequence[Level]) -> int:
    """Return the party's average level, with a half rounded up (reading B4.7).

    Raises RuleError for a party without characters.
    """
    if not party_levels:
        why = "The party has no characters, so it has no level: pick hard, normal or easy yourself."
        raise RuleError(why, field="party_levels", value=[])
    return floor(Fraction(sum(party_levels), len(party_levels)) + Fraction(1, 2))


CHALLENGES = frozenset({"barrier", "puzzle"})


@dataclass(frozen=True, slots=True)
class Race:
    """The three clocks of a Race, all running down, and its ending once it is over.

    `held` names the clocks ("scene", "situation", "threat") that wait for another clock, so that no event
    takes anything off them. `why` is a sentence on how it ended, and `reason` its key in `REASONS`. Events
    such as `attempt` and `step` raise RuleError once the Race is over.
    """

    scene: Left
    situation: Left
    threat: Left
    ending: Ending | None = None
    why: str = ""
    held: frozenset[str] = frozenset()
    reason: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        ensure_limits(self)

    def attempt(self, *, resolved: bool = False, super_critical: bool = False) -> "Race":
        """Apply an Effort Roll at a Barrier or Puzzle: it takes 1 off the Threat Clock, success or not.

        `resolved` means that the roll finished its part; `super_critical` takes another point off
        the Situation. The cost is paid first, so a Threat Clock at 0 is a failure even if the roll
        was the last one needed (reading B4.5). A Barrier and a Puzzle cost the same (reading B4.3).
        """
        paid = self._going()._threatened()
        if paid.ending is not None:
            return paid
        return paid._resolve(int(resolved) + int(super_critical)) if resolved or super_critical else paid

    def tried(self, kinds: Iterable[str], roll: Kind, *, player: bool) -> "Race":
        """Apply a roll at parts of these kinds.

        Only a player's Effort Roll at a Barrier or Puzzle takes 1 off the Threat Clock.
        """
        costs = player and member(Kind, roll, "roll") is Kind.EFFORT and CHALLENGES.intersection(kinds)
        return self.attempt() if costs else self

    def round_end(self) -> "Race":
        """Apply the end of a round, which takes 1 off the Threat Clock.

        The Curator decides when there are rounds; neither a challenge nor a won Situation has any
        of its own (reading B4.2).
        """
        return self._going()._threatened()

    def resolve(self, parts: Parts = 1) -> "Race":
        """Resolve parts of the Situation (a foe down, a Super Critical); the last one wins the Race."""
        ensure_within("parts", parts, 1, MOST_PARTS)
        return self._going()._resolve(parts)

    def step(self, what: Step) -> "Race":
        """Take 1 off the Scene Clock for travel or rest; at 0 the Race ends in success."""
        race = self._open()
        if "scene" in self.held:
            return race
        scene = Scene(race.scene).step(what)
        after = replace(race, scene=scene.left)
        return after._over(Ending.SUCCESS, "scene_won") if scene.state is SituationState.SUCCESS else after

    def scene_ends(self) -> "Race":
        """End the Scene early: a partial success if its clock is lower than the Threat Clock, else a failure.

        Equal is failure (reading B4.20). A Threat Clock already at 0 is failure; otherwise a Situation
        or Scene Clock at 0 is success.
        """
        if self.ending is not None:
            raise _is_over(self.ending)
        if self.threat == 0:
            return self._over(Ending.FAILURE, "run_out")
        for reason, left in (("won", self.situation), ("scene_won", self.scene)):
            if left == 0:
                return self._over(Ending.SUCCESS, reason)
        if self.scene < self.threat:
            return self._over(Ending.PARTIAL, "lower")
        return self._over(Ending.FAILURE, "not_lower")

    def next_situation(self, parts: Parts) -> "Race":
        """Start another Situation in the same Scene: the Threat Clock continues.

        The budget is set once for the whole Scene; another one is the Curator's choice. Raises RuleError
        while a Situation runs, or if the Threat or Scene Clock is at 0.
        """
        ensure_within("parts", parts, 1, MOST_PARTS)
        if self.situation and self.ending is None:
            raise RuleError(
                "A Situation is still running: end it first.", field="situation", value=self.situation
            )
        if self.threat == 0:
            why = "The Threat Clock is at 0: start the next Race with a new budget."
            raise RuleError(why, field="threat", value=self.threat)
        if self.scene == 0:
            raise RuleError("The Scene Clock is at 0: start a new Scene.", field="scene", value=self.scene)
        return replace(self, situation=parts, ending=None, why="")

    @property
    def state(self) -> SituationState:
        """The Situation's state: failed once the Race has failed, though the Scene may go on (B4.21).

        A partial success counts as success.
        """
        if self.ending is None:
            return SituationState.RUNNING
        return SituationState.FAILED if self.ending is Ending.FAILURE else SituationState.SUCCESS

    def settled(self) -> "Race":
        """Return the Race, ended if one of its clocks is at 0.

        The Threat Clock is checked first (reading B4.5). A Situation Clock at 0 wins the Situation,
        which takes 1 off the Scene Clock.
        """
        if self.ending is not None:
            return self
        if self.threat == 0:
            return self._over(Ending.FAILURE, "run_out")
        if self.situation == 0:
            return self._resolve(0)
        return self if self.scene else self._over(Ending.SUCCESS, "scene_won")

    def fail(self, why: Defeat = Defeat.RETREAT) -> "Race":
        """Fail the Situation by defeat, retreat or lack of time, and the Race with it."""
        if self.ending is not None:
            raise _is_over(self.ending)
        return self._over(Ending.FAILURE, str(member(Defeat, why, "why")))

    def overruled(self, outcome: Ending) -> "Race":
        """End the Race as the Curator decides, whatever the clocks say.

        A Situation that now counts as won takes 1 off the Scene Clock; one that no longer does
        gives it back.
        """
        outcome = member(Ending, outcome, "outcome")
        scene = max(0, self.scene + self._counted - (outcome is Ending.SUCCESS and "scene" not in self.held))
        return replace(self, scene=scene)._over(outcome, "decided")

    @property
    def _counted(self) -> bool:
        """Whether the won Situation has taken 1 off the Scene Clock, by its own clock or by decision."""
        return self.ending is Ending.SUCCESS and (self.situation == 0 or self.why == REASONS["decided"])

    def _resolve(self, parts: int) -> "Race":
        left = max(0, self.situation - (0 if "situation" in self.held else parts))
        if left:
            return replace(self, situation=left, why="")
        scene = max(0, self.scene - ("scene" not in self.held))
        return replace(self, situation=0, scene=scene)._over(Ending.SUCCESS, "won")

    def _threatened(self) -> "Race":
        if "threat" in self.held:
            return self
        after = replace(self, threat=max(0, self.threat - 1))
        # Reading B4.21: with the Situation failed, the Scene may go on.
        return after if after.threat else after._over(Ending.FAILURE, "run_out")

    def _open(self) -> "Race":
        if self.ending is not None:
            raise _is_over(self.ending)
        if self.threat == 0 or self.scene == 0:
            raise _is_over(Ending.SUCCESS if self.threat else Ending.FAILURE)
        return self

    def _going(self) -> "Race":
        if self._open().situation == 0:
            raise RuleError(
                "The Situation Clock is at 0: nothing is left to resolve.", field="situation", value=0
            )
        return self

    def _over(self, ending: Ending, reason: str) -> "Race":
        why = REASONS[reason].format(scene=self.scene, threat=self.threat)
        return replace(self, ending=ending, reason=reason, why=why)


def leaves_threat(ending: Ending | None, scene: int | None) -> bool:
    """Return whether a Race leaves its Threat Clock to the next: it is over, and the Scene goes on.

    The budget is set once for the whole Scene. `scene` is what is left of the Scene Clock, None
    without one.
    """
    return ending is not None and bool(scene)


@dataclass(frozen=True, slots=True)
class RaceEvent:
    """The fields that an event of a Race may have, besides its name."""

    resolved: bool = False
    super_critical: bool = False
    parts: Parts = 1
    outcome: Ending | None = None


def happens(race: Race, on: str, **more: Any) -> Race:
    """Apply an event of events.toml to a Race, by its key; `more` are the event's fields."""
    event = load_value(RaceEvent, more)
    if on in tuple(Step):
        return race.step(Step(on))
    if on == "overrule":
        return race.overruled(load_value(Ending, event.outcome, "outcome"))
    moves: Mapping[str, Callable[[], Race]] = {
        "attempt": lambda: race.attempt(resolved=event.resolved, super_critical=event.super_critical),
        "round_end": race.round_end,
        "resolved": lambda: race.resolve(event.parts),
        "super_critical": lambda: race.resolve(event.parts),
        "scene_ends": race.scene_ends,
    }
    return moves[on]()


def _is_over(ending: Ending) -> RuleError:
    return RuleError(f"This Race is over: {ending.replace('_', ' ')}.", field="event", value=str(ending))
