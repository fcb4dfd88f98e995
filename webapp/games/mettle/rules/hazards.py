"""Hazards: harm from the scene itself, written as pool and bonus ("3D+3").

The damage is the pool's Edge plus the bonus.

```python
>>> harm = Hazard.parse("3D+3").roll([1, 4, 6])
>>> harm.edge, harm.damage, harm.through(soak=3)
(2, 5, 2)

```
Falls and fires are Hazards too. Source: Scenes, "Scenery", "Falls", "Fire".
"""

import re
from dataclasses import dataclass
from typing import Annotated, Literal

from webapp.games.api import RuleError
from webapp.games.mettle.rules.argument_checks import MOST, MOST_DICE, Count, Pool, words
from webapp.games.mettle.rules.check import FallenOrSource, cast, scoring
from webapp.games.mettle.rules.mettle_points import unsoaked
from webapp.rules.clocks import Clock
from webapp.rules.codec import StoredAsText, Within, ensure_limits
from webapp.rules.dice import fair, number
from webapp.rules.errors import ensure_within, quoted

WRITTEN = re.compile(r"(\d{1,3})D(?:\+(\d{1,4}))?")
HIGHEST_FALL = 15
MOST_PLUMMET = 2
HIGHEST = 100_000
Metres = Annotated[int, Within(0, HIGHEST)]


@dataclass(frozen=True, slots=True)
class Hazard(StoredAsText):
    """A pool of 0 to 60 dice and a bonus of 0 or more; Difficulty 0, so only its Edge is counted."""

    pool: Pool
    bonus: Count = 0

    def __post_init__(self) -> None:
        ensure_limits(self)

    @classmethod
    def parse(cls, written: object) -> "Hazard":
        """Parse "3D+3" or "5D"; raise RuleError for anything else, such as "1d6" with a lowercase d."""
        found = WRITTEN.fullmatch(str(written).strip())
        if not found:
            why = f"Write a hazard like 3D+3 or 5D, with a capital D, not {quoted(written)}."
            raise RuleError(why, field="hazard", value=written)
        pool = number(int(found[1]), "The dice of a hazard", field="hazard", high=MOST_DICE)
        return cls(pool, number(int(found[2] or 0), "The bonus of a hazard", field="hazard", high=MOST))

    def __str__(self) -> str:
        return f"{self.pool}D+{self.bonus}" if self.bonus else f"{self.pool}D"

    @property
    def least(self) -> int:
        """The least damage: no Edge, so the bonus alone."""
        return self.bonus

    @property
    def most(self) -> int:
        """The most damage: every die an Edge."""
        return self.pool + self.bonus

    def roll(self, dice: FallenOrSource = fair) -> "Harm":
        """Return the result of the hazard, rolled from a source or with dice that a person rolled."""
        fell = cast(dice, self.pool)
        return Harm(self, fell.dice, fell.real)


@dataclass(frozen=True, slots=True)
class Harm:
    """A hazard's roll: its Edge, its damage before soaking, and whether the hazard ends."""

    hazard: Hazard
    dice: tuple[int, ...]
    real: bool = False

    @property
    def edge(self) -> int:
        """The number of dice that show 4 to 6."""
        return len(self.dice) - len(scoring(self.dice))

    @property
    def fell(self) -> str:
        """The dice as text: "1, 4, 6"."""
        return ", ".join(map(str, self.dice))

    @property
    def damage(self) -> int:
        """The damage: Edge plus bonus; without Edge the bonus still counts this once (reading C4.6)."""
        return self.edge + self.hazard.bonus

    @property
    def ends(self) -> bool:
        """Whether an ongoing hazard is over: it rolled no Edge, whatever its bonus."""
        return self.edge == 0

    def through(self, soak: int, armour: int = 0, *, proof: bool = False) -> int:
        """Return the damage left after `soak` (FRAME or POISE) and armour.

        `proof` armour halves the rest, rounded up.
        """
        return unsoaked(self.damage, soak=soak, armour=armour, proof=proof)


def fall(metres: Metres) -> Hazard:
    """Return a fall's Hazard: 1D+1 for each metre, at most 15D+15, soaked with POISE instead of FRAME."""
    ensure_within("metres", metres, 0, HIGHEST)
    height = min(metres, HIGHEST_FALL)
    return Hazard(height, height)


def plummet(metres: Metres) -> int:
    """Return the damage that diving onto a foe adds: 1 for each metre, at most 2 (reading C4.14).

    The diver takes the whole fall as well. A heavy thing dropped on someone adds the same, without
    a diver.
    """
    ensure_within("metres", metres, 0, HIGHEST)
    return min(metres, MOST_PLUMMET)


Targets = Literal["one", "zone", "room", "none"]
Soak = Literal["frame", "poise", "none"]


@dataclass(frozen=True, slots=True)
class Trap:
    """A trap: its trigger, its roll, its targets, and how its damage is soaked.

    `targets` is "one", "zone" (everyone in it), "room" (everyone inside) or "none" (an alarm);
    `soak` is "frame", "poise" (as a fall) or "none". `rounds` above 0 makes it a countdown instead
    of a roll.
    """

    name: str
    trigger: str
    hazard: Hazard | None = None
    targets: Targets = "one"
    soak: Soak = "frame"
    rounds: Annotated[int, Within(0, 100)] = 0

    def __post_init__(self) -> None:
        ensure_limits(self)
        words(self.trigger, "Say what sets off this trap.", field="trigger")
        if (self.hazard is None) == (self.rounds == 0):
            why = "Give a trap either a hazard or a number of Rounds."
            raise RuleError(why, field="hazard", value=self.name)

    @property
    def harms(self) -> bool:
        """Whether the trap does damage (an alarm and a countdown do not)."""
        return self.hazard is not None and self.targets != "none"

    @property
    def countdown(self) -> Clock | None:
        """The clock of a trap that counts Rounds, such as a flooding room; None for a trap that rolls."""
        return Clock.new(self.rounds) if self.rounds else None
