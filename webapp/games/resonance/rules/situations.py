"""Nested clocks: the parts of a Situation, and Situations inside a Scene.

Source: Layer 2, "The Situation Clock"; Layer 4, 1.1 and 1.2.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from webapp.games.resonance.rules.numbers import Left
from webapp.rules.errors import RuleError


class SituationState(StrEnum):
    """The state of a Situation or a Scene."""

    RUNNING = "running"
    SUCCESS = "success"
    FAILED = "failed"


class Defeat(StrEnum):
    """Why a Situation fails before its clock is empty."""

    DEFEATED = "defeated"
    RETREAT = "retreat"
    TIME = "time"


class Step(StrEnum):
    """The ways in which a Scene gets one step closer to its end, besides a won Situation."""

    TRAVEL = "travel"
    REST = "rest"


LOST: Mapping[Defeat, str] = {
    Defeat.DEFEATED: "Everyone is down.",
    Defeat.RETREAT: "The party retreats.",
    Defeat.TIME: "Time ran out.",
}
BARRIER_BASE = 10
WON = "The Situation Clock is at 0: success."


@dataclass(frozen=True, slots=True)
class Scene:
    """What the party came for, as a clock: Situations won, travel and rest take one off; 0 is success.

    8 to 15 is usual, any length works. Reading B4.4.
    """

    left: Left

    @property
    def state(self) -> SituationState:
        """Success once its clock is empty, else running: failed Situations do not end it."""
        return SituationState.RUNNING if self.left else SituationState.SUCCESS

    def step(self, step: Step) -> "Scene":
        """Move one step closer by travel or rest (`values.rest` says what that restores). Layer 4, 1.1."""
        return Scene(max(0, self.left - 1))


@dataclass(frozen=True, slots=True)
class Situation:
    """A fight, a place to explore, a talk: one point for each key part, none left is success.

    `scene` is the rest of its Scene, if one runs; `why` a sentence for the table about how it ended. Source:
    Layer 4, 1.2.1.
    """

    situation: Left
    scene: int | None = None
    state: SituationState = SituationState.RUNNING
    why: str = ""

    def resolve(self, parts: Left = 1) -> "Situation":
        """Deal with a part (a Barrier broken, a foe down, a Puzzle solved), or land a Super Critical: 1 less.

        Reading B4.1: every part counts, so the clock of a Situation with three parts goes 3, 2, 1, 0. The
        last part wins the Situation, which takes one off the Scene Clock.
        """
        self._running()
        left = max(0, self.situation - parts)
        return replace(self, situation=left).settled()

    def settled(self) -> "Situation":
        """Return the Situation as its clock decides, whatever moved it."""
        if self.state is not SituationState.RUNNING or self.situation:
            return self
        scene = None if self.scene is None else max(0, self.scene - 1)
        return replace(self, scene=scene, state=SituationState.SUCCESS, why=WON)

    def fail(self, why: Defeat = Defeat.RETREAT) -> "Situation":
        """Fail by defeat or retreat; the Scene goes on, and the Curator may complicate it."""
        self._running()
        return replace(self, state=SituationState.FAILED, why=LOST[why])

    def scene_ends(self) -> "Situation":
        """End the Scene before the Situation was won."""
        self._running()
        return replace(self, state=SituationState.FAILED, why="The scene ended before it was won.")

    def _running(self) -> None:
        if self.state is not SituationState.RUNNING:
            raise RuleError("This Situation is over.", field="situation", value=str(self.state))


def task_length(kind: str, length: int | None) -> int | None:
    """Return a part's task clock: a Puzzle is one decisive roll, a foe has HP instead."""
    if kind == "puzzle":
        return 1
    return length or (None if kind == "foe" else 1)


def number_to_beat(kind: str, tn: int | None, level: int | None) -> int | None:
    """Return the TN of a part: its own; a Barrier's is else 10 plus the Situation's level. Layer 2, 2.1.1."""
    return BARRIER_BASE + level if tn is None and level is not None and kind == "barrier" else tn


def dealt_with(kind: str, clock: int | None, hp: int | None) -> bool:
    """Return whether a part is done: its task clock is empty, or the foe has no HP left."""
    return clock == 0 or (kind == "foe" and hp == 0)


def defeated(hp: Sequence[int]) -> bool:
    """Return whether all players' characters are defeated, by their HP: the Situation has failed."""
    return bool(hp) and not any(hp)
