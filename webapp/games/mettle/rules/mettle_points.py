"""Mettle: fighting spirit. Damage lowers it, even below zero; a Rally doubles it, and a Surge halves it.

```python
>>> Mettle.full(calling=6, motive=4).lose(7).rally()
Mettle(current=6, maximum=10, motive=4)

```
Source: Characters, "Step 5: Mettle"; Scenes, "Rally" and "Initiative".
"""

from dataclasses import dataclass, replace
from typing import Annotated

from webapp.games.api import RuleError
from webapp.games.mettle.rules.argument_checks import MOST, Count
from webapp.rules.codec import AnyCase, Within, ensure_limits
from webapp.rules.errors import ensure_within

MOST_DAMAGE = MOST * MOST
Damage = Annotated[int, Within(0, MOST_DAMAGE)]
Maximum = Annotated[int, Within(-MOST, MOST)]


class MettleState(AnyCase):
    """A character's state: standing (above 0), Staggered (0 down to minus MOTIVE) or Fallen (below that)."""

    STANDING = "standing"
    STAGGERED = "staggered"
    FALLEN = "fallen"


@dataclass(frozen=True, slots=True)
class Mettle:
    """Current Mettle (may be far below zero), its maximum (CALLING + MOTIVE), and MOTIVE."""

    current: Annotated[int, Within(-MOST * MOST, MOST)]
    maximum: Maximum
    motive: Count

    def __post_init__(self) -> None:
        ensure_limits(self)
        if self.current > max(self.maximum, 0):
            why = f"Mettle {self.current} is above its maximum {self.maximum}."
            raise RuleError(why, field="current", value=self.current)

    @classmethod
    def full(cls, *, calling: Count, motive: Count) -> "Mettle":
        """Return a fresh character's Mettle: CALLING + MOTIVE."""
        ensure_within("calling", calling, 0, MOST)
        ensure_within("motive", motive, 0, MOST)
        return cls(calling + motive, calling + motive, motive)

    @property
    def state(self) -> MettleState:
        """The state by current Mettle: Staggered from 0 to minus MOTIVE, Fallen below (reading C4.12)."""
        if self.current > 0:
            return MettleState.STANDING
        return MettleState.STAGGERED if self.current >= -self.motive else MettleState.FALLEN

    @property
    def word(self) -> str:
        """The state in words, for viewers who may not know the number.

        It is "unhurt", "hurt", "badly hurt", "Staggered" or "Fallen".
        """
        if self.state is not MettleState.STANDING:
            return str(self.state).capitalize()
        if self.unhurt:
            return "unhurt"
        return "hurt" if 2 * self.current > self.maximum else "badly hurt"

    @property
    def unhurt(self) -> bool:
        """Whether Mettle is at its maximum."""
        return self.current >= self.maximum

    @property
    def penalty(self) -> int:
        """How many dice negative Mettle takes from every Check; nothing else takes dice."""
        return max(0, -self.current)

    @property
    def may_rally(self) -> bool:
        """Whether a Rally is possible: with at least 1 Mettle."""
        return self.current >= 1

    @property
    def may_surge(self) -> bool:
        """Whether a Surge is possible: with at least 2 Mettle."""
        return self.current >= 2

    def lose(self, points: Count) -> "Mettle":
        """Return Mettle after a loss of points, which may take it below 0."""
        ensure_within("points", points, 0, MOST)
        return replace(self, current=self.current - points)

    def regain(self, points: Count) -> "Mettle":
        """Return Mettle after regaining points, up to the maximum."""
        ensure_within("points", points, 0, MOST)
        return replace(self, current=min(self.current + points, max(self.maximum, self.current)))

    def rally(self) -> "Mettle":
        """Return Mettle after a Rally: doubled, up to the maximum; raise RuleError below 1."""
        self._needs(1, "A Rally")
        return self.regain(self.current)

    def surge(self) -> "Mettle":
        """Return Mettle after a Surge: halved, rounded up; raise RuleError below 2."""
        self._needs(2, "A Surge")
        return replace(self, current=halved(self.current))

    def next_scene(self) -> "Mettle":
        """Return Mettle in a new Scene: full again, except for the Staggered and the Fallen."""
        return replace(self, current=self.maximum) if self.state is MettleState.STANDING else self

    def _needs(self, least: int, what: str) -> None:
        if self.current < least:
            said = f"{what} needs at least {least} Mettle, not {self.current}."
            raise RuleError(said, field="current", value=self.current)

    def with_maximum(self, maximum: int) -> "Mettle":
        """Return Mettle with another maximum (Starving, Experience), which also limits the current value."""
        return replace(self, maximum=maximum, current=min(self.current, max(maximum, 0)))


def halved(points: int) -> int:
    """Return half of these points, rounded up, as always in this game."""
    return -(-points // 2)


def unsoaked(damage: Damage, *, soak: Count, armour: Count = 0, proof: bool = False) -> int:
    """Return the damage left after FRAME (or POISE in a fall) and armour, never below 0.

    `proof` armour (bulletproof against bullets, for example) halves the rest, rounded up. Armour
    does not add up: pass the best one.
    """
    ensure_within("damage", damage, 0, MOST_DAMAGE)
    ensure_within("soak", soak, 0, MOST)
    ensure_within("armour", armour, 0, MOST)
    through = max(0, damage - soak - armour)
    return halved(through) if proof else through
