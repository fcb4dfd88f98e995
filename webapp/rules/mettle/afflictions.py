"""Afflictions: poison and disease that are checked again every Interval and make all tasks harder.

```python
>>> from webapp.rules.mettle import affliction
>>> bite = Exposure(affliction("cobra-venom"), frame=3, maximum_mettle=10)
>>> bite.check([4, 5, 1, 1]).difficulty      # 2 Edge + 4, less FRAME 3
3

```
Source: Scenes, "Affliction".
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from webapp.rules.errors import RuleError
from webapp.rules.guard import guarded
from webapp.rules.mettle.check import FallenOrSource
from webapp.rules.mettle.hazards import Hazard
from webapp.rules.mettle.needs import number
from webapp.rules.mettle.spans import span_of


@guarded
@dataclass(frozen=True, slots=True)
class Affliction:
    """A poison (FRAME soaks it) or a disease (nothing does), with its Interval.

    Death comes when the added Difficulty exceeds maximum Mettle `death_at` times over (tranquilizer: 2).
    """

    name: str
    potence: Hazard
    soaked_by_frame: bool
    interval: str
    death_at: int = 1

    def __post_init__(self) -> None:
        if not span_of(self.interval).seconds:
            raise RuleError(
                f"An Affliction is checked each Round, hour, day ...; a {self.interval} has no fixed length.",
                field="interval",
                value=self.interval,
            )
        number(self.death_at, "Death at how many times Mettle", field="death_at", low=1, high=10)


@guarded
@dataclass(frozen=True, slots=True)
class Exposure:
    """One victim of one Affliction: the Difficulty it adds to all Checks so far, and whether it goes on.

    `maximum_mettle` is the victim's; a stopped Affliction keeps its Difficulty until the next Scene.
    """

    affliction: Affliction
    frame: int
    maximum_mettle: int
    difficulty: int = 0
    checks: int = 0
    stopped: bool = False

    def __post_init__(self) -> None:
        number(self.frame, "FRAME", field="frame")
        number(self.maximum_mettle, "Maximum Mettle", field="maximum_mettle", low=-1000)

    @property
    def dead(self) -> bool:
        """Death when the Difficulty exceeds maximum Mettle, strictly (readings C4.13)."""
        return self.difficulty > self.maximum_mettle * self.affliction.death_at

    def check(self, dice: FallenOrSource) -> Exposure:
        """Check the Affliction at exposure, and again each Interval.

        What gets through adds up; soaked entirely, or no Edge, and it is checked no more. Without Edge
        nothing gets through, its bonus neither: the Difficulty stays as it is.
        """
        if self.stopped:
            raise RuleError(f"{self.affliction.name} has run its course.", field="affliction")
        harm = self.affliction.potence.roll(dice)
        through = 0 if harm.ends else harm.through(self.frame if self.affliction.soaked_by_frame else 0)
        return replace(
            self, difficulty=self.difficulty + through, checks=self.checks + 1, stopped=through == 0
        )

    def due(self, seconds: int) -> int:
        """How many Checks fall due in this many seconds of game time; none once it has stopped."""
        length = span_of(self.affliction.interval).seconds
        number(seconds, "Time", field="seconds", high=10**9)
        return 0 if self.stopped else seconds // length

    def treated(self) -> Exposure:
        """A Treatment (a Know may suggest it) clears the status and stops the Affliction."""
        return replace(self, difficulty=0, stopped=True)

    def next_scene(self) -> Exposure | None:
        """A new Scene starts: a stopped Affliction leaves, one still at work stays."""
        return None if self.stopped else self
