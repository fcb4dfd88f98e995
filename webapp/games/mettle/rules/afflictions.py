"""Afflictions: poison and disease that are checked again every Interval and make all Checks harder.

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

from webapp.games.api import RuleError
from webapp.games.mettle.rules.argument_checks import Count
from webapp.games.mettle.rules.check import FallenOrSource
from webapp.games.mettle.rules.hazards import Hazard
from webapp.games.mettle.rules.mettle_points import Maximum
from webapp.games.mettle.rules.time_spans import seconds, span_of
from webapp.rules.codec import Within, ensure_limits
from webapp.rules.dice import fair


@dataclass(frozen=True, slots=True)
class Affliction:
    """A poison (soaked by FRAME) or a disease (never soaked): its potence as a Hazard, and its Interval.

    The victim dies when the added Difficulty exceeds `death_at` times maximum Mettle (tranquilizer: 2).
    """

    name: str
    hazard: Hazard
    soaked: bool
    interval: str
    death_at: Annotated[int, Within(1, 10)] = 1

    def __post_init__(self) -> None:
        ensure_limits(self)
        span = span_of(self.interval)
        if not span.seconds:
            raise RuleError(
                (
                    "An Affliction is checked each Round, hour, day and so on; a "
                    f"{span.name} has no fixed length."
                ),
                field="interval",
                value=self.interval,
            )


def is_by_round(interval: str) -> bool:
    """Return whether an Affliction with this Interval is checked every Round."""
    return interval == "round"


def is_due(interval: str, since: int, by: int) -> bool:
    """Return whether an Affliction last checked at `since` is due at `by` (seconds of game time).

    One that is checked every Round is always due.
    """
    return is_by_round(interval) or since + seconds(interval) <= by


@dataclass(frozen=True, slots=True)
class Exposure:
    """One victim's Affliction: the Difficulty it has added to all Checks, and whether it is still active.

    `maximum_mettle` is the victim's; a stopped Affliction keeps its Difficulty until the next Scene.
    """

    affliction: Affliction
    frame: Count
    maximum_mettle: Maximum
    difficulty: int = 0
    checks: int = 0
    stopped: bool = False

    def __post_init__(self) -> None:
        ensure_limits(self)

    @property
    def dead(self) -> bool:
        """Whether the victim is dead: Difficulty above `death_at` times maximum Mettle (reading C4.13)."""
        return self.difficulty > self.maximum_mettle * self.affliction.death_at

    def check(self, dice: FallenOrSource = fair) -> "Exposure":
        """Return the exposure after a Check, the first one or one after an Interval.

        Unsoaked potence is added to the Difficulty; an Affliction that is soaked entirely or rolls
        no Edge is not checked again. In the first Check the bonus alone may get through (6D+6 does
        6 to 12); a later Check without Edge adds nothing. Raises RuleError for an Affliction that
        has stopped.
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
        """Return how many Checks are due at `now`, and the game time (in seconds) up to which they count.

        At the end of a Round or a Stretch (`by_turn`), an Affliction checked by the Round is due
        once; a stopped one is never due.
        """
        length = span_of(self.affliction.interval).seconds
        if self.stopped:
            return 0, since
        if by_turn and is_by_round(self.affliction.interval):
            return 1, now
        due = max(0, now - since) // length
        return due, since + due * length

    def treated(self) -> "Exposure":
        """Return the exposure after a Treatment: stopped, and without Difficulty."""
        return replace(self, difficulty=0, stopped=True)

    def next_scene(self) -> "Exposure | None":
        """Return the exposure in a new Scene: None if it has stopped, unchanged if it is active."""
        return None if self.stopped else self
