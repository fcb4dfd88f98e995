"""Nested clocks: the parts of a Situation, and Situations inside a Scene.

Source: Layer 2, "The Situation Clock"; Layer 4, 1.1 and 1.2.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from webapp.games.api import RuleError
from webapp.games.resonance.rules.numbers import MOST_PARTS, Left
from webapp.rules.codec import AnyCase, ensure_limits, member
from webapp.rules.errors import ensure_within


class SituationState(AnyCase):
    """The state of a Situation or a Scene."""

    RUNNING = "running"
    SUCCESS = "success"
    FAILED = "failed"


class Defeat(AnyCase):
    """The reason why a Situation fails before its clock is empty."""

    DEFEATED = "defeated"
    RETREAT = "retreat"
    TIME = "time"


class Step(AnyCase):
    """The causes that take 1 off a Scene Clock, besides a won Situation: travel and rest."""

    TRAVEL = "travel"
    REST = "rest"


REASONS: Mapping[str, str] = {
    "defeated": "The whole party is down.",
    "retreat": "The party retreated.",
    "time": "Time ran out.",
    "won": "The Situation Clock is at 0.",
    "scene_won": "The Scene Clock is at 0.",
    "run_out": "The Threat Clock is at 0.",
    "decided": "The Curator decided.",
    "scene_ended": "The Scene ended before the Situation was won.",
    "lower": "The Scene ended with its clock at {scene}, lower than the Threat Clock at {threat}.",
    "not_lower": "The Scene ended with its clock at {scene}, not lower than the Threat Clock at {threat}.",
}
"""Why a Situation or a Race ended, in a sentence for its document."""
BARRIER_BASE = 10


@dataclass(frozen=True, slots=True)
class Scene:
    """A Scene as a clock: a won Situation, travel or rest takes 1 off; at 0 it is a success.

    A length of 8 to 15 is usual, but any length works. Reading B4.4.
    """

    left: Left

    def __post_init__(self) -> None:
        ensure_limits(self)

    @property
    def state(self) -> SituationState:
        """The Scene's state: success once its clock is empty, else running, even after failed Situations."""
        return SituationState.RUNNING if self.left else SituationState.SUCCESS

    def step(self, step: Step) -> "Scene":
        """Return the Scene after travel or rest, which takes 1 off its clock. Layer 4, 1.1."""
        member(Step, step, "step")
        return Scene(max(0, self.left - 1))


@dataclass(frozen=True, slots=True)
class Situation:
    """A Situation (a fight, a place to explore, a talk): one point for each key part; at 0 it is won.

    `scene` is what is left of its Scene's clock, if one runs; `why` is a sentence on how it ended, and
    `reason` its key in `REASONS`; `held` names the clocks ("scene", "situation") that wait for another clock,
    so that no event takes anything off them. `resolve`, `fail` and `scene_ends` raise RuleError once it is
    over. Source: Layer 4, 1.2.1.
    """

    situation: Left
    scene: int | None = None
    state: SituationState = SituationState.RUNNING
    why: str = ""
    held: frozenset[str] = frozenset()
    reason: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        ensure_limits(self)

    def resolve(self, parts: Left = 1) -> "Situation":
        """Return the Situation after resolved parts or a Super Critical, each of which takes 1 off its clock.

        Every part counts, so the clock of a Situation with three parts goes 3, 2, 1, 0 (reading
        B4.1). The last part wins the Situation, which takes 1 off the Scene Clock.
        """
        ensure_within("parts", parts, 0, MOST_PARTS)
        self._running()
        left = max(0, self.situation - (0 if "situation" in self.held else parts))
        return replace(self, situation=left).settled()

    def settled(self) -> "Situation":
        """Return the Situation, won if its clock is at 0, which takes 1 off the Scene Clock."""
        if self.state is not SituationState.RUNNING or self.situation:
            return self
        scene = None if self.scene is None else max(0, self.scene - ("scene" not in self.held))
        return replace(self, scene=scene)._over(SituationState.SUCCESS, "won")

    def fail(self, why: Defeat = Defeat.RETREAT) -> "Situation":
        """Fail the Situation by defeat, retreat or lack of time; the Scene goes on.

        The Curator may add a complication to the Scene.
        """
        self._running()
        return self._over(SituationState.FAILED, str(member(Defeat, why, "why")))

    def scene_ends(self) -> "Situation":
        """Fail the Situation, because the Scene ended before it was won."""
        self._running()
        return self._over(SituationState.FAILED, "scene_ended")

    def _over(self, state: SituationState, reason: str) -> "Situation":
        return replace(self, state=state, reason=reason, why=REASONS[reason])

    def _running(self) -> None:
        if self.state is not SituationState.RUNNING:
            raise RuleError("This Situation is over.", field="situation", value=str(self.state))


def task_length(kind: str, length: int | None) -> int | None:
    """Return the length of a part's task clock: by default 1 for a Barrier, None for a foe.

    For a Puzzle, which is one decisive roll, it is always 1.
    """
    if kind == "puzzle":
        return 1
    return length or (None if kind == "foe" else 1)


def number_to_beat(kind: str, tn: int | None, level: int | None) -> int | None:
    """Return a part's TN; without one, 10 plus the Situation's level for a Barrier, None for any other part.

    Source: Layer 2, 2.1.1.
    """
    return BARRIER_BASE + level if tn is None and level is not None and kind == "barrier" else tn


def dealt_with(kind: str, clock: int | None, hp: int | None) -> bool:
    """Return whether a part is done: its task clock is empty, or the foe has no HP left."""
    return clock == 0 or (kind == "foe" and hp == 0)


def defeated(hp: Sequence[int]) -> bool:
    """Return whether all players' characters are at 0 HP, so that the Situation has failed."""
    return bool(hp) and not any(hp)
