"""Moves past obstacles, climbing, and chases, in which all follow the quarry's path of Zones.

```python
>>> FOX, ANN = 1, 2
>>> run = chase(FOX, [ANN], path=["Gate", "Yard"]).flee("Roof", 3)
>>> run.lead, run.ahead(FOX)
(1, (3,))
>>> run.go(FOX, 1, checked=True).lead
2

```

Source: Scenes, "Move".
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Annotated

from webapp.games.api import RuleError
from webapp.games.mettle.rules.argument_checks import MOST, Count, different, someone_of
from webapp.games.mettle.rules.check import Result
from webapp.games.mettle.rules.zones import MOST_SPEED
from webapp.rules.codec import Within
from webapp.rules.dice import number
from webapp.rules.errors import ensure_within
from webapp.rules.ids import PersonId, Places

LONGEST = 100
Zones = Annotated[int, Within(1, MOST_SPEED)]


@dataclass(frozen=True, slots=True)
class Chase:
    """A chase: the path of Zones that the quarry has chosen, and each character's place on it.

    `hard` is the Difficulty of entering each Zone, 0 without an obstacle. `at` maps each character
    to an index of `path`.
    """

    quarry: PersonId
    path: tuple[str, ...]
    hard: tuple[int, ...]
    at: Places

    def __post_init__(self) -> None:
        someone_of(self.quarry, list(self.at), "quarry", field="quarry")
        if not self.path or len(self.path) != len(self.hard):
            raise RuleError("A chase needs at least one Zone.", field="path", value=list(self.path))
        if not self.pursuers:
            raise RuleError("A chase needs a pursuer.", field="pursuers", value=[])
        number(len(self.path), "The number of Zones in a chase", field="path", high=LONGEST)
        for place in self.at.values():
            number(place, "A position on the path", field="at", high=len(self.path) - 1)

    @property
    def pursuers(self) -> tuple[int, ...]:
        """The characters in the chase except the quarry."""
        return tuple(who for who in self.at if who != self.quarry)

    @property
    def caught_by(self) -> tuple[int, ...]:
        """The pursuers who share the quarry's Zone."""
        return tuple(who for who in self.pursuers if self.at[who] >= self.at[self.quarry])

    @property
    def lead(self) -> int:
        """How many Zones the quarry is ahead of the nearest pursuer: 1 in the next Zone, 0 in the same."""
        return self.at[self.quarry] - max(self.at[who] for who in self.pursuers)

    def ahead(self, who: int, zones: int = MOST_SPEED) -> tuple[int, ...]:
        """Return the Difficulties of the next Zones on a character's way, at most `zones` of them.

        A pursuer's way ends in the quarry's Zone, the quarry's at the end of the path.
        """
        someone_of(who, list(self.at), "runner", field="name")
        last = len(self.path) - 1 if who == self.quarry else self.at[self.quarry]
        return self.hard[self.at[who] + 1 : min(last, self.at[who] + zones) + 1]

    def flee(self, zone: str, difficulty: Count = 0) -> "Chase":
        """Add the quarry's next Zone to the path; with Difficulty 0 the quarry enters it at once.

        Raises RuleError while the quarry has not entered the Zone chosen before.
        """
        ensure_within("difficulty", difficulty, 0, MOST)
        if self.ahead(self.quarry):
            why = f"{{who}} must first get into {self.path[self.at[self.quarry] + 1]}."
            raise RuleError(why, field="zone", who=self.quarry)
        chosen = replace(self, path=(*self.path, zone), hard=(*self.hard, difficulty))
        return chosen if difficulty else chosen.go(self.quarry)

    def go(self, who: int, zones: Zones = 1, *, checked: bool = False) -> "Chase":
        """Move a character up to `zones` Zones along the path, past obstacles with a Move (`checked`).

        Without a Move the way ends before the first obstacle. A pursuer never gets beyond the
        quarry. Raises RuleError if no Zone is ahead, or if the next one needs a Move.
        """
        ensure_within("zones", zones, 1, MOST_SPEED)
        ahead = self.ahead(who, zones)
        if not ahead:
            caught = "{who} has already caught up with {quarry}."
            why = "Choose the next Zone for {who} first." if who == self.quarry else caught
            raise RuleError(why, field="name", value=who, who=who, quarry=self.quarry)
        free = ahead if checked else tuple(takewhile(lambda hard: not hard, ahead))
        if not free:
            zone = self.path[self.at[who] + 1]
            raise RuleError(f"{zone} is hard to get into; it takes a Move.", field="zones", value=zone)
        return replace(self, at={**self.at, who: self.at[who] + len(free)})

    def without(self, who: int) -> "Chase | None":
        """Return the chase without a character; None if that leaves no quarry or no pursuers."""
        left = {other: at for other, at in self.at.items() if other != who}
        return replace(self, at=left) if self.quarry in left and len(left) > 1 else None


def chase(quarry: int, pursuers: Sequence[int], *, path: Sequence[str], behind: int = 1) -> Chase:
    """Begin a chase: the quarry is at the end of `path`, all pursuers `behind` Zones back.

    Raises RuleError without pursuers, for a path that is too short, and if anyone is named twice.
    """
    different((quarry, *pursuers), "runner in a chase", field="pursuers")
    if not path:
        raise RuleError("A chase needs at least one Zone.", field="path", value=[])
    last = len(path) - 1
    back = number(behind, "The lead in Zones", field="behind", high=LONGEST)
    if back > last:
        zones = f"{back} Zone{'' if back == 1 else 's'}"
        why = f"A lead of {zones} needs a path of at least {back + 1} Zones."
        raise RuleError(why, field="behind", value=back)
    at = {quarry: last, **dict.fromkeys(pursuers, last - back)}
    return Chase(quarry, tuple(path), (0,) * len(path), at)


def added_up(obstacles: Sequence[Count]) -> int:
    """Return the Difficulty of a Move past several obstacles: their sum."""
    return sum(obstacles)


def move(result: Result, obstacles: Sequence[int]) -> int:
    """Return how many obstacles, in order, a Move passes; on a failure the Score decides.

    The Check is against all of them (`added_up`) and everything else that changes its Difficulty; a
    failure never passes the last one. Raises RuleError without an obstacle, since a Charge is enough
    then.
    """
    if not added_up(obstacles):
        raise RuleError(
            "No obstacle is in the way. Use a Charge, which is free.", field="obstacles", value=obstacles
        )
    if result.success:
        return len(obstacles)
    needed = [sum(obstacles[: passed + 1]) for passed in range(len(obstacles) - 1)]
    return sum(result.score >= id for id in needed)


def climb_difficulty(*, poise: Count | None = None, top_speed: Count | None = None) -> int:
    """Return the Difficulty of climbing something huge: its POISE, or a vehicle's greatest Speed.

    Raises RuleError unless exactly one of them is given.
    """
    if (poise is None) == (top_speed is None):
        raise RuleError("Climb either a creature (POISE) or a vehicle (top Speed).", field="climb")
    return (top_speed or 0) if poise is None else poise
