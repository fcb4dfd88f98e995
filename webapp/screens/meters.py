"""What a game counts about somebody over time, as lines ready to be drawn like those of clocks."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from webapp.screens.lines import LEFT, WIDE, Graph, across, down, step, stroke
from webapp.screens.record import Past, Record

Turn = tuple[Past, int, int]
"""What happened, from how many, to how many."""


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
