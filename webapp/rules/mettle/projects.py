"""Use: quick tasks, and long projects that fill up with Edge and start again on a failure.

Source: Scenes, "Use"; Resources, "Repairs".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from webapp.rules.clocks import Clock, Ticked
from webapp.rules.errors import RuleError
from webapp.rules.mettle.check import Result
from webapp.rules.mettle.needs import different, number, one_of, words


@dataclass(frozen=True, slots=True)
class Project:
    """A long task: its Difficulty, and a clock that Edge fills (1 to 100 segments)."""

    name: str
    difficulty: int
    clock: Clock

    @classmethod
    def new(cls, name: str, *, difficulty: int, edge_needed: int) -> Project:
        """Begin a project that takes this much Edge in all."""
        number(difficulty, "The Difficulty", field="difficulty")
        return cls(name, difficulty, Clock.new(edge_needed))

    @property
    def done(self) -> bool:
        """Whether enough Edge has come together."""
        return self.clock.complete

    def work(self, result: Result) -> Worked:
        """Read one Check: success fills a segment per Edge, failure starts again from the beginning."""
        if self.done:
            raise RuleError(f"{self.name} is finished.", field="project", value=self.name)
        ticked = self.clock.tick(result.edge) if result.success else self.clock.set(0)
        return Worked(replace(self, clock=ticked.clock), ticked, restarted=not result.success)


@dataclass(frozen=True, slots=True)
class Worked:
    """A project after a Check: what was filled (or lost), what did not fit, and whether it began anew."""

    project: Project
    ticked: Ticked
    restarted: bool


@dataclass(frozen=True, slots=True)
class Split:
    """A project divided among helpers: parts with a Difficulty and a clock of their own."""

    parts: tuple[Project, ...]

    def __post_init__(self) -> None:
        different([part.name for part in self.parts], "part", field="parts")

    @property
    def done(self) -> bool:
        """Whether every part is finished."""
        return all(part.done for part in self.parts)

    def work(self, name: str, result: Result) -> Split:
        """Work on one part; a failure throws back that part alone."""
        one_of(name, [part.name for part in self.parts], "part", field="part")
        return Split(tuple(part.work(result).project if part.name == name else part for part in self.parts))


def split(project: Project, parts: Sequence[tuple[str, int, int]]) -> Split:
    """Divide a project that is not begun: `(name, Difficulty, Edge needed)` for each part.

    The parts together need the Edge of the whole; RuleError otherwise.
    """
    if project.clock.filled:
        raise RuleError("Divide a project before it is begun.", field="project", value=project.name)
    if sum(needed for _, _, needed in parts) != project.clock.segments:
        raise RuleError(
            f"The parts of {project.name} need {project.clock.segments} Edge together.",
            field="parts",
            value=[list(part) for part in parts],
        )
    return Split(
        tuple(
            Project.new(name, difficulty=difficulty, edge_needed=needed) for name, difficulty, needed in parts
        )
    )


def trivial(what: str) -> str:
    """A trivial Use (a lever, a reload) takes the Action and no Check; gives the sentence for it."""
    words(what, "Say what is used.", field="what")
    return f"{what}: takes the Action, no Check."
