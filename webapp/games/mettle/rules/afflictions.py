"""Afflictions: poison and disease that are checked again every Interval and make all tasks harder.

```python
>>> from webapp.games.mettle.rules import affliction
>>> bite = Exposure(affliction("cobra-venom"), frame=3, maximum_mettle=10)
>>> bite.check([4, 5, 1, 1]).difficulty      # 2 Edge + 4, less FRAME 3
3

```
Source: Scenes, "Affliction".
"""

from dataclasses import dataclass, replace
from typing import Annotated

from webapp.games.mettle.rules.argument_checks import Count
from webapp.games.mettle.rules.check import FallenOrSource
from webapp.games.mettle.rules.hazards import Hazard
from webapp.games.mettle.rules.meter import Maximum
from webapp.games.mettle.rules.time_spans import span_of
from webapp.rules.annotations import Within
from webapp.rules.dice import fair
from webapp.rules.errors import RuleError


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
    """One victim of one Affliction: the Difficulty it has added to all Checks, and whether it goes on.

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

    def check(self, dice: FallenOrSource = fair) -> "Exposure":
        """Check the Affliction at exposure, and again each Interval.

        What gets through adds up; soaked entirely, or no Edge, and it is checked no more. At exposure its
        bonus alone may get through (6D+6 is "6-12"); at any later Check without Edge nothing does, and the
        Difficulty stays as it is.
        """
        if self.stopped:
            raise RuleError(f"{self.affliction.name} has run its course.", field="affliction")
        harm = self.affliction.hazard.roll(dice)
        keeps = harm.ends and self.checks > 0
        through = 0 if keeps else harm.through(self.frame if self.affliction.soaked else 0)
        return replace(
            self,
            difficulty=self.difficulty + through,
            checks=self.checks + 1,
            stopped=harm.ends or through == 0,
        )

    def due(self, since: int, now: int, *, by_turn: bool = False) -> tuple[int, int]:
        """Return how many Checks are due by `now` (seconds of game time), and until when they count.

        At the end of a Round or a Stretch (`by_turn`), an Affliction checked by the Round is checked once; a
        stopped one never.
        """
        length = span_of(self.affliction.interval).seconds
        if self.stopped:
            return 0, since
        if by_turn and self.affliction.interval == "round":
            return 1, now
        due = max(0, now - since) // length
        return due, since + due * length

    def treated(self) -> "Exposure":
        """Return it after a Treatment (a Know may suggest it), which clears the status and stops it."""
        return replace(self, difficulty=0, stopped=True)

    def next_scene(self) -> "Exposure | None":
        """Return it in a new Scene: a stopped Affliction is gone, an active one stays."""
        return None if self.stopped else self
