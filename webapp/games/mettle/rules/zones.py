"""Zones of a Scene: neighbours, contents, and how far a character moves in a Round.

```python
>>> quick().distance(LEFT, RIGHT)
2

```

Source: Scenes, "Distance", "Move", "Scenery"; Resources, "Weapons" for range.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise
from typing import Annotated, Literal

from webapp.games.api import RuleError
from webapp.games.mettle.rules.argument_checks import Count, all_of, different, one_of
from webapp.rules.codec import StoredFraction, Within, ensure_limits, fraction
from webapp.rules.errors import ensure_within, quoted

LEFT, MIDDLE, RIGHT = 1, 2, 3
QUICK_ZONES = {LEFT: "Left range", MIDDLE: "Melee", RIGHT: "Right range"}
"""The names of the Quick Zones."""
MOST_SPEED = 60
SceneryKind = Literal["cover", "obstacle", "climb", "hazard", "trap", "feature"]
Crossed = Annotated[int, Within(0, MOST_SPEED)]


@dataclass(frozen=True, slots=True)
class Scenery:
    """Something in a Zone: cover, an obstacle or a climb with its Difficulty, a hazard, a trap, a feature."""

    name: str
    kind: SceneryKind = "feature"
    difficulty: Count = 0
    penetrable: bool = False

    def __post_init__(self) -> None:
        ensure_limits(self)

    @property
    def gives_cover(self) -> bool:
        """Whether the thing gives Cover; an obstacle does, to characters who have crossed it."""
        return self.kind in ("cover", "obstacle")


@dataclass(frozen=True, slots=True)
class Zones:
    """A map: the Zones by id, which of them join, and the scenery of each."""

    ids: tuple[int, ...]
    joins: frozenset[frozenset[int]] = frozenset()
    scenery: Mapping[int, tuple[Scenery, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        different(self.ids, "Zone", field="zones")
        all_of(self.scenery, self.ids, "Zone", field="scenery")
        for pair in self.joins:
            for zone in pair:
                one_of(zone, self.ids, "Zone", field="joins")
            if len(pair) != 2:
                raise RuleError(
                    f"{next(iter(pair), '?')} cannot join itself.", field="joins", value=list(pair)
                )

    def neighbours(self, zone: int) -> tuple[int, ...]:
        """Return the Zones that touch this one."""
        self._known(zone)
        return tuple(other for other in self.ids if frozenset((zone, other)) in self.joins and other != zone)

    def adjacent(self, one: int, other: int) -> bool:
        """Return whether two Zones touch."""
        return other in self.neighbours(one)

    def distance(self, one: int, other: int) -> int:
        """Return how many Zones the shortest way crosses, 0 within one; raise RuleError without a way."""
        return len(self.shortest_path(one, other)) - 1

    def shortest_path(self, one: int, other: int) -> tuple[int, ...]:
        """Return the shortest way between two Zones, both included.

        Raises RuleError if there is none, and for an unknown Zone.
        """
        ways: list[tuple[int, ...]] = [(self._known(one),)]
        seen = {one}
        self._known(other)
        for way in ways:
            if way[-1] == other:
                return way
            further = [zone for zone in self.neighbours(way[-1]) if zone not in seen]
            seen.update(further)
            ways += [(*way, zone) for zone in further]
        raise RuleError(f"There is no way from {one} to {other}.", field="zone", value=other)

    def walk(self, path: Sequence[int]) -> int:
        """Return how many Zones a path crosses; raise RuleError if two in a row do not touch."""
        for one, other in pairwise(path):
            if not self.adjacent(one, other):
                raise RuleError(f"{other} does not touch {one}.", field="path", value=other)
        return max(0, len(path) - 1)

    def hindrances(self, path: Sequence[int]) -> tuple[Scenery, ...]:
        """Return the obstacles and climbs with a Difficulty on a path, in order, except in its first Zone."""
        self.walk(path)
        return tuple(
            thing
            for zone in path[1:]
            for thing in self.scenery.get(zone, ())
            if thing.kind in ("obstacle", "climb") and thing.difficulty
        )

    def free(self, path: Sequence[int]) -> int:
        """Return how many Zones a Charge along this path crosses; raise RuleError if a Move is needed."""
        for thing in self.hindrances(path):
            raise RuleError(
                f"{thing.name} is in the way; getting past needs a Move.", field="path", value=thing.name
            )
        return self.walk(path)

    def _known(self, zone: int) -> int:
        return one_of(zone, self.ids, "Zone", field="zone")


def draw(joins: Mapping[int, Iterable[int]], scenery: Mapping[int, Sequence[Scenery]] | None = None) -> Zones:
    """Draw the map (`Zones`), given each Zone's neighbours; a join counts in both directions."""
    ids = dict.fromkeys([*joins, *(other for others in joins.values() for other in others)])
    pairs = {frozenset((zone, other)) for zone, others in joins.items() for other in others}
    things = {zone: tuple(there) for zone, there in (scenery or {}).items()}
    return Zones(tuple(ids), frozenset(pairs), things)


def quick() -> Zones:
    """Return Quick Zones: one in the middle for melee, and one on either side for ranged fighters."""
    return draw({LEFT: (MIDDLE,), MIDDLE: (RIGHT,)})


def speed_of(written: object) -> Fraction:
    """Parse a Speed: a whole number of Zones a Round, or a fraction such as "1/2" for slow movers.

    Raises RuleError unless it is above 0 and at most 60 (`MOST_SPEED`).
    """
    speed: Fraction | None = None
    if isinstance(written, (int, str, Fraction)) and not isinstance(written, bool):
        with suppress(ValueError, ZeroDivisionError):
            speed = fraction(written.strip()) if isinstance(written, str) else Fraction(written)
    if speed is None or not 0 < speed <= MOST_SPEED:
        why = f"A Speed must be 1 to {MOST_SPEED} Zones or a fraction like 1/2, not {quoted(written)}."
        raise RuleError(why, field="speed", value=written)
    return speed


@dataclass(frozen=True, slots=True)
class Legs:
    """A character's movement in this Round: Zones crossed, and the part of the next Zone crossed.

    A Surge grants another try at an obstacle or climb but no more Zones: `crossed` and `crawled`
    stay for the Round.
    """

    speed: StoredFraction = Fraction(1)
    crossed: Crossed = 0
    partway: StoredFraction = Fraction(0)
    crawled: bool = False

    def __post_init__(self) -> None:
        ensure_limits(self)
        speed_of(self.speed)

    @property
    def left(self) -> int:
        """The number of whole Zones that may still be crossed this Round."""
        return max(0, int(self.speed) - self.crossed)

    def charge(self, zones: Zones, path: Sequence[int]) -> "Legs":
        """Return the movement after a Charge along a whole path.

        Raises RuleError if an obstacle needs a Move, or if the path is longer than the Speed that
        is left.
        """
        return self.cross(zones.free(path))

    def go(self, zones: Zones, path: Sequence[int], *, checked: bool = False) -> "tuple[Legs, bool]":
        """Return the movement along a path, and whether the character reaches its end.

        An obstacle needs a successful Move (`checked`). A character with a Speed below 1 crawls
        towards the next Zone only; the second value is then whether they reach it.
        """
        if self.speed >= 1:
            return self.cross(zones.walk(path)) if checked else self.charge(zones, path), True
        if not checked:
            zones.free(path)
        return self.crawl()

    def cross(self, count: Crossed) -> "Legs":
        """Cross whole Zones; raise RuleError for more than Speed leaves in this Round."""
        ensure_within("count", count, 0, MOST_SPEED)
        if count > self.left:
            left = f"{self.left} Zone{'' if self.left == 1 else 's'}"
            why = f"Speed {self.speed} leaves {left} this Round; this move crosses {count}."
            raise RuleError(why, field="zones", value=count)
        return replace(self, crossed=self.crossed + count)

    def crawl(self) -> "tuple[Legs, bool]":
        """Move a character with a Speed below 1; return also whether they reach the next Zone.

        Raises RuleError for other Speeds, and for a second time in a Round, even after a Surge.
        """
        if self.speed >= 1:
            raise RuleError(f"Speed {self.speed} moves whole Zones.", field="speed", value=str(self.speed))
        if self.crawled:
            raise RuleError(f"Speed {self.speed} is used up for this Round.", field="speed", value=self.speed)
        behind = self.partway + self.speed
        arrived = behind >= 1
        return replace(self, partway=Fraction(0) if arrived else behind, crawled=True), arrived

    def next_round(self) -> "Legs":
        """Start a new Round: full Speed again; a partly crossed Zone stays partly crossed."""
        return replace(self, crossed=0, crawled=False)
