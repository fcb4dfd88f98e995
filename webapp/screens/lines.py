"""Lines over time: where a moment and a number lie in a drawing, and the row of numbers beneath it."""

from dataclasses import dataclass

from webapp.screens.record import Past, Record
from webapp.store.models import Scene

WIDE, HIGH, LEFT, TOP = 300.0, 84.0, 10.0, 8.0


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
