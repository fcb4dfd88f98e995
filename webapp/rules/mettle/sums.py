"""The sum of a hit as it is said at the table: what a weapon does, Edge, what is soaked, how they stand then.

```python
>>> from webapp.rules.mettle.facts import Body
>>> print(Sum(Body(1, "Bog", frame=3, motive=3, current=6, maximum=9), damage=9, edge=1, unsoaked=7))
9 + 1 Edge - 3 FRAME = 7: Staggered
>>> print(Sum(Body(1, "Bog", frame=9, motive=3, current=6, maximum=9), damage=7, edge=1, unsoaked=0))
7 + 1 Edge - 9 FRAME = 0: soaked to nothing

```
Source: Scenes, "Attack"; Characters, "Taking Damage".
"""

from dataclasses import dataclass

from webapp.rules.mettle.asked import Asked
from webapp.rules.mettle.facts import Body, Called
from webapp.rules.mettle.meter import MettleState
from webapp.rules.mettle.outcomes import blows, moment
from webapp.rules.play import RolledCheck

SPARING = ("disarm", "shove", "grapple", "vehicle")
"""The forms of an Attack that take no Mettle, or reckon it another way."""


@dataclass(frozen=True, slots=True)
class Sum:
    """One hit on one foe: damage before Edge, Edge, and what of both got through."""

    foe: Body
    damage: int
    edge: int
    unsoaked: int

    def __str__(self) -> str:
        armour = f" - {self.foe.armour} Armour" if self.foe.armour else ""
        half = ", half by proof" if self.foe.proof else ""
        soaked = f"{self.dealt} - {self.foe.frame} FRAME{armour}{half}"
        return f"{soaked} = {self.unsoaked}{': ' + self.then if self.then else ''}"

    @property
    def in_words(self) -> str:
        """The same for those who know none of the numbers."""
        return self.then or "hit"

    @property
    def dealt(self) -> str:
        """What arrives before anybody soaks."""
        return f"{self.damage} + {self.edge} Edge"

    @property
    def then(self) -> str:
        """How it leaves them, in a word; "" where they still stand."""
        if not self.unsoaked:
            return "soaked to nothing"
        state = self.foe.mettle.lose(self.unsoaked).state
        return "" if state is MettleState.STANDING else str(state).capitalize()


def sums(rolled: RolledCheck[Asked, Called]) -> tuple[Sum, ...]:
    """What a rolled Attack did to each whom it hit."""
    at = moment(rolled)
    form = at.known.form or at.asked.manner or "melee"
    if at.called.action != "attack" or form in SPARING:
        return ()
    return tuple(
        Sum(foe, blow.damage - at.result.edge, at.result.edge, blow.unsoaked)
        for foe, blow in blows(at, form)
        if blow.hit
    )
