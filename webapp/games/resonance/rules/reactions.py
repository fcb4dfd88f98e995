"""Find the effects on a character that a reaction may still answer.

```python
>>> shot = KnownRoll(1, 7, "rolled", ResonanceRequest(roll="attack", target=8))
>>> unanswered(8, (shot,))
(1,)
>>> unanswered(8, (shot, KnownRoll(2, 8, "called", ResonanceRequest(roll="reaction"))))
()

```

Source: Layer 2, "Reactions".
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from webapp.games.resonance.rules.check_request import ResonanceRequest
from webapp.games.resonance.rules.conditions import Kind

STANDING = ("called", "rolled", "resolved")
"""The states of a roll that was neither cancelled nor undone."""
OPEN = ("called", "rolled")
"""The states in which an effect can still be answered."""


@dataclass(frozen=True, slots=True)
class KnownRoll:
    """A roll as far as an audience knows it: who rolls, its state, and its request."""

    id: int
    roller: int | None
    state: str
    asked: ResonanceRequest

    def is_upon(self, who: int) -> bool:
        """Return whether the roll is another character's effect on this one, not cancelled or undone."""
        return self.state in STANDING and self.roller != who and self.asked.is_upon(who)


def unanswered(who: int, rolls: Sequence[KnownRoll], resisted: Collection[int] = ()) -> tuple[int, ...]:
    """Return the ids of the effects that a character may still answer, among `rolls` in order of request.

    A reaction answers the newest effect before it. The effects in `resisted` were answered by a
    Resist, which names its effect.
    """
    upon = [one for one in rolls if one.is_upon(who)]
    answered = {*resisted, *_reacted_to(who, rolls)}
    return tuple(one.id for one in upon if one.state in OPEN and one.id not in answered)


def _reacted_to(who: int, rolls: Sequence[KnownRoll]) -> set[int]:
    """Return the ids of the effects that the character's own reactions answer."""
    found, spare = set(), 0
    for one in reversed(rolls):
        if one.is_upon(who) and spare:
            spare -= 1
            found.add(one.id)
        elif one.roller == who and one.state in STANDING:
            spare += one.asked.roll is Kind.REACTION
    return found
