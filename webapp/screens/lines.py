"""Lines over time, of clocks and of what a game counts about somebody, with their numbers beneath."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from webapp.screens.record import Past, Record
from webapp.store.models import Scene

WIDE, HIGH, LEFT, TOP = 300.0, 84.0, 10.0, 8.0
Turn = tuple[Past, int, int]
"""What happened, from how many, to how many."""


@dataclass(frozen=True)
class ClockStep:
    """One row beneath a figure: when, in which scene, from how many to how many, why."""

    at: object
    scene: str
    before: int
    after: int
    why: str


@dataclass(frozen=True)
class Graph:
    """A clock over time, or what a game counts about somebody (`what`, "HP"): ready to be drawn.

    It `stands` at "3 of 6"; `line` is its path, `ground` what lies beneath it, `levels` go across where it
    may stop, `breaks` down where scenes begin; `steps` are its numbers.
    """

    id: str
    name: str
    stands: str
    line: str
    levels: tuple[float, ...]
    breaks: tuple[float, ...]
    steps: tuple[ClockStep, ...]
    what: str = ""
    ground: str = ""
    threat: bool = False

    @property
    def told(self) -> str:
        """The way it went, for whoever does not see it."""
        moves = "1 move" if len(self.steps) == 1 else f"{len(self.steps)} moves"
        return f"From {self.steps[0].before} to {self.stands} in {moves}."


def stroke(points: list[tuple[float, float]]) -> str:
    """The path through these points."""
    return "M" + "L".join(f"{x},{y}" for x, y in points)


def across(place: float, count: int) -> float:
    """Where a moment lies: the first of `count` at 0."""
    return round(LEFT + (WIDE - 2 * LEFT) * place / max(count, 1), 1)


def down(filled: int, most: int) -> float:
    """Where a number lies: 0 at the foot, `most` at the top."""
    return round(TOP + (HIGH - 2 * TOP) * (1 - min(filled / max(most, 1), 1)), 1)


def step(record: Record, past: Past, before: int, after: int, why: str = "") -> ClockStep:
    """What one change did, with its scene and its reason as this audience knows them."""
    scene = record.named(Scene, past.entry.scene) if past.entry.scene is not None else None
    return ClockStep(past.line.at, scene.name if scene else "", before, after, why or past.line.because or "")


# ---- what a game counts ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Course:
    """How a number of somebody's went: `what` it is, the least and most it may be drawn at, its turns."""

    id: int
    name: str
    what: str
    low: int
    high: int
    turns: tuple[Turn, ...]


def meters(record: Record, courses: Iterable[Course]) -> Iterator[Graph]:
    """A figure for each course, all over the same stretch of time."""
    found = [each for each in courses if each.turns]
    serials = sorted({past.entry.serial for each in found for past, _, _ in each.turns})
    scenes = {past.entry.serial: past.entry.scene for each in found for past, _, _ in each.turns}
    breaks = [at for at, (one, other) in enumerate(pairwise(serials), 1) if scenes[one] != scenes[other]]
    for each in found:
        yield Graph(
            id=f"meter-{each.id}",
            name=each.name,
            what=each.what,
            stands=f"{each.turns[-1][2]} of {each.high}",
            line=_line(each, serials),
            levels=(_y(each, 0),),
            breaks=tuple(across(at, len(serials)) for at in breaks),
            steps=tuple(step(record, past, before, after) for past, before, after in each.turns),
        )


def _line(course: Course, serials: list[int]) -> str:
    points = [(LEFT, _y(course, course.turns[0][1]))]
    for past, before, after in course.turns:
        x = across(serials.index(past.entry.serial) + 0.5, len(serials))
        points += [(x, points[-1][1]), (x, _y(course, before)), (x, _y(course, after))]
    return stroke([*points, (WIDE - LEFT, points[-1][1])])


def _y(course: Course, value: int) -> float:
    return down(value - course.low, course.high - course.low)
