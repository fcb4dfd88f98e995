"""Afflictions: poison and disease that are checked again every Interval and make all tasks harder.

```python
>>> from webapp.rules.mettle import affliction
>>> bite = Exposure(affliction("cobra-venom"), frame=3, maximum_mettle=10)
>>> bite.check([4, 5, 1, 1]).difficulty      # 2 Edge + 4, less FRAME 3
3

```
Source: Scenes, "Affliction".
"""

from dataclasses import dataclass, replace
from typing import Annotated

from webapp.rules.errors import RuleError
from webapp.rules.guard import Within
from webapp.rules.mettle.check import FallenOrSource
from webapp.rules.mettle.hazards import Hazard
from webapp.rules.mettle.meter import Maximum
from webapp.rules.mettle.needs import Count
from webapp.rules.mettle.spans import span_of


@dataclass(frozen=True, slots=True)
class Affliction:
    """A poison (FRAME soaks it) or a disease (nothing does): its potence as a Hazard, and its Interval.

    Death comes when the added Difficulty exceeds maximum Mettle `death_at` times over (tranquilizer: 2).
    """

    name: str
    hazard: Hazard
    soaked: bool
    interval: str
    death_at: Annotated[int, Within(1, 10)] = 1

    def __post_init__(self) -> None:
        if not span_of(self.interval).seconds:
            raise RuleError(
                f"An Affliction is checked each Round, hour, day ...; a {self.interval} has no fixed length.",
                field="interval",
                value=self.interval,
            )


@dataclass(frozen=True, slots=True)
class Exposure:
    """One victim of one Affliction: the Difficulty it adds to all Checks so far, and whether it goes on.

    `maximum_mettle` is the victim's; a stopped Affliction keeps its Difficulty until the next Scene.
    """

    affliction: Affliction
    frame: Count
    maximum_mettle: Maximum
    difficulty: int = 0
    checks: int = 0
    stopped: bool = False

    @property
    def dead(self) -> bool:
        """Death when the Difficulty exceeds maximum Mettle, strictly (readings C4.13)."""
        return self.difficulty > self.maximum_mettle * self.affliction.death_at

    def check(self, dice: FallenOrSource) -> "Exposure":
        """Check the Affliction at exposure, and again each Interval.

        What gets through adds up; soaked entirely, or no Edge, and it is checked no more. Without Edge
        nothing gets through, its bonus neither: the Difficulty stays as it is.
        """
        if self.stopped:
            raise RuleError(f"{self.affliction.name} has run its course.", field="affliction")
        harm = self.affliction.hazard.roll(dice)
        through = 0 if harm.ends else harm.through(self.frame if self.affliction.soaked else 0)
        return replace(
            self, difficulty=self.difficulty + through, checks=self.checks + 1, stopped=through == 0
        )

    def due(self, since: int, now: int, *, by_turn: bool = False) -> tuple[int, int]:
        """How many Checks fall due by `now`, in seconds of game time, and up to when they are counted then.

        As a Round or a Stretch ends (`by_turn`), what is checked by the Round is checked once; what has
        stopped is checked no more.
        """
        length = span_of(self.affliction.interval).seconds
        if self.stopped:
            return 0, since
        if by_turn and self.affliction.interval == "round":
            return 1, now
        due = max(0, now - since) // length
        return due, since + due * length

    def treated(self) -> "Exposure":
        """A Treatment (a Know may suggest it) clears the status and stops the Affliction."""
        return replace(self, difficulty=0, stopped=True)

    def next_scene(self) -> "Exposure | None":
        """A new Scene starts: a stopped Affliction leaves, one still at work stays."""
        return None if self.stopped else self
