"""Lines over time, of clocks and of what a game counts about somebody, with their numbers beneath."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Sized
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


@dataclass(frozen=True)
class Course:
    """How a clock went, or a number of somebody's (`what` it is): its turns, between the least and the most.

    It stands `now` where the last of them left it, unless it says otherwise; `marks` go across.
    """

    id: int
    name: str
    what: str
    low: int
    high: int
    turns: tuple[Turn, ...]
    marks: Sequence[int] = (0,)
    now: int | None = None
    threat: bool = False


def graphs(record: Record, courses: Iterable[Course]) -> Iterator[Graph]:
    """A figure for each course that moved, all over the same stretch of time."""
    found = [each for each in courses if each.turns]
    scenes = {past.entry.serial: past.entry.scene for each in found for past, _, _ in each.turns}
    serials = {serial: place for place, serial in enumerate(sorted(scenes))}
    breaks = [at for at, (one, other) in enumerate(pairwise(serials), 1) if scenes[one] != scenes[other]]
    for each in found:
        now = each.turns[-1][2] if each.now is None else each.now
        line = _line(each, serials, now)
        yield Graph(
            id=f"meter-{each.id}" if each.what else f"figure-{each.id}",
            name=each.name,
            what=each.what,
            stands=f"{now} of {each.high}",
            threat=each.threat,
            line=line,
            ground="" if each.what else f"{line}V{HIGH - TOP}H{LEFT}Z",
            levels=tuple(_down(each, mark) for mark in each.marks),
            breaks=tuple(_across(at, serials) for at in breaks),
            steps=tuple(_step(record, each.id, *turn) for turn in each.turns),
        )


def _step(record: Record, id: int, past: Past, before: int, after: int) -> ClockStep:
    """What one change did, with its scene and its reason as this audience knows them."""
    scene = record.named(Scene, past.entry.scene) if past.entry.scene is not None else None
    return ClockStep(past.line.at, scene.name if scene else "", before, after, record.why(past, id))


def _line(course: Course, serials: Mapping[int, int], now: int) -> str:
    """Level until it moves, then straight up or down; at the end as it stands."""
    level = course.turns[0][1]
    points = [(LEFT, _down(course, level))]
    for past, before, after in course.turns:
        x = _across(serials[past.entry.serial] + 0.5, serials)
        points += [(x, _down(course, each)) for each in dict.fromkeys((level, before, after))]
        level = after
    points += [(WIDE - LEFT, _down(course, each)) for each in dict.fromkeys((level, now))]
    return "M" + "L".join(f"{x},{y}" for x, y in points)


def _across(place: float, serials: Sized) -> float:
    """Where a moment lies: the first of them at 0."""
    return round(LEFT + (WIDE - 2 * LEFT) * place / max(len(serials), 1), 1)


def _down(course: Course, value: int) -> float:
    """Where a number lies: the least at the foot, the most at the top."""
    share = (value - course.low) / max(course.high - course.low, 1)
    return round(TOP + (HIGH - 2 * TOP) * (1 - min(share, 1)), 1)
