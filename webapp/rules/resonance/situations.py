"""Clocks in clocks: tasks inside a Situation, Situations inside a Scene.

Source: Layer 2, "The Situation Clock"; Layer 4, 1.1 and 1.2.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from webapp.rules.clocks import Clock, Direction
from webapp.rules.errors import RuleError
from webapp.rules.resonance.numbers import number

USUAL_SCENE = (8, 15)


class State(StrEnum):
    """How a Situation or a Scene stands."""

    RUNNING = "running"
    SUCCESS = "success"
    FAILED = "failed"


class Defeat(StrEnum):
    """Why a Situation fails before its clock is empty."""

    DEFEATED = "defeated"
    RETREAT = "retreat"
    TIME = "time"


class Step(StrEnum):
    """What brings a Scene one step nearer to its end."""

    SITUATION = "situation"
    TRAVEL = "travel"
    REST = "rest"


@dataclass(frozen=True, slots=True)
class Situation:
    """A fight, a place to explore, a talk: one point for each key part, none left is success.

    `complication` says that the Curator may now make things harder. Source: Layer 4, 1.2.1.
    """

    clock: Clock
    state: State = State.RUNNING
    why: Defeat | None = None
    complication: bool = False

    @classmethod
    def of(cls, parts: int) -> Situation:
        """Start a Situation with so many key parts: foes, Barriers and Puzzles. Source: Layer 2, 3.1."""
        return cls(
            Clock.new(number("parts", parts, 1, 100, "The number of parts"), direction=Direction.DRAIN)
        )

    def resolve(self, parts: int = 1) -> Situation:
        """Deal with a part (a Barrier broken, a foe down, a Puzzle solved), or land a Super Critical: 1 less.

        Reading B4.1: every one counts, so three parts go 3, 2, 1, 0.
        """
        self._running()
        after = replace(self, clock=self.clock.tick(number("parts", parts, 0, 100)).clock)
        return replace(after, state=State.SUCCESS) if after.clock.complete else after

    def fail(self, why: Defeat | str = Defeat.RETREAT) -> Situation:
        """Everyone is defeated or retreats: it failed; the Scene goes on, the Curator may complicate it."""
        self._running()
        try:
            reason = Defeat(why)
        except ValueError:
            raise RuleError(
                f"A Situation fails by {', '.join(Defeat)}; not {why!r}.", field="why", value=why
            ) from None
        return replace(self, state=State.FAILED, why=reason, complication=True)

    def _running(self) -> None:
        if self.state is not State.RUNNING:
            raise RuleError("This Situation is over.", field="situation", value=str(self.state))


@dataclass(frozen=True, slots=True)
class Scene:
    """What the party came for, as a clock: Situations won, travel and rest take one off; 0 is success."""

    clock: Clock

    @classmethod
    def of(cls, length: int) -> Scene:
        """Start a Scene; 8 to 15 is usual, any length works. Reading B4.4."""
        return cls(Clock.new(number("scene", length, 1, 100, "A Scene Clock"), direction=Direction.DRAIN))

    @property
    def state(self) -> State:
        """Success once its clock is empty, else running: failed Situations do not end it."""
        return State.SUCCESS if self.clock.complete else State.RUNNING

    @property
    def usual(self) -> bool:
        """Whether it is as long as most: a hint for the form that sets it."""
        return USUAL_SCENE[0] <= self.clock.segments <= USUAL_SCENE[1]

    def step(self, step: Step | str) -> Scene:
        """One step nearer: a Situation won, travel, or rest. Source: Layer 4, 1.1."""
        if step not in set(Step):
            raise RuleError(f"A Scene goes on by {', '.join(Step)}; not {step!r}.", field="step", value=step)
        return replace(self, clock=self.clock.tick().clock)

    def travel(self) -> Scene:
        """The party travels: one off the Scene Clock."""
        return self.step(Step.TRAVEL)

    def rest(self) -> Scene:
        """The party rests: one off the Scene Clock (and see `values.rest` for what it gives back)."""
        return self.step(Step.REST)

    def after(self, situation: Situation) -> Scene:
        """A Situation is over: one off if it was won, nothing if it failed."""
        return self.step(Step.SITUATION) if situation.state is State.SUCCESS else self
