"""Travel: a map of stops and paths, a group's provisions, encounters, rivals.

Source: Scenes, "Travel".
"""

from dataclasses import dataclass, field, replace
from typing import Annotated, Self

from webapp.games.api import RuleError
from webapp.games.mettle.rules.argument_checks import MOST, Count, different, one_of
from webapp.games.mettle.rules.durations import Day
from webapp.rules.codec import StoredNames, Within, ensure_limits
from webapp.rules.errors import ensure_within

MOST_DAYS = 365
Days = Annotated[int, Within(0, MOST_DAYS)]


@dataclass(frozen=True, slots=True)
class Path:
    """A two-way path between two stops: its Difficulty, and the days that the journey takes."""

    one: str
    other: str
    difficulty: Count
    days: Days = 0

    def __post_init__(self) -> None:
        ensure_limits(self)
        if self.one == self.other:
            raise RuleError(
                f"A path must join two different stops, not {self.one} to itself.",
                field="paths",
                value=self.one,
            )

    def joins(self, one: str, other: str) -> bool:
        """Return whether the path connects these two stops."""
        return {one, other} == {self.one, self.other}


@dataclass(frozen=True, slots=True)
class Map:
    """Stops, the paths between them, and pins: stops added on the way."""

    stops: tuple[str, ...]
    paths: tuple[Path, ...] = ()
    pins: StoredNames = field(default_factory=frozenset)

    def __post_init__(self) -> None:
        different(self.stops, "stop", field="stops")
        for path in self.paths:
            one_of(path.one, self.stops, "stop", field="paths")
            one_of(path.other, self.stops, "stop", field="paths")

    def neighbours(self, stop: str) -> tuple[str, ...]:
        """Return the stops that are joined to this one by a path."""
        one_of(stop, self.stops, "stop", field="stop")
        return tuple(name for name in self.stops if any(path.joins(stop, name) for path in self.paths))

    def path(self, start: str, goal: str) -> Path:
        """Return the path between two stops; raise RuleError if none joins them."""
        for path in self.paths:
            if path.joins(start, goal):
                return path
        known = ", ".join(self.neighbours(start)) or "none"
        why = f"No path joins {start} and {goal}; stops next to {start}: {known}."
        raise RuleError(why, field="goal", value=goal)

    def difficulty(self, start: str, goal: str) -> int:
        """Return the Difficulty of the path between two stops; raise RuleError if none joins them."""
        return self.path(start, goal).difficulty

    def days(self, start: str, goal: str) -> int:
        """Return the days between two stops; 0 if no path joins them, as when a group got lost."""
        return next((path.days for path in self.paths if path.joins(start, goal)), 0)

    def pin(self, name: str, near: str, difficulty: int, days: int = 0) -> Self:
        """Return the map with a pin: a new destination, joined by a path to the existing stop `near`."""
        one_of(near, self.stops, "stop", field="near")
        grown = replace(self, stops=(*self.stops, name), pins=self.pins | {name})
        return replace(grown, paths=(*self.paths, Path(near, name, difficulty, days)))


def astray(map: Map, start: str, goal: str) -> tuple[str, ...]:
    """Return the stops next to goal or start where the Twist "lost" may lead (reading C4.20).

    Raises RuleError if no path joins start and goal.
    """
    map.difficulty(start, goal)
    beside = dict.fromkeys((*map.neighbours(goal), *map.neighbours(start)))
    return tuple(stop for stop in beside if stop not in (start, goal))


@dataclass(frozen=True, slots=True)
class Travellers:
    """A group of travellers: their stop, their Edge and their provisions.

    `way` is the stop that they are heading for while an encounter holds them up, else "". `edge` is that of
    the journey's Check; `food` and `water` are the days that provisions last, None if not counted.
    """

    at: str = ""
    way: str = ""
    edge: Count = 0
    food: Days | None = None
    water: Days | None = None

    def __post_init__(self) -> None:
        ensure_limits(self)

    def meets(self, stop: str, edge: Count = 0) -> "Travellers":
        """Return the group on its way to a stop, held up by an encounter."""
        ensure_within("edge", edge, 0, MOST)
        return replace(self, way=stop, edge=edge)

    def arrives(self, map: Map, stop: str, edge: Count = 0) -> "tuple[Travellers, int, int]":
        """Return the group at the stop, the Edge of the journey, and the days that it took.

        If `edge` is 0, the Edge is that stored since the encounter.
        """
        ensure_within("edge", edge, 0, MOST)
        one_of(stop, map.stops, "stop", field="stop")
        return replace(self, at=stop, way="", edge=0), edge or self.edge, map.days(self.at, stop)

    def lives(self, days: Days) -> "tuple[Travellers, tuple[Day, ...]]":
        """Use up provisions for `days` of a journey.

        Returns the group, and whether it had food and water on each day.
        """
        ensure_within("days", days, 0, MOST_DAYS)
        lasted = [days if left is None else left for left in (self.food, self.water)]
        lived = tuple(Day(food=day < lasted[0], water=day < lasted[1]) for day in range(days))
        return replace(self, food=_left(self.food, days), water=_left(self.water, days)), lived


def _left(provisions: int | None, days: int) -> int | None:
    return None if provisions is None else max(0, provisions - days)


def arrival(edge: Count, *, group: Count) -> str:
    """Return when rivals with this Edge arrive, compared with the group: "first", "same" (time) or "later".

    More Edge is earlier.
    """
    ensure_within("edge", edge, 0, MOST)
    ensure_within("group", group, 0, MOST)
    if edge == group:
        return "same"
    return "first" if edge > group else "later"
