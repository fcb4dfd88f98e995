"""Graphs over time, of clocks and of a game's numbers, with tables of their values."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Sized
from dataclasses import dataclass
from itertools import pairwise

from webapp.store.models import Scene
from webapp.views.session_record import Record, StandingChange

WIDE, HIGH, LEFT, TOP = 300.0, 84.0, 10.0, 8.0
NumberChange = tuple[StandingChange, int, int]
"""A change of a value: the journal's change, the value before and the value after."""


@dataclass(frozen=True)
class ClockStep:
    """One row of the table below a graph: the time, the scene, the values before and after, the cause."""

    at: object
    scene: str
    before: int
    after: int
    why: str


@dataclass(frozen=True)
class Graph:
    """A graph of a clock, or of a character's number (`what`, "HP").

    `stands` is its current value ("3 of 6"), `line` its path, `ground` the path of the area below a clock's
    line. `levels` are the heights of horizontal lines at values, `breaks` the places of vertical lines where
    scenes begin; `steps` are the rows of the table below the graph.
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
    def alt_text(self) -> str:
        """The graph described in words, for people who cannot see it."""
        moves = "1 move" if len(self.steps) == 1 else f"{len(self.steps)} moves"
        return f"From {self.steps[0].before} to {self.stands} in {moves}."


@dataclass(frozen=True)
class History:
    """The history of a clock, or of a character's number (`what`): its changes, between `low` and `high`.

    `now` is its current value, by default the value after the last change; `marks` are values with horizontal
    lines.
    """

    id: int
    name: str
    what: str
    low: int
    high: int
    turns: tuple[NumberChange, ...]
    marks: Sequence[int] = (0,)
    now: int | None = None
    threat: bool = False


def build_graphs(record: Record, histories: Iterable[History]) -> Iterator[Graph]:
    """Yield a graph for each history that has changes, all with the same time axis."""
    found = [history for history in histories if history.turns]
    scenes = {past.entry.serial: past.entry.scene for history in found for past, _, _ in history.turns}
    serials = {serial: place for place, serial in enumerate(sorted(scenes))}
    breaks = [at for at, (one, other) in enumerate(pairwise(serials), 1) if scenes[one] != scenes[other]]
    for history in found:
        now = history.turns[-1][2] if history.now is None else history.now
        line = _line(history, serials, now)
        yield Graph(
            id=f"meter-{history.id}" if history.what else f"figure-{history.id}",
            name=history.name,
            what=history.what,
            stands=f"{now} of {history.high}",
            threat=history.threat,
            line=line,
            ground="" if history.what else f"{line}V{HIGH - TOP}H{LEFT}Z",
            levels=tuple(_down(history, mark) for mark in history.marks),
            breaks=tuple(_across(at, serials) for at in breaks),
            steps=tuple(_step(record, history.id, *turn) for turn in history.turns),
        )


def _step(record: Record, id: int, past: StandingChange, before: int, after: int) -> ClockStep:
    """Return the row of one change, with the scene and the cause as this audience may know them."""
    scene = record.find_nameable(Scene, past.entry.scene) if past.entry.scene is not None else None
    return ClockStep(past.line.at, scene.name if scene else "", before, after, record.why(past, id))


def _line(history: History, serials: Mapping[int, int], now: int) -> str:
    """Return a step path: level until a change, then straight up or down, ending at the current value."""
    level = history.turns[0][1]
    points = [(LEFT, _down(history, level))]
    for past, before, after in history.turns:
        x = _across(serials[past.entry.serial] + 0.5, serials)
        points += [(x, _down(history, id)) for id in dict.fromkeys((level, before, after))]
        level = after
    points += [(WIDE - LEFT, _down(history, id)) for id in dict.fromkeys((level, now))]
    return "M" + "L".join(f"{x},{y}" for x, y in points)


def _across(place: float, serials: Sized) -> float:
    """Return the horizontal place of a change by its position; changes are equally far apart."""
    return round(LEFT + (WIDE - 2 * LEFT) * place / max(len(serials), 1), 1)


def _down(history: History, value: int) -> float:
    """Return the vertical place of a value; the least is at the bottom, the greatest at the top."""
    share = (value - history.low) / max(history.high - history.low, 1)
    return round(TOP + (HIGH - 2 * TOP) * (1 - min(share, 1)), 1)
